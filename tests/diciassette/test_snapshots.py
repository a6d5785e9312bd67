"""Snapshots: exact round trips, and what may be left out."""

import copy
import json
import pickle
from random import Random

import pytest

import ridotto
from tests.at_the_table import do
from tests.diciassette.table import ANY_HANDS, all_in_row, answer, call, call_window, game, lay, position, row, table


def middle():
    """A call window in the third turn of a later round; two have answered."""
    state = table(
        "trash x2 5",
        "trap 4 5/5",
        "1/1 2 x2",
        "3/3 3/3 3",
        discards="1/1",
        trashed={2: "trap"},
        tokens={1: (2, 1)},
        last={"caller": 1, "player": 2, "row": []},
    )
    lay(state, "x2 up")
    do(state, "trap down", "4 up")
    answer(state, [(0, "pass"), (3, "call")])
    return state


def test_a_position_in_words():
    assert {
        key: value for key, value in middle().snapshot().items() if key not in ("options", "pile", "generator")
    } == {
        "game": "diciassette",
        "rules": 1,
        "players": 4,
        "round": 9,
        "turns": 2,
        "phase": "call",
        "turn": 1,
        "due": 0,
        "double": False,
        "direction": "clockwise",
        "seats": [
            {"victory": 0, "penalty": 0, "hand": ["1/1", "5", "trash"], "trashed": [], "answer": "pass"},
            {"victory": 2, "penalty": 1, "hand": ["1/1", "1/1", "5/5"], "trashed": [], "answer": None},
            {"victory": 0, "penalty": 0, "hand": ["1/1", "2", "x2"], "trashed": ["trap"], "answer": None},
            {"victory": 0, "penalty": 0, "hand": ["3/3", "3/3", "3"], "trashed": [], "answer": "call"},
        ],
        "row": [
            {"seat": 0, "card": "x2", "face": "up"},
            {"seat": 1, "card": "trap", "face": "down"},
            {"seat": 1, "card": "4", "face": "up"},
        ],
        "discards": ["1/1", "trash"],
        "last": {"caller": 1, "player": 2, "row": []},
    }


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("options", [{}, {"call_between_double": "true", "hand_backs_public": "false"}])
def test_every_position_of_a_game_is_given_back_exactly(players, options):
    chance = Random(players)
    state = game.start(players=players, seed=players, **options)
    while True:
        shown = json.loads(json.dumps(state.snapshot()))
        assert game.load(shown) == state
        assert game.load(shown).snapshot() == state.snapshot()
        assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
        if state.over:
            break
        seat = chance.choice(state.actors())
        state.play(seat, chance.choice(state.moves(seat)))


def test_open_answers_are_kept():
    state = middle()
    twin = game.load(state.snapshot())
    assert twin.actors() == [2]
    for one in (state, twin):
        one.play(2, game.parse("pass"))
    assert state == twin
    assert twin.snapshot()["last"]["caller"] == 3


def test_a_loaded_generator_shuffles_alike():
    state = all_in_row("5/5 4/4", "", "3 2", turn=2, phase="call")
    twin = game.load(state.snapshot())
    for one in (state, twin):
        call(one, 0)
    assert state == twin


def test_what_follows_from_the_rest_may_be_left_out():
    full = call_window(3, row="0:4/4 1:3- 2:5/5").snapshot()
    short = {key: full[key] for key in ("players", "round", "phase", "turn", "row", "pile")}
    short["seats"] = [{"hand": seat["hand"]} for seat in full["seats"]]
    given = game.load(short, seed=7).snapshot()
    assert {**given, "generator": None} == {**full, "generator": None}
    assert given["generator"] == {"key": "07" + "00" * 31, "drawn": 0}


def test_without_discards_all_cards_that_are_nowhere_else_are_discarded():
    state = table(*ANY_HANDS[:2], row="1:4/4", pile="trap 5/5")
    assert len(state.snapshot()["discards"]) == 70 - 6 - 1 - 2
    assert state.snapshot()["pile"] == ["trap", "5/5"]


def test_hands_and_discards_may_be_listed_in_any_order_but_pile_and_row_may_not():
    state = middle()
    shown = state.snapshot()
    mixed = copy.deepcopy(shown)
    for seat in mixed["seats"]:
        seat["hand"].reverse()
    assert game.load(mixed) == state
    assert game.load({**shown, "pile": shown["pile"][::-1]}) != state
    state = table(*ANY_HANDS[:2], row="1:4/4 0:5/5", pile="trap 5/5")
    shown = state.snapshot()
    assert game.load({**shown, "discards": shown["discards"][::-1]}) == state
    assert game.load({**shown, "row": shown["row"][::-1]}) != state


def test_without_a_generator_and_a_seed_nobody_can_foretell_the_next_shuffle():
    short = position(*ANY_HANDS[:3])
    assert game.load(short).snapshot()["generator"] != game.load(short).snapshot()["generator"]


def test_equal_positions_are_equal_states_whatever_the_way_to_them():
    """The same two cards drawn in another order, and answers given in another order."""
    one = table("1/1 2/2 4/4", *ANY_HANDS[1:3], row="2:x2", due=2, top="5 trap")
    do(one, "1/1 up", "4/4 up")
    other = table("1/1 2/2 4/4", *ANY_HANDS[1:3], row="2:x2", due=2, top="trap 5")
    do(other, "1/1 up", "4/4 up")
    assert one == other
    answer(one, [(2, "pass"), (1, "pass")])
    answer(other, [(1, "pass"), (2, "pass")])
    assert one == other


def test_nothing_of_a_round_that_is_over_is_left_in_the_state():
    """A state that was played is equal to one that was loaded, which had no past."""
    state = call_window(row="0:4/4 1:3- 2:5/5", turns=50, double=True)
    call(state, 0)
    assert game.load(state.snapshot()) == state
    state = all_in_row("5/5 4/4", "", "3 2", turn=2, phase="call")
    call(state, 0)
    assert game.load(state.snapshot()) == state


def test_finished_games_can_be_loaded():
    state = call_window(row="3:trap- 1:5/5 2:5/5 3:5/5 0:5/5", tokens={2: (2, 0), 3: (2, 1)})
    call(state, 2)
    assert game.load(state.snapshot()) == state
    assert game.load(state.snapshot()).places() == [4, 3, 1, 1]
    state = call_window(row="0:5/5 1:1/1", round=100)
    call(state, 2)
    assert game.load(state.snapshot()) == state
    assert row(state) == "0:5/5 1:1/1"


def test_copies_are_independent():
    state = middle()
    twin = state.copy()
    do(twin, "call")
    assert twin != state
    assert state == middle()
    assert ridotto.game("diciassette") is game
