"""What a viewer of 17 Diciassette has answered in a call window, and may choose for after it.

The house adds to a view what waits for its time: `given`, `ahead` and `dropped` are the viewer's own answers, the card
chosen ahead and the one that came to nothing, as moves; `insisting` are the seats that want to be asked everything.
"""

from typing import Any

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.windows import ahead
from ridotto.games.diciassette.show.totals import is_hopeless

View = dict[str, Any]


def given(view: View) -> str:
    """The viewer's answer, also one that waits for its time; or nothing."""
    return str((view["own"] and view["own"]["answer"]) or view.get("given") or "")


def waiting(view: View) -> tuple[int, ...]:
    """Whom the table waits for; where nobody needs to be asked, for those who want to be."""
    seats: list[int] = view["waiting"]
    if view["phase"] == "call" and is_hopeless(view):
        insisting = view.get("insisting", seats)
        seats = [seat for seat in seats if seat in insisting]
    return tuple(seat for seat in seats if not (seat == view["viewer"] and view.get("given")))


def ahead_moves(view: View) -> list[int]:
    """The cards that the viewer may choose for after the window, where the house keeps such a choice."""
    return ahead(view) if view.get("ahead") is not None else []


def chosen_ahead(view: View) -> int:
    return c.MOVES.index(view["ahead"])
