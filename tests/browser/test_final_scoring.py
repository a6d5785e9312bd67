"""The final scoring appears part by part, and reveals the winner last; with reduced motion everything is there at once.

No test waits: animations know when they begin.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.prepared_tables import PageFactory, PreparedTables

pytestmark = pytest.mark.slow

COUNTS = {  # the parts of the final scoring
    "diciassette": ".steps > li, .ranking > li",
    "venezia": ".district-rows > li, .rank, .score-tracks > li",
    "venezia2099": ".final-scoring li.score-row",
    "venti": ".step, .rank",
    "verhext": ".final-scoring .score-cell > *, .final-scoring .total",
}
# The milliseconds after which the last part appears; 0 without animation
LAST = """(parts) => Math.max(0, ...document.getAnimations()
  .filter(({ effect }) => effect.target.matches(parts) && !effect.pseudoElement)
  .map(({ effect }) => effect.getComputedTiming().delay))"""
# The elements that reveal the winner at this moment of all animations: a sentence, a crown, a golden line
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
  const banner = ".verhext .winner-banner > *, .winner-banner .medal";
  const marks = [...document.querySelectorAll(`#table :is(.crown, ${banner}, .cheer > *)`)];
  const gilded = [...document.querySelectorAll("#table :is(.first, .winner)")]
    .filter((one) => getComputedStyle(one).borderTopColor === gold || !one.matches(".plate, .row"));
  const said = [...document.querySelectorAll("#table *")].filter(({ childNodes }) => [...childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && (node.data.includes(sentence) || /\\bwins\\b|place 1\\b/.test(node.data))));
  return [...new Set([...marks, ...gilded, ...said])].filter(isSeen)
    .map((one) => `${one.getAttribute("class") ?? one.tagName}: ${one.textContent.trim().slice(0, 40)}`);
}"""


def end_of(game: str, prepared: PreparedTables, page: Page) -> tuple[float, Any]:
    """Opens the end of a match. Returns when the last part of its scoring appears, and the prompt about the winner."""
    prepared.go(page, f"{game}, end")
    return page.evaluate(LAST, COUNTS[game]), prepared.scene(f"{game}, end")["prompt"]


@pytest.mark.parametrize("game", COUNTS)
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (390, 844), (844, 390)], ids=str)
def test_the_winner_is_not_revealed_before_the_last_part_of_the_scoring(
    game: str, size: tuple[int, int], prepared: PreparedTables, open_page: PageFactory
) -> None:
    page = open_page(size, reduced_motion="no-preference")
    last, sentence = end_of(game, prepared, page)
    assert last > 1000
    for moment in (0, last / 2, last - 1):
        assert page.evaluate(NAMED, [moment, sentence]) == []
    assert page.evaluate(NAMED, [60_000, sentence])


@pytest.mark.parametrize("game", COUNTS)
def test_with_reduced_motion_the_winner_is_shown_at_once(
    game: str, prepared: PreparedTables, open_page: PageFactory
) -> None:
    page = open_page()
    last, sentence = end_of(game, prepared, page)
    assert last == 0
    assert page.evaluate(NAMED, [1, sentence])
