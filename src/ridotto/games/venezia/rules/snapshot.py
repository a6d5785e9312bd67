"""A position of Venezia as plain JSON, secrets included; from_snapshot.py reads it back."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

from ridotto.games.venezia import components as c
from ridotto.games.venezia.rules.rules import Venezia

Phase = Literal[
    "home", "plan", "place", "feint", "pick", "move", "jump", "family", "reinforce", "use", "hawk", "catcher",
    "clergy", "house", "take along", "vespa from", "vespa count", "vespa to", "carrier slot", "carrier card",
    "recover", "fetch", "over",
]  # fmt: skip
Step = Literal["first", "action", "districts", "pigeons", "complete"]
PHASES: tuple[Phase, ...] = get_args(Phase)
STEPS: tuple[Step, ...] = get_args(Step)


def square_numbers(halves: Sequence[int]) -> list[int]:
    """The numbers of a set of squares, ascending."""
    numbers = []
    left = halves[0] | halves[1] << c.HALF
    while left:
        numbers.append((left & -left).bit_length() - 1)
        left &= left - 1
    return numbers


def squares(halves: Sequence[int]) -> list[str]:
    """The names of a set of squares, row by row."""
    return [c.SQUARE_NAMES[square] for square in square_numbers(halves)]


def in_order(moves: Sequence[int]) -> list[str]:
    """The names of squares that are written as moves, in their order; 0 is none."""
    return [c.MOVE_TEXTS[move] for move in moves if move]


def place_name(place: int) -> str | None:
    return c.PLACE_NAMES[place] if place != c.NONE else None


def flocks(pigeons: list[int]) -> dict[str, int]:
    """The number of pigeons in each place that has any."""
    return {name: n for name, n in zip(c.PLACE_NAMES, pigeons, strict=True) if n}


def actions(cards: int) -> list[str]:
    return [c.ACTION_NAMES[card] for card in c.members(cards)]


def actions_in_hand(state: Venezia, seat: int) -> list[int]:
    laid = 0 if state.action[seat] == c.NONE else 1 << state.action[seat]
    return c.members(((1 << c.ACTION_CARDS) - 1) & ~(state.played[seat] | laid))


def chosen(state: Venezia) -> str | None:
    """What the decision is about, as a move text."""
    return c.MOVE_TEXTS[state.chosen] if state.chosen else None


def player(state: Venezia) -> int | None:
    """The seat that is asked; none while all seats plan."""
    return None if state.phase == c.PLANNING or state.over else state.player


def step(state: Venezia, seat: int) -> Step | None:
    """The step of a planning seat."""
    if state.phase != c.PLANNING:
        return None
    if state.step[seat] == c.COMPLETE:
        return "complete"
    return STEPS[min(int(state.step[seat]), c.PIGEON_COUNT)]


def laid(state: Venezia, seat: int) -> list[int]:
    """The places of the laid district cards, from slot 3 on."""
    return list(state.laid[seat][: state.laid_count[seat]])


def pigeons(state: Venezia, seat: int) -> list[int]:
    """The pigeons on slot 1 and from slot 3 on, as far as they are decided."""
    counted = 1 + state.laid_count[seat] if state.first[seat] else 0
    if state.phase == c.PLANNING and state.step[seat] != c.COMPLETE:
        counted = max(0, state.step[seat] - c.PIGEON_COUNT)
    return list(state.on_card[seat][:counted])


def plan(state: Venezia, seat: int) -> dict[str, Any]:
    first, action = state.first[seat], state.action[seat]
    return {
        "step": step(state, seat),
        "first": c.MOVE_TEXTS[first] if first else None,
        "action": c.ACTION_NAMES[action] if action != c.NONE else None,
        "cards": [c.PLACE_NAMES[place] for place in laid(state, seat)],
        "pigeons": pigeons(state, seat),
    }


def shown(state: Venezia, seat: int) -> dict[str, Any]:
    """What everybody has seen last of a plan: in this round, or else in the round before."""
    first, action = state.shown_first[seat], state.shown_action[seat]
    return {
        "first": c.MOVE_TEXTS[first] if first else None,
        "pigeons": list(state.shown_pigeons[seat]),
        "action": c.ACTION_NAMES[action] if action != c.NONE else None,
        "cards": [c.PLACE_NAMES[place] for place in state.shown_cards[seat] if place != c.NONE],
    }


def position(state: Venezia) -> dict[str, Any]:
    return {
        "round": state.round,
        "start": state.start,
        "phase": PHASES[state.phase],
        "player": player(state),
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
        "seats": [
            {
                "score": state.points[seat],
                "home": place_name(state.home[seat]),
                "reserve": state.reserve[seat],
                "nest": state.nest[seat],
                "supply": state.supply[seat],
                "piazza": squares(state.pigeons_at[seat]),
                "places": flocks(state.flock[seat]),
                "played": actions(state.played[seat]),
                "plan": plan(state, seat),
                "shown": shown(state, seat),
            }
            for seat in range(state.seats)
        ],
    }
