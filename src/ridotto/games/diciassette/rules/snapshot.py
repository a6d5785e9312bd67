"""A position of 17 Diciassette as plain JSON, secrets included; from_snapshot.py reads it back."""

from typing import Any, Literal

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette

Phase = Literal["play", "call", "over"]
Direction = Literal["clockwise", "counter-clockwise"]
Answer = Literal["pass", "call"]

PHASES: tuple[Phase, ...] = ("play", "call", "over")
DIRECTIONS: dict[int, Direction] = {c.CLOCKWISE: "clockwise", c.COUNTER_CLOCKWISE: "counter-clockwise"}
FACES = ("up", "down")


def hand(state: Diciassette, seat: int) -> list[str]:
    """The hand of a seat, sorted by kind."""
    return [c.CARD_NAMES[kind] for kind in state.hands[seat] if kind != c.NO_CARD]


def spread(counts: list[int]) -> list[str]:
    """The cards of a count by kind, one by one."""
    return [c.CARD_NAMES[kind] for kind in range(c.KINDS) for _ in range(counts[kind])]


def answer(state: Diciassette, seat: int) -> Answer | None:
    """What a seat has answered in the open call window, if anything."""
    if state.passed >> seat & 1:
        return "pass"
    return "call" if state.called >> seat & 1 else None


def row(cards: list[int]) -> list[dict[str, Any]]:
    """The cards of a row, from left to right."""
    return [
        {"seat": c.owner_of(card), "card": c.CARD_NAMES[c.kind_of(card)], "face": FACES[c.is_down(card)]}
        for card in cards
    ]


def last_call(state: Diciassette) -> dict[str, Any] | None:
    """The last call and the row it revealed. At the end of the game that row is still on the table, and empty here."""
    if state.last_caller < 0:
        return None
    shown = row(state.last_row[: state.last_row_length])
    return {"caller": state.last_caller, "player": state.last_player, "row": shown}


def position(state: Diciassette) -> dict[str, Any]:
    return {
        "round": state.round,
        "turns": state.turns_finished,
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "due": state.cards_due,
        "double": bool(state.pending_double),
        "direction": DIRECTIONS[state.direction],
        "seats": [
            {
                "victory": state.victory[seat],
                "penalty": state.penalty[seat],
                "hand": hand(state, seat),
                "trashed": spread(state.trashed[seat]),
                "answer": answer(state, seat),
            }
            for seat in range(state.seats)
        ],
        "row": row(state.row[: state.row_length]),
        "pile": [c.CARD_NAMES[kind] for kind in reversed(state.pile[: state.pile_size])],
        "discards": spread(state.known_discards),
        "last": last_call(state),
    }
