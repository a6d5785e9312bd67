"""What not even a beginner does in 17 Diciassette."""

from typing import Any

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.totals import most

View = dict[str, Any]


def blunders(view: View) -> set[int]:
    """To call where 17 is out of reach, to waste a trap face up, to lay 17 openly for others to call.

    A call that must fail can be a fine trick, to be rid of a penalty token; but it is none for beginners.
    """
    if view["phase"] == "call":
        return {c.CALL} if most(view) < c.LIMIT else set()
    found = {c.TRAP}
    if any(view["own"]["total"] + _added(view, move) < c.LIMIT for move in view["moves"]):
        found.update(move for move in view["moves"] if move < c.DOWN and view["total"] + c.VALUES[move] >= c.LIMIT)
    return found


def _added(view: View, move: int) -> int:
    """What the row gains by this move; trash takes away its last card, if the player knows that one."""
    if move == c.TRASH and view["row"]:
        return -c.VALUES[c.CARDS.get(view["row"][-1]["card"], c.TRASH)]
    return c.VALUES[move % c.DOWN]
