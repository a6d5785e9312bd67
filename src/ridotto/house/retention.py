"""How long abandoned tables are kept. Finished matches are kept for ever."""

from typing import NamedTuple

from ridotto.house.background_tasks import skip_on_error
from ridotto.house.store.protocol import Phase, Store
from ridotto.house.tables.command_executor import CommandExecutor
from ridotto.house.tables.events import Closed, Event
from ridotto.house.tables.live_tables import LiveTables
from ridotto.house.tables.table import Table

HOUR_SECONDS = 60 * 60.0
DAY_MS = 24 * 60 * 60 * 1000
BATCH_TABLES = 100
UNSTARTED_PHASES: tuple[Phase, ...] = ("open", "closed")


class Retention(NamedTuple):
    """After how many days abandoned tables end; 0: never."""

    paused: int = 30  # ends a paused match
    unstarted: int = 7  # deletes a table whose match never started


DEFAULT_RETENTION = Retention()


async def clean_up(store: Store, live_tables: LiveTables, executor: CommandExecutor, retention: Retention) -> None:
    """Ends matches that were paused for too long, and deletes tables that never started."""
    now = await store.now()
    if retention.paused:
        for table_id in await store.stale("running", True, now - retention.paused * DAY_MS, BATCH_TABLES):
            with skip_on_error():
                await executor.execute(table_id, end_paused_match)
    if retention.unstarted:
        before = now - retention.unstarted * DAY_MS
        for phase in UNSTARTED_PHASES:
            while tables := await store.stale(phase, False, before, BATCH_TABLES):
                await store.delete(tables, before)
                for table_id in tables:
                    live_tables.by_id.pop(table_id, None)


def end_paused_match(table: Table) -> Event | None:
    """Ends a match unless somebody has returned."""
    return Closed() if table.paused else None
