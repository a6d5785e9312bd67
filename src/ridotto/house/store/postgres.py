"""A store in PostgreSQL, shared by any number of processes: the primary key of an event decides who was first.

Events that queue up during a write share the next statement. If the connection breaks before the answer, the same
statement is sent again: the mark of an event tells whether it had been written, and whether by us.
"""

import contextlib
import secrets
from collections.abc import AsyncGenerator, Collection, Iterable, Sequence
from typing import Any, LiteralString, Self

from ridotto.house.entropy import new_secret
from ridotto.house.store.batch_writer import BatchWriter, PendingWrite, WriteResult
from ridotto.house.store.postgres_connections import ConnectionPool, WriteRejected
from ridotto.house.store.protocol import Listing, Phase, StoredEvent, StoreNotice, by_table
from ridotto.house.time_source import SystemTime, TimeSource

PAGE_ROWS = 500
RELISTEN_SECONDS = 0.5  # until a broken connection is opened again to listen

NOW: LiteralString = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

OPEN: LiteralString = f"""
    WITH opened AS (
        INSERT INTO ridotto.tables (id, phase, listed, entries, changed, opened)
        SELECT %(table)s, 'open', %(listed)s, 1, now, now FROM (SELECT {NOW}) AS clock (now)
        ON CONFLICT DO NOTHING RETURNING changed
    ), kept AS (
        INSERT INTO ridotto.entries (table_id, n, at, body, mark)
        SELECT %(table)s, 0, changed, %(body)s, %(mark)s FROM opened RETURNING table_id, at
    )
    SELECT table_id, at, pg_notify('ridotto', %(name)s || ' ' || table_id) FROM kept
"""
APPEND: LiteralString = f"""
    WITH pending AS (
        SELECT * FROM unnest(
            %(tables)s::text[], %(ns)s::int[], %(bodies)b::bytea[], %(phases)s::text[], %(paused)s::bool[],
            %(marks)s::bigint[]
        ) AS pending (id, n, body, phase, paused, mark)
    ), locked AS MATERIALIZED (
        SELECT id FROM ridotto.tables JOIN pending USING (id) ORDER BY id FOR NO KEY UPDATE OF tables
    ), moved AS (
        UPDATE ridotto.tables AS known
        SET entries = entries + 1, phase = pending.phase, paused = pending.paused, changed = greatest(changed, {NOW})
        FROM pending JOIN locked USING (id) WHERE known.id = pending.id AND entries = pending.n
        RETURNING known.id, pending.n, changed, body, mark
    ), kept AS (
        INSERT INTO ridotto.entries (table_id, n, at, body, mark) SELECT id, n, changed, body, mark FROM moved
        RETURNING table_id, at
    )
    SELECT table_id, at, pg_notify('ridotto', %(name)s || ' ' || table_id) FROM kept
"""  # all processes lock tables in the same order: no deadlocks
WRITTEN: LiteralString = """
    SELECT table_id, at, mark FROM ridotto.entries
    JOIN unnest(%(tables)s::text[], %(ns)s::int[]) AS pending (id, number) ON table_id = id AND n = number
"""
LISTINGS: LiteralString = """
    SELECT newest.* FROM unnest(%(phases)s::text[]) AS wanted (phase), unnest(%(shown)s::bool[]) AS shown (listed),
    LATERAL (
        SELECT id, phase, listed, opened, entries FROM ridotto.tables
        WHERE tables.phase = wanted.phase AND tables.listed = shown.listed AND NOT paused
        ORDER BY opened DESC, id LIMIT %(limit)s
    ) AS newest
    ORDER BY opened DESC, id LIMIT %(limit)s
"""  # of each phase; reads no more rows than the limit
LEASE: LiteralString = f"""
    INSERT INTO ridotto.leases AS held (table_id, holder, until)
    SELECT id, %(holder)s, {NOW} + %(duration)s FROM ridotto.tables WHERE id = ANY(%(tables)s) ORDER BY id
    ON CONFLICT (table_id) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE held.holder = excluded.holder OR held.until <= {NOW}
    RETURNING table_id
"""
UNATTENDED: LiteralString = f"""
    SELECT id FROM ridotto.tables WHERE phase = 'running' AND NOT paused
    AND NOT EXISTS (SELECT FROM ridotto.leases WHERE table_id = id AND until > {NOW})
    ORDER BY changed DESC, id LIMIT %(limit)s
"""
STALE: LiteralString = """
    SELECT id FROM ridotto.tables WHERE phase = %(phase)s AND paused = %(paused)s AND changed < %(before)s
    ORDER BY changed LIMIT %(limit)s
"""
DELETE: LiteralString = """
    WITH old AS MATERIALIZED (
        SELECT id FROM ridotto.tables
        WHERE id = ANY(%(tables)s) AND phase IN ('open', 'closed') AND changed < %(before)s ORDER BY id FOR UPDATE
    ), entries AS (
        DELETE FROM ridotto.entries USING old WHERE table_id = id
    ), leases AS (
        DELETE FROM ridotto.leases USING old WHERE table_id = id
    ), presence AS (
        DELETE FROM ridotto.presence USING old WHERE table_id = id
    ), codes AS (
        DELETE FROM ridotto.codes USING old WHERE table_id = id
    )
    DELETE FROM ridotto.tables AS gone USING old WHERE gone.id = old.id
"""
CODE: LiteralString = f"SELECT code FROM ridotto.codes WHERE table_id = %(table)s AND until > {NOW}"
GIVE_CODE: LiteralString = f"""
    INSERT INTO ridotto.codes (table_id, code, until)
    SELECT id, %(code)s, {NOW} + %(duration)s FROM ridotto.tables WHERE id = %(table)s ON CONFLICT DO NOTHING
"""
TABLE_OF_CODE: LiteralString = f"""
    SELECT table_id FROM ridotto.codes JOIN ridotto.tables ON id = table_id
    WHERE code = %(code)s AND until > {NOW} AND phase = 'open'
"""
PRESENT: LiteralString = f"""
    INSERT INTO ridotto.presence AS seen (table_id, seat, at)
    SELECT id, seat, {NOW} FROM unnest(%(tables)s::text[], %(seats)s::int[]) AS there (id, seat)
    JOIN ridotto.tables USING (id) ORDER BY id, seat
    ON CONFLICT (table_id, seat) DO UPDATE SET at = greatest(seen.at, excluded.at)
"""


class PostgresStore:
    """The store of one of the processes that share a database."""

    shared = True

    @classmethod
    async def connect(cls, address: str, time: TimeSource | None = None, max_wait: float = 5.0) -> Self:
        """`max_wait`: how many seconds a statement is retried while the database is out of reach."""
        pool = ConnectionPool(address, max_wait)
        try:
            await pool.migrate()
            new = {"secret": new_secret()}
            await pool.fetch("INSERT INTO ridotto.house VALUES (true, %(secret)s) ON CONFLICT DO NOTHING", new)
            ((secret,),) = await pool.fetch("SELECT secret FROM ridotto.house")
        except BaseException:
            await pool.close()
            raise
        return cls(pool, bytes(secret), time or SystemTime())

    def __init__(self, pool: ConnectionPool, secret: bytes, time: TimeSource) -> None:
        self.time = time
        self._pool = pool
        self._secret = secret
        self._name = secrets.token_hex(8)
        self._writer = BatchWriter(self._append)

    async def close(self) -> None:
        await self._writer.finish()
        await self._pool.close()

    async def secret(self) -> bytes:
        return self._secret

    async def now(self) -> int:
        ((now,),) = await self._pool.fetch(f"SELECT {NOW}")
        return int(now)

    # The log

    async def open(self, table_id: str, body: bytes, listed: bool) -> int | None:
        pending = PendingWrite(table_id, 0, body, "open", False, secrets.randbits(63))
        written = await self._pool.fetch(OPEN, {**pending._asdict(), "listed": listed, "name": self._name})
        (result,) = await self._results([pending], written)
        if isinstance(result, Exception):
            raise result
        return result

    async def append(self, table_id: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        return await self._writer.write(PendingWrite(table_id, n, body, phase, paused, secrets.randbits(63)))

    async def _append(self, pending: Sequence[PendingWrite]) -> list[WriteResult]:
        try:
            written = await self._pool.fetch(APPEND, columns(pending) | {"name": self._name})
            return await self._results(pending, written)
        except WriteRejected as error:
            if len(pending) == 1:
                return [error]
            return [(await self._append([one]))[0] for one in pending]  # only the bad one fails

    async def _results(self, pending: Sequence[PendingWrite], written: Sequence[tuple[Any, ...]]) -> list[WriteResult]:
        """When each event was written; None for those whose number was taken."""
        times: dict[str, WriteResult] = {table: at for table, at, _ in written}
        if missing := [one for one in pending if one.table not in times]:
            found = {table: (at, mark) for table, at, mark in await self._pool.fetch(WRITTEN, columns(missing))}
            for one in missing:
                at, mark = found.get(one.table, (self._pool.events_lost(), one.mark))
                times[one.table] = at if mark == one.mark else None
        return [times[one.table] for one in pending]

    async def read(self, table_id: str, first: int = 0) -> list[StoredEvent]:
        """Reads page by page: rows are unpacked on the event loop, which others need in between."""
        statement: LiteralString = (
            "SELECT n, at, body FROM ridotto.entries WHERE table_id = %(table)s AND n >= %(first)s"
            " ORDER BY n LIMIT %(page)s"
        )
        rows: list[StoredEvent] = []
        while True:
            page = await self._pool.fetch(statement, {"table": table_id, "first": first, "page": PAGE_ROWS})
            rows += [StoredEvent(*row) for row in page]
            if len(page) < PAGE_ROWS:
                return rows
            first = rows[-1].n + 1

    async def listings(self, phases: Collection[Phase], listed: bool | None, limit: int) -> list[Listing]:
        shown = [True, False] if listed is None else [listed]
        values = {"phases": list(phases), "shown": shown, "limit": limit}
        return [Listing(*row) for row in await self._pool.fetch(LISTINGS, values)]

    # Leases and presence

    async def lease(self, tables: Collection[str], holder: str, seconds: float) -> set[str]:
        values = {"tables": list(tables), "holder": holder, "duration": round(seconds * 1000)}
        return {table for (table,) in await self._pool.fetch(LEASE, values)}

    async def release(self, holder: str) -> None:
        await self._pool.fetch("DELETE FROM ridotto.leases WHERE holder = %(holder)s", {"holder": holder})

    async def unattended(self, limit: int) -> list[str]:
        return [table for (table,) in await self._pool.fetch(UNATTENDED, {"limit": limit})]

    async def stale(self, phase: Phase, paused: bool, before: int, limit: int) -> list[str]:
        values = {"phase": phase, "paused": paused, "before": before, "limit": limit}
        return [table for (table,) in await self._pool.fetch(STALE, values)]

    async def delete(self, tables: Collection[str], before: int) -> None:
        await self._pool.fetch(DELETE, {"tables": list(tables), "before": before})

    async def give_code(self, table_id: str, code: str, seconds: float) -> str | None:
        found = await self._pool.fetch(CODE, {"table": table_id})
        if not found:
            await self._pool.fetch(f"DELETE FROM ridotto.codes WHERE until <= {NOW}")
            await self._pool.fetch(GIVE_CODE, {"table": table_id, "code": code, "duration": round(seconds * 1000)})
            found = await self._pool.fetch(CODE, {"table": table_id})
        return found[0][0] if found else None

    async def table_of_code(self, code: str) -> str | None:
        found = await self._pool.fetch(TABLE_OF_CODE, {"code": code})
        return found[0][0] if found else None

    async def record_presence(self, participants: Iterable[tuple[str, int]]) -> None:
        if present := set(participants):
            tables, numbers = map(list, zip(*present, strict=True))
            await self._pool.fetch(PRESENT, {"tables": tables, "seats": numbers})

    async def last_seen(self, tables: Collection[str]) -> dict[str, dict[int, int]]:
        statement: LiteralString = "SELECT table_id, seat, at FROM ridotto.presence WHERE table_id = ANY(%(tables)s)"
        return by_table(await self._pool.fetch(statement, {"tables": list(tables)}))

    async def signal(self, table_id: str, text: str) -> None:
        statement: LiteralString = "SELECT pg_notify('ridotto', %(payload)s)"
        await self._pool.fetch(statement, {"payload": f"{self._name} {table_id}\n{text}"})

    async def notices(self) -> AsyncGenerator[StoreNotice, None]:
        import psycopg

        while not self._pool.closed:
            with contextlib.suppress(psycopg.Error):
                async with await self._pool.connect() as connection:
                    await connection.execute("LISTEN ridotto")
                    yield StoreNotice("")
                    async for notice in connection.notifies():
                        sender, _, text = notice.payload.partition(" ")
                        table, _, signal = text.partition("\n")
                        if sender != self._name:
                            yield StoreNotice(table, signal)
            await self.time.sleep(RELISTEN_SECONDS)

    async def check(self) -> None:
        await self._pool.fetch(f"UPDATE ridotto.house SET checked = {NOW}")


def columns(pending: Sequence[PendingWrite]) -> dict[str, list[Any]]:
    """The fields of all writes as the arrays that `APPEND` unnests."""
    return {
        "tables": [one.table for one in pending],
        "ns": [one.n for one in pending],
        "bodies": [one.body for one in pending],
        "phases": [one.phase for one in pending],
        "paused": [one.paused for one in pending],
        "marks": [one.mark for one in pending],
    }
