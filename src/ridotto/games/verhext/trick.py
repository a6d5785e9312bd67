"""Which play of a trick is the highest, told from the open cards of a view."""

from collections.abc import Sequence
from typing import Any

from ridotto.games.verhext import cards as c
from ridotto.games.verhext.names import play_value

View = dict[str, Any]


def cards_of(play: str) -> list[int]:
    """`broom 5 + potion 2` as cards, the base card first."""
    return [c.CARDS[name] for name in play.split(" + ")]


def current_trick(view: View) -> dict[str, Any] | None:
    """The trick that is being played, if somebody has led."""
    tricks = view["tricks"]
    return tricks[-1] if tricks and tricks[-1]["number"] == view["finished"] else None


def led_suit(view: View) -> int | None:
    trick = current_trick(view)
    return c.suit(cards_of(trick["plays"][0])[0]) if trick else None


def players_of(view: View, trick: dict[str, Any]) -> list[int]:
    """The seats that have played to a trick, in order."""
    return [(trick["leader"] + place) % len(view["seats"]) for place in range(len(trick["plays"]))]


def highest(view: View, trick: dict[str, Any], more: Sequence[int] = ()) -> list[int]:
    """The places of the highest plays, several if they tie; `more` are the cards of one play that would follow."""
    plays = [cards_of(play) for play in trick["plays"]] + ([list(more)] if more else [])
    led, trump = c.suit(plays[0][0]), c.suit(c.CARDS[view["trump"]])

    def strength(play: list[int]) -> tuple[bool, bool, int]:
        """Trump beats the led suit, that beats all others; then the value with potions counts."""
        suit = c.suit(play[0])
        return suit == trump, suit == led, play_value(play)

    best = max(map(strength, plays))
    return [place for place, play in enumerate(plays) if strength(play) == best]
