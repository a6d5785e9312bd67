"""Executes commands: log first, then apply and publish.

A command is evaluated on the current table and its event is appended to the log under the next number. A process that
loses the race for a number reads the newer events and evaluates the command again: decisions made at the same time
never refuse each other.
"""

import logging
from collections.abc import Callable, Sequence

from ridotto.engine.errors import IllegalMove
from ridotto.house.refusals import EventsLost, Refused, UnreadableLog
from ridotto.house.store.protocol import Store
from ridotto.house.tables.automatic_events import with_automatic_moves
from ridotto.house.tables.change import Change
from ridotto.house.tables.commands import Command
from ridotto.house.tables.events import Resumed, Started, encode
from ridotto.house.tables.live_tables import LiveTable, LiveTables
from ridotto.house.tables.table import Table

log = logging.getLogger("ridotto.house")


class CommandExecutor:
    """Executes commands at live tables. `on_resumed` is called with the id of a table whose match starts or resumes."""

    def __init__(self, store: Store, live_tables: LiveTables) -> None:
        self._store = store
        self._live_tables = live_tables
        self.decisions = 0  # moves logged by this process
        self.on_resumed: Callable[[str], None] = lambda table_id: None

    async def execute_all(self, table_id: str, commands: Sequence[Command]) -> None:
        """Executes several commands and publishes the result once."""
        try:
            for command in commands:
                await self.execute(table_id, command, publish=False)
        finally:
            if live := self._live_tables.by_id.get(table_id):
                self._live_tables.publish(live)

    async def execute(self, table_id: str, command: Command, publish: bool = True) -> Table:
        """Executes a command: the table after it. If it raises `StoreFailed`, the event may have been logged."""
        live = await self._live_tables.get(table_id)
        async with live.lock:
            if live.table is None:
                await self._live_tables.catch_up(live)
            while (change := await self._evaluate(command, live)) is not None:
                if await self._commit(live, change):
                    if publish:
                        self._live_tables.publish(live)
                    if isinstance(change.event, (Started, Resumed)):
                        self.on_resumed(table_id)
                    break
                await self._live_tables.catch_up(live)
            assert live.table is not None
            return live.table

    async def _evaluate(self, command: Command, live: LiveTable) -> Change | None:
        """The change that a command makes, None if it is done already.

        Before it is refused or found to be done, the table catches up with other processes.
        """
        while True:
            table, refusal = live.table, None
            assert table is not None
            length = table.event_count
            try:
                wanted = command(table)
                if wanted is not None:
                    change = wanted if isinstance(wanted, Change) else table.prepare(wanted)
                    return with_automatic_moves(table, change)
            except (Refused, IllegalMove) as error:
                refusal = error
            if self._store.shared:
                await self._live_tables.catch_up(live)
            if live.table is table and table.event_count == length:
                if refusal is not None:
                    raise refusal
                return None

    async def _commit(self, live: LiveTable, change: Change) -> bool:
        """Appends the event of a change to the log, then enters the change; False if its number is taken."""
        table = live.table
        assert table is not None
        n, body = table.event_count, encode(change.event)
        with live.dropped_on_error():
            try:
                at = await self._store.append(live.id, n, body, table.phase_after(change), table.paused_after(change))
            except EventsLost as error:
                log.error("table %s is damaged: %s", live.id, error)
                live.refusal = UnreadableLog()
                raise live.refusal.copy() from error
            if at is None:
                return False
            table.enter(change, at)
        self.decisions += len(change.moves)
        return True
