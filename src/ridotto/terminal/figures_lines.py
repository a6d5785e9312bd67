"""The figures of a match, as lines of text."""

from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ridotto.engine.figures import FigureRow, Figures
from ridotto.engine.message import Message, msg
from ridotto.terminal.blocks import Block, truncated
from ridotto.terminal.cards import Pen

MAX_NAME_WIDTH = 14
MIN_LABEL_WIDTH = 20  # of what was counted; below this, names are shortened first


def draw_figures(console: Console, figures: Figures, pen: Pen) -> None:
    """Prints what was counted, and the points step by step."""
    _print(console, msg("What everybody did"), count_lines(figures.counted, pen, console.width), pen)
    if len(figures.history) > 1:
        _print(console, figures.points, points_lines(figures, pen, console.width), pen)


def _print(console: Console, title: Message, lines: Block, pen: Pen) -> None:
    console.print(Text(pen.say(title), "bold underline"))
    for line in lines:
        console.print(line, no_wrap=True, overflow="crop", crop=True)
    console.print()


def count_lines(rows: Sequence[FigureRow], pen: Pen, width: int) -> Block:
    """A column for each seat. If the width is short, labels are wrapped and names are shortened."""
    labels = [pen.say(row.name) for row in rows]
    cells = [[pen.say(value) for value in row.values] for row in rows]
    whole = max(map(cell_len, labels))
    for max_name, min_label in (
        *((MAX_NAME_WIDTH, whole), (8, whole)),
        *((MAX_NAME_WIDTH, MIN_LABEL_WIDTH), (8, MIN_LABEL_WIDTH), (5, MIN_LABEL_WIDTH)),
        (3, 1),
    ):
        names = [truncated(pen.say(name), max_name) for name in pen.names]
        wide = [max(map(cell_len, column)) for column in zip(names, *cells, strict=True)]
        room = width - sum(wide) - 2 * len(wide)
        if room >= min_label:
            break
    wrapped = [wrap(label, max(1, room)) for label in labels]
    first = max(cell_len(part) for parts in wrapped for part in parts)
    lines = [_line("", names, first, wide, "bold")]
    for parts, row in zip(wrapped, cells, strict=True):
        lines += [*map(Text, parts[:-1]), _line(parts[-1], row, first, wide)]  # numbers beside the last line
    return lines


def points_lines(figures: Figures, pen: Pen, width: int) -> Block:
    """The points: a line for each seat, a column for each step; repeated until all steps are shown."""
    step = pen.say(figures.step)
    names = [truncated(pen.say(name), MAX_NAME_WIDTH) for name in pen.names]
    columns = [[str(n), *map(pen.say, points)] for n, points in enumerate(figures.history)]
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
    """Text left-aligned in a column of width `first`, then cells right-aligned in columns of widths `wide`."""
    padded = (" " * (2 + room - cell_len(cell)) + cell for cell, room in zip(cells, wide, strict=True))
    return Text(head + " " * (first - cell_len(head)) + "".join(padded), style)
