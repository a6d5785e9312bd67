"""The house in one file: SQLite (WAL) with durable commits, a thread that writes and a thread that reads.

All that is asked for while a commit is under way goes into the next one: the busier the house, the cheaper an entry.
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
from ridotto.house.refusals import EntriesLost, StoreFailed
from ridotto.house.store import Listing, Phase, Row, Wake, by_table
from ridotto.house.store.database_thread import DatabaseThread, Job, Outcome
from ridotto.house.store.sqlite_file import hold, open_to_read, open_to_write, trouble
from ridotto.house.time_source import SystemTime, TimeSource

T = TypeVar("T")

NEWEST = """
    SELECT * FROM (
        SELECT id, phase, listed, opened, entries FROM tables
        WHERE phase = ? AND listed = ? AND paused = 0 ORDER BY opened DESC, id LIMIT ?
    )
"""  # of one kind: more than these are never looked at


class SqliteStore:
    """One process, one file."""

    shared = False

    @classmethod
    async def connect(cls, address: str, time: TimeSource | None = None, patience: float = 5.0) -> Self:
        """Opens or makes the file; `patience`: the seconds to wait for other programs that have it locked."""
        return await asyncio.to_thread(cls, Path(address), time or SystemTime(), patience)

    def __init__(self, file: Path, time: TimeSource, patience: float) -> None:
        self.time = time
        self._file = file.resolve()
        with contextlib.ExitStack() as opened:  # all of it, or nothing stays open
            try:
                opened.callback(os.close, hold(self._file))
                self._db = opened.enter_context(contextlib.closing(open_to_write(self._file, patience)))
                self._reading = opened.enter_context(contextlib.closing(open_to_read(self._file, patience)))
                made = (new_secret(),)
                self._db.execute("INSERT INTO house (single, secret) VALUES (1, ?) ON CONFLICT DO NOTHING", made)
                self._db.execute("DELETE FROM leases")  # of a process that is no more: only one uses the file
                (self._secret,) = self._db.execute("SELECT secret FROM house").fetchone()
            except (OSError, sqlite3.Error) as error:
                raise trouble(error, self._file) from error
            self._opened = opened.pop_all()
        self._writer = DatabaseThread("ridotto-writer", self._commit)
        self._reader = DatabaseThread("ridotto-reader", self._look)
        self._closed = False

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._writer.leave()
        await self._reader.leave()
        self._opened.close()

    # How jobs are done

    async def _write(self, job: Callable[[], T]) -> T:
        return await self._ask(self._writer, job)

    async def _read(self, job: Callable[[], T]) -> T:
        return await self._ask(self._reader, job)

    async def _ask(self, clerk: DatabaseThread, job: Callable[[], T]) -> T:
        if self._closed:
            raise StoreFailed(msg("The database {file} is closed.", file=self._file))
        return await clerk.do(job)

    def _look(self, jobs: Sequence[Job]) -> list[Outcome]:
        return [self._attempt(job) for job in jobs]

    def _commit(self, jobs: Sequence[Job]) -> list[Outcome]:
        """One transaction for all. Where a job fails, nothing of it is kept, and each gets a transaction of its own."""
        outcomes: list[Outcome] = []
        try:
            self._db.execute("BEGIN IMMEDIATE")
            while len(outcomes) < len(jobs) and not failed(outcomes):  # after a failure there may be no transaction
                outcomes.append(self._attempt(jobs[len(outcomes)]))
            if not failed(outcomes):
                self._db.execute("COMMIT")
                return outcomes
        except sqlite3.Error as error:
            return [trouble(error, self._file) for _ in jobs]
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        return outcomes if len(jobs) == 1 else [self._commit([job])[0] for job in jobs]

    def _attempt(self, job: Job) -> Outcome:
        try:
            return job()
        except sqlite3.Error as error:
            return trouble(error, self._file)
        except Exception as error:
            return error

    def _all(self, columns: str, query: str, values: Sequence[object]) -> list[Any]:
        """All rows of a query, in one. SQLite gives the interpreter up at every row, and waits for it again."""
        one = f"SELECT json_group_array(json_array({columns})) FROM ({query})"
        ((rows,),) = self._reading.execute(one, values)
        found: list[Any] = msgspec.json.decode(rows)
        return found

    # What can be asked

    async def secret(self) -> bytes:
        return bytes(self._secret)

    async def now(self) -> int:
        return self.time.now()

    async def open(self, table: str, body: bytes, listed: bool) -> int | None:
        def job() -> int | None:
            at = self.time.now()
            done = self._db.execute(
                "INSERT INTO tables (id, phase, listed, entries, changed, opened) VALUES (?, 'open', ?, 1, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (table, listed, at, at),
            )
            if not done.rowcount:
                return None
            self._db.execute("INSERT INTO entries (table_id, n, at, body) VALUES (?, 0, ?, ?)", (table, at, body))
            return at

        return await self._write(job)

    async def append(self, table: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        def job() -> int | None:
            moved = self._db.execute(
                "UPDATE tables SET entries = entries + 1, phase = ?, paused = ?, changed = max(changed, ?)"
                " WHERE id = ? AND entries = ? RETURNING changed",
                (phase, paused, self.time.now(), table, n),
            ).fetchall()
            if not moved:
                self._check_beaten(table, n)
                return None
            ((at,),) = moved
            self._db.execute("INSERT INTO entries (table_id, n, at, body) VALUES (?, ?, ?, ?)", (table, n, at, body))
            return int(at)

        return await self._write(job)

    def _check_beaten(self, table: str, n: int) -> None:
        """There is an entry n already; if not, somebody has exchanged the log under our hands."""
        if not self._db.execute("SELECT 1 FROM entries WHERE table_id = ? AND n = ?", (table, n)).fetchone():
            raise EntriesLost(msg("The database {file} has lost entries of a table.", file=self._file))

    async def read(self, table: str, first: int = 0) -> list[Row]:
        def job() -> list[Row]:
            rows = self._all(
                "n, at, hex(body)",
                "SELECT n, at, body FROM entries WHERE table_id = ? AND n >= ? ORDER BY n",
                (table, first),
            )
            return [Row(n, at, bytes.fromhex(body)) for n, at, body in rows]

        return await self._read(job)

    async def listings(self, phases: Collection[Phase], listed: bool | None, limit: int) -> list[Listing]:
        kinds = [(phase, shown) for phase in phases for shown in (True, False) if listed in (shown, None)]

        def job() -> list[Listing]:
            rows = self._all(
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
            rows = self._all(
                "id",
                "SELECT id FROM tables WHERE phase = 'running' AND NOT paused AND NOT EXISTS"
                " (SELECT 1 FROM leases WHERE table_id = id AND until > ?) ORDER BY changed DESC, id LIMIT ?",
                (self.time.now(), limit),
            )
            return [table for (table,) in rows]

        return await self._read(job)

    async def stale(self, phase: Phase, paused: bool, before: int, limit: int) -> list[str]:
        def job() -> list[str]:
            rows = self._all(
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
                    for kept in ("entries", "leases", "presence", "codes"):
                        self._db.execute(f"DELETE FROM {kept} WHERE table_id = ?", (table,))
                    self._db.execute("DELETE FROM tables WHERE id = ?", (table,))

        await self._write(job)

    async def give_code(self, table: str, code: str, seconds: float) -> str | None:
        def known() -> str | None:
            return self._one("SELECT code FROM codes WHERE table_id = ? AND until > ?", (table, self.time.now()))

        def job() -> None:
            now = self.time.now()
            self._db.execute("DELETE FROM codes WHERE until <= ?", (now,))
            self._db.execute(
                "INSERT INTO codes (table_id, code, until) SELECT id, ?, ? FROM tables WHERE id = ?"
                " ON CONFLICT DO NOTHING",
                (code, now + round(seconds * 1000), table),
            )

        if found := await self._read(known):
            return found
        await self._write(job)
        return await self._read(known)

    async def table_of_code(self, code: str) -> str | None:
        query = (
            "SELECT table_id FROM codes JOIN tables ON id = table_id WHERE code = ? AND until > ? AND phase = 'open'"
        )
        return await self._read(lambda: self._one(query, (code, self.time.now())))

    def _one(self, query: str, values: Sequence[object]) -> str | None:
        row = self._reading.execute(query, values).fetchone()
        return row[0] if row else None

    async def present(self, seats: Iterable[tuple[str, int]]) -> None:
        there = list(seats)

        def job() -> None:
            at = self.time.now()
            self._db.execute(
                "INSERT INTO presence (table_id, seat, at) SELECT tables.id, json_extract(value, '$[1]'), ?"
                " FROM json_each(?) JOIN tables ON tables.id = json_extract(value, '$[0]') WHERE true"
                " ON CONFLICT (table_id, seat) DO UPDATE SET at = max(at, excluded.at)",
                (at, json.dumps(there)),
            )

        await self._write(job)

    async def last_seen(self, tables: Collection[str]) -> dict[str, dict[int, int]]:
        def job() -> dict[str, dict[int, int]]:
            rows = self._all(
                "table_id, seat, at",
                "SELECT table_id, seat, at FROM presence JOIN json_each(?) ON table_id = value",
                (json.dumps(list(tables)),),
            )
            return by_table(rows)

        return await self._read(job)

    async def signal(self, table: str, text: str) -> None:
        """Nobody else listens."""

    async def wakes(self) -> AsyncGenerator[Wake, None]:
        """Nobody else writes to the file."""
        await asyncio.get_running_loop().create_future()
        yield Wake("")

    async def check(self) -> None:
        await self._write(lambda: self._db.execute("UPDATE house SET checked = ?", (self.time.now(),)))


def failed(outcomes: Sequence[Outcome]) -> bool:
    return bool(outcomes) and isinstance(outcomes[-1], Exception)
