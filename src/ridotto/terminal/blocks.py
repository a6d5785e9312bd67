"""Blocks: rectangles of coloured text that can be placed side by side."""

import unicodedata
from collections.abc import Iterable, Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.text import Text

Block = list[Text]  # lines of equal width
ASCII_REPLACEMENTS = str.maketrans(
    {"−": "-", "–": "-", "→": "->", "×": "x", "\u2019": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
    | {"●": "o", "▲": "^", "◆": "*", "■": "#"}
)


def in_ascii(text: str) -> str:
    """The text in ASCII only: symbols replaced, accents dropped."""
    return unicodedata.normalize("NFKD", text.translate(ASCII_REPLACEMENTS)).encode("ascii", "ignore").decode()


def width_of(block: Block) -> int:
    return max((line.cell_len for line in block), default=0)


def padded(lines: Iterable[Text], width: int = 0) -> Block:
    """The lines padded to the width of the widest one, or to `width` if that is more."""
    block = [line.copy() for line in lines]
    wide = max(width, width_of(block))
    for line in block:
        line.pad_right(wide - line.cell_len)
    return block


def centred(text: Text, width: int) -> Text:
    line = text.copy()
    spare = max(0, width - line.cell_len)
    line.pad_left(spare // 2)
    line.pad_right(spare - spare // 2)
    return line


def side_by_side(blocks: Sequence[Block], gap: int = 1) -> Block:
    """The blocks next to each other, aligned at the top."""
    height = max((len(block) for block in blocks), default=0)
    lines = [Text() for _ in range(height)]
    for place, block in enumerate(blocks):
        wide = width_of(block)
        for i, line in enumerate(lines):
            if place:
                line.append(" " * gap)
            part = block[i].copy() if i < len(block) else Text()
            part.pad_right(wide - part.cell_len)
            line.append_text(part)
    return lines


def flow(blocks: Sequence[Block], width: int, gap: int = 2) -> list[Block]:
    """The blocks in order, as many side by side as fit the width."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        wide = width_of(block)
        if rows and used + gap + wide <= width:
            rows[-1].append(block)
            used += gap + wide
        else:
            rows.append([block])
            used = wide
    return [side_by_side(row, gap) for row in rows]


def truncated(text: str, width: int) -> str:
    """The text cut to a width; a dot shows that something is missing."""
    if cell_len(text) <= width:
        return text
    return text[: max(0, width - 1)] + "."


def wrapped_sentence(text: str, width: int) -> list[str]:
    """A sentence in lines; the last line has at least two words."""
    lines = wrap(text, width)
    if len(lines) > 1 and " " not in lines[-1]:
        head, _, tail = lines[-2].rpartition(" ")
        lines[-2:] = [head, f"{tail} {lines[-1]}"] if head else lines[-2:]
    return lines
