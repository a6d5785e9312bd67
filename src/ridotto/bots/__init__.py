"""Bots play the seats that no person takes. They are given a redealt world, never the true state."""

from typing import Protocol

from ridotto.bots.levels import LEVELS, UnknownBot, level
from ridotto.bots.random_bot import RandomBot
from ridotto.engine.rng import Rng
from ridotto.engine.state import State

__all__ = ["BOTS", "LEVELS", "Bot", "UnknownBot", "bot"]

BOTS = (*LEVELS, "random")


class Bot(Protocol):
    """A player that decides when it is asked."""

    @property
    def name(self) -> str: ...

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        """Choose a legal move of the seat. `world` is a state that the seat cannot tell from the true one."""
        ...


def bot(name: str, threads: int = 0, seconds: float | None = None) -> Bot:
    """Find a bot by its name: a level, perhaps with a budget (`master@5000`), or `random`.

    Args:
        name: The name.
        threads: How many threads a search uses; 0: as many as suit its budget.
        seconds: The most that a decision may take.

    Raises:
        UnknownBot: There is no such bot.
        BadBudget: The budget is not above 0.

    Example:
        >>> bot("casual").name
        'casual'
    """
    return RandomBot() if name == "random" else level(name, threads).within(seconds)
