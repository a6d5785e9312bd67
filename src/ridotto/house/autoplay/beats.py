"""When the house shows what it decides for a seat: on beats, which everybody can foretell.

The first beat comes a fixed time after the seat was asked, as everybody saw it; whoever is late waits for the next.
All the thinking a step needs ends before its beat. So the time tells nothing of what was decided, not even whether
there was anything to decide.
"""

from math import ceil
from typing import TYPE_CHECKING, Protocol

from ridotto.engine.note import SPECTATOR, UNSEEN
from ridotto.house.tables.events import Tempo

if TYPE_CHECKING:
    from ridotto.engine.state import State

FURTHER = 0.35  # of the pace, for the further steps of a turn
MARGIN = 0.15  # of the pace: between the end of all thinking and the beat
HIDDEN = 0.5  # of the time there is, for each thought where others may follow before anybody sees anything
LEAST = 0.02  # seconds: the shortest thought
TEMPOS: dict[Tempo, float] = {"quick": 0.5, "normal": 1.0, "slow": 2.0}  # times the pace of the house


class Stopwatch(Protocol):
    def monotonic(self) -> float:
        """Seconds since some moment; it never runs backwards."""


class Beats:
    """The beats of one step of one seat, on the clock of this process."""

    def __init__(self, time: Stopwatch, asked: float, length: float, margin: float) -> None:
        self._time = time
        self._asked = asked  # by the monotonic clock
        self._length = length
        self._margin = margin

    def next(self) -> float:
        """Seconds until the next beat; none where the house keeps no pace."""
        return self._after(0.0)

    def thinking(self, share: float) -> float | None:
        """Seconds that a thought may take which begins now, of which all this step needs gets a share."""
        if not self._length:
            return None
        return max(LEAST, share * (self._after(LEAST) - self._margin))

    def _after(self, seconds: float) -> float:
        """How far away the first beat is that comes no sooner than that."""
        if not self._length:
            return 0.0
        passed = self._time.monotonic() - self._asked
        beats = max(1, ceil(round((passed + seconds) / self._length, 6)))
        return beats * self._length - passed


def noticed(state: "State", seat: int, move: int) -> bool:
    """Would others see anything of this move, or be told anything?"""
    others = [viewer for viewer in range(SPECTATOR, state.seats) if viewer != seat]
    if any(state.seen_by(viewer, seat, move) != UNSEEN for viewer in others):
        return True
    told = played(state, seat, move).told()
    return any(note.heard_by(viewer) for note in told for viewer in others)


def ends_step(state: "State", seat: int, move: int) -> bool:
    """Would others notice this move, or does the seat owe nothing more after it?"""
    return noticed(state, seat, move) or seat not in played(state, seat, move).actors()


def played(state: "State", seat: int, move: int) -> "State":
    """A copy of a state after a move; it has heard what was told."""
    after = state.copy()
    after.listen()
    after.play(seat, move)
    return after
