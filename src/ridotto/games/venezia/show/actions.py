"""The actions that a viewer of Venezia is offered, each with hints on its consequences."""

from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import (
    action_message,
    card_label,
    card_message,
    move_message,
    place_message,
    text_message,
)
from ridotto.games.venezia.show.majorities import flock, lead_hint, standing
from ridotto.games.venezia.show.move_hints import jump_end, square_action, turn_end
from ridotto.games.venezia.show.number_steps import number_action
from ridotto.games.venezia.show.places import place_id
from ridotto.games.venezia.show.plans import card_id, slot_id

View = dict[str, Any]


def actions(view: View) -> tuple[Action, ...]:
    found = [_action(view, move, clause) for move, clause in zip(view["moves"], view["clauses"], strict=True)]
    if view["phase"] != "plan":
        return tuple(found)
    return tuple(_with_confirmation(view, action, move) for action, move in zip(found, view["moves"], strict=True))


def _action(view: View, move: int, clause: str) -> Action:
    text, seat = c.MOVE_TEXTS[move], view["viewer"]
    if move == c.STOP:
        return Action(text, _stop_name(view), None, None, clause, _stop_hints(view), passes=True)
    if move >= c.SQUARE:
        return square_action(view, move - c.SQUARE, clause)
    if move >= c.NUMBER:
        return number_action(view, move - c.NUMBER, clause)
    if move >= c.SLOT:
        slot = move - c.SLOT
        return Action(text, _slot_name(view, slot), slot_id(seat, slot + 3), None, clause, _slot_hints(view, slot))
    if move >= c.PLACE:
        return _place_action(view, c.PLACE_NAMES[move - c.PLACE], clause)
    if move >= c.ACTION:
        card, hints = move - c.ACTION, (text_message(move - c.ACTION),)
        if view["phase"] == "use":
            return Action(text, msg("use the card"), None, None, clause, hints)
        return Action(text, action_message(card), card_id(seat, text), None, clause, hints)
    return Action(text, move_message(move), card_id(seat, text), None, clause, (_first_card_hint(view, move),))


# Stopping


def _stop_name(view: View) -> Message:
    match view["phase"]:
        case "plan":
            if view["own"]["plan"]["step"] == "action":
                return msg("no action card")
            return msg("no more district cards") if view["own"]["plan"]["cards"] else msg("no district card")
        case "pick":
            return msg("stop moving")
        case "jump":
            return msg("stay on {square}", square=view["chosen"])
        case "family":
            return msg("no more pigeons") if view["number"] else msg("no pigeon")
        case "use":
            return msg("keep it for later")
        case "carrier slot":
            return msg("no swap")
        case _:
            return msg("no card")


def _stop_hints(view: View) -> tuple[Message, ...]:
    match view["phase"]:
        case "pick":
            return turn_end(view)
        case "jump":
            return jump_end(view)
        case "use" if view["own"]["plan"]["action"] == c.ACTION_NAMES[c.FAMILY]:
            blocks = view["options"]["cancelled_gathering"] == "blocks"
            return (msg("nobody reinforces either way") if blocks else msg("then everybody may reinforce"),)
        case _:
            return ()


# Planning


def _first_card_hint(view: View, first: int) -> Message:
    if first == c.FEINT:
        return msg("spread its pigeons over your district cards later")
    room = c.MAX_ON_PIAZZA - len(view["seats"][view["viewer"]]["piazza"])
    return msg("its pigeons breed on the Piazza, {room} at most", room=room)


def _with_confirmation(view: View, action: Action, move: int) -> Action:
    """An action with a confirmation that sums up the plan, if it completes the plan (venezia.plan.commit)."""
    plan = _completed_plan(view, move)
    if plan is None:
        return action
    cards, numbers, left = plan
    laid = [
        msg("{card} {number}", card=card_label(card), number=number)
        for card, number in zip(cards, numbers, strict=True)
    ]
    if action_card := view["own"]["plan"]["action"]:
        laid.insert(1, card_label(action_card))
    out = sum(numbers)
    numbers_text = {
        "out": msgs("{n} pigeon out", "{n} pigeons out", out) if out else msg("no pigeons out"),
        "left": msgs("{n} stays in reserve", "{n} stay in reserve", left) if left else msg("none left in reserve"),
    }
    question = msg("Your plan: {plan}. Once it's locked in, you can't change it.", plan=listing(laid))
    return replace(action, confirm=question, commit=msg("Lock in this plan: {out}, {left}", **numbers_text))


def _completed_plan(view: View, move: int) -> tuple[list[str], list[int], int] | None:
    """The plan that a move completes: cards, pigeons on each, and pigeons left in the reserve. None if it does not.

    No number is asked if it can only be 0.
    """
    plan, left = view["own"]["plan"], view["own"]["left"]
    cards, numbers = plan["cards"], plan["pigeons"]
    if plan["step"] == "districts":
        cards = [*cards, c.PLACE_NAMES[move - c.PLACE]] if move != c.STOP else cards
        full = plan["first"] == "piazza" and len(view["seats"][view["viewer"]]["piazza"]) == c.MAX_ON_PIAZZA
        more = move != c.STOP and len(cards) < c.MAX_DISTRICT_CARDS
        complete = not more and (left == 0 or (full and not cards))
    else:
        numbers = [*numbers, move - c.NUMBER]
        complete = plan["step"] == "pigeons" and (len(numbers) > len(cards) or left == numbers[-1])
    if not complete:
        return None
    cards = [plan["first"], *cards]
    numbers = [*numbers, *[0] * c.PIGEON_SLOTS][: len(cards)]
    return cards, numbers, left - (move - c.NUMBER if plan["step"] == "pigeons" else 0)


def _planned_cards(view: View) -> list[str]:
    cards: list[str] = view["own"]["plan"]["cards"]
    return cards


def _planned_pigeons(view: View, place: str) -> int:
    """How many pigeons the viewer has planned for a place."""
    plan = view["own"]["plan"]
    return int(plan["pigeons"][1 + plan["cards"].index(place)]) if place in plan["cards"] else 0


# Districts


def _place_action(view: View, place: str, clause: str) -> Action:
    if view["phase"] in ("plan", "carrier card"):
        hints = (lead_hint(view, place),) if view["phase"] == "plan" else _swap_hints(view, place)
        return Action(place, card_message(place), card_id(view["viewer"], place), None, clause, hints)
    hints = () if view["phase"] == "home" else _place_hints(view, place)
    return Action(place, card_message(place), place_id(place), None, clause, hints)


def _place_hints(view: View, place: str) -> tuple[Message, ...]:
    """How the families would stand in a place after this choice."""
    viewer, number = view["viewer"], view["number"]
    match view["phase"]:
        case "clergy":
            if number == 0:  # the grey pigeons leave their old districts
                return (standing(view, place, more_grey=c.GREY_GROUPS[0] - int(view["grey"].get(place, 0))),)
            return (standing(view, place, more_grey=c.GREY_GROUPS[1]),)
        case "catcher":
            return _catcher_hints(view, place)
        case "vespa from" | "family":
            mine = msg("{number} of yours", number=flock(view, place, viewer))
            return mine, standing(view, place)
        case "vespa to":
            return (standing(view, place, {viewer: number}),)
        case "hawk":
            planned = _planned_pigeons(view, place)
            own = (msgs("{n} of yours turns back", "{n} of yours turn back", planned),) if planned else ()
            return standing(view, place), *own
        case _:
            return (standing(view, place),)


def _catcher_hints(view: View, place: str) -> tuple[Message, ...]:
    lost = {seat: min(c.CARD_PIGEONS[c.CATCHER], flock(view, place, seat)) for seat in range(len(view["seats"]))}
    if not any(lost.values()):
        return (msg("nothing to catch"),)
    own = lost[view["viewer"]]
    after = standing(view, place, {seat: -number for seat, number in lost.items()})
    return (after, msg("you lose {number}", number=own)) if own else (after,)


# Cards and numbers


def _slot_name(view: View, slot: int) -> Message:
    plan = view["own"]["plan"]
    place = place_message(c.PLACE_OF[plan["cards"][slot]])
    return msgs(
        "slot {slot}: {place}, {n} pigeon",
        "slot {slot}: {place}, {n} pigeons",
        plan["pigeons"][1 + slot],
        slot=slot + 3,
        place=place,
    )


def _slot_hints(view: View, slot: int) -> tuple[Message, ...]:
    return _landing_hints(view, _planned_cards(view)[slot], _planned_pigeons(view, _planned_cards(view)[slot]))


def _swap_hints(view: View, place: str) -> tuple[Message, ...]:
    slot = c.MOVE_TEXTS.index(view["chosen"]) - c.SLOT
    return _landing_hints(view, place, _planned_pigeons(view, _planned_cards(view)[slot]))


def _landing_hints(view: View, place: str, pigeons: int) -> tuple[Message, ...]:
    """The result of so many pigeons landing in a place, as far as it is known."""
    if place == view["hawk"]:
        return (msg("the hawk is there"),)
    return (standing(view, place, {view["viewer"]: pigeons}),)
