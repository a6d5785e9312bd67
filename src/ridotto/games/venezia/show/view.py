"""The view of Venezia: what one viewer may know (section 7 of the specification), built from scratch."""

from typing import Any

from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.rules import Venezia
from ridotto.games.venezia.rules.snapshot import (
    PHASES,
    actions,
    actions_in_hand,
    chosen,
    flocks,
    in_order,
    laid,
    pigeons,
    place_name,
    plan,
    player,
    shown,
    squares,
)

BACK = "back"  # stands for a card that lies face down


def view(state: Venezia, viewer: int) -> dict[str, Any]:
    """What everybody sees, and what only the viewer sees; a spectator has no `own` part (venezia.info.spectator)."""
    return {
        "round": state.round,
        "start": state.start,
        "phase": PHASES[state.phase],
        "player": player(state),
        "waiting": state.actors(),
        "chosen": chosen(state),
        "number": state.number,
        "moved": squares(state.moved),
        "been": squares(state.visited),
        "tourists": squares(state.tourist_at),
        "hunters": in_order(state.hunter_order),
        "last_tourists": squares(state.last_tourists),
        "last_hunters": in_order(state.last_hunter_order),
        "hawk": place_name(state.hawk),
        "catcher": place_name(state.catcher),
        "grey": flocks(state.grey),
        "edge": c.GREY_PIGEONS - sum(state.grey),
        "holders": {
            name: seat for name, seat in zip(c.PLACE_NAMES, state.majority_holders(), strict=True) if seat >= 0
        },
        "seats": [seat_view(state, seat) for seat in range(state.seats)],
        "own": own_view(state, viewer) if viewer >= 0 else None,
    }


def seat_view(state: Venezia, seat: int) -> dict[str, Any]:
    """What everybody sees of a seat (venezia.info.open).

    Pigeons leave a reserve when all plans are complete, and not before (venezia.info.reserve).
    """
    return {
        "score": state.points[seat],
        "home": place_name(state.home[seat]),
        "reserve": state.reserve[seat],
        "nest": state.nest[seat],
        "supply": state.supply[seat],
        "piazza": squares(state.pigeons_at[seat]),
        "places": flocks(state.flock[seat]),
        "played": actions(state.played[seat]),
        "plan": plan_view(state, seat) if state.first[seat] and state.phase != c.PLANNING else None,
        "shown": shown(state, seat),
    }


def plan_view(state: Venezia, seat: int) -> dict[str, Any]:
    """What everybody sees of a complete plan: filled slots, counts, and the faces turned up so far (venezia.info.hand).

    All others are backs (venezia.plan.facedown).
    """
    action, cards = state.action[seat], laid(state, seat)
    name = c.ACTION_NAMES[action] if action != c.NONE else None
    return {
        "first": c.MOVE_TEXTS[state.first[seat]],
        "action": BACK if name and state.phase < c.GATHERING else name,
        "cards": cards if state.phase >= c.RECOVERING else [BACK for _ in cards],
        "pigeons": pigeons(state, seat),
    }


def own_view(state: Venezia, seat: int) -> dict[str, Any]:
    """What only the seat itself sees: its plan and its hand."""
    cards, planned = laid(state, seat), sum(state.on_card[seat]) if state.phase == c.PLANNING else 0
    return {
        "plan": plan(state, seat),
        "left": state.reserve[seat] - planned,
        "actions": actions_in_hand(state, seat),
        "districts": [name for name in c.PLACE_NAMES[: c.DISTRICT_CARDS] if name not in cards],
    }
