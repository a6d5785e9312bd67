"""Loading: a table is made of its log a slice at a time, so that nobody else waits for a long one."""

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext

from ridotto.house.store import Row
from ridotto.house.tables.table import Table

SLICE = 64  # entries, in about two milliseconds; then everybody else gets a turn
LONG = 16 * SLICE  # entries: of such logs one is read at a time


class Loading:
    def __init__(self) -> None:
        self._long = asyncio.Lock()

    async def table(self, id: str, rows: Sequence[Row]) -> Table:
        """The table of a log; what cannot be one raises any error."""
        table = Table(id, rows[:1])
        await self.enter(table, rows[1:])
        table.frame()
        return table

    async def enter(self, table: Table, rows: Sequence[Row]) -> None:
        """The next entries of its log. In between, the table is as it once was."""
        async with self._long if len(rows) > LONG else nullcontext():
            for n, row in enumerate(rows, 1):
                table.enter(row)
                if n % SLICE == 0:
                    await asyncio.sleep(0)
