"""Choosing a number of pigeons in Venezia. If they leave at once, this takes two steps: the number, then the place."""

from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Action, SecondStep
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import card_message, pigeons_message
from ridotto.games.venezia.show.majorities import flock, standing
from ridotto.games.venezia.show.pigeon_counts import count_id
from ridotto.games.venezia.show.places import place_id
from ridotto.games.venezia.show.plans import slot_id

View = dict[str, Any]


def number_action(view: View, number: int, clause: str) -> Action:
    name, take, put = pigeons_message(number), count_id(number), _destination_id(view)
    commit = _commit_label(view, number) if put else None
    return Action(c.MOVE_TEXTS[c.NUMBER + number], name, take, put, clause, _hints(view, number), commit=commit)


def steps(view: View) -> tuple[SecondStep, ...]:
    if _destination_id(view) is None:
        return ()
    numbers = [move - c.NUMBER for move in view["moves"] if c.NUMBER <= move < c.SQUARE]
    return tuple(SecondStep(count_id(number), _step_question(view, number)) for number in numbers)


def _destination_id(view: View) -> str | None:
    """The element where the pigeons go at once; None in a plan and by Vespa."""
    seat = view["viewer"]
    match view["phase"]:
        case "reinforce" | "take along":
            return place_id(view["seats"][seat]["home"])
        case "feint":
            return slot_id(seat, 3 + _slot_index(view))
        case "fetch":
            return f"plate-{seat}"
        case _:
            return None


def _slot_index(view: View) -> int:
    return c.MOVE_TEXTS.index(view["chosen"]) - c.SLOT


def _place_name(view: View) -> Message:
    if view["phase"] == "feint":
        return card_message(view["own"]["plan"]["cards"][_slot_index(view)])
    return card_message(view["seats"][view["viewer"]]["home"])


def _step_question(view: View, number: int) -> Message:
    if view["phase"] == "fetch":
        if number == 0:
            return msg("Leave all pigeons on San Michele?")
        return msgs("{n} pigeon back to your reserve?", "{n} pigeons back to your reserve?", number)
    if number == 0:
        return msg("No pigeons to {place}?", place=_place_name(view))
    return msgs("{n} pigeon to {place}?", "{n} pigeons to {place}?", number, place=_place_name(view))


def _commit_label(view: View, number: int) -> Message:
    if view["phase"] == "fetch":
        return msgs("Fetch {n} pigeon", "Fetch {n} pigeons", number) if number else msg("Fetch none")
    return msgs("Send {n} pigeon", "Send {n} pigeons", number) if number else msg("Send none")


def _hints(view: View, number: int) -> tuple[Message, ...]:
    if view["phase"] != "fetch":
        return ()
    left = sum(flock(view, "san_michele", seat) for seat in range(len(view["seats"]))) - number
    return (standing(view, "san_michele", {view["viewer"]: -number}) if left else msg("nobody is left there"),)
