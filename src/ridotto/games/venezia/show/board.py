"""The Piazza San Marco as a zone: squares, tourists, hunters and pigeons."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Piece, SeatName, Tint, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import square_message
from ridotto.games.venezia.show.move_outlook import NEIGHBOURS

View = dict[str, Any]

SPINNER = "spinner"  # the zone that tourists and hunters come from
ON_THE_BOARD = ("place", "pick", "move", "jump")  # phases with decisions about the Piazza
COLUMNS = tuple(str(column + 1) for column in range(c.COLUMNS))
ROWS = tuple("ABCDEFGH")


def square_id(square: str) -> str:
    return f"piazza.{square}"


def pigeon_id(seat: int, square: str) -> str:
    return f"pigeon.{seat}.{square}"


def bird_art(seat: int | None) -> str:
    """The drawing of a family's pigeons; None: the grey ones."""
    return "pigeon-grey" if seat is None else f"pigeon-{seat + 1}"


def piazza_zone(view: View) -> Zone:
    pieces = [_square_piece(view, square) for square in range(c.SQUARES)]
    for kind, name, sign in (("tourist", msg("tourist"), "☺"), ("hunter", msg("pigeon hunter"), "×")):
        for at in view[f"{kind}s"]:
            piece = Piece(f"{kind}.{at}", kind, name, sign=sign, at=at, on=square_id(at), source=SPINNER, sink=SPINNER)
            pieces.append(piece)
    for seat, things in enumerate(view["seats"]):
        pieces += [_pigeon_piece(view, seat, at) for at in things["piazza"]]
    folded = view["phase"] not in ON_THE_BOARD
    name, note = msg("Piazza San Marco"), _piazza_note(view)
    return Zone("piazza", "grid", name, tuple(pieces), columns=COLUMNS, rows=ROWS, note=note, folded=folded)


def _piazza_note(view: View) -> Message:
    if not view["tourists"]:
        return msg("round {round}", round=view["round"])
    squares = {"tourists": listing(view["tourists"]), "hunters": listing(view["hunters"])}
    return msgs(
        "round {round}, tourists on {tourists}, hunter on {hunters}",
        "round {round}, tourists on {tourists}, hunters on {hunters}",
        len(view["hunters"]),
        round=view["round"],
        **squares,
    )


def _square_piece(view: View, square: int) -> Piece:
    at = c.SQUARE_NAMES[square]
    move = at if view["moves"] and view["phase"] in ("place", "move", "jump") else ""
    if square == c.CAMPANILE:
        return Piece(square_id(at), "campanile", msg("Campanile"), sign="▲", tint="brown", at=at, move=move)
    lit = view["phase"] != "pick" and c.SQUARE + square in view["moves"]
    return Piece(square_id(at), "square", square_message(square), tint=_tint(view, square), at=at, lit=lit, move=move)


def _tint(view: View, square: int) -> Tint:
    """Squares that matter now stand out: the chosen one, hunters, tourists and their neighbours."""
    at = c.SQUARE_NAMES[square]
    if at == view["chosen"]:
        return "blue"
    if at in view["hunters"]:
        return "red"
    if at in view["tourists"]:
        return "orange"
    if any(c.SQUARE_NAMES[neighbour] in view["tourists"] for neighbour in NEIGHBOURS[square]):
        return "yellow"
    return "grey" if (square + square // c.COLUMNS) % 2 else ""


def _pigeon_piece(view: View, seat: int, at: str) -> Piece:
    """A pigeon: grey if it has moved, golden if it is picked."""
    moved, picked = at in view["moved"], at == view["chosen"]
    asked = view["phase"] == "pick" and seat == view["viewer"] and bool(view["moves"])
    return Piece(
        pigeon_id(seat, at),
        bird_art(seat),
        msg("{who}'s pigeon", who=SeatName(seat)),
        tint="gold" if picked else "grey" if moved else "",
        at=at,
        on=square_id(at),
        owner=seat,
        lit=asked and c.SQUARE + c.SQUARE_OF[at] in view["moves"],
        move=at if asked else "",
        source=f"plan-{seat}.1",
        sink="place-san_michele",
        marks=(*([msg("has moved")] if moved else []), *([msg("picked")] if picked else [])),
    )
