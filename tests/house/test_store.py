"""The contract of stores, tested with both databases."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path

import pytest

from ridotto.house.refusals import StoreFailed
from ridotto.house.store.connect import connect
from ridotto.house.store.protocol import Store, StoredEvent
from ridotto.house.store.sqlite_file import open_to_read
from tests.house.conftest import Later, open_table, start_match
from tests.house.postgres import run
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


class TestCodes:
    async def test_a_table_has_one_code_until_it_expires(self, store: Store, later: Later) -> None:
        await open_table(store)
        assert await store.give_code("rialto", "BCDFGH", 60) == "BCDFGH"
        assert await store.give_code("rialto", "KLMNPR", 60) == "BCDFGH"
        assert await store.table_of_code("BCDFGH") == "rialto"
        assert await store.table_of_code("KLMNPR") is None
        await later(60)
        assert await store.table_of_code("BCDFGH") is None
        assert await store.give_code("rialto", "KLMNPR", 60) == "KLMNPR"
        assert await store.table_of_code("BCDFGH") is None
        assert await store.table_of_code("KLMNPR") == "rialto"

    async def test_codes_are_unique(self, store: Store, later: Later) -> None:
        await open_table(store)
        await open_table(store, "murano")
        assert await store.give_code("rialto", "BCDFGH", 60) == "BCDFGH"
        assert await store.give_code("murano", "BCDFGH", 60) is None
        assert await store.table_of_code("BCDFGH") == "rialto"
        await later(60)
        assert await store.give_code("murano", "BCDFGH", 60) == "BCDFGH"
        assert await store.table_of_code("BCDFGH") == "murano"
        assert await store.give_code("nowhere", "KLMNPR", 60) is None

    async def test_a_code_ends_when_the_match_starts(self, store: Store) -> None:
        await open_table(store)
        await store.give_code("rialto", "BCDFGH", 60)
        await store.append("rialto", 1, b"started", "running")
        assert await store.table_of_code("BCDFGH") is None

    async def test_a_code_is_deleted_with_its_table(self, store: Store, later: Later) -> None:
        await open_table(store)
        await store.give_code("rialto", "BCDFGH", 10_000)
        await later(60)
        await store.delete(["rialto"], await store.now())
        assert await store.read("rialto") == []
        assert await store.table_of_code("BCDFGH") is None

    async def test_concurrent_requests_get_the_same_code(self, address: str, time: ManualTime, store: Store) -> None:
        """From two processes if the store is shared."""
        await open_table(store)
        other = await connect(address, time) if store.shared else store
        asked = [(store, other)[n % 2].give_code("rialto", f"BCDFG{letter}", 60) for n, letter in enumerate("HKLMNPRS")]
        (code,) = set(await asyncio.gather(*asked))
        assert await other.table_of_code(str(code)) == "rialto"
        if store.shared:
            await other.close()


class TestLog:
    @pytest.mark.slow
    async def test_a_table_is_opened_once(self, store: Store) -> None:
        at = await open_table(store)
        assert await store.open("rialto", b"second", False) is None
        assert await store.read("rialto") == [StoredEvent(0, at, b"opened")]
        assert [listing[1:] for listing in await store.listings(["open"], None, 9)] == [("open", True, at, 1)]

    async def test_events_are_read_as_written(self, store: Store) -> None:
        bodies = [b"", b"\x00\xff\x00", "Ciò è «giusto»".encode(), random.Random(1).randbytes(300_000)]
        await open_table(store)
        times = [await store.append("rialto", n, body, "open") for n, body in enumerate(bodies, 1)]
        rows = await store.read("rialto", 1)
        assert [row.body for row in rows] == bodies
        assert all(type(row.body) is bytes for row in rows)
        assert [row.at for row in rows] == times
        assert [row.n for row in rows] == [1, 2, 3, 4]
        assert await store.read("rialto", 3) == rows[2:]
        assert await store.read("rialto", 5) == []

    async def test_an_unknown_table_has_no_events(self, store: Store) -> None:
        assert await store.read("nowhere") == []
        assert await store.last_seen("nowhere") == {}

    async def test_a_number_is_used_once(self, store: Store) -> None:
        await open_table(store)
        at = await store.append("rialto", 1, b"first", "running")
        assert at is not None
        assert await store.append("rialto", 1, b"second", "over") is None
        assert await store.append("rialto", 0, b"third", "over") is None
        assert (await store.read("rialto"))[1:] == [StoredEvent(1, at, b"first")]
        assert await store.listings(["over"], None, 9) == []

    @pytest.mark.parametrize("n", [2, 7])
    async def test_numbers_have_no_gaps(self, store: Store, n: int) -> None:
        await open_table(store)
        with pytest.raises(StoreFailed, match="lost entries"):
            await store.append("rialto", n, b"too far", "over")
        with pytest.raises(StoreFailed, match="lost entries"):
            await store.append("nowhere", n, b"no such table", "over")
        assert len(await store.read("rialto")) == 1
        assert await store.read("nowhere") == []
        assert await store.append("rialto", 1, b"right", "open") is not None

    async def test_concurrent_writers_of_one_log(self, store: Store) -> None:
        """Every number and every body exactly once, times in order."""
        await open_table(store)
        refused = 0

        async def write(who: int) -> None:
            nonlocal refused
            n = 1
            for k in range(6):
                while await store.append("rialto", n, f"{who} {k}".encode(), "running") is None:
                    refused += 1
                    n = (await store.read("rialto"))[-1].n + 1
                n += 1

        await asyncio.gather(*(write(who) for who in range(16)))
        rows = await store.read("rialto")
        assert [row.n for row in rows] == list(range(1 + 16 * 6))
        assert sorted(row.body for row in rows[1:]) == sorted(f"{a} {b}".encode() for a in range(16) for b in range(6))
        assert [row.at for row in rows] == sorted(row.at for row in rows)
        assert refused > 0

    async def test_concurrent_writers_of_many_logs(self, store: Store) -> None:
        async def write(table: str) -> None:
            await start_match(store, table)
            for n in range(2, 20):
                assert await store.append(table, n, f"{table} {n}".encode(), "running") is not None

        await asyncio.gather(*(write(f"table-{k}") for k in range(32)))
        for k in range(32):
            bodies = [row.body for row in await store.read(f"table-{k}", 2)]
            assert bodies == [f"table-{k} {n}".encode() for n in range(2, 20)]

    async def test_cancelled_writes_leave_a_sound_log(self, store: Store) -> None:
        await open_table(store)
        cancelled = [asyncio.create_task(store.append("rialto", 1, b"cancelled", "open")) for _ in range(5)]
        await asyncio.sleep(0)
        for task in cancelled:
            task.cancel()
        await asyncio.gather(*cancelled, return_exceptions=True)
        n = (await store.read("rialto"))[-1].n + 1
        while await store.append("rialto", n, b"patient", "open") is None:
            n += 1
        rows = await store.read("rialto")
        assert [row.n for row in rows] == list(range(n + 1))
        assert rows[-1].body == b"patient"

    async def test_a_rejected_write_fails_alone(self, store: Store) -> None:
        for k in range(5):
            await open_table(store, f"table-{k}")
        phases = ["running", "over", "nonsense", "closed", "running"]
        asked = [store.append(f"table-{k}", 1, b"entry", phase) for k, phase in enumerate(phases)]  # type: ignore[arg-type]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(outcome) is int for outcome in outcomes] == [True, True, False, True, True]
        assert isinstance(outcomes[2], StoreFailed)
        assert [len(await store.read(f"table-{k}")) for k in range(5)] == [2, 2, 1, 2, 2]
        assert [listing.id for listing in await store.listings(["open"], None, 9)] == ["table-2"]


class TestTime:
    async def test_events_have_the_time_of_the_store(self, store: Store) -> None:
        before = await store.now()
        at = await open_table(store)
        assert before <= at <= await store.now()

    async def test_times_never_decrease_within_a_log(self, store: Store, address: str) -> None:
        """Even if the clock is put back: the last event is from tomorrow."""
        at = await open_table(store) + 86_400_000
        if address.startswith("postgresql"):
            run(address, f"UPDATE ridotto.tables SET changed = {at}")
        else:
            with contextlib.closing(sqlite3.connect(address)) as db, db:
                db.execute("UPDATE tables SET changed = ?", (at,))
        assert [await store.append("rialto", n, b"", "open") for n in (1, 2)] == [at, at]
        assert await open_table(store, "another") < at


class TestListings:
    async def test_listings_by_phase_are_newest_first(self, store: Store, later: Later) -> None:
        for table, listed in (("a", True), ("b", False), ("c", True), ("d", True)):
            await open_table(store, table, listed)
            await later(1)
        await store.append("a", 1, b"", "running")
        await later(1)
        await store.append("d", 1, b"", "closed")
        assert [listing.id for listing in await store.listings(["open", "running"], None, 9)] == ["c", "b", "a"]
        assert [listing.id for listing in await store.listings(["open", "running"], True, 9)] == ["c", "a"]
        assert [listing.id for listing in await store.listings(["open", "running"], False, 9)] == ["b"]
        assert [listing.id for listing in await store.listings(["open", "running"], None, 2)] == ["c", "b"]
        assert [listing.id for listing in await store.listings(["closed", "over"], None, 9)] == ["d"]
        assert await store.listings([], None, 9) == []

    async def test_a_listing_has_the_time_of_the_opening(self, store: Store) -> None:
        await start_match(store, "rialto")
        (listing,) = await store.listings(["running"], True, 1)
        assert listing == ("rialto", "running", True, (await store.read("rialto"))[0].at, 2)


class TestLeases:
    async def test_a_lease_has_one_holder(self, store: Store) -> None:
        for table in ("a", "b", "c"):
            await start_match(store, table)
        assert await store.lease(["a", "b"], "left", 60) == {"a", "b"}
        assert await store.lease(["b", "c"], "right", 60) == {"c"}
        assert await store.lease(["a", "b", "c"], "left", 60) == {"a", "b"}
        await store.release("left")
        assert await store.lease(["a", "b", "c"], "right", 60) == {"a", "b", "c"}
        assert await store.lease([], "left", 60) == set()
        assert await store.lease(["nowhere"], "left", 60) == set()

    async def test_leases_expire(self, store: Store, later: Later) -> None:
        await start_match(store, "rialto")
        assert await store.lease(["rialto"], "left", 600) == {"rialto"}
        await later(300)
        assert await store.unattended(9) == []
        assert await store.lease(["rialto"], "right", 60) == set()
        await later(300)
        assert await store.unattended(9) == ["rialto"]
        assert await store.lease(["rialto"], "right", 60) == {"rialto"}
        assert await store.lease(["rialto"], "left", 60) == set()

    async def test_renewed_leases_last_longer(self, store: Store, later: Later) -> None:
        await start_match(store, "rialto")
        await store.lease(["rialto"], "left", 600)
        await later(300)
        await store.lease(["rialto"], "left", 600)
        await later(500)
        assert await store.lease(["rialto"], "right", 60) == set()
        assert await store.unattended(9) == []

    async def test_running_tables_without_a_lease_are_unattended(self, store: Store, later: Later) -> None:
        for table in ("a", "b", "c"):
            await start_match(store, table)
            await later(1)
        await open_table(store, "not started")
        await store.lease(["b"], "left", 60)
        assert await store.unattended(9) == ["c", "a"]
        assert await store.unattended(1) == ["c"]
        await store.append("c", 2, b"", "over")
        assert await store.unattended(9) == ["a"]
        await store.release("left")
        assert await store.unattended(9) == ["b", "a"]

    async def test_concurrent_holders_share_tables(self, store: Store) -> None:
        tables = [f"table-{k}" for k in range(20)]
        await asyncio.gather(*(start_match(store, table) for table in tables))
        wanted = [random.Random(k).sample(tables, 20) for k in range(8)]
        granted = await asyncio.gather(*(store.lease(wish, f"holder {k}", 60) for k, wish in enumerate(wanted)))
        assert sorted(table for tables in granted for table in tables) == sorted(tables)


class TestStaleTables:
    async def test_paused_tables_are_not_unattended(self, store: Store) -> None:
        await open_table(store)
        assert await store.append("rialto", 1, b"started", "running") is not None
        assert await store.unattended(9) == ["rialto"]
        assert await store.append("rialto", 2, b"paused", "running", True) is not None
        assert await store.unattended(9) == []
        assert await store.append("rialto", 3, b"resumed", "running") is not None
        assert await store.unattended(9) == ["rialto"]

    async def test_stale_tables_by_phase(self, store: Store, later: Later) -> None:
        for table in ("a", "b", "c", "d"):
            await open_table(store, table)
        await store.append("b", 1, b"started", "running", True)
        await store.append("c", 1, b"started", "running")
        await later(60)
        await store.append("d", 1, b"sat", "open")
        before = await store.now() - 30_000
        assert await store.stale("open", False, before, 9) == ["a"]
        assert await store.stale("open", False, before - 60_000, 9) == []
        assert await store.stale("running", True, before, 9) == ["b"]
        assert await store.stale("running", False, before, 9) == ["c"]
        assert set(await store.stale("open", False, before + 60_000, 9)) == {"a", "d"}
        assert len(await store.stale("open", False, before + 60_000, 1)) == 1

    async def test_only_unstarted_stale_tables_are_deleted(self, store: Store, later: Later) -> None:
        for table in ("old", "new", "running", "over", "closed"):
            await open_table(store, table)
        await store.append("running", 1, b"started", "running", True)
        await store.append("over", 1, b"started", "over")
        await store.append("closed", 1, b"closed", "closed")
        await store.record_presence([("old", 0)])
        await store.lease(["old"], "left", 600)
        await later(60)
        await store.append("new", 1, b"sat", "open")
        tables = ["old", "new", "running", "over", "closed", "nowhere"]
        await store.delete(tables, await store.now() - 30_000)
        assert {table for table in tables if await store.read(table)} == {"new", "running", "over"}
        assert await store.last_seen(["old"]) == {}
        assert await store.open("old", b"second", False) is not None
        assert await store.lease(["old"], "right", 600) == {"old"}


class TestPresence:
    async def test_last_seen_by_place(self, store: Store, later: Later) -> None:
        await open_table(store, "a")
        await open_table(store, "b")
        before = await store.now()
        await store.record_presence([("a", 0), ("a", 2), ("b", 1), *[("a", 0)] * 50, ("nowhere", 3)])
        seen = (await store.last_seen(["a", "b", "nowhere"]))["a"]
        assert set(seen) == {0, 2}
        assert set((await store.last_seen(["b"]))["b"]) == {1}
        assert await store.last_seen([]) == await store.last_seen(["nowhere"]) == {}
        assert before <= min(seen.values()) <= max(seen.values()) <= await store.now()
        await later(600)
        await store.record_presence(iter([("a", 2)]))
        reopened = (await store.last_seen(["a"]))["a"]
        assert reopened[2] - reopened[0] >= 600_000
        await store.record_presence([])

    async def test_last_seen_never_decreases(self, store: Store, address: str) -> None:
        """Even if the clock is put back."""
        await open_table(store)
        await store.record_presence([("rialto", 0)])
        at = await store.now() + 86_400_000
        if address.startswith("postgresql"):
            run(address, f"UPDATE ridotto.presence SET at = {at}")
        else:
            with contextlib.closing(sqlite3.connect(address)) as db, db:
                db.execute("UPDATE presence SET at = ?", (at,))
        await store.record_presence([("rialto", 0), ("rialto", 1)])
        seen = (await store.last_seen(["rialto"]))["rialto"]
        assert seen[0] == at > seen[1]


class TestReopening:
    async def test_the_secret_belongs_to_the_database(self, store: Store, address: str) -> None:
        secret = await store.secret()
        assert len(secret) == 32
        await store.close()
        reopened = await connect(address)
        assert await reopened.secret() == secret
        await reopened.close()

    async def test_everything_is_there_after_a_restart(self, store: Store, address: str) -> None:
        await start_match(store, "rialto")
        await store.record_presence([("rialto", 1)])
        pending = (
            await store.read("rialto"),
            await store.last_seen("rialto"),
            await store.listings(["running"], True, 9),
        )
        await store.close()
        reopened = await connect(address)
        assert (
            await reopened.read("rialto"),
            await reopened.last_seen("rialto"),
            await reopened.listings(["running"], True, 9),
        ) == pending
        assert await reopened.append("rialto", 2, b"", "running") is not None
        await reopened.close()

    async def test_reopening_ends_leases_unless_the_store_is_shared(self, store: Store, address: str) -> None:
        await start_match(store, "rialto")
        await store.lease(["rialto"], "left", 60)
        await store.close()
        reopened = await connect(address)
        assert await reopened.unattended(9) == ([] if reopened.shared else ["rialto"])
        assert await reopened.lease(["rialto"], "right", 60) == (set() if reopened.shared else {"rialto"})
        await reopened.close()

    async def test_close_is_idempotent(self, store: Store) -> None:
        await store.close()
        await store.close()

    async def test_a_closed_store_refuses(self, store: Store) -> None:
        await store.close()
        for asked in (store.read("rialto"), store.append("rialto", 1, b"", "open"), store.check()):
            with pytest.raises(StoreFailed, match="closed"):
                await asked

    async def test_check_passes(self, store: Store) -> None:
        await store.check()


async def test_a_file_has_no_notices(tmp_path: Path) -> None:
    store = await connect(str(tmp_path / "house.sqlite"))
    listening = asyncio.ensure_future(anext(store.notices()))
    await open_table(store)
    await store.append("rialto", 1, b"", "running")
    assert not listening.done()
    listening.cancel()
    await store.close()


async def test_sqlite_queries_return_one_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite releases the interpreter lock for every row; each row would then wait for the event loop."""
    rows = 0

    def opened_to_count(file: Path, patience: float) -> sqlite3.Connection:
        def count(cursor: sqlite3.Cursor, row: tuple[object, ...]) -> tuple[object, ...]:
            nonlocal rows
            rows += 1
            return row

        db = open_to_read(file, patience)
        db.row_factory = count
        return db

    monkeypatch.setattr("ridotto.house.store.sqlite.open_to_read", opened_to_count)
    store = await connect(str(tmp_path / "house.sqlite"))
    tables = [f"table-{k}" for k in range(5)]
    for table in tables:
        await start_match(store, table)
        for seat in range(4):
            await store.record_presence([(table, seat)])
    now = await store.now()
    assert len(await store.read("table-1")) == 2
    assert len(await store.listings(["running"], None, 9)) == 5
    assert len(await store.unattended(9)) == 5
    assert len(await store.stale("running", False, now + 1, 9)) == 5
    assert sum(len(seats) for seats in (await store.last_seen(tables)).values()) == 20
    assert rows == 5
    await store.close()
