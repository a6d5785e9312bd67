"""The games of the house: every folder here is one."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ridotto.engine.errors import UnknownGame
from ridotto.engine.message import msg

if TYPE_CHECKING:
    from ridotto.engine.game import Game


@cache
def slugs() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(sorted(folder.parent.name for folder in Path(__file__).parent.glob("*/rules.py")))


def game(slug: str) -> "Game":
    """The game of this name."""
    if slug not in slugs():
        raise UnknownGame(msg("There is no game {slug}. The house has: {known}.", slug=slug, known=", ".join(slugs())))
    found: Game = import_module(f"{__name__}.{slug}").game
    return found


def games() -> list["Game"]:
    """All games of the house."""
    return [game(slug) for slug in slugs()]
