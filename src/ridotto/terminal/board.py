"""A board of squares: tiles in their colours, what lies on them, whose figures stand there."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from ridotto.engine.scene import Piece, Zone
from ridotto.terminal.blocks import Block
from ridotto.terminal.cards import TINTS, Pen

INK, FOAM = "#1c1c1c", "#bcd6ea"  # letters on tiles, and on water
# The colours and marks of the seats: heart, drop, star, moon, leaf, rose.
SEAT_TINTS = ("#b3332c", "#2f6fb0", "#8a6a12", "#6b4a9c", "#2f7a43", "#5c5546")
SEAT_MARKS = "♥♦★☾♣✿"
TILE, BLANK = 7, 6  # the width of a square: a tile with its value, and a blank one


def seat_sign(seat: int, pen: Pen) -> str:
    return str(seat + 1) if pen.plain else SEAT_MARKS[seat % len(SEAT_MARKS)]


def seat_style(seat: int) -> str:
    return f"bold #ffffff on {SEAT_TINTS[seat % len(SEAT_TINTS)]}"


def grid(zone: Zone, pen: Pen, low: bool = False) -> Block:
    """Squares in columns and rows: two lines each, the tile and what is on it; blank tiles need one line.

    `low`: all squares have one line, in which what stands on a tile follows it.
    """
    squares = {piece.at: piece for piece in zone.pieces if not piece.on}
    upon: dict[str, list[Piece]] = {}
    for piece in zone.pieces:
        if piece.on:
            upon.setdefault(piece.on, []).append(piece)
    blank = not any(piece.text for piece in squares.values())
    wide = max([BLANK if blank else TILE, *(cell_len(_head(piece, pen)) + 5 for piece in squares.values())])
    drawn = _blank_square if blank else _low_square if low else _square
    if drawn is _low_square:
        wide = max(drawn(tile, upon.get(tile.id, []), pen, 0)[0].cell_len for tile in squares.values())
    high = 2 if drawn is _square else 1
    gap = " " * (not blank)
    margin = max(map(cell_len, zone.rows)) + 1
    lines = [Text(" " * margin + gap.join(column.center(wide) for column in zone.columns), "dim")]
    for row in zone.rows:
        parts = [Text().append(row.rjust(margin - 1) + " ", "dim"), *([Text(" " * margin)] * (high - 1))]
        for place, column in enumerate(zone.columns):
            tile = squares.get(f"{column}{row}")
            square = drawn(tile, upon.get(tile.id, []), pen, wide) if tile else [Text(" " * wide)] * len(parts)
            for line, part in zip(parts, square, strict=True):
                line.append(gap * (place > 0)).append_text(part)
        lines += parts
    return lines


def _head(piece: Piece, pen: Pen) -> str:
    """What a tile shows: its sign and its value; without signs the first letters of its kind."""
    return (piece.art[:2] if pen.plain else piece.sign) + piece.text


def _blank_square(tile: Piece, upon: Sequence[Piece], pen: Pen, wide: int) -> Block:
    """The line of a square on which only what stands there matters, and its name if it can be chosen."""
    style = f"{INK} on {TINTS[tile.tint][0]}"
    line = Text(" ", style)
    for piece in upon:
        if piece.owner is None:
            line.append(piece.art[0] if pen.plain else piece.sign, f"bold {style}")
        else:
            line.append(seat_sign(piece.owner, pen), seat_style(piece.owner))
    line.append(_head(tile, pen) if tile.sign else "", f"bold {style}")
    name = tile.at if tile.lit or any(piece.lit for piece in upon) else ""
    return [line.append(name.rjust(wide - line.cell_len), style)]


def _square(tile: Piece, upon: Sequence[Piece], pen: Pen, wide: int) -> Block:
    """The two lines of a square. One that can be chosen now shows its name."""
    style, head, things = _tile_style(tile), _head(tile, pen), _things(upon, pen)
    top = Text(" ", style).append(head, f"bold {style}").append(things.rjust(wide - 2 - cell_len(head)) + " ", style)
    bottom = _figures(upon, pen, style)
    name = tile.at if tile.lit else ""
    bottom.append(name.rjust(wide - 1 - bottom.cell_len) + " ", f"bold {style}")
    return [top, bottom]


def _low_square(tile: Piece, upon: Sequence[Piece], pen: Pen, wide: int) -> Block:
    """All of a square in one line, as wide as it must be at least."""
    style = _tile_style(tile)
    line = Text(_head(tile, pen), f"bold {style}").append(_things(upon, pen), style)
    line.append_text(_figures(upon, pen, style))
    name = f" {tile.at}" if tile.lit else ""
    return [line.append(name.rjust(wide - line.cell_len), f"bold {style}")]


def _tile_style(tile: Piece) -> str:
    return f"{FOAM if tile.tint == 'water' else INK} on {TINTS[tile.tint][0]}"


def _things(upon: Sequence[Piece], pen: Pen) -> str:
    """What lies on a tile and is nobody's."""
    return "".join((piece.text if pen.plain else piece.sign + piece.text) for piece in upon if piece.owner is None)


def _figures(upon: Sequence[Piece], pen: Pen, style: str) -> Text:
    """Whose figures stand on a tile, and which of them can be chosen."""
    line = Text()
    for piece in upon:
        if piece.owner is not None:
            line.append(" ", style).append(seat_sign(piece.owner, pen) + piece.text, seat_style(piece.owner))
            if piece.lit:
                line.append("<" if pen.plain else "◂", f"bold {style}")
    return line or Text(" ", style)
