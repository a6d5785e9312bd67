"""Pigeons to be counted off: where a number is asked, a flock to tap on; the fifth pigeon means five."""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Piece, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import pigeons_message
from ridotto.games.venezia.show.board import bird_art
from ridotto.games.venezia.show.majorities import missing

View = dict[str, Any]


def count_id(number: int) -> str:
    return f"count.{number}"


def count_zones(view: View) -> list[Zone]:
    """The flock, if the viewer is asked for a number. What the reserve has but the rules forbid is seen, too."""
    offered = [move - c.NUMBER for move in view["moves"] if c.NUMBER <= move < c.SQUARE]
    if not offered:
        return []
    most = max(view["own"]["left"], *offered) if view["phase"] == "plan" else max(offered)
    pieces = [_count_piece(view, number, number in offered) for number in range(min(offered), most + 1)]
    return [Zone("counts", "pool", msg("How many pigeons?"), tuple(pieces), mute=True, seat=view["viewer"])]


def _count_piece(view: View, number: int, lit: bool) -> Piece:
    """The number with which the viewer takes the lead is golden."""
    seat, text = view["viewer"], str(number)
    place = _place(view)
    leads = place is not None and number > 0 and number == missing(view, place)
    return Piece(
        count_id(number), bird_art(seat), pigeons_message(number), text, tint="gold" if leads else "",
        owner=seat, lit=lit, move=text, marks=(msg("takes the lead"),) if leads else (),
    )  # fmt: skip


def _place(view: View) -> str | None:
    """Where the pigeons are going to be, if it is a place where they may lead."""
    own, home = view["own"], view["seats"][view["viewer"]]["home"]
    match view["phase"]:
        case "plan":
            slot = len(own["plan"]["pigeons"])
            return str(own["plan"]["cards"][slot - 1]) if slot else None
        case "reinforce" | "take along":
            return str(home)
        case _:
            return None
