"""Rebuilds tables from their logs in slices, so that a long log does not block the event loop."""

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext

from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables.table import Table

SLICE_EVENTS = 64  # about two milliseconds; then others get a turn
LONG_LOG_EVENTS = 16 * SLICE_EVENTS  # only one such log is loaded at a time


class LogLoader:
    def __init__(self) -> None:
        self._long_log = asyncio.Lock()

    async def load(self, table_id: str, rows: Sequence[StoredEvent]) -> Table:
        """The table of a log. A damaged log may raise any exception."""
        table = Table(table_id, rows[:1])
        await self.apply(table, rows[1:])
        table.info()
        return table

    async def apply(self, table: Table, rows: Sequence[StoredEvent]) -> None:
        """Applies further events. Between slices, other tasks see the table at an earlier event."""
        async with self._long_log if len(rows) > LONG_LOG_EVENTS else nullcontext():
            for n, row in enumerate(rows, 1):
                table.apply(row)
                if n % SLICE_EVENTS == 0:
                    await asyncio.sleep(0)
