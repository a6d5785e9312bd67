"""The state of a game: what the rules of every game write, and what everybody else calls.

A game derives one class from `State`, compiled, all of whose fields are C values and C arrays: the engine copies and
compares them as one block. Rules write the methods of the first part; Python calls those of the second, which check.
"""

from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import cython

from ridotto.engine.note import Note

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memcmp, memcpy
else:
    from ridotto.engine.chance import Dice, count, high, nth
    from ridotto.engine.note import EVERYBODY, Notes

    CAPACITY = 256

    def fill(state, seat, moves):
        moves.clear()
        if 0 <= seat < state.seats and state.pending() >> seat & 1:
            state.legal(seat, moves)

    def _position(state):
        return {name: value for name, value in vars(state).items() if name != "notes"}

    def _twin(value):
        return [_twin(item) for item in value] if isinstance(value, list) else value


if TYPE_CHECKING:
    from typing import Self

    from ridotto.engine.game import Game
    from ridotto.engine.rng import Rng


class Moves:
    """A reusable set of moves from 0 to 255."""

    def __init__(self):
        if not cython.compiled:
            self.bits = 0

    if cython.compiled:

        def far(self, k):
            """The k-th move, in whichever word it lies."""
            word = 0
            while k >= count(self.bits[word]):
                k -= count(self.bits[word])
                word += 1
            return 64 * word + nth(self.bits[word], k)
    else:

        def clear(self):
            self.bits = 0

        def add(self, move):
            self.bits |= 1 << move

        def add_bits(self, mask, first):
            self.bits |= mask << first

        def has(self, move):
            return 0 <= move < CAPACITY and bool(self.bits >> move & 1)

        def count(self):
            return self.bits.bit_count()

        def nth(self, k):
            """The k-th move from below."""
            return nth(self.bits, k)

        def listed(self, moves):
            """Writes all moves, ascending; how many."""
            for i in range(self.count()):
                moves[i] = self.nth(i)
            return self.count()

        def pick(self, random):
            """One of the moves, by a random word."""
            return self.nth(high(random, self.count()))


class State(Dice):
    """A position of one game with all its secrets and its own dice."""

    def __init__(self):
        Dice.__init__(self)
        self.seats = 0
        self.player = 0  # the seat to ask next, one of the pending; -1 when the game is over

    # What the rules of a game write

    def pending(self):
        """The seats that owe a decision now, as bits: `player`, and others only where seats decide simultaneously."""
        return 0 if self.player < 0 else 1 << self.player

    def legal(self, seat, moves):
        """Adds the legal moves of a pending seat: never none."""

    def apply(self, seat, move):
        """Carries out a legal move, chance included, up to the next decision."""

    def random_move(self, seat, moves, word):
        """The legal move that `moves.pick(word)` gives; for rules that can tell it faster than by listing all."""
        moves.clear()
        self.legal(seat, moves)
        return moves.pick(word)

    def seen(self, seat, move, viewer):
        """What `viewer` will see of this move: itself, one code for all that look alike, or UNSEEN."""
        return move

    def deal_unseen(self, viewer, rng, recall):
        """Replaces all that `viewer` cannot know, the key of the dice too, by a fair sample."""

    def score(self, seat):
        return 0

    def ranking_key(self, seat):
        """After the end: who has more is before who has less; equal merit shares a place."""
        return self.score(seat)

    # What the rules call

    if not cython.compiled:

        def next_seat(self, seat):
            """Clockwise."""
            return seat + 1 if seat + 1 < self.seats else 0

        def note(self, audience, kind, a, b, c):
            """Tells these seats what happens."""
            if self.notes is not None:
                self.notes.add(audience, kind, a, b, c)

        def show(self, kind, a, b, c):
            """Tells everybody, and what anybody has decided so far is final."""
            self.note(EVERYBODY, kind, a, b, c)
            self.seal(EVERYBODY)

        def seal(self, seats):
            """What these seats have decided is final: something was shown, drawn or committed."""
            if self.notes is not None:
                self.notes.seals |= seats

    # What everybody else calls

    @classmethod
    def blank(cls) -> "Self":
        """A state with nothing in it yet."""
        if cython.compiled:
            return cls.__new__(cls)
        return cls()

    def sit(self, seats: int) -> None:
        """Before anything else: how many play."""
        self.seats = seats

    def actor(self) -> int:
        """The seat to ask next, -1 when the game is over."""
        return self.player

    def actors(self) -> list[int]:
        """All seats that owe a decision now."""
        seats = self.pending()
        return [seat for seat in range(self.seats) if seats >> seat & 1]

    @property
    def over(self) -> bool:
        return self.player < 0

    def moves(self, seat: SupportsIndex) -> list[int]:
        """The legal moves of a seat, ascending; none if it is not asked."""
        moves: Moves = self.scratch()
        try:
            fill(self, seat, moves)
        except OverflowError:  # no seat is as large as that
            return []
        self.failure()
        return [moves.nth(i) for i in range(moves.count())]

    def play(self, seat: SupportsIndex, move: SupportsIndex) -> None:
        """Plays a legal move; any other raises IllegalMove and changes nothing."""
        moves: Moves = self.scratch()
        if not isinstance(seat, int) or not isinstance(move, int):
            seat, move = index(seat), index(move)
        try:
            fill(self, seat, moves)
            legal = moves.has(move)
        except OverflowError:
            legal = False
        if not legal:
            raise self.game.refusal(self, int(seat), int(move))
        if self.notes is not None:
            self.notes.seals = 0
        self.apply(seat, move)
        self.failure()

    def seen_by(self, viewer: int, seat: int, move: int) -> int:
        """What `viewer` will see of a legal move of `seat`."""
        if move not in self.moves(seat):
            raise self.game.refusal(self, seat, move)
        code = self.seen(seat, move, viewer)
        self.failure()
        return code

    def redeal(self, viewer: int, rng: "Rng", recall: bool = True) -> "Self":
        """A world that `viewer` (-1: a spectator) cannot tell from this one, drawn fairly from all such worlds."""
        if not -1 <= viewer < self.seats:
            raise ValueError(f"no seat {viewer}")
        world: State = self.copy()
        world.deal_unseen(viewer, rng, recall)
        world.failure()
        return world

    def reward(self, seat: int) -> float:
        """After the end: the share of the victory, from 0 to 1."""
        return self.rewards()[seat]

    def rewards(self) -> list[float]:
        """After the end: each seat's share of the victory."""
        shares: cython.double[16]
        if not cython.compiled:
            shares = [0.0] * 16
        for seat in range(self.seats):
            shares[seat] = 0.0
        self.share_victory(shares)
        return [shares[seat] for seat in range(self.seats)]

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(self.seats)]

    def places(self) -> list[int]:
        """1 for the winners; full equality shares a place and the next is skipped."""
        merits = [self.ranking_key(seat) for seat in range(self.seats)]
        return [1 + sum(rival > own for rival in merits) for own in merits]

    def listen(self) -> None:
        """Switches notes and seals on; copies start without."""
        if self.notes is None:
            self.notes = Notes()

    def told(self) -> list[Note]:
        """The notes since the last call, oldest first."""
        return self.notes.take() if self.notes is not None else []

    @property
    def seals(self) -> int:
        """The seats, as bits, whose decisions the last move has made final."""
        return self.notes.seals if self.notes is not None else 0

    @property
    def game(self) -> "Game":
        from ridotto.engine.game import game_of

        return game_of(type(self))

    def snapshot(self) -> dict[str, Any]:
        """The position as plain JSON, secrets included; `game.load` gives the state back."""
        return self.game.snapshot(self)

    def copy(self) -> "Self":
        twin: State = type(self).blank()
        twin.copy_from(self)
        return twin

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.same(other)

    def __ne__(self, other):
        return not self == other

    def __repr__(self) -> str:
        return f"<{self.game.slug}, {self.seats} players, {'over' if self.over else f'seat {self.actor()} to act'}>"

    # What the engine does

    def share_victory(self, shares):
        """After the end: adds to each seat's share what it has of this victory, 1 in all."""
        best = self.ranking_key(0)
        winners = 1
        for seat in range(1, self.seats):
            ranking_key = self.ranking_key(seat)
            if ranking_key > best:
                best = ranking_key
                winners = 1 << seat
            elif ranking_key == best:
                winners |= 1 << seat
        for seat in range(self.seats):
            if winners >> seat & 1:
                shares[seat] += 1.0 / count(winners)

    def scratch(self):
        """A set for the moves of one call: compiled rules cannot interrupt each other and share one."""
        return _moves if cython.compiled else Moves()

    def failure(self):
        """Raises what went wrong where nothing could be raised (plain Python rules)."""

    if cython.compiled:

        def copy_from(self, other):
            memcpy(cython.address(self.key), cython.address(other.key), extent(self))

        def same(self, other):
            return memcmp(cython.address(self.key), cython.address(other.key), extent(self)) == 0

        def __reduce__(self):
            start = cython.cast(cython.p_char, cython.address(self.key))
            return restored, (type(self), PyBytes_FromStringAndSize(start, extent(self)))
    else:

        def copy_from(self, other):
            vars(self).update((name, _twin(value)) for name, value in _position(other).items())

        def same(self, other):
            return _position(self) == _position(other)

        def __reduce__(self):
            return restored, (type(self), _position(self))


def restored(kind, position):
    """A state from its pickle."""
    state: State = kind.blank()
    if cython.compiled:
        if len(position) != extent(state):
            raise ValueError(f"a pickled {kind.__name__} of another build")
        memcpy(cython.address(state.key), cython.cast(cython.p_char, position), extent(state))
    else:
        vars(state).update(position)
    return state


_moves: Moves = Moves()
compiled: bool = cython.compiled  # does the engine run as C, or as the plain Python it is written in?
