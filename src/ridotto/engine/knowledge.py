"""What a good player knows of a game. The search of the bots calls it, compiled.

A game derives one class from `Knowledge` in its `bot/bot.py` and overrides what it can improve; the methods here know
the rules only. Each thread of a search has an object of its own, so objects may have scratch fields, but every answer
must depend on the position alone.
"""

from typing import TYPE_CHECKING

import cython

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

    from ridotto.engine.chance import fraction
    from ridotto.engine.state import MAX_MOVES, Moves

if TYPE_CHECKING:
    from ridotto.engine.state import State


class Knowledge:
    """The knowledge of a player who knows the rules and nothing else.

    Attributes:
        exploration: How widely a search looks around. Games whose prior misleads need more.
        others_learn: Do the other seats learn during the search? They meet the same hand of the searching seat in every
            simulated game, and so learn to answer cards that they cannot see. Where that matters, turn it off: then
            they play rollout moves.
    """

    def __init__(self) -> None:
        self.exploration = 1.0
        self.others_learn = True
        if not cython.compiled:
            self.weights = [0.0] * MAX_MOVES

    # Overridden by games

    def prior(self, state, seat, moves, weights):
        """Write into `weights[move]` how good each of the legal moves looks at first sight; 0: never try it.

        Use only what the seat knows: what others hold in this world must not influence the weights.
        """
        for i in range(moves.count()):
            weights[moves.nth(i)] = 1.0

    def rollout_move(self, state, seat, moves, word):
        """Choose the next move of a simulated game outside the tree, by a random 64-bit word. Speed matters most."""
        return state.random_move(seat, moves, word)

    def evaluate(self, state, after, shares):
        """Estimate each seat's share of the victory, so that a simulated game may end here.

        Never called at the end of the game.

        Args:
            state: The position.
            after: Decisions made since the searching seat has left its tree; -1 if it has not.
            shares: To be filled with the shares of all seats, 1 in all.

        Returns:
            False if the position cannot be judged, and the game must go on.
        """
        return False

    def acceptance_probability(self, world, viewer):
        """The probability, above 0, of accepting a world: how well it explains what the others were seen to do."""
        return 1.0

    def sample_world(self, world, viewer, word):
        """Make a redealt world more likely, by a random 64-bit word, by exchanging what the viewer cannot know.

        A secret decision may also be taken back, so that the simulated game makes it anew.
        """

    def chance_outcome(self, state, seat):
        """A number for what the seat sees now but no move has told it, such as a card turned up; 0 if nothing."""
        return 0

    # Called by games

    def pick_weighted(self, moves, weights, word):
        """Choose one of the moves by a random 64-bit word, with probabilities proportional to the weights."""
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

    def softmax(self, shares, seats):
        """Turn logarithms of shares, up to a common constant, into shares with the sum 1, in place."""
        best: cython.double = shares[0]
        for seat in range(1, seats):
            best = max(best, shares[seat])
        total: cython.double = 0.0
        for seat in range(seats):
            shares[seat] = exp(shares[seat] - best)
            total += shares[seat]
        for seat in range(seats):
            shares[seat] /= total

    # Called from Python; the states must be of this game

    def prior_weights(self, state: "State", seat: int) -> dict[int, float]:
        """The legal moves of a seat with their prior weights, normalised to the sum 1."""
        typed_state: State = state
        moves: Moves = Moves()
        legal: list[int] = typed_state.moves(seat)
        if not legal:
            return {}
        for move in legal:
            moves.add(move)
        self.prior(typed_state, seat, moves, self.weights)
        weights = [float(self.weights[move]) for move in legal]
        total = sum(weights)
        if not total > 0.0:
            return dict.fromkeys(legal, 1.0 / len(legal))
        return {move: weight / total for move, weight in zip(legal, weights, strict=True)}

    def rollout_move_of(self, state: "State", seat: int, word: int) -> int:
        """Call `rollout_move`."""
        typed_state: State = state
        moves: Moves = Moves()
        return self.rollout_move(typed_state, seat, moves, word)

    def expected_shares(self, state: "State", after: int = 1 << 20) -> list[float] | None:
        """The shares from `evaluate`, or None if the position cannot be judged."""
        typed_state: State = state
        shares: cython.double[16]
        if not cython.compiled:
            shares = [0.0] * 16
        for seat in range(typed_state.seats):
            shares[seat] = 0.0
        if not self.evaluate(typed_state, after, shares):
            return None
        return [shares[seat] for seat in range(typed_state.seats)]

    def likelihood(self, world: "State", viewer: int) -> float:
        """Call `acceptance_probability`."""
        typed_world: State = world
        return self.acceptance_probability(typed_world, viewer)

    def sampled_world(self, world: "State", viewer: int, word: int) -> "State":
        """A copy of a world after `sample_world`."""
        sampled: State = world.copy()
        self.sample_world(sampled, viewer, word)
        return sampled

    def chance_outcome_of(self, state: "State", seat: int) -> int:
        """Call `chance_outcome`."""
        typed_state: State = state
        return self.chance_outcome(typed_state, seat)
