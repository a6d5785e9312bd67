"""A match in figures: how the points grew, and what everybody did; from what all have seen and heard."""

from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from ridotto.engine.message import Message, decimal, msg
from ridotto.engine.note import Note

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.match import Match, Public

Course = tuple[tuple[int, ...], ...]


class Row(Struct, frozen=True, gc=False):
    """One thing that was counted, seat by seat."""

    name: Message
    values: tuple[int | str | Message, ...]


class Sheet(Struct, frozen=True, gc=False):
    """What was counted in one round."""

    title: Message
    rows: tuple[Row, ...]


class Figures(Struct, frozen=True, gc=False):
    """The points of all seats step by step, at the start first; what else was counted, in all and round by round."""

    points: Message  # what the course counts: "Points"
    step: Message  # from one to the next: "After round"
    course: Course
    counted: tuple[Row, ...]
    goal: int | None = None  # so many points are wanted
    rounds: tuple[Sheet, ...] = ()


class Moment(NamedTuple):
    """What everybody was told with a decision, and how the points stood after it."""

    notes: tuple[Note, ...]
    scores: tuple[int, ...]


def figures(match: "Match") -> Figures:
    """Those of a match, as far as it has come."""
    return figures_of(match.game, match.public, match.players)


def figures_of(game: "Game", public: "Iterable[Public]", players: int) -> Figures:
    """Those of what everybody has heard in a match: no more is needed."""
    return game.part("show.figures").figures((Moment(*told) for told in public), players)


class Tally:
    """Counts things by name and seat."""

    def __init__(self, players: int) -> None:
        self.players = players
        self._counts: dict[str, list[int]] = {}

    def add(self, name: str, seat: int, many: int = 1) -> None:
        self[name][seat] += many

    def __getitem__(self, name: str) -> list[int]:
        return self._counts.setdefault(name, [0] * self.players)

    def row(self, title: Message, name: str, sign: str = "") -> Row:
        """How many of one thing."""
        return Row(title, tuple(self[name]) if not sign else tuple(f"{sign}{n}" if n else "0" for n in self[name]))

    def share(self, title: Message, part: str, whole: str) -> Row:
        """How many of another, `2 of 5`."""
        pairs = zip(self[part], self[whole], strict=True)
        return Row(title, tuple(msg("{part} of {whole}", part=n, whole=all_) if all_ else "–" for n, all_ in pairs))

    def rate(self, title: Message, many: str, each: str) -> Row:
        """How many for each of another, `1.5`."""
        pairs = zip(self[many], self[each], strict=True)
        return Row(title, tuple(decimal(n / by) if by else "–" for n, by in pairs))


def course(
    moments: Iterable[Moment], count: Callable[[Note], None], steps: Container[int], more: Container[int] = ()
) -> Course:
    """The points of all seats whenever a note of these kinds was told, while every note is counted.

    Notes of the kinds in `more` are told later and still belong to the last step.
    """
    rows: list[tuple[int, ...]] = []
    for moment in moments:
        for note in moment.notes:
            count(note)
        told = [note.kind for note in moment.notes]
        if any(kind in steps for kind in told):
            rows.append(moment.scores)
        elif any(kind in more for kind in told):
            rows[-1:] = [moment.scores]
    return tuple(rows)
