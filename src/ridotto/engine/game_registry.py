"""Which game a class of states belongs to.

`State.game` looks its game up here, so that `state.py` does not import `game.py`.
"""

from typing import Any

_games: dict[type, Any] = {}


def register_game(state_class: type, game: Any) -> None:
    """Register the `Game` of a class of states; the last registration wins."""
    _games[state_class] = game


def game_of(state_class: type) -> Any:
    """The `Game` of a class of states, or of its nearest registered base class.

    Raises:
        LookupError: No game is registered for the class.
    """
    for base in state_class.__mro__:
        if base in _games:
            return _games[base]
    raise LookupError(f"{state_class.__name__} belongs to no game")
