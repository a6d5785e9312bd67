"""Notices at a table: their position, and that they disappear."""

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.browser_players import PHONE, House, Visit, box

pytestmark = pytest.mark.slow

# The interactive area under the notice, in square pixels
COVERED = """() => {
  const note = document.querySelector(".toast").getBoundingClientRect();
  return [...document.querySelectorAll("a[href], button, input, summary, [role=button], .selectable, .target")]
    .filter((one) => one.checkVisibility() && !one.closest(".toast"))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .map(({ one, box }) => [
      Math.max(0, Math.min(box.right, note.right) - Math.max(box.left, note.left)) *
        Math.max(0, Math.min(box.bottom, note.bottom) - Math.max(box.top, note.top)),
      one.id || one.className,
    ])
    .filter(([area]) => area > 1);
}"""
REFUSED = {"error": {"code": "turn", "message": "It is not your turn: wait until Colombina has played.", "clause": ""}}


@pytest.mark.parametrize("game", ["venezia2099", "venti"])  # a board of interactive squares, and many buttons
def test_a_notice_covers_nothing_interactive_and_disappears(game: str, house: House, visit: Visit) -> None:
    _, [seat] = house.open_table(game)
    player = visit()
    player.expected.append("409")
    player.visit(seat)
    player.wait_until_idle()
    page = player.page
    page.route("**/decisions", lambda route: route.fulfill(status=409, json=REFUSED))
    sizes: list[ViewportSize] = [{"width": 1366, "height": 768}, PHONE, {"width": 844, "height": 390}]
    for size in sizes:
        page.set_viewport_size(size)
        page.locator("#moves button[name=move]:not([data-confirm])").first.evaluate("(button) => button.click()")
        note = page.locator(".toast.refused")
        note.wait_for()
        page.evaluate("() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
        there = box(note)
        assert there["x"] >= 0
        assert there["x"] + there["width"] <= size["width"]
        assert there["y"] >= 0
        assert there["y"] + there["height"] <= size["height"]
        assert page.evaluate(COVERED) == [], size
        page.keyboard.press("Escape")
        assert note.count() == 0
