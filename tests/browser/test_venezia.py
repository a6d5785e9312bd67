"""Venezia in a real browser: a plan is comfortable to lay, on a desk and on a phone."""

import pytest

from tests.browser.people import DESK, PHONE

TABLET = {"width": 1024, "height": 768}
THUMB = 44  # pixels: what a finger hits

# What can be laid now, how wide it is, and whether its name is there; and whether the reserve is in sight
LAID = """() => ({
  step: document.querySelector("#prompt p").textContent,
  cards: [...document.querySelectorAll(".hand .card.can")].map((card) => ({
    width: Math.min(card.getBoundingClientRect().width, card.getBoundingClientRect().height),
    named: card.querySelector(".name").checkVisibility(),
  })),
  reserve: document.querySelector(".roost b").checkVisibility(),
})"""


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=str)
def test_a_plan_is_comfortable_to_lay(visit, house, size):
    _, links = house.open_table("venezia", players=2)
    planner = visit(viewport=size, seed=3)
    planner.come(links[0])
    planner.ready()
    while "first card" not in planner.page.evaluate(LAID)["step"]:
        planner.play(1)
    first = planner.page.evaluate(LAID)
    planner.play(1)
    districts = planner.page.evaluate(LAID)
    assert (len(first["cards"]), len(districts["cards"])) == (2, 8)
    for laid in (first, districts):
        assert min(card["width"] for card in laid["cards"]) >= THUMB
        assert laid["reserve"]
    assert all(card["named"] for card in districts["cards"])
