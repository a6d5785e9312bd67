"""The places of Venezia as stacks: flocks, majority, and markers in one line each."""

from typing import Any

from ridotto.engine.message import Message, listing, msg
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import place_label
from ridotto.games.venezia.show.board import ON_THE_BOARD
from ridotto.games.venezia.show.majorities import flock, fullest, grey, is_district, lead_label, worth
from ridotto.games.venezia.show.plans import LANDED

View = dict[str, Any]

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


def place_id(place: str) -> str:
    return f"place-{place}"


def place_zones(view: View) -> list[Zone]:
    quiet = _is_quiet(view)
    return [_place_zone(view, place, quiet) for place in c.PLACE_NAMES]


def _is_quiet(view: View) -> bool:
    """Do the places matter little now, or do the actions tell the same?"""
    own = view["own"]
    planned = view["phase"] == "plan" and own is not None and own["plan"]["step"] in ("action", "districts", "pigeons")
    choosing = view["phase"] in PHASES_WITH_HINTS and view["viewer"] in view["waiting"]
    return view["phase"] in ON_THE_BOARD or planned or choosing


def _place_zone(view: View, place: str, quiet: bool) -> Zone:
    """A place; folded if nobody is there and it is an island, or no place matters now (`quiet`)."""
    empty = not grey(view, place) and not any(place in things["places"] for things in view["seats"])
    folded = empty and (quiet or not is_district(place))
    return Zone(
        place_id(place), "stack", place_label(place), _homes(view, place), _counters(view, place),
        note=_place_note(view, place, quiet), folded=folded, quiet=quiet,
    )  # fmt: skip


def _homes(view: View, place: str) -> tuple[Piece, ...]:
    return tuple(
        Piece(f"home-{seat}", "home", msg("{who}'s home base", who=SeatName(seat)), owner=seat)
        for seat, things in enumerate(view["seats"])
        if things["home"] == place
    )


def _counters(view: View, place: str) -> tuple[Counter, ...]:
    holder = view["holders"].get(place)
    scores = holder is not None and is_district(place)
    counters = [
        Counter("lead", msg("Majority"), lead_label(view, place)),
        Counter("worth", msg("Points"), worth(view, place, holder) if scores else "–"),
    ]
    seats = range(len(view["seats"]))
    counters += [
        Counter(f"seat-{seat}", msg("{who}", who=SeatName(seat)), flock(view, place, seat) or "–") for seat in seats
    ]
    if view["grey"]:
        counters.append(Counter("grey", msg("grey"), grey(view, place) or "–"))
    return tuple(counters)


def _place_note(view: View, place: str, quiet: bool) -> Message | None:
    notes = []
    if view["phase"] not in LANDED:
        notes += [msg("hawk, nobody lands")] if place == view["hawk"] else []
        notes += [msg("city catcher")] if place == view["catcher"] else []
    if place == fullest(view) and view["phase"] != "over":
        notes.append(msg("fullest") if quiet else msg("fullest, would be cleared after scoring"))
    return listing(notes) if notes else None
