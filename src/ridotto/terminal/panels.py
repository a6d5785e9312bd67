"""The panels of the seats, and counters of zones, as lines and columns."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from ridotto.engine.scene import Panel, Scene, Zone
from ridotto.terminal.blocks import Block, padded, side_by_side, truncated, width_of
from ridotto.terminal.board import seat_sign, seat_style
from ridotto.terminal.cards import Pen


def panel_lines(scene: Scene[str], pen: Pen, width: int, compact: bool = False) -> Block:
    """One line for each seat, with its marks behind it; if they do not fit, below it or, with `compact`, nowhere."""
    if not scene.panels:
        return []
    marks = [", ".join(panel.marks) for panel in scene.panels]
    columns = [padded([Text(), *(_seat_name(panel, scene, pen) for panel in scene.panels)])]
    for place, counter in enumerate(scene.panels[0].counters):
        cells = [pen.say(panel.counters[place].value) for panel in scene.panels]
        columns.append(column(counter.name, cells))
    behind = [Text(), *(Text(mark, "dim") for mark in marks)]
    for gap in (2, 1):
        lines = side_by_side([*columns, behind], gap)
        if width_of(lines) <= width:
            return lines
    lines = side_by_side(columns, 2)
    if width_of(lines) > width:
        lines = side_by_side(columns, 1)
    if compact:
        return lines
    below = [lines[0]]
    for line, mark in zip(lines[1:], marks, strict=True):
        below += [line, Text(f"    {mark}", "dim")] if mark else [line]
    return below


def _seat_name(panel: Panel[str], scene: Scene[str], pen: Pen) -> Text:
    pointer = ">" if pen.plain else "▸"
    waiting = panel.seat in scene.waiting
    name = pen.names[panel.seat] if panel.seat < len(pen.names) else str(panel.seat)
    style = "bold cyan" if panel.seat == scene.viewer else "bold"
    line = Text().append(f"{pointer if waiting else ' '} ", "bold yellow")
    if any(zone.kind == "grid" for zone in scene.zones):  # its pieces on the board have this sign
        line.append(seat_sign(panel.seat, pen), seat_style(panel.seat)).append(" ")
    return line.append(truncated(name, 14), style)


def column(name: str, cells: Sequence[str]) -> Block:
    """A column with its heading: numbers right-aligned, text left-aligned."""
    wide = max(map(cell_len, [name, *cells]))
    numeric = all(cell.lstrip("+−-–").isdigit() or cell in ("–", "0") for cell in cells)
    justified = [Text(cell.rjust(wide) if numeric else cell.ljust(wide)) for cell in cells]
    return padded([Text(name.rjust(wide) if numeric else name, "dim"), *justified])


def counter_lines(zone: Zone[str], pen: Pen) -> Block:
    return [Text(f"{counter.name}: ", "dim").append(pen.say(counter.value), "bold") for counter in zone.counters]
