"""The figures of a campaign, and the promises that they keep or break."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple


class Figure(NamedTuple):
    part: str
    what: str
    value: str
    promised: str = ""
    kept: bool | None = None  # None: no promise, or not judged

    @property
    def verdict(self) -> str:
        if self.promised and self.kept is None:
            return "not judged"
        return {None: "", True: "kept", False: "BROKEN"}[self.kept]


class Figures:
    """The figures of one part. `judging`: are measurements judged, and not only counts?"""

    def __init__(self, part: str, judging: bool = True) -> None:
        self.part = part
        self.judging = judging
        self.rows: list[Figure] = []

    def tell(self, what: str, value: object) -> None:
        self.rows.append(Figure(self.part, what, str(value)))

    def count(self, what: str, found: int, promised: int = 0) -> None:
        """Adds a count with a promised maximum, which holds on any machine."""
        self.hold(what, found, str(promised), found == promised)

    def hold(self, what: str, value: object, promised: str, kept: bool) -> None:
        """Adds a promise that can always be judged."""
        self.rows.append(Figure(self.part, what, str(value), promised, kept))

    def measure(self, what: str, value: object, promised: str, kept: bool) -> None:
        """Adds a measurement of time or memory, which is judged only if `judging`."""
        self.rows.append(Figure(self.part, what, str(value), promised, kept if self.judging else None))


def table(rows: Iterable[Figure]) -> str:
    """All figures as a text table."""
    head = ("part", "what", "figure", "promised", "verdict")
    cells = [(row.part, row.what, row.value, row.promised, row.verdict) for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    return "\n".join(_line(line, widths) for line in (head, ["-" * width for width in widths], *cells))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"


def part_of(values: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def told(statuses: Counter[int]) -> str:
    """Counts of answers by kind, as text."""
    each = ", ".join(f"{status or 'no answer'}: {times}" for status, times in sorted(statuses.items()))
    return f"{statuses.total()} ({each})"
