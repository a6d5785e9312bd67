"""A scene in few lines, so that scores, question and choices stay visible on a low screen.

Details are dropped step by step: first cards and large squares become text, then hints go, then remarks.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.text import Text

from ridotto.engine.scene import Piece, Scene, Zone
from ridotto.terminal.action_keys import (
    MAX_LISTED_SQUARES,
    MAX_ONE_PER_LINE,
    action_keys,
    brief_choice,
    choice_lines,
    keys_of_pieces,
)
from ridotto.terminal.blocks import Block, flow, wrapped_sentence
from ridotto.terminal.board import grid
from ridotto.terminal.cards import Pen, fan
from ridotto.terminal.panels import counter_lines, panel_lines


class Details(NamedTuple):
    """What is shown of a scene."""

    cards: bool = True  # the hand as cards
    large_squares: bool = True  # of two lines each
    hints: bool = True  # of the choices
    remarks: bool = True  # marks of seats, notes of zones and of the scene


DETAIL_LEVELS = (
    Details(),
    Details(cards=False),
    Details(cards=False, large_squares=False),
    Details(cards=False, large_squares=False, hints=False),
    Details(cards=False, large_squares=False, hints=False, remarks=False),
)


def compact_lines(scene: Scene[str], pen: Pen, width: int, max_lines: int) -> Block:
    """The scene with as many details as fit; with the fewest, if even those do not fit."""
    lines: Block = []
    for details in DETAIL_LEVELS:
        lines = _lines(scene, pen, width, details)
        if len(lines) <= max_lines:
            break
    return lines


def _lines(scene: Scene[str], pen: Pen, width: int, details: Details) -> Block:
    typed = keys_of_pieces(scene.actions)
    lines = panel_lines(scene, pen, width, compact=not details.remarks)
    shown = [zone for zone in scene.zones if not (zone.folded or zone.mute)]
    stacks = [zone for zone in shown if zone.kind == "stack"]
    for zone in shown:
        if zone.kind == "grid":
            lines += grid(zone, pen, typed, compact=not details.large_squares)
        elif zone.kind == "fan" and details.cards and not zone.quiet:
            lines += fan(zone.pieces, pen, typed, width)
        elif zone.kind != "stack":
            lines += _zone_text(zone, pen, typed, width, details.remarks)
        elif zone is stacks[0]:
            lines += _stacks(stacks, pen, width, details.remarks)
    if details.remarks:
        lines += [Text(line, "italic") for note in scene.notes for line in wrap(note, width)]
    lines += [Text(line, "bold") for line in wrapped_sentence(scene.prompt, width)]
    if details.hints:
        return lines + choice_lines(scene, pen, width)
    return lines + _choice_names(scene, pen, width, MAX_LISTED_SQUARES if details.remarks else MAX_ONE_PER_LINE)


def _stacks(zones: Sequence[Zone[str]], pen: Pen, width: int, remarks: bool) -> Block:
    """Stacks with their numbers: `Prophecy 1: 15`, or with a legend: `(left, worth) ∞ black: 8 1`."""
    parts = []
    for zone in zones:
        numbers = zone.counters[: None if remarks and not zone.quiet else 1]
        if len(numbers) > 1 and zone is zones[0] and remarks:
            parts.append(Text(f"({', '.join(number.name for number in numbers)})", "dim"))
        values = " ".join(pen.say(number.value) for number in numbers)
        parts.append(Text(f"{zone.name}: ", "dim").append(values, "bold"))
    return [line for part in flow([[part] for part in parts], width, 2) for line in part]


def _zone_text(zone: Zone[str], pen: Pen, typed: dict[str, str], width: int, remarks: bool) -> Block:
    """A zone as a list of its pieces, each with its owner and marks unless the zone is quiet."""
    pieces = [piece for piece in zone.pieces if not piece.on]
    items = [piece.name if zone.quiet else _piece_text(piece, zone, pen, typed) for piece in pieces]
    items += [line.plain for line in counter_lines(zone, pen)]
    name = f"{zone.name}: "
    note = f"  {zone.note}" if zone.note and remarks else ""
    first, *more = wrap(name + ", ".join(items) + note, width, subsequent_indent="  ") or [""]
    return [Text(first[: len(name)], "dim").append(first[len(name) :], "not dim"), *map(Text, more)]


def _piece_text(piece: Piece[str], zone: Zone[str], pen: Pen, typed: dict[str, str]) -> str:
    upon = "".join(f" {pen.say(other.text)}" for other in zone.pieces if other.on == piece.id)
    owner = [pen.names[piece.owner]] if piece.owner is not None and piece.owner < len(pen.names) else []
    about = " ".join([*owner, *piece.marks])
    key = f"[{typed[piece.id]}] " if typed.get(piece.id) else ""
    return key + piece.name + upon + (f" ({about})" if about else "")


def _choice_names(scene: Scene[str], pen: Pen, width: int, limit: int) -> Block:
    """The choices by name only; if more than `limit` are on a board, only one is named, as an example."""
    if len(scene.actions) > limit:
        return choice_lines(scene, pen, width, limit)
    keyed_actions = zip(action_keys(scene.actions), scene.actions, strict=True)
    parts = [[brief_choice(key, action.name)] for key, action in keyed_actions]
    return [line for part in flow(parts, width, 2) for line in part]
