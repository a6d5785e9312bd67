"""The map of the city: the flocks in every place by size, the worth of the majority, and markers."""

from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Piece, SeatName, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.board import bird_art
from ridotto.games.venezia.show.majorities import flock, fullest, grey, is_district, standing, worth
from ridotto.games.venezia.show.plans import LANDED

View = dict[str, Any]


def city_zone(view: View) -> Zone:
    pieces = [piece for place in c.PLACE_NAMES for piece in _place_pieces(view, place)]
    return Zone("city", "pool", msg("The city"), tuple(pieces), mute=True)


def _place_pieces(view: View, place: str) -> list[Piece]:
    flocks = _flock_pieces(view, place)
    return [
        *([_worth_piece(view, place)] if flocks else []),
        *flocks,
        *_planned_pieces(view, place),
        *_marker_pieces(view, place),
    ]


def _flock_pieces(view: View, place: str) -> list[Piece]:
    """The flocks in a place, the largest first; the one that leads is golden."""
    sizes: list[tuple[int, int | None]] = [(flock(view, place, seat), seat) for seat in range(len(view["seats"]))]
    sizes.append((grey(view, place), None))
    largest = max(size for size, _ in sizes)
    alone = [size for size, _ in sizes].count(largest) == 1
    found = sorted((pair for pair in sizes if pair[0]), key=lambda pair: -pair[0])
    return [_flock_piece(place, size, seat, leads=alone and size == largest) for size, seat in found]


def _flock_piece(place: str, size: int, seat: int | None, leads: bool) -> Piece:
    whose, home = ("grey", "edge") if seat is None else (str(seat), f"plate-{seat}")
    return Piece(
        f"flock.{place}.{whose}", bird_art(seat), _flock_message(size, seat), str(size), tint="gold" if leads else "",
        at=place, owner=seat, source=home, sink=home,
    )  # fmt: skip


def _flock_message(size: int, seat: int | None) -> Message:
    if seat is None:
        return msgs("{n} grey pigeon", "{n} grey pigeons", size)
    return msgs("{who}: {n} pigeon", "{who}: {n} pigeons", size, who=SeatName(seat))


def _worth_piece(view: View, place: str) -> Piece:
    """What the leader gets for a place, or that nobody gets anything."""
    holder, name = view["holders"].get(place), standing(view, place)
    if not is_district(place):
        art, text = ("cards", "") if place == "san_giorgio" else ("fetched", str(c.MAX_FETCHED))
    elif holder is not None:
        art, text = "points", str(worth(view, place, holder))
    else:
        largest = max(flock(view, place, seat) for seat in range(len(view["seats"])))
        art, text = "nothing", "0" if grey(view, place) > largest else "="
    return Piece(f"worth.{place}", art, name, text, at=place, owner=holder)


def _planned_pieces(view: View, place: str) -> list[Piece]:
    """The viewer's pigeons that are on their way to a place; only the viewer sees them."""
    plan = view["own"]["plan"] if view["own"] is not None else {"cards": []}
    if place not in plan["cards"] or view["phase"] in LANDED:
        return []
    slot = 1 + plan["cards"].index(place)
    number = plan["pigeons"][slot] if slot < len(plan["pigeons"]) else 0
    name = msgs("{n} of yours is on its way", "{n} of yours are on their way", number)
    return [Piece(f"bound.{place}", "bound", name, f"+{number}", at=place, owner=view["viewer"])] if number else []


def _marker_pieces(view: View, place: str) -> list[Piece]:
    found = []
    if view["phase"] not in LANDED:
        found += [("hawk", msg("hawk, nobody lands"), "")] if place == view["hawk"] else []
        found += [("catcher", msg("city catcher"), "")] if place == view["catcher"] else []
    if place == fullest(view) and view["phase"] != "over":
        size = grey(view, place) + sum(flock(view, place, seat) for seat in range(len(view["seats"])))
        found.append(("broom", msg("fullest, would be cleared after scoring"), str(size)))
    return [Piece(f"{art}.{place}", art, name, text, at=place) for art, name, text in found]
