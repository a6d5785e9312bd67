"""The view of Venti: what one viewer may know (section 7 of the specification), built from scratch."""

from typing import Any

from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti
from ridotto.games.venti.rules.snapshot import (
    PHASES,
    centre,
    extra,
    final_queue,
    names,
    number_or_none,
    payment,
    penalty,
    ten,
)


def view(state: Venti, viewer: int) -> dict[str, Any]:
    return {
        "round": state.round,
        "starter": state.starter,
        "turn": state.active,
        "phase": PHASES[state.phase],
        "player": number_or_none(state.player),
        "actions": {"used": state.actions_used, "limit": state.action_limit},
        "centre": centre(state),
        "targets": [target(state, i) for i in range(c.TARGET_COUNT[state.seats])],
        "pile": state.pile_size,
        "discards": names(c.cards_in(state.discards)),
        "payment": payment(state),
        "penalty": penalty(state),
        "ten": ten(state),
        "first_to_ten": number_or_none(state.first_to_ten),
        "trigger": number_or_none(state.trigger_player),
        "final_queue": final_queue(state),
        "seats": [open_cards(state, seat) for seat in range(state.seats)],
        "own": own_cards(state, viewer) if viewer >= 0 else None,
    }


def is_face_up(state: Venti, place: int) -> bool:
    """Whether everybody sees this target's face. The freezer of a frozen one sees no more: venti.freeze.no_peek."""
    return bool(state.frozen_by[place] < 0 or state.frozen_view == c.OPEN or state.glimpse == place)


def target(state: Venti, place: int) -> dict[str, Any]:
    """venti.freeze.owner.public."""
    card, freezer = state.targets[place], state.frozen_by[place]
    shown = card >= 0 and is_face_up(state, place)
    return {"card": c.CARD_NAMES[card] if shown else None, "frozen_by": number_or_none(freezer)}


def open_cards(state: Venti, seat: int) -> dict[str, Any]:
    """What everybody sees of a seat: of the hand only its size."""
    return {
        "cards": state.cards_in_hand(seat),
        "points": names(c.cards_in(state.points_pile[seat])),
        "score": state.scores()[seat],
        "permanent": names(c.cards_in(state.permanent[seat])),
        "extra": names(extra(state, seat)),  # venti.info.extra
        "sacrificed": state.points_sacrificed(seat),
    }


def own_cards(state: Venti, seat: int) -> dict[str, Any]:
    """What only the seat itself sees: venti.info.hand."""
    return {"hand": names(c.cards_in(state.hand[seat]))}
