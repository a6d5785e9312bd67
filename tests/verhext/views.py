"""The two parts of a view of Verhext!, typed, and what they say in the words of the tests."""

from collections.abc import Iterable
from typing import Any

import ridotto
from ridotto.engine.state import State
from ridotto.engine.view import View
from ridotto.games.verhext import components as c
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic


def public_of(state: State) -> VerhextPublic:
    public = state.game.public_view(state)
    assert isinstance(public, VerhextPublic)
    return public


def own_of(state: State, seat: int) -> VerhextOwn:
    own = state.game.own_view(state, seat)
    assert isinstance(own, VerhextOwn)
    return own


def card_names(cards: Iterable[int]) -> list[str]:
    return [c.CARD_NAMES[card] for card in cards]


def prophecy_names(prophecies: Iterable[int | None]) -> list[str | None]:
    return [None if prophecy is None else c.PROPHECIES[prophecy] for prophecy in prophecies]


def played_cards(view: View[Any, Any]) -> list[str]:
    """The cards in the tricks that a view shows."""
    return card_names(card for trick in view.public.tricks for play in trick.plays for card in play.cards)


def cards_in(view: View[Any, Any]) -> set[str]:
    """All cards that a view names."""
    own = () if view.own is None else (*view.own.hand, *view.own.laid)
    return {*played_cards(view), *card_names((view.public.trump, *own))}


def is_hidden(state: State, viewer: int, card: str) -> bool:
    """Does the view of a viewer neither name a card nor depend on where it is?"""
    view = state.game.view(state, viewer)
    worlds = [state.redeal(viewer, ridotto.Rng(seed), recall=False) for seed in range(40)]
    places = {_place(world.snapshot(), card) for world in worlds}
    return card not in cards_in(view) and len(places) > 1 and all(state.game.view(w, viewer) == view for w in worlds)


def _place(snapshot: dict[str, Any], card: str) -> int | None:
    """The seat that has a card, or None."""
    hands = [seat.get("hand", seat.get("leftover")) for seat in snapshot["seats"]]
    return next((seat for seat, hand in enumerate(hands) if card in hand), None)
