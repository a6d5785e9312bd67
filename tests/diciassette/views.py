"""The two parts of a view of 17 Diciassette, typed, and its cards as `table.py` writes them."""

from collections.abc import Iterable

from msgspec import json

from ridotto.engine.state import State
from ridotto.engine.view import View
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.rows import known_row
from ridotto.games.diciassette.show.view import DiciassetteCard, DiciassetteOwn, DiciassettePublic, DiciassetteView


def view_of(state: State, viewer: int) -> DiciassetteView:
    view = state.game.view(state, viewer)
    assert isinstance(view, View)
    assert view.viewer == viewer
    return view


def public_of(state: State, viewer: int = -1) -> DiciassettePublic:
    """What everybody may know, out of the view of any viewer."""
    return view_of(state, viewer).public


def own_of(state: State, seat: int) -> DiciassetteOwn:
    own = view_of(state, seat).own
    assert own is not None
    return own


def name(kind: int | None) -> str | None:
    """A card, or `back` for a neutral back."""
    return None if kind is None else "back" if kind == c.NEUTRAL else c.CARD_NAMES[kind]


def names(kinds: Iterable[int] | None) -> list[str | None] | None:
    return None if kinds is None else [name(kind) for kind in kinds]


def seen_row(state: State, viewer: int) -> str:
    """The row as a viewer knows it, in short."""
    view = view_of(state, viewer)
    return short(view.public.row if view.own is None else known_row(view.public, view.own))


def short(row: Iterable[DiciassetteCard]) -> str:
    return " ".join(f"{laid.seat}:{name(laid.kind)}{'-' if laid.is_down else ''}" for laid in row)


def discards(state: State, viewer: int) -> tuple[int, list[int], list[str | None] | None]:
    """How many cards are discarded, how many of them only each seat knows, and the known ones."""
    pile = public_of(state, viewer).discards
    return pile.cards, list(pile.unknown), names(pile.known)


def read_again(view: DiciassetteView) -> DiciassetteView:
    """The view, read from JSON."""
    public, own = view.public, view.own
    return View(
        json.decode(json.encode(public), type=type(public)),
        None if own is None else json.decode(json.encode(own), type=type(own)),
    )
