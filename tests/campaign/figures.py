"""What a campaign has found: figures, and which promises they keep."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple


class Figure(NamedTuple):
    part: str
    what: str
    value: str
    promised: str = ""
    kept: bool | None = None  # None: nothing was promised, or it cannot be judged

    @property
    def verdict(self) -> str:
        if self.promised and self.kept is None:
            return "not judged"
        return {None: "", True: "kept", False: "BROKEN"}[self.kept]


class Figures:
    """Those of one part. `judging`: is there time enough to judge what is measured, and not only what is counted?"""

    def __init__(self, part: str, judging: bool = True) -> None:
        self.part = part
        self.judging = judging
        self.rows: list[Figure] = []

    def tell(self, what: str, value: object) -> None:
        self.rows.append(Figure(self.part, what, str(value)))

    def count(self, what: str, found: int, promised: int = 0) -> None:
        """Something of which so much is promised, however busy the machine is."""
        self.hold(what, found, str(promised), found == promised)

    def hold(self, what: str, value: object, promised: str, kept: bool) -> None:
        """A promise that can always be judged."""
        self.rows.append(Figure(self.part, what, str(value), promised, kept))

    def measure(self, what: str, value: object, promised: str, kept: bool) -> None:
        """A promise about time or memory: on a busy machine, or in a moment, it says nothing."""
        self.rows.append(Figure(self.part, what, str(value), promised, kept if self.judging else None))


def table(rows: Iterable[Figure]) -> str:
    """All figures, in columns."""
    head = ("part", "what", "figure", "promised", "verdict")
    cells = [(row.part, row.what, row.value, row.promised, row.verdict) for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    return "\n".join(_line(line, widths) for line in (head, ["-" * width for width in widths], *cells))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"


def part_of(values: Sequence[float], share: float) -> float:
    """The value that so large a share of all does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def told(statuses: Counter[int]) -> str:
    """How many answers there were, and of which kinds."""
    each = ", ".join(f"{status or 'no answer'}: {times}" for status, times in sorted(statuses.items()))
    return f"{statuses.total()} ({each})"
