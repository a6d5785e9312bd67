"""Bots: whoever plays when no person does. They are given a redealt world, never the true state."""

from typing import Protocol

from ridotto.bots.levels import LEVELS, UnknownBot, level
from ridotto.bots.random_bot import RandomBot
from ridotto.engine.rng import Rng
from ridotto.engine.state import State

__all__ = ["BOTS", "LEVELS", "Bot", "UnknownBot", "bot"]

BOTS = (*LEVELS, "random")


class Bot(Protocol):
    """One who decides."""

    @property
    def name(self) -> str: ...

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        """A legal move of the seat. `world` is one of those the seat cannot tell from the truth."""
        ...


def bot(name: str, threads: int = 0, seconds: float | None = None) -> Bot:
    """The bot of this name: a level, perhaps with its budget (`master@5000`), or `random`.

    With `seconds`, it thinks for so long at the most.
    """
    return RandomBot() if name == "random" else level(name, threads).within(seconds)
