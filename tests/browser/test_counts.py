"""The last count of every game unfolds part by part, and names the winner last; for people who want no motion all is
there at once. Nobody waits: the motions themselves say when they begin."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.laid import Laid, Sit

pytestmark = pytest.mark.slow

COUNTS = {  # what the count of a game is made of
    "diciassette": ".steps > li, .rank > li",
    "venezia": ".score-rows > li, .podium, .tracks > li",
    "venezia2099": ".ledger li.line",
    "venti": ".step, .rank",
    "verhext": ".piles .laid > *, .piles .total",
}
# The milliseconds at which the last part of a count begins to show; 0 if nothing moves
LAST = """(parts) => Math.max(0, ...document.getAnimations()
  .filter(({ effect }) => effect.target.matches(parts) && !effect.pseudoElement)
  .map(({ effect }) => effect.getComputedTiming().delay))"""
# What of the page names the winner at this moment of all motions: a sentence, a crown, a golden line
NAMED = """([moment, sentence]) => {
  for (const motion of document.getAnimations()) {
    motion.pause();
    motion.currentTime = moment;
  }
  const isSeen = (element) => {
    for (let one = element; one; one = one.parentElement) if (getComputedStyle(one).opacity === "0") return false;
    return element.checkVisibility() && element.getBoundingClientRect().width > 1;
  };
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "var(--gold)";
  const { color: gold } = getComputedStyle(probe);
  probe.remove();
  const marks = [...document.querySelectorAll("#table :is(.crown, .winner-spot > *, .cheer > *, .triumph .medal)")];
  const gilded = [...document.querySelectorAll("#table :is(.first, .first-place, .winner)")]
    .filter((one) => getComputedStyle(one).borderTopColor === gold || !one.matches(".plate, .row"));
  const said = [...document.querySelectorAll("#table *")].filter(({ childNodes }) => [...childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && (node.data.includes(sentence) || /\\bwins\\b|place 1\\b/.test(node.data))));
  return [...new Set([...marks, ...gilded, ...said])].filter(isSeen)
    .map((one) => `${one.getAttribute("class") ?? one.tagName}: ${one.textContent.trim().slice(0, 40)}`);
}"""


def end_of(game: str, laid: Laid, page: Page) -> tuple[float, Any]:
    """Comes to the end of a match: when the last part of its count begins, and what is said of the winner."""
    laid.go(page, f"{game}, end")
    return page.evaluate(LAST, COUNTS[game]), laid.scene(f"{game}, end")["prompt"]


@pytest.mark.parametrize("game", COUNTS)
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (390, 844), (844, 390)], ids=str)
def test_nothing_names_the_winner_before_the_last_part_of_the_count(
    game: str, size: tuple[int, int], laid: Laid, sit: Sit
) -> None:
    page = sit(size, reduced_motion="no-preference")
    last, sentence = end_of(game, laid, page)
    assert last > 1000
    for moment in (0, last / 2, last - 1):
        assert page.evaluate(NAMED, [moment, sentence]) == []
    assert page.evaluate(NAMED, [60_000, sentence])


@pytest.mark.parametrize("game", COUNTS)
def test_whoever_wants_no_motion_sees_the_winner_at_once(game: str, laid: Laid, sit: Sit) -> None:
    page = sit()
    last, sentence = end_of(game, laid, page)
    assert last == 0
    assert page.evaluate(NAMED, [1, sentence])
