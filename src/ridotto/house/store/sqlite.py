"""A store in one file: SQLite (WAL) with durable commits, one thread that writes and one that reads.

All writes that queue up during a commit share the next one: the busier the house, the cheaper an event.
"""

import asyncio
import contextlib
import json
import os
import sqlite3
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec

from ridotto.engine.message import msg
from ridotto.house.entropy import new_secret
from ridotto.house.refusals import EventsLost, StoreFailed
from ridotto.house.store.database_thread import DatabaseThread, Job, JobResult
from ridotto.house.store.protocol import Listing, Phase, StoredEvent, StoreNotice, by_table
from ridotto.house.store.sqlite_file import lock_file, open_to_read, open_to_write, store_error
from ridotto.house.time_source import SystemTime, TimeSource

T = TypeVar("T")

NEWEST = """
    SELECT * FROM (
        SELECT id, phase, listed, opened, entries FROM tables
        WHERE phase = ? AND listed = ? AND paused = 0 ORDER BY opened DESC, id LIMIT ?
    )
"""  # of one phase; reads no more rows than the limit


class SqliteStore:
    """A store that one process uses alone."""

    shared = False

    @classmethod
    async def connect(cls, address: str, time: TimeSource | None = None, max_wait: float = 5.0) -> Self:
        """Opens or creates the file. `max_wait`: how many seconds to wait while another program has it locked."""
        return await asyncio.to_thread(cls, Path(address), time or SystemTime(), max_wait)

    def __init__(self, file: Path, time: TimeSource, max_wait: float) -> None:
        self.time = time
        self._file = file.resolve()
        with contextlib.ExitStack() as opened:  # if one step fails, everything is closed again
            try:
                opened.callback(os.close, lock_file(self._file))
                self._db = opened.enter_context(contextlib.closing(open_to_write(self._file, max_wait)))
                self._reading = opened.enter_context(contextlib.closing(open_to_read(self._file, max_wait)))
                secret = (new_secret(),)
                self._db.execute("INSERT INTO house (single, secret) VALUES (1, ?) ON CONFLICT DO NOTHING", secret)
                self._db.execute("DELETE FROM leases")  # of an earlier process: only one uses the file
                (self._secret,) = self._db.execute("SELECT secret FROM house").fetchone()
            except (OSError, sqlite3.Error) as error:
                raise store_error(error, self._file) from error
            self._opened = opened.pop_all()
        self._writer = DatabaseThread("ridotto-writer", self._commit)
        self._reader = DatabaseThread("ridotto-reader", self._run_each)
        self._closed = False

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        await self._reader.close()
        self._opened.close()

    # Running jobs

    async def _write(self, job: Callable[[], T]) -> T:
        return await self._run(self._writer, job)

    async def _read(self, job: Callable[[], T]) -> T:
        return await self._run(self._reader, job)

    async def _run(self, thread: DatabaseThread, job: Callable[[], T]) -> T:
        if self._closed:
            raise StoreFailed(msg("The database {file} is closed.", file=self._file))
        return await thread.run(job)

    def _run_each(self, jobs: Sequence[Job]) -> list[JobResult]:
        return [self._attempt(job) for job in jobs]

    def _commit(self, jobs: Sequence[Job]) -> list[JobResult]:
        """Runs all jobs in one transaction. If one fails, rolls back and runs each job in its own transaction."""
        results: list[JobResult] = []
        try:
            self._db.execute("BEGIN IMMEDIATE")
            while len(results) < len(jobs) and not last_failed(results):  # a failure may end the transaction
                results.append(self._attempt(jobs[len(results)]))
            if not last_failed(results):
                self._db.execute("COMMIT")
                return results
        except sqlite3.Error as error:
            return [store_error(error, self._file) for _ in jobs]
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        return results if len(jobs) == 1 else [self._commit([job])[0] for job in jobs]

    def _attempt(self, job: Job) -> JobResult:
        try:
            return job()
        except sqlite3.Error as error:
            return store_error(error, self._file)
        except Exception as error:
            return error

    def _fetch_all(self, columns: str, query: str, values: Sequence[object]) -> list[Any]:
        """All rows of a query, fetched as one JSON value: SQLite releases the interpreter lock for every row."""
        one = f"SELECT json_group_array(json_array({columns})) FROM ({query})"
        ((rows,),) = self._reading.execute(one, values)
        found: list[Any] = msgspec.json.decode(rows)
        return found

    # The interface

    async def secret(self) -> bytes:
        return bytes(self._secret)

    async def now(self) -> int:
        return self.time.now()

    async def open(self, table_id: str, body: bytes, listed: bool) -> int | None:
        def job() -> int | None:
            at = self.time.now()
            done = self._db.execute(
                "INSERT INTO tables (id, phase, listed, entries, changed, opened) VALUES (?, 'open', ?, 1, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (table_id, listed, at, at),
            )
            if not done.rowcount:
                return None
            self._db.execute("INSERT INTO entries (table_id, n, at, body) VALUES (?, 0, ?, ?)", (table_id, at, body))
            return at

        return await self._write(job)

    async def append(self, table_id: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        def job() -> int | None:
            updated = self._db.execute(
                "UPDATE tables SET entries = entries + 1, phase = ?, paused = ?, changed = max(changed, ?)"
                " WHERE id = ? AND entries = ? RETURNING changed",
                (phase, paused, self.time.now(), table_id, n),
            ).fetchall()
            if not updated:
                self._require_event(table_id, n)
                return None
            ((at,),) = updated
            self._db.execute("INSERT INTO entries (table_id, n, at, body) VALUES (?, ?, ?, ?)", (table_id, n, at, body))
            return int(at)

        return await self._write(job)

    def _require_event(self, table_id: str, n: int) -> None:
        """Raises `EventsLost` unless event `n` exists: then the file has been replaced by another one."""
        if not self._db.execute("SELECT 1 FROM entries WHERE table_id = ? AND n = ?", (table_id, n)).fetchone():
            raise EventsLost(msg("The database {file} has lost entries of a table.", file=self._file))

    async def read(self, table_id: str, first: int = 0) -> list[StoredEvent]:
        def job() -> list[StoredEvent]:
            rows = self._fetch_all(
                "n, at, hex(body)",
                "SELECT n, at, body FROM entries WHERE table_id = ? AND n >= ? ORDER BY n",
                (table_id, first),
            )
            return [StoredEvent(n, at, bytes.fromhex(body)) for n, at, body in rows]

        return await self._read(job)

    async def listings(self, phases: Collection[Phase], listed: bool | None, limit: int) -> list[Listing]:
        kinds = [(phase, shown) for phase in phases for shown in (True, False) if listed in (shown, None)]

        def job() -> list[Listing]:
            rows = self._fetch_all(
                "id, phase, listed, opened, entries",
                "UNION ALL".join([NEWEST] * len(kinds)) + " ORDER BY opened DESC, id LIMIT ?",
                [value for phase, shown in kinds for value in (phase, shown, limit)] + [limit],
            )
            return [Listing(id, phase, bool(shown), opened, entries) for id, phase, shown, opened, entries in rows]

        return await self._read(job) if kinds else []

    async def lease(self, tables: Collection[str], holder: str, seconds: float) -> set[str]:
        def job() -> set[str]:
            now = self.time.now()
            until = now + round(seconds * 1000)
            granted = set()
            for table in tables:
                granted.update(
                    self._db.execute(
                        "INSERT INTO leases (table_id, holder, until) SELECT id, ?, ? FROM tables WHERE id = ?"
                        " ON CONFLICT (table_id) DO UPDATE SET holder = excluded.holder, until = excluded.until"
                        " WHERE holder = excluded.holder OR until <= ? RETURNING table_id",
                        (holder, until, table, now),
                    ).fetchall()
                )
            return {table for (table,) in granted}

        return await self._write(job)

    async def release(self, holder: str) -> None:
        await self._write(lambda: self._db.execute("DELETE FROM leases WHERE holder = ?", (holder,)))

    async def unattended(self, limit: int) -> list[str]:
        def job() -> list[str]:
            rows = self._fetch_all(
                "id",
                "SELECT id FROM tables WHERE phase = 'running' AND NOT paused AND NOT EXISTS"
                " (SELECT 1 FROM leases WHERE table_id = id AND until > ?) ORDER BY changed DESC, id LIMIT ?",
                (self.time.now(), limit),
            )
            return [table for (table,) in rows]

        return await self._read(job)

    async def stale(self, phase: Phase, paused: bool, before: int, limit: int) -> list[str]:
        def job() -> list[str]:
            rows = self._fetch_all(
                "id",
                "SELECT id FROM tables WHERE phase = ? AND paused = ? AND changed < ? ORDER BY changed LIMIT ?",
                (phase, paused, before, limit),
            )
            return [table for (table,) in rows]

        return await self._read(job)

    async def delete(self, tables: Collection[str], before: int) -> None:
        def job() -> None:
            for table in tables:
                known = self._db.execute(
                    "SELECT 1 FROM tables WHERE id = ? AND phase IN ('open', 'closed') AND changed < ?", (table, before)
                )
                if known.fetchone():
                    for child in ("entries", "leases", "presence", "codes"):
                        self._db.execute(f"DELETE FROM {child} WHERE table_id = ?", (table,))
                    self._db.execute("DELETE FROM tables WHERE id = ?", (table,))

        await self._write(job)

    async def give_code(self, table_id: str, code: str, seconds: float) -> str | None:
        def known() -> str | None:
            return self._fetch_one(
                "SELECT code FROM codes WHERE table_id = ? AND until > ?", (table_id, self.time.now())
            )

        def job() -> None:
            now = self.time.now()
            self._db.execute("DELETE FROM codes WHERE until <= ?", (now,))
            self._db.execute(
                "INSERT INTO codes (table_id, code, until) SELECT id, ?, ? FROM tables WHERE id = ?"
                " ON CONFLICT DO NOTHING",
                (code, now + round(seconds * 1000), table_id),
            )

        if found := await self._read(known):
            return found
        await self._write(job)
        return await self._read(known)

    async def table_of_code(self, code: str) -> str | None:
        query = (
            "SELECT table_id FROM codes JOIN tables ON id = table_id WHERE code = ? AND until > ? AND phase = 'open'"
        )
        return await self._read(lambda: self._fetch_one(query, (code, self.time.now())))

    def _fetch_one(self, query: str, values: Sequence[object]) -> str | None:
        row = self._reading.execute(query, values).fetchone()
        return row[0] if row else None

    async def record_presence(self, participants: Iterable[tuple[str, int]]) -> None:
        present = list(participants)

        def job() -> None:
            at = self.time.now()
            self._db.execute(
                "INSERT INTO presence (table_id, seat, at) SELECT tables.id, json_extract(value, '$[1]'), ?"
                " FROM json_each(?) JOIN tables ON tables.id = json_extract(value, '$[0]') WHERE true"
                " ON CONFLICT (table_id, seat) DO UPDATE SET at = max(at, excluded.at)",
                (at, json.dumps(present)),
            )

        await self._write(job)

    async def last_seen(self, tables: Collection[str]) -> dict[str, dict[int, int]]:
        def job() -> dict[str, dict[int, int]]:
            rows = self._fetch_all(
                "table_id, seat, at",
                "SELECT table_id, seat, at FROM presence JOIN json_each(?) ON table_id = value",
                (json.dumps(list(tables)),),
            )
            return by_table(rows)

        return await self._read(job)

    async def signal(self, table_id: str, text: str) -> None:
        """No other process listens."""

    async def notices(self) -> AsyncGenerator[StoreNotice, None]:
        """No other process writes to the file: waits for ever."""
        await asyncio.get_running_loop().create_future()
        yield StoreNotice("")

    async def check(self) -> None:
        await self._write(lambda: self._db.execute("UPDATE house SET checked = ?", (self.time.now(),)))


def last_failed(results: Sequence[JobResult]) -> bool:
    return bool(results) and isinstance(results[-1], Exception)
