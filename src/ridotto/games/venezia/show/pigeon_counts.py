"""A flock to tap on where a number of pigeons is asked: the fifth pigeon means five."""

from ridotto.engine.message import msg
from ridotto.engine.scene import Piece, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import pigeons_message
from ridotto.games.venezia.show.board import bird_art
from ridotto.games.venezia.show.majorities import home_of
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic


def count_id(number: int) -> str:
    return f"count.{number}"


def offered_numbers(own: VeneziaOwn) -> list[int]:
    return [move - c.NUMBER for move in own.moves if c.NUMBER <= move < c.SQUARE]


def count_zones(public: VeneziaPublic, own: VeneziaOwn) -> list[Zone]:
    """The flock, if a seat is asked for a number. In a plan, it also shows pigeons that the rules do not allow."""
    offered = offered_numbers(own)
    if not offered:
        return []
    highest = max(own.left, *offered) if public.phase == "plan" else max(offered)
    place = _landing_place(public, own)
    leading = own.to_lead[place] if place is not None else 0
    pieces = [
        _count_piece(own.seat, number, number in offered, leads=0 < number == leading)
        for number in range(min(offered), highest + 1)
    ]
    return [Zone("counts", "pool", msg("How many pigeons?"), tuple(pieces), mute=True, seat=own.seat)]


def _count_piece(seat: int, number: int, lit: bool, leads: bool) -> Piece:
    """A pigeon of the flock; golden if this number takes the lead."""
    text = str(number)
    return Piece(
        count_id(number), bird_art(seat), pigeons_message(number), text, tint="gold" if leads else "",
        owner=seat, lit=lit, move=text, marks=(msg("takes the lead"),) if leads else (),
    )  # fmt: skip


def _landing_place(public: VeneziaPublic, own: VeneziaOwn) -> int | None:
    """The place where the pigeons will land, if a majority counts there."""
    match public.phase:
        case "plan":
            slot = len(own.plan.pigeons)
            return own.plan.cards[slot - 1] if slot else None
        case "reinforce" | "take along":
            return home_of(public, own.seat)
        case _:
            return None
