"""Venezia in a real browser: a plan is comfortable to lay on every screen, and birds fly as large as they are."""

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.people import DESK, PHONE, TABLET, House, Visit

pytestmark = pytest.mark.slow

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

# How a picked bird and the tourist under it are scaled
SCALED = """() => {
  const square = document.querySelector(".paving .cell:not(.campanile)");
  square.innerHTML = '<span class="piece tourist"></span><span class="piece bird lifted"></span>';
  return [...square.children].map((piece) => getComputedStyle(piece).scale);
}"""


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=str)
def test_a_plan_is_comfortable_to_lay(visit: Visit, house: House, size: ViewportSize) -> None:
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


def test_what_flies_is_not_scaled(visit: Visit, house: House) -> None:
    """It sets out as large as it was, measured without its own scale: it would grow with every table that comes."""
    _, links = house.open_table("venezia", players=2)
    watcher = visit()
    watcher.come(links[0])
    assert watcher.page.evaluate(SCALED) == ["none", "none"]
