"""Names of maximal length: never broken inside a word, and with a tooltip where they are cut off."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.prepared_tables import PageFactory, PreparedTables
from tests.browser.test_screens import GAMES, SCREEN_CHECKS

pytestmark = pytest.mark.slow

LONGEST = "Wolfeschlegelsteinhausen"  # the first seat of every table
SIZES = ((320, 568), (390, 844), (667, 375), (844, 390), (1366, 768), (2560, 1440))
# Gives the winner the longest name, with the attributes that the server would send
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
# Large type that is cut off without a tooltip, or wider than the screen
CURTAILED = """() => [...document.querySelectorAll("[data-letters]")].flatMap((one) => {
  const cut = one.scrollWidth > one.clientWidth + 1 && !one.title;
  const outside = one.checkVisibility() && one.getBoundingClientRect().right > innerWidth;
  return cut || outside ? [one.textContent] : [];
})"""


def wrongs(page: Page) -> dict[tuple[int, int], list[str]]:
    """The names that are broken or cut off, by screen size."""
    page.add_script_tag(path=SCREEN_CHECKS)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found[width, height] = page.evaluate("(people) => broken(people)", [LONGEST]) + page.evaluate(CURTAILED)
    return {size: wrong for size, wrong in found.items() if wrong}


@pytest.mark.parametrize(
    ("place", "more", "told"),
    [
        ("host", "", ".sit-status h2"),
        ("curtain", "?called=0", "h1"),
        ("links", "", ".seat-cards h2"),
        ("links", "/../people", ".seat-cards h2"),
        ("figures", "", ".seat-name"),
    ],
)
def test_pages_around_the_tables(
    place: str, more: str, told: str, prepared: PreparedTables, open_page: PageFactory
) -> None:
    page = open_page(axe=True)
    page.goto(f"{prepared.address}{prepared.places[place][0]}{more}")
    assert page.locator(told, has_text=LONGEST).first.is_visible()
    assert wrongs(page) == {}


def test_greeting_and_key_link_pages(browser: Browser, prepared: PreparedTables) -> None:
    _, [(table, key)] = prepared.places["links"]
    context = browser.new_context(bypass_csp=True)
    context.add_cookies([{"name": "guest", "value": f"bauta.{LONGEST}", "url": prepared.address}])
    page = context.new_page()
    for path in ("/", f"/keys/{table}.{key}"):
        page.goto(prepared.address + path)
        assert page.locator("h1", has_text=LONGEST).is_visible()
        assert wrongs(page) == {}
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_final_scoring(game: str, prepared: PreparedTables, open_page: PageFactory) -> None:
    page = open_page(axe=True)
    prepared.go(page, f"{game}, end")
    winner, wins, _ = prepared.scene(f"{game}, end")["prompt"].partition(" wins ")
    assert wins
    page.evaluate(RENAME, [winner, LONGEST])
    assert page.locator("#table [data-letters]", has_text=LONGEST).count()
    assert wrongs(page) == {}
