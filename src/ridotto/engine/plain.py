"""PlainState: rules in ordinary Python, for toys and first drafts.

Compiled rules write C methods, which classes of ordinary Python cannot override. A class derived from PlainState writes
Python ones, with any attributes it likes, and the engine calls them across this bridge: slow, and otherwise the same.

    compiled rules                      plain rules
    pending()                           waiting() -> seats
    legal(seat, moves)                  choices(seat) -> moves
    apply(seat, move)                   carry_out(seat, move)
    seen(seat, move, viewer)            looks(seat, move, viewer) -> code
    deal_unseen(viewer, rng, recall)    imagine(viewer, rng, recall); a new key is taken after it
    score(seat), merit(seat)            points(seat), rank(seat)
    note(...), seal(...), below(n)      tell(...), final(seats), roll(n)
    shuffle(cards, ...)                 mix(cards) -> a shuffled list
"""

import copy
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import cython

if not cython.compiled:
    from ridotto.engine.chance import lowest
    from ridotto.engine.state import CAPACITY, Moves, State

if TYPE_CHECKING:
    from ridotto.engine.rng import Rng


class PlainState(State):
    """A state whose rules are ordinary Python."""

    def __init__(self):
        State.__init__(self)
        self.failed = None

    # What plain rules write

    def waiting(self) -> Iterable[int]:
        """The seats that owe a decision now."""
        return ()

    def choices(self, seat: int) -> Iterable[int]:
        """The legal moves of such a seat."""
        return ()

    def carry_out(self, seat: int, move: int) -> None:
        """Plays a legal move up to the next decision."""

    def looks(self, seat: int, move: int, viewer: int) -> int:
        """What `viewer` will see of this move."""
        return move

    def imagine(self, viewer: int, rng: "Rng", recall: bool) -> None:
        """Replaces all that `viewer` cannot know."""

    def points(self, seat: int) -> int:
        return 0

    def rank(self, seat: int) -> int:
        return self.points(seat)

    def fields(self) -> dict[str, Any]:
        """All attributes, for a copy that shares nothing."""
        return copy.deepcopy(_attributes(self))

    # What plain rules call

    def tell(self, audience: int, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        self.note(audience, kind, a, b, c)

    def final(self, seats: int) -> None:
        self.seal(seats)

    def roll(self, n: int) -> int:
        return self.below(n)

    def mix(self, cards: Sequence[int]) -> list[int]:
        mixed = list(cards)
        for i in range(len(mixed) - 1):
            j = i + self.below(len(mixed) - i)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    # The bridge

    def actor(self) -> int:
        self.pending()
        self.failure()
        return self.player

    @property
    def over(self) -> bool:
        return self.actor() < 0

    def pending(self):
        """Also says whom to ask next: plain rules do not keep `player` themselves."""
        self.player = -1
        if self.failed is not None:
            return 0  # nobody is asked by rules that have failed, so that every loop ends
        try:
            seats = 0
            for seat in self.waiting():
                seats |= 1 << seat
            if seats:
                self.player = lowest(seats)
            return seats
        except BaseException as error:
            self.fail(error)
            return 0

    def legal(self, seat, moves):
        try:
            for move in self.choices(seat):
                if not 0 <= move < CAPACITY:
                    raise ValueError(f"move {move} is not between 0 and {CAPACITY - 1}")
                moves.add(move)
        except BaseException as error:
            self.fail(error)

    def apply(self, seat, move):
        try:
            if self.failed is None:
                self.carry_out(seat, move)
        except BaseException as error:
            self.fail(error)
        self.pending()

    def seen(self, seat, move, viewer):
        try:
            return self.looks(seat, move, viewer)
        except BaseException as error:
            self.fail(error)
            return move

    def deal_unseen(self, viewer, rng, recall):
        try:
            self.imagine(viewer, rng, recall)
        except BaseException as error:
            self.fail(error)
        self.rekey(rng)

    def score(self, seat):
        try:
            return self.points(seat)
        except BaseException as error:
            self.fail(error)
            return 0

    def ranking_key(self, seat):
        try:
            return self.rank(seat)
        except BaseException as error:
            self.fail(error)
            return 0

    def scratch(self):
        return Moves()  # choices() may ask for the moves of another state

    def fail(self, error):
        """Keeps what went wrong, Ctrl-C included, until somebody can be told: the engine's inner loops cannot raise."""
        self.failed = error

    def failure(self):
        if self.failed is not None:
            error = self.failed
            self.failed = None
            raise error

    def copy_from(self, other):
        try:
            self.seats = other.seats
            self.keyed(other.key_bytes())
            self.wind(other.drawn())
            vars(self).update(other.fields())
        except BaseException as error:
            self.fail(error)
        self.pending()

    def same(self, other):
        try:
            return _position(self) == _position(other)
        except BaseException as error:
            self.fail(error)
            return False

    def __reduce__(self):
        return _restored, (type(self), self.seats, self.key_bytes(), self.drawn(), self.fields())


def _attributes(state):
    if cython.compiled:
        return vars(state)
    engine = {"notes", "key", "counter", "words", "left", "seats", "player", "failed"}
    return {name: value for name, value in vars(state).items() if name not in engine}


def _position(state):
    return state.seats, state.key_bytes(), state.drawn(), _attributes(state)


def _restored(kind, seats, key, drawn, fields):
    state = kind.blank()
    state.sit(seats)
    state.keyed(key)
    state.wind(drawn)
    vars(state).update(fields)
    return state
