"""Random play to the end, for any game, without the interpreter: what searches and benchmarks stand on."""

from typing import TYPE_CHECKING, NamedTuple

import cython

if not cython.compiled:
    from ridotto.engine.chance import noise
    from ridotto.engine.state import Moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ridotto.engine.state import State


class Rollouts(NamedTuple):
    decisions: int
    rewards: list[float]  # mean share of the victory by seat
    longest: int  # decisions in the longest game


def rollouts(starts: "Sequence[State]", games: int, seed: int = 0) -> Rollouts:
    """Plays `games` random games to the end from each start; all starts have the same number of seats."""
    moves: Moves = Moves()
    total: list[float] = [0.0] * starts[0].seats
    decisions: cython.longlong = 0
    longest: cython.int = 0
    first: cython.ulonglong = (seed + 1) << 32
    for start in starts:
        here: State = start
        world: State = here.copy()
        for _ in range(games):
            length: cython.int = 0
            with cython.nogil:
                world.copy_from(here)
                length = play_out(world, moves, first)
                first += length
            decisions += length
            longest = max(longest, length)
            for seat in range(world.seats):
                total[seat] += world.reward(seat)
        world.failure()
    played = len(starts) * games
    return Rollouts(decisions, [share / played for share in total], longest)


def play_out(state, moves, first):
    """Random moves to the end; how many. The choices are a function of `first` alone."""
    length = 0
    seat = state.to_act()
    while seat >= 0:
        moves.clear()
        state.legal(seat, moves)
        state.apply(seat, moves.pick(noise(first + length)))
        length += 1
        seat = state.to_act()
    return length
