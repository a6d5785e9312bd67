"""Reactions: gestures shown to everybody at a table for a moment. They are in no log."""

from collections import deque
from typing import Literal, get_args

from msgspec import MsgspecError, Struct, json

from ridotto.engine.message import msg
from ridotto.house.refusals import Refused

Gesture = Literal["applause", "laughter", "thinking", "shock", "bow", "hurry"]

GESTURES: tuple[Gesture, ...] = get_args(Gesture)
COOLDOWN_SECONDS = 4.0  # between two gestures of a seat
MAX_GESTURES = 20  # of a seat within a period
PERIOD_SECONDS = 300.0
MAX_UNREAD = 12  # gestures kept for a viewer with a slow connection

encode = json.Encoder().encode


class Reaction(Struct, frozen=True):
    """A gesture of a seat."""

    seat: int
    gesture: Gesture


_decode = json.Decoder(Reaction).decode


def decode(text: str) -> Reaction | None:
    """A reaction from another process; None if a process of another version sent one that is unknown here."""
    try:
        return _decode(text)
    except MsgspecError:
        return None


class RecentReactions:
    """The recent gestures at one table: they limit the next ones."""

    def __init__(self) -> None:
        self._times: dict[int, deque[float]] = {}  # by seat

    def require_allowed(self, seat: int, now: float) -> None:
        """Refuses a gesture that comes too soon or is one too many."""
        times = self._times.get(seat)
        if not times:
            return
        if now - times[-1] < COOLDOWN_SECONDS:
            raise Refused("too-many", msg("One gesture at a time: wait a moment."))
        if len(times) == MAX_GESTURES and now - times[0] < PERIOD_SECONDS:
            raise Refused("too-many", msg("You've made {n} gestures: wait a few minutes.", n=MAX_GESTURES))

    def add(self, seat: int, now: float) -> None:
        self._times.setdefault(seat, deque(maxlen=MAX_GESTURES)).append(now)
