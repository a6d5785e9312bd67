"""The notes below the prompt of Venezia: limits, and who is about to win."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import place_message
from ridotto.games.venezia.show.board import ON_THE_BOARD
from ridotto.games.venezia.show.majorities import held_by, home_of, lead_hint, points_now
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic


def own_notes(public: VeneziaPublic, own: VeneziaOwn) -> tuple[Message, ...]:
    """The notes for a seat that is asked."""
    match public.phase:
        case "plan":
            return _plan_notes(public, own)
        case "reinforce":
            return (*_victory_warnings(public), _lead_note(public, own, home_of(public, own.seat)))
        case "home" | "feint" | "recover" | "fetch":
            return ()
        case phase:
            return () if phase in ON_THE_BOARD else tuple(_victory_warnings(public))


def _lead_note(public: VeneziaPublic, own: VeneziaOwn, place: int) -> Message:
    return msg("{place}: {standing}.", place=place_message(place), standing=lead_hint(public, own, place))


def _plan_notes(public: VeneziaPublic, own: VeneziaOwn) -> tuple[Message, ...]:
    if own.plan.step == "first":
        return (*_last_round(public), *_victory_warnings(public))
    if own.plan.step != "pigeons":
        return ()
    slot = len(own.plan.pigeons)
    if slot:
        return (_lead_note(public, own, own.plan.cards[slot - 1]),)
    return _limit_note(public, own) if own.plan.first == c.PIAZZA else ()


def _limit_note(public: VeneziaPublic, own: VeneziaOwn) -> tuple[Message, ...]:
    """The limit of pigeons on the Piazza, if the reserve exceeds it (venezia.plan.limit)."""
    there = len(public.seats[own.seat].piazza)
    if own.left <= own.room:
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


def _last_round(public: VeneziaPublic) -> tuple[Message, ...]:
    return (msg("This is the last round."),) if str(public.round) == public.options["max_rounds"] else ()


def _victory_warnings(public: VeneziaPublic) -> list[Message]:
    """The seats that would win if the districts were scored now, or lead in one district too few."""
    found = []
    for seat, things in enumerate(public.seats):
        held, points = len(held_by(public, seat)), things.score + points_now(public, seat)
        if held >= c.DISTRICTS_TO_WIN - 1:
            found.append(
                msg("{who} leads in {held} of the seven districts; five win the game.", who=SeatName(seat), held=held)
            )
        if points >= c.POINTS_TO_WIN:
            found.append(msg("As things stand, {who} would reach {points} points.", who=SeatName(seat), points=points))
    return found
