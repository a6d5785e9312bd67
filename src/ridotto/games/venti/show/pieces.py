"""The cards of Venti as pieces. Each piece shows what counts in its place: number, condition or points."""

from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, SeatName
from ridotto.games.venti import components as c
from ridotto.games.venti.names import TINTS, card_message, condition_text, number_text

PERMANENT_SIGN = "∞"

# Ids of the places that cards come from and go to.
PILE = "pile"
DISCARDS = "discards"


def plate_id(seat: int) -> str:
    return f"plate-{seat}"


def card_id(name: str) -> str:
    """The id of a card that lies face up anywhere: `card.5-9`, `card.joker-1`."""
    return f"card.{name.replace('/', '-').replace(' ', '-')}"


def target_id(place: int, name: str | None) -> str:
    """The id of a target: by its card, or by its place if it is frozen."""
    return f"frozen.{place + 1}" if name is None else card_id(name)


def handle_id(place: int) -> str:
    """The id of the handle by which a target is exchanged."""
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


def permanent_joker_piece(name: str, **more: Any) -> Piece:
    """A permanent joker."""
    piece = number_piece(name, sign=PERMANENT_SIGN, move=c.MOVE_TEXTS[c.PERMANENT + c.number_of(c.CARDS[name])], **more)
    return replace(piece, name=msg("permanent joker: {card}", card=piece.name))


def centre_piece(name: str, **more: Any) -> Piece:
    """A card to take, with its condition and points as a target."""
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


def open_target_piece(name: str, ready: bool, **more: Any) -> Piece:
    """A target that is face up: its condition and points, and its number small."""
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
    """A frozen target: its back, and who froze it."""
    name = msg("frozen by {who}", who=SeatName(freezer))
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
