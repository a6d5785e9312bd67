"""The plays of a trick, as a view shows them."""

from typing import Any

from ridotto.games.verhext import components as c

View = dict[str, Any]


def cards_of(play: str) -> list[int]:
    """`broom 5 + potion 2` as cards, the base card first."""
    return [c.CARDS[name] for name in play.split(" + ")]


def current_trick(view: View) -> dict[str, Any] | None:
    """The trick that is being played, if somebody has led."""
    tricks = view["tricks"]
    return tricks[-1] if tricks and tricks[-1]["number"] == view["finished"] else None


def shown_trick(view: View) -> dict[str, Any] | None:
    """The trick that lies on the table: the current one, and before somebody leads to it, the last."""
    return view["tricks"][-1] if view["tricks"] else None


def led_suit(view: View) -> int | None:
    trick = current_trick(view)
    return suit_led(trick) if trick else None


def suit_led(trick: dict[str, Any]) -> int:
    return c.suit(cards_of(trick["plays"][0])[0])


def players_of(view: View, trick: dict[str, Any]) -> list[int]:
    """The seats that have played to a trick, in order."""
    return [(trick["leader"] + place) % len(view["seats"]) for place in range(len(trick["plays"]))]
