"""Majorities in the places of Venezia in words: who leads, by how much, and for how many points."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.effects import VeneziaPlace
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic


def is_district(place: int) -> bool:
    return place < c.DISTRICTS


def is_empty(here: VeneziaPlace) -> bool:
    return not here.grey and not any(here.flocks)


def home_of(public: VeneziaPublic, seat: int) -> int:
    """The district of a seat's home base; from the first round on all have one."""
    home = public.seats[seat].home
    assert home is not None
    return home


def held_by(public: VeneziaPublic, seat: int) -> list[int]:
    """The districts in which a seat has the majority."""
    return [district for district in range(c.DISTRICTS) if public.city[district].holder == seat]


def points_now(public: VeneziaPublic, seat: int) -> int:
    """The points that a seat would get if the districts were scored now."""
    return sum(public.city[district].points for district in held_by(public, seat))


def lead_label(here: VeneziaPlace) -> Message | str:
    """Who leads in a place, by how many pigeons, as a short label."""
    if here.holder is not None:
        return msg("{who} +{margin}", who=SeatName(here.holder), margin=here.margin)
    if is_empty(here):
        return "–"
    return msg("grey") if here.led_by_grey else msg("tie")


def standing(place: int, here: VeneziaPlace) -> Message:
    """Who leads in a place, as it is or as it would be."""
    if here.holder is None:
        return _without_leader(place, here)
    who = SeatName(here.holder)
    if is_district(place):
        return msg("{who} leads by {margin} ({points} points)", who=who, margin=here.margin, points=here.points)
    return msg("{who} leads by {margin}", who=who, margin=here.margin)


def own_standing(place: int, here: VeneziaPlace, seat: int) -> Message:
    """The same in words for this seat."""
    if here.holder != seat:
        return standing(place, here)
    if is_district(place):
        return msg("you lead by {margin} ({points} points)", margin=here.margin, points=here.points)
    return msg("you lead by {margin}", margin=here.margin)


def _without_leader(place: int, here: VeneziaPlace) -> Message:
    if is_empty(here):
        return msg("empty")
    if here.led_by_grey:
        return msg("grey pigeons lead: nobody scores")
    return msg("tie: nobody scores") if is_district(place) else msg("tie")


def lead_hint(public: VeneziaPublic, own: VeneziaOwn, place: int) -> Message:
    """How a seat stands in a place, or how many pigeons it needs to lead there."""
    needed = own.to_lead[place]
    if needed == 0:
        return own_standing(place, public.city[place], own.seat)
    if not is_district(place):
        return msgs("{n} pigeon takes the lead", "{n} pigeons take the lead", needed)
    return msgs(
        "{n} pigeon takes the lead ({points} points)",
        "{n} pigeons take the lead ({points} points)",
        needed,
        points=own.worth[place],
    )
