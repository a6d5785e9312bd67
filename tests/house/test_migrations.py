"""Databases of other versions: older ones are migrated, newer ones are refused."""

import asyncio
import contextlib
import hashlib
import sqlite3
from pathlib import Path

import pytest

from ridotto.house.refusals import StoreFailed
from ridotto.house.store import postgres_connections, sqlite_file
from ridotto.house.store.connect import connect
from ridotto.house.store.migrations import MIGRATIONS, Migration
from ridotto.house.store.postgres_connections import ConnectionPool
from ridotto.house.store.protocol import StoredEvent
from tests.house.postgres import run

pytestmark = pytest.mark.anyio

FIRST_VERSION = (
    "INSERT INTO {house} VALUES ({yes}, {secret}, NULL)",
    "INSERT INTO {tables} VALUES ('rialto', 'running', {yes}, 2, 1700)",
    "INSERT INTO {entries} VALUES ('rialto', 0, 1600, {opened}), ('rialto', 1, 1700, {started})",
)  # rows of a database of the first version


async def make_first(address: str) -> None:
    if address.startswith("postgresql"):
        pool = ConnectionPool(address, 5)
        await pool.migrate(to=1)
        await pool.close()
        names = {name: f"ridotto.{name}" for name in ("house", "tables", "entries")}
        values = {"yes": "true", "secret": "'secret'", "opened": "'opened', 1", "started": "'started', 2"}
        run(address, *(line.format(**names, **values) for line in FIRST_VERSION))
        return
    with contextlib.closing(sqlite3.connect(address, isolation_level=None)) as db:
        sqlite_file.migrate(db, Path(address), to=1)
        names = {name: name for name in ("house", "tables", "entries")}
        values = {"yes": "1", "secret": "CAST('secret' AS BLOB)"}
        values |= {word: f"CAST('{word}' AS BLOB)" for word in ("opened", "started")}
        for line in FIRST_VERSION:
            db.execute(line.format(**names, **values))


def version(address: str) -> tuple[int, set[str]]:
    """The version and the tables of the schema."""
    if address.startswith("postgresql"):
        ((number,),) = run(address, "SELECT version FROM ridotto.schema")
        return number, {
            name for (name,) in run(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'ridotto'")
        }
    with contextlib.closing(sqlite3.connect(address)) as db:
        ((number,),) = db.execute("PRAGMA user_version").fetchall()
        return number, {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def set_version(address: str, number: int) -> None:
    if address.startswith("postgresql"):
        run(address, f"UPDATE ridotto.schema SET version = {number}")
        return
    with contextlib.closing(sqlite3.connect(address)) as db:
        db.execute(f"PRAGMA user_version = {number}")


async def test_a_database_of_the_first_version_is_migrated(address: str) -> None:
    await make_first(address)
    number, tables = version(address)
    assert (number, "presence" in tables, "leases" in tables) == (1, False, False)
    store = await connect(address)
    assert await store.secret() == b"secret"
    assert await store.read("rialto") == [StoredEvent(0, 1600, b"opened"), StoredEvent(1, 1700, b"started")]
    assert await store.listings(["running"], True, 9) == [("rialto", "running", True, 1600, 2)]
    assert await store.unattended(9) == ["rialto"]
    assert await store.lease(["rialto"], "left", 60) == {"rialto"}
    await store.record_presence([("rialto", 2)])
    assert set((await store.last_seen(["rialto"]))["rialto"]) == {2}
    assert await store.append("rialto", 2, b"moved", "running") is not None
    await store.close()
    assert version(address)[0] == len(MIGRATIONS)


def test_old_migrations_never_change() -> None:
    """Otherwise databases of the same version could differ."""
    known = "306bc4d5d577156b98bbe543c96e7eeb413febe4049075fe7a0d872cf562c283"
    assert hashlib.sha256(repr([tuple(migration) for migration in MIGRATIONS[:2]]).encode()).hexdigest() == known


async def test_a_failed_migration_leaves_the_old_version(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await make_first(address)
    before = version(address)
    statements = ("CREATE TABLE {}casino (id TEXT)", "DELETE FROM {}entries", "CREATE TABLE {}casino (id TEXT)")
    broken = Migration(
        tuple(line.format("") for line in statements),
        tuple(line.format("ridotto.") for line in statements),
    )
    with monkeypatch.context() as patched:
        for module in (sqlite_file, postgres_connections):
            patched.setattr(module, "MIGRATIONS", (*MIGRATIONS, broken))
        with pytest.raises(StoreFailed, match="casino"):
            await connect(address)
    assert version(address) == before
    store = await connect(address)
    assert len(await store.read("rialto")) == 2
    await store.close()


async def test_a_newer_database_is_refused_and_unchanged(address: str) -> None:
    await (await connect(address)).close()
    set_version(address, 99)
    before = version(address)
    with pytest.raises(StoreFailed) as refused:
        await connect(address)
    assert f"is from a newer Ridotto (schema 99, this one knows {len(MIGRATIONS)}): please update." in str(
        refused.value
    )
    assert "\n" not in str(refused.value)
    assert version(address) == before
    set_version(address, len(MIGRATIONS))
    await (await connect(address)).close()


async def test_concurrent_starts_create_one_schema(address: str) -> None:
    outcomes = await asyncio.gather(*(connect(address) for _ in range(5)), return_exceptions=True)
    stores = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    assert len(stores) == (5 if address.startswith("postgresql") else 1)
    assert len({await store.secret() for store in stores}) == 1
    for store in stores:
        await store.close()
    assert version(address)[0] == len(MIGRATIONS)
