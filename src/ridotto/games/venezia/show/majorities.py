"""Majorities in the places of Venezia, worked out from a view: who leads, by how much, and for how many points."""

from collections.abc import Mapping
from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia import components as c

View = dict[str, Any]
DISTRICT_NAMES = c.PLACE_NAMES[: c.DISTRICTS]
CHASED_PLACES = c.PLACE_NAMES[: c.SAN_MICHELE]  # those from which a chase may take pigeons


def flock(view: View, place: str, seat: int) -> int:
    """The number of pigeons that a seat has in a place."""
    return int(view["seats"][seat]["places"].get(place, 0))


def grey(view: View, place: str) -> int:
    """The number of grey pigeons in a place."""
    return int(view["grey"].get(place, 0))


def is_district(place: str) -> bool:
    return place in DISTRICT_NAMES


def worth(view: View, place: str, seat: int) -> int:
    """The points for a seat's majority in a district (venezia.score.three, venezia.score.six)."""
    homes = [things["home"] for other, things in enumerate(view["seats"]) if other != seat]
    return c.CONQUEST_POINTS if place in homes else c.MAJORITY_POINTS


def held_by(view: View, seat: int) -> list[str]:
    """The districts in which a seat has the majority."""
    return [place for place in DISTRICT_NAMES if view["holders"].get(place) == seat]


def points_now(view: View, seat: int) -> int:
    """The points that a seat would get if the districts were scored now."""
    return sum(worth(view, place, seat) for place in held_by(view, seat))


def fullest(view: View) -> str | None:
    """The place that a chase would strike, if any (venezia.chase.fullest, venezia.chase.tie)."""
    sizes = {place: grey(view, place) + sum(_flocks(view, place)) for place in CHASED_PLACES}
    largest = max(sizes.values())
    found = [place for place, size in sizes.items() if size == largest]
    return found[0] if largest and len(found) == 1 else None


def _flocks(view: View, place: str) -> list[int]:
    return [flock(view, place, seat) for seat in range(len(view["seats"]))]


def lead_label(view: View, place: str) -> Message | str:
    """Who leads in a place, by how many pigeons, as a short label."""
    sizes = _flocks(view, place)
    if not any(sizes) and not grey(view, place):
        return "–"
    holder = view["holders"].get(place)
    if holder is not None:
        return msg("{who} +{margin}", who=SeatName(holder), margin=_margin([*sizes, grey(view, place)]))
    return msg("grey") if grey(view, place) > max(sizes) else msg("tie")


def _margin(sizes: list[int]) -> int:
    largest, second = sorted(sizes, reverse=True)[:2]
    return largest - second


def standing(view: View, place: str, more: Mapping[int, int] | None = None, more_grey: int = 0) -> Message:
    """Who leads in a place, or would lead with more pigeons (by seat)."""
    sizes = [size + (more or {}).get(seat, 0) for seat, size in enumerate(_flocks(view, place))]
    clergy = grey(view, place) + more_grey
    largest = max(*sizes, clergy)
    if largest == 0:
        return msg("empty")
    if largest > max(sizes):
        return msg("grey pigeons lead: nobody scores")
    if [*sizes, clergy].count(largest) > 1:
        return msg("tie: nobody scores") if is_district(place) else msg("tie")
    holder = sizes.index(largest)
    margin, points = _margin([*sizes, clergy]), worth(view, place, holder)
    if holder == view["viewer"]:
        if is_district(place):
            return msg("you lead by {margin} ({points} points)", margin=margin, points=points)
        return msg("you lead by {margin}", margin=margin)
    if is_district(place):
        return msg("{who} leads by {margin} ({points} points)", who=SeatName(holder), margin=margin, points=points)
    return msg("{who} leads by {margin}", who=SeatName(holder), margin=margin)


def pigeons_to_lead(view: View, place: str) -> int:
    """How many more pigeons the viewer needs for the majority now."""
    others = [size for seat, size in enumerate(_flocks(view, place)) if seat != view["viewer"]]
    return max(*others, grey(view, place)) + 1 - flock(view, place, view["viewer"])


def lead_hint(view: View, place: str) -> Message:
    """How the viewer stands in a place, or how many pigeons it needs to lead there."""
    needed = pigeons_to_lead(view, place)
    if needed <= 0:
        return standing(view, place)
    if not is_district(place):
        return msgs("{n} pigeon takes the lead", "{n} pigeons take the lead", needed)
    return msgs(
        "{n} pigeon takes the lead ({points} points)",
        "{n} pigeons take the lead ({points} points)",
        needed,
        points=worth(view, place, view["viewer"]),
    )
