"""The cards of 17 Diciassette as pieces of the table, told apart without drawings too."""

from collections.abc import Iterator, Sequence
from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, Tint
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import BACK, UNKNOWN, card_message

# Short: they stand on the cards, below their points.
_NUMBER_LABELS = (msg("both"), msg("front"))
_SPECIAL_LABELS = {c.REVERSE: msg("reverse"), c.TRASH: msg("trash"), c.DOUBLE: msg("x2"), c.TRAP: msg("trap")}
_BACK_LABEL = Message("▒▒▒▒▒")  # the pattern of the back: nothing to translate

_ARTS = {c.REVERSE: "reverse", c.TRASH: "trash", c.DOUBLE: "double", c.TRAP: "trap"}
_SIGNS = {c.REVERSE: "⇄", c.TRASH: "✕", c.DOUBLE: "»", c.TRAP: "!"}
_NUMBER_TINTS: tuple[Tint, ...] = ("teal", "green", "yellow", "orange", "red")


def piece(card: str, place: str, **more: Any) -> Piece:
    """A card by its name, or a neutral back."""
    if card == BACK:
        return Piece(place, "back", msg("hidden card"), UNKNOWN, _BACK_LABEL, tint="dark", **more)
    kind = c.CARDS[card]
    name = card_message(kind)
    if kind >= c.REVERSE:
        return Piece(place, art(kind), name, "0", _SPECIAL_LABELS[kind], _SIGNS[kind], "purple", **more)
    label, tint = _NUMBER_LABELS[kind >= c.CONCEALED], _NUMBER_TINTS[c.VALUES[kind] - 1]
    return Piece(place, art(kind), name, card, label, tint=tint, **more)


def art(kind: int) -> str:
    """The drawing of a card: both sorts of numbers look alike from the front."""
    return _ARTS.get(kind) or f"num-{c.VALUES[kind]}"


def copies(cards: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Each card with its number among those that are equal, from 1."""
    return ((card, cards[: place + 1].count(card)) for place, card in enumerate(cards))


def numbered(zone: str, card: str, copy: int) -> str:
    """The id of one of several equal cards."""
    return f"{zone}.{card.replace('/', '-')}.{copy}"


def in_hand(card: str, copy: int = 1) -> str:
    """The piece that a card is in its holder's hand."""
    return numbered("hand", card, copy)


def under(card: str, copy: int = 1) -> str:
    """The place under it, which means: face down."""
    return numbered("under", card, copy)
