"""What the row of 17 Diciassette adds up to, as far as a viewer knows."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import total_message

View = dict[str, Any]
HIGHEST = max(c.VALUES)


def known(view: View) -> tuple[int, int]:
    """What the viewer can add up, its own covered cards included, and how many cards it does not know."""
    best = view["own"] or view
    return best["total"], best["covered"]


def most(view: View) -> int:
    """The row cannot make more than this, by what the viewer knows."""
    total, covered = known(view)
    return total + HIGHEST * covered


def is_hopeless(view: View) -> bool:
    """Can everybody see that the row does not come to 17?"""
    return bool(view["total"] + HIGHEST * view["covered"] < c.LIMIT)


def obvious(view: View) -> int | None:
    """diciassette.call.always_opened: the window opens all the same, but where 17 is impossible nobody thinks twice."""
    asked = view["phase"] == "call" and (view["own"] is None or view["moves"])
    return c.PASS if asked and most(view) < c.LIMIT else None


def range_note(view: View) -> tuple[Message, ...]:
    """What the total may be, if anything is hidden."""
    if not view["covered"]:
        return ()
    total, covered = known(view)
    if not covered:
        return (msg("You know the total: {total}.", total=total),)
    if covered == view["covered"]:
        return (msg("Possible total: {least} to {most}.", least=total, most=most(view)),)
    shown = total_message(total, covered)
    return (msg("You know {total}; possible: {least} to {most}.", total=shown, least=total, most=most(view)),)
