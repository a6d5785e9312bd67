"""Blunders in 17 Diciassette: moves that not even a beginner makes."""

from typing import Any

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.row_totals import highest_total

View = dict[str, Any]


def blunders(view: View) -> set[int]:
    """Calling if 17 is out of reach, laying a trap face up, bringing the visible total to 17.

    An expert may call wrongly on purpose, to get rid of a penalty token; a beginner does not.
    """
    if view["phase"] == "call":
        return {c.CALL} if highest_total(view) < c.LIMIT else set()
    found = {c.TRAP}
    if any(view["own"]["total"] + _added(view, move) < c.LIMIT for move in view["moves"]):
        found.update(move for move in view["moves"] if move < c.DOWN and view["total"] + c.VALUES[move] >= c.LIMIT)
    return found


def _added(view: View, move: int) -> int:
    """The change of the total by a move; a trash removes the last card, if the player knows that card."""
    if move == c.TRASH and view["row"]:
        return -c.VALUES[c.CARDS.get(view["row"][-1]["card"], c.TRASH)]
    return c.VALUES[move % c.DOWN]
