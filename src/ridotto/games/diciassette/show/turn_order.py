"""Whose turn it is in 17 Diciassette, who follows, and who may call first, told from the open part of a view."""

from typing import Any

from ridotto.games.diciassette import components as c

View = dict[str, Any]


def step(view: View) -> int:
    return c.CLOCKWISE if view["direction"] == "clockwise" else c.COUNTER_CLOCKWISE


def follower(view: View, turned: bool = False) -> int:
    """Who has the next turn as things are; or if the direction turned now."""
    following: int = (view["turn"] + (-step(view) if turned else step(view))) % len(view["seats"])
    return following


def is_between(view: View) -> bool:
    """Are calls asked for between the two cards of an x2 turn?"""
    return bool(view["phase"] == "call" and view["due"])


def is_second_card(view: View) -> bool:
    """Is the second card of an x2 turn due?

    A guess from the hand: whoever has not laid a card yet holds three. After a shortage it may be wrong.
    """
    drawable = view["pile"]["cards"] + view["discards"]["cards"]
    held = view["seats"][view["turn"]]["cards"]
    return bool(view["phase"] == "play" and view["due"] == 1 and held == c.HAND - 1 and drawable)


def before(view: View, seat: int) -> list[int]:
    """diciassette.call.priority_clockwise: whose calls would go before that of a seat."""
    seats = len(view["seats"])
    return [(view["turn"] + place) % seats for place in range(1, (seat - view["turn"]) % seats)]
