"""A match between bots: each decides on redealt worlds, and only where there is something to decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from ridotto.bots import Bot
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng
from ridotto.engine.state import State


@dataclass
class Clock:
    """How often a seat was asked, and how many seconds it thought."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


def play(match: Match, bots: Sequence[Bot], dice: Sequence[Rng]) -> list[Clock]:
    """Plays a match to its end, with a bot and its dice on each seat."""
    clocks = [Clock() for _ in bots]
    while not match.over:
        seat = match.state.actor()
        move = foregone(match.game, match.state, seat)
        if move is None:
            world: State = match.state.redeal(seat, dice[seat])
            began = perf_counter()
            move = bots[seat].choose(world, seat, dice[seat])
            clocks[seat].add(perf_counter() - began)
        match.play(seat, move)
    return clocks


def foregone(game: Game, state: State, seat: int) -> int | None:
    """The move that nobody needs to be asked for: the only one, or what is obvious at every table of the house."""
    moves = state.moves(seat)
    if len(moves) == 1:
        return moves[0]
    return game.obvious(game.view(state, seat)) if game.knows_obvious else None
