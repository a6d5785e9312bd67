"""Blunders in Verhext!: moves that not even a beginner makes."""

from typing import Any

from ridotto.games.verhext import components as c
from ridotto.games.verhext.show.tricks import current_trick

View = dict[str, Any]


def blunders(view: View) -> set[int]:
    """Wasting potions or zero cards, and taking a trick that breaks the seat's own prophecy without need."""
    if view["phase"] == "count":
        return {c.KEEP_ZERO} if view["round"] == view["rounds"] or not all(view["stacks"][1:]) else set()
    trick = current_trick(view)
    if view["phase"] != "play" or trick is None:
        return set()
    me = view["viewer"]
    top = dict(zip(view["moves"], view["own"]["tops"], strict=True))
    found = {move for move, seats in top.items() if c.ATTACH <= move < c.KEEP_ZERO and me not in seats}
    if len(trick["plays"]) == len(view["seats"]) - 1 and _has_all(view["seats"][me]):
        found.update(move for move, seats in top.items() if seats == [me])
    return found


def _has_all(seat: View) -> bool:
    """Would one more trick break this prophecy?"""
    return bool(seat["prophecy"][-1] != "+" and int(seat["prophecy"][0]) == seat["won"])
