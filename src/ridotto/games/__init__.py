"""The games of the house: every folder here is one."""

import os
import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from ridotto.engine.errors import UnknownGame
from ridotto.engine.message import msg

if TYPE_CHECKING:
    from ridotto.engine.game import Game


@cache
def slugs() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    house = os.path.dirname(__file__)
    return tuple(
        sorted(name for name in os.listdir(house) if os.path.exists(os.path.join(house, name, "rules", "rules.py")))
    )


def game(slug: str) -> "Game":
    """The game of this name."""
    if slug not in slugs():
        raise UnknownGame(msg("Unknown game “{slug}” (choose from: {known}).", slug=slug, known=", ".join(slugs())))
    found: Game = import_module(f"{__name__}.{slug}").game
    return found


def every_game() -> list["Game"]:
    """All games of the house."""
    return [game(slug) for slug in slugs()]


class _House(ModuleType):
    """`ridotto.games` is this package, and `ridotto.games()` lists what is in it."""

    def __call__(self) -> list["Game"]:
        return every_game()


sys.modules[__name__].__class__ = _House
