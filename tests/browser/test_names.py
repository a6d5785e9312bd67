"""Names as long as they may be: never broken inside a word, and told in full where they are cut."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.laid import Laid, Sit
from tests.browser.test_screens import GAMES, WRONGS

pytestmark = pytest.mark.slow

LONGEST = "Wolfeschlegelsteinhausen"  # who has the first seat of every table
SIZES = ((320, 568), (390, 844), (667, 375), (844, 390), (1366, 768), (2560, 1440))
# Gives the winner the longest name; large type learns of it as from the house
RENAME = """([winner, name]) => {
  const texts = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.data.includes(winner)) continue;
    text.data = text.data.replaceAll(winner, name);
    const large = text.parentElement.closest("[data-letters]");
    if (large) large.dataset.letters = name.length;
  }
}"""
# Large type that is cut off and tells nobody the whole of it, or that is not on the screen in its width
CURTAILED = """() => [...document.querySelectorAll("[data-letters]")].flatMap((one) => {
  const cut = one.scrollWidth > one.clientWidth + 1 && !one.title;
  const outside = one.checkVisibility() && one.getBoundingClientRect().right > innerWidth;
  return cut || outside ? [one.textContent] : [];
})"""


def wrongs(page: Page) -> dict[tuple[int, int], list[str]]:
    """By the sizes of screens, the names that are broken or lost there."""
    page.add_script_tag(path=WRONGS)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate("(people) => broken(people)", [LONGEST]) + page.evaluate(CURTAILED)
    return {size: wrong for size, wrong in found.items() if wrong}


@pytest.mark.parametrize(
    ("place", "more", "told"),
    [
        ("host", "", ".sit-back h2"),
        ("curtain", "?called=0", "h1"),
        ("links", "", ".key-list h2"),
        ("links", "/../people", ".key-list h2"),
        ("figures", "", ".seat-name"),
    ],
)
def test_on_the_pages_around_the_tables(place: str, more: str, told: str, laid: Laid, sit: Sit) -> None:
    page = sit(axe=True)
    page.goto(f"{laid.address}{laid.places[place][0]}{more}")
    assert page.locator(told, has_text=LONGEST).first.is_visible()
    assert wrongs(page) == {}


def test_where_a_guest_is_greeted_and_a_seat_is_taken_along(browser: Browser, laid: Laid) -> None:
    _, [(table, key)] = laid.places["links"]
    context = browser.new_context(bypass_csp=True)
    context.add_cookies([{"name": "guest", "value": f"bauta.{LONGEST}", "url": laid.address}])
    page = context.new_page()
    for path in ("/", f"/keys/{table}.{key}"):
        page.goto(laid.address + path)
        assert page.locator("h1", has_text=LONGEST).is_visible()
        assert wrongs(page) == {}
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_of_a_match(game: str, laid: Laid, sit: Sit) -> None:
    page = sit(axe=True)
    laid.go(page, f"{game}, end")
    winner, wins, _ = laid.scene(f"{game}, end")["prompt"].partition(" wins ")
    assert wins
    page.evaluate(RENAME, [winner, LONGEST])
    assert page.locator("#table [data-letters]", has_text=LONGEST).count()
    assert wrongs(page) == {}
