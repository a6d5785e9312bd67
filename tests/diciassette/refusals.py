"""Possible positions, and the sentence that refuses an impossible one."""

import copy
from typing import Any

import pytest

import ridotto
from tests.diciassette.table import ANY_HANDS, Snapshot, call, call_window, game, position


def refusal(snapshot: Snapshot, **changes: Any) -> str:
    """The sentence with which a changed snapshot is refused."""
    with pytest.raises(ridotto.RidottoError) as refused:
        game.load({**snapshot, **changes})
    assert isinstance(refused.value, ridotto.BadSnapshot | ridotto.BadOption)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def in_seat(snapshot: Snapshot, seat: int, **changes: Any) -> Snapshot:
    """The snapshot with one seat changed."""
    seats = copy.deepcopy(snapshot["seats"])
    seats[seat] |= changes
    return {**snapshot, "seats": seats}


def turn_snapshot(**given: Any) -> Snapshot:
    """Seat 0 is to play."""
    return position(*ANY_HANDS[:3], **{"row": "1:4/4 2:3-", **given})


def call_snapshot(**given: Any) -> Snapshot:
    """A call window after the turn of seat 2."""
    return position(*ANY_HANDS[:3], **{"row": "1:4/4 2:3-", "phase": "call", "turn": 2, **given})


def over_snapshot() -> Snapshot:
    """Seat 2 has won: seat 0 has called 15 against it."""
    state = call_window(3, row="0:5/5 1:5/5 2:5/5", tokens={2: (2, 0)})
    call(state, 0)
    assert state.over
    shown: Snapshot = state.snapshot()
    return shown
