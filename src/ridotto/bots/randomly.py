"""The bot that throws dice."""

from ridotto.engine.rng import Rng
from ridotto.engine.state import State


class RandomBot:
    """Any legal move, all equally likely."""

    name = "random"

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        moves = world.moves(seat)
        return moves[rng.roll(len(moves))]
