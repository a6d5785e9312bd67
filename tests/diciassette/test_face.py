"""The table of 17 Diciassette as a page: nothing is there twice, and every decision has its place."""

import re
from types import SimpleNamespace
from typing import cast

import pytest

from ridotto.engine.view import View
from ridotto.house.tables.player_view import PlayerView
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_info import ChairInfo, MatchResult, TableInfo
from ridotto.translations import LANGUAGES, Translator
from ridotto.web.tables.table_pages import table_part
from ridotto.web.tables.template_context import PersonAtTable
from tests.diciassette.scenes import GAME, HANDS, NAMES, call_window, games, position, row_of, scene

OPTIONS = {"hand_backs_public": "false", "call_between_double": "true", "seen_cards_panel": "false"}
ROW = "0: 4/4 up, 1: trap down, 2: 5 down, 1: 5/5 up, 2: 3 up, 0: 2 up"


class FakeTable:
    """A table with a position, as pages need it."""

    id, event_count = "t", 0

    def __init__(self, state):
        self.state = state
        self.names = NAMES[: state.seats]
        self.opened = SimpleNamespace(guided=False)

    def public_view(self):
        return GAME.public_view(self.state)

    def player_view(self, viewer):
        public = self.public_view()
        own = None if viewer < 0 else GAME.own_scene(View(public, GAME.own_view(self.state, viewer)))
        return PlayerView(viewer, GAME.public_scene(public), own, (), False, "r")

    def info(self):
        state = self.state
        result = MatchResult(list(state.scores()), list(state.places())) if state.over else None
        chairs = [ChairInfo(seat, "person", name, "", "", False, False, False) for seat, name in enumerate(self.names)]
        return TableInfo(
            id=self.id, game="diciassette", title="17", rules=1, players=state.seats, options={},
            phase="over" if state.over else "running", listed=False, watch="anyone", clock=None, patience=None,
            hints=True, guided=False,
            chairs=chairs, chat=[], commitment="", seed="", result=result, rematch="",
        )  # fmt: skip


def page(state, viewer, language="en"):
    """What the browser of this viewer is sent."""
    person = PersonAtTable(viewer, (viewer,) if viewer >= 0 else ())
    return table_part(cast(Table, FakeTable(state)), person, Translator(language)).html()


def ids(html):
    return re.findall(r'\bid="([^"]*)"', html)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, OPTIONS], ids=["usual", "shielded"])
@pytest.mark.parametrize("players", GAME.players)
def test_every_decision_has_its_place_and_no_id_is_there_twice(players, options):
    languages = [*LANGUAGES] * 2
    for number, state in enumerate(games(players, range(1), **options)):
        if number % 4 == 0 or state.over or not state.turns_finished:
            for viewer in range(-1, players):
                html = page(state, viewer, languages[number % 3])
                named = ids(html)
                assert len(named) == len(set(named))
                assert all(action.take in named for action in scene(state, viewer).actions)
                assert " style=" not in html


def test_the_shout_is_there_for_whoever_may_call_and_dead_for_others():
    state = call_window(ROW, hands=HANDS)
    shouts = [
        re.findall(r'class="(call-button[^"]*)" id="answer.call"', page(state, viewer)) for viewer in range(-1, 4)
    ]
    assert shouts == [[], ["call-button"], ["call-button ready"], ["call-button ready"], ["call-button ready"]]


@pytest.mark.rule("diciassette.call.secret")
def test_an_answer_is_marked_for_its_seat_and_changes_nothing_for_others():
    state = call_window(ROW, hands=HANDS)
    before = [page(state, viewer) for viewer in (-1, 0, 1, 2)]
    state.play(3, GAME.parse("pass"))
    assert [page(state, viewer) for viewer in (-1, 0, 1, 2)] == before
    assert re.findall(r'class="([^"]*)" id="answer', page(state, 3)) == ["call-button", "btn pass given"]


def test_a_hidden_card_is_seen_through_by_its_owner_only():
    state = position("1: 5 down")
    assert [page(state, viewer).count('class="peek"') for viewer in (-1, 0, 1, 2)] == [0, 0, 1, 0]


def test_a_card_in_the_hand_says_what_it_means_when_it_is_not_one_s_turn():
    html = page(position("0: 4/4 up", turn=1), 0)
    assert 'data-move="5/5 up"' in html
    assert 'data-move="x2 down"' in html


def test_a_call_is_shouted_at_the_place_of_the_caller_and_the_total_runs_card_by_card():
    row = row_of("0: 4/4 up, 1: trap down, 2: 5 down, 1: 3 up")
    html = page(position("", last={"caller": 1, "player": 0, "row": row}, turns=0), 0)
    before, *after = html.split('class="called-shout"')
    assert len(after) == 1
    assert re.findall(r'id="plate-(\d)"', before)[-1] == "1"
    assert re.findall(r'<i data-nth="(\d)">(\d+)</i>', html) == [("0", "7"), ("1", "7")]
    assert '<span data-nth="2">12</span>' in html
    assert 'class="segment" data-value="5" data-nth="2"' in html


def test_whoever_asks_is_told_how_many_discards_nobody_has_seen():
    state = position(ROW, seats={1: {"trashed": ["trap"]}})
    assert re.search(r"<p>Discard pile: \d+, 1 of them unseen</p>", page(state, 0))
    assert "<p>Discard pile" not in page(position(ROW), 0)
