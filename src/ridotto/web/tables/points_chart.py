"""How the points grew, as a drawing: a line for each seat."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

WIDE, SLIM = 720, 360  # on a desk, and on a phone: words must not shrink
HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 44, 64, 18, 30  # room for numbers around the lines
APART = 22  # ends of lines that would lie on each other
STEP = 50  # room for the number of one


class Line(NamedTuple):
    """Of one seat, with its last point and the height at which its points are written."""

    seat: int
    path: str
    points: int
    y: float
    written: float


class Chart(NamedTuple):
    """Lines, and at which heights and places there are numbers."""

    width: int
    lines: list[Line]
    heights: list[tuple[float, int]]
    places: list[tuple[float, int]]
    goal: float | None

    @property
    def right(self) -> int:
        """Where lines end."""
        return self.width - RIGHT

    @classmethod
    def of(cls, course: Sequence[Sequence[int]], goal: int | None, width: int = WIDE) -> "Chart":
        """That of points step by step."""
        values = [points for row in course for points in row]
        wanted = [goal] if goal is not None else []
        low, high = min([0, *values]), max([1, *values, *wanted])
        across = (width - LEFT - RIGHT) / max(1, len(course) - 1)
        down = (HEIGHT - TOP - BOTTOM) / (high - low)

        def x(step: int) -> float:
            return round(LEFT + step * across, 1)

        def y(points: int) -> float:
            return round(TOP + (high - points) * down, 1)

        seats = range(len(course[0]) if course else 0)
        ends = _apart({seat: y(course[-1][seat]) for seat in seats})
        lines = [
            Line(
                seat,
                " ".join(f"{x(step)},{y(row[seat])}" for step, row in enumerate(course)),
                course[-1][seat],
                y(course[-1][seat]),
                ends[seat],
            )
            for seat in seats
        ]
        every = _pace(high - low, 6)
        heights = [(y(points), points) for points in range(low - low % every, high + 1, every) if points >= low]
        steps = range(0, len(course), _pace(len(course), (width - LEFT - RIGHT) // STEP))
        return cls(width, lines, heights, [(x(step), step) for step in steps], y(goal) if goal is not None else None)


def _pace(much: int, most: int) -> int:
    """From one number to the next, so that there are not too many: 1, 2, 5, 10, ..."""
    return next(pace for ten in (1, 10, 100, 1000) for pace in (ten, 2 * ten, 5 * ten) if much <= pace * most)


def _apart(heights: dict[int, float]) -> dict[int, float]:
    """The same in the same order, but none too near to the next, and all of them on the drawing."""
    order = sorted(heights, key=lambda seat: heights[seat])
    moved = dict(heights)
    for above, seat in pairwise(order):
        moved[seat] = max(moved[seat], moved[above] + APART)
    lowest: float = HEIGHT - BOTTOM
    for seat in reversed(order):
        moved[seat] = min(moved[seat], lowest)
        lowest = moved[seat] - APART
    return {seat: round(height, 1) for seat, height in moved.items()}
