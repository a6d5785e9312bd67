"""Draws a scene of any game in the terminal."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ridotto.engine.scene import Scene, Zone
from ridotto.terminal.action_keys import choice_lines, keys_of_pieces
from ridotto.terminal.blocks import Block, flow, padded, side_by_side, truncated, width_of, wrapped_sentence
from ridotto.terminal.board import grid, seat_sign, seat_style
from ridotto.terminal.cards import Pen, fan, pool, row
from ridotto.terminal.compact_drawing import compact_lines
from ridotto.terminal.panels import column, counter_lines, panel_lines
from ridotto.translations.in_language import in_language


def draw(console: Console, scene: Scene, pen: Pen, heading: str) -> None:
    """Draws the whole scene: panels, zones, notes, the prompt and the choices.

    If a person has to decide and the terminal is too low for that, draws it compactly.
    """
    said = in_language(scene, pen.say)
    lines = full_lines(said, pen, console.width)
    if console.is_terminal and scene.actions and len(lines) + 2 > console.height:  # 2: the heading, the typed line
        _print(console, compact_lines(said, pen, console.width, console.height - 1))
        return
    console.rule(Text(heading, "bold"), characters="-" if pen.plain else "─", style="dim")
    _print(console, lines)


def full_lines(scene: Scene[str], pen: Pen, width: int) -> Block:
    typed = keys_of_pieces(scene.actions)
    lines = [*panel_lines(scene, pen, width), Text(), *quiet_lines(scene, pen, width)]
    shown = [zone for zone in scene.zones if not (zone.folded or zone.quiet or zone.mute)]
    for kinds in ([zone for zone in shown if zone.kind != "fan"], [zone for zone in shown if zone.kind == "fan"]):
        lines += [line for part in flow(zone_blocks(kinds, pen, typed, width), width, 3) for line in part]
    for note in scene.notes:
        lines += [Text(line, "italic") for line in wrap(("* " if pen.plain else "• ") + note, width)]
    lines += [Text(line, "bold") for line in wrapped_sentence(scene.prompt, width)]
    return lines + choice_lines(scene, pen, width)


def draw_folded(console: Console, scene: Scene, pen: Pen) -> bool:
    """Draws the folded zones, which are shown only on demand; False if there are none."""
    folded = [in_language(zone, pen.say) for zone in scene.zones if zone.folded and not zone.mute]
    for line in flow(zone_blocks(folded, pen, {}, console.width), console.width, 3):
        _print(console, line)
    return bool(folded)


def _print(console: Console, lines: Block) -> None:
    for line in lines:
        console.print(without_trailing_blanks(line), no_wrap=True, overflow="crop", crop=True)


def without_trailing_blanks(line: Text) -> Text:
    """The line without invisible blanks at its end; blanks on a coloured background stay."""
    painted = max((span.end for span in line.spans if " on " in str(span.style)), default=0)
    return line[: max(painted, len(line.plain.rstrip()))]


# The zones


def zone_blocks(zones: Sequence[Zone[str]], pen: Pen, typed: dict[str, str], width: int) -> list[Block]:
    """One block for each zone; consecutive stacks share one."""
    blocks = []
    stacks: list[Zone[str]] = []
    for zone in zones:
        if zone.kind == "stack":
            stacks.append(zone)
            continue
        if stacks:
            blocks.append(stack_block(stacks, pen, width))
            stacks = []
        blocks.append(zone_block(zone, pen, typed, width))
    if stacks:
        blocks.append(stack_block(stacks, pen, width))
    return blocks


def zone_block(zone: Zone[str], pen: Pen, typed: dict[str, str], width: int) -> Block:
    title = Text(zone.name, "bold underline")
    if zone.note:
        title.append("  ", "not underline").append(zone.note, "not bold not underline")
    match zone.kind:
        case "fan":
            body = fan(zone.pieces, pen, typed, width)
        case "grid":
            body = grid(zone, pen, typed)
        case "pool":
            body = pool(zone.pieces, pen)
        case _:
            body = row(zone.pieces, pen, width)
    if zone.counters:
        body = side_by_side([body, [Text(), *counter_lines(zone, pen)]], 2)
    return padded([title, *body, Text()])


def quiet_lines(scene: Scene[str], pen: Pen, width: int) -> Block:
    """The quiet zones in few words: a stack by its first counter, other zones by their pieces."""
    lines: Block = []
    quiet = [zone for zone in scene.zones if zone.quiet and not (zone.folded or zone.mute)]
    for in_a_row, zones in groupby(quiet, key=lambda zone: zone.kind == "row"):
        for some in [[zone] for zone in zones] if in_a_row else [list(zones)]:
            lines += [
                line for part in flow([[part] for part in _quiet_parts(some, pen, width)], width, 3) for line in part
            ]
    return [*lines, Text()] if lines else []


def _quiet_parts(zones: Sequence[Zone[str]], pen: Pen, width: int) -> Block:
    parts = []
    for zone in zones:
        if zone.kind == "stack":
            text = Text(f"{zone.name}: ", "dim").append(pen.say(zone.counters[0].value), "bold")
            if zone.note:
                text.append(f" ({zone.note})", "bold red")
            parts.append(text)
        else:
            parts += [*_piece_names(zone, width), *counter_lines(zone, pen)]
    return parts


def _piece_names(zone: Zone[str], width: int) -> Block:
    """The name of a zone and the names of its pieces, in one or more lines."""
    lines = [Text().append(f"{zone.name}: ", "dim")]
    for piece in zone.pieces:
        name = piece.name + ("," if piece is not zone.pieces[-1] else "")
        if lines[-1].cell_len + cell_len(name) > width:
            lines.append(Text("  "))
        lines[-1].append(f"{name} ", "bold")
    return lines


def stack_block(stacks: Sequence[Zone[str]], pen: Pen, width: int) -> Block:
    """Stacks as a table: a line for each stack, a column for each counter."""
    kinds = dict.fromkeys((counter.id, counter.name) for zone in stacks for counter in zone.counters)
    names = padded([Text(""), *(_stack_name(zone, pen) for zone in stacks)])
    columns = []
    for kind, name in kinds:
        cells = [
            next((pen.say(counter.value) for counter in zone.counters if counter.id == kind), "") for zone in stacks
        ]
        columns.append([name, *cells])
    gap = 2 if width_of(names) + sum(2 + _widest(column) for column in columns) <= width else 1
    columns = narrowed(columns, width - width_of(names) - gap * len(columns))
    lines = side_by_side([names, *(column(name, cells) for name, *cells in columns)], gap)
    notes = [Text(f"{zone.name}: {zone.note}", "bold red") for zone in stacks if zone.note]
    return padded([*lines, *notes, Text()])


def _stack_name(zone: Zone[str], pen: Pen) -> Text:
    """The name of a stack, with the sign of every seat that has a piece there."""
    line = Text(zone.name, "bold")
    for owner in (piece.owner for piece in zone.pieces if piece.owner is not None):
        line.append(" ", "not bold").append(seat_sign(owner, pen), seat_style(owner))
    return line


def _widest(column: Sequence[str]) -> int:
    return max(map(cell_len, column))


def narrowed(columns: Sequence[Sequence[str]], room: int) -> list[list[str]]:
    """The columns shortened until they fit: headings first, then cells, always in the widest column."""
    shorter = [list(column) for column in columns]
    while shorter and sum(map(_widest, shorter)) > room:
        spare = [cell_len(column[0]) - _widest(column[1:]) for column in shorter]
        if max(spare) > 0:
            column = shorter[spare.index(max(spare))]
            column[0] = truncated(column[0], cell_len(column[0]) - 1)
        else:
            column = max(shorter, key=_widest)
            if _widest(column) <= 1:
                break
            column[:] = [truncated(cell, _widest(column) - 1) for cell in column]
    return shorter
