"""The Piazza San Marco as a zone: squares, tourists, hunters and pigeons."""

from functools import cache

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Piece, SeatName, Tint, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import square_message
from ridotto.games.venezia.show.view import VeneziaPublic

SPINNER = "spinner"  # the element that tourists and hunters come from
ON_THE_BOARD = ("place", "pick", "move", "jump")  # phases with decisions about the Piazza
COLUMNS = tuple(str(column + 1) for column in range(c.COLUMNS))
ROWS = tuple("ABCDEFGH")


def square_id(square: int) -> str:
    return f"piazza.{c.SQUARE_NAMES[square]}"


def pigeon_id(seat: int, square: int) -> str:
    return f"pigeon.{seat}.{c.SQUARE_NAMES[square]}"


def bird_art(seat: int | None) -> str:
    """The drawing of a family's pigeons; None: the grey ones."""
    return "pigeon-grey" if seat is None else f"pigeon-{seat + 1}"


def piazza_zone(public: VeneziaPublic) -> Zone:
    pieces = [*_square_pieces(public)]
    pieces += [_visitor_piece("tourist", square) for square in public.tourists]
    pieces += [_visitor_piece("hunter", square) for square in public.hunters]
    for seat, things in enumerate(public.seats):
        asked = public.phase == "pick" and seat == public.player
        pieces += [
            _pigeon_piece(seat, square, square in public.moved, square == public.picked, asked)
            for square in things.piazza
        ]
    folded = public.phase not in ON_THE_BOARD
    name, note = msg("Piazza San Marco"), _piazza_note(public)
    return Zone("piazza", "grid", name, tuple(pieces), columns=COLUMNS, rows=ROWS, note=note, folded=folded)


def _piazza_note(public: VeneziaPublic) -> Message:
    if not public.tourists:
        return msg("round {round}", round=public.round)
    names = {"tourists": _square_names(public.tourists), "hunters": _square_names(public.hunters)}
    return msgs(
        "round {round}, tourists on {tourists}, hunter on {hunters}",
        "round {round}, tourists on {tourists}, hunters on {hunters}",
        len(public.hunters),
        round=public.round,
        **names,
    )


def _square_names(squares: tuple[int, ...]) -> Message | str:
    names: Message | str = listing([c.SQUARE_NAMES[square] for square in squares])
    return names


def _square_pieces(public: VeneziaPublic) -> list[Piece]:
    """The squares. Those that matter now stand out: the chosen one, hunters, tourists and their neighbours."""
    tints: dict[int, Tint] = {square: "yellow" for square, births in enumerate(public.births) if births}
    tints |= dict.fromkeys(public.tourists, "orange")
    tints |= dict.fromkeys(public.hunters, "red")
    if public.picked is not None:
        tints[public.picked] = "blue"
    asked = public.phase in ("place", "move", "jump")
    return [_square_piece(square, tints.get(square, _paving(square)), asked) for square in range(c.SQUARES)]


def _paving(square: int) -> Tint:
    return "grey" if (square + square // c.COLUMNS) % 2 else ""


@cache
def _square_piece(square: int, tint: Tint, asked: bool) -> Piece:
    at = c.SQUARE_NAMES[square]
    move = at if asked else ""
    if square == c.CAMPANILE:
        return Piece(square_id(square), "campanile", msg("Campanile"), sign="▲", tint="brown", at=at, move=move)
    return Piece(square_id(square), "square", square_message(square), tint=tint, at=at, move=move)


@cache
def _visitor_piece(kind: str, square: int) -> Piece:
    """A tourist or a hunter."""
    at, name, sign = c.SQUARE_NAMES[square], msg("tourist"), "☺"
    if kind == "hunter":
        name, sign = msg("pigeon hunter"), "×"
    return Piece(f"{kind}.{at}", kind, name, sign=sign, at=at, on=square_id(square), source=SPINNER, sink=SPINNER)


@cache
def _pigeon_piece(seat: int, square: int, moved: bool, picked: bool, asked: bool) -> Piece:
    """A pigeon: grey if it has moved, golden if it is picked."""
    at = c.SQUARE_NAMES[square]
    return Piece(
        pigeon_id(seat, square),
        bird_art(seat),
        msg("{who}'s pigeon", who=SeatName(seat)),
        tint="gold" if picked else "grey" if moved else "",
        at=at,
        on=square_id(square),
        owner=seat,
        move=at if asked else "",
        source=f"plan-{seat}.1",
        sink="place-san_michele",
        marks=(*([msg("has moved")] if moved else []), *([msg("picked")] if picked else [])),
    )
