"""Cards and other pieces, drawn as small boxes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from ridotto.engine.message import Message
from ridotto.engine.scene import Piece
from ridotto.terminal.blocks import Block, centred, flow, in_ascii, padded, side_by_side, truncated
from ridotto.translations import Translator

# Dark letters on light cards: readable on black and on white screens. The second colour draws outlines.
TINTS = {
    "": ("#e4e4e4", "#808080"),
    "grey": ("#d0d0d0", "#808080"),
    "purple": ("#cdb4ff", "#8a63d2"),
    "green": ("#b5e8a0", "#3f9142"),
    "pink": ("#ffb3d9", "#d6569e"),
    "orange": ("#ffcf8f", "#d9822b"),
    "teal": ("#a8eaea", "#2b9a9a"),
    "red": ("#ffb3ab", "#cc4b3f"),
    "blue": ("#b0cfff", "#3f74c9"),
    "yellow": ("#fff0a0", "#b39b1e"),
    "gold": ("#ffe08a", "#b8901c"),
    "brown": ("#d9b08c", "#8a5a34"),
    "dark": ("#a8a8b0", "#55555f"),
    "water": ("#2b5f8f", "#2b5f8f"),
}


@dataclass(frozen=True)
class Pen:
    """How a scene is drawn: in which language, with which names, with which characters."""

    translator: Translator
    names: Sequence[str]
    plain: bool = False  # ASCII only

    def say(self, message: Message | str | int) -> str:
        if isinstance(message, int):
            message = str(message).replace("-", "−")
        text = self.translator.say(message, self.names) if isinstance(message, Message) else message
        return in_ascii(text) if self.plain else text

    def box(self) -> tuple[str, ...]:
        """Corners and edges: top left, top, top right, side, bottom left, bottom right."""
        return tuple("+-+|++" if self.plain else "╭─╮│╰╯")


def face_width(pieces: Sequence[Piece[str]]) -> int:
    """The width of a card inside its border."""
    return max([7, *(cell_len(piece.label) + 2 for piece in pieces if piece.label)])


def card(piece: Piece[str], pen: Pen, width: int, filled: bool = True, covered: bool = False) -> Block:
    """One card with its place (if any), value, sign and label.

    A covered card has no right edge: the next card lies on it.
    """
    fill, outline = TINTS[piece.tint]
    style = f"bold #1c1c1c on {fill}" if filled else outline
    edge = f"#1c1c1c on {fill}" if filled else outline
    top_left, line, top_right, side, bottom_left, bottom_right = pen.box()
    sign = "" if pen.plain else piece.sign
    text = pen.say(piece.text)
    head = f" {text}" + sign.rjust(width - 1 - cell_len(text) - 1) + " "
    label = truncated(piece.name if piece.label is None else piece.label, width)
    right = "" if covered else side
    upper = f"{line}{piece.at}".ljust(width, line) if piece.at else line * width
    lines = [
        Text(top_left + upper + ("" if covered else top_right), edge),
        Text(side, edge).append(head.ljust(width)[:width], style).append(right, edge),
        Text(side, edge).append(f"{' ' * (cell_len(label) < width)}{label}".ljust(width), style),
        Text(bottom_left + line * width + ("" if covered else bottom_right), edge),
    ]
    lines[2].append(right, edge)
    return lines


def fan(pieces: Sequence[Piece[str]], pen: Pen, typed: Mapping[str, str], width: int) -> Block:
    """A hand: overlapping cards, with what is typed for each (`typed`, by piece id) and its marks below."""
    least = max([4, *(cell_len(piece.label) for piece in pieces if piece.label)])
    face = min(face_width(pieces), max(min(7, least), (width - 1) // max(1, len(pieces)) - 1))
    some_lit = any(piece.lit for piece in pieces)
    per_line = max(1, (width - 1) // (face + 1))
    lines: Block = []
    for start in range(0, len(pieces), per_line):
        shown = pieces[start : start + per_line]
        cards = []
        for piece in shown:
            filled = piece.lit or not some_lit
            block = card(piece, pen, face, filled, covered=piece is not shown[-1])
            cards.append(padded([*block, *_under_card(piece, typed, filled, face + 1)]))
        lines += side_by_side(cards, 0)
    return [line for line in lines if line.plain.strip()]


def _under_card(piece: Piece[str], typed: Mapping[str, str], filled: bool, width: int) -> Block:
    number = Text(f"  {typed[piece.id]}" if typed.get(piece.id) else "", "bold")
    remark = " ".join(piece.marks)
    return [number, Text(truncated(f" {remark}" if remark else "", width), "bold yellow" if filled else "yellow")]


def row(pieces: Sequence[Piece[str]], pen: Pen, width: int) -> Block:
    """Cards side by side, each with the pieces on it, its owner and its marks."""
    face = face_width(pieces)
    groups = []
    for piece in pieces:
        if piece.on:
            continue
        upon = [other for other in pieces if other.on == piece.id]
        pile = [piece, *upon]
        block = side_by_side([card(one, pen, face, covered=one is not pile[-1]) for one in pile], 0)
        under = (
            [Text(pen.names[piece.owner], "bold")] if piece.owner is not None and piece.owner < len(pen.names) else []
        )
        under += [Text(mark, "yellow") for mark in piece.marks]
        wide = max([line.cell_len for line in [*block, *under]])
        groups.append([centred(line, wide) for line in [*block, *under]])
    return [line for part in flow(groups, width, 1) for line in part]


def pool(pieces: Sequence[Piece[str]], pen: Pen) -> Block:
    """Pieces without order: each name once, with its number."""
    names = [piece.name for piece in pieces]
    times = "x" if pen.plain else "×"
    return [
        Text(f"{names.count(name)} {times} {name}" if names.count(name) > 1 else name) for name in dict.fromkeys(names)
    ]
