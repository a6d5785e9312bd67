"""The map of the city: the flocks in every place by size, the worth of the majority, and markers."""

from functools import cache

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Piece, SeatName, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.board import bird_art
from ridotto.games.venezia.show.effects import VeneziaPlace
from ridotto.games.venezia.show.majorities import is_district, own_standing, standing
from ridotto.games.venezia.show.plans import LANDED, planned_pigeons
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic


def city_zone(public: VeneziaPublic) -> Zone:
    names = [standing(place, here) for place, here in enumerate(public.city)]
    return _zone(public, names, {})


def own_city_zones(public: VeneziaPublic, own: VeneziaOwn) -> list[Zone]:
    """The map for a seat that leads somewhere, or has pigeons on their way; else none."""
    bound = {} if public.phase in LANDED else {place: planned_pigeons(own, place) for place in own.plan.cards}
    bound = {place: number for place, number in bound.items() if number}
    if not bound and all(here.holder != own.seat for here in public.city):
        return []
    names = [own_standing(place, here, own.seat) for place, here in enumerate(public.city)]
    return [_zone(public, names, {place: _bound_piece(place, number, own.seat) for place, number in bound.items()})]


def _zone(public: VeneziaPublic, standings: list[Message], bound: dict[int, Piece]) -> Zone:
    pieces: list[Piece] = []
    for place, here in enumerate(public.city):
        flocks = _flock_pieces(place, here)
        pieces += [_worth_piece(place, here, standings[place]), *flocks] if flocks else []
        pieces += [bound[place]] if place in bound else []
        pieces += _marker_pieces(public, place)
    return Zone("city", "pool", msg("The city"), tuple(pieces), mute=True)


def _flock_pieces(place: int, here: VeneziaPlace) -> list[Piece]:
    """The flocks in a place, the largest first; the one that leads is golden."""
    sizes: list[tuple[int, int | None]] = [(size, seat) for seat, size in enumerate(here.flocks) if size]
    sizes += [(here.grey, None)] if here.grey else []
    sizes.sort(key=lambda pair: -pair[0])
    leads = here.holder is not None or here.led_by_grey
    return [_flock_piece(place, size, seat, leads and rank == 0) for rank, (size, seat) in enumerate(sizes)]


@cache
def _flock_piece(place: int, size: int, seat: int | None, leads: bool) -> Piece:
    whose, home = ("grey", "edge") if seat is None else (str(seat), f"plate-{seat}")
    name = c.PLACE_NAMES[place]
    return Piece(
        f"flock.{name}.{whose}", bird_art(seat), _flock_message(size, seat), str(size), tint="gold" if leads else "",
        at=name, owner=seat, source=home, sink=home,
    )  # fmt: skip


def _flock_message(size: int, seat: int | None) -> Message:
    if seat is None:
        return msgs("{n} grey pigeon", "{n} grey pigeons", size)
    return msgs("{who}: {n} pigeon", "{who}: {n} pigeons", size, who=SeatName(seat))


def _worth_piece(place: int, here: VeneziaPlace, standing: Message) -> Piece:
    """What the leader gets for a place, or that nobody gets anything."""
    if not is_district(place):
        art, text = ("cards", "") if place == c.SAN_GIORGIO else ("fetched", str(c.MAX_FETCHED))
    elif here.holder is not None:
        art, text = "points", str(here.points)
    else:
        art, text = "nothing", "0" if here.led_by_grey else "="
    name = c.PLACE_NAMES[place]
    return Piece(f"worth.{name}", art, standing, text, at=name, owner=here.holder)


def _bound_piece(place: int, number: int, seat: int) -> Piece:
    """Pigeons of a seat that are on their way to a place; only the seat sees them."""
    message = msgs("{n} of yours is on its way", "{n} of yours are on their way", number)
    name = c.PLACE_NAMES[place]
    return Piece(f"bound.{name}", "bound", message, f"+{number}", at=name, owner=seat)


def _marker_pieces(public: VeneziaPublic, place: int) -> list[Piece]:
    found = []
    if public.phase not in LANDED:
        found += [("hawk", msg("hawk, nobody lands"), "")] if place == public.hawk else []
        found += [("catcher", msg("city catcher"), "")] if place == public.catcher else []
    if place == public.fullest and public.phase != "over":
        size = public.city[place].grey + sum(public.city[place].flocks)
        found.append(("broom", msg("fullest, would be cleared after scoring"), str(size)))
    name = c.PLACE_NAMES[place]
    return [Piece(f"{art}.{name}", art, message, text, at=name) for art, message, text in found]
