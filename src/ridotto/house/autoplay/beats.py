"""When the house shows what it decides for a seat: on beats, which everybody can predict.

The first beat comes a fixed time after everybody saw that the seat was asked; a decision that is late waits for the
next beat. All thinking for a step ends before its beat. So timing reveals nothing about a decision, not even whether
there was anything to decide.
"""

from math import ceil
from typing import TYPE_CHECKING, Protocol

from ridotto.engine.note import SPECTATOR, UNSEEN
from ridotto.house.tables.events import Tempo

if TYPE_CHECKING:
    from ridotto.engine.state import State

# As parts of the time between beats
FURTHER_STEP_FACTOR = 0.35  # beats of the further steps of a turn
MARGIN_FACTOR = 0.15  # between the end of all thinking and the beat
TEMPO_FACTORS: dict[Tempo, float] = {"quick": 0.5, "normal": 1.0, "slow": 2.0}

HIDDEN_SHARE = 0.5  # of the remaining time, for a decision that hidden ones may follow before the beat
MIN_THINKING_SECONDS = 0.02


class Stopwatch(Protocol):
    def monotonic(self) -> float:
        """Seconds since some moment; never runs backwards."""


class Beats:
    """The beats of one step of one seat, by the clock of this process. All times are in seconds.

    `asked`: when the seat was asked. A `length` of 0 means that there are no beats.
    """

    def __init__(self, time: Stopwatch, asked: float, length: float, margin: float) -> None:
        self._time = time
        self._asked = asked
        self._length = length
        self._margin = margin

    def next(self) -> float:
        """Time until the next beat; 0 without beats."""
        return self._until_beat(0.0)

    def thinking(self, share: float) -> float | None:
        """Time for thinking that starts now, given its share of what the step needs; None without beats."""
        if not self._length:
            return None
        return max(MIN_THINKING_SECONDS, share * (self._until_beat(MIN_THINKING_SECONDS) - self._margin))

    def _until_beat(self, least: float) -> float:
        """Time until the first beat that is at least `least` seconds away."""
        if not self._length:
            return 0.0
        passed = self._time.monotonic() - self._asked
        beats = max(1, ceil(round((passed + least) / self._length, 6)))
        return beats * self._length - passed


def is_noticed(state: "State", seat: int, move: int) -> bool:
    """Would anybody else see something of this move, or be told something?"""
    others = [viewer for viewer in range(SPECTATOR, state.seats) if viewer != seat]
    if any(state.observed_by(viewer, seat, move) != UNSEEN for viewer in others):
        return True
    notes = after_move(state, seat, move).take_notes()
    return any(note.heard_by(viewer) for note in notes for viewer in others)


def ends_step(state: "State", seat: int, move: int) -> bool:
    """Would others notice this move, or does the seat owe no further decision after it?"""
    return is_noticed(state, seat, move) or seat not in after_move(state, seat, move).actors()


def after_move(state: "State", seat: int, move: int) -> "State":
    """A copy of the state after a move, with the notes of the move."""
    after = state.copy()
    after.listen()
    after.play(seat, move)
    return after
