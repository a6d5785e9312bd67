"""The interface of a store: an append-only log per table, and what processes tell each other about tables.

The log of a table is the truth. The number of an event is its primary key: a process that comes second to a number is
told so, reads the newer events and tries again. So no event is written twice or overwritten, by any number of
processes. All times are the store's, in milliseconds.
"""

from collections.abc import AsyncGenerator, Collection, Iterable
from typing import Literal, NamedTuple, Protocol

from ridotto.house.time_source import TimeSource

Phase = Literal["open", "running", "over", "closed"]


class StoredEvent(NamedTuple):
    """An event as the log keeps it: its number, when it was written, and its JSON."""

    n: int
    at: int
    body: bytes


class Listing(NamedTuple):
    """What the index of tables knows about one."""

    id: str
    phase: Phase
    listed: bool
    opened_at: int
    entries: int  # events in its log


class StoreNotice(NamedTuple):
    """Another process has written to this table, or sends it a signal."""

    table: str
    signal: str = ""


class Store(Protocol):
    """A database. Every failure raises `StoreFailed`, and nothing has been written.

    One exception: if a connection breaks and does not return in time, the write may have happened. Read the log.
    """

    shared: bool  # may other processes write to it?
    time: TimeSource

    async def secret(self) -> bytes:
        """32 random bytes, drawn once for this database."""

    async def now(self) -> int: ...

    async def open(self, table_id: str, body: bytes, listed: bool) -> int | None:
        """Writes event 0 of a new table, in phase `open`. Returns its time, or None if the table exists."""

    async def append(self, table_id: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        """Writes event `n` durably, with the phase after it. Returns its time, or None if event `n` exists.

        `n` must follow the last event; otherwise the log has lost events: `EventsLost`. Times never decrease within a
        log. After a cancellation the event may have been written all the same: read the log.
        """

    async def read(self, table_id: str, first: int = 0) -> list[StoredEvent]:
        """The events from number `first` on; none for an unknown table."""

    async def listings(self, phases: Collection[Phase], listed: bool | None, limit: int) -> list[Listing]:
        """The newest tables in these phases that are not paused; only listed or unlisted ones if `listed` says so.

        Everybody sees the order, so it must not depend on decisions. The cost depends on `limit`, not on how many
        tables there are.
        """

    async def lease(self, tables: Collection[str], holder: str, seconds: float) -> set[str]:
        """Takes or renews leases of tables for so many seconds. Returns those that the holder now has.

        If no other process can use the database, opening the store ends all older leases.
        """

    async def release(self, holder: str) -> None:
        """Gives back all leases of a holder."""

    async def unattended(self, limit: int) -> list[str]:
        """Running tables that are not paused and not leased, the last changed first."""

    async def stale(self, phase: Phase, paused: bool, before: int, limit: int) -> list[str]:
        """Tables in this phase, paused or not, without an event since `before`; the oldest first."""

    async def delete(self, tables: Collection[str], before: int) -> None:
        """Deletes those of these tables whose match never started and that have had no event since `before`."""

    async def give_code(self, table_id: str, code: str, seconds: float) -> str | None:
        """Gives a table this code for so many seconds. Returns its code, or None if another table has this one.

        A table keeps its code until the time is over, even if asked for another one.
        """

    async def table_of_code(self, code: str) -> str | None:
        """The table that has this code now, as long as its match has not started."""

    async def record_presence(self, participants: Iterable[tuple[str, int]]) -> None:
        """Notes that these participants (table and number) are present now. Seats are numbered from 0."""

    async def last_seen(self, tables: Collection[str]) -> dict[str, dict[int, int]]:
        """When each participant at these tables was last present, by table and number."""

    async def signal(self, table_id: str, text: str) -> None:
        """Sends other processes a short text about a table. It is not stored and may be lost."""

    def notices(self) -> AsyncGenerator[StoreNotice, None]:
        """Notices of other processes as they write, and their signals: only a hint, the log is the truth.

        `""` means any table: it comes first, when listening has begun, and again whenever a notice may have been
        missed. Without other processes there are none. Runs until cancelled.
        """

    async def check(self) -> None:
        """Raises `StoreFailed` unless the database can be written."""

    async def close(self) -> None: ...


def by_table(rows: Iterable[tuple[str, int, int]]) -> dict[str, dict[int, int]]:
    """Rows of presence (table, participant, time), grouped by table."""
    found: dict[str, dict[int, int]] = {}
    for table, participant, at in rows:
        found.setdefault(table, {})[participant] = at
    return found
