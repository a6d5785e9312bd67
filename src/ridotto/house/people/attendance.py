"""Who is at the tables: a bot plays for whoever is missed, and a match that everybody has left is paused."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from ridotto.house.people.presence import (
    BEAT,
    EVERYBODY,
    LATELY,
    Expected,
    Presence,
    absent,
    host_away,
    nudges,
    overdue_from,
    presence,
)
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.house.tables.commands import SUBSTITUTE
from ridotto.house.tables.events import Event, Left, Paused, Resumed
from ridotto.house.tables.table import HOST, Table

if TYPE_CHECKING:
    from ridotto.house.service import House

log = logging.getLogger("ridotto.house")

WATCHED = 60  # seconds after which a match of bots alone is paused, whose host must look on
SETTLING = 3  # rounds in which other processes write down who is at a table that is new to this one


class Attendance:
    """The store knows when everybody was there last; what this process has seen is written down in every round."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.expected: dict[str, Expected] = {}
        self.told: dict[str, Presence] = {}  # who is away from a table, as everybody is told; not where all are there
        self._told_of: dict[str, tuple[int, Expected]] = {}  # the beat, and who was expected then
        self._seen: set[tuple[str, int]] = set()  # since the last round
        self._written: set[tuple[str, int]] = set()  # in the last round, or being written
        self._taken_over: set[str] = set()  # tables that this process attends from now on
        self._met: set[str] = set()  # those whose people have had their time since then
        self._settling: dict[str, int] = {}  # rounds until it is told who is there

    def seen(self, table: str, place: int) -> None:
        """Whoever holds this place is there at this moment."""
        self._seen.add((table, place))

    def is_here(self, table: str, place: int) -> bool:
        """Has this process just seen whoever holds this place? The store may not know it yet."""
        spot = self.house.spots.get(table)
        watches = spot is not None and any(place in watching.places for watching in spot.watchers)
        return watches or (table, place) in self._seen or (table, place) in self._written

    def take_over(self, tables: Collection[str]) -> None:
        """A match begins or goes on, or another process is gone: nobody is missed before their time."""
        self._taken_over.update(id for id in tables if id not in self._met)

    def expect(self, table: Table) -> None:
        """Something happened at a table: who should be there now?"""
        if not table.active:
            self._forget(table.id)
            return
        if table.id not in self.expected:
            self._settling[table.id] = SETTLING
        self.expected[table.id] = expected_at(table)

    def _forget(self, table: str) -> None:
        for known in (self.expected, self.told, self._told_of, self._settling):
            known.pop(table, None)
        self._taken_over.discard(table)
        self._met.discard(table)

    async def write_down(self) -> None:
        """Tells the store who has been there; whoever watches is there all the time."""
        for id in self._taken_over & self.expected.keys():
            self._seen.update((id, place) for place in (HOST, *self.expected[id].people))
            self._taken_over.discard(id)
            self._met.add(id)
        for spot in self.house.spots.values():
            self._seen.update((spot.id, place) for watching in spot.watchers for place in watching.places)
        seen = self._written = self._seen
        self._seen = set()
        if not seen:
            return
        try:
            await self.house.store.present(seen)
        except StoreFailed:
            self._seen |= seen
            raise
        for id, place in seen:  # somebody came at the moment at which the table gave them up
            came = self.house.spots.get(id)
            if came is not None and came.table is not None and came.table.is_without([place]):
                with undeterred():
                    await self.house.bring_back(id, [place])

    async def check(self, attended: Collection[str]) -> None:
        """Who is away from the tables that this process attends or has in memory, and who is missed at the former?"""
        tables = [id for id in self.expected if id in self.house.spots or id in attended]
        if not tables:
            return
        now, last_seen = await self.house.store.now(), await self.house.store.last_seen(tables)
        for id in tables:
            seen = last_seen.get(id, {})
            if id in self.expected:
                self._tell(id, self.expected[id], now, seen)
            if id in self.expected and id in attended and id not in self._taken_over:
                with undeterred():
                    await self._check(id, self.expected[id], now, seen)

    async def _check(self, id: str, expected: Expected, now: int, last_seen: dict[int, int]) -> None:
        if now - expected.anybody_seen(last_seen, now) > 1000 * expected.pause:
            await self.house.do(id, pause)
        elif expected.patience is not None:
            for seat in expected.people:
                if now > overdue_from(expected.last_seen(seat, last_seen, now), expected.patience):
                    await self.house.do(id, partial(self._miss, seat=seat))

    def _miss(self, table: Table, seat: int) -> Event | None:
        """A bot takes the seat of somebody who has not come at the last moment."""
        return None if self.is_here(table.id, seat) else leave(table, seat)

    def _tell(self, table: str, expected: Expected, now: int, last_seen: dict[int, int]) -> None:
        """Who is away changes on a beat, or when somebody else is expected; nudges are told at once."""
        if left := self._settling.pop(table, 0):
            if left > 1:
                self._settling[table] = left - 1
            return
        asked, told = (now // BEAT, expected), self.house.presence(table)
        found, host = told.absent, told.host
        if self._told_of.get(table) != asked:
            found, host, self._told_of[table] = absent(expected, last_seen, now), host_away(last_seen, now), asked
        self.tell(table, presence(found, nudges(last_seen, now), host))

    def tell(self, table: str, presence: Presence) -> None:
        """Everybody who looks is told who is there."""
        if presence == self.house.presence(table):
            return
        self.told[table] = presence
        if presence == EVERYBODY:
            del self.told[table]
        if table in self.house.spots:
            self.house.spots[table].wake()


def expected_at(table: Table) -> Expected:
    """Who should be at a table. Where a bot sits in, nobody is expected before they are back."""
    people = [seat for seat in table.people() if not table.chairs[seat].away]
    pause = (table.patience or LATELY) if table.people() else WATCHED
    return Expected(tuple(people), table.patience, pause, tuple((seat, table.chairs[seat].back) for seat in people))


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


def leave(table: Table, seat: int) -> Event | None:
    """A bot takes the seat of somebody who is away."""
    return Left(seat, SUBSTITUTE) if table.active and not table.chairs[seat].played else None


def pause(table: Table) -> Event | None:
    """Everybody has left."""
    return Paused() if table.active else None


def resume(table: Table) -> Event | None:
    """Somebody is back."""
    return Resumed() if table.paused else None
