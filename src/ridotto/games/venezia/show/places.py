"""The places of Venezia as stacks: flocks, majority, and markers in one line each."""

from ridotto.engine.message import Message, listing, msg
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import place_label
from ridotto.games.venezia.show.board import ON_THE_BOARD
from ridotto.games.venezia.show.majorities import is_district, is_empty, lead_label
from ridotto.games.venezia.show.plans import LANDED
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic

# Phases in which every action has a hint on how the families stand in its place.
PHASES_WITH_HINTS = (
    "home",
    "feint",
    "hawk",
    "catcher",
    "clergy",
    "house",
    "vespa from",
    "vespa to",
    "family",
    "carrier slot",
    "carrier card",
)


def place_id(place: int) -> str:
    return f"place-{c.PLACE_NAMES[place]}"


def place_zones(public: VeneziaPublic) -> list[Zone]:
    return _place_zones(public, quiet=public.phase in ON_THE_BOARD)


def own_place_zones(public: VeneziaPublic, own: VeneziaOwn) -> list[Zone]:
    """The places for a seat whose actions tell the same, or that is at a later step of its plan; else none."""
    planned = public.phase == "plan" and own.plan.step in ("action", "districts", "pigeons")
    choosing = public.phase in PHASES_WITH_HINTS and bool(own.moves)
    return _place_zones(public, quiet=True) if planned or choosing else []


def _place_zones(public: VeneziaPublic, quiet: bool) -> list[Zone]:
    return [_place_zone(public, place, quiet) for place in range(c.PLACES)]


def _place_zone(public: VeneziaPublic, place: int, quiet: bool) -> Zone:
    """A place; folded if nobody is there and it is an island, or no place matters now (`quiet`)."""
    folded = is_empty(public.city[place]) and (quiet or not is_district(place))
    return Zone(
        place_id(place), "stack", place_label(place), _homes(public, place), _counters(public, place),
        note=_place_note(public, place, quiet), folded=folded, quiet=quiet,
    )  # fmt: skip


def _homes(public: VeneziaPublic, place: int) -> tuple[Piece, ...]:
    return tuple(
        Piece(f"home-{seat}", "home", msg("{who}'s home base", who=SeatName(seat)), owner=seat)
        for seat, things in enumerate(public.seats)
        if things.home == place
    )


def _counters(public: VeneziaPublic, place: int) -> tuple[Counter, ...]:
    here = public.city[place]
    counters = [
        Counter("lead", msg("Majority"), lead_label(here)),
        Counter("worth", msg("Points"), here.points or "–"),
    ]
    counters += [
        Counter(f"seat-{seat}", msg("{who}", who=SeatName(seat)), size or "–") for seat, size in enumerate(here.flocks)
    ]
    if public.edge < c.GREY_PIGEONS:
        counters.append(Counter("grey", msg("grey"), here.grey or "–"))
    return tuple(counters)


def _place_note(public: VeneziaPublic, place: int, quiet: bool) -> Message | None:
    notes = []
    if public.phase not in LANDED:
        notes += [msg("hawk, nobody lands")] if place == public.hawk else []
        notes += [msg("city catcher")] if place == public.catcher else []
    if place == public.fullest and public.phase != "over":
        notes.append(msg("fullest") if quiet else msg("fullest, would be cleared after scoring"))
    return listing(notes) if notes else None
