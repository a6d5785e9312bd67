"""A call of 17 Diciassette: stakes, reveal and result fit on every screen."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import call_house
from tests.browser.test_screens import SCREEN_CHECKS, SIZES, STRIP, THERE
from tests.waiting import DEADLINE
from tests.web.house_process import HouseProcess

pytestmark = pytest.mark.slow

SHORT = (390, 664)  # a phone whose browser shows its bars
SHOUT = 56  # pixels
# Overlapping elements of the row, the piles and the player's own place
MIXED = """() => {
  const what = ".running-sum, .pile .stack, .pile .count, .card-row > .card, .card-row .owner, .goal > span,"
    + " .verdict:not(.announcement), .next-place, .next-place > svg, .hand-card > .card, .mine > .plate, .hide-button,"
    + " .call-button, .pass, #prompt, .sum > span, .ranking > li, .steps > li";
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true }) && one.getBoundingClientRect().width > 1;
  const parts = [...document.querySelectorAll(what)].filter((one) => isSeen(one) && !one.closest(".side"));
  const boxes = parts.map((one) => one.getBoundingClientRect());
  const name = (one) => `${one.className.baseVal ?? one.className} “${one.textContent.trim().slice(0, 16)}”`;
  return parts.flatMap((one, n) => parts.slice(n + 1).flatMap((other, m) => {
    const [a, b] = [boxes[n], boxes[n + 1 + m]];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const lies = across > 3 && down > 3 && !one.contains(other) && !other.contains(one);
    return lies ? [`${name(one)} lies on ${name(other)} by ${Math.round(across)}x${Math.round(down)}`] : [];
  }));
}"""
# The first note, if visible, and the width of the call button
STREAM_JSON_PRICE = """() => {
  const note = document.querySelector("#prompt > p:not(.step-prompt) > small");
  return [note?.checkVisibility() ? note.textContent : "", document.querySelector(".call-button").offsetWidth];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(1000 * DEADLINE)
    page = context.new_page()
    page.add_init_script(path=SCREEN_CHECKS)
    yield page
    page.goto("about:blank")
    context.close()


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, tuple[str, str]]]]:
    """The address of the server, and per moment the table and the key of its first seat."""
    folder: Path = tmp_path_factory.mktemp("calls")
    list_file = folder / "list"
    arguments = (str(folder / "house.sqlite"), str(list_file))
    with HouseProcess("tests.browser.call_house", *arguments, log=folder / "log") as served:
        address = served.open()
        prepared = json.loads(list_file.read_text("utf-8"))
        yield address, {moment: (table, key) for moment, (_, [(table, key)]) in prepared.items()}


@pytest.mark.parametrize("lang", ["en", "de", "it"])
@pytest.mark.parametrize("moment", call_house.MOMENTS)
def test_a_call_fits_on_every_screen(
    moment: str, lang: str, calls: tuple[str, dict[str, tuple[str, str]]], page: Page
) -> None:
    address, tables = calls
    table, key = tables[moment]
    page.context.request.post(f"{address}/keys/{table}.{key}", max_redirects=0)
    page.goto(f"{address}/tables/{table}?lang={lang}")
    page.wait_for_function(THERE)
    wrong = {}
    for width, height in (*SIZES, SHORT):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate("(how) => wrongs(how)", {"least": STRIP, "people": call_house.GUESTS})
        wrong[width, height] = found + page.evaluate(MIXED)
        if moment.startswith("stakes"):
            note, wide = page.evaluate(STREAM_JSON_PRICE)
            if not any(third in note for third in ("third", "dritte", "terzo")):
                wrong[width, height].append(f"what may end the match is not told first: {note}")
            if wide < SHOUT:
                wrong[width, height].append(f"the shout is {wide} wide")
    assert {size: found for size, found in wrong.items() if found} == {}
