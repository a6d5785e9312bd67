"""Guided tables on the web: one press opens one, and it explains one thing at a time to whoever plays there."""

import re
from html import unescape

import pytest

import ridotto
from ridotto.house.tables import new_table
from ridotto.web.tables import table_pages
from ridotto.web.tables.lesson_texts import guide_of
from ridotto.web.tables.template_context import Onlooker
from ridotto.words import LANGUAGES, Translator
from tests.house.guests import Party
from tests.house.logs import Log
from tests.playing import Choices
from tests.web.reading import Page

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.games()]


def presses(html, slug):
    """What the button of a first game sends from this page."""
    form = re.search(r'<form [^>]*method="post" action="/learn">(.*?)</form>', html, re.DOTALL)
    assert form
    assert f'name="game" value="{slug}"' in form[1]
    return {"game": slug, "id": re.findall(r'name="id" value="([\w-]+)"', form[1])[0]}


def coach(html):
    """The titles that stand on the card."""
    cards = re.findall(r'<section class="coach"([^>]*)>.*?<h2>(.*?)</h2>', html, re.DOTALL)
    return [unescape(title) for given, title in cards if "hidden" not in given]


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
    assert "data-lesson" not in answer.text


async def open_first_game(browser, slug="verhext"):
    answer = await browser.post("/learn", data={"game": slug, "id": "c" * 20}, follow_redirects=True)
    return answer, answer.url.path


async def test_a_card_is_put_away_by_a_form(browser, house):
    """Without a script, too: every card has a button that loads the page anew."""
    answer, path = await open_first_game(browser)
    seen = []
    while titles := coach(answer.text):
        seen += titles
        assert 'class="table verhext resting"' in answer.text
        assert "The table waits" in answer.text
        form = re.search(
            r'<form class="coach-acts" method="post" action="([^"]+)" data-reading>(.*?)</form>', answer.text
        )
        assert form
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
        answer = await browser.post(form[1], data=fields, follow_redirects=True)
        assert answer.status_code == 200
    assert seen[:2] == ["What it's about", "The trump card"]
    assert "resting" not in answer.text
    assert f"{len(seen)} of {len(ridotto.game('verhext').lessons)}" not in answer.text  # no card, no steps
    table = await house.table(path.rpartition("/")[2])
    assert len(table.teaching.learned[0]) == len(seen)
    assert answer.text.count('class="done"') == len(seen)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"lesson": "goal"}, 200, ""),
        ({"lesson": "chess"}, 422, "unknown-lesson"),
        ({"lesson": "x" * 41}, 400, "malformed"),
        ({}, 400, "malformed"),
        ({"lesson": ["goal"]}, 400, "malformed"),
        ({"lesson": "goal", "seat": 1}, 403, "not-yours"),
    ],
)
async def test_programs_say_what_was_read(visitor, body, status, code):
    opened = await visitor.done("/learn", {"game": "venti", "id": "d" * 20})
    [seat] = opened["seats"]
    answer = await visitor.having(seat["key"]).post(f"/tables/{opened['table']}/lessons", body)
    assert answer.status_code == status
    assert answer.json().get("error", {}).get("code", "") == code


@pytest.mark.parametrize(("ride", "said"), [("instead", "Instead of walking,"), ("extra", "Before or after walking,")])
async def test_lessons_follow_the_options_of_the_table(house, ride, said):
    party = await Party.open(house, game="venezia2099", guided=True, options={"gondola_move": ride})
    guide = guide_of(await party.begin(), 0, Translator("en"))
    assert guide is not None
    assert [lesson.text.startswith(said) for lesson in guide.lessons if lesson.id == "gondola"] == [True]


async def test_whoever_looks_on_is_told_why_nothing_happens(house):
    party = await Party.open(house, 1, game="verhext", players=3, bots={1: "novice", 2: "novice"}, guided=True)
    table = await party.begin()
    waits = "The table waits while Anna reads."
    assert table.frame().resting
    assert waits in table_pages.at_table(table, Onlooker(-1), Translator("en"))
    assert waits not in table_pages.at_table(table, Onlooker(0, (0,)), Translator("en"))
    await house.learn(party.id, [party.keys[0]], 0, "all")
    assert waits not in table_pages.at_table(await party.table(), Onlooker(-1), Translator("en"))


def test_a_rematch_is_an_ordinary_table():
    opened = new_table.NewTable(game="verhext", guided=True).opened("host")
    assert opened.guided
    assert not new_table.again("table", opened, []).guided


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
            html = table_pages.at_table(log.table, Onlooker(0, (0,)), Translator(languages[n % 3]))
            page = Page(html)
            lessons = log.table.sight(0).lessons
            assert len(coach(html)) == 1 if lessons else not coach(html)
            spots = {lesson.id: lesson.spot.format(me=0).split() for lesson in lessons if lesson.spot}
            missing = {id for id, spot in spots.items() if not set(spot).intersection(page.ids)}
            assert missing <= pointed  # what was there when it came up may be put away later
            pointed.update(spots)
            watching = table_pages.at_table(log.table, Onlooker(-1), Translator("en"))
            assert not coach(watching)
            assert "data-lesson" not in watching
        if over:
            break
        log.step(choice)
    assert game.lessons
