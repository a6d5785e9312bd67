"""Guided tables on the web: one button opens one, and it explains one thing at a time."""

import re
from html import unescape

import pytest

import ridotto
from ridotto.house.tables import new_table
from ridotto.translations import LANGUAGES, Translator
from ridotto.web.tables import table_pages
from ridotto.web.tables.lesson_texts import lesson_guide
from ridotto.web.tables.template_context import PersonAtTable
from tests.house.guests import Party
from tests.house.logs import Log
from tests.playing import Choices
from tests.web.html_page import Page

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.all_games()]


def first_game_form(html, slug):
    """The fields of the form that opens a first game."""
    form = re.search(r'<form [^>]*method="post" action="/learn">(.*?)</form>', html, re.DOTALL)
    assert form
    assert f'name="game" value="{slug}"' in form[1]
    return {"game": slug, "id": re.findall(r'name="id" value="([\w-]+)"', form[1])[0]}


def shown_lessons(html):
    """The titles of the lessons that are shown."""
    cards = re.findall(r'<section class="coach"([^>]*)>.*?<h2>(.*?)</h2>', html, re.DOTALL)
    return [unescape(title) for given, title in cards if "hidden" not in given]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("where", ["/", "/rules/{slug}"])
async def test_one_button_opens_a_guided_table(browser, house, slug, where):
    page = await browser.get(where.format(slug=slug))
    answer = await browser.post("/learn", data=first_game_form(page.text, slug), follow_redirects=True)
    assert answer.status_code == 200
    table = await house.table(str(answer.url).rpartition("/")[2])
    frame = table.info()
    assert (frame.game, frame.phase, frame.guided, frame.watch, frame.patience, frame.listed) == (
        slug,
        "running",
        True,
        "players",
        None,
        False,
    )
    assert [(chair.kind, chair.level) for chair in frame.chairs] == [("person", "")] + [("bot", "novice")] * (
        ridotto.game(slug).default_players - 1
    )
    assert len(shown_lessons(answer.text)) == 1
    assert "guided.js" in answer.text


async def test_sending_the_form_twice_opens_one_table(browser):
    form = first_game_form((await browser.get("/")).text, "verhext")
    first, second = [await browser.post("/learn", data=form) for _ in range(2)]
    assert first.headers["location"] == second.headers["location"]


async def test_other_tables_explain_nothing(browser, visitor):
    assert (await browser.post("/learn", data={"game": "chess", "id": "a" * 20})).status_code == 422
    order = {"game": "verhext", "id": "b" * 20, "start": "true", "chairs.0.who": "here", "chairs.0.mask": "bauta"}
    order |= {f"chairs.{seat}.who": "bot" for seat in (1, 2, 3)}
    answer = await browser.post("/tables", data=order, follow_redirects=True)
    assert 'id="table"' in answer.text
    assert "coach" not in answer.text
    assert "guided" not in answer.text
    assert "data-lesson" not in answer.text


async def open_first_game(browser, slug="verhext"):
    answer = await browser.post("/learn", data={"game": slug, "id": "c" * 20}, follow_redirects=True)
    return answer, answer.url.path


async def test_lessons_are_closed_by_a_form(browser, house):
    """Works without a script: each lesson has a button that reloads the page."""
    answer, path = await open_first_game(browser)
    seen = []
    while titles := shown_lessons(answer.text):
        seen += titles
        assert 'class="table verhext paused"' in answer.text
        assert "The table waits" in answer.text
        form = re.search(
            r'<form class="coach-actions" method="post" action="([^"]+)" data-reading>(.*?)</form>', answer.text
        )
        assert form
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
        answer = await browser.post(form[1], data=fields, follow_redirects=True)
        assert answer.status_code == 200
    assert seen[:2] == ["What it's about", "The trump card"]
    assert "resting" not in answer.text
    assert (
        f"{len(seen)} of {len(ridotto.game('verhext').lessons)}" not in answer.text
    )  # without a lesson there are no steps
    table = await house.table(path.rpartition("/")[2])
    assert len(table.lesson_progress.learned[0]) == len(seen)
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
async def test_programs_can_mark_lessons_as_read(visitor, body, status, code):
    opened = await visitor.post_json("/learn", {"game": "venti", "id": "d" * 20})
    [seat] = opened["seats"]
    answer = await visitor.with_keys(seat["key"]).post(f"/tables/{opened['table']}/lessons", body)
    assert answer.status_code == status
    assert answer.json().get("error", {}).get("code", "") == code


@pytest.mark.parametrize(
    ("gondola", "start"), [("instead", "Instead of walking,"), ("extra", "Before or after walking,")]
)
async def test_lessons_follow_the_options_of_the_table(house, gondola, start):
    party = await Party.open(house, game="venezia2099", guided=True, options={"gondola_move": gondola})
    guide = lesson_guide(await party.begin(), 0, Translator("en"))
    assert guide is not None
    assert [lesson.text.startswith(start) for lesson in guide.lessons if lesson.id == "gondola"] == [True]


async def test_spectators_see_why_the_table_waits(house):
    party = await Party.open(house, 1, game="verhext", players=3, bots={1: "novice", 2: "novice"}, guided=True)
    table = await party.begin()
    waits = "The table waits while Anna reads."
    assert table.info().resting
    assert waits in table_pages.table_part(table, PersonAtTable(-1), Translator("en")).html()
    assert waits not in table_pages.table_part(table, PersonAtTable(0, (0,)), Translator("en")).html()
    await house.mark_lesson_read(party.id, [party.keys[0]], 0, "all")
    assert waits not in table_pages.table_part(await party.table(), PersonAtTable(-1), Translator("en")).html()


def test_a_rematch_is_an_ordinary_table():
    opened = new_table.NewTable(game="verhext", guided=True).opening("host")
    assert opened.guided
    assert not new_table.rematch_opening("table", opened, []).guided


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_players_see_one_lesson_at_a_time_and_spectators_none(slug):
    """Everything that a lesson points at is on the table."""
    game, choice = ridotto.game(slug), Choices(4)
    log = Log(4, game=slug, guided=True).begin()
    languages = list(LANGUAGES)
    seen_targets: set[str] = set()
    for n in range(100_000):
        over = log.table.phase == "over"
        if n % 9 == 0 or over:
            html = table_pages.table_part(log.table, PersonAtTable(0, (0,)), Translator(languages[n % 3])).html()
            page = Page(html)
            lessons = log.table.player_view(0).lessons
            assert len(shown_lessons(html)) == 1 if lessons else not shown_lessons(html)
            spots = {lesson.id: lesson.target.format(me=0).split() for lesson in lessons if lesson.target}
            missing = {id for id, spot in spots.items() if not set(spot).intersection(page.ids)}
            assert missing <= seen_targets  # targets may disappear after the lesson has come up
            seen_targets.update(spots)
            watching = table_pages.table_part(log.table, PersonAtTable(-1), Translator("en")).html()
            assert not shown_lessons(watching)
            assert "data-lesson" not in watching
        if over:
            break
        log.step(choice)
    assert game.lessons
