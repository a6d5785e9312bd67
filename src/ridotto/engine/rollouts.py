"""Random play to the end of any game, compiled: for simulations and benchmarks."""

from typing import TYPE_CHECKING, NamedTuple

import cython

if not cython.compiled:
    from ridotto.engine.chance import hash64
    from ridotto.engine.state import Moves

    MAX_SEATS = 8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ridotto.engine.state import State


class Rollouts(NamedTuple):
    """The results of many random games."""

    decisions: int  # in all games together
    rewards: list[float]  # mean share of the victory by seat
    longest: int  # decisions in the longest game


def rollouts(starts: "Sequence[State]", games: int, seed: int = 0) -> Rollouts:
    """Play `games` random games to the end from each of the starts, which must have the same number of seats.

    Same starts and seed, same result. The starts are unchanged.
    """
    run: RolloutRun = RolloutRun(seed)
    for start in starts:
        state: State = start
        run.play_from(state, state.copy(), games)
    played = len(starts) * games
    return Rollouts(run.decisions, [run.shares[seat] / played for seat in range(starts[0].seats)], run.longest)


class RolloutRun:
    """The sums of `rollouts` so far."""

    def __init__(self, seed):
        self.moves = Moves()
        self.first = (seed % (1 << 31) + 1) << 32
        self.decisions = 0
        self.longest = 0
        if not cython.compiled:
            self.shares = [0.0] * MAX_SEATS

    def play_from(self, start, world, games):
        with cython.nogil:
            for _ in range(games):
                world.copy_from(start)
                length = play_out(world, self.moves, self.first)
                self.first += length
                self.decisions += length
                self.longest = max(self.longest, length)
                world.share_victory(self.shares)
        world.raise_failure()


def play_randomly(state: "State", seed: int = 0) -> int:
    """Play a state to the end of the game by random moves, in place, and return how many there were."""
    moves: Moves = Moves()
    typed_state: State = state
    first: cython.ulonglong = (seed % (1 << 31) + 1) << 32
    length: cython.int = 0
    with cython.nogil:
        length = play_out(typed_state, moves, first)
    typed_state.raise_failure()
    return length


def random_line(state: "State", seed: int = 0) -> list[tuple[int, int]]:
    """The seats and moves that `play_randomly` would play. The state is unchanged."""
    moves: Moves = Moves()
    typed_copy: State = state.copy()
    first: cython.ulonglong = (seed % (1 << 31) + 1) << 32
    line: list[tuple[int, int]] = []
    typed_copy.pending()
    while typed_copy.player >= 0:
        moves.clear()
        typed_copy.legal(typed_copy.player, moves)
        move: cython.int = moves.pick(hash64(first + len(line)))
        line.append((typed_copy.player, move))
        typed_copy.apply(typed_copy.player, move)
    typed_copy.raise_failure()
    return line


def play_out(state, moves, first):
    """Play random moves to the end of the game and return how many. The choices depend on `first` alone."""
    length = 0
    state.pending()  # plain rules compute `player` here
    while state.player >= 0:
        state.apply(state.player, state.random_move(state.player, moves, hash64(first + length)))
        length += 1
    return length
