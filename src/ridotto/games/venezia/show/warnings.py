"""The notes below the prompt of Venezia: limits, and who is about to win."""

from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import card_message
from ridotto.games.venezia.show.board import ON_THE_BOARD
from ridotto.games.venezia.show.majorities import held_by, lead_hint, points_now
from ridotto.games.venezia.show.standings import ending

View = dict[str, Any]


def notes(view: View) -> tuple[Message, ...]:
    if view["phase"] == "over":
        return ending(view)
    if view["viewer"] not in view["waiting"]:
        return ()
    match view["phase"]:
        case "plan":
            return _plan_notes(view)
        case "reinforce":
            home = view["seats"][view["viewer"]]["home"]
            return (
                *_victory_warnings(view),
                msg("{place}: {standing}.", place=card_message(home), standing=lead_hint(view, home)),
            )
        case "home" | "feint" | "recover" | "fetch":
            return ()
        case phase:
            return () if phase in ON_THE_BOARD else tuple(_victory_warnings(view))


def _plan_notes(view: View) -> tuple[Message, ...]:
    plan = view["own"]["plan"]
    if plan["step"] == "first":
        return (*_last_round(view), *_victory_warnings(view))
    if plan["step"] != "pigeons":
        return ()
    slot = len(plan["pigeons"])
    if slot:
        place = plan["cards"][slot - 1]
        return (msg("{place}: {standing}.", place=card_message(place), standing=lead_hint(view, place)),)
    return _limit_note(view) if plan["first"] == "piazza" else ()


def _limit_note(view: View) -> tuple[Message, ...]:
    """The limit of pigeons on the Piazza, if the reserve exceeds it (venezia.plan.limit)."""
    there = len(view["seats"][view["viewer"]]["piazza"])
    if view["own"]["left"] <= c.MAX_ON_PIAZZA - there:
        return ()
    if there == 0:
        return (msg("You may have at most {max} pigeons on the Piazza.", max=c.MAX_ON_PIAZZA),)
    return (
        msgs(
            "You may have at most {max} pigeons on the Piazza, and {n} is already there.",
            "You may have at most {max} pigeons on the Piazza, and {n} are already there.",
            there,
            max=c.MAX_ON_PIAZZA,
        ),
    )


def _last_round(view: View) -> tuple[Message, ...]:
    return (msg("This is the last round."),) if str(view["round"]) == view["options"]["max_rounds"] else ()


def _victory_warnings(view: View) -> list[Message]:
    """The seats that would win if the districts were scored now, or lead in one district too few."""
    found = []
    for seat, things in enumerate(view["seats"]):
        held, points = len(held_by(view, seat)), things["score"] + points_now(view, seat)
        if held >= c.DISTRICTS_TO_WIN - 1:
            found.append(
                msg("{who} leads in {held} of the seven districts; five win the game.", who=SeatName(seat), held=held)
            )
        if points >= c.POINTS_TO_WIN:
            found.append(msg("As things stand, {who} would reach {points} points.", who=SeatName(seat), points=points))
    return found
