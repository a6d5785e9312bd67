"""The cards of Venti as pieces of the table: each card is a number, a condition and points, and shows what counts."""

from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, Who
from ridotto.games.venti import components as c
from ridotto.games.venti.names import TINTS, card_message, condition_text, number_text

FOREVER = "∞"  # what is not discarded

# Where cards come from and go to.
PILE = "pile"
DISCARDS = "discards"


def plate(seat: int) -> str:
    return f"plate-{seat}"


def card_id(name: str) -> str:
    """A card by its face, wherever it lies: `card.5-9`, `card.joker-1`."""
    return f"card.{name.replace('/', '-').replace(' ', '-')}"


def target_id(place: int, name: str | None) -> str:
    """A target by its face; a frozen one by its place."""
    return f"frozen.{place + 1}" if name is None else card_id(name)


def handle_id(place: int) -> str:
    """Where a target is taken to be exchanged."""
    return f"exchange.{place + 1}"


def declared_id(number: int) -> str:
    return f"declare.{number}"


def _joker(name: str, **more: Any) -> Piece:
    return Piece(card_id(name), "joker", msg("joker"), "?", msg("joker"), tint="purple", **more)


def number_piece(name: str, **more: Any) -> Piece:
    """A card to pay with: its number, and its points as dots."""
    card = c.CARDS[name]
    if card >= c.JOKER:
        return _joker(name, **more)
    number = c.number_of(card)
    return Piece(
        card_id(name),
        f"number-{number}",
        card_message(card),
        number_text(number),
        Message("•" * c.POINTS[card]),
        tint=TINTS[number // 2],
        **more,
    )


def kept_piece(name: str, **more: Any) -> Piece:
    """A permanent joker."""
    piece = number_piece(name, sign=FOREVER, move=c.MOVE_TEXTS[c.PERMANENT + c.number_of(c.CARDS[name])], **more)
    return replace(piece, name=msg("permanent joker: {card}", card=piece.name))


def centre_piece(name: str, **more: Any) -> Piece:
    """A card to take, with what it would ask for and bring as a target."""
    card = c.CARDS[name]
    if card >= c.JOKER:
        return _joker(name, **more)
    number = c.number_of(card)
    return Piece(
        card_id(name),
        f"number-{number}",
        card_message(card),
        number_text(number),
        Message(condition_text(card)),
        f"+{c.POINTS[card]}",
        TINTS[number // 2],
        **more,
    )


def goal_piece(name: str, ready: bool, **more: Any) -> Piece:
    """A target: its condition and its points; its own number hardly matters."""
    card = c.CARDS[name]
    if card >= c.JOKER:
        return _joker(name, **more)
    number, condition = c.number_of(card), condition_text(card)
    return Piece(
        card_id(name),
        f"goal-{number}",
        msg("{condition} for {points}", condition=condition, points=c.POINTS[card]),
        f"+{c.POINTS[card]}",
        Message(condition),
        number_text(number),
        "gold" if ready else "",
        lit=ready,
        **more,
    )


def frozen_piece(place: int, freezer: int, **more: Any) -> Piece:
    """venti.freeze.no_peek: a back, and whose it is."""
    name = msg("frozen by {who}", who=Who(freezer))
    return Piece(target_id(place, None), "frozen", name, "?", msg("frozen"), "*", "teal", owner=freezer, **more)


def point_piece(name: str, **more: Any) -> Piece:
    """A scored card: its points, and its number small."""
    card = c.CARDS[name]
    number = c.number_of(card)
    return Piece(
        card_id(name),
        f"scored-{number}",
        msg("{card}, worth {points}", card=card_message(card), points=c.POINTS[card]),
        f"+{c.POINTS[card]}",
        Message(number_text(number)),
        tint=TINTS[number // 2],
        sink=DISCARDS,
        **more,
    )
