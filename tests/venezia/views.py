"""The two parts of a view of Venezia, typed, and what they say in the words of the tests."""

from collections.abc import Iterable

from ridotto.engine.state import State
from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.view import Face, VeneziaOwn, VeneziaPublic


def public_of(state: State) -> VeneziaPublic:
    public = state.game.public_view(state)
    assert isinstance(public, VeneziaPublic)
    return public


def own_of(state: State, seat: int) -> VeneziaOwn:
    own = state.game.own_view(state, seat)
    assert isinstance(own, VeneziaOwn)
    return own


def square_names(squares: Iterable[int]) -> list[str]:
    return [c.SQUARE_NAMES[square] for square in squares]


def place_names(places: Iterable[Face]) -> list[str]:
    """The names of places or district cards; `back` for a card that lies face down."""
    return [place if isinstance(place, str) else c.PLACE_NAMES[place] for place in places]


def place_name(place: int | None) -> str | None:
    return None if place is None else c.PLACE_NAMES[place]


def action_names(cards: Iterable[int]) -> list[str]:
    return [c.ACTION_NAMES[card] for card in cards]


def action_name(card: Face | None) -> str | None:
    return card if card is None or isinstance(card, str) else c.ACTION_NAMES[card]


def first_name(first: int | None) -> str | None:
    return None if first is None else c.MOVE_TEXTS[first]


def flocks_of(public: VeneziaPublic, seat: int) -> dict[str, int]:
    """The pigeons of a seat in the places where it has any."""
    sizes = (place.flocks[seat] for place in public.city)
    return {name: size for name, size in zip(c.PLACE_NAMES, sizes, strict=True) if size}


def grey_flocks(public: VeneziaPublic) -> dict[str, int]:
    return {name: place.grey for name, place in zip(c.PLACE_NAMES, public.city, strict=True) if place.grey}


def laid_actions(public: VeneziaPublic) -> list[str | None]:
    """What everybody sees of the action cards in all plans."""
    return [action_name(seat.plan.action) if seat.plan else "no plan" for seat in public.seats]


def laid_first_cards(public: VeneziaPublic) -> list[str | None]:
    return [first_name(seat.plan.first) if seat.plan else "no plan" for seat in public.seats]


def laid_districts(public: VeneziaPublic) -> list[list[str]]:
    return [place_names(seat.plan.cards) if seat.plan else ["no plan"] for seat in public.seats]
