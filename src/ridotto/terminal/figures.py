"""A match in figures, in a terminal."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ridotto.engine.figures import Figures, Row
from ridotto.engine.message import msg
from ridotto.terminal.blocks import Block, beside, fitted, squared, width_of
from ridotto.terminal.cards import Pen

NAME = 14  # the longest that a column is headed with


def draw_figures(console: Console, figures: Figures, pen: Pen) -> None:
    """What was counted, and the points step by step."""
    for line in [
        Text(pen.say(msg("What everybody did")), "bold underline"),
        *table(figures.counted, pen, console.width),
    ]:
        console.print(line)
    console.print()
    if len(figures.course) > 1:
        console.print(Text(pen.say(figures.points), "bold underline"))
        for seat, name in enumerate(pen.names):
            grown = ", ".join(pen.say(points[seat]) for points in figures.course)
            console.print(Text().append(fitted(name, NAME), "bold").append(f": {grown}"))
        console.print()


def table(rows: Sequence[Row], pen: Pen, width: int) -> Block:
    """A line for each thing that was counted, a column for each seat; names are cut where room is short."""
    things = squared([Text(), *(Text(pen.say(row.name)) for row in rows)])
    for longest in (NAME, 8, 5, 3):
        cells = [
            _column(fitted(name, longest), [pen.say(row.values[seat]) for row in rows])
            for seat, name in enumerate(pen.names)
        ]
        lines = beside([things, *cells], 2)
        if width_of(lines) <= width:
            break
    return lines


def _column(name: str, cells: Sequence[str]) -> Block:
    wide = max(map(cell_len, [name, *cells]))
    return [Text(name.rjust(wide), "bold"), *(Text(cell.rjust(wide)) for cell in cells)]
