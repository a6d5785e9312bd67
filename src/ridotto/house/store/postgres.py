"""The house in PostgreSQL, for any number of processes: the key of an entry decides who was first.

Entries that gather while others are being written are kept with one statement. If the connection breaks before the
answer comes, the same statement is sent again: the mark of an entry tells whether it was there already, and was ours.
"""

import contextlib
import secrets
from collections.abc import AsyncGenerator, Collection, Iterable, Sequence
from typing import Any, LiteralString, Self

from ridotto.house.entropy import new_secret
from ridotto.house.store import Listing, Phase, Row, Wake, by_table
from ridotto.house.store.batch_writer import BatchWriter, Outcome, PendingWrite
from ridotto.house.store.postgres_connections import Link, Unfit
from ridotto.house.time_source import SystemTime, TimeSource

PAGE = 500  # rows
RETRY = 0.5  # seconds until a connection that broke is made again, to listen

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
    WITH wish AS (
        SELECT * FROM unnest(
            %(tables)s::text[], %(ns)s::int[], %(bodies)b::bytea[], %(phases)s::text[], %(paused)s::bool[],
            %(marks)s::bigint[]
        ) AS wish (id, n, body, phase, paused, mark)
    ), locked AS MATERIALIZED (
        SELECT id FROM ridotto.tables JOIN wish USING (id) ORDER BY id FOR NO KEY UPDATE OF tables
    ), moved AS (
        UPDATE ridotto.tables AS known
        SET entries = entries + 1, phase = wish.phase, paused = wish.paused, changed = greatest(changed, {NOW})
        FROM wish JOIN locked USING (id) WHERE known.id = wish.id AND entries = wish.n
        RETURNING known.id, wish.n, changed, body, mark
    ), kept AS (
        INSERT INTO ridotto.entries (table_id, n, at, body, mark) SELECT id, n, changed, body, mark FROM moved
        RETURNING table_id, at
    )
    SELECT table_id, at, pg_notify('ridotto', %(name)s || ' ' || table_id) FROM kept
"""  # processes that want the same tables lock them in the same order
WRITTEN: LiteralString = """
    SELECT table_id, at, mark FROM ridotto.entries
    JOIN unnest(%(tables)s::text[], %(ns)s::int[]) AS wish (id, number) ON table_id = id AND n = number
"""
LISTINGS: LiteralString = """
    SELECT newest.* FROM unnest(%(phases)s::text[]) AS wanted (phase), unnest(%(shown)s::bool[]) AS shown (listed),
    LATERAL (
        SELECT id, phase, listed, opened, entries FROM ridotto.tables
        WHERE tables.phase = wanted.phase AND tables.listed = shown.listed AND NOT paused
        ORDER BY opened DESC, id LIMIT %(limit)s
    ) AS newest
    ORDER BY opened DESC, id LIMIT %(limit)s
"""  # of each kind the newest: more than these are never looked at
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
    """One of the processes that share a database."""

    shared = True

    @classmethod
    async def connect(cls, address: str, time: TimeSource | None = None, patience: float = 5.0) -> Self:
        """`patience`: the seconds that something asked for waits for a database that has gone."""
        link = Link(address, patience)
        try:
            await link.migrate()
            made = {"secret": new_secret()}
            await link.fetch("INSERT INTO ridotto.house VALUES (true, %(secret)s) ON CONFLICT DO NOTHING", made)
            ((secret,),) = await link.fetch("SELECT secret FROM ridotto.house")
        except BaseException:
            await link.close()
            raise
        return cls(link, bytes(secret), time or SystemTime())

    def __init__(self, link: Link, secret: bytes, time: TimeSource) -> None:
        self.time = time
        self._link = link
        self._secret = secret
        self._name = secrets.token_hex(8)
        self._gathering = BatchWriter(self._append)

    async def close(self) -> None:
        await self._gathering.finish()
        await self._link.close()

    async def secret(self) -> bytes:
        return self._secret

    async def now(self) -> int:
        ((now,),) = await self._link.fetch(f"SELECT {NOW}")
        return int(now)

    # The log

    async def open(self, table: str, body: bytes, listed: bool) -> int | None:
        wish = PendingWrite(table, 0, body, "open", False, secrets.randbits(63))
        kept = await self._link.fetch(OPEN, {**wish._asdict(), "listed": listed, "name": self._name})
        (outcome,) = await self._outcomes([wish], kept)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def append(self, table: str, n: int, body: bytes, phase: Phase, paused: bool = False) -> int | None:
        return await self._gathering.keep(PendingWrite(table, n, body, phase, paused, secrets.randbits(63)))

    async def _append(self, wishes: Sequence[PendingWrite]) -> list[Outcome]:
        try:
            kept = await self._link.fetch(APPEND, columns(wishes) | {"name": self._name})
            return await self._outcomes(wishes, kept)
        except Unfit as error:
            if len(wishes) == 1:
                return [error]
            return [(await self._append([wish]))[0] for wish in wishes]  # one of them spoils it for all

    async def _outcomes(self, wishes: Sequence[PendingWrite], kept: Sequence[tuple[Any, ...]]) -> list[Outcome]:
        """When each was kept; None for those that came second."""
        times: dict[str, Outcome] = {table: at for table, at, _ in kept}
        if missed := [wish for wish in wishes if wish.table not in times]:
            written = {table: (at, mark) for table, at, mark in await self._link.fetch(WRITTEN, columns(missed))}
            for wish in missed:
                at, mark = written.get(wish.table, (self._link.lost(), wish.mark))
                times[wish.table] = at if mark == wish.mark else None
        return [times[wish.table] for wish in wishes]

    async def read(self, table: str, first: int = 0) -> list[Row]:
        """A page at a time: rows are unpacked on the loop, and others get a turn in between."""
        statement: LiteralString = (
            "SELECT n, at, body FROM ridotto.entries WHERE table_id = %(table)s AND n >= %(first)s"
            " ORDER BY n LIMIT %(page)s"
        )
        rows: list[Row] = []
        while True:
            page = await self._link.fetch(statement, {"table": table, "first": first, "page": PAGE})
            rows += [Row(*row) for row in page]
            if len(page) < PAGE:
                return rows
            first = rows[-1].n + 1

    async def listings(self, phases: Collection[Phase], listed: bool | None, limit: int) -> list[Listing]:
        shown = [True, False] if listed is None else [listed]
        wish = {"phases": list(phases), "shown": shown, "limit": limit}
        return [Listing(*row) for row in await self._link.fetch(LISTINGS, wish)]

    # Who does what, who is there

    async def lease(self, tables: Collection[str], holder: str, seconds: float) -> set[str]:
        wish = {"tables": list(tables), "holder": holder, "duration": round(seconds * 1000)}
        return {table for (table,) in await self._link.fetch(LEASE, wish)}

    async def release(self, holder: str) -> None:
        await self._link.fetch("DELETE FROM ridotto.leases WHERE holder = %(holder)s", {"holder": holder})

    async def unattended(self, limit: int) -> list[str]:
        return [table for (table,) in await self._link.fetch(UNATTENDED, {"limit": limit})]

    async def stale(self, phase: Phase, paused: bool, before: int, limit: int) -> list[str]:
        wish = {"phase": phase, "paused": paused, "before": before, "limit": limit}
        return [table for (table,) in await self._link.fetch(STALE, wish)]

    async def delete(self, tables: Collection[str], before: int) -> None:
        await self._link.fetch(DELETE, {"tables": list(tables), "before": before})

    async def give_code(self, table: str, code: str, seconds: float) -> str | None:
        found = await self._link.fetch(CODE, {"table": table})
        if not found:
            await self._link.fetch(f"DELETE FROM ridotto.codes WHERE until <= {NOW}")
            await self._link.fetch(GIVE_CODE, {"table": table, "code": code, "duration": round(seconds * 1000)})
            found = await self._link.fetch(CODE, {"table": table})
        return found[0][0] if found else None

    async def table_of_code(self, code: str) -> str | None:
        found = await self._link.fetch(TABLE_OF_CODE, {"code": code})
        return found[0][0] if found else None

    async def present(self, seats: Iterable[tuple[str, int]]) -> None:
        if there := set(seats):
            tables, numbers = map(list, zip(*there, strict=True))
            await self._link.fetch(PRESENT, {"tables": tables, "seats": numbers})

    async def last_seen(self, tables: Collection[str]) -> dict[str, dict[int, int]]:
        statement: LiteralString = "SELECT table_id, seat, at FROM ridotto.presence WHERE table_id = ANY(%(tables)s)"
        return by_table(await self._link.fetch(statement, {"tables": list(tables)}))

    async def signal(self, table: str, text: str) -> None:
        statement: LiteralString = "SELECT pg_notify('ridotto', %(payload)s)"
        await self._link.fetch(statement, {"payload": f"{self._name} {table}\n{text}"})

    async def wakes(self) -> AsyncGenerator[Wake, None]:
        import psycopg

        while not self._link.closed:
            with contextlib.suppress(psycopg.Error):
                async with await self._link.connect() as ears:
                    await ears.execute("LISTEN ridotto")
                    yield Wake("")
                    async for notice in ears.notifies():
                        sender, _, told = notice.payload.partition(" ")
                        table, _, signal = told.partition("\n")
                        if sender != self._name:
                            yield Wake(table, signal)
            await self.time.sleep(RETRY)

    async def check(self) -> None:
        await self._link.fetch(f"UPDATE ridotto.house SET checked = {NOW}")


def columns(wishes: Sequence[PendingWrite]) -> dict[str, list[Any]]:
    return {
        "tables": [wish.table for wish in wishes],
        "ns": [wish.n for wish in wishes],
        "bodies": [wish.body for wish in wishes],
        "phases": [wish.phase for wish in wishes],
        "paused": [wish.paused for wish in wishes],
        "marks": [wish.mark for wish in wishes],
    }
