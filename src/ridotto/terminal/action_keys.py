"""The choices of a scene, and what a person types for each."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from ridotto.engine.message import msg, msgs
from ridotto.engine.scene import Action, Scene
from ridotto.terminal.blocks import Block, flow
from ridotto.terminal.cards import Pen

KeyedAction = tuple[str, Action[str]]  # with what is typed for it
MAX_ONE_PER_LINE = 10  # this many choices get a line each
MAX_HINTED_SQUARES = 16  # up to this many choices on a board get a line each if any of them has a hint
MAX_LISTED_SQUARES = 20  # more choices on a board are not listed: the board marks them
MIN_HINT_WIDTH = 30


def action_keys(actions: Sequence[Action[Any]]) -> list[str]:
    """What is typed for each action: its number in the list; if the moves are numbers, the moves themselves."""
    if any(action.move.isdecimal() for action in actions):
        return [action.move for action in actions]
    return [str(i) for i in range(1, len(actions) + 1)]


def keys_of_pieces(actions: Sequence[Action[str]]) -> dict[str, str]:
    """By the id of all that can be chosen now: what is typed to take it; nothing if something else is put there."""
    taken = {action.take: key for key, action in zip(action_keys(actions), actions, strict=True) if action.take}
    return dict.fromkeys((action.put for action in actions if action.put), "") | taken


def choice_lines(scene: Scene[str], pen: Pen, width: int, limit: int = MAX_LISTED_SQUARES) -> Block:
    """The numbered choices: short ones for pieces on the table share lines, those with hints get a line each.

    If more than `limit` are on a board, only one is named, as an example.
    """
    brief, listed = _split_by_length(scene, min(MAX_HINTED_SQUARES, limit))
    if len(brief) > limit:  # the board marks them all
        example = brief[len(brief) // 2][1].move
        parts = [Text(pen.say(msg("Type the name of a marked square, such as {square}.", square=example)), "dim")]
    else:
        parts = [brief_choice(key, "" if key == action.move else action.name) for key, action in brief]
    lines = [line for part in flow([[part] for part in parts], width, 3) for line in part]
    if len(listed) <= MAX_ONE_PER_LINE:
        return lines + detailed_lines(listed, width)
    return lines + condensed_lines(scene, listed, pen, width)


def detailed_lines(listed: Sequence[KeyedAction], width: int) -> Block:
    """A line for each choice: its name, its hints (continued below if they are long), and its move on the right."""
    names = [action.name if action.name != key else "" for key, action in listed]
    moves = [action.move if action.move != key else "" for key, action in listed]
    wide, code = max(map(cell_len, names), default=0), max(map(cell_len, moves), default=0)
    start = 4 + wide + 3
    room = min(width, 96) - start - code - 2
    if room < MIN_HINT_WIDTH:  # hints are worth more than move texts
        moves, room = [""] * len(moves), max(MIN_HINT_WIDTH, width - start)
    lines = []
    for (key, action), name, move in zip(listed, names, moves, strict=True):
        hints = ", ".join(action.hints).replace(" %", "\N{NO-BREAK SPACE}%")
        first, *below = [part.replace("\N{NO-BREAK SPACE}", " ") for part in wrap(hints, room)] or [""]
        line = Text(f"{key:>3} ", "bold").append(f"{name.ljust(wide)}   ", "not bold").append(first, "not bold dim")
        line.append(" " * (start + room + 2 + code - line.cell_len - cell_len(move)) if move else "", "not bold")
        lines.append(line.append(move, "not bold dim italic"))
        lines += [Text(" " * start + more, "dim") for more in below]
    return lines


def condensed_lines(scene: Scene[str], listed: Sequence[KeyedAction], pen: Pen, width: int) -> Block:
    """Many choices: those without hints share lines, and one example stands for all moves of two pieces."""
    pieces = {piece.id for zone in scene.zones for piece in zone.pieces}
    pairs = [action for _, action in listed if action.take in pieces and action.put in pieces]
    lines: Block = []
    single = [choice for choice in listed if choice[1] not in pairs]
    for hinted, run in groupby(single, key=lambda choice: bool(choice[1].hints)):
        if hinted:
            lines += detailed_lines(list(run), width)
        else:
            parts = [[brief_choice(f"{key:>3}", action.name)] for key, action in run]
            lines += [line for part in flow(parts, width, 2) for line in part]
    if pairs:
        lines += _example_lines(pairs, pen, width)
    return lines


def _example_lines(pairs: Sequence[Action[str]], pen: Pen, width: int) -> Block:
    """One move of two pieces as an example for all."""
    example = pairs[len(pairs) // 2]
    text = msgs("{name} ({n} more like this)", "{name} ({n} more like this)", len(pairs) - 1, name=example.name)
    move = f"    {example.move}   "
    first, *more = wrap(pen.say(text), max(MIN_HINT_WIDTH, width - cell_len(move)))
    return [
        Text(move, "bold").append(first, "not bold dim"),
        *(Text(" " * cell_len(move) + line, "dim") for line in more),
    ]


def _split_by_length(scene: Scene[str], max_hinted: int) -> tuple[list[KeyedAction], list[KeyedAction]]:
    """The choices that need only a few words, and those that get a line each."""
    choices = list(zip(action_keys(scene.actions), scene.actions, strict=True))
    squares = {piece.id for zone in scene.zones if zone.kind == "grid" for piece in zone.pieces}
    cards = {piece.id for zone in scene.zones if zone.kind == "fan" for piece in zone.pieces}
    visible = squares | cards if all(action.take in squares | cards for action in scene.actions) else squares
    brief = [choice for choice in choices if choice[1].take in visible or choice[1].move.isdecimal()]
    listed = [choice for choice in choices if choice not in brief]
    if len(choices) <= MAX_ONE_PER_LINE and (
        listed or any(action.hints for _, action in brief if action.take not in cards)
    ):
        return [], choices
    if len(choices) <= max_hinted and any(action.hints for _, action in brief if action.take in squares):
        return [], choices
    return brief, listed


def brief_choice(key: str, name: str) -> Text:
    return Text(key, "bold").append(f" {name}" if name not in ("", key) else "", "not bold dim")
