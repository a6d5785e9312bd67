"""A match in figures, in a terminal."""

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ridotto.engine.figures import Figures, Row
from ridotto.engine.message import Message, msg
from ridotto.terminal.blocks import Block, fitted
from ridotto.terminal.cards import Pen

NAME = 14  # the longest that a seat is told by
THING = 20  # lines that tell what was counted are not shorter than this, as long as names can be


def draw_figures(console: Console, figures: Figures, pen: Pen) -> None:
    """What was counted, and the points step by step."""
    _print(console, msg("What everybody did"), counted(figures.counted, pen, console.width), pen)
    if len(figures.course) > 1:
        _print(console, figures.points, growth(figures, pen, console.width), pen)


def _print(console: Console, title: Message, lines: Block, pen: Pen) -> None:
    console.print(Text(pen.say(title), "bold underline"))
    for line in lines:
        console.print(line, no_wrap=True, overflow="crop", crop=True)
    console.print()


def counted(rows: Sequence[Row], pen: Pen, width: int) -> Block:
    """A column for each seat. Where room is short, what was counted takes two lines, then names are cut."""
    things = [pen.say(row.name) for row in rows]
    cells = [[pen.say(value) for value in row.values] for row in rows]
    whole = max(map(cell_len, things))
    for longest, shortest in ((NAME, whole), (8, whole), (NAME, THING), (8, THING), (5, THING), (3, 1)):
        names = [fitted(pen.say(name), longest) for name in pen.names]
        wide = [max(map(cell_len, column)) for column in zip(names, *cells, strict=True)]
        room = width - sum(wide) - 2 * len(wide)
        if room >= shortest:
            break
    parts = [wrap(thing, max(1, room)) for thing in things]
    first = max(cell_len(part) for thing in parts for part in thing)
    lines = [_line("", names, first, wide, "bold")]
    for thing, row in zip(parts, cells, strict=True):
        lines += [*map(Text, thing[:-1]), _line(thing[-1], row, first, wide)]  # numbers stand where the words end
    return lines


def growth(figures: Figures, pen: Pen, width: int) -> Block:
    """A line for each seat, a column for each step; as often as it takes to tell all steps."""
    step = pen.say(figures.step)
    names = [fitted(pen.say(name), NAME) for name in pen.names]
    columns = [[str(n), *map(pen.say, points)] for n, points in enumerate(figures.course)]
    first = max(map(cell_len, [step, *names]))
    wide = max(cell_len(cell) for column in columns for cell in column)
    many = max(1, (width - first) // (wide + 2))
    lines: Block = []
    for start in range(0, len(columns), many):
        some = list(zip(*columns[start : start + many], strict=True))
        fits = [wide] * len(some[0])
        lines += [Text()] if lines else []
        lines.append(_line(step, some[0], first, fits, "dim"))
        lines += [_line(name, row, first, fits) for name, row in zip(names, some[1:], strict=True)]
    return lines


def _line(head: str, cells: Sequence[str], first: int, wide: Sequence[int], style: str = "") -> Text:
    """Words to the left, numbers to the right."""
    padded = (" " * (2 + room - cell_len(cell)) + cell for cell, room in zip(cells, wide, strict=True))
    return Text(head + " " * (first - cell_len(head)) + "".join(padded), style)
