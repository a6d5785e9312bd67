"""Tokens, ends and last calls that cannot be, and what is no snapshot at all, are refused in one sentence."""

import copy

import pytest

from tests.diciassette.refusals import in_seat, over_snapshot, refusal, turn_snapshot
from tests.diciassette.table import call, call_window, game, row_of

# Tokens


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ((3, 0), "victory must be a number from 0 to 2"),
        ((-1, 0), "victory must be a number from 0 to 2"),
        ((0, 2), "penalty must be a number from 0 to 1"),
        ((True, 0), "victory must be a number"),
        ((0, "1"), "penalty must be a number"),
    ],
)
def test_tokens_that_nobody_can_hold(tokens, message):
    assert message in refusal(turn_snapshot(tokens={1: tokens}))


@pytest.mark.parametrize(("round", "tokens"), [(1, (1, 0)), (1, (0, 1)), (2, (2, 0))])
def test_more_tokens_than_the_rounds_could_give(round, tokens):
    assert "more tokens than" in refusal(turn_snapshot(round=round, tokens={1: tokens}))
    game.load(turn_snapshot(round=round + 1, tokens={1: tokens}))


# The end, and the last call


def test_a_game_that_is_not_over():
    shown = over_snapshot()
    assert "nobody has three victory tokens" in refusal(in_seat(shown, 2, victory=2))
    assert "No call against seat 0" in refusal(shown, turn=0, last=None, row=row_of("0:5/5 1:5/5 0:5/5"))
    assert "When the game is over, no card is due" in refusal(shown, due=1)
    assert "When the game is over, no card is due" in refusal(shown, double=True)


def test_tokens_that_no_call_can_have_left():
    """Seat 0 called wrongly: seat 2 has a token of it, seat 1 has nothing to do with it."""
    shown = over_snapshot()
    assert "No call against seat 2" in refusal(in_seat(shown, 1, victory=3))
    state = call_window(3, row="0:5/5 1:5/5 0:2 2:5/5", tokens={0: (2, 0)})
    call(state, 0)
    assert "No call against seat 2" in refusal(in_seat(state.snapshot(), 2, victory=3, penalty=0))


@pytest.mark.parametrize(
    ("last", "message"),
    [
        ({"caller": 1, "player": 1}, "Seat 1 cannot have called"),
        ({"caller": 3, "player": 1}, "caller must be a number from 0 to 2"),
        ({"player": 1}, "caller must be a number"),
        ({"caller": 1}, "player must be a number"),
        ({"caller": 1, "player": 2, "colour": "red"}, "unknown entry 'colour'"),
        ({"caller": 1, "player": 2, "row": row_of("0:5 1:5 2:5 0:5")}, "too many of 5"),
        ({"caller": 1, "player": 2, "row": row_of("5:5")}, "seat must be a number from 0 to 2"),
    ],
)
def test_a_last_call_that_cannot_have_been(last, message):
    assert message in refusal(turn_snapshot(), last=last)


def test_a_call_before_the_first_round_was_over():
    assert "Seat 1 cannot have called" in refusal(turn_snapshot(round=1), last={"caller": 1, "player": 2, "row": []})


def test_after_the_end_the_last_row_still_lies_there():
    shown = over_snapshot()
    assert "its row still lies there" in refusal(shown, last={**shown["last"], "row": row_of("0:5/5")})
    assert "its row still lies there" in refusal(shown, last={**shown["last"], "player": 1})


# The form


@pytest.mark.parametrize("key", ["players", "round", "phase", "turn", "seats", "pile"])
def test_what_must_be_there(key):
    shown = turn_snapshot()
    del shown[key]
    assert repr(key) in refusal(shown)


def test_unknown_entries():
    assert "'colour'" in refusal(turn_snapshot(), colour="pink")
    assert "'colour'" in refusal(in_seat(turn_snapshot(), 1, colour="pink"))


def test_options_and_players_that_do_not_exist():
    assert "2 to 6" in refusal(turn_snapshot(), players=7)
    assert "There are 3 seats for 4 players" in refusal(turn_snapshot(), players=4)
    assert "sequential, batch" in refusal(turn_snapshot(), options={"settlement": "none"})


def test_a_refused_snapshot_is_left_as_it_was():
    shown = turn_snapshot()
    before = copy.deepcopy(shown)
    refusal(shown, due=0)
    assert shown == before
