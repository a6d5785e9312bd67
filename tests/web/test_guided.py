"""Guided tables on the web: one press opens one, and it explains one thing at a time to whoever plays there."""

import re

import pytest

import ridotto
from ridotto.house import wish
from ridotto.web import pages
from ridotto.web.face import Onlooker
from ridotto.words import LANGUAGES, Translator
from tests.house.logs import Log
from tests.playing import Choices
from tests.web.reading import Page

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.games()]


def presses(html, slug):
    """What the button of a first game sends from this page."""
    form = re.search(r'<form class="learn" method="post" action="/learn">(.*?)</form>', html, re.DOTALL)
    assert form
    assert f'name="game" value="{slug}"' in form[1]
    return {"game": slug, "id": re.findall(r'name="id" value="([\w-]+)"', form[1])[0]}


def coach(html):
    """The titles that stand on the card."""
    cards = re.findall(r'<section class="coach"([^>]*)>.*?<h2>(.*?)</h2>', html, re.DOTALL)
    return [title for given, title in cards if "hidden" not in given]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("where", ["/", "/rules/{slug}"])
async def test_one_press_opens_a_guided_table(browser, house, slug, where):
    page = await browser.get(where.format(slug=slug))
    answer = await browser.post("/learn", data=presses(page.text, slug), follow_redirects=True)
    assert answer.status_code == 200
    table = await house.table(str(answer.url).rpartition("/")[2])
    frame = table.frame()
    assert (frame.game, frame.phase, frame.guided, frame.watch, frame.patience, frame.listed) == (
        slug,
        "running",
        True,
        "players",
        None,
        False,
    )
    assert [(chair.kind, chair.level) for chair in frame.chairs] == [("person", "")] + [("bot", "novice")] * (
        ridotto.game(slug).usual - 1
    )
    assert len(coach(answer.text)) == 1
    assert "guided.js" in answer.text


async def test_pressing_twice_opens_one_table(browser):
    wanted = presses((await browser.get("/")).text, "verhext")
    first, second = [await browser.post("/learn", data=wanted) for _ in range(2)]
    assert first.headers["location"] == second.headers["location"]


async def test_other_games_and_tables_explain_nothing(browser, visitor):
    assert (await browser.post("/learn", data={"game": "chess", "id": "a" * 20})).status_code == 422
    wishes = {"game": "verhext", "id": "b" * 20, "start": "true", "chairs.0.who": "here", "chairs.0.mask": "bauta"}
    wishes |= {f"chairs.{seat}.who": "bot" for seat in (1, 2, 3)}
    answer = await browser.post("/tables", data=wishes, follow_redirects=True)
    assert 'id="table"' in answer.text
    assert "coach" not in answer.text
    assert "guided" not in answer.text
    assert "data-lessons" not in answer.text


def test_a_rematch_is_an_ordinary_table():
    opened = wish.Wish(game="verhext", guided=True).opened("host")
    assert opened.guided
    assert not wish.again("table", opened, []).guided


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_players_are_told_one_thing_at_a_time_and_spectators_nothing(slug):
    """What a lesson points at lies on the table."""
    game, choice = ridotto.game(slug), Choices(4)
    log = Log(4, game=slug, guided=True).begin()
    languages = list(LANGUAGES)
    pointed: set[str] = set()
    for n in range(100_000):
        over = log.table.phase == "over"
        if n % 9 == 0 or over:
            html = pages.at_table(log.table, Onlooker(0, (0,)), Translator(languages[n % 3]))
            page = Page(html)
            lessons = log.table.lessons(0)
            assert len(coach(html)) == 1 if lessons else not coach(html)
            spots = {lesson.id: lesson.spot.format(me=0) for lesson in lessons if lesson.spot}
            missing = {id for id, spot in spots.items() if spot not in page.ids}
            assert missing <= pointed  # what was there when it came up may be put away later
            pointed.update(spots)
            watching = pages.at_table(log.table, Onlooker(-1), Translator("en"))
            assert not coach(watching)
            assert "data-lessons" not in watching
        if over:
            break
        log.step(choice)
    assert game.lessons
