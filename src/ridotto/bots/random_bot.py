"""The bot that throws dice."""

from ridotto.bots.search import demand_asked
from ridotto.engine.rng import Rng
from ridotto.engine.state import State


class RandomBot:
    """Any legal move, all equally likely."""

    name = "random"

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        demand_asked(world, seat)
        moves = world.moves(seat)
        return moves[rng.roll(len(moves))]
