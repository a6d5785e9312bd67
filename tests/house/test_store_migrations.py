"""Databases of other versions: older ones are brought forward with all they hold, newer ones are left alone."""

import asyncio
import contextlib
import hashlib
import sqlite3
from pathlib import Path

import pytest

from ridotto.house.refusals import StoreFailed
from ridotto.house.store import Row, connect, postgres_connections, sqlite_file
from ridotto.house.store.migrations import STEPS, Step
from ridotto.house.store.postgres_connections import Link
from tests.house.postgres import run

pytestmark = pytest.mark.anyio

FIRST = (
    "INSERT INTO {house} VALUES ({yes}, {secret}, NULL)",
    "INSERT INTO {tables} VALUES ('rialto', 'running', {yes}, 2, 1700)",
    "INSERT INTO {entries} VALUES ('rialto', 0, 1600, {opened}), ('rialto', 1, 1700, {started})",
)  # what a house of the first version holds


async def make_first(address: str) -> None:
    if address.startswith("postgresql"):
        link = Link(address, 5)
        await link.migrate(to=1)
        await link.close()
        names = {name: f"ridotto.{name}" for name in ("house", "tables", "entries")}
        values = {"yes": "true", "secret": "'secret'", "opened": "'opened', 1", "started": "'started', 2"}
        run(address, *(line.format(**names, **values) for line in FIRST))
        return
    with contextlib.closing(sqlite3.connect(address, isolation_level=None)) as db:
        sqlite_file.migrate(db, Path(address), to=1)
        names = {name: name for name in ("house", "tables", "entries")}
        values = {"yes": "1", "secret": "CAST('secret' AS BLOB)"}
        values |= {word: f"CAST('{word}' AS BLOB)" for word in ("opened", "started")}
        for line in FIRST:
            db.execute(line.format(**names, **values))


def version(address: str) -> tuple[int, set[str]]:
    """And the tables of the schema."""
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


async def test_the_first_version_is_brought_forward_with_all_it_holds(address: str) -> None:
    await make_first(address)
    number, tables = version(address)
    assert (number, "presence" in tables, "leases" in tables) == (1, False, False)
    store = await connect(address)
    assert await store.secret() == b"secret"
    assert await store.read("rialto") == [Row(0, 1600, b"opened"), Row(1, 1700, b"started")]
    assert await store.listings(["running"], True, 9) == [("rialto", "running", True, 1600, 2)]
    assert await store.unattended(9) == ["rialto"]
    assert await store.lease(["rialto"], "left", 60) == {"rialto"}
    await store.present([("rialto", 2)])
    assert set((await store.last_seen(["rialto"]))["rialto"]) == {2}
    assert await store.append("rialto", 2, b"moved", "running") is not None
    await store.close()
    assert version(address)[0] == len(STEPS)


def test_steps_that_databases_have_taken_are_never_changed() -> None:
    """Else those of today and those of tomorrow would differ, and both say that they are of the same version."""
    taken = "5a0bc8e9e5a556ceedced61869a8d342980bd5e341243df27cb7f83ec1b397b6"
    assert hashlib.sha256(repr(STEPS[:2]).encode()).hexdigest() == taken


async def test_a_step_that_fails_leaves_the_old_version(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await make_first(address)
    before = version(address)
    halfway = ("CREATE TABLE {}casino (id TEXT)", "DELETE FROM {}entries", "CREATE TABLE {}casino (id TEXT)")
    broken = Step(
        tuple(line.format("") for line in halfway),
        tuple(line.format("ridotto.") for line in halfway),
    )
    with monkeypatch.context() as patched:
        for module in (sqlite_file, postgres_connections):
            patched.setattr(module, "STEPS", (*STEPS, broken))
        with pytest.raises(StoreFailed, match="casino"):
            await connect(address)
    assert version(address) == before
    store = await connect(address)
    assert len(await store.read("rialto")) == 2
    await store.close()


async def test_a_newer_one_is_left_alone(address: str) -> None:
    await (await connect(address)).close()
    set_version(address, 99)
    before = version(address)
    with pytest.raises(StoreFailed) as refused:
        await connect(address)
    assert f"is from a newer Ridotto (schema 99, this one knows {len(STEPS)}): please update." in str(refused.value)
    assert "\n" not in str(refused.value)
    assert version(address) == before
    set_version(address, len(STEPS))
    await (await connect(address)).close()


async def test_starts_at_the_same_moment_make_one_schema(address: str) -> None:
    outcomes = await asyncio.gather(*(connect(address) for _ in range(5)), return_exceptions=True)
    stores = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    assert len(stores) == (5 if address.startswith("postgresql") else 1)
    assert len({await store.secret() for store in stores}) == 1
    for store in stores:
        await store.close()
    assert version(address)[0] == len(STEPS)
