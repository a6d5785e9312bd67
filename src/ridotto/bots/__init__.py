"""Bots: whoever plays when no person does. They are given a redealt world, never the true state."""

from typing import Protocol

from ridotto.bots.randomly import RandomBot
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.engine.rng import Rng
from ridotto.engine.state import State

LEVELS = ("random",)


class UnknownBot(RidottoError):
    """No bot of that name."""


class Bot(Protocol):
    """One who decides."""

    name: str

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        """A legal move of the seat. `world` is one of those the seat cannot tell from the truth."""
        ...


def bot(name: str) -> Bot:
    """The bot of this name."""
    if name != "random":
        raise UnknownBot(msg("There is no bot {name}. There is: {known}.", name=name, known=", ".join(LEVELS)))
    return RandomBot()
