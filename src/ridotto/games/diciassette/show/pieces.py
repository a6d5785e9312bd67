"""The cards of 17 Diciassette as pieces, with labels, signs and tints for tables without drawings."""

from collections.abc import Iterator, Sequence
from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, Tint
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import UNKNOWN, card_message

# Printed on the cards below their points, so short.
_NUMBER_LABELS = (msg("both"), msg("front"))
_SPECIAL_LABELS = {c.REVERSE: msg("reverse"), c.TRASH: msg("trash"), c.DOUBLE: msg("x2"), c.TRAP: msg("trap")}
_BACK_LABEL = Message("▒▒▒▒▒")  # the pattern of the back: nothing to translate

_ARTS = {c.REVERSE: "reverse", c.TRASH: "trash", c.DOUBLE: "double", c.TRAP: "trap"}
_SIGNS = {c.REVERSE: "⇄", c.TRASH: "✕", c.DOUBLE: "»", c.TRAP: "!"}
_NUMBER_TINTS: tuple[Tint, ...] = ("teal", "green", "yellow", "orange", "red")


def piece(kind: int, place: str, **more: Any) -> Piece:
    """A card, or a neutral back."""
    if kind == c.NEUTRAL:
        return Piece(place, "back", msg("hidden card"), UNKNOWN, _BACK_LABEL, tint="dark", **more)
    name = card_message(kind)
    if kind >= c.REVERSE:
        return Piece(place, art(kind), name, "0", _SPECIAL_LABELS[kind], _SIGNS[kind], "purple", **more)
    label, tint = _NUMBER_LABELS[kind >= c.CONCEALED], _NUMBER_TINTS[c.VALUES[kind] - 1]
    return Piece(place, art(kind), name, c.CARD_NAMES[kind], label, tint=tint, **more)


def art(kind: int) -> str:
    """The drawing of a card; one-sided and two-sided numbers have the same front."""
    return _ARTS.get(kind) or f"num-{c.VALUES[kind]}"


def copies(kinds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every card with its number among equal cards, from 1."""
    return ((kind, kinds[: place + 1].count(kind)) for place, kind in enumerate(kinds))


def copy_id(zone: str, kind: int, copy: int) -> str:
    """The id of a piece that is one of several equal cards."""
    name = "back" if kind == c.NEUTRAL else c.CARD_NAMES[kind].replace("/", "-")
    return f"{zone}.{name}.{copy}"


def hand_id(kind: int, copy: int = 1) -> str:
    """The id of a card in the viewer's hand."""
    return copy_id("hand", kind, copy)


def face_down_id(kind: int, copy: int = 1) -> str:
    """The id of the place under it, to lay it face down."""
    return copy_id("under", kind, copy)
