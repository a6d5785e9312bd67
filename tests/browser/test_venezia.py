"""Venezia: planning is comfortable on every screen, and pigeons keep their size in animations."""

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.browser_players import DESK, PHONE, TABLET, House, Visit

pytestmark = pytest.mark.slow

THUMB = 44  # pixels

# The playable cards with their widths and names; and whether the reserve is visible
LAID = """() => ({
  step: document.querySelector("#prompt p").textContent,
  cards: [...document.querySelectorAll(".hand .card.selectable")].map((card) => ({
    width: Math.min(card.getBoundingClientRect().width, card.getBoundingClientRect().height),
    named: card.querySelector(".name").checkVisibility(),
  })),
  reserve: document.querySelector(".roost b").checkVisibility(),
})"""

# The scales of a picked pigeon and the tourist under it
SCALED = """() => {
  const square = document.querySelector(".paving .cell:not(.campanile)");
  square.innerHTML = '<span class="piece tourist"></span><span class="piece bird lifted"></span>';
  return [...square.children].map((piece) => getComputedStyle(piece).scale);
}"""


@pytest.mark.parametrize("size", [DESK, TABLET, PHONE], ids=str)
def test_a_plan_is_comfortable_on_every_screen(visit: Visit, house: House, size: ViewportSize) -> None:
    _, links = house.open_table("venezia", players=2)
    planner = visit(viewport=size, seed=3)
    planner.visit(links[0])
    planner.options()
    while "first card" not in planner.page.evaluate(LAID)["step"]:
        planner.play(1)
    first = planner.page.evaluate(LAID)
    planner.play(1)
    districts = planner.page.evaluate(LAID)
    assert (len(first["cards"]), len(districts["cards"])) == (2, 8)
    for step in (first, districts):
        assert min(card["width"] for card in step["cards"]) >= THUMB
        assert step["reserve"]
    assert all(card["named"] for card in districts["cards"])


def test_animated_pigeons_are_not_scaled(visit: Visit, house: House) -> None:
    """Its own scale must not be counted twice: it would grow with every update."""
    _, links = house.open_table("venezia", players=2)
    watcher = visit()
    watcher.visit(links[0])
    assert watcher.page.evaluate(SCALED) == ["none", "none"]
