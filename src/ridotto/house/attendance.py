"""Who is at the tables: a bot plays for whoever is missed, and a match that everybody has left is paused."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ridotto.house.deeds import SUBSTITUTE
from ridotto.house.entries import Entry, Left, Paused, Resumed
from ridotto.house.refused import Refused, StoreFailed
from ridotto.house.table import HOST, Table

if TYPE_CHECKING:
    from ridotto.house.house import House

log = logging.getLogger("ridotto.house")

LATELY = 180  # seconds: a match goes on while somebody has been there, where the table has no patience of its own
WATCHED = 60  # seconds: the same for bots alone, whose host must look on


class Expected(NamedTuple):
    """Who should be at a table where a match goes on, and what happens if they are not."""

    people: tuple[int, ...]
    patience: int | None  # seconds after which a bot plays for one of them
    pause: int  # seconds after which the match is paused that everybody has left


class Attendance:
    """The store knows when everybody was there last; what this process has seen is written down in every round."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.expected: dict[str, Expected] = {}
        self._seen: set[tuple[str, int]] = set()  # since the last round

    def seen(self, table: str, place: int) -> None:
        """Whoever holds this place is there at this moment."""
        self._seen.add((table, place))

    def expect(self, table: Table) -> None:
        """Something happened at a table: who should be there now?"""
        if not table.active:
            self.expected.pop(table.id, None)
            return
        people = tuple(seat for seat in table.people() if not table.chairs[seat].away)
        if table.id not in self.expected:  # when a match begins or goes on, nobody is missed before their time
            self._seen.update((table.id, place) for place in (HOST, *people))
        patience = table.opened.patience
        pause = (patience or LATELY) if table.people() else WATCHED
        self.expected[table.id] = Expected(people, patience, pause)

    async def write_down(self) -> None:
        """Tells the store who has been there; whoever watches is there all the time."""
        for spot in self.house.spots.values():
            self._seen.update((spot.id, place) for watching in spot.watchers for place in watching.places)
        seen, self._seen = self._seen, set()
        if not seen:
            return
        try:
            await self.house.store.present(seen)
        except StoreFailed:
            self._seen |= seen
            raise
        for id in {id for id, _ in seen}:  # somebody came at the moment at which the match was paused
            came = self.house.spots.get(id)
            if came is not None and came.table is not None and came.table.paused:
                with undeterred():
                    await self.house.do(id, resume)

    async def check(self, attended: Collection[str]) -> None:
        """Who is missed at the tables that this process attends?"""
        tables = [id for id in self.expected if id in attended]
        if not tables:
            return
        now, last_seen = await self.house.store.now(), await self.house.store.last_seen(tables)
        for id in tables:
            if (expected := self.expected.get(id)) is not None:
                with undeterred():
                    await self._check(id, expected, now, last_seen.get(id, {}))

    async def _check(self, id: str, expected: Expected, now: int, last_seen: dict[int, int]) -> None:
        if now - max(last_seen.values(), default=now) > 1000 * expected.pause:
            await self.house.do(id, pause)
        elif expected.patience is not None:
            for seat in expected.people:
                if now - last_seen.get(seat, now) > 1000 * expected.patience:
                    await self.house.do(id, partial(leave, seat=seat))


@contextmanager
def undeterred() -> Iterator[None]:
    """One table that cannot be read must not keep the house from all others."""
    try:
        yield
    except StoreFailed:
        raise
    except Refused as refusal:  # damaged, or of other rules: whoever has read it has said so
        log.debug("a table is not attended: %s", refusal)
    except Exception as error:
        log.error("a table is not attended: %s", error, exc_info=error)


def leave(table: Table, seat: int) -> Entry | None:
    """A bot takes the seat of somebody who is away."""
    return Left(seat, SUBSTITUTE) if table.active and not table.chairs[seat].played else None


def pause(table: Table) -> Entry | None:
    """Everybody has left."""
    return Paused() if table.active else None


def resume(table: Table) -> Entry | None:
    """Somebody is back."""
    return Resumed() if table.paused else None
