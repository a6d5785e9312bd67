"""What a viewer of 17 Diciassette has answered in a call window, and the card it may choose in advance.

The house adds to a view, as moves, what it holds back for the viewer: `given` is its answer, `ahead` the card chosen in
advance, `dropped` such a card that was not played. `insisting` are the seats that want to be asked every time.
"""

from typing import Any

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.row_totals import is_hopeless
from ridotto.games.diciassette.show.windows import premoves

View = dict[str, Any]


def given_answer(view: View) -> str:
    """The viewer's answer, even if the house still holds it back; empty if there is none."""
    return str((view["own"] and view["own"]["answer"]) or view.get("given") or "")


def waiting(view: View) -> tuple[int, ...]:
    """The seats the table waits for; if 17 is out of reach, only those that insist on being asked."""
    seats: list[int] = view["waiting"]
    if view["phase"] == "call" and is_hopeless(view):
        insisting = view.get("insisting", seats)
        seats = [seat for seat in seats if seat in insisting]
    return tuple(seat for seat in seats if not (seat == view["viewer"] and view.get("given")))


def offered_premoves(view: View) -> list[int]:
    """The cards that the viewer may choose in advance, if the house offers that."""
    return premoves(view) if view.get("ahead") is not None else []


def chosen_premove(view: View) -> int:
    return c.MOVE_TEXTS.index(view["ahead"])
