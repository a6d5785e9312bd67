"""The faces of the games: every action has its elements on the page, at any moment of a match."""

import re
from collections import Counter

import pytest

import ridotto
from ridotto.house.tables import commands
from ridotto.translations import LANGUAGES, Translator
from ridotto.web.http.assets import assets
from ridotto.web.tables import table_pages
from ridotto.web.tables.template_context import PersonAtTable, marked
from tests.house.logs import NAMES, Log
from tests.playing import Choices, some_options
from tests.web.html_page import Page

GAMES = [game.slug for game in ridotto.all_games()]
EVERY = 25  # decisions: pages are slow
# Moves with a button of their own, without a piece.
BUTTONS = {
    "diciassette": {"pass", "call"},
    "venezia": {"stop"},
    "venezia2099": {"stay", "no purchase", "let drown"},
    "venti": {"replace", "end turn", "done"},
    "verhext": {"no potion", "keep zero"},
}


def some_moments(slug, players, seed):
    """A random match with random options: every 25th position, and the end."""
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
    html = table_pages.table_part(
        table, PersonAtTable(viewer, (viewer,) if viewer >= 0 else ()), Translator(language)
    ).html()
    return Page(html)


def ids_and_moves(page):
    """The ids on a page, and the moves of its elements."""
    return set(page.ids), {given["data-move"] for _, given in page.elements if "data-move" in given}


def test_names_are_marked_in_texts_but_not_in_entities():
    about, html = marked("Anna & 39: l'ultima <carta>, Ann", ("39", "amp", "Ann", "Anna"))
    assert about == 3
    assert html == (
        '<b class="seat-name" data-seat="4">Anna</b> &amp; <b class="seat-name" data-seat="1">39</b>'
        ': l&#39;ultima &lt;carta&gt;, <b class="seat-name" data-seat="3">Ann</b>'
    )


def test_the_longest_name_is_marked():
    about, html = marked("Anna Maria deals", ("Anna", "Anna Maria"))
    assert (about, html) == (1, '<b class="seat-name" data-seat="2">Anna Maria</b> deals')


def test_names_of_another_table_are_not_marked(monkeypatch):
    for name in ("Ben", "Round"):
        monkeypatch.setattr("tests.house.logs.NAMES", ("Anna", name, "Cleo"))
        html = table_pages.table_part(
            Log(8, game="verhext", players=3).begin().table, PersonAtTable(0, (0,)), Translator("en")
        ).html()
        assert ('<b class="seat-name" data-seat="2">Round</b> 1: ' in html) is (name == "Round")


def test_irreversible_moves_need_confirmation():
    asked = 0
    for table in some_moments("verhext", 4, 6):
        for seat in table.started_match.state.actors():
            questions = {
                action.move: Translator("en").say(action.confirm, table.names)
                for action in table.player_view(seat).scene.actions
                if action.confirm
            }
            listed = [given for _, given in page_of(table, seat).elements if "data-take" in given]
            assert {given["value"]: given["data-confirm"] for given in listed if "data-confirm" in given} == questions
            asked += len(questions)
    assert asked


@pytest.mark.parametrize("slug", GAMES)
class TestFaces:
    @pytest.mark.slow
    def test_every_action_has_its_elements_on_the_page(self, slug):
        for players in ridotto.game(slug).players:
            for table in some_moments(slug, players, players):
                for seat in table.started_match.state.actors():
                    actions = table.player_view(seat).scene.actions
                    steps = Counter((action.take, action.put) for action in actions if action.take)
                    assert [step for step, times in steps.items() if times > 1] == []
                    ids, moves = ids_and_moves(page_of(table, seat))
                    for action in actions:
                        assert action.take is None or action.take in ids, (action.take, action.move)
                        assert action.put is None or action.put in ids, (action.put, action.move)
                        assert action.take or action.move in moves or action.move in BUTTONS[slug]

    def test_the_same_match_of_other_people_has_their_names(self, slug, monkeypatch):
        """Cached parts depend on the names."""
        others = ("Gino", "Hans", "Ida", "Jana", "Kuno", "Lea")
        for names, strangers in ((NAMES, others), (others, NAMES)):
            monkeypatch.setattr("tests.house.logs.NAMES", names)
            choice, log = Choices(8), Log(8, game=slug).begin()
            for _ in range(30):
                if log.table.phase == "running":
                    log.step(choice)
            html = table_pages.table_part(log.table, PersonAtTable(0, (0,)), Translator("en")).html()
            assert names[0] in html
            assert [name for name in strangers if re.search(rf"\b{name}\b", html)] == []

    @pytest.mark.slow
    def test_every_viewer_has_a_page_in_every_language(self, slug):
        """`Page` checks that it is well-formed, without duplicate ids, inline styles and scripts."""
        languages = list(LANGUAGES)
        for players in ridotto.game(slug).players:
            for n, table in enumerate(some_moments(slug, players, 10 + players)):
                if n % 3 == 0 or table.phase == "over":
                    page_of(table, n % (players + 1) - 1, languages[n % 3])

    @pytest.mark.slow
    def test_all_drawings_exist(self, slug):
        for table in some_moments(slug, ridotto.game(slug).default_players, 5):
            for tag, given in page_of(table, 0).elements:
                if tag == "use":
                    file, _, id = given["href"].partition("#")
                    name = file.removeprefix("/static/").partition("?")[0]
                    assert f'id="{id}"'.encode() in assets()[name].data, given["href"]

    def test_a_match_that_was_ended_early(self, slug):
        players = ridotto.game(slug).default_players
        for seed in range(3):
            choice = Choices(seed)
            log = Log(seed, game=slug, players=players).begin()
            for _ in range(4 * seed):
                log.step(choice)
            for seat in range(players):
                log.do(commands.propose_abandon, seat, True)
            assert log.table.phase == "over"
            for viewer in (-1, 0):
                page = page_of(log.table, viewer)
                assert "ending" in page.ids
                assert page.buttons("decision") == []
