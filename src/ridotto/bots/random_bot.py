"""The bot that plays at random."""

from ridotto.bots.search import require_decision
from ridotto.engine.rng import Rng
from ridotto.engine.state import State


class RandomBot:
    """Plays any legal move, all equally likely."""

    name = "random"

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        require_decision(world, seat)
        moves = world.moves(seat)
        return moves[rng.roll(len(moves))]
