"""A flock to tap on where a number of pigeons is asked: the fifth pigeon means five."""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Piece, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import pigeons_message
from ridotto.games.venezia.show.board import bird_art
from ridotto.games.venezia.show.majorities import pigeons_to_lead

View = dict[str, Any]


def count_id(number: int) -> str:
    return f"count.{number}"


def count_zones(view: View) -> list[Zone]:
    """The flock, if the viewer is asked for a number. In a plan, it also shows pigeons that the rules do not allow."""
    offered = [move - c.NUMBER for move in view["moves"] if c.NUMBER <= move < c.SQUARE]
    if not offered:
        return []
    highest = max(view["own"]["left"], *offered) if view["phase"] == "plan" else max(offered)
    pieces = [_count_piece(view, number, number in offered) for number in range(min(offered), highest + 1)]
    return [Zone("counts", "pool", msg("How many pigeons?"), tuple(pieces), mute=True, seat=view["viewer"])]


def _count_piece(view: View, number: int, lit: bool) -> Piece:
    """A pigeon of the flock; golden if this number takes the lead."""
    seat, text = view["viewer"], str(number)
    place = _landing_place(view)
    leads = place is not None and number > 0 and number == pigeons_to_lead(view, place)
    return Piece(
        count_id(number), bird_art(seat), pigeons_message(number), text, tint="gold" if leads else "",
        owner=seat, lit=lit, move=text, marks=(msg("takes the lead"),) if leads else (),
    )  # fmt: skip


def _landing_place(view: View) -> str | None:
    """The place where the pigeons will land, if a majority counts there."""
    own, home = view["own"], view["seats"][view["viewer"]]["home"]
    match view["phase"]:
        case "plan":
            slot = len(own["plan"]["pigeons"])
            return str(own["plan"]["cards"][slot - 1]) if slot else None
        case "reinforce" | "take along":
            return str(home)
        case _:
            return None
