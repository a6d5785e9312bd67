"""The butler: what the house does of itself. Bots decide, the obvious is answered, clocks run out, people are missed.

With several processes on one store, a table is attended where its lease is held. A lease that is lost costs work, never
a second move: what the butler does goes into the log like everything else, under the next number or not at all.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from ridotto.house.autoplay.automatic_decisions import AutomaticDecisions
from ridotto.house.people.attendance import Attendance, undeterred
from ridotto.house.refusals import StoreFailed
from ridotto.house.tables.commands import SUBSTITUTE
from ridotto.house.tables.table import Table
from ridotto.house.tables.windows import goes_without_asking, is_foregone

if TYPE_CHECKING:
    from ridotto.house.service import House

log = logging.getLogger("ridotto.house")

ROUNDS = 2.0  # seconds between two rounds
LEASE = 3  # rounds that a lease lasts
ADOPTED = 100  # tables in one round


class Butler:
    def __init__(self, house: "House", pace: float, rounds: float, hold: float | None = None) -> None:
        self.house = house
        self.time = house.store.time
        self.rounds = rounds
        self.holder = secrets.token_hex(8)
        self.leased: set[str] = set()
        self.attendance = Attendance(house)
        self._answering = AutomaticDecisions(house, pace, hold)
        self._tasks: dict[str, dict[str, asyncio.Task[None]]] = {}  # what is done at each table
        self._changed: dict[str, asyncio.Event] = {}  # for those who wait for a clock

    @property
    def hold(self) -> int:
        """Milliseconds that windows stay open here."""
        return self._answering.hold

    def start(self) -> None:
        self.house.spawn(self._make_rounds())

    async def leave(self) -> None:
        """Lets others attend the tables."""
        try:
            await self.house.store.release(self.holder)
        except StoreFailed as error:
            log.warning("leases not released: %s", error)

    def is_busy(self, table: str) -> bool:
        return table in self._tasks

    # What is to be done at a table

    def look(self, table: Table) -> None:
        """Something happened at a table, or may have."""
        self.attendance.expect(table)
        if table.id in self._changed:
            self._changed[table.id].set()
        if not table.active:
            self.leased.discard(table.id)
            return
        if table.resting:
            return
        for seat in table.asked:
            if table.chairs[seat].played or self._goes_on_without(table, seat):
                self._begin(table.id, f"answer {seat}", partial(self._answer, table.id, seat))
        if table.window.opened is not None:
            self._begin(table.id, "window", partial(self._mind_window, table.id))
        if table.clock is not None:
            self._begin(table.id, "clock", partial(self._mind_clock, table.id))

    def greet(self, table: Table) -> None:
        """Somebody is there: a table that nobody attends yet is attended at once."""
        if table.active and table.id not in self.leased:
            self.look(table)

    def _begin(self, table: str, what: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """One of each at a time."""
        tasks = self._tasks.setdefault(table, {})
        if what not in tasks or tasks[what].done():
            task = tasks[what] = self.house.spawn(work())
            task.add_done_callback(partial(self._end, table, what))

    def _end(self, table: str, what: str, task: "asyncio.Task[None]") -> None:
        tasks = self._tasks.get(table, {})
        if tasks.get(what) is task:
            del tasks[what]
            if not tasks:
                del self._tasks[table]

    async def _holds(self, table: str) -> bool:
        """Is the table ours to attend?"""
        if table not in self.leased:
            await self._lease([table])
        return table in self.leased

    async def _lease(self, tables: Collection[str]) -> None:
        granted = await self.house.store.lease(tables, self.holder, LEASE * self.rounds)
        self.attendance.take_over(granted - self.leased)
        self.leased |= granted  # of what is leased by now

    async def _answer(self, id: str, seat: int) -> None:
        """Decides for a seat until it owes nothing more."""
        last, further = None, False
        while await self._holds(id):
            table = await self.house.table(id)
            if not (table.going_on and table.pending(seat)):
                return
            chair, asked, window = table.chairs[seat], table.asked[seat], table.window.opened is not None
            if not chair.played and not self._goes_on_without(table, seat):
                return
            if window and is_foregone(table.playing.state):  # nobody is asked, and nobody needs to think
                return
            alone = table.awaited() == (seat,)  # where all decide at the same time, nobody goes on with a turn
            further = alone and (further or last not in (None, asked))
            last = asked if alone else None
            beats = await self._answering.beats(table, asked, further)
            await self._answering.decide(table, seat, table.helper(seat), chair.level, beats)

    def _goes_on_without(self, table: Table, seat: int) -> bool:
        """Is the obvious answered for a person outside of windows?"""
        if table.window.opened is not None or table.insists(seat):
            return False
        return goes_without_asking(table.playing.state, seat) is not None

    async def _mind_window(self, id: str) -> None:
        if await self._holds(id):
            await self._answering.close_window(id)

    async def _mind_clock(self, id: str) -> None:
        """Waits for times to run out; then a bot decides."""
        changed = self._changed[id] = asyncio.Event()
        try:
            while await self._holds(id):
                changed.clear()
                table = await self.house.table(id)
                if not table.going_on:
                    return
                ends = {seat: end for seat in table.asked if (end := out_of_time(table, seat)) is not None}
                now = await self.house.store.now()
                for seat, end in ends.items():
                    if end <= now:
                        self._begin(id, f"late {seat}", partial(self._decide_late, id, seat, end))
                coming = [end - now for end in ends.values() if end > now]
                await self.time.wait(changed, min(coming) / 1000 if coming else None)
        finally:
            del self._changed[id]

    async def _decide_late(self, id: str, seat: int, end: int) -> None:
        """Decides for somebody whose time was over then, until others see it."""
        beats = await self._answering.beats(await self.house.table(id), end)
        while (
            (table := await self.house.table(id)).going_on and out_of_time(table, seat) == end and table.pending(seat)
        ):
            await self._answering.decide(table, seat, "clock", SUBSTITUTE, beats)

    # Rounds

    async def _make_rounds(self) -> None:
        while True:
            try:
                await self._make_round()
            except StoreFailed as error:
                log.warning("round: %s", error)
            await self.time.sleep(self.rounds)

    async def _make_round(self) -> None:
        await self._renew()
        await self._adopt()
        await self.attendance.write_down()
        await self.attendance.check(self.leased)
        for spot in [spot for spot in self.house.spots.values() if spot.id in self.leased]:
            if spot.lost:
                with undeterred():
                    await self.house.table(spot.id)
            if spot.table is not None:
                self.look(spot.table)
        self.house.forget_idle()

    async def _renew(self) -> None:
        if asked := set(self.leased):
            self.leased -= asked - await self.house.store.lease(asked, self.holder, LEASE * self.rounds)

    async def _adopt(self) -> None:
        """Attends tables that nobody does: after a start, or when another process is gone."""
        tables = await self.house.store.unattended(ADOPTED)
        if tables:
            await self._lease(tables)
        for id in tables:
            if id in self.leased:
                with undeterred():
                    await self.house.table(id)


def out_of_time(table: Table, seat: int) -> int | None:
    """When the time of a person ends who is asked."""
    if table.clock is None or table.chairs[seat].played:
        return None
    return table.clock.end(seat)
