"""The chart of the points over time: one line for each seat."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

WIDE_PX, NARROW_PX = 720, 360  # two charts, for desks and phones: a scaled chart would have tiny numbers
HEIGHT_PX = 300
LEFT, RIGHT, TOP, BOTTOM = 44, 64, 18, 30  # margins for numbers
LABEL_DISTANCE = 22  # between the numbers at the ends of lines
STEP_LABEL_WIDTH = 50


class ChartLine(NamedTuple):
    """The line of a seat, its last value, and the heights of its end and of the number beside it."""

    seat: int
    path: str
    points: int
    y: float
    written: float


class PointsChart(NamedTuple):
    """Lines, and the positions of the numbers on both axes."""

    width: int
    lines: list[ChartLine]
    heights: list[tuple[float, int]]  # y and points
    places: list[tuple[float, int]]  # x and step
    goal: float | None

    @property
    def right(self) -> int:
        """Where the lines end."""
        return self.width - RIGHT

    @classmethod
    def of(cls, history: Sequence[Sequence[int]], goal: int | None, width: int = WIDE_PX) -> "PointsChart":
        """The chart of the points of all seats, step by step."""
        values = [points for row in history for points in row]
        shown_goal = [goal] if goal is not None else []
        low, high = min([0, *values]), max([1, *values, *shown_goal])
        x_scale = (width - LEFT - RIGHT) / max(1, len(history) - 1)
        y_scale = (HEIGHT_PX - TOP - BOTTOM) / (high - low)

        def x(step: int) -> float:
            return round(LEFT + step * x_scale, 1)

        def y(points: int) -> float:
            return round(TOP + (high - points) * y_scale, 1)

        seats = range(len(history[0]) if history else 0)
        label_heights = _spread({seat: y(history[-1][seat]) for seat in seats})
        lines = [
            ChartLine(
                seat,
                " ".join(f"{x(step)},{y(row[seat])}" for step, row in enumerate(history)),
                history[-1][seat],
                y(history[-1][seat]),
                label_heights[seat],
            )
            for seat in seats
        ]
        interval = _interval(high - low, 6)
        heights = [(y(points), points) for points in range(low - low % interval, high + 1, interval) if points >= low]
        steps = range(0, len(history), _interval(len(history), (width - LEFT - RIGHT) // STEP_LABEL_WIDTH))
        return cls(width, lines, heights, [(x(step), step) for step in steps], y(goal) if goal is not None else None)


def _interval(total: int, max_labels: int) -> int:
    """The interval between labels: 1, 2, 5, 10, 20, ..."""
    return next(
        interval for ten in (1, 10, 100, 1000) for interval in (ten, 2 * ten, 5 * ten) if total <= interval * max_labels
    )


def _spread(heights: dict[int, float]) -> dict[int, float]:
    """The heights in the same order, moved apart so that labels do not overlap, and kept within the chart."""
    order = sorted(heights, key=lambda seat: heights[seat])
    moved = dict(heights)
    for above, seat in pairwise(order):
        moved[seat] = max(moved[seat], moved[above] + LABEL_DISTANCE)
    lowest: float = HEIGHT_PX - BOTTOM
    for seat in reversed(order):
        moved[seat] = min(moved[seat], lowest)
        lowest = moved[seat] - LABEL_DISTANCE
    return {seat: round(height, 1) for seat, height in moved.items()}
