"""Reactions: gestures that everybody at a table sees for a moment. Nobody writes them down."""

from collections import deque
from typing import Literal, get_args

from msgspec import MsgspecError, Struct, json

from ridotto.engine.message import msg
from ridotto.house.refusals import Refused

Gesture = Literal["applause", "laughter", "thinking", "shock", "bow", "hurry"]

GESTURES: tuple[Gesture, ...] = get_args(Gesture)
PAUSE = 4.0  # seconds between two gestures of a seat
MOST = 20  # of a seat
WHILE = 300.0  # within so many seconds
UNREAD = 12  # that are kept for somebody whose connection is slow

encode = json.Encoder().encode


class Reaction(Struct, frozen=True):
    """A gesture of a seat."""

    seat: int
    gesture: Gesture


_decode = json.Decoder(Reaction).decode


def read(text: str) -> Reaction | None:
    """What another process has heard; one of another version may say what nobody here knows."""
    try:
        return _decode(text)
    except MsgspecError:
        return None


class Reactions:
    """The gestures of one table, so far as they limit the next."""

    def __init__(self) -> None:
        self._made: dict[int, deque[float]] = {}

    def demand(self, seat: int, now: float) -> None:
        """May this seat make one more gesture?"""
        made = self._made.get(seat)
        if not made:
            return
        if now - made[-1] < PAUSE:
            raise Refused("too-many", msg("One gesture at a time: wait a moment."))
        if len(made) == MOST and now - made[0] < WHILE:
            raise Refused("too-many", msg("You've made {n} gestures: wait a few minutes.", n=MOST))

    def note(self, seat: int, now: float) -> None:
        self._made.setdefault(seat, deque(maxlen=MOST)).append(now)
