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


def grid(zone: Zone, pen: Pen) -> Block:
    """Squares in columns and rows: two lines each, the tile and what is on it; blank tiles need one line."""
    squares = {piece.at: piece for piece in zone.pieces if not piece.on}
    upon: dict[str, list[Piece]] = {}
    for piece in zone.pieces:
        if piece.on:
            upon.setdefault(piece.on, []).append(piece)
    blank = not any(piece.text for piece in squares.values())
    wide = max([BLANK if blank else TILE, *(cell_len(_head(piece, pen)) + 5 for piece in squares.values())])
    drawn = _blank_square if blank else _square
    gap = " " * (not blank)
    margin = max(map(cell_len, zone.rows)) + 1
    lines = [Text(" " * margin + gap.join(column.center(wide) for column in zone.columns), "dim")]
    for row in zone.rows:
        parts = [Text().append(row.rjust(margin - 1) + " ", "dim"), *([] if blank else [Text(" " * margin)])]
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
    fill, _ = TINTS[tile.tint]
    style = f"{FOAM if tile.tint == 'water' else INK} on {fill}"
    figures = [piece for piece in upon if piece.owner is not None]
    things = "".join((piece.text if pen.plain else piece.sign + piece.text) for piece in upon if piece.owner is None)
    head = _head(tile, pen)
    top = Text(" ", style).append(head, f"bold {style}").append(things.rjust(wide - 2 - cell_len(head)) + " ", style)
    bottom = Text(" ", style)
    for i, piece in enumerate(figures):
        bottom.append(" " * (i > 0), style)
        bottom.append(seat_sign(piece.owner or 0, pen) + piece.text, seat_style(piece.owner or 0))
        if piece.lit:
            bottom.append("<" if pen.plain else "◂", f"bold {style}")
    name = tile.at if tile.lit else ""
    bottom.append(name.rjust(wide - 1 - bottom.cell_len) + " ", f"bold {style}")
    return [top, bottom]
