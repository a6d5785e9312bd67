"""A board of squares: tiles in their colours with the pieces on them."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from ridotto.engine.scene import Piece, Zone
from ridotto.terminal.blocks import Block
from ridotto.terminal.cards import TINTS, Pen

INK, WATER_INK = "#1c1c1c", "#bcd6ea"  # letters on tiles and on water
# The colours and marks of the seats: heart, drop, star, moon, leaf, rose.
SEAT_TINTS = ("#b3332c", "#2f6fb0", "#8a6a12", "#6b4a9c", "#2f7a43", "#5c5546")
SEAT_MARKS = "♥♦★☾♣✿"
TILE_WIDTH, BLANK_WIDTH = 7, 6  # of a square with a value, and of one without


def seat_sign(seat: int, pen: Pen) -> str:
    return str(seat + 1) if pen.plain else SEAT_MARKS[seat % len(SEAT_MARKS)]


def seat_style(seat: int) -> str:
    return f"bold #ffffff on {SEAT_TINTS[seat % len(SEAT_TINTS)]}"


def grid(zone: Zone[str], pen: Pen, typed: Mapping[str, str], compact: bool = False) -> Block:
    """The board: two lines for each row, tiles above the pieces on them; one line if all tiles are blank.

    `typed`: see `keys_of_pieces`. `compact`: one line for each row, in which the pieces follow their tile.
    """
    squares = {piece.at: piece for piece in zone.pieces if not piece.on}
    on_tile: dict[str, list[Piece[str]]] = {}
    for piece in zone.pieces:
        if piece.on:
            on_tile.setdefault(piece.on, []).append(piece)
    blank = not any(piece.text for piece in squares.values())
    narrowest = BLANK_WIDTH if blank else TILE_WIDTH
    wide = max([narrowest, *(cell_len(_tile_text(piece, pen)) + 5 for piece in squares.values())])
    draw_square = _blank_square if blank else _compact_square if compact else _square
    if draw_square is _compact_square:
        wide = max(draw_square(tile, on_tile.get(tile.id, []), pen, typed, 0)[0].cell_len for tile in squares.values())
    high = 2 if draw_square is _square else 1
    gap = " " * (not blank)
    margin = max(map(cell_len, zone.rows)) + 1
    lines = [Text(" " * margin + gap.join(column.center(wide) for column in zone.columns), "dim")]
    for row in zone.rows:
        parts = [Text().append(row.rjust(margin - 1) + " ", "dim"), *([Text(" " * margin)] * (high - 1))]
        for place, column in enumerate(zone.columns):
            tile = squares.get(f"{column}{row}")
            pieces = on_tile.get(tile.id, []) if tile else []
            square = draw_square(tile, pieces, pen, typed, wide) if tile else [Text(" " * wide)] * len(parts)
            for line, part in zip(parts, square, strict=True):
                line.append(gap * (place > 0)).append_text(part)
        lines += parts
    return lines


def _tile_text(piece: Piece[str], pen: Pen) -> str:
    """The sign and the value of a tile; in ASCII, the first letters of its kind are the sign."""
    return (piece.art[:2] if pen.plain else piece.sign) + piece.text


def _blank_square(tile: Piece[str], upon: Sequence[Piece[str]], pen: Pen, typed: Mapping[str, str], wide: int) -> Block:
    """A blank square in one line: the pieces on it, and its name if it or a piece can be chosen."""
    style = f"{INK} on {TINTS[tile.tint][0]}"
    line = Text(" ", style)
    for piece in upon:
        if piece.owner is None:
            line.append(piece.art[0] if pen.plain else piece.sign, f"bold {style}")
        else:
            line.append(seat_sign(piece.owner, pen), seat_style(piece.owner))
    line.append(_tile_text(tile, pen) if tile.sign else "", f"bold {style}")
    name = tile.at if any(piece.id in typed for piece in (tile, *upon)) else ""
    return [line.append(name.rjust(wide - line.cell_len), style)]


def _square(tile: Piece[str], upon: Sequence[Piece[str]], pen: Pen, typed: Mapping[str, str], wide: int) -> Block:
    """A square in two lines, with its name if it can be chosen."""
    style, head, things = _tile_style(tile), _tile_text(tile, pen), _unowned_pieces(upon, pen)
    top = Text(" ", style).append(head, f"bold {style}").append(things.rjust(wide - 2 - cell_len(head)) + " ", style)
    bottom = _owned_pieces(upon, pen, typed, style)
    name = tile.at if tile.id in typed else ""
    bottom.append(name.rjust(wide - 1 - bottom.cell_len) + " ", f"bold {style}")
    return [top, bottom]


def _compact_square(
    tile: Piece[str], upon: Sequence[Piece[str]], pen: Pen, typed: Mapping[str, str], wide: int
) -> Block:
    """A square in one line, at least `wide`."""
    style = _tile_style(tile)
    line = Text(_tile_text(tile, pen), f"bold {style}").append(_unowned_pieces(upon, pen), style)
    line.append_text(_owned_pieces(upon, pen, typed, style))
    name = f" {tile.at}" if tile.id in typed else ""
    return [line.append(name.rjust(wide - line.cell_len), f"bold {style}")]


def _tile_style(tile: Piece[str]) -> str:
    return f"{WATER_INK if tile.tint == 'water' else INK} on {TINTS[tile.tint][0]}"


def _unowned_pieces(upon: Sequence[Piece[str]], pen: Pen) -> str:
    return "".join((piece.text if pen.plain else piece.sign + piece.text) for piece in upon if piece.owner is None)


def _owned_pieces(upon: Sequence[Piece[str]], pen: Pen, typed: Mapping[str, str], style: str) -> Text:
    """The pieces of the seats on a tile; a mark follows those that can be chosen, or whose tile can be taken."""
    line = Text()
    for piece in upon:
        if piece.owner is not None:
            line.append(" ", style).append(seat_sign(piece.owner, pen) + piece.text, seat_style(piece.owner))
            if piece.id in typed or typed.get(piece.on):
                line.append("<" if pen.plain else "◂", f"bold {style}")
    return line or Text(" ", style)
