"""What a viewer of Venezia should know before it answers."""

from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Who
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import card_message
from ridotto.games.venezia.show.board import ON_THE_BOARD
from ridotto.games.venezia.show.majorities import gain, held_by, to_lead
from ridotto.games.venezia.show.standings import ending

View = dict[str, Any]


def notes(view: View) -> tuple[Message, ...]:
    if view["phase"] == "over":
        return ending(view)
    if view["viewer"] not in view["waiting"]:
        return ()
    match view["phase"]:
        case "plan":
            return _of_plan(view)
        case "reinforce":
            home = view["seats"][view["viewer"]]["home"]
            return (
                *_alarms(view),
                msg("{place}: {standing}.", place=card_message(home), standing=to_lead(view, home)),
            )
        case "home" | "feint" | "recover" | "fetch":
            return ()
        case phase:
            return () if phase in ON_THE_BOARD else tuple(_alarms(view))


def _of_plan(view: View) -> tuple[Message, ...]:
    plan = view["own"]["plan"]
    if plan["step"] == "first":
        return (*_last_round(view), *_alarms(view))
    if plan["step"] != "pigeons":
        return ()
    slot = len(plan["pigeons"])
    if slot:
        place = plan["cards"][slot - 1]
        return (msg("{place}: {standing}.", place=card_message(place), standing=to_lead(view, place)),)
    return _room(view) if plan["first"] == "piazza" else ()


def _room(view: View) -> tuple[Message, ...]:
    """venezia.plan.limit, where it is felt."""
    there = len(view["seats"][view["viewer"]]["piazza"])
    if view["own"]["left"] <= c.ON_PIAZZA - there:
        return ()
    if there == 0:
        return (msg("You may have at most {most} pigeons on the Piazza.", most=c.ON_PIAZZA),)
    return (
        msgs(
            "You may have at most {most} pigeons on the Piazza, and {n} is already there.",
            "You may have at most {most} pigeons on the Piazza, and {n} are already there.",
            there,
            most=c.ON_PIAZZA,
        ),
    )


def _last_round(view: View) -> tuple[Message, ...]:
    return (msg("This is the last round."),) if str(view["round"]) == view["options"]["max_rounds"] else ()


def _alarms(view: View) -> list[Message]:
    """Who would win if the districts were scored as they are, or is one step from it."""
    told = []
    for seat, things in enumerate(view["seats"]):
        held, points = len(held_by(view, seat)), things["score"] + gain(view, seat)
        if held >= c.DISTRICTS_TO_WIN - 1:
            told.append(
                msg("{who} leads in {held} of the seven districts; five win the game.", who=Who(seat), held=held)
            )
        if points >= c.TO_WIN:
            told.append(msg("As things stand, {who} would reach {points} points.", who=Who(seat), points=points))
    return told
