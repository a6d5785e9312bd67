"""The tables in use in this process: a cache of tables with their logs' latest events, and who watches each."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

from ridotto.engine.message import msg
from ridotto.house.autoplay.fair_queue import Requester
from ridotto.house.refusals import Refused, UnreadableLog
from ridotto.house.store.protocol import Store, StoredEvent
from ridotto.house.tables import reactions
from ridotto.house.tables.log_loader import LogLoader
from ridotto.house.tables.reactions import MAX_UNREAD, Reaction, RecentReactions
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_info import TableInfo

log = logging.getLogger("ridotto.house")

IDLE_SECONDS = 60.0  # after which an unused table is dropped from memory; its log stays


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table in this process: its subscriptions, and its state while it is in use."""

    id: str
    table: Table | None = None
    refusal: Refused | None = None  # why its log cannot be read
    needs_reload: bool = False  # an error dropped the state; whoever attends the table must load it again
    last_used: float = 0.0
    visitor: str = ""  # the last visitor who holds a key: bots at this table think on their behalf
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscriptions: "set[Subscription]" = field(default_factory=set)
    reactions: RecentReactions = field(default_factory=RecentReactions)

    def show(self, reaction: Reaction, now: float) -> None:
        """Shows a gesture to all subscriptions."""
        self.reactions.add(reaction.seat, now)
        for subscription in self.subscriptions:
            subscription.reactions = (*subscription.reactions, reaction)[-MAX_UNREAD:]
            subscription.changed.set()

    def wake(self) -> None:
        """Tells all subscriptions that there may be news."""
        for subscription in self.subscriptions:
            subscription.changed.set()

    def is_watched_by(self, participant: int) -> bool:
        return any(participant in subscription.participants for subscription in self.subscriptions)

    @contextmanager
    def dropped_on_error(self) -> Iterator[None]:
        """On error, drops the in-memory table; it is rebuilt from the log."""
        try:
            yield
        except BaseException:
            self.table, self.needs_reload = None, True
            raise


class Subscription:
    """Someone watches a table while the `with` block runs; `changed` is set whenever there may be news."""

    def __init__(
        self, live_table: LiveTable, participants: Collection[int], mark_present: Callable[[str, Collection[int]], None]
    ) -> None:
        self.live_table = live_table
        self.participants = participants  # of the person who watches, if any
        self.changed = asyncio.Event()
        self.reactions: tuple[Reaction, ...] = ()  # not shown yet
        self._mark_present = mark_present

    def __enter__(self) -> Self:
        self.live_table.subscriptions.add(self)
        self._mark_present(self.live_table.id, self.participants)
        return self

    def __exit__(self, *_: object) -> None:
        self.live_table.subscriptions.discard(self)
        self._mark_present(self.live_table.id, self.participants)


class LiveTables:
    """Cache of tables. Loads a table on first use, catches up with other processes, and drops idle tables.

    `on_change` is called with a table after every change of it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loader = LogLoader()
        self._loading: dict[str, LiveTable] = {}  # whose first load is running
        self.by_id: dict[str, LiveTable] = {}
        self.on_change: Callable[[Table], None] = lambda table: None

    # Using tables

    async def table(self, table_id: str) -> Table:
        """The current table, up to date with other processes. Refuses unknown tables and unreadable logs."""
        live = await self.get(table_id)
        if live.table is None or self._store.shared:
            async with live.lock:
                await self.catch_up(live)
        assert live.table is not None
        return live.table

    async def known(self, table_id: str) -> Table:
        """The table as this process knows it: another one may have written since."""
        live = await self.get(table_id)
        return live.table or await self.table(table_id)

    async def get(self, table_id: str) -> LiveTable:
        """A table that exists; its state may be missing or old. Refuses unknown tables and unreadable logs."""
        live = self.by_id.get(table_id) or await self._load(table_id)
        if live.refusal is not None:
            raise live.refusal.copy()
        live.last_used = self._store.time.monotonic()
        return live

    def get_or_add(self, table_id: str) -> LiveTable:
        """A table that is known to exist, without loading it."""
        return self.by_id.setdefault(table_id, LiveTable(table_id))

    def loaded(self, table_id: str) -> Table | None:
        """The table if it is in memory, perhaps older than its log."""
        live = self.by_id.get(table_id)
        return live.table if live else None

    def is_cached(self, table_id: str) -> bool:
        """Is the table, or the reason why it cannot be read, in memory?"""
        live = self.by_id.get(table_id)
        return live is not None and (live.table is not None or live.refusal is not None)

    async def read_info(self, table_id: str) -> TableInfo | None:
        """Reads the info of a table from its log without caching the table; None if it cannot be read."""
        live = LiveTable(table_id)
        await self._rebuild(live, await self._store.read(table_id))
        return live.table.info() if live.table else None

    def requester(self, table: Table) -> Requester:
        """On whose behalf bots think at a table; tables with people come first."""
        live = self.by_id.get(table.id)
        return Requester(live.visitor if live and live.visitor else table.id, urgent=bool(table.chairs.people()))

    # Keeping them up to date

    async def catch_up(self, live: LiveTable) -> None:
        """Applies the events that the log has and the table has not. The caller must hold the table's lock."""
        table = live.table
        rows = await self._store.read(live.id, table.event_count if table else 0)
        if table is None:
            await self._rebuild(live, rows)
        else:
            try:
                await self._loader.apply(table, rows)
            except Exception:  # the table is unusable now
                live.table = None
                await self._rebuild(live, await self._store.read(live.id))
        if live.refusal is not None:
            raise live.refusal.copy()
        if rows:  # also after a rebuild: subscriptions may have missed events
            self.publish(live)

    def publish(self, live: LiveTable) -> None:
        """Tells all subscriptions and `on_change` that the table has changed."""
        live.wake()
        if live.table is not None:
            self.on_change(live.table)

    async def follow_other_processes(self) -> None:
        """Catches up when other processes write, and shows their gestures. Runs until cancelled."""
        async for table_id, signal in self._store.notices():
            if signal:
                if table_id in self.by_id and (reaction := reactions.decode(signal)) is not None:
                    self.by_id[table_id].show(reaction, self._store.time.monotonic())
                continue
            wanted = [table_id] if table_id else list(self.by_id)
            for live in [self.by_id[name] for name in wanted if name in self.by_id]:
                async with live.lock:
                    try:
                        with live.dropped_on_error():
                            await self.catch_up(live)
                    except Exception as error:  # other tables must still be followed
                        log.warning("cannot read table %s: %s", live.id, error)

    def forget_idle(self, is_busy: Callable[[str], bool]) -> None:
        """Drops tables that have not been used for a while, except busy ones."""
        now = self._store.time.monotonic()
        for table_id, live in list(self.by_id.items()):
            if live.lock.locked() or now - live.last_used < IDLE_SECONDS or is_busy(table_id):
                continue
            live.table = None
            if not live.subscriptions:
                del self.by_id[table_id]

    # Loading

    async def _load(self, table_id: str) -> LiveTable:
        """Loads a table. Its log is read once, however many callers wait for it."""
        live = self._loading.setdefault(table_id, LiveTable(table_id))
        async with live.lock:
            if table_id not in self.by_id:
                try:
                    rows = await self._store.read(table_id) if table_id.isascii() and table_id.isalnum() else []
                    if not rows:
                        raise Refused("unknown-table", msg("This table doesn't exist."))
                    await self._rebuild(live, rows)
                finally:
                    self._loading.pop(table_id, None)
            return self.by_id.setdefault(table_id, live)

    async def _rebuild(self, live: LiveTable, rows: list[StoredEvent]) -> None:
        """Sets the table from its log, or the refusal if the log cannot be read."""
        live.needs_reload = False
        try:
            table = await self._loader.load(live.id, rows)
        except Refused as refusal:
            live.refusal = refusal
        except (MemoryError, OSError, ImportError):  # the log is not to blame
            raise
        except Exception as error:
            log.error("table %s is damaged: %s: %s", live.id, type(error).__name__, error)
            live.refusal = UnreadableLog()
        else:
            live.table, live.refusal = table, None
