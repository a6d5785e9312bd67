"""What one viewer of Venezia is shown: built up from nothing (section 7 of the specification)."""

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

BACK = "back"  # in views, instead of a card that lies face down


def view(state: Venezia, viewer: int) -> dict[str, Any]:
    return {
        "round": state.round,
        "start": state.start,
        "phase": PHASES[state.phase],
        "player": player(state),
        "waiting": state.actors(),
        "chosen": chosen(state),
        "number": state.number,
        "moved": squares(state.moved),
        "been": squares(state.been),
        "tourists": squares(state.tourist_at),
        "hunters": in_order(state.hunted),
        "last_tourists": squares(state.last_tourists),
        "last_hunters": in_order(state.last_hunted),
        "hawk": place_name(state.hawk),
        "catcher": place_name(state.catcher),
        "grey": flocks(state.grey),
        "edge": c.GREY_PIGEONS - sum(state.grey),
        "holders": {name: seat for name, seat in zip(c.PLACE_NAMES, state.leaders(), strict=True) if seat >= 0},
        "seats": [open_things(state, seat) for seat in range(state.seats)],
        "own": own_things(state, viewer) if viewer >= 0 else None,
    }


def open_things(state: Venezia, seat: int) -> dict[str, Any]:
    """venezia.info.open, venezia.info.reserve: pigeons leave a reserve when all plans are complete, and not before."""
    return {
        "score": state.points[seat],
        "home": place_name(state.home[seat]),
        "reserve": state.reserve[seat],
        "nest": state.nest[seat],
        "supply": state.supply[seat],
        "piazza": squares(state.birds[seat]),
        "places": flocks(state.flock[seat]),
        "played": actions(state.played[seat]),
        "plan": open_plan(state, seat) if state.first[seat] and state.phase != c.PLANNING else None,
        "shown": shown(state, seat),
    }


def open_plan(state: Venezia, seat: int) -> dict[str, Any]:
    """venezia.plan.commit: filled slots and counts, and the faces that are turned up by now."""
    action, cards = state.action[seat], laid(state, seat)
    name = c.ACTION_NAMES[action] if action != c.NONE else None
    return {
        "first": c.MOVE_TEXTS[state.first[seat]],
        "action": BACK if name and state.phase < c.GATHERING else name,
        "cards": cards if state.phase >= c.RECOVERING else [BACK for _ in cards],
        "pigeons": pigeons(state, seat),
    }


def own_things(state: Venezia, seat: int) -> dict[str, Any]:
    """What only the seat itself sees: its plan and the cards in its hand."""
    cards, planned = laid(state, seat), sum(state.on_card[seat]) if state.phase == c.PLANNING else 0
    return {
        "plan": plan(state, seat),
        "left": state.reserve[seat] - planned,
        "actions": actions_in_hand(state, seat),
        "districts": [name for name in c.PLACE_NAMES[: c.DISTRICT_CARDS] if name not in cards],
    }
