"""PlainState: rules in ordinary Python, for toys and first drafts.

Compiled rules override C methods, which ordinary Python classes cannot do. A class derived from `PlainState` overrides
Python methods instead and may have any attributes. The engine calls it across this bridge: slow, otherwise the same.

    compiled rules                      plain rules
    pending()                           seats_to_act() -> seats
    legal(seat, moves)                  legal_moves(seat) -> moves
    apply(seat, move)                   carry_out(seat, move)
    observe(seat, move, viewer)         observation(seat, move, viewer) -> code
    deal_unseen(viewer, rng, recall)    redeal_unseen(viewer, rng, recall); the new key is taken after it
    score(seat), ranking_key(seat)      points(seat), ranking(seat)
    note(...), seal(...), below(n)      add_note(...), make_final(seats), roll(n)
    shuffle(cards, ...)                 shuffled(cards) -> a new list
"""

import copy
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import cython

if not cython.compiled:
    from ridotto.engine.chance import lowest
    from ridotto.engine.state import MAX_MOVES, Moves, State

if TYPE_CHECKING:
    from ridotto.engine.rng import Rng


class PlainState(State):
    """A state whose rules are ordinary Python."""

    def __init__(self):
        State.__init__(self)
        self.failed = None

    # Overridden by plain rules

    def seats_to_act(self) -> Iterable[int]:
        """The seats that owe a decision now."""
        return ()

    def legal_moves(self, seat: int) -> Iterable[int]:
        """The legal moves of a seat that owes a decision."""
        return ()

    def carry_out(self, seat: int, move: int) -> None:
        """Carry out a legal move up to the next decision."""

    def observation(self, seat: int, move: int, viewer: int) -> int:
        """What `viewer` sees of this move; see `State.observe`."""
        return move

    def redeal_unseen(self, viewer: int, rng: "Rng", recall: bool) -> None:
        """Replace everything that `viewer` cannot know; see `State.redeal`."""

    def points(self, seat: int) -> int:
        return 0

    def ranking(self, seat: int) -> int:
        """At the end of the game: the seat with the higher number ranks first."""
        return self.points(seat)

    def fields(self) -> dict[str, Any]:
        """All attributes of the rules, as a copy that shares nothing with this state."""
        return copy.deepcopy(_attributes(self))

    # Called by plain rules

    def add_note(self, audience: int, kind: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Tell an audience, seats as bits or `EVERYBODY`, what happens."""
        self.note(audience, kind, a, b, c)

    def make_final(self, seats: int) -> None:
        """Make the decisions of these seats, as bits, final."""
        self.seal(seats)

    def roll(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        return self.below(n)

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """The cards in random order."""
        mixed = list(cards)
        for i in range(len(mixed) - 1):
            j = i + self.below(len(mixed) - i)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    # The bridge

    def actor(self) -> int:
        self.pending()
        self.raise_failure()
        return self.player

    @property
    def over(self) -> bool:
        return self.actor() < 0

    def pending(self):
        """Also computes `player`, which plain rules do not maintain."""
        self.player = -1
        if self.failed is not None:
            return 0  # rules that have failed ask nobody, so every loop of the engine ends
        try:
            seats = 0
            for seat in self.seats_to_act():
                seats |= 1 << seat
            if seats:
                self.player = lowest(seats)
            return seats
        except BaseException as error:
            self.fail(error)
            return 0

    def legal(self, seat, moves):
        try:
            for move in self.legal_moves(seat):
                if not 0 <= move < MAX_MOVES:
                    raise ValueError(f"move {move} is not between 0 and {MAX_MOVES - 1}")
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

    def observe(self, seat, move, viewer):
        try:
            return self.observation(seat, move, viewer)
        except BaseException as error:
            self.fail(error)
            return move

    def deal_unseen(self, viewer, rng, recall):
        try:
            self.redeal_unseen(viewer, rng, recall)
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
            return self.ranking(seat)
        except BaseException as error:
            self.fail(error)
            return 0

    def scratch_moves(self):
        return Moves()  # legal_moves() may ask for the moves of another state

    def fail(self, error):
        """Keep an error, Ctrl-C included, until `raise_failure`: the engine's inner loops cannot raise."""
        self.failed = error

    def raise_failure(self):
        if self.failed is not None:
            error = self.failed
            self.failed = None
            raise error

    def copy_from(self, other):
        try:
            self.seats = other.seats
            self.set_key(other.key_bytes())
            self.seek(other.drawn())
            vars(self).update(other.fields())
        except BaseException as error:
            self.fail(error)
        self.pending()

    def equals(self, other):
        try:
            return _position(self) == _position(other)
        except BaseException as error:
            self.fail(error)
            return False

    def __reduce__(self):
        return _unpickled, (type(self), self.seats, self.key_bytes(), self.drawn(), self.fields())


def _attributes(state):
    if cython.compiled:
        return vars(state)
    engine = {"notes", "key", "counter", "words", "left", "seats", "player", "failed"}
    return {name: value for name, value in vars(state).items() if name not in engine}


def _position(state):
    return state.seats, state.key_bytes(), state.drawn(), _attributes(state)


def _unpickled(kind, seats, key, drawn, fields):
    state = kind.blank()
    state.set_seats(seats)
    state.set_key(key)
    state.seek(drawn)
    vars(state).update(fields)
    return state
