"""Who is next in 17 Diciassette and whose call has priority, by the public part of a view."""

from typing import Any

from ridotto.games.diciassette import components as c

View = dict[str, Any]


def direction_step(view: View) -> int:
    """What to add to a seat in the direction of play."""
    return c.CLOCKWISE if view["direction"] == "clockwise" else c.COUNTER_CLOCKWISE


def next_player(view: View, turned: bool = False) -> int:
    """The seat with the next turn; `turned`: if the direction were reversed now."""
    following: int = (view["turn"] + (-direction_step(view) if turned else direction_step(view))) % len(view["seats"])
    return following


def is_between(view: View) -> bool:
    """Is a call window open between the two cards of an x2 turn?"""
    return bool(view["phase"] == "call" and view["due"])


def is_second_card(view: View) -> bool:
    """Is the second card of an x2 turn due?

    A guess by the hand: before the first card it holds three. After a shortage of cards the guess may be wrong.
    """
    drawable = view["pile"]["cards"] + view["discards"]["cards"]
    held = view["seats"][view["turn"]]["cards"]
    return bool(view["phase"] == "play" and view["due"] == 1 and held == c.HAND - 1 and drawable)


def seats_before(view: View, seat: int) -> list[int]:
    """The seats whose calls have priority over that of a seat (diciassette.call.priority_clockwise)."""
    seats = len(view["seats"])
    return [(view["turn"] + place) % seats for place in range(1, (seat - view["turn"]) % seats)]
