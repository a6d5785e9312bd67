"""The board of Venezia 2099: tiles, water, coins and pawns, and the marks that only this viewer sees."""

from functools import cache
from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Piece, SeatName, Zone
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import SIGNS, TINTS, colour_message, percent, tile_message
from ridotto.games.venezia2099.show.forecast import Forecast

View = dict[str, Any]

DOOM, ANCHOR, LATEST = "!", "+", "*"  # the marks as text: own prophecy, safe, sank last


def tile_on(view: View, square: str) -> int:
    """The tile that lies on a square, or lay there."""
    number = c.SQUARE_OF[square]
    tile: int = view["tiles"][number // 8][number % 8]
    return tile


def squares(view: View) -> list[str]:
    side = len(view["tiles"])
    return [c.SQUARE_NAMES[8 * row + column] for row in range(side) for column in range(side)]


def price_on(view: View, square: str) -> int:
    """What a treasure costs on a square (venezia2099.buy.price)."""
    return int(view["coins_on"].get(square, 0)) + 1


def points_on(view: View, square: str) -> int:
    """What a pawn on a square would score if the game ended now."""
    tile = tile_on(view, square)
    if tile == c.PLATFORM:
        return 0
    value = tile % 8
    return 2 * int(view["colours"][c.COLOURS[tile // 8]]["dry"]) if value == c.X_VALUE else 2 + value


def pawn_on(view: View, square: str) -> tuple[int, int] | None:
    """The pawn on a square, as its seat and its index there."""
    for seat, given in enumerate(view["seats"]):
        if square in given["pawns"]:
            return seat, given["pawns"].index(square)
    return None


def last_sunk(view: View) -> str | None:
    """The square that has sunk last, if any has."""
    if not view["played"]:
        return None
    tile = c.tile_of_card(c.CARD_OF[view["played"][-1]])
    return next(square for square in squares(view) if tile_on(view, square) == tile)


def tile_id(square: str) -> str:
    return f"board.{square}"


def pawn_id(seat: int, pawn: int) -> str:
    return f"pawn.{seat}.{pawn + 1}"


def board_zone(view: View, forecast: Forecast) -> Zone:
    side = len(view["tiles"])
    columns, rows = tuple("abcdefgh"[:side]), tuple(map(str, range(1, side + 1)))
    latest, dry = last_sunk(view), frozenset(view["dry"])
    moves, lit = moves_by_square(view), lit_squares(view)
    pieces = [
        tile_piece(square, tile_on(view, square), square in lit, moves.get(square, ""))
        if square in dry
        else water_piece(square, tile_on(view, square), square == latest, moves.get(square, ""))
        for square in squares(view)
    ]
    for seat, given in enumerate(view["seats"]):
        pieces += [pawn_piece(view, seat, pawn, at) for pawn, at in enumerate(given["pawns"]) if at is not None]
    for square in squares(view):
        if square not in dry:
            pieces.append(waves_piece(square, square == latest))
            continue
        if coins := view["coins_on"].get(square):
            pieces.append(coins_piece(square, coins))
        pieces += marks_on(view, forecast, square)
    pieces += waiting_pawns(view)
    return Zone("board", "grid", msg("Venice"), tuple(pieces), columns=columns, rows=rows, note=board_note(view))


def board_note(view: View) -> Message | None:
    """The number of the turn, and what the marks mean."""
    if view["phase"] == "over":
        return None
    if view["phase"] == "placement":
        return msg("{doom} your prophecy", doom=DOOM) if view["own"] else None
    turn = len(view["played"]) + (view["phase"] != "rescue")
    args = {"turn": turn, "turns": view["turns"], "anchor": ANCHOR, "latest": LATEST}
    if view["own"] is None:
        return msg("turn {turn} of {turns} ({latest} sank last)", turn=turn, turns=view["turns"], latest=LATEST)
    return msg("turn {turn} of {turns} ({doom} your prophecy, {anchor} safe, {latest} sank last)", doom=DOOM, **args)


def is_asked(view: View) -> bool:
    """Whether the viewer decides now."""
    return bool(view["player"] == view["viewer"])


def is_choosing_square(view: View) -> bool:
    """Whether the viewer chooses a square: then the board needs the room."""
    return is_asked(view) and view["phase"] in ("placement", "walk", "ride", "rescue")


def lit_squares(view: View) -> set[str]:
    """The squares the viewer can choose now, to go to or to buy on."""
    return {move_square(view, move) for move in view["moves"] if move < c.NO_MOVE or c.BUY <= move < c.PLAY}


def move_square(view: View, move: int) -> str:
    """The square that a move goes to or buys on."""
    if move < c.NO_MOVE:
        return c.SQUARE_NAMES[move]
    square: str = view["seats"][view["viewer"]]["pawns"][move - c.BUY]
    return square


def moves_by_square(view: View) -> dict[str, str]:
    """The move that a click on each square makes, legal or not: a refusal says why not."""
    if is_choosing_square(view):
        return {square: square for square in squares(view)}
    if is_asked(view) and view["phase"] == "buy":
        own = enumerate(view["seats"][view["viewer"]]["pawns"])
        return {square: c.MOVE_TEXTS[c.BUY + pawn] for pawn, square in own if square is not None}
    return {}


@cache
def tile_piece(square: str, tile: int, lit: bool, move: str) -> Piece:
    """A dry tile, or a platform."""
    if tile == c.PLATFORM:
        name = tile_message(tile)
        return Piece(tile_id(square), "platform", name, sign="#", tint="grey", at=square, lit=lit, move=move)
    colour, value = tile // 8, c.VALUES[tile % 8]
    name, art, sign, tint = tile_message(tile), c.COLOURS[colour], SIGNS[colour], TINTS[colour]
    return Piece(tile_id(square), art, name, value, colour_message(colour), sign, tint, square, lit=lit, move=move)


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


def marks_on(view: View, forecast: Forecast, square: str) -> list[Piece]:
    """What the viewer alone knows about a dry tile."""
    if view["own"] is None or view["phase"] == "over":
        return []
    tile = tile_on(view, square)
    if forecast.sinks_by_own_card(tile):
        kind, name, sign = "doom", msg("your prophecy sinks it"), DOOM
    elif forecast.is_safe(tile):
        kind, name, sign = "anchor", msg("is sure to stay dry"), ANCHOR
    else:
        return []
    return [Piece(f"{kind}.{square}", f"sign-{kind}", name, sign, at=square, on=tile_id(square))]


def survival(forecast: Forecast, tile: int) -> Message:
    """The viewer's chance that a dry tile stays dry, in words."""
    if forecast.sinks_by_own_card(tile):
        return msg("your prophecy sinks it")
    chance = forecast.chance(tile)
    if chance == 1:
        return msg("is sure to stay dry")
    return msg("has a {n}% chance of staying dry", n=percent(chance))


def pawn_piece(view: View, seat: int, pawn: int, square: str) -> Piece:
    marks = (msg("in the water"),) if square not in view["dry"] else ()
    walk = c.MOVE_TEXTS[c.WALK + pawn] if is_asked(view) and seat == view["viewer"] and view["phase"] == "move" else ""
    place = {"at": square, "on": tile_id(square), "source": f"plate-{seat}"}
    return figure(seat, pawn, lit=is_lit(view, seat, pawn), move=walk, marks=marks, **place)


def figure(seat: int, pawn: int, **more: Any) -> Piece:
    """A pawn, wherever it is; its art is in the house's colour of the seat (venezia2099.setup.seats)."""
    art, name = f"pawn-{seat + 1}", msg("{who}'s pawn {n}", n=pawn + 1, who=SeatName(seat))
    return Piece(pawn_id(seat, pawn), art, name, str(pawn + 1), owner=seat, **more)


def waiting_pawns(view: View) -> list[Piece]:
    """The viewer's pawns that are not placed yet and have no square."""
    if view["own"] is None or view["phase"] != "placement":
        return []
    seat = view["viewer"]
    return [figure(seat, pawn) for pawn, at in enumerate(view["seats"][seat]["pawns"]) if at is None]


def is_lit(view: View, seat: int, pawn: int) -> bool:
    """Whether a pawn can move or buy now, or is the one that needs a square."""
    if seat != view["viewer"] or seat != view["player"]:
        return False
    if view["pawn"] is not None:
        return bool(view["pawn"] == pawn + 1)
    return any(first + pawn in view["moves"] for first in (c.WALK, c.GONDOLA, c.BUY))
