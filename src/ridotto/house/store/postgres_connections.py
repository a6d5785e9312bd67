"""The way to PostgreSQL: a few connections, made when they are needed and made again when they break."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, LiteralString

from ridotto.engine.message import Message, msg
from ridotto.house.refusals import EntriesLost, StoreFailed
from ridotto.house.store.migrations import STEPS

if TYPE_CHECKING:
    from psycopg import AsyncConnection, Error

CONNECTIONS = 8
PAUSE = 0.1  # seconds between two attempts to reach a database that has gone
USUAL: dict[str, Any] = {
    "application_name": "ridotto",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}  # unless the address says something else
MANNERS: LiteralString = """
    SELECT set_config('statement_timeout', %s, false),
        CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""  # of every connection: nothing hangs, and what was committed is kept
MIGRATING = 0x5249444F  # one process at a time


class Unfit(StoreFailed):
    """The database is well, but will not keep this."""


class Link:
    """Asks one thing at a time of a connection. All that is asked may be asked twice, so a broken one is no trouble."""

    def __init__(self, address: str, patience: float) -> None:
        try:
            import psycopg
            from psycopg.conninfo import conninfo_to_dict
        except ImportError as error:
            raise StoreFailed(
                msg("PostgreSQL needs a library that's missing here: pip install {what}", what="'ridotto[postgres]'")
            ) from error
        try:
            self._parts: dict[str, Any] = USUAL | conninfo_to_dict(address)
        except psycopg.Error:  # it may quote the password
            raise StoreFailed(
                msg("The database address must look like this: postgresql://user:password@host/name.")
            ) from None
        self.name = f"{self._parts.get('host', 'localhost')}/{self._parts.get('dbname', '')}"
        self._patience = patience
        self._room = asyncio.Semaphore(CONNECTIONS)
        self._idle: list[AsyncConnection[Any]] = []
        self.closed = False

    async def connect(self) -> "AsyncConnection[Any]":
        """A new connection, in which every statement is a transaction of its own."""
        import psycopg

        connection = await psycopg.AsyncConnection.connect(autocommit=True, **self._parts)
        try:
            await connection.execute(MANNERS, (f"{round(self._patience * 1000)}ms",))
        except BaseException:
            await connection.close()
            raise
        return connection

    @asynccontextmanager
    async def _connection(self) -> "AsyncIterator[AsyncConnection[Any]]":
        from psycopg.pq import TransactionStatus

        async with self._room:
            connection = self._idle.pop() if self._idle else await self.connect()
            try:
                yield connection
            finally:
                if connection.broken:
                    await self._close_idle()  # they are no better
                if self.closed or connection.info.transaction_status != TransactionStatus.IDLE:
                    await connection.close()
                else:
                    self._idle.append(connection)

    async def fetch(self, statement: LiteralString, values: Mapping[str, Any] = {}) -> list[tuple[Any, ...]]:
        """Carries out one statement, and gives what it gives; a connection that breaks is no reason to give up soon."""
        import psycopg

        end = time.monotonic() + self._patience
        while True:
            if self.closed:
                raise StoreFailed(msg("The database {name} is closed.", name=self.name))
            try:
                async with self._connection() as connection:
                    cursor = await connection.execute(statement, values)
                    return await cursor.fetchall() if cursor.description else []
            except psycopg.Error as error:
                if not passing(error) or time.monotonic() > end:
                    raise self.trouble(error) from error
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        self.closed = True
        await self._close_idle()

    async def _close_idle(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    # The schema

    async def migrate(self, to: int | None = None) -> None:
        """All steps that are missing, in one transaction: done, or nothing changed."""
        import psycopg

        try:
            async with self._connection() as connection, connection.transaction():
                await connection.execute("SET LOCAL statement_timeout = 0")
                await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
                await self._take_steps(connection, len(STEPS) if to is None else to)
        except psycopg.Error as error:
            raise self.trouble(error) from error

    async def _take_steps(self, connection: "AsyncConnection[Any]", to: int) -> None:
        version = 0
        if await first(connection, "SELECT to_regclass('ridotto.schema')"):
            version = await first(connection, "SELECT version FROM ridotto.schema")
        if version > len(STEPS):
            raise StoreFailed(
                msg(
                    "The database {file} is from a newer Ridotto (schema {version}, this one knows {known}):"
                    " please update.",
                    file=self.name,
                    version=version,
                    known=len(STEPS),
                )
            )
        if version >= to:
            return
        if not version:
            await connection.execute("CREATE SCHEMA IF NOT EXISTS ridotto")
            await connection.execute("CREATE TABLE ridotto.schema (version INTEGER NOT NULL)")
            await connection.execute("INSERT INTO ridotto.schema VALUES (0)")
        for step in STEPS[version:to]:
            for statement in step.postgres:
                await connection.execute(statement)
        await connection.execute("UPDATE ridotto.schema SET version = %s", (to,))

    # What goes wrong

    def trouble(self, error: "Error") -> StoreFailed:
        """In one line, and without the password."""
        import psycopg

        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        if secret := self._parts.get("password"):
            reason = reason.replace(str(secret), "***")
        if isinstance(error, (psycopg.DataError, psycopg.IntegrityError)):
            return Unfit(msg("The database {name} rejected this: {reason}", name=self.name, reason=reason))
        return StoreFailed(self._line(error.sqlstate or "", reason))

    def lost(self) -> EntriesLost:
        return EntriesLost(msg("The database {file} has lost entries of a table.", file=self.name))

    def _line(self, state: str, reason: str) -> Message:
        if state in ("57014", "55P03"):
            return msg("The database {name} isn't responding.", name=self.name)
        if state == "53100":
            return msg("There's no space left for the database {file}.", file=self.name)
        if state in ("25006", "42501"):
            return msg("The database {name} is read-only for this user: {reason}", name=self.name, reason=reason)
        if not state or state[:2] in ("08", "28", "57", "53"):
            return msg("Can't reach the database {name}: {reason}", name=self.name, reason=reason)
        return msg("The database {file} doesn't work: {reason}", file=self.name, reason=reason)


async def first(connection: "AsyncConnection[Any]", statement: LiteralString) -> Any:
    row = await (await connection.execute(statement)).fetchone()
    return row[0] if row else None


def passing(error: "Error") -> bool:
    """Is it worth another attempt? Connections break, servers start anew, transactions get into each other's way."""
    import psycopg

    state = error.sqlstate
    if state is None:
        return isinstance(error, psycopg.OperationalError)
    return state[:2] == "08" or state in ("57P01", "57P02", "57P03", "53300", "40001", "40P01")
