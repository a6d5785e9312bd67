"""What views of Venezia 2099 show, in the words of snapshots: names instead of numbers."""

from collections.abc import Iterable

import ridotto
from ridotto.engine.state import State
from ridotto.engine.view import View
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.show.view import Venezia2099Own, Venezia2099Public, Venezia2099View

game = ridotto.game("venezia2099")


def public(state: State) -> Venezia2099Public:
    """What everybody may know."""
    part = game.public_view(state)
    assert isinstance(part, Venezia2099Public)
    return part


def own(state: State, seat: int) -> Venezia2099Own:
    """What a seat knows besides."""
    part = game.own_view(state, seat)
    assert isinstance(part, Venezia2099Own)
    return part


def view(state: State, seat: int) -> Venezia2099View:
    return View(public(state), own(state, seat))


def dry_squares(shown: Venezia2099Public) -> set[str]:
    return {square.name for square in shown.squares if square.dry}


def coins_on(shown: Venezia2099Public) -> dict[str, int]:
    return {square.name: square.coins for square in shown.squares if square.coins}


def by_colour(shown: Venezia2099Public, entry: str) -> dict[str, int]:
    """An entry of all colours in the game: `dry`, `worth` or `supply`."""
    return {c.COLOURS[row.colour]: getattr(row, entry) for row in shown.colours}


def cards(numbers: Iterable[int]) -> list[str]:
    return [c.CARD_NAMES[card] for card in numbers]


def hand(shown: Venezia2099Own) -> list[str]:
    return cards(prophecy.card for prophecy in shown.hand)
