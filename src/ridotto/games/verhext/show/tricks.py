"""Reads the tricks of a view of Verhext!: plays, players, led suit."""

from typing import Any

from ridotto.games.verhext import components as c

View = dict[str, Any]


def cards_of(play: str) -> list[int]:
    """The cards of a play such as `broom 5 + potion 2`, the base card first."""
    return [c.CARDS[name] for name in play.split(" + ")]


def current_trick(view: View) -> dict[str, Any] | None:
    """The trick that is being played, None before the lead."""
    tricks = view["tricks"]
    return tricks[-1] if tricks and tricks[-1]["number"] == view["finished"] else None


def shown_trick(view: View) -> dict[str, Any] | None:
    """The trick on the table: the current one, or before its lead the last one."""
    return view["tricks"][-1] if view["tricks"] else None


def current_led_suit(view: View) -> int | None:
    """The led suit of the current trick, None before the lead."""
    trick = current_trick(view)
    return led_suit_of(trick) if trick else None


def led_suit_of(trick: dict[str, Any]) -> int:
    return c.suit(cards_of(trick["plays"][0])[0])


def players_of(view: View, trick: dict[str, Any]) -> list[int]:
    """The seats that have played to a trick, in the order played."""
    return [(trick["leader"] + place) % len(view["seats"]) for place in range(len(trick["plays"]))]
