"""Where the house keeps its tables: one small interface, two databases.

The log of a table is the truth. The number of an entry is its primary key: whoever comes second to a number is told so,
reads what is new and thinks again. So nothing is ever written twice or over something else, by any number of processes.
All times are those of the store, in milliseconds.
"""

from collections.abc import AsyncGenerator, Collection, Iterable
from typing import Literal, NamedTuple, Protocol
from urllib.parse import unquote

from ridotto.engine.message import msg
from ridotto.house.refusals import StoreFailed
from ridotto.house.time_source import TimeSource

Phase = Literal["open", "running", "over", "closed"]


class Row(NamedTuple):
    """An entry as it is kept."""

    n: int
    at: int
    body: bytes


class Listing(NamedTuple):
    """A table as the index knows it."""

    id: str
    phase: Phase
    listed: bool
    opened: int  # when
    entries: int  # in its log


class Wake(NamedTuple):
    """A table that another process has written to, or a signal it has sent there."""

    table: str
    signal: str = ""


class Store(Protocol):
    """A database. Whatever it cannot do raises `StoreFailed`, and then nothing of it has happened.

    Only where a connection broke, and did not come back in time, this is unknown: the log tells.
    """

    shared: bool  # may other processes write to it?
    time: TimeSource

    async def secret(self) -> bytes:
        """32 random bytes that belong to this database, made once."""

    async def now(self) -> int: ...

    async def open(self, table: str, body: bytes, listed: bool) -> int | None:
        """Keeps entry 0 of a new table, in phase `open`: when, or None if there is such a table already."""

    async def append(self, table: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        """Keeps entry n, and how the table stands after it, durably: when, or None if there is an entry n already.

        `n` must be the number after the last one, else the log is not what it was: `StoreFailed`. Times never run
        backwards within a log. Whoever is cancelled while waiting may have written all the same: the log tells.
        """

    async def read(self, table: str, first: int = 0) -> list[Row]:
        """The entries from a number on; none for an unknown table."""

    async def listings(self, phases: Collection[Phase], listed: bool | None, limit: int) -> list[Listing]:
        """Tables in one of these phases that are not paused, the newest first; only (un)listed ones, if asked for.

        Their order is shown to everybody, and so it does not tell where something has been decided. It costs as much
        as there are tables asked for, however many there are.
        """

    async def lease(self, tables: Collection[str], holder: str, seconds: float) -> set[str]:
        """Takes or renews leases: which of them the holder has now, until the seconds are over.

        Where no other process can be at work, those of earlier ones end when the store is opened.
        """

    async def release(self, holder: str) -> None:
        """Gives back all leases of a holder."""

    async def unattended(self, limit: int) -> list[str]:
        """Running tables that are not paused and that nobody holds a lease of, those changed last first."""

    async def stale(self, phase: Phase, paused: bool, before: int, limit: int) -> list[str]:
        """Tables that stand like this, and where nothing has happened since then; the oldest first."""

    async def delete(self, tables: Collection[str], before: int) -> None:
        """Deletes those of these tables whose match never began, and where nothing has happened since then."""

    async def give_code(self, table: str, code: str, seconds: float) -> str | None:
        """The code that a table has, or gets now for so many seconds; None if another table has this one.

        A code holds until its time is over, however often somebody asks for another one.
        """

    async def table_of_code(self, code: str) -> str | None:
        """The table that has this code now, as long as its match has not begun."""

    async def present(self, seats: Iterable[tuple[str, int]]) -> None:
        """These seats (table and number) are there at this moment; what else is there has numbers below 0."""

    async def last_seen(self, tables: Collection[str]) -> dict[str, dict[int, int]]:
        """When the seats of these tables were there last."""

    async def signal(self, table: str, text: str) -> None:
        """Tells other processes something about a table that nobody keeps: a few words, which may be lost."""

    def wakes(self) -> AsyncGenerator[Wake, None]:
        """Tables that other processes have written to, as they do: a hint, the log is the truth. And their signals.

        `""` means any table: it comes first, when listening has begun, and again whenever something may have been
        missed. Where there are no other processes, nothing comes. It goes on until whoever listens is cancelled.
        """

    async def check(self) -> None:
        """Is the database there and ready to write? Raises `StoreFailed` if not."""

    async def close(self) -> None: ...


def by_table(rows: Iterable[tuple[str, int, int]]) -> dict[str, dict[int, int]]:
    """Presence as it is kept, table by table."""
    found: dict[str, dict[int, int]] = {}
    for table, seat, at in rows:
        found.setdefault(table, {})[seat] = at
    return found


async def connect(address: str, time: TimeSource | None = None) -> Store:
    """The store of an address: `postgresql://...`, `sqlite:///...` or the path of a file (`:memory:` will not do).

    `time` is the time of the house, the system's unless somebody moves it.
    """
    if address.startswith(("postgresql://", "postgres://")):
        from ridotto.house.store.postgres import PostgresStore

        return await PostgresStore.connect(address, time)
    from ridotto.house.store.sqlite import SqliteStore

    return await SqliteStore.connect(file_of(address), time)


def file_of(address: str) -> str:
    """The file that an address names: `sqlite:///house.db` lies here, `sqlite:////srv/house.db` and `C:/...` anywhere.

    In an address, signs with a meaning of their own are written as everywhere: `%20` is a space.
    """
    path = address
    if address[:7].lower() == "sqlite:":
        path = unquote(address[10:]) if address[7:10] == "///" and not {"?", "#"} & {*address} else ""
    if not path.strip("/") or path == ":memory:" or "://" in path or "\0" in path:
        raise StoreFailed(
            msg(
                "{address} isn't a database (use a file, sqlite:///file or postgresql://user@host/name).",
                address=address,
            )
        )
    return path
