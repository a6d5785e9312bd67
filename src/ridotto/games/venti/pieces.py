"""The cards of Venti as pieces of the table: each card is a number, a condition and points, and shows what counts."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, Who
from ridotto.games.venti import cards as c
from ridotto.games.venti.names import TINTS, card_message, condition_text, number_text

FOREVER = "∞"  # what is not discarded


def piece_id(zone: str, name: str) -> str:
    """A card by its face: `hand.5-9`, `centre.joker-1`."""
    return f"{zone}.{name.replace('/', '-').replace(' ', '-')}"


def _joker(zone: str, name: str, **more: Any) -> Piece:
    return Piece(piece_id(zone, name), "joker", msg("joker"), "?", msg("joker"), tint="purple", **more)


def number_piece(zone: str, name: str, **more: Any) -> Piece:
    """A card to pay with: its number, and its points as dots."""
    card = c.CARDS[name]
    if card >= c.JOKER:
        return _joker(zone, name, **more)
    number = c.number_of(card)
    return Piece(
        piece_id(zone, name),
        f"number-{number}",
        card_message(card),
        number_text(number),
        Message("•" * c.POINTS[card]),
        tint=TINTS[number // 2],
        **more,
    )


def centre_piece(name: str, **more: Any) -> Piece:
    """A card to take, with what it would ask for and bring as a target."""
    card = c.CARDS[name]
    if card >= c.JOKER:
        return _joker("centre", name, **more)
    number = c.number_of(card)
    return Piece(
        piece_id("centre", name),
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
        return _joker("targets", name, **more)
    number, condition = c.number_of(card), condition_text(card)
    return Piece(
        piece_id("targets", name),
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
    return Piece(f"targets.{place + 1}", "frozen", name, "?", msg("frozen"), "*", "teal", owner=freezer, **more)


def point_piece(zone: str, name: str, **more: Any) -> Piece:
    """A scored card: its points, and its number small."""
    card = c.CARDS[name]
    number = c.number_of(card)
    return Piece(
        piece_id(zone, name),
        f"scored-{number}",
        msg("{card}, worth {points}", card=card_message(card), points=c.POINTS[card]),
        f"+{c.POINTS[card]}",
        Message(number_text(number)),
        tint=TINTS[number // 2],
        **more,
    )
