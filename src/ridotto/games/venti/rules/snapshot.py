"""A position of Venti as plain JSON, secrets included; from_snapshot.py reads it back."""

from collections.abc import Iterable
from typing import Any, Literal, get_args

from ridotto.games.venti import components as c
from ridotto.games.venti.rules import secret_hands
from ridotto.games.venti.rules.rules import Venti

Phase = Literal["main", "declare", "pay", "commit", "penalty", "catch up", "hand limit", "over"]
Cause = Literal["", "own freeze", "first to ten", "still frozen"]  # of a penalty
PHASES: tuple[Phase, ...] = get_args(Phase)
CAUSES: tuple[Cause, ...] = get_args(Cause)


def names(cards: Iterable[int]) -> list[str]:
    return [c.CARD_NAMES[card] for card in cards]


def card_or_none(card: int) -> str | None:
    return c.CARD_NAMES[card] if card >= 0 else None


def number_or_none(number: int) -> int | None:
    """A seat or a number; None instead of -1."""
    return number if number >= 0 else None


def secret(state: Venti, seat: int) -> list[int]:
    """The hand cards that no other seat has seen."""
    return c.cards_in([held & unseen for held, unseen in zip(state.hand[seat], state.unseen, strict=True)])


def known(state: Venti, seat: int) -> list[int]:
    """The hand cards that everybody has seen."""
    return c.cards_in([held & ~unseen for held, unseen in zip(state.hand[seat], state.unseen, strict=True)])


def ruled_out(state: Venti, seat: int) -> list[str]:
    """Secret cards that this seat does not hold together: with them it could have paid what it has failed at."""
    first, second, third = state.ruled_out[seat]
    return secret_hands.shortest_names(first | second << 64 | third << 128, min(c.MAX_SECRET, len(secret(state, seat))))


def extra(state: Venti, seat: int) -> list[int]:
    return [card for card in state.extra[seat] if card >= 0]


def centre(state: Venti) -> list[str | None]:
    return [card_or_none(card) for card in state.centre[: c.CENTRE_SIZE[state.seats]]]


def is_pile_known(state: Venti) -> bool:
    """Whether the pile was shuffled from discards, so that everybody knows which cards are in it."""
    return state.pile_size > 0 and not c.has(state.unseen, state.pile[0])


def final_queue(state: Venti) -> list[int]:
    """The seats that still have a last turn, in turn order."""
    clockwise = [(state.active + 1 + i) % state.seats for i in range(state.seats)]
    return [seat for seat in clockwise if state.final_queue >> seat & 1]


def payment(state: Venti) -> dict[str, Any] | None:
    """The target being paid, the declared numbers, and the committed cards: slot by slot, or blindly in any order."""
    if state.phase not in (c.DECLARING, c.PAYING, c.COMMITTING):
        return None
    blind = state.phase == c.COMMITTING
    return {
        "target": state.target + 1,
        "declared": [number for number in state.declared if number >= 0],
        "paid": names(c.cards_in(state.committed) if blind else state.paid[: state.slots_paid]),
    }


def penalty(state: Venti) -> dict[str, Any] | None:
    if state.phase != c.PENALTY:
        return None
    return {"for": CAUSES[state.cause], "due": state.due, "target": number_or_none(state.target + 1 or -1)}


def ten(state: Venti) -> dict[str, Any] | None:
    """During the ten rule: who has reached ten, who is alone in last place, and the points that may be laid down."""
    if state.gainer < 0:
        return None
    return {"gainer": state.gainer, "last": number_or_none(state.last_seat), "left": state.catch_up_left}


def position(state: Venti) -> dict[str, Any]:
    return {
        "round": state.round,
        "starter": state.starter,
        "turn": state.active,
        "phase": PHASES[state.phase],
        "actions": {"used": state.actions_used, "limit": state.action_limit},
        "centre": centre(state),
        "targets": [
            {"card": card_or_none(state.targets[i]), "frozen_by": number_or_none(state.frozen_by[i])}
            for i in range(c.TARGET_COUNT[state.seats])
        ],
        "seats": [
            {
                "hand": names(known(state, seat)),
                "secret": names(secret(state, seat)),
                "barred": names(c.cards_in(state.barred[seat])),
                "ruled_out": ruled_out(state, seat),
                "points": names(c.cards_in(state.points_pile[seat])),
                "permanent": names(c.cards_in(state.permanent[seat])),
                "extra": names(extra(state, seat)),
            }
            for seat in range(state.seats)
        ],
        "pile": names(reversed(state.pile[: state.pile_size])),
        "pile_known": is_pile_known(state),
        "discards": names(c.cards_in(state.discards)),
        "payment": payment(state),
        "penalty": penalty(state),
        "ten": ten(state),
        "first_to_ten": number_or_none(state.first_to_ten),
        "glimpse": number_or_none(state.glimpse + 1 or -1),
        "trigger": number_or_none(state.trigger_player),
        "final_queue": final_queue(state),
    }
