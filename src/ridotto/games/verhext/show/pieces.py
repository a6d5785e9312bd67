"""The cards of Verhext! as pieces: playing cards, plays and prophecies."""

from functools import cache, lru_cache
from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import (
    LABELS,
    SIGNS,
    TINTS,
    card_message,
    play_value,
    prophecy_message,
    signed,
    value_of,
)


def piece(card: int, place: str, copy: int = 1, **more: Any) -> Piece:
    """A playing card. Its id is made of zone, face and number of the copy."""
    name, face = faces()[card]
    return Piece(f"{place}.{name}.{copy}" if copy > 1 else f"{place}.{name}", *face, **more)


@cache
def faces() -> list[tuple[str, tuple[Any, ...]]]:
    """By card: its name in ids, and the fields of a piece: art, name, text, label, sign and tint."""
    return [(name.replace(" ", "-"), _face(card, c.suit(card))) for card, name in enumerate(c.CARD_NAMES)]


def _face(card: int, suit: int) -> tuple[Any, ...]:
    value = value_of(card)
    text = f"+{value}" if suit == c.POTION else str(value)
    return c.SUITS[suit], card_message(card), text, LABELS[suit], SIGNS[suit], TINTS[suit]


MARKS = {"wins": msg("wins"), "won": msg("won"), "tied": msg("tied")}  # on the strongest play of a trick


@lru_cache(20_000)
def play_pieces(cards: tuple[int, ...], place: str, seat: int, mark: str = "", sink: str = "") -> tuple[Piece, ...]:
    """A base card and the potions on it, with the sum of their values."""
    marks = (MARKS[mark],) if mark else ()
    if len(cards) > 1:
        terms = " + ".join(str(value_of(card)) for card in cards)
        marks = (msg("{terms} = {sum}", terms=terms, sum=play_value(cards)), *marks)
    args: dict[str, Any] = {"owner": seat, "source": f"plate-{seat}", "sink": sink}
    base = piece(cards[0], place, marks=marks, **args)
    return base, *(piece(card, place, copy, on=base.id, **args) for copy, card in enumerate(cards[1:], 2))


def prophecy_piece(place: str, prophecy: int, worth: tuple[int, ...], **more: Any) -> Piece:
    """A prophecy card with one side up, and its points."""
    marks = tuple(Message(signed(points)) for points in worth) if prophecy else ()
    number = str(c.number(prophecy))
    return Piece(place, side(prophecy), prophecy_message(prophecy), number, tint="gold", marks=marks, **more)


def offered_id(move: int) -> str:
    """The id of the piece to take for this prophecy: one side of a stack or of one of the viewer's failed cards."""
    is_rebid = move >= c.REBID
    prophecy = move - c.REBID + 1 if is_rebid else move
    return f"{'again' if is_rebid else 'stack'}-{c.number(prophecy)}.{side(prophecy)}"


def side(prophecy: int) -> str:
    """The drawing of a side: `exact`, `least` or `zero`."""
    return ("least", "exact")[prophecy % 2] if prophecy else "zero"
