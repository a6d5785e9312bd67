"""The games of the house: every folder with rules is one."""

import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from ridotto.engine.errors import UnknownGame
from ridotto.engine.message import msg

if TYPE_CHECKING:
    from ridotto.engine.game import Game


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all games, in alphabetical order. No game is imported."""
    house = os.path.dirname(__file__)
    return tuple(
        sorted(name for name in os.listdir(house) if os.path.exists(os.path.join(house, name, "rules", "rules.py")))
    )


def game(slug: str) -> "Game":
    """The game with this slug. It is imported on first use, and there is one object per game.

    Raises:
        UnknownGame: There is no such game; the message lists the slugs.

    Example:
        >>> ridotto.game("venti").title
        'Venti'
    """
    if slug not in slugs():
        raise UnknownGame(msg("Unknown game “{slug}” (choose from: {known}).", slug=slug, known=", ".join(slugs())))
    found: Game = import_module(f"{__name__}.{slug}").game
    return found


def all_games() -> list["Game"]:
    """All games of the house, in alphabetical order of their slugs.

    Example:
        >>> [game.slug for game in ridotto.all_games()]
        ['diciassette', 'venezia', 'venezia2099', 'venti', 'verhext']
    """
    return [game(slug) for slug in slugs()]
