"""Every screen, from small phones to large walls, upright and sideways: what is asked, what is held and what can be
done are seen without scrolling, in all games, whatever is asked, and during second steps."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import ridotto
from tests.browser.laid import Laid, Sit
from tests.browser.moments_house import GUESTS
from tests.browser.people import READY, Action, House, Person
from tests.web.serving import Served

pytestmark = pytest.mark.slow

PHONES = ((320, 568), (360, 740), (390, 844), (667, 375), (844, 390))
TABLETS = ((768, 1024), (1024, 768))
ZOOMED, LAPTOP, LARGE, WALL = (720, 450), (1366, 768), (1920, 1080), (2560, 1440)  # zoomed: a laptop at 200 %
SIZES = (*PHONES, *TABLETS, ZOOMED, LAPTOP, LARGE, WALL)
SMALL = (*PHONES, ZOOMED)
STRIP = 20  # pixels of a card in a fan that are left to tap
GAMES = [game.slug for game in ridotto.games()]
WRONGS = Path(__file__).parent / "screens.js"
# The table is there with its script: it says what can be done, or that all is over
THERE = "() => document.querySelector('#table .can, #table button[form=deed]:not(#moves *), #ending')"
# How wide the widest card of a hand or square of a board is, and what is wrong with the table
LOOK = """(how) => {
  const large = "#table .own .fan .card, #table .holds .card, #table .piazza .cell, #table .board .cell";
  const widths = [...document.querySelectorAll(large)].map(({ offsetWidth }) => offsetWidth);
  return [Math.max(0, ...widths), wrongs(how)];
}"""


class Moments:
    """The tables of a house that is played on, and somebody who sits at all of them with one browser."""

    def __init__(self, served: Served, listed: Path, browser: Browser) -> None:
        self.served = served
        self.places = json.loads(listed.read_text("utf-8"))
        self.person = Person(browser, House(served), way="touch")
        self.page = self.person.page
        self.page.add_init_script(path=WRONGS)
        for table, key, _ in self.places:
            self.person.context.request.post(f"{served.address}/keys/{table}.{key}", max_redirects=0)

    def of(self, game: str) -> Iterator[str]:
        """Plays a game on from moment to moment: which rule is asked about."""
        n = GAMES.index(game)
        table, _, moments = self.places[n]
        for moment in moments:
            self.page.goto("about:blank")  # nobody looks on while the match goes on
            self.served.forward(n)
            self.resize(LAPTOP)
            self.page.goto(f"{self.served.address}/tables/{table}?lang=de")  # its words are long
            self.page.wait_for_function(THERE)
            yield moment

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def look(self, moment: str) -> Iterator[tuple[tuple[int, int], int, list[str]]]:
        """At all sizes: how wide the widest card or square is, and what is wrong with what is seen.

        With a hint, where it has to be looked for whether there is room for it.
        """
        for size in SMALL if self.page.locator("#advice:not([hidden])").count() else SIZES:
            self.resize(size)
            widest, wrongs = self.page.evaluate(LOOK, {"least": STRIP, "people": GUESTS})
            yield size, widest, [f"{moment}, {size[0]}x{size[1]}: {wrong}" for wrong in wrongs]
        self.resize(LAPTOP)

    def steps(self, moment: str) -> Iterator[str]:
        """Shows the table as it is, with a hint, with something taken that is to be put somewhere, and with a question
        before it."""
        yield moment
        if self.page.locator("#hint").is_visible():
            self.page.tap("#hint")
            self.page.locator("#advice").wait_for()
            yield f"{moment}, hinted"
            self.page.tap("#advice-close")
        actions: list[Action] = self.page.evaluate(READY)["actions"]
        takes = {action["take"] for action in actions}
        put = next((action for action in actions if action["put"]), None)
        if put and not self.page.locator(".picked").count():  # the only thing there is to take is taken by itself
            self.person.tap(f'[id="{put["take"]}"]', takes)
            self.page.locator(f'[id="{put["take"]}"].picked').wait_for()
            yield f"{moment}, taken"
            self.page.keyboard.press("Escape")
        if sure := next((action for action in actions if action["asks"] and not action["put"]), None):
            button = f'button[value="{sure["move"]}"]:not(#moves *, #sure *)'
            self.person.tap(f'[id="{sure["take"]}"]' if sure["take"] else button, takes)
            self.page.locator("#sure[open]").wait_for()
            yield f"{moment}, asked"
            self.page.keyboard.press("Escape")


@pytest.fixture(scope="module")
def moments(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moments]:
    folder: Path = tmp_path_factory.mktemp("moments")
    arguments = (str(folder / "house.sqlite"), str(folder / "list"))
    with Served("tests.browser.moments_house", *arguments, log=folder / "log") as served:
        served.open()
        found = Moments(served, folder / "list", browser)
        yield found
        found.person.leave()
        assert found.person.complaints == []


@pytest.mark.parametrize("game", GAMES)
def test_every_screen_shows_what_can_be_done_and_large_ones_show_it_large(game: str, moments: Moments) -> None:
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
def looking(sit: Sit) -> Page:
    """The page of somebody who can tell what is wrong with a table; nobody else is given one with this locale."""
    page = sit(LAPTOP, locale="de")
    page.add_init_script(path=WRONGS)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_full_hand_shows_enough_of_every_card(game: str, laid: Laid, looking: Page) -> None:
    page = looking
    laid.go(page, f"{game}, start", lang="de")
    wrong: list[str] = []
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        wrong.extend(f"{wide}x{high}: {found}" for found in page.evaluate("(least) => crushed(least)", STRIP))
    assert wrong == []


def test_nothing_of_the_hall_is_cut_off_on_the_smallest_phone(moments: Moments) -> None:
    page = moments.page
    moments.resize(PHONES[0])
    for language in ("en", "de", "it"):
        page.goto(f"{moments.served.address}/?lang={language}")
        boxes = page.evaluate(
            "() => [...document.querySelectorAll('a, button, input')].map((one) => one.getBoundingClientRect().right)"
        )
        assert max(boxes) <= PHONES[0][0]
