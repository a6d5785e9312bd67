"""Every screen, from small phones to very large ones, in portrait and landscape: prompt, hand and moves are visible
without scrolling, in all games, for all kinds of questions, and during second steps."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import ridotto
from tests.browser.browser_players import READY, Action, House, Person
from tests.browser.prepared_tables import PageFactory, PreparedTables
from tests.browser.question_house import GUESTS
from tests.web.house_process import HouseProcess

pytestmark = pytest.mark.slow

PHONES = ((320, 568), (360, 740), (390, 844), (667, 375), (844, 390))
TABLETS = ((768, 1024), (1024, 768))
ZOOMED, LAPTOP, LARGE, WALL = (720, 450), (1366, 768), (1920, 1080), (2560, 1440)  # zoomed: a laptop at 200 %
SIZES = (*PHONES, *TABLETS, ZOOMED, LAPTOP, LARGE, WALL)
SMALL = (*PHONES, ZOOMED)
STRIP = 20  # visible pixels of a card in a fan
GAMES = [game.slug for game in ridotto.all_games()]
SCREEN_CHECKS = Path(__file__).parent / "screens.js"
# Whether the script has highlighted moves, or the match is over
THERE = "() => document.querySelector('#table .selectable, #table button[form=decision]:not(#moves *), #ending')"
# The width of the widest card in hand or square of a board, and what is wrong with the table
LOOK = """(how) => {
  const large = "#table #hand .card, #table .own .fan .card, #table .piazza .cell, #table .board .cell";
  const widths = [...document.querySelectorAll(large)].map(({ offsetWidth }) => offsetWidth);
  return [Math.max(0, ...widths), wrongs(how)];
}"""


class Moments:
    """The tables of `question_house`, and a player at all of them."""

    def __init__(self, served: HouseProcess, list_file: Path, browser: Browser) -> None:
        self.served = served
        self.places = json.loads(list_file.read_text("utf-8"))
        self.person = Person(browser, House(served), way="touch")
        self.page = self.person.page
        self.page.add_init_script(path=SCREEN_CHECKS)
        for table, key, _ in self.places:
            self.person.context.request.post(f"{served.address}/keys/{table}.{key}", max_redirects=0)

    def of(self, game: str) -> Iterator[str]:
        """Advances a game from moment to moment. Yields the rule of each question."""
        n = GAMES.index(game)
        table, _, moments = self.places[n]
        for moment in moments:
            self.page.goto("about:blank")  # no stream while the match advances
            self.served.forward(n)
            self.resize(LAPTOP)
            self.page.goto(f"{self.served.address}/tables/{table}?lang=de")  # long words
            self.page.wait_for_function(THERE)
            yield moment

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def look(self, moment: str) -> Iterator[tuple[tuple[int, int], int, list[str]]]:
        """At all screen sizes: the width of the widest card or square, and what is wrong.

        With a hint, where it has to be looked for whether there is room for it.
        """
        for size in SMALL if self.page.locator("#hint-card:not([hidden])").count() else SIZES:
            self.resize(size)
            widest, wrongs = self.page.evaluate(LOOK, {"least": STRIP, "people": GUESTS})
            yield size, widest, [f"{moment}, {size[0]}x{size[1]}: {wrong}" for wrong in wrongs]
        self.resize(LAPTOP)

    def steps(self, moment: str) -> Iterator[str]:
        """Shows the table as it is, with a hint, with a picked piece, and with a confirmation dialog."""
        yield moment
        if self.page.locator("#hint").is_visible():
            self.page.tap("#hint")
            self.page.locator("#hint-card").wait_for()
            yield f"{moment}, hinted"
            self.page.tap("#hint-close")
        actions: list[Action] = self.page.evaluate(READY)["actions"]
        takes = {action["take"] for action in actions}
        put = next((action for action in actions if action["put"]), None)
        if put and not self.page.locator(".picked").count():  # a single takeable piece is picked up automatically
            self.person.tap(f'[id="{put["take"]}"]', takes)
            self.page.locator(f'[id="{put["take"]}"].picked').wait_for()
            yield f"{moment}, taken"
            self.page.keyboard.press("Escape")
        if sure := next((action for action in actions if action["asks"] and not action["put"]), None):
            button = f'button[value="{sure["move"]}"]:not(#moves *, #confirm-dialog *)'
            self.person.tap(f'[id="{sure["take"]}"]' if sure["take"] else button, takes)
            self.page.locator("#confirm-dialog[open]").wait_for()
            yield f"{moment}, asked"
            self.page.keyboard.press("Escape")


@pytest.fixture(scope="module")
def moments(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moments]:
    folder: Path = tmp_path_factory.mktemp("moments")
    arguments = (str(folder / "house.sqlite"), str(folder / "list"))
    with HouseProcess("tests.browser.question_house", *arguments, log=folder / "log") as served:
        served.open()
        found = Moments(served, folder / "list", browser)
        yield found
        found.person.close()
        assert found.person.complaints == []


@pytest.mark.parametrize("game", GAMES)
def test_everything_necessary_is_visible_on_every_screen_and_larger_on_large_ones(game: str, moments: Moments) -> None:
    wrong: list[str] = []
    widest = dict.fromkeys(SIZES, 0)
    for moment in moments.of(game):
        for step in moments.steps(moment):
            for size, wide, found in moments.look(step):
                widest[size] = max(widest[size], wide)
                wrong.extend(found)
    assert wrong == []
    assert widest[LARGE] > 1.1 * widest[LAPTOP]
    assert widest[WALL] > 1.3 * widest[LARGE]


@pytest.fixture(scope="module")
def looking(open_page: PageFactory) -> Page:
    """A page with the checks of screens.js. No other test opens one with this locale."""
    page = open_page(LAPTOP, locale="de")
    page.add_init_script(path=SCREEN_CHECKS)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_enough_of_every_card_of_a_full_hand_is_visible(game: str, prepared: PreparedTables, looking: Page) -> None:
    page = looking
    prepared.go(page, f"{game}, start", lang="de")
    wrong: list[str] = []
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        wrong.extend(f"{wide}x{high}: {found}" for found in page.evaluate("(least) => crushed(least)", STRIP))
    assert wrong == []


def test_nothing_in_the_hall_is_cut_off_on_the_smallest_phone(moments: Moments) -> None:
    page = moments.page
    moments.resize(PHONES[0])
    for language in ("en", "de", "it"):
        page.goto(f"{moments.served.address}/?lang={language}")
        boxes = page.evaluate(
            "() => [...document.querySelectorAll('a, button, input')].map((one) => one.getBoundingClientRect().right)"
        )
        assert max(boxes) <= PHONES[0][0]
