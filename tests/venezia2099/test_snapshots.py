"""Snapshots: exact round trips, and what may be left out or reordered."""

import copy
import json
import pickle

import pytest

from tests.at_the_table import do
from tests.playing import Choices, some_options
from tests.venezia2099.table import game, position, table, turn


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("gondolas", ["instead", "extra"])
def test_every_position_of_a_game_is_given_back_exactly(players, gondolas):
    for seed in range(2):
        choice = Choices(seed)
        options = some_options(game, players, choice) | {"gondola_move": gondolas}
        state = game.start(players=players, seed=seed, **options)
        while True:
            shown = json.loads(json.dumps(state.snapshot()))
            assert game.load(shown) == state
            assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
            if state.over:
                break
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])


def every_phase():
    """One position of each phase, by its name."""
    start = table(hands={0: "red 3"}, pawns={0: "d1 a7 b7", 2: "b4 c7 d7"}, gondola_move="extra")
    found = {"placement": game.start(players=4, seed=3), "move": start.copy()}
    for moves, phase in (
        (["walk 1"], "walk"),
        (["gondola 1"], "ride"),
        (["stay"], "buy"),
        (["stay", "buy 1"], "prophecy"),
        (["stay", "buy 1", "red 3"], "rescue"),
    ):
        found[phase] = start.copy()
        do(found[phase], *moves)
    found["over"] = table(turns=35, hands={3: "green X"})
    turn(found["over"], "green X")
    return found


@pytest.mark.parametrize("phase", ["placement", "move", "walk", "ride", "buy", "prophecy", "rescue", "over"])
def test_every_phase_has_its_name_and_comes_back(phase):
    state = every_phase()[phase]
    assert state.snapshot()["phase"] == phase
    assert game.load(state.snapshot()) == state


def test_a_position_in_full():
    state = table(hands={0: "red 3"}, pawns={0: "d1 a7 b7", 2: "b4 c7 d7"}, gondola_move="extra")
    do(state, "walk 1", "d2", "stay", "buy 1", "red 3")
    shown = state.snapshot()
    assert list(shown) == [
        "game", "rules", "players", "options", "unused", "board", "first", "phase", "turn", "player", "pawn", "walked",
        "played", "coins_on", "seats", "set_aside", "generator",
    ]  # fmt: skip
    assert (shown["game"], shown["rules"], shown["players"], shown["unused"]) == ("venezia2099", 1, 4, None)
    assert (shown["phase"], shown["turn"], shown["player"], shown["pawn"]) == ("rescue", 0, 2, 1)
    assert (shown["played"], shown["coins_on"], shown["walked"]) == (["red 3"], {"d2": 1}, False)
    assert shown["seats"][0] | {"hand": []} == {
        "pawns": ["d2", "a7", "b7"], "gondolas": 2, "coins": 9, "treasures": {"brown": 1}, "hand": [],
    }  # fmt: skip
    assert shown["seats"][2]["pawns"] == ["b4", "c7", "d7"]


def test_what_follows_from_the_rest_may_be_left_out():
    full = table(hands={0: "red 3"}).snapshot()
    short = {key: full[key] for key in ("players", "board", "first", "phase", "turn", "played")}
    short["seats"] = [{"pawns": seat["pawns"], "hand": seat["hand"]} for seat in full["seats"]]
    given = game.load(short, seed=7).snapshot()
    assert {**given, "generator": None} == {**full, "generator": None}
    assert given["generator"] == {"key": "07" + "00" * 31, "drawn": 0}


def test_a_start_without_pawns_and_played_cards():
    full = game.start(players=3, seed=4).snapshot()
    short = {key: full[key] for key in ("players", "board", "first", "phase", "turn")}
    short["seats"] = [{"hand": seat["hand"]} for seat in full["seats"]]
    assert {**game.load(short).snapshot(), "generator": None} == {**full, "generator": None}


def test_cards_may_be_listed_in_any_order_but_played_ones():
    state = table(played="red 3, azure 3")
    shown = state.snapshot()
    for seat in shown["seats"]:
        seat["hand"].reverse()
    shown["set_aside"].reverse()
    assert game.load(shown) == state
    assert game.load(shown | {"played": ["azure 3", "red 3"]}) != state


def test_a_walk_is_remembered_where_it_matters():
    state = table(pawns={0: "d1 a7 b7"}, gondola_move="extra")
    do(state, "walk 1", "d2")
    assert state.snapshot()["walked"] is True
    assert game.load(state.snapshot()) == state
    do(state, "gondola 1")
    assert game.load(state.snapshot()) == state
    assert state.snapshot()["walked"] is True
    do(state, "h8")
    assert game.load(state.snapshot()) == state


def test_a_rescue_in_the_turn_of_another_comes_back_with_both_seats():
    state = table(hands={1: "red 3"}, turns=1, pawns={3: "b4 a1 c2"}, first=0)
    turn(state, "red 3")
    twin = game.load(state.snapshot())
    assert twin == state
    assert twin.actors() == [3]
    do(twin, "let drown")
    assert twin.actor() == 2


def test_equal_positions_are_equal_states_whatever_way_they_came():
    """Two orders of the same walks, and a way there and back, in a game of two: nothing is left behind."""
    one, two = (table(2, pawns={0: "a1 f6 d6"}, turns=0) for _ in range(2))
    for state, first, second in ((one, "walk 1", "walk 2"), (two, "walk 2", "walk 1")):
        for move in (first, second):
            do(state, move, "b1" if move == "walk 1" else "e6", "no purchase")
            do(state, min(card for card in shown_hand(state)))
            if state.actor() == 1:
                do(state, "stay", "no purchase")
                do(state, min(card for card in shown_hand(state)))
    assert one == two


def shown_hand(state):
    """The cards that may be played."""
    return [game.text(move) for move in state.moves(state.actor())]


def test_without_a_generator_the_seed_serves():
    shown = position()
    assert game.load(shown, seed=3) == game.load(shown, seed=3)
    assert game.load(shown).snapshot()["generator"] != game.load(shown).snapshot()["generator"]
