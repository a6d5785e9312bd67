"""Figures: the statistics of a match, computed from what all its viewers have seen and heard."""

from collections.abc import Callable, Container, Iterable

from msgspec import Struct

from ridotto.engine.message import Message, decimal, msg
from ridotto.engine.note import Note
from ridotto.engine.public_step import PublicStep

History = tuple[tuple[int, ...], ...]  # the points of all seats, step by step


class FigureRow(Struct, frozen=True, gc=False):
    """One counted thing with a value for every seat."""

    name: Message
    values: tuple[int | str | Message, ...]


class FigureSheet(Struct, frozen=True, gc=False):
    """The rows of one round."""

    title: Message
    rows: tuple[FigureRow, ...]


class Figures(Struct, frozen=True, gc=False):
    """The points of all seats over time, and other counts for the whole match and for each round."""

    points: Message  # what `history` counts: "Points"
    step: Message  # the name of its steps: "After round"
    history: History  # from the points at the start
    counted: tuple[FigureRow, ...]
    goal: int | None = None  # the points that a player aims for, if the game has a goal
    rounds: tuple[FigureSheet, ...] = ()


class Tally:
    """Counts things by name and seat."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._counts: dict[str, list[int]] = {}

    def add(self, name: str, seat: int, many: int = 1) -> None:
        self[name][seat] += many

    def __getitem__(self, name: str) -> list[int]:
        return self._counts.setdefault(name, [0] * self.players)

    def row(self, title: Message, name: str, sign: str = "") -> FigureRow:
        """One count per seat; counts above 0 are preceded by `sign`."""
        return FigureRow(
            title, tuple(self[name]) if not sign else tuple(f"{sign}{n}" if n else "0" for n in self[name])
        )

    def share(self, title: Message, part: str, whole: str) -> FigureRow:
        """One count as a part of another: `2 of 5`."""
        pairs = zip(self[part], self[whole], strict=True)
        return FigureRow(
            title, tuple(msg("{part} of {whole}", part=n, whole=all_) if all_ else "–" for n, all_ in pairs)
        )

    def rate(self, title: Message, many: str, each: str) -> FigureRow:
        """One count divided by another: `1.5`."""
        pairs = zip(self[many], self[each], strict=True)
        return FigureRow(title, tuple(decimal(n / by) if by else "–" for n, by in pairs))


def history(
    steps: Iterable[PublicStep], count: Callable[[Note], None], row_kinds: Container[int], late: Container[int] = ()
) -> History:
    """The points of all seats, a row for each public step with a note of a kind in `row_kinds`.

    Every note is passed to `count`. A step with a note of a kind in `late` updates the points of the last row.
    """
    rows: list[tuple[int, ...]] = []
    for step in steps:
        for note in step.notes:
            count(note)
        kinds = [note.kind for note in step.notes]
        if any(kind in row_kinds for kind in kinds):
            rows.append(step.scores)
        elif any(kind in late for kind in kinds):
            rows[-1:] = [step.scores]
    return tuple(rows)
