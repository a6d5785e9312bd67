"""Random play to the end, for any game, without the interpreter: what searches and benchmarks stand on."""

from typing import TYPE_CHECKING, NamedTuple

import cython

if not cython.compiled:
    from ridotto.engine.chance import noise
    from ridotto.engine.state import Moves

    SEATS = 8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ridotto.engine.state import State


class Rollouts(NamedTuple):
    decisions: int
    rewards: list[float]  # mean share of the victory by seat
    longest: int  # decisions in the longest game


def rollouts(starts: "Sequence[State]", games: int, seed: int = 0) -> Rollouts:
    """Plays `games` random games to the end from each start; all starts have the same number of seats."""
    run: Run = Run(seed)
    for start in starts:
        state: State = start
        run.from_start(state, state.copy(), games)
    played = len(starts) * games
    return Rollouts(run.decisions, [run.shares[seat] / played for seat in range(starts[0].seats)], run.longest)


class Run:
    """Sums over many games."""

    def __init__(self, seed):
        self.moves = Moves()
        self.first = (seed % (1 << 31) + 1) << 32
        self.decisions = 0
        self.longest = 0
        if not cython.compiled:
            self.shares = [0.0] * SEATS

    def from_start(self, start, world, games):
        with cython.nogil:
            for _ in range(games):
                world.copy_from(start)
                length = play_out(world, self.moves, self.first)
                self.first += length
                self.decisions += length
                self.longest = max(self.longest, length)
                world.share_victory(self.shares)
        world.failure()


def play_randomly(state: "State", seed: int = 0) -> int:
    """Plays this very state to its end by random moves; how many."""
    moves: Moves = Moves()
    here: State = state
    first: cython.ulonglong = (seed % (1 << 31) + 1) << 32
    length: cython.int = 0
    with cython.nogil:
        length = play_out(here, moves, first)
    here.failure()
    return length


def random_line(state: "State", seed: int = 0) -> list[tuple[int, int]]:
    """The seats and moves by which `play_randomly` would play; the state stays as it is."""
    moves: Moves = Moves()
    here: State = state.copy()
    first: cython.ulonglong = (seed % (1 << 31) + 1) << 32
    line: list[tuple[int, int]] = []
    here.pending()
    while here.player >= 0:
        moves.clear()
        here.legal(here.player, moves)
        move: cython.int = moves.pick(noise(first + len(line)))
        line.append((here.player, move))
        here.apply(here.player, move)
    here.failure()
    return line


def play_out(state, moves, first):
    """Random moves to the end; how many. The choices are a function of `first` alone."""
    length = 0
    state.pending()  # plain rules find out here whom to ask
    while state.player >= 0:
        state.apply(state.player, state.random_move(state.player, moves, noise(first + length)))
        length += 1
    return length
