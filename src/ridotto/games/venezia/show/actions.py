"""The actions that a seat of Venezia is offered, each with hints on its consequences."""

from msgspec.structs import replace

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import (
    action_label,
    action_message,
    first_label,
    move_message,
    place_label,
    place_message,
    text_message,
)
from ridotto.games.venezia.show.effects import (
    VeneziaChange,
    VeneziaCompletion,
    VeneziaEffect,
    VeneziaPigeon,
    VeneziaPlace,
)
from ridotto.games.venezia.show.majorities import lead_hint, own_standing
from ridotto.games.venezia.show.move_hints import jump_end, square_action, turn_end
from ridotto.games.venezia.show.number_steps import number_action
from ridotto.games.venezia.show.places import place_id
from ridotto.games.venezia.show.plans import card_id, planned_pigeons, slot_id
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic


def actions(public: VeneziaPublic, own: VeneziaOwn) -> tuple[Action, ...]:
    offered = zip(own.moves, own.clauses, own.effects, strict=True)
    found = [(_action(public, own, move, clause, effect), effect) for move, clause, effect in offered]
    return tuple(
        _with_confirmation(own, action, effect) if isinstance(effect, VeneziaCompletion) else action
        for action, effect in found
    )


def _action(public: VeneziaPublic, own: VeneziaOwn, move: int, clause: str, effect: VeneziaEffect | None) -> Action:
    text = c.MOVE_TEXTS[move]
    if move == c.STOP:
        return Action(text, _stop_name(public, own), None, None, clause, _stop_hints(public, own, effect), passes=True)
    if move >= c.SQUARE:
        return square_action(public, own, move - c.SQUARE, clause, effect)
    if move >= c.NUMBER:
        return number_action(public, own, move - c.NUMBER, clause, effect)
    if move >= c.SLOT:
        return _slot_action(public, own, move - c.SLOT, clause, effect)
    if move >= c.PLACE:
        return _place_action(public, own, move - c.PLACE, clause, effect)
    if move >= c.ACTION:
        card, hints = move - c.ACTION, (text_message(move - c.ACTION),)
        if public.phase == "use":
            return Action(text, msg("use the card"), None, None, clause, hints)
        return Action(text, action_message(card), card_id(own.seat, text), None, clause, hints)
    hints = (_first_card_hint(own, move),)
    return Action(text, move_message(move), card_id(own.seat, text), None, clause, hints)


# Stopping


def _stop_name(public: VeneziaPublic, own: VeneziaOwn) -> Message:
    match public.phase:
        case "plan":
            if own.plan.step == "action":
                return msg("no action card")
            return msg("no more district cards") if own.plan.cards else msg("no district card")
        case "pick":
            return msg("stop moving")
        case "jump" if public.picked is not None:
            return msg("stay on {square}", square=c.SQUARE_NAMES[public.picked])
        case "family":
            return msg("no more pigeons") if public.number else msg("no pigeon")
        case "use":
            return msg("keep it for later")
        case "carrier slot":
            return msg("no swap")
        case _:
            return msg("no card")


def _stop_hints(public: VeneziaPublic, own: VeneziaOwn, effect: VeneziaEffect | None) -> tuple[Message, ...]:
    match public.phase:
        case "pick":
            return turn_end(public, own)
        case "jump" if isinstance(effect, VeneziaPigeon):
            return jump_end(public, effect)
        case "use" if public.card == c.FAMILY:
            blocks = public.options["cancelled_gathering"] == "blocks"
            return (msg("nobody reinforces either way") if blocks else msg("then everybody may reinforce"),)
        case _:
            return ()


# Planning


def _first_card_hint(own: VeneziaOwn, first: int) -> Message:
    if first == c.FEINT:
        return msg("spread its pigeons over your district cards later")
    return msg("its pigeons breed on the Piazza, {room} at most", room=own.room)


def _with_confirmation(own: VeneziaOwn, action: Action, plan: VeneziaCompletion) -> Action:
    """An action with a confirmation that sums up the plan that it completes (venezia.plan.commit)."""
    assert own.plan.first is not None
    labels = [first_label(own.plan.first), *map(place_label, plan.cards)]
    laid = [
        msg("{card} {number}", card=label, number=number) for label, number in zip(labels, plan.pigeons, strict=True)
    ]
    if own.plan.action is not None:
        laid.insert(1, action_label(own.plan.action))
    out, left = sum(plan.pigeons), plan.left
    numbers_text = {
        "out": msgs("{n} pigeon out", "{n} pigeons out", out) if out else msg("no pigeons out"),
        "left": msgs("{n} stays in reserve", "{n} stay in reserve", left) if left else msg("none left in reserve"),
    }
    question = msg("Your plan: {plan}. Once it's locked in, you can't change it.", plan=listing(laid))
    return replace(action, confirm=question, commit=msg("Lock in this plan: {out}, {left}", **numbers_text))


# Districts


def _place_action(
    public: VeneziaPublic, own: VeneziaOwn, place: int, clause: str, effect: VeneziaEffect | None
) -> Action:
    text, name = c.PLACE_NAMES[place], place_message(place)
    match public.phase:
        case "plan":
            return Action(text, name, card_id(own.seat, text), None, clause, (lead_hint(public, own, place),))
        case "carrier card":
            hints = _landing_hints(public, own, place, effect)
            return Action(text, name, card_id(own.seat, text), None, clause, hints)
        case "home":
            return Action(text, name, place_id(place), None, clause)
        case _:
            return Action(text, name, place_id(place), None, clause, _place_hints(public, own, place, effect))


def _place_hints(
    public: VeneziaPublic, own: VeneziaOwn, place: int, effect: VeneziaEffect | None
) -> tuple[Message, ...]:
    """How the families would stand in a place after this choice, or stand there now."""
    here = public.city[place]
    if isinstance(effect, VeneziaChange):
        after = own_standing(place, effect.after, own.seat)
        return _catcher_hints(own, here, effect, after) if public.phase == "catcher" else (after,)
    now = own_standing(place, here, own.seat)
    match public.phase:
        case "vespa from" | "family":
            return msg("{number} of yours", number=here.flocks[own.seat]), now
        case "hawk":
            planned = planned_pigeons(own, place)
            turned = (msgs("{n} of yours turns back", "{n} of yours turn back", planned),) if planned else ()
            return now, *turned
        case _:
            return (now,)


def _catcher_hints(own: VeneziaOwn, here: VeneziaPlace, effect: VeneziaChange, after: Message) -> tuple[Message, ...]:
    if effect.after.flocks == here.flocks:
        return (msg("nothing to catch"),)
    lost = here.flocks[own.seat] - effect.after.flocks[own.seat]
    return (after, msg("you lose {number}", number=lost)) if lost else (after,)


# Cards


def _slot_action(
    public: VeneziaPublic, own: VeneziaOwn, slot: int, clause: str, effect: VeneziaEffect | None
) -> Action:
    place, pigeons = own.plan.cards[slot], own.plan.pigeons[1 + slot]
    name = msgs(
        "slot {slot}: {place}, {n} pigeon",
        "slot {slot}: {place}, {n} pigeons",
        pigeons,
        slot=slot + 3,
        place=place_message(place),
    )
    hints = _landing_hints(public, own, place, effect)
    return Action(c.MOVE_TEXTS[c.SLOT + slot], name, slot_id(own.seat, slot + 3), None, clause, hints)


def _landing_hints(
    public: VeneziaPublic, own: VeneziaOwn, place: int, effect: VeneziaEffect | None
) -> tuple[Message, ...]:
    """How the families would stand in a place if the pigeons on the card landed now."""
    if place == public.hawk:
        return (msg("the hawk is there"),)
    return (own_standing(place, effect.after, own.seat),) if isinstance(effect, VeneziaChange) else ()
