"""The board of Venezia 2099: tiles, water, coins and pawns, and the marks that only one seat sees."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, SeatName, Zone
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import SIGNS, TINTS, colour_message, tile_message
from ridotto.games.venezia2099.show.forecast import Forecast
from ridotto.games.venezia2099.show.view import Venezia2099Own, Venezia2099Public, Venezia2099Square

DOOM, ANCHOR, LATEST = "!", "+", "*"  # the marks as text: own prophecy, safe, sank last


def tile_id(square: str) -> str:
    return f"board.{square}"


def pawn_id(seat: int, pawn: int) -> str:
    return f"pawn.{seat}.{pawn + 1}"


def pawn_on(public: Venezia2099Public, square: str) -> tuple[int, int] | None:
    """The pawn on a square, as its seat and its index there."""
    for number, seat in enumerate(public.seats):
        if square in seat.pawns:
            return number, seat.pawns.index(square)
    return None


def moving_pawn(public: Venezia2099Public, seat: int) -> int:
    """The pawn of a seat that is placed, moved or rescued now."""
    return public.seats[seat].pawns.index(None) if public.chosen is None else public.chosen


# As everybody sees it


def board_zone(public: Venezia2099Public) -> Zone:
    return _board_zone(public, board_pieces(public, {}, {}), board_note(public))


def _board_zone(public: Venezia2099Public, pieces: Iterable[Piece], note: Message | None) -> Zone:
    columns, rows = tuple("abcdefgh"[: public.side]), tuple("12345678"[: public.side])
    return Zone("board", "grid", msg("Venice"), tuple(pieces), columns=columns, rows=rows, note=note)


def board_pieces(public: Venezia2099Public, moves: Mapping[str, str], marks: Mapping[str, Piece]) -> list[Piece]:
    """The pieces on the board, with the moves of tapping some of them, by their ids, and marks on some squares."""
    pieces = [tile_piece(public, square, moves.get(tile_id(square.name), "")) for square in public.squares]
    wet = {square.name for square in public.squares if not square.dry}
    for number, seat in enumerate(public.seats):
        for pawn, at in enumerate(seat.pawns):
            if at is not None:
                pieces.append(pawn_piece(number, pawn, at, at in wet, moves.get(pawn_id(number, pawn), "")))
    for square in public.squares:
        if not square.dry:
            pieces.append(waves_piece(square.name, square.name == public.last_sunk))
        if square.coins:
            pieces.append(coins_piece(square.name, square.coins))
        if square.name in marks:
            pieces.append(marks[square.name])
    return pieces


def board_note(public: Venezia2099Public) -> Message | None:
    """The number of the turn, and what the mark means."""
    if public.phase in ("over", "placement"):
        return None
    return msg(
        "turn {turn} of {turns} ({latest} sank last)", turn=turn_number(public), turns=public.turns, latest=LATEST
    )


def turn_number(public: Venezia2099Public) -> int:
    return len(public.played) + (public.phase != "rescue")


def tile_piece(public: Venezia2099Public, square: Venezia2099Square, move: str) -> Piece:
    if square.dry:
        return dry_piece(square.name, square.tile, move)
    return water_piece(square.name, square.tile, square.name == public.last_sunk, move)


@cache
def dry_piece(square: str, tile: int, move: str) -> Piece:
    """A dry tile, or a platform."""
    if tile == c.PLATFORM:
        return Piece(tile_id(square), "platform", tile_message(tile), sign="#", tint="grey", at=square, move=move)
    colour, value = tile // 8, c.VALUES[tile % 8]
    name, art, sign, tint = tile_message(tile), c.COLOURS[colour], SIGNS[colour], TINTS[colour]
    return Piece(tile_id(square), art, name, value, colour_message(colour), sign, tint, square, move=move)


@cache
def water_piece(square: str, tile: int, latest: bool, move: str) -> Piece:
    """A square whose tile has sunk."""
    name, value, sign = msg("water, once {tile}", tile=tile_message(tile)), c.VALUES[tile % 8], SIGNS[tile // 8]
    art, marks = f"water-{c.COLOURS[tile // 8]}", (msg("sank last"),) if latest else ()
    return Piece(tile_id(square), art, name, value, None, sign, "water", square, move=move, marks=marks)


@cache
def waves_piece(square: str, latest: bool) -> Piece:
    text = LATEST if latest else ""
    return Piece(f"waves.{square}", "waves", msg("water"), text, sign="~", at=square, on=tile_id(square))


@cache
def coins_piece(square: str, coins: int) -> Piece:
    name = msg("coins: {coins}", coins=coins)
    return Piece(f"coins.{square}", "coins", name, str(coins), None, "●", "gold", square, tile_id(square))


@cache
def pawn_piece(seat: int, pawn: int, square: str, in_water: bool, move: str) -> Piece:
    marks = (msg("in the water"),) if in_water else ()
    return figure(seat, pawn, at=square, on=tile_id(square), source=f"plate-{seat}", move=move, marks=marks)


def figure(seat: int, pawn: int, **more: Any) -> Piece:
    """A pawn, wherever it is; its art is in the house's colour of the seat (venezia2099.setup.seats)."""
    art, name = f"pawn-{seat + 1}", msg("{who}'s pawn {n}", n=pawn + 1, who=SeatName(seat))
    return Piece(pawn_id(seat, pawn), art, name, str(pawn + 1), owner=seat, **more)


# As a seat sees it


def own_board_zone(public: Venezia2099Public, own: Venezia2099Own, forecast: Forecast) -> Zone:
    """The board with what the seat alone knows about the tiles, and its pawns that have no square yet."""
    pieces = board_pieces(public, moves_by_piece(public, own), own_marks(public, forecast))
    return _board_zone(public, [*pieces, *waiting_pawns(public, own)], own_board_note(public))


def own_board_note(public: Venezia2099Public) -> Message:
    if public.phase == "placement":
        return msg("{doom} your prophecy", doom=DOOM)
    args = {"turn": turn_number(public), "turns": public.turns, "doom": DOOM, "anchor": ANCHOR, "latest": LATEST}
    return msg("turn {turn} of {turns} ({doom} your prophecy, {anchor} safe, {latest} sank last)", **args)


def is_asked(public: Venezia2099Public, own: Venezia2099Own) -> bool:
    """Whether the seat decides now."""
    return public.player == own.seat


def is_choosing_square(public: Venezia2099Public, own: Venezia2099Own) -> bool:
    """Whether the seat chooses a square: then the board needs the room."""
    return is_asked(public, own) and public.phase in ("placement", "walk", "ride", "rescue")


def moves_by_piece(public: Venezia2099Public, own: Venezia2099Own) -> dict[str, str]:
    """The moves that a click on tiles and pawns makes, legal or not: a refusal says why not."""
    if is_choosing_square(public, own):
        return {tile_id(square.name): square.name for square in public.squares}
    if is_asked(public, own):
        pawns = [(pawn, at) for pawn, at in enumerate(public.seats[own.seat].pawns) if at is not None]
        if public.phase == "move":
            return {pawn_id(own.seat, pawn): c.MOVE_TEXTS[c.WALK + pawn] for pawn, _ in pawns}
        if public.phase == "buy":
            return {tile_id(at): c.MOVE_TEXTS[c.BUY + pawn] for pawn, at in pawns}
    return {}


def own_marks(public: Venezia2099Public, forecast: Forecast) -> dict[str, Piece]:
    """By square: what the seat alone knows about its dry tile."""
    marks = {}
    for square in public.squares:
        if square.dry:
            if forecast.sinks_by_own_card(square.tile):
                marks[square.name] = doom_piece(square.name)
            elif forecast.is_safe(square.tile):
                marks[square.name] = anchor_piece(square.name)
    return marks


@cache
def doom_piece(square: str) -> Piece:
    name = msg("your prophecy sinks it")
    return Piece(f"doom.{square}", "sign-doom", name, DOOM, at=square, on=tile_id(square))


@cache
def anchor_piece(square: str) -> Piece:
    name = msg("is sure to stay dry")
    return Piece(f"anchor.{square}", "sign-anchor", name, ANCHOR, at=square, on=tile_id(square))


def waiting_pawns(public: Venezia2099Public, own: Venezia2099Own) -> list[Piece]:
    """The pawns of the seat that are not placed yet and have no square."""
    if public.phase != "placement":
        return []
    return [figure(own.seat, pawn) for pawn, at in enumerate(public.seats[own.seat].pawns) if at is None]


# The outlook of tiles


def survival(forecast: Forecast, tile: int) -> Message:
    """The chance that a dry tile stays dry, as far as the viewer of the forecast knows, in words."""
    return outlook(forecast.sinks_by_own_card(tile), forecast.percent(tile))


@cache
def outlook(doomed: bool, percent: int) -> Message:
    if doomed:
        return msg("your prophecy sinks it")
    if percent == 100:
        return msg("is sure to stay dry")
    return msg("has a {n}% chance of staying dry", n=percent)
