"""The choices of a scene: as few lines as say what each would mean."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text

from ridotto.engine.message import msg, msgs
from ridotto.engine.scene import Action, Scene
from ridotto.terminal.blocks import Block, flow
from ridotto.terminal.cards import Pen

Keyed = tuple[str, Action]  # what one types for a choice
FEW = 10  # choices that get a line each
HINTED = 16  # choices on a board that do, if there is something to say about any of them
NARROW = 30  # no room for hints is narrower
MANY = 20  # choices on a board that are not listed


def keys(actions: Sequence[Action]) -> list[str]:
    """What one types for each choice: its number in the list; where a choice is a number itself, what it is."""
    if any(action.move.isdecimal() for action in actions):
        return [action.move for action in actions]
    return [str(i) for i in range(1, len(actions) + 1)]


def choice_lines(scene: Scene, pen: Pen, width: int, most: int = MANY) -> Block:
    """Numbered choices: a few words each where they are pieces in sight, a line where there is more to say.

    Where more than `most` are on a board, one is the example.
    """
    brief, listed = _by_length(scene, min(HINTED, most))
    if len(brief) > most:  # the board shows them all
        example = brief[len(brief) // 2][1].move
        parts = [Text(pen.say(msg("Type the name of a marked square, such as {square}.", square=example)), "dim")]
    else:
        parts = [brief_choice(key, "" if key == action.move else pen.say(action.name)) for key, action in brief]
    lines = [line for part in flow([[part] for part in parts], width, 3) for line in part]
    return lines + (listed_lines(listed, pen, width) if len(listed) <= FEW else long_list(scene, listed, pen, width))


def listed_lines(listed: Sequence[Keyed], pen: Pen, width: int) -> Block:
    """Choices with a line each: name, hints, and at the right the move; long hints go on below."""
    names = [pen.say(action.name) if pen.say(action.name) != key else "" for key, action in listed]
    moves = [action.move if action.move != key else "" for key, action in listed]
    wide, code = max(map(cell_len, names), default=0), max(map(cell_len, moves), default=0)
    start = 4 + wide + 3
    room = min(width, 96) - start - code - 2
    if room < NARROW:  # hints are worth more than codes
        moves, room = [""] * len(moves), max(NARROW, width - start)
    lines = []
    for (key, action), name, move in zip(listed, names, moves, strict=True):
        hints = ", ".join(pen.say(hint) for hint in action.hints).replace(" %", "\N{NO-BREAK SPACE}%")
        first, *below = [part.replace("\N{NO-BREAK SPACE}", " ") for part in wrap(hints, room)] or [""]
        line = Text(f"{key:>3} ", "bold").append(f"{name.ljust(wide)}   ", "not bold").append(first, "not bold dim")
        line.append(" " * (start + room + 2 + code - line.cell_len - cell_len(move)) if move else "", "not bold")
        lines.append(line.append(move, "not bold dim italic"))
        lines += [Text(" " * start + more, "dim") for more in below]
    return lines


def long_list(scene: Scene, listed: Sequence[Keyed], pen: Pen, width: int) -> Block:
    """Of many choices, those without hints share lines, and moves of two pieces are told by one of them."""
    pieces = {piece.id for zone in scene.zones for piece in zone.pieces}
    pairs = [action for _, action in listed if action.take in pieces and action.put in pieces]
    lines: Block = []
    single = [choice for choice in listed if choice[1] not in pairs]
    for hinted, run in groupby(single, key=lambda choice: bool(choice[1].hints)):
        if hinted:
            lines += listed_lines(list(run), pen, width)
        else:
            parts = [[brief_choice(f"{key:>3}", pen.say(action.name))] for key, action in run]
            lines += [line for part in flow(parts, width, 2) for line in part]
    if pairs:
        lines += _example(pairs, pen, width)
    return lines


def _example(pairs: Sequence[Action], pen: Pen, width: int) -> Block:
    """One move of two pieces stands for all."""
    shown = pairs[len(pairs) // 2]
    told = msgs("{name} ({n} more like this)", "{name} ({n} more like this)", len(pairs) - 1, name=shown.name)
    move = f"    {shown.move}   "
    first, *more = wrap(pen.say(told), max(NARROW, width - cell_len(move)))
    return [
        Text(move, "bold").append(first, "not bold dim"),
        *(Text(" " * cell_len(move) + line, "dim") for line in more),
    ]


def _by_length(scene: Scene, hinted: int) -> tuple[list[Keyed], list[Keyed]]:
    """The choices, with what one types, that a few words are enough for, and those that get a line each."""
    choices = list(zip(keys(scene.actions), scene.actions, strict=True))
    squares = {piece.id for zone in scene.zones if zone.kind == "grid" for piece in zone.pieces}
    cards = {piece.id for zone in scene.zones if zone.kind == "fan" for piece in zone.pieces}
    in_sight = squares | cards if all(action.take in squares | cards for action in scene.actions) else squares
    brief = [choice for choice in choices if choice[1].take in in_sight or choice[1].move.isdecimal()]
    listed = [choice for choice in choices if choice not in brief]
    if len(choices) <= FEW and (listed or any(action.hints for _, action in brief if action.take not in cards)):
        return [], choices
    if len(choices) <= hinted and any(action.hints for _, action in brief if action.take in squares):
        return [], choices
    return brief, listed


def brief_choice(key: str, name: str) -> Text:
    return Text(key, "bold").append(f" {name}" if name not in ("", key) else "", "not bold dim")
