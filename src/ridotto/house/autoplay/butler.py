"""The butler does what no request triggers: bots decide, windows close, clocks run out, absences are noticed.

If several processes share a store, the process that holds the lease of a table attends it. Losing a lease
wastes work but never logs a move twice: events of the butler get the next number of the log or none, like all others.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from typing import Any

from ridotto.house.autoplay.automatic_decisions import AutomaticDecisions
from ridotto.house.background_tasks import BackgroundTasks, skip_on_error
from ridotto.house.people.attendance import Attendance
from ridotto.house.refusals import StoreFailed
from ridotto.house.store.protocol import Store
from ridotto.house.tables.answer_window import is_publicly_automatic, public_automatic_move
from ridotto.house.tables.commands import SUBSTITUTE_LEVEL
from ridotto.house.tables.live_tables import LiveTables
from ridotto.house.tables.table import Table

log = logging.getLogger("ridotto.house")

ROUND_SECONDS = 2.0  # between two rounds
LEASE_ROUNDS = 3  # how long a lease lasts
MAX_ADOPTIONS = 100  # tables in one round


class Butler:
    """Attends tables: after every change, and every `round_seconds`."""

    def __init__(
        self,
        store: Store,
        live_tables: LiveTables,
        tasks: BackgroundTasks,
        attendance: Attendance,
        decisions: AutomaticDecisions,
        round_seconds: float,
    ) -> None:
        self._store = store
        self._live_tables = live_tables
        self._task_runner = tasks
        self.attendance = attendance
        self.decisions = decisions
        self.round_seconds = round_seconds
        self.lease_holder = secrets.token_hex(8)
        self.leased: set[str] = set()  # tables
        self._tasks_by_table: dict[str, dict[str, asyncio.Task[None]]] = {}  # by table and purpose
        self._clock_changed: dict[str, asyncio.Event] = {}  # by table, for the task that watches its clocks

    def start(self) -> None:
        self._task_runner.start(self._make_rounds())

    async def release_leases(self) -> None:
        """Lets other processes attend the tables at once."""
        try:
            await self._store.release(self.lease_holder)
        except StoreFailed as error:
            log.warning("leases not released: %s", error)

    def is_busy(self, table_id: str) -> bool:
        return table_id in self._tasks_by_table

    # At a table

    def start_due_tasks(self, table: Table) -> None:
        """Starts what the house must do at a table; to be called after every change of it."""
        self.attendance.update_expected(table)
        if table.id in self._clock_changed:
            self._clock_changed[table.id].set()
        if not table.is_active:
            self.leased.discard(table.id)
            return
        if table.resting:
            return
        for seat in table.asked_since:
            if table.chairs[seat].is_played_by_bot or answers_for_person(table, seat):
                self._start(table.id, f"decide {seat}", partial(self._decide, table.id, seat))
        if table.window.opened_at is not None:
            self._start(table.id, "window", partial(self._close_window, table.id))
        if table.clock is not None:
            self._start(table.id, "clock", partial(self._watch_clocks, table.id))

    def start_due_tasks_unless_attended(self, table: Table) -> None:
        """Like `start_due_tasks`, unless this process attends the table: a visitor need not wait for the next round."""
        if table.is_active and table.id not in self.leased:
            self.start_due_tasks(table)

    def _start(self, table_id: str, purpose: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Starts a task unless one with this purpose is running."""
        tasks = self._tasks_by_table.setdefault(table_id, {})
        if purpose not in tasks or tasks[purpose].done():
            task = tasks[purpose] = self._task_runner.start(work())
            task.add_done_callback(partial(self._on_task_done, table_id, purpose))

    def _on_task_done(self, table_id: str, purpose: str, task: "asyncio.Task[None]") -> None:
        tasks = self._tasks_by_table.get(table_id, {})
        if tasks.get(purpose) is task:
            del tasks[purpose]
            if not tasks:
                del self._tasks_by_table[table_id]

    async def _try_to_lease(self, table_id: str) -> bool:
        """Takes the lease of a table if it is free, and returns whether this process holds it."""
        if table_id not in self.leased:
            await self._lease([table_id])
        return table_id in self.leased

    async def _lease(self, tables: Collection[str]) -> None:
        granted = await self._store.lease(tables, self.lease_holder, LEASE_ROUNDS * self.round_seconds)
        self.attendance.assume_present(granted - self.leased)
        self.leased |= granted

    async def _decide(self, table_id: str, seat: int) -> None:
        """Decides for a seat until it owes no decision."""
        last_asked, further = None, False
        while await self._try_to_lease(table_id):
            table = await self._live_tables.table(table_id)
            if not (table.allows_autoplay and table.owes_decision(seat)):
                return
            chair, asked, window = table.chairs[seat], table.asked_since[seat], table.window.opened_at is not None
            if not chair.is_played_by_bot and not answers_for_person(table, seat):
                return
            if window and is_publicly_automatic(table.started_match.state):  # closing the window answers for all
                return
            alone = table.awaited() == (seat,)  # where all decide at the same time, there are no further steps
            further = alone and (further or last_asked not in (None, asked))
            last_asked = asked if alone else None
            beats = await self.decisions.beats(table, asked, further)
            await self.decisions.decide(table, seat, table.substitute_for(seat), chair.level, beats)

    async def _close_window(self, table_id: str) -> None:
        if await self._try_to_lease(table_id):
            await self.decisions.close_window(table_id)

    async def _watch_clocks(self, table_id: str) -> None:
        """Waits until players run out of time, and lets bots decide for them."""
        changed = self._clock_changed[table_id] = asyncio.Event()
        try:
            while await self._try_to_lease(table_id):
                changed.clear()
                table = await self._live_tables.table(table_id)
                if not table.allows_autoplay:
                    return
                ends = {seat: end for seat in table.asked_since if (end := out_of_time_at(table, seat)) is not None}
                now = await self._store.now()
                for seat, end in ends.items():
                    if end <= now:
                        self._start(table_id, f"late {seat}", partial(self._decide_on_timeout, table_id, seat, end))
                coming = [end - now for end in ends.values() if end > now]
                await self._store.time.wait(changed, min(coming) / 1000 if coming else None)
        finally:
            del self._clock_changed[table_id]

    async def _decide_on_timeout(self, table_id: str, seat: int, end: int) -> None:
        """Decides for a seat that ran out of time at `end`, until its move is visible to others."""
        beats = await self.decisions.beats(await self._live_tables.table(table_id), end)
        while (
            (table := await self._live_tables.table(table_id)).allows_autoplay
            and out_of_time_at(table, seat) == end
            and table.owes_decision(seat)
        ):
            await self.decisions.decide(table, seat, "clock", SUBSTITUTE_LEVEL, beats)

    # Rounds

    async def _make_rounds(self) -> None:
        while True:
            try:
                await self._make_round()
            except StoreFailed as error:
                log.warning("round of the butler failed: %s", error)
            await self._store.time.sleep(self.round_seconds)

    async def _make_round(self) -> None:
        await self._renew_leases()
        await self._adopt()
        await self.attendance.store_presence()
        await self.attendance.check_absences(self.leased)
        for live in [live for live in self._live_tables.by_id.values() if live.id in self.leased]:
            if live.needs_reload:
                with skip_on_error():
                    await self._live_tables.table(live.id)
            if live.table is not None:
                self.start_due_tasks(live.table)
        self._live_tables.forget_idle(self.is_busy)

    async def _renew_leases(self) -> None:
        if asked := set(self.leased):
            self.leased -= asked - await self._store.lease(asked, self.lease_holder, LEASE_ROUNDS * self.round_seconds)

    async def _adopt(self) -> None:
        """Attends tables that nobody attends: after a start, or after the end of another process."""
        tables = await self._store.unattended(MAX_ADOPTIONS)
        if tables:
            await self._lease(tables)
        for table_id in tables:
            if table_id in self.leased:
                with skip_on_error():
                    await self._live_tables.table(table_id)


def answers_for_person(table: Table, seat: int) -> bool:
    """Does the house make an automatic move for a person, outside of windows?"""
    if table.window.opened_at is not None or table.insists(seat):
        return False
    return public_automatic_move(table.started_match.state, seat) is not None


def out_of_time_at(table: Table, seat: int) -> int | None:
    """When a person runs out of time; None if their clock is stopped or a bot plays."""
    if table.clock is None or table.chairs[seat].is_played_by_bot:
        return None
    return table.clock.end(seat)
