"""A match between bots. A bot sees only redealt worlds, and is asked only if there is something to decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from ridotto.bots import Bot
from ridotto.engine.game import Game
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng
from ridotto.engine.state import State


@dataclass
class ThinkingTime:
    """How often one seat was asked, and how long it thought."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0  # seconds of one decision

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


def play_match(match: Match, bots: Sequence[Bot], rngs: Sequence[Rng]) -> list[ThinkingTime]:
    """Plays a match to its end, with a bot and its generator for each seat; returns each seat's thinking time."""
    times = [ThinkingTime() for _ in bots]
    while not match.over:
        seat = match.state.actor()
        move = move_without_choice(match.game, match.state, seat)
        if move is None:
            world: State = match.state.redeal(seat, rngs[seat])
            start = perf_counter()
            move = bots[seat].choose(world, seat, rngs[seat])
            times[seat].add(perf_counter() - start)
        match.play(seat, move)
    return times


def move_without_choice(game: Game, state: State, seat: int) -> int | None:
    """The only legal move, or the automatic move of the game, if there is one."""
    moves = state.moves(seat)
    if len(moves) == 1:
        return moves[0]
    return game.automatic_move(game.view(state, seat)) if game.has_automatic_moves else None
