"""The Piazza of Venezia after a possible move, worked out from a view: reachable squares, births, pincers."""

from collections.abc import Iterator
from typing import Any

from ridotto.games.venezia import components as c

View = dict[str, Any]


def _neighbours(square: int) -> list[int]:
    """The neighbours of a square (venezia.board.neighbours)."""
    row, column = divmod(square, c.COLUMNS)
    found = [
        c.COLUMNS * there + beside
        for there in range(max(0, row - 1), min(c.SQUARES // c.COLUMNS, row + 2))
        for beside in range(max(0, column - 1), min(c.COLUMNS, column + 2))
    ]
    return [other for other in found if other not in (square, c.CAMPANILE)]


NEIGHBOURS = tuple(_neighbours(square) for square in range(c.SQUARES))


def behind(square: int, middle: int) -> int | None:
    """The square directly behind a neighbour, as seen from a square; None if there is none."""
    landing = 2 * middle - square
    return landing if 0 <= landing < c.SQUARES and landing in NEIGHBOURS[middle] else None


class Outlook:
    """The Piazza as it is, or as it would be after a move."""

    def __init__(self, view: View) -> None:
        self.owner = {
            c.SQUARE_OF[at]: seat for seat, things in enumerate(view["seats"]) for at in things["piazza"]
        }  # of the pigeon on a square
        self.tourists = {c.SQUARE_OF[at] for at in view["tourists"]}
        self.hunters = {c.SQUARE_OF[at] for at in view["hunters"]}
        self.visited = {c.SQUARE_OF[at] for at in view["been"]}

    def is_free(self, square: int) -> bool:
        return square not in self.owner and square not in self.hunters and square != c.CAMPANILE

    def jumps(self, start: int) -> list[int]:
        """The targets of single jumps: venezia.jump.basic, row, notover, notover.bird."""
        over = [middle for middle in NEIGHBOURS[start] if middle in self.owner and middle not in self.tourists]
        found = [behind(start, middle) for middle in over]
        return [landing for landing in found if landing is not None and self.is_free(landing)]

    def chain_targets(self, start: int) -> set[int]:
        """All squares on which a chain of jumps can end: venezia.jump.chain, ends, norevisit."""
        found: set[int] = set()
        ahead = self.jumps(start)
        while ahead:
            landing = ahead.pop()
            if landing not in found and landing not in self.visited:
                found.add(landing)
                ahead += self.jumps(landing) if landing not in self.tourists else []
        return found

    def reach(self, start: int) -> set[int]:
        """The squares on which a pigeon that has not moved yet can end its move."""
        return self.moved(start, start).chain_targets(start) | {
            near for near in NEIGHBOURS[start] if self.is_free(near)
        }

    def moved(self, start: int, end: int) -> "Outlook":
        """The Piazza after a move. If `end` is `start`, the pigeon is only lifted, so it cannot jump over itself."""
        after = object.__new__(Outlook)
        after.tourists, after.hunters, after.visited = self.tourists, self.hunters, self.visited | {start}
        after.owner = {square: seat for square, seat in self.owner.items() if square != start}
        if end != start:
            after.owner[end] = self.owner[start]
        return after

    def births(self, square: int) -> int:
        """The births of a pigeon on this square (venezia.breed.once)."""
        if square in self.tourists:
            return c.BIRTHS_ON_TOURIST
        return c.BIRTHS_NEXT_TO_TOURIST if any(near in self.tourists for near in NEIGHBOURS[square]) else 0

    def all_births(self, seat: int) -> int:
        return sum(self.births(square) for square, owner in self.owner.items() if owner == seat)

    def pinched_by(self, square: int, seats: list[int]) -> list[int]:
        """Those of the seats that have two pigeons on opposite sides of a square (venezia.pincer.direct)."""
        return [seat for seat in seats if self.pincer_pairs(square, seat)]

    def pincer_pairs(self, square: int, seat: int) -> list[tuple[int, int]]:
        """The pairs of pigeons of a seat on opposite sides of a square."""
        pairs = [(near, behind(near, square)) for near in NEIGHBOURS[square] if self.owner.get(near) == seat]
        return [(a, b) for a, b in pairs if b is not None and a < b and self.owner.get(b) == seat]

    def jump_path(self, end: int) -> list[int]:
        """The squares of a jumping pigeon in order, ending where it is; empty if the order is ambiguous."""
        paths = list(self._paths_to(end, self.visited - {end}))
        return paths[0] if len(paths) == 1 else []

    def _paths_to(self, end: int, left: set[int]) -> Iterator[list[int]]:
        if not left:
            yield [end]
        for middle in NEIGHBOURS[end]:
            before = behind(end, middle)
            if before in left and middle in self.owner and middle not in self.tourists:
                for path in self._paths_to(before, left - {before}):
                    yield [*path, end]

    def pinched(self, seat: int) -> dict[int, int]:
        """The pigeons that a seat pinches, by square, with their owners."""
        others = sorted((square, owner) for square, owner in self.owner.items() if owner != seat)
        return {square: owner for square, owner in others if self.pinched_by(square, [seat])}
