"""The total of the row of 17 Diciassette, as far as a viewer knows it."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import total_message

View = dict[str, Any]
HIGHEST = max(c.VALUES)


def known_total(view: View) -> tuple[int, int]:
    """The total of the cards the viewer knows, its own covered ones too, and how many cards it does not know."""
    best = view["own"] or view
    return best["total"], best["covered"]


def highest_total(view: View) -> int:
    """The highest total the row can have, by what the viewer knows."""
    total, covered = known_total(view)
    return total + HIGHEST * covered


def is_hopeless(view: View) -> bool:
    """Can everybody see that the total is below 17?"""
    return bool(view["total"] + HIGHEST * view["covered"] < c.LIMIT)


def automatic_move(view: View) -> int | None:
    """Pass, if the viewer knows that 17 is impossible. The window opens anyway (diciassette.call.always_opened)."""
    asked = view["phase"] == "call" and (view["own"] is None or view["moves"])
    return c.PASS if asked and highest_total(view) < c.LIMIT else None


def range_note(view: View) -> tuple[Message, ...]:
    """The range of possible totals, if any card is hidden."""
    if not view["covered"]:
        return ()
    total, covered = known_total(view)
    if not covered:
        return (msg("You know the total: {total}.", total=total),)
    if covered == view["covered"]:
        return (msg("Possible total: {min} to {max}.", min=total, max=highest_total(view)),)
    shown = total_message(total, covered)
    return (msg("You know {total}; possible: {min} to {max}.", total=shown, min=total, max=highest_total(view)),)
