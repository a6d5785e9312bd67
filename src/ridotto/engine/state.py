"""The state of a game: the methods that the rules of a game write, and the checked ones that everybody else calls.

A game derives one compiled class from `State`. All its fields are C values and C arrays, so that the engine copies and
compares a position as one block of memory.
"""

from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import cython

from ridotto.engine.game_registry import game_of
from ridotto.engine.note import Note

if cython.compiled:
    from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
    from cython.cimports.libc.string import memcmp, memcpy
else:
    from ridotto.engine.chance import Dice, count, mul_high, nth
    from ridotto.engine.note import EVERYBODY, Notes

    MAX_MOVES = 256

    def fill_legal(state, seat, moves):
        """Write the legal moves of a seat; none if it is not asked."""
        moves.clear()
        if 0 <= seat < state.seats and state.pending() >> seat & 1:
            state.legal(seat, moves)

    def _position(state):
        return {name: value for name, value in vars(state).items() if name != "notes"}

    def _copied(value):
        return [_copied(item) for item in value] if isinstance(value, list) else value


if TYPE_CHECKING:
    from typing import Self

    from ridotto.engine.rng import Rng


class Moves:
    """A reusable set of moves, numbers from 0 to 255."""

    def __init__(self):
        if not cython.compiled:
            self.bits = 0

    if cython.compiled:

        def nth_of_words(self, k):
            """The k-th move of a set that needs more than the first word."""
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
            """Add `first + i` for each bit i of the mask."""
            self.bits |= mask << first

        def has(self, move):
            return 0 <= move < MAX_MOVES and bool(self.bits >> move & 1)

        def count(self):
            return self.bits.bit_count()

        def nth(self, k):
            """The k-th move in ascending order, from 0."""
            return nth(self.bits, k)

        def write_to(self, moves):
            """Write all moves to an array, ascending, and return how many there are."""
            for i in range(self.count()):
                moves[i] = self.nth(i)
            return self.count()

        def pick(self, random):
            """The move that a random 64-bit word selects, all equally likely."""
            return self.nth(mul_high(random, self.count()))


class State(Dice):
    """A position of one game, with all its secrets and its random generator.

    States are made by `Game.start` and `Game.load`. They can be copied (`copy`, `copy.copy`), compared and pickled.
    A state holds every secret: give programs that play a seat a `redeal` of it.

        >>> state = ridotto.game("verhext").start(players=3, seed=7)
        >>> while not state.over:
        ...     seat = state.actor()
        ...     state.play(seat, state.moves(seat)[0])
        >>> len(state.scores()), 1 in state.places()
        (3, True)
    """

    def __init__(self):
        Dice.__init__(self)
        self.seats = 0
        self.player = 0  # the seat to ask next, one of the pending; -1 when the game is over

    # Written by the rules of a game

    def pending(self):
        """The seats that owe a decision now, as bits. More than `player` only where seats decide simultaneously."""
        return 0 if self.player < 0 else 1 << self.player

    def legal(self, seat, moves):
        """Add the legal moves of a pending seat to `moves`: at least one."""

    def apply(self, seat, move):
        """Carry out a legal move, random events included, up to the next decision."""

    def random_move(self, seat, moves, word):
        """The legal move that `moves.pick(word)` gives. Override it where that is faster than listing all moves."""
        moves.clear()
        self.legal(seat, moves)
        return moves.pick(word)

    def observe(self, seat, move, viewer):
        """What `viewer` sees of this move: the move, one code for all moves that look the same, or `UNSEEN`."""
        return move

    def deal_unseen(self, viewer, rng, recall):
        """Replace everything that `viewer` cannot know by a fair sample, including the generator's key."""

    def score(self, seat):
        return 0

    def ranking_key(self, seat):
        """At the end of the game: the seat with the higher key ranks first, equal keys share a place."""
        return self.score(seat)

    # Called by the rules

    if not cython.compiled:

        def next_seat(self, seat):
            """The next seat clockwise."""
            return seat + 1 if seat + 1 < self.seats else 0

        def note(self, audience, kind, a, b, c):
            """Tell an audience, seats as bits or `EVERYBODY`, what happens."""
            if self.notes is not None:
                self.notes.add(audience, kind, a, b, c)

        def show(self, kind, a, b, c):
            """Tell everybody, and seal the decisions of all seats."""
            self.note(EVERYBODY, kind, a, b, c)
            self.seal(EVERYBODY)

        def seal(self, seats):
            """Make the decisions of these seats final, because something was shown, drawn or committed."""
            if self.notes is not None:
                self.notes.seals |= seats

    # Called by everybody else

    @classmethod
    def blank(cls) -> "Self":
        """Create an empty state, to be filled by `Game.open` or from a snapshot."""
        if cython.compiled:
            return cls.__new__(cls)
        return cls()

    def set_seats(self, seats: int) -> None:
        """Set the number of seats of a blank state, before anything else."""
        self.seats = seats

    def actor(self) -> int:
        """The seat to ask next; -1 when the game is over."""
        return self.player

    def actors(self) -> list[int]:
        """All seats that owe a decision now: more than one where seats decide simultaneously."""
        seats = self.pending()
        return [seat for seat in range(self.seats) if seats >> seat & 1]

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.player < 0

    def moves(self, seat: SupportsIndex) -> list[int]:
        """The legal moves of a seat in ascending order; empty if the seat owes no decision."""
        moves: Moves = self.scratch_moves()
        try:
            fill_legal(self, seat, moves)
        except OverflowError:  # no seat has such a number
            return []
        self.raise_failure()
        return [moves.nth(i) for i in range(moves.count())]

    def play(self, seat: SupportsIndex, move: SupportsIndex) -> None:
        """Play a move for a seat, with the random events that follow it, up to the next decision.

        Raises:
            IllegalMove: The move is not legal for this seat now. The state is unchanged, and the error says why and
                names the clause of the rules.

        Example:
            >>> game = ridotto.game("verhext")
            >>> state = game.start(players=3, seed=7, first_holder=0)
            >>> state.play(0, game.parse("prophecy 2+"))
            >>> state.actor()
            1
        """
        moves: Moves = self.scratch_moves()
        if not isinstance(seat, int) or not isinstance(move, int):
            seat, move = index(seat), index(move)
        try:
            fill_legal(self, seat, moves)
            legal = moves.has(move)
        except OverflowError:
            legal = False
        if not legal:
            raise self.game.refusal(self, int(seat), int(move))
        if self.notes is not None:
            self.notes.seals = 0
        self.apply(seat, move)
        self.raise_failure()

    def observed_by(self, viewer: int, seat: int, move: int) -> int:
        """What `viewer` would see if `seat` made this legal move: the move, a code for moves that look the same, or -1.

        Raises:
            IllegalMove: The move is not legal for the seat now.
        """
        if move not in self.moves(seat):
            raise self.game.refusal(self, seat, move)
        code = self.observe(seat, move, viewer)
        self.raise_failure()
        return code

    def redeal(self, viewer: int, rng: "Rng", recall: bool = True) -> "Self":
        """A random state that `viewer` cannot tell from this one, drawn fairly from all such states.

        Everything that the viewer knows stays as it is. Everything else is dealt again, and the random generator gets
        a new key, so the result reveals nothing about this state that the viewer does not know.

        Args:
            viewer: A seat, or -1 for a spectator.
            rng: The source of randomness.
            recall: Whether the viewer remembers everything it has seen, or knows only what it sees now.

        Raises:
            ValueError: There is no such seat.

        Example:
            >>> world = state.redeal(0, ridotto.Rng(1))
            >>> world.moves(0) == state.moves(0)
            True
        """
        if not -1 <= viewer < self.seats:
            raise ValueError(f"no seat {viewer}")
        world: State = self.copy()
        world.deal_unseen(viewer, rng, recall)
        world.raise_failure()
        return world

    def reward(self, seat: int) -> float:
        """At the end of the game: a seat's share of the victory, from 0 to 1."""
        return self.rewards()[seat]

    def rewards(self) -> list[float]:
        """At the end of the game: the share of the victory of every seat, 1 in all."""
        shares: cython.double[16]
        if not cython.compiled:
            shares = [0.0] * 16
        for seat in range(self.seats):
            shares[seat] = 0.0
        self.share_victory(shares)
        return [shares[seat] for seat in range(self.seats)]

    def scores(self) -> list[int]:
        """The points of every seat so far."""
        return [self.score(seat) for seat in range(self.seats)]

    def places(self) -> list[int]:
        """The place of every seat at the end, from 1. Tied seats share a place, and the next is skipped."""
        keys = [self.ranking_key(seat) for seat in range(self.seats)]
        return [1 + sum(other > own for other in keys) for own in keys]

    def listen(self) -> None:
        """Start to record notes and seals. Copies of a state do not record."""
        if self.notes is None:
            self.notes = Notes()

    def take_notes(self) -> list[Note]:
        """Return the notes recorded since the last call, oldest first; none without `listen`."""
        return self.notes.take() if self.notes is not None else []

    @property
    def seals(self) -> int:
        """The seats, as bits, whose decisions the last move has made final; 0 without `listen`."""
        return self.notes.seals if self.notes is not None else 0

    @property
    def game(self) -> Any:
        """The `Game` that this state belongs to."""
        return game_of(type(self))

    def snapshot(self) -> dict[str, Any]:
        """The complete position as JSON, secrets included: `game.load(state.snapshot())` equals the state."""
        return self.game.snapshot(self)

    def copy(self) -> "Self":
        """An independent copy with the same future random events. It does not `listen`."""
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
        return self.equals(other)

    def __ne__(self, other):
        return not self == other

    def __repr__(self) -> str:
        return f"<{self.game.slug}, {self.seats} players, {'over' if self.over else f'seat {self.actor()} to act'}>"

    # Called by the engine

    def share_victory(self, shares):
        """At the end of the game: add each seat's share of the victory, 1 in all, to `shares`."""
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

    def scratch_moves(self):
        """A set of moves for one call. Compiled rules cannot interrupt each other, so all states share one."""
        return _scratch_moves if cython.compiled else Moves()

    def raise_failure(self):
        """Raise the exception stored by plain Python rules that could not raise it."""

    if cython.compiled:

        def copy_from(self, other):
            memcpy(cython.address(self.key), cython.address(other.key), block_size(self))

        def equals(self, other):
            return memcmp(cython.address(self.key), cython.address(other.key), block_size(self)) == 0

        def __reduce__(self):
            start = cython.cast(cython.p_char, cython.address(self.key))
            return unpickled, (type(self), PyBytes_FromStringAndSize(start, block_size(self)))
    else:

        def copy_from(self, other):
            vars(self).update((name, _copied(value)) for name, value in _position(other).items())

        def equals(self, other):
            return _position(self) == _position(other)

        def __reduce__(self):
            return unpickled, (type(self), _position(self))


def unpickled(kind, position):
    """The state of a pickle.

    Raises:
        ValueError: The pickle comes from a build with another layout of the class.
    """
    state: State = kind.blank()
    if cython.compiled:
        if len(position) != block_size(state):
            raise ValueError(f"a pickled {kind.__name__} of another build")
        memcpy(cython.address(state.key), cython.cast(cython.p_char, position), block_size(state))
    else:
        vars(state).update(position)
    return state


_scratch_moves: Moves = Moves()
compiled: bool = cython.compiled  # does the engine run as C, or as the plain Python it is written in?
