"""Choosing a number of pigeons in Venezia. If they leave at once, this takes two steps: the number, then the place."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Action, SecondStep
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import pigeons_message, place_message
from ridotto.games.venezia.show.effects import VeneziaChange, VeneziaEffect
from ridotto.games.venezia.show.majorities import home_of, own_standing
from ridotto.games.venezia.show.pigeon_counts import count_id, offered_numbers
from ridotto.games.venezia.show.places import place_id
from ridotto.games.venezia.show.plans import slot_id
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic


def number_action(
    public: VeneziaPublic, own: VeneziaOwn, number: int, clause: str, effect: VeneziaEffect | None
) -> Action:
    name, take, put = pigeons_message(number), count_id(number), _destination_id(public, own)
    hints = (_fetch_hint(own, effect),) if isinstance(effect, VeneziaChange) else ()
    commit = _commit_label(public, number) if put else None
    return Action(c.MOVE_TEXTS[c.NUMBER + number], name, take, put, clause, hints, commit=commit)


def steps(public: VeneziaPublic, own: VeneziaOwn) -> tuple[SecondStep, ...]:
    if _destination_id(public, own) is None:
        return ()
    numbers = offered_numbers(own)
    return tuple(SecondStep(count_id(number), _step_question(public, own, number)) for number in numbers)


def _destination_id(public: VeneziaPublic, own: VeneziaOwn) -> str | None:
    """The element where the pigeons go at once; None in a plan and by Vespa."""
    match public.phase:
        case "reinforce" | "take along":
            return place_id(home_of(public, own.seat))
        case "feint" if public.slot is not None:
            return slot_id(own.seat, 3 + public.slot)
        case "fetch":
            return f"plate-{own.seat}"
        case _:
            return None


def _step_question(public: VeneziaPublic, own: VeneziaOwn, number: int) -> Message:
    if public.phase == "fetch":
        if number == 0:
            return msg("Leave all pigeons on San Michele?")
        return msgs("{n} pigeon back to your reserve?", "{n} pigeons back to your reserve?", number)
    place = place_message(home_of(public, own.seat) if public.slot is None else own.plan.cards[public.slot])
    if number == 0:
        return msg("No pigeons to {place}?", place=place)
    return msgs("{n} pigeon to {place}?", "{n} pigeons to {place}?", number, place=place)


def _commit_label(public: VeneziaPublic, number: int) -> Message:
    if public.phase == "fetch":
        return msgs("Fetch {n} pigeon", "Fetch {n} pigeons", number) if number else msg("Fetch none")
    return msgs("Send {n} pigeon", "Send {n} pigeons", number) if number else msg("Send none")


def _fetch_hint(own: VeneziaOwn, effect: VeneziaChange) -> Message:
    """How the families would stand on San Michele."""
    is_empty = not any(effect.after.flocks)
    return msg("nobody is left there") if is_empty else own_standing(effect.place, effect.after, own.seat)
