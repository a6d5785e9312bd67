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


_CARD_IDS = tuple(f"card.{name.replace('/', '-').replace(' ', '-')}" for name in c.CARD_NAMES)


def card_id(card: int) -> str:
    """The id of a card that lies face up anywhere: `card.5-9`, `card.joker-1`."""
    return _CARD_IDS[card]


def target_id(place: int, card: int | None) -> str:
    """The id of a target: by its card, or by its place if it is face down."""
    return f"frozen.{place + 1}" if card is None else card_id(card)


def handle_id(place: int) -> str:
    """The id of the handle by which a target is exchanged."""
    return f"exchange.{place + 1}"


def declared_id(number: int) -> str:
    return f"declare.{number}"


def _joker(card: int, **more: Any) -> Piece:
    return Piece(card_id(card), "joker", msg("joker"), "?", msg("joker"), tint="purple", **more)


def number_piece(card: int, **more: Any) -> Piece:
    """A card to pay with: its number, and its points as dots."""
    if card >= c.JOKER:
        return _joker(card, **more)
    number = c.number_of(card)
    return Piece(
        card_id(card),
        f"number-{number}",
        card_message(card),
        number_text(number),
        Message("•" * c.POINTS[card]),
        tint=TINTS[number // 2],
        **more,
    )


def permanent_joker_piece(card: int, **more: Any) -> Piece:
    """A permanent joker."""
    piece = number_piece(card, sign=PERMANENT_SIGN, move=c.MOVE_TEXTS[c.PERMANENT + c.number_of(card)], **more)
    return replace(piece, name=msg("permanent joker: {card}", card=piece.name))


def centre_piece(card: int, **more: Any) -> Piece:
    """A card to take, with its condition and points as a target."""
    if card >= c.JOKER:
        return _joker(card, **more)
    number = c.number_of(card)
    return Piece(
        card_id(card),
        f"number-{number}",
        card_message(card),
        number_text(number),
        Message(condition_text(card)),
        f"+{c.POINTS[card]}",
        TINTS[number // 2],
        **more,
    )


def open_target_piece(card: int, **more: Any) -> Piece:
    """A target that is face up: its condition and points, and its number small."""
    if card >= c.JOKER:
        return _joker(card, **more)
    number, condition = c.number_of(card), condition_text(card)
    return Piece(
        card_id(card),
        f"goal-{number}",
        msg("{condition} for {points}", condition=condition, points=c.POINTS[card]),
        f"+{c.POINTS[card]}",
        Message(condition),
        number_text(number),
        **more,
    )


def frozen_piece(place: int, freezer: int, **more: Any) -> Piece:
    """A frozen target: its back, and who froze it."""
    name = msg("frozen by {who}", who=SeatName(freezer))
    return Piece(target_id(place, None), "frozen", name, "?", msg("frozen"), "*", "teal", owner=freezer, **more)


def point_piece(card: int, **more: Any) -> Piece:
    """A scored card: its points, and its number small."""
    number = c.number_of(card)
    return Piece(
        card_id(card),
        f"scored-{number}",
        msg("{card}, worth {points}", card=card_message(card), points=c.POINTS[card]),
        f"+{c.POINTS[card]}",
        Message(number_text(number)),
        tint=TINTS[number // 2],
        sink=DISCARDS,
        **more,
    )
