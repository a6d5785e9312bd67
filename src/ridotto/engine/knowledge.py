"""What a good player knows of a game: the search asks it, without the interpreter.

A game derives one class from `Knowledge` in its `bot.py` and writes what it knows; the rest stays as it is here, which
is what somebody knows who has only read the rules. Each thread of a search has an object of its own, so that scratch
fields are allowed; what an answer depends on is the position alone.
"""

from typing import TYPE_CHECKING

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from ridotto.engine.chance import fraction
    from ridotto.engine.state import CAPACITY, Moves

if TYPE_CHECKING:
    from ridotto.engine.state import State


class Knowledge:
    """Somebody who knows the rules and nothing else."""

    def __init__(self) -> None:
        self.exploration = 1.0  # how widely a search looks around: more for games whose weights mislead
        # Do the others learn in simulated games, too? In all of them they meet the same hand of the searching seat, and
        # learn to answer it, though they cannot see it. Where that matters, they had better play as simulated games go.
        self.others_learn = True
        if not cython.compiled:
            self.weights = [0.0] * CAPACITY

    # What a game writes

    def weigh(self, state, seat, moves, weights):
        """How good each legal move looks at first sight: `weights[move]` for all in `moves`, 0 is not worth a thought.

        By what the seat itself may know: what others hide in this world must not show.
        """
        for i in range(moves.count()):
            weights[moves.nth(i)] = 1.0

    def choose(self, state, seat, moves, word):
        """The move by which a simulated game goes on, by a random word: fast first, clever second."""
        return state.random_move(seat, moves, word)

    def judge(self, state, after, shares):
        """Whether the simulated game may end here: if so, writes each seat's expected share of the victory, 1 in all.

        `after` counts the decisions since the searching seat has left its tree; -1: it has not. Never asked at the end.
        """
        return False

    def fits(self, world, viewer):
        """How well what the others were seen to do fits what `world` says they hold: above 0, at most 1."""
        return 1.0

    def imagine(self, world, viewer, word):
        """Makes a redealt world more likely, by a random word: exchanges what the viewer cannot know.

        A decision made in secret may also be taken back, so that the simulated game makes it.
        """

    def glimpse(self, state, seat):
        """A number for what the seat sees now and no move has told it, cards turned up by chance, say; 0 if nothing."""
        return 0

    # What a game calls

    def drawn(self, moves, weights, word):
        """One of the moves, each as often as it weighs."""
        count_of: cython.int = moves.count()
        total: cython.double = 0.0
        for i in range(count_of):
            total += weights[moves.nth(i)]
        if not total > 0.0:
            return moves.pick(word)
        left: cython.double = total * fraction(word)
        last: cython.int = -1
        for i in range(count_of):
            move: cython.int = moves.nth(i)
            if weights[move] > 0.0:
                last = move
                left -= weights[move]
                if left < 0.0:
                    break
        return last

    def divide(self, shares, seats):
        """Makes shares of one victory out of their logarithms, each right but for the same constant."""
        best: cython.double = shares[0]
        for seat in range(1, seats):
            best = max(best, shares[seat])
        total: cython.double = 0.0
        for seat in range(seats):
            shares[seat] = exp(shares[seat] - best)
            total += shares[seat]
        for seat in range(seats):
            shares[seat] /= total

    # What everybody else calls, with a state of this very game

    def weights_of(self, state: "State", seat: int) -> dict[int, float]:
        """The legal moves of a seat with their weights, 1 in all."""
        here: State = state
        moves: Moves = Moves()
        legal: list[int] = here.moves(seat)
        if not legal:
            return {}
        for move in legal:
            moves.add(move)
        self.weigh(here, seat, moves, self.weights)
        weights = [float(self.weights[move]) for move in legal]
        total = sum(weights)
        if not total > 0.0:
            return dict.fromkeys(legal, 1.0 / len(legal))
        return {move: weight / total for move, weight in zip(legal, weights, strict=True)}

    def choice_of(self, state: "State", seat: int, word: int) -> int:
        """The move by which a simulated game would go on."""
        here: State = state
        moves: Moves = Moves()
        return self.choose(here, seat, moves, word)

    def shares_of(self, state: "State", after: int = 1 << 20) -> list[float] | None:
        """Each seat's expected share of the victory, if the position can be judged."""
        here: State = state
        shares: cython.double[16]
        if not cython.compiled:
            shares = [0.0] * 16
        for seat in range(here.seats):
            shares[seat] = 0.0
        if not self.judge(here, after, shares):
            return None
        return [shares[seat] for seat in range(here.seats)]

    def likelihood(self, world: "State", viewer: int) -> float:
        """How well what the others were seen to do fits this world."""
        here: State = world
        return self.fits(here, viewer)

    def imagined(self, world: "State", viewer: int, word: int) -> "State":
        """A world made more likely."""
        here: State = world.copy()
        self.imagine(here, viewer, word)
        return here

    def glimpse_of(self, state: "State", seat: int) -> int:
        """A number for what chance has shown the seat."""
        here: State = state
        return self.glimpse(here, seat)
