"""A table that is higher than the screen, in fewer lines: scores, question and choices stay in sight.

What is drawn in large becomes words first; then goes what choices would mean, and at last what else there is to say.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.text import Text

from ridotto.engine.scene import Piece, Scene, Zone
from ridotto.terminal.action_keys import FEW, MANY, brief_choice, choice_lines, keys
from ridotto.terminal.blocks import Block, flow, sentence
from ridotto.terminal.board import grid
from ridotto.terminal.cards import Pen, fan
from ridotto.terminal.panels import counter_lines, panel_lines


class Form(NamedTuple):
    """What there is room for."""

    cards: bool = True  # the hand as cards
    squares: bool = True  # of two lines each
    hints: bool = True  # what each choice would mean
    remarks: bool = True  # about seats and zones, and the notes


FORMS = (
    Form(),
    Form(cards=False),
    Form(cards=False, squares=False),
    Form(cards=False, squares=False, hints=False),
    Form(cards=False, squares=False, hints=False, remarks=False),
)


def tight_lines(scene: Scene, pen: Pen, width: int, room: int) -> Block:
    """The table in the first form that fits the room; in the last one, if none does."""
    lines: Block = []
    for form in FORMS:
        lines = _lines(scene, pen, width, form)
        if len(lines) <= room:
            break
    return lines


def _lines(scene: Scene, pen: Pen, width: int, form: Form) -> Block:
    typed = {action.take: key for key, action in zip(keys(scene.actions), scene.actions, strict=True) if action.take}
    lines = panel_lines(scene, pen, width, tight=not form.remarks)
    shown = [zone for zone in scene.zones if not (zone.folded or zone.mute)]
    stacks = [zone for zone in shown if zone.kind == "stack"]
    for zone in shown:
        if zone.kind == "grid":
            lines += grid(zone, pen, low=not form.squares)
        elif zone.kind == "fan" and form.cards and not zone.quiet:
            lines += fan(zone.pieces, pen, typed, width)
        elif zone.kind != "stack":
            lines += _in_words(zone, pen, typed, width, form.remarks)
        elif zone is stacks[0]:
            lines += _stacks(stacks, pen, width, form.remarks)
    if form.remarks:
        lines += [Text(line, "italic") for note in scene.notes for line in wrap(pen.say(note), width)]
    lines += [Text(line, "bold") for line in sentence(pen.say(scene.prompt), width)]
    if form.hints:
        return lines + choice_lines(scene, pen, width)
    return lines + _choices(scene, pen, width, MANY if form.remarks else FEW)


def _stacks(zones: Sequence[Zone], pen: Pen, width: int, remarks: bool) -> Block:
    """Stacks and their numbers, with what these mean: `Prophecy 1: 15`, `(left, worth) ∞ black: 8 1`."""
    parts = []
    for zone in zones:
        numbers = zone.counters[: None if remarks and not zone.quiet else 1]
        if len(numbers) > 1 and zone is zones[0] and remarks:
            parts.append(Text(f"({', '.join(pen.say(number.name) for number in numbers)})", "dim"))
        values = " ".join(pen.say(number.value) for number in numbers)
        parts.append(Text(f"{pen.say(zone.name)}: ", "dim").append(values, "bold"))
    return [line for part in flow([[part] for part in parts], width, 2) for line in part]


def _in_words(zone: Zone, pen: Pen, typed: dict[str, str], width: int, remarks: bool) -> Block:
    """A zone by what lies there, each piece with whose it is and what is to be said about it."""
    pieces = [piece for piece in zone.pieces if not piece.on]
    said = [pen.say(piece.name) if zone.quiet else _piece(piece, zone, pen, typed) for piece in pieces]
    said += [line.plain for line in counter_lines(zone, pen)]
    name = f"{pen.say(zone.name)}: "
    note = f"  {pen.say(zone.note)}" if zone.note and remarks else ""
    first, *more = wrap(name + ", ".join(said) + note, width, subsequent_indent="  ") or [""]
    return [Text(first[: len(name)], "dim").append(first[len(name) :], "not dim"), *map(Text, more)]


def _piece(piece: Piece, zone: Zone, pen: Pen, typed: dict[str, str]) -> str:
    upon = "".join(f" {pen.say(other.text)}" for other in zone.pieces if other.on == piece.id)
    owner = [pen.names[piece.owner]] if piece.owner is not None and piece.owner < len(pen.names) else []
    about = " ".join([*owner, *map(pen.say, piece.marks)])
    key = f"[{typed[piece.id]}] " if piece.id in typed else ""
    return key + pen.say(piece.name) + upon + (f" ({about})" if about else "")


def _choices(scene: Scene, pen: Pen, width: int, most: int) -> Block:
    """By their names alone; where there are more on a board, which shows them, one is the example."""
    if len(scene.actions) > most:
        return choice_lines(scene, pen, width, most)
    typed = zip(keys(scene.actions), scene.actions, strict=True)
    parts = [[brief_choice(key, pen.say(action.name))] for key, action in typed]
    return [line for part in flow(parts, width, 2) for line in part]
