"""The total of the row of 17 Diciassette, as far as everybody or one seat knows it."""

from ridotto.engine.message import Message, msg
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import total_message
from ridotto.games.diciassette.show.view import DiciassetteOwn, DiciassettePublic, DiciassetteView

HIGHEST = max(c.VALUES)


def highest_total(known: DiciassettePublic | DiciassetteOwn) -> int:
    """The highest total the row can have, by what everybody or a seat knows."""
    return known.total + HIGHEST * known.covered


def is_hopeless(public: DiciassettePublic) -> bool:
    """Can everybody see that the total is below 17?"""
    return highest_total(public) < c.LIMIT


def automatic_move(view: DiciassetteView) -> int | None:
    """Pass, if the viewer knows that 17 is impossible. The window opens anyway (diciassette.call.always_opened)."""
    asked = view.public.phase == "call" and (view.own is None or view.moves)
    return c.PASS if asked and highest_total(view.own or view.public) < c.LIMIT else None


def range_note(public: DiciassettePublic) -> tuple[Message, ...]:
    """The range of possible totals, if any card is hidden."""
    if not public.covered:
        return ()
    return (msg("Possible total: {min} to {max}.", min=public.total, max=highest_total(public)),)


def own_range_note(public: DiciassettePublic, own: DiciassetteOwn) -> tuple[Message, ...]:
    """The same for a seat, which knows its own hidden cards."""
    if own.covered == public.covered:
        return range_note(public)
    if not own.covered:
        return (msg("You know the total: {total}.", total=own.total),)
    shown = total_message(own.total, own.covered)
    return (msg("You know {total}; possible: {min} to {max}.", total=shown, min=own.total, max=highest_total(own)),)
