"""A pool of PostgreSQL connections: opened on demand, replaced when they break."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, LiteralString

from ridotto.engine.message import Message, msg
from ridotto.house.refusals import EventsLost, StoreFailed
from ridotto.house.store.migrations import MIGRATIONS

if TYPE_CHECKING:
    from psycopg import AsyncConnection, Error

MAX_CONNECTIONS = 8
RETRY_SECONDS = 0.1  # between two attempts to reach the database
DEFAULTS: dict[str, Any] = {
    "application_name": "ridotto",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}  # the address may override them
SESSION_SETTINGS: LiteralString = """
    SELECT set_config('statement_timeout', %s, false),
        CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""  # no statement hangs, and commits are durable
MIGRATION_LOCK = 0x5249444F  # one process migrates at a time


class WriteRejected(StoreFailed):
    """The database works but does not accept these values."""


class ConnectionPool:
    """Runs one statement at a time on a connection and repeats it if the connection breaks: all must be idempotent."""

    def __init__(self, address: str, max_wait: float) -> None:
        try:
            import psycopg
            from psycopg.conninfo import conninfo_to_dict
        except ImportError as error:
            raise StoreFailed(
                msg("PostgreSQL needs a library that's missing here: pip install {what}", what="'ridotto[postgres]'")
            ) from error
        try:
            self._parts: dict[str, Any] = DEFAULTS | conninfo_to_dict(address)
        except psycopg.Error:  # its message may contain the password
            raise StoreFailed(
                msg("The database address must look like this: postgresql://user:password@host/name.")
            ) from None
        self.name = f"{self._parts.get('host', 'localhost')}/{self._parts.get('dbname', '')}"
        self._max_wait = max_wait
        self._slots = asyncio.Semaphore(MAX_CONNECTIONS)
        self._idle: list[AsyncConnection[Any]] = []
        self.closed = False

    async def connect(self) -> "AsyncConnection[Any]":
        """A new connection in autocommit mode."""
        import psycopg

        connection = await psycopg.AsyncConnection.connect(autocommit=True, **self._parts)
        try:
            await connection.execute(SESSION_SETTINGS, (f"{round(self._max_wait * 1000)}ms",))
        except BaseException:
            await connection.close()
            raise
        return connection

    @asynccontextmanager
    async def _connection(self) -> "AsyncIterator[AsyncConnection[Any]]":
        from psycopg.pq import TransactionStatus

        async with self._slots:
            connection = self._idle.pop() if self._idle else await self.connect()
            try:
                yield connection
            finally:
                if connection.broken:
                    await self._close_idle()  # they are probably broken, too
                if self.closed or connection.info.transaction_status != TransactionStatus.IDLE:
                    await connection.close()
                else:
                    self._idle.append(connection)

    async def fetch(self, statement: LiteralString, values: Mapping[str, Any] = {}) -> list[tuple[Any, ...]]:
        """Runs a statement and returns its rows. Retries for `max_wait` seconds while the database is out of reach."""
        import psycopg

        end = time.monotonic() + self._max_wait
        while True:
            if self.closed:
                raise StoreFailed(msg("The database {name} is closed.", name=self.name))
            try:
                async with self._connection() as connection:
                    cursor = await connection.execute(statement, values)
                    return await cursor.fetchall() if cursor.description else []
            except psycopg.Error as error:
                if not is_temporary(error) or time.monotonic() > end:
                    raise self.store_error(error) from error
            await asyncio.sleep(RETRY_SECONDS)

    async def close(self) -> None:
        self.closed = True
        await self._close_idle()

    async def _close_idle(self) -> None:
        while self._idle:
            await self._idle.pop().close()

    # The schema

    async def migrate(self, to: int | None = None) -> None:
        """Runs all missing migrations in one transaction: all or none."""
        import psycopg

        try:
            async with self._connection() as connection, connection.transaction():
                await connection.execute("SET LOCAL statement_timeout = 0")
                await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
                await self._run_migrations(connection, len(MIGRATIONS) if to is None else to)
        except psycopg.Error as error:
            raise self.store_error(error) from error

    async def _run_migrations(self, connection: "AsyncConnection[Any]", to: int) -> None:
        version = 0
        if await fetch_value(connection, "SELECT to_regclass('ridotto.schema')"):
            version = await fetch_value(connection, "SELECT version FROM ridotto.schema")
        if version > len(MIGRATIONS):
            raise StoreFailed(
                msg(
                    "The database {file} is from a newer Ridotto (schema {version}, this one knows {known}):"
                    " please update.",
                    file=self.name,
                    version=version,
                    known=len(MIGRATIONS),
                )
            )
        if version >= to:
            return
        if not version:
            await connection.execute("CREATE SCHEMA IF NOT EXISTS ridotto")
            await connection.execute("CREATE TABLE ridotto.schema (version INTEGER NOT NULL)")
            await connection.execute("INSERT INTO ridotto.schema VALUES (0)")
        for migration in MIGRATIONS[version:to]:
            for statement in migration.postgres:
                await connection.execute(statement)
        await connection.execute("UPDATE ridotto.schema SET version = %s", (to,))

    # Errors

    def store_error(self, error: "Error") -> StoreFailed:
        """An error of PostgreSQL as a `StoreFailed` with a one-line message, without the password."""
        import psycopg

        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        if secret := self._parts.get("password"):
            reason = reason.replace(str(secret), "***")
        if isinstance(error, (psycopg.DataError, psycopg.IntegrityError)):
            return WriteRejected(msg("The database {name} rejected this: {reason}", name=self.name, reason=reason))
        return StoreFailed(self._message(error.sqlstate or "", reason))

    def events_lost(self) -> EventsLost:
        return EventsLost(msg("The database {file} has lost entries of a table.", file=self.name))

    def _message(self, state: str, reason: str) -> Message:
        if state in ("57014", "55P03"):
            return msg("The database {name} isn't responding.", name=self.name)
        if state == "53100":
            return msg("There's no space left for the database {file}.", file=self.name)
        if state in ("25006", "42501"):
            return msg("The database {name} is read-only for this user: {reason}", name=self.name, reason=reason)
        if not state or state[:2] in ("08", "28", "57", "53"):
            return msg("Can't reach the database {name}: {reason}", name=self.name, reason=reason)
        return msg("The database {file} doesn't work: {reason}", file=self.name, reason=reason)


async def fetch_value(connection: "AsyncConnection[Any]", statement: LiteralString) -> Any:
    row = await (await connection.execute(statement)).fetchone()
    return row[0] if row else None


def is_temporary(error: "Error") -> bool:
    """Is a retry worthwhile: after broken connections, restarts and conflicts between transactions?"""
    import psycopg

    state = error.sqlstate
    if state is None:
        return isinstance(error, psycopg.OperationalError)
    return state[:2] == "08" or state in ("57P01", "57P02", "57P03", "53300", "40001", "40P01")
