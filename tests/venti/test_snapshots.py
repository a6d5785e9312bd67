"""Snapshots: exact round trips, and what may be left out or reordered."""

import copy
import json
import pickle

import pytest

from tests.at_the_table import do
from tests.playing import Choices, some_options
from tests.venti.refusals import refusal
from tests.venti.table import game, table

PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_position_of_a_game_is_given_back_exactly(players):
    for seed in range(3):
        choice = Choices(seed)
        options = some_options(game, players, choice) | {"max_rounds": "5"}
        state = game.start(players=players, seed=seed, **options)
        while True:
            assert game.load(json.loads(json.dumps(state.snapshot()))) == state
            assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
            if state.over:
                break
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])


def every_phase():
    """One position of each phase, by its name."""
    ten_cards = "5/0 5/1 5/2 5/3 5/4 5/5 6/0 6/1 6/2 6/3"
    paying = table("6/0 6/1 6/2", "", targets="0/7 2/11 3/11")
    blind = table("6/0 6/1", "", targets="0/0 2/11 3/11", frozen={1: 1}, options={"frozen_attempt": "blind_commit"})
    fined = table("", "", frozen={1: 0}, points={0: "1 1 2"})
    nine = table("6/0 6/1", "5/0", "", targets="0/0 2/11 3/11", points={0: "7/8 7/9 7/10", 2: "1"})
    last = table("", "", trigger=1, used=2, points={0: "2", 1: "4 4 4 4 4"}, frozen={2: 0})
    for state, moves, name in (
        (paying, [], "main"),
        (paying, ["fulfil 1"], "declare"),
        (paying, ["fulfil 1", "declare 6", "card 6 (1)"], "pay"),
        (blind, ["fulfil 1", "card 6 (1)"], "commit"),
        (fined, ["fulfil 1"], "penalty"),
        (nine, [*PAIR], "penalty"),
        (nine, [*PAIR, "lose 7 (3)"], "catch up"),
        (table(ten_cards, "", used=2), ["draw 1"], "hand limit"),
        (last, ["replace"], "penalty"),
        (last, ["replace", "lose 7 (2)"], "over"),
    ):
        after = state.copy()
        do(after, *moves)
        yield after, name


def test_every_phase_has_its_name_and_comes_back():
    found = set()
    for state, name in every_phase():
        assert state.snapshot()["phase"] == name
        assert game.load(state.snapshot()) == state
        found.add(name)
    assert found == {"main", "declare", "pay", "commit", "penalty", "catch up", "hand limit", "over"}


def test_a_position_in_full():
    state = table("6/0 6/1 j1", "", "", secret={1: "5/0"}, targets="0/7 2/11 3/11", frozen={2: 2}, extra={0: "7/4"})
    do(state, "fulfil 1", "declare 6", "card joker")
    shown = state.snapshot()
    assert list(shown) == [
        "game", "rules", "players", "options", "round", "starter", "turn", "phase", "actions", "centre", "targets",
        "seats", "pile", "pile_known", "discards", "payment", "penalty", "ten", "first_to_ten", "glimpse", "trigger",
        "final_queue", "generator",
    ]  # fmt: skip
    assert (shown["game"], shown["players"], shown["round"], shown["starter"]) == ("venti", 3, 1, 0)
    assert (shown["turn"], shown["phase"], shown["actions"]) == (0, "pay", {"used": 0, "limit": 4})
    assert shown["targets"][:2] == [{"card": "0/7", "frozen_by": None}, {"card": "2/11", "frozen_by": 2}]
    assert shown["seats"][0] == {
        "hand": ["6/0", "6/1", "joker 1"], "secret": [], "barred": [], "ruled_out": [], "points": [], "permanent": [],
        "extra": ["7/4"],
    }  # fmt: skip
    assert shown["seats"][1]["secret"] == ["5/0"]
    assert shown["payment"] == {"target": 1, "declared": [6], "paid": ["joker 1"]}
    assert (shown["pile_known"], shown["discards"], shown["final_queue"]) == (False, [], [])
    assert [shown[key] for key in ("penalty", "ten", "glimpse", "trigger")] == [None] * 4


def test_what_follows_from_the_rest_may_be_left_out():
    full = table("6/0", "", points={1: "7/4"}, pile="5/0 5/1").snapshot()
    short = {key: full[key] for key in ("players", "turn", "centre", "pile")}
    short["targets"] = [{"card": target["card"]} for target in full["targets"]]
    short["seats"] = [{"hand": ["6/0"]}, {"points": ["7/4"]}]
    given = game.load(short, seed=7).snapshot()
    assert {**given, "generator": None} == {**full, "generator": None}
    assert given["generator"] == {"key": "07" + "00" * 31, "drawn": 0}


def test_only_the_pile_has_an_order():
    state = table(
        "6/0 6/1", "", points={1: "7/4 7/5"}, permanent={1: "7/0 7/1"}, extra={0: "6/4 6/5"}, discards="5/0 5/1"
    )
    shown = state.snapshot()
    shown["discards"].reverse()
    for seat in shown["seats"]:
        for names in seat.values():
            names.reverse()
    assert game.load(shown) == state
    assert game.load(shown | {"pile": shown["pile"][::-1]}) != state


@pytest.mark.parametrize("missing", ["players", "turn", "centre", "targets", "seats", "pile"])
def test_what_must_be_there(missing):
    shown = table("", "").snapshot()
    del shown[missing]
    assert refusal(shown) == f"The snapshot lacks '{missing}'."


def test_a_loaded_game_goes_on_like_the_first():
    state = game.start(players=3, seed=11)
    twin, choice = game.load(state.snapshot()), Choices(4)
    for _ in range(200):
        moves = state.moves(state.actor())
        move = moves[choice.below(len(moves))]
        twin.play(state.actor(), move)
        state.play(state.actor(), move)
    assert twin == state
