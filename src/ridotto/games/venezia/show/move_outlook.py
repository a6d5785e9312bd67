"""What a move on the Piazza would bring: where a pigeon can get, births, pincers. Told from a view alone."""

from collections.abc import Iterator
from typing import Any

from ridotto.games.venezia import components as c

View = dict[str, Any]


def _near(square: int) -> list[int]:
    """venezia.board.neighbours."""
    row, column = divmod(square, c.COLUMNS)
    found = [
        c.COLUMNS * there + beside
        for there in range(max(0, row - 1), min(c.SQUARES // c.COLUMNS, row + 2))
        for beside in range(max(0, column - 1), min(c.COLUMNS, column + 2))
    ]
    return [other for other in found if other not in (square, c.CAMPANILE)]


NEAR = tuple(_near(square) for square in range(c.SQUARES))


def behind(square: int, middle: int) -> int | None:
    """The square as far behind another one, if there is any."""
    landing = 2 * middle - square
    return landing if 0 <= landing < c.SQUARES and landing in NEAR[middle] else None


class Outlook:
    """The Piazza as it is, or as it would be after a move."""

    def __init__(self, view: View) -> None:
        self.owner = {
            c.SQUARE_OF[at]: seat for seat, things in enumerate(view["seats"]) for at in things["piazza"]
        }  # of the pigeon on a square
        self.tourists = {c.SQUARE_OF[at] for at in view["tourists"]}
        self.hunters = {c.SQUARE_OF[at] for at in view["hunters"]}
        self.been = {c.SQUARE_OF[at] for at in view["been"]}

    def is_free(self, square: int) -> bool:
        return square not in self.owner and square not in self.hunters and square != c.CAMPANILE

    def jumps(self, start: int) -> list[int]:
        """venezia.jump.basic, row, notover, notover.bird: where a single jump ends."""
        over = [middle for middle in NEAR[start] if middle in self.owner and middle not in self.tourists]
        found = [behind(start, middle) for middle in over]
        return [landing for landing in found if landing is not None and self.is_free(landing)]

    def chain(self, start: int) -> set[int]:
        """venezia.jump.chain, ends, norevisit: all squares that jumps can end on."""
        found: set[int] = set()
        ahead = self.jumps(start)
        while ahead:
            landing = ahead.pop()
            if landing not in found and landing not in self.been:
                found.add(landing)
                ahead += self.jumps(landing) if landing not in self.tourists else []
        return found

    def reach(self, start: int) -> set[int]:
        """Where a pigeon that has not moved yet can end its move."""
        return self.moved(start, start).chain(start) | {near for near in NEAR[start] if self.is_free(near)}

    def moved(self, start: int, end: int) -> "Outlook":
        """After a move; a pigeon that is only lifted is no springboard for itself."""
        after = object.__new__(Outlook)
        after.tourists, after.hunters, after.been = self.tourists, self.hunters, self.been | {start}
        after.owner = {square: seat for square, seat in self.owner.items() if square != start}
        if end != start:
            after.owner[end] = self.owner[start]
        return after

    def births(self, square: int) -> int:
        """venezia.breed.once: of a pigeon that stands there."""
        if square in self.tourists:
            return c.BIRTHS_ON
        return c.BIRTHS_NEXT if any(near in self.tourists for near in NEAR[square]) else 0

    def all_births(self, seat: int) -> int:
        return sum(self.births(square) for square, owner in self.owner.items() if owner == seat)

    def besieged_by(self, square: int, seats: list[int]) -> list[int]:
        """venezia.pincer.direct: those of the seats that have two pigeons on opposite sides of a square."""
        return [seat for seat in seats if self.sides(square, seat)]

    def sides(self, square: int, seat: int) -> list[tuple[int, int]]:
        """The pairs of pigeons of a seat on opposite sides of a square."""
        pairs = [(near, behind(near, square)) for near in NEAR[square] if self.owner.get(near) == seat]
        return [(a, b) for a, b in pairs if b is not None and a < b and self.owner.get(b) == seat]

    def way(self, end: int) -> list[int]:
        """The squares a jumping pigeon has been on, in order, if they can be told: the last is where it is."""
        ways = list(self._ways_to(end, self.been - {end}))
        return ways[0] if len(ways) == 1 else []

    def _ways_to(self, end: int, left: set[int]) -> Iterator[list[int]]:
        if not left:
            yield [end]
        for middle in NEAR[end]:
            before = behind(end, middle)
            if before in left and middle in self.owner and middle not in self.tourists:
                for way in self._ways_to(before, left - {before}):
                    yield [*way, end]

    def pinched(self, seat: int) -> dict[int, int]:
        """The pigeons that a seat pinches: squares and owners."""
        others = sorted((square, owner) for square, owner in self.owner.items() if owner != seat)
        return {square: owner for square, owner in others if self.besieged_by(square, [seat])}
