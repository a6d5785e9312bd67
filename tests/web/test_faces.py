"""The faces of the games: at any moment, whatever can be decided is decided on a thing that lies there."""

import re
from collections import Counter

import pytest

import ridotto
from ridotto.house.tables import commands
from ridotto.web.http.assets import assets
from ridotto.web.tables import table_pages
from ridotto.web.tables.template_context import Onlooker, marked
from ridotto.words import LANGUAGES, Translator
from tests.house.logs import NAMES, Log
from tests.playing import Choices, some_options
from tests.web.reading import Page

GAMES = [game.slug for game in ridotto.games()]
EVERY = 25  # pages take their time
# What is done with no thing at all.
BUTTONS = {
    "diciassette": {"pass", "call"},
    "venezia": {"stop"},
    "venezia2099": {"stay", "no purchase", "let drown"},
    "venti": {"replace", "end turn", "done"},
    "verhext": {"no potion", "keep zero"},
}


def some_moments(slug, players, seed):
    """A random match by random variants, now and then, and its end."""
    choice = Choices(seed)
    log = Log(seed, game=slug, players=players, options=some_options(ridotto.game(slug), players, choice)).begin()
    for n in range(100_000):
        if log.table.phase == "over":
            break
        if n % EVERY == 0:
            yield log.table
        log.step(choice)
    yield log.table


def page_of(table, viewer, language="en"):
    html = table_pages.at_table(table, Onlooker(viewer, (viewer,) if viewer >= 0 else ()), Translator(language))
    return Page(html)


def reached(page):
    """The ids on a page, and the moves that elements stand for."""
    return set(page.ids), {given["data-move"] for _, given in page.elements if "data-move" in given}


def test_names_are_marked_in_words_and_not_in_their_signs():
    about, html = marked("Anna & 39: l'ultima <carta>, Ann", ("39", "amp", "Ann", "Anna"))
    assert about == 3
    assert html == (
        '<b class="seat-name" data-seat="4">Anna</b> &amp; <b class="seat-name" data-seat="1">39</b>'
        ': l&#39;ultima &lt;carta&gt;, <b class="seat-name" data-seat="3">Ann</b>'
    )


def test_a_name_that_begins_like_another_is_marked_as_a_whole():
    about, html = marked("Anna Maria deals", ("Anna", "Anna Maria"))
    assert (about, html) == (1, '<b class="seat-name" data-seat="2">Anna Maria</b> deals')


def test_what_is_a_name_at_one_table_is_a_mere_word_at_another(monkeypatch):
    for name in ("Ben", "Round"):
        monkeypatch.setattr("tests.house.logs.NAMES", ("Anna", name, "Cleo"))
        html = table_pages.at_table(
            Log(8, game="verhext", players=3).begin().table, Onlooker(0, (0,)), Translator("en")
        )
        assert ('<b class="seat-name" data-seat="2">Round</b> 1: ' in html) is (name == "Round")


def test_what_there_is_no_way_back_from_is_asked_about_first():
    asked = 0
    for table in some_moments("verhext", 4, 6):
        for seat in table.playing.state.actors():
            questions = {
                action.move: Translator("en").say(action.confirm, table.names)
                for action in table.sight(seat).scene.actions
                if action.confirm
            }
            listed = [given for _, given in page_of(table, seat).elements if "data-take" in given]
            assert {given["value"]: given["data-confirm"] for given in listed if "data-confirm" in given} == questions
            asked += len(questions)
    assert asked


@pytest.mark.parametrize("slug", GAMES)
class TestFaces:
    @pytest.mark.slow
    def test_every_decision_is_made_on_a_thing_that_lies_there(self, slug):
        for players in ridotto.game(slug).players:
            for table in some_moments(slug, players, players):
                for seat in table.playing.state.actors():
                    actions = table.sight(seat).scene.actions
                    ways = Counter((action.take, action.put) for action in actions if action.take)
                    assert [way for way, times in ways.items() if times > 1] == []
                    ids, moves = reached(page_of(table, seat))
                    for action in actions:
                        assert action.take is None or action.take in ids, (action.take, action.move)
                        assert action.put is None or action.put in ids, (action.put, action.move)
                        assert action.take or action.move in moves or action.move in BUTTONS[slug]

    def test_the_same_match_of_other_people_is_told_with_their_names(self, slug, monkeypatch):
        """What is told once is told again only to those who would be told the same."""
        others = ("Gino", "Hans", "Ida", "Jana", "Kuno", "Lea")
        for names, strangers in ((NAMES, others), (others, NAMES)):
            monkeypatch.setattr("tests.house.logs.NAMES", names)
            choice, log = Choices(8), Log(8, game=slug).begin()
            for _ in range(30):
                if log.table.phase == "running":
                    log.step(choice)
            html = table_pages.at_table(log.table, Onlooker(0, (0,)), Translator("en"))
            assert names[0] in html
            assert [name for name in strangers if re.search(rf"\b{name}\b", html)] == []

    @pytest.mark.slow
    def test_everybody_has_a_page_in_every_language(self, slug):
        """`Page` sees to it that it is well formed, that no id is there twice, and that no style or script is in it."""
        languages = list(LANGUAGES)
        for players in ridotto.game(slug).players:
            for n, table in enumerate(some_moments(slug, players, 10 + players)):
                if n % 3 == 0 or table.phase == "over":
                    page_of(table, n % (players + 1) - 1, languages[n % 3])

    @pytest.mark.slow
    def test_drawings_are_there(self, slug):
        """Whatever a page draws is in the file it draws from."""
        for table in some_moments(slug, ridotto.game(slug).usual, 5):
            for tag, given in page_of(table, 0).elements:
                if tag == "use":
                    file, _, id = given["href"].partition("#")
                    name = file.removeprefix("/static/").partition("?")[0]
                    assert f'id="{id}"'.encode() in assets()[name].data, given["href"]

    def test_a_match_that_was_broken_off_stays_as_it_was(self, slug):
        players = ridotto.game(slug).usual
        for seed in range(3):
            choice = Choices(seed)
            log = Log(seed, game=slug, players=players).begin()
            for _ in range(4 * seed):
                log.step(choice)
            for seat in range(players):
                log.do(commands.abandon, seat, True)
            assert log.table.phase == "over"
            for viewer in (-1, 0):
                page = page_of(log.table, viewer)
                assert "ending" in page.ids
                assert page.buttons("deed") == []
