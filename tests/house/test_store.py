"""What every store promises, asked of both real databases."""

import asyncio
import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from ridotto.engine.message import msg
from ridotto.house.refusals import StoreFailed
from ridotto.house.store import Row, Store, Wake, connect
from ridotto.house.store.batch_writer import BatchWriter, PendingWrite
from ridotto.house.store.sqlite_file import open_to_read
from tests.house.conftest import BOTH, Later
from tests.house.postgres import run
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio

WRITER = """
import asyncio, sys
from ridotto.house.store import connect

async def main(address):
    store = await connect(address)

    async def write(table):
        await store.open(table, table.encode(), True)
        for n in range(1, 100_000):
            await store.append(table, n, f"{table} {n}".encode(), "running")
            print(table, n, flush=True)

    await asyncio.gather(*(write(f"table-{k}") for k in range(8)))

asyncio.run(main(sys.argv[1]))
"""


async def opened(store: Store, table: str = "rialto", listed: bool = True) -> int:
    at = await store.open(table, b"opened", listed)
    assert at is not None
    return at


async def started(store: Store, table: str) -> None:
    await opened(store, table)
    assert await store.append(table, 1, b"started", "running") is not None


class TestCodes:
    async def test_a_table_has_one_code_until_its_time_is_over(self, store: Store, later: Later) -> None:
        await opened(store)
        assert await store.give_code("rialto", "BCDFGH", 60) == "BCDFGH"
        assert await store.give_code("rialto", "KLMNPR", 60) == "BCDFGH"
        assert await store.table_of_code("BCDFGH") == "rialto"
        assert await store.table_of_code("KLMNPR") is None
        await later(60)
        assert await store.table_of_code("BCDFGH") is None
        assert await store.give_code("rialto", "KLMNPR", 60) == "KLMNPR"
        assert await store.table_of_code("BCDFGH") is None
        assert await store.table_of_code("KLMNPR") == "rialto"

    async def test_no_two_tables_have_the_same(self, store: Store, later: Later) -> None:
        await opened(store)
        await opened(store, "murano")
        assert await store.give_code("rialto", "BCDFGH", 60) == "BCDFGH"
        assert await store.give_code("murano", "BCDFGH", 60) is None
        assert await store.table_of_code("BCDFGH") == "rialto"
        await later(60)
        assert await store.give_code("murano", "BCDFGH", 60) == "BCDFGH"
        assert await store.table_of_code("BCDFGH") == "murano"
        assert await store.give_code("nowhere", "KLMNPR", 60) is None

    async def test_it_leads_nowhere_when_the_match_has_begun(self, store: Store) -> None:
        await opened(store)
        await store.give_code("rialto", "BCDFGH", 60)
        await store.append("rialto", 1, b"started", "running")
        assert await store.table_of_code("BCDFGH") is None

    async def test_it_goes_with_its_table(self, store: Store, later: Later) -> None:
        await opened(store)
        await store.give_code("rialto", "BCDFGH", 10_000)
        await later(60)
        await store.delete(["rialto"], await store.now())
        assert await store.read("rialto") == []
        assert await store.table_of_code("BCDFGH") is None

    async def test_whoever_asks_at_the_same_time_is_given_the_same(
        self, address: str, time: ManualTime, store: Store
    ) -> None:
        """In two processes, where the database is for several."""
        await opened(store)
        other = await connect(address, time) if store.shared else store
        asked = [(store, other)[n % 2].give_code("rialto", f"BCDFG{letter}", 60) for n, letter in enumerate("HKLMNPRS")]
        (code,) = set(await asyncio.gather(*asked))
        assert await other.table_of_code(str(code)) == "rialto"
        if store.shared:
            await other.close()


class TestLog:
    @pytest.mark.slow
    async def test_a_table_is_opened_once(self, store: Store) -> None:
        at = await opened(store)
        assert await store.open("rialto", b"again", False) is None
        assert await store.read("rialto") == [Row(0, at, b"opened")]
        assert [listing[1:] for listing in await store.listings(["open"], None, 9)] == [("open", True, at, 1)]

    async def test_entries_come_back_as_they_were_written(self, store: Store) -> None:
        bodies = [b"", b"\x00\xff\x00", "Ciò è «giusto»".encode(), random.Random(1).randbytes(300_000)]
        await opened(store)
        times = [await store.append("rialto", n, body, "open") for n, body in enumerate(bodies, 1)]
        rows = await store.read("rialto", 1)
        assert [row.body for row in rows] == bodies
        assert all(type(row.body) is bytes for row in rows)
        assert [row.at for row in rows] == times
        assert [row.n for row in rows] == [1, 2, 3, 4]
        assert await store.read("rialto", 3) == rows[2:]
        assert await store.read("rialto", 5) == []

    async def test_an_unknown_table_has_no_entries(self, store: Store) -> None:
        assert await store.read("nowhere") == []
        assert await store.last_seen("nowhere") == {}

    async def test_a_number_is_given_once(self, store: Store) -> None:
        await opened(store)
        at = await store.append("rialto", 1, b"first", "running")
        assert at is not None
        assert await store.append("rialto", 1, b"second", "over") is None
        assert await store.append("rialto", 0, b"third", "over") is None
        assert (await store.read("rialto"))[1:] == [Row(1, at, b"first")]
        assert await store.listings(["over"], None, 9) == []

    @pytest.mark.parametrize("n", [2, 7])
    async def test_no_number_is_left_out(self, store: Store, n: int) -> None:
        await opened(store)
        with pytest.raises(StoreFailed, match="lost entries"):
            await store.append("rialto", n, b"too far", "over")
        with pytest.raises(StoreFailed, match="lost entries"):
            await store.append("nowhere", n, b"no such table", "over")
        assert len(await store.read("rialto")) == 1
        assert await store.read("nowhere") == []
        assert await store.append("rialto", 1, b"right", "open") is not None

    async def test_whoever_comes_second_reads_and_tries_again(self, store: Store) -> None:
        """Many write to one log at once: every number exactly once, every text exactly once, times in order."""
        await opened(store)
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

    async def test_many_tables_are_written_to_at_once(self, store: Store) -> None:
        async def write(table: str) -> None:
            await started(store, table)
            for n in range(2, 20):
                assert await store.append(table, n, f"{table} {n}".encode(), "running") is not None

        await asyncio.gather(*(write(f"table-{k}") for k in range(32)))
        for k in range(32):
            bodies = [row.body for row in await store.read(f"table-{k}", 2)]
            assert bodies == [f"table-{k} {n}".encode() for n in range(2, 20)]

    async def test_who_gives_up_waiting_spoils_nothing(self, store: Store) -> None:
        await opened(store)
        hasty = [asyncio.create_task(store.append("rialto", 1, b"hasty", "open")) for _ in range(5)]
        await asyncio.sleep(0)
        for task in hasty:
            task.cancel()
        await asyncio.gather(*hasty, return_exceptions=True)
        n = (await store.read("rialto"))[-1].n + 1
        while await store.append("rialto", n, b"patient", "open") is None:
            n += 1
        rows = await store.read("rialto")
        assert [row.n for row in rows] == list(range(n + 1))
        assert rows[-1].body == b"patient"

    async def test_what_cannot_be_kept_fails_alone(self, store: Store) -> None:
        for k in range(5):
            await opened(store, f"table-{k}")
        phases = ["running", "over", "nonsense", "closed", "running"]
        asked = [store.append(f"table-{k}", 1, b"entry", phase) for k, phase in enumerate(phases)]  # type: ignore[arg-type]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(outcome) is int for outcome in outcomes] == [True, True, False, True, True]
        assert isinstance(outcomes[2], StoreFailed)
        assert [len(await store.read(f"table-{k}")) for k in range(5)] == [2, 2, 1, 2, 2]
        assert [listing.id for listing in await store.listings(["open"], None, 9)] == ["table-2"]


class TestGathering:
    """Entries that wait for others to be written, without a database."""

    async def test_closing_waits_for_what_is_being_written(self) -> None:
        go_on = asyncio.Event()

        async def work(wishes: Sequence[PendingWrite]) -> list[int]:
            await go_on.wait()
            return [7 for _ in wishes]

        gathering = BatchWriter(work)
        kept = [asyncio.create_task(gathering.keep(PendingWrite("rialto", n, b"", "open", False, n))) for n in (1, 2)]
        await asyncio.sleep(0)
        finishing = asyncio.create_task(gathering.finish())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not finishing.done()
        go_on.set()
        await finishing
        assert [task.result() for task in kept] == [7, 7]

    async def test_a_number_that_was_not_written_is_still_to_be_had(self) -> None:
        """Only who was beaten to it is told so."""
        outcomes: list[int | StoreFailed] = [StoreFailed(msg("The line went dead.")), 5]

        async def work(wishes: Sequence[PendingWrite]) -> list[int | StoreFailed]:
            return [outcomes.pop(0) for _ in wishes]

        gathering = BatchWriter(work)
        asked = [gathering.keep(PendingWrite("rialto", 1, b"", "open", False, mark)) for mark in range(3)]
        failed, written, beaten = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(failed, StoreFailed)
        assert (written, beaten) == (5, None)


class TestTime:
    async def test_now_runs_with_the_entries(self, store: Store) -> None:
        before = await store.now()
        at = await opened(store)
        assert before <= at <= await store.now()

    async def test_it_never_runs_backwards_within_a_log(self, store: Store, address: str) -> None:
        """A clock that was put back: the last entry is of tomorrow."""
        at = await opened(store) + 86_400_000
        if address.startswith("postgresql"):
            run(address, f"UPDATE ridotto.tables SET changed = {at}")
        else:
            with contextlib.closing(sqlite3.connect(address)) as db, db:
                db.execute("UPDATE tables SET changed = ?", (at,))
        assert [await store.append("rialto", n, b"", "open") for n in (1, 2)] == [at, at]
        assert await opened(store, "another") < at


class TestListings:
    async def test_by_phase_the_newest_first(self, store: Store, later: Later) -> None:
        for table, listed in (("a", True), ("b", False), ("c", True), ("d", True)):
            await opened(store, table, listed)
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

    async def test_the_time_is_that_of_the_opening(self, store: Store) -> None:
        await started(store, "rialto")
        (listing,) = await store.listings(["running"], True, 1)
        assert listing == ("rialto", "running", True, (await store.read("rialto"))[0].at, 2)


class TestLeases:
    async def test_one_holder_at_a_time(self, store: Store) -> None:
        for table in ("a", "b", "c"):
            await started(store, table)
        assert await store.lease(["a", "b"], "left", 60) == {"a", "b"}
        assert await store.lease(["b", "c"], "right", 60) == {"c"}
        assert await store.lease(["a", "b", "c"], "left", 60) == {"a", "b"}
        await store.release("left")
        assert await store.lease(["a", "b", "c"], "right", 60) == {"a", "b", "c"}
        assert await store.lease([], "left", 60) == set()
        assert await store.lease(["nowhere"], "left", 60) == set()

    async def test_they_expire(self, store: Store, later: Later) -> None:
        await started(store, "rialto")
        assert await store.lease(["rialto"], "left", 600) == {"rialto"}
        await later(300)
        assert await store.unattended(9) == []
        assert await store.lease(["rialto"], "right", 60) == set()
        await later(300)
        assert await store.unattended(9) == ["rialto"]
        assert await store.lease(["rialto"], "right", 60) == {"rialto"}
        assert await store.lease(["rialto"], "left", 60) == set()

    async def test_a_renewed_one_lasts(self, store: Store, later: Later) -> None:
        await started(store, "rialto")
        await store.lease(["rialto"], "left", 600)
        await later(300)
        await store.lease(["rialto"], "left", 600)
        await later(500)
        assert await store.lease(["rialto"], "right", 60) == set()
        assert await store.unattended(9) == []

    async def test_running_tables_without_one_are_unattended(self, store: Store, later: Later) -> None:
        for table in ("a", "b", "c"):
            await started(store, table)
            await later(1)
        await opened(store, "not yet begun")
        await store.lease(["b"], "left", 60)
        assert await store.unattended(9) == ["c", "a"]
        assert await store.unattended(1) == ["c"]
        await store.append("c", 2, b"", "over")
        assert await store.unattended(9) == ["a"]
        await store.release("left")
        assert await store.unattended(9) == ["b", "a"]

    async def test_many_who_want_the_same_share_them_out(self, store: Store) -> None:
        tables = [f"table-{k}" for k in range(20)]
        await asyncio.gather(*(started(store, table) for table in tables))
        wishes = [random.Random(k).sample(tables, 20) for k in range(8)]
        granted = await asyncio.gather(*(store.lease(wish, f"holder {k}", 60) for k, wish in enumerate(wishes)))
        assert sorted(table for tables in granted for table in tables) == sorted(tables)


class TestOldTables:
    async def test_those_that_are_paused_are_nobody_s_to_attend(self, store: Store) -> None:
        await opened(store)
        assert await store.append("rialto", 1, b"started", "running") is not None
        assert await store.unattended(9) == ["rialto"]
        assert await store.append("rialto", 2, b"paused", "running", True) is not None
        assert await store.unattended(9) == []
        assert await store.append("rialto", 3, b"resumed", "running") is not None
        assert await store.unattended(9) == ["rialto"]

    async def test_where_nothing_has_happened_for_long(self, store: Store, later: Later) -> None:
        for table in ("a", "b", "c", "d"):
            await opened(store, table)
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

    async def test_only_what_never_began_and_nobody_touched_is_deleted(self, store: Store, later: Later) -> None:
        for table in ("old", "new", "running", "over", "closed"):
            await opened(store, table)
        await store.append("running", 1, b"started", "running", True)
        await store.append("over", 1, b"started", "over")
        await store.append("closed", 1, b"closed", "closed")
        await store.present([("old", 0)])
        await store.lease(["old"], "left", 600)
        await later(60)
        await store.append("new", 1, b"sat", "open")
        tables = ["old", "new", "running", "over", "closed", "nowhere"]
        await store.delete(tables, await store.now() - 30_000)
        assert {table for table in tables if await store.read(table)} == {"new", "running", "over"}
        assert await store.last_seen(["old"]) == {}
        assert await store.open("old", b"again", False) is not None
        assert await store.lease(["old"], "right", 600) == {"old"}


class TestPresence:
    async def test_when_seats_were_there_last(self, store: Store, later: Later) -> None:
        await opened(store, "a")
        await opened(store, "b")
        before = await store.now()
        await store.present([("a", 0), ("a", 2), ("b", 1), *[("a", 0)] * 50, ("nowhere", 3)])
        seen = (await store.last_seen(["a", "b", "nowhere"]))["a"]
        assert set(seen) == {0, 2}
        assert set((await store.last_seen(["b"]))["b"]) == {1}
        assert await store.last_seen([]) == await store.last_seen(["nowhere"]) == {}
        assert before <= min(seen.values()) <= max(seen.values()) <= await store.now()
        await later(600)
        await store.present(iter([("a", 2)]))
        again = (await store.last_seen(["a"]))["a"]
        assert again[2] - again[0] >= 600_000
        await store.present([])

    async def test_nobody_is_seen_earlier_than_before(self, store: Store, address: str) -> None:
        """A clock that was put back."""
        await opened(store)
        await store.present([("rialto", 0)])
        at = await store.now() + 86_400_000
        if address.startswith("postgresql"):
            run(address, f"UPDATE ridotto.presence SET at = {at}")
        else:
            with contextlib.closing(sqlite3.connect(address)) as db, db:
                db.execute("UPDATE presence SET at = ?", (at,))
        await store.present([("rialto", 0), ("rialto", 1)])
        seen = (await store.last_seen(["rialto"]))["rialto"]
        assert seen[0] == at > seen[1]


class TestHouse:
    async def test_the_secret_belongs_to_the_database(self, store: Store, address: str) -> None:
        secret = await store.secret()
        assert len(secret) == 32
        await store.close()
        again = await connect(address)
        assert await again.secret() == secret
        await again.close()

    async def test_everything_is_there_after_a_restart(self, store: Store, address: str) -> None:
        await started(store, "rialto")
        await store.present([("rialto", 1)])
        kept = await store.read("rialto"), await store.last_seen("rialto"), await store.listings(["running"], True, 9)
        await store.close()
        again = await connect(address)
        assert (
            await again.read("rialto"),
            await again.last_seen("rialto"),
            await again.listings(["running"], True, 9),
        ) == kept
        assert await again.append("rialto", 2, b"", "running") is not None
        await again.close()

    async def test_a_lease_ends_with_the_only_process_there_can_be(self, store: Store, address: str) -> None:
        await started(store, "rialto")
        await store.lease(["rialto"], "left", 60)
        await store.close()
        again = await connect(address)
        assert await again.unattended(9) == ([] if again.shared else ["rialto"])
        assert await again.lease(["rialto"], "right", 60) == (set() if again.shared else {"rialto"})
        await again.close()

    async def test_closing_twice_is_harmless(self, store: Store) -> None:
        await store.close()
        await store.close()

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        for asked in (store.read("rialto"), store.append("rialto", 1, b"", "open"), store.check()):
            with pytest.raises(StoreFailed, match="closed"):
                await asked

    async def test_a_check_finds_nothing_wrong(self, store: Store) -> None:
        await store.check()


class TestSeveral:
    """Several processes, one database: only PostgreSQL; SQLite says no."""

    @pytest.fixture
    async def stores(self, postgres: str) -> AsyncIterator[list[Store]]:
        stores = await asyncio.gather(*(connect(postgres) for _ in range(3)))  # all find it empty
        yield stores
        for store in stores:
            await store.close()

    async def test_they_share_everything(self, stores: list[Store]) -> None:
        left, right, _ = stores
        assert await left.secret() == await right.secret()
        at = await opened(left)
        assert await right.open("rialto", b"opened", True) is None
        assert await right.read("rialto") == [Row(0, at, b"opened")]
        await right.present([("rialto", 1)])
        assert set((await left.last_seen(["rialto"]))["rialto"]) == {1}

    async def test_every_number_is_given_once(self, stores: list[Store]) -> None:
        """Each store writes to all tables at once, and some want them in the opposite order."""
        tables = [f"table-{k}" for k in range(6)]
        for table in tables:
            await opened(stores[0], table)

        async def write(store: Store, who: int, table: str) -> None:
            n = 1
            for k in range(10):
                while await store.append(table, n, f"{who} {k}".encode(), "running") is None:
                    n = (await store.read(table))[-1].n + 1
                n += 1

        await asyncio.gather(
            *(write(store, who, table) for who, store in enumerate(stores) for table in tables[:: (-1) ** who])
        )
        wanted = sorted(f"{who} {k}".encode() for who in range(3) for k in range(10))
        for table in tables:
            rows = await stores[0].read(table)
            assert [row.n for row in rows] == list(range(31))
            assert sorted(row.body for row in rows[1:]) == wanted
            assert [row.at for row in rows] == sorted(row.at for row in rows)

    async def test_a_lease_is_held_by_one_of_them(self, stores: list[Store]) -> None:
        tables = [f"table-{k}" for k in range(12)]
        for table in tables:
            await started(stores[0], table)
        wishes = [random.Random(k).sample(tables, 12) for k in range(3)]
        granted = await asyncio.gather(
            *(store.lease(wish, f"holder {k}", 60) for k, (store, wish) in enumerate(zip(stores, wishes, strict=True)))
        )
        assert sorted(table for tables in granted for table in tables) == sorted(tables)

    async def test_others_are_woken(self, stores: list[Store]) -> None:
        left, right, _ = stores
        ears = right.wakes()
        assert await anext(ears) == Wake("")  # it listens; anything may have changed before
        await opened(left, "a")
        await opened(right, "own tables wake nobody")
        await left.append("a", 1, b"", "running")
        assert await left.append("a", 1, b"comes second", "running") is None
        await opened(left, "Ca' d'Oro è bella")
        assert [(await anext(ears)).table for _ in range(3)] == ["a", "a", "Ca' d'Oro è bella"]
        await ears.aclose()

    async def test_signals_reach_the_others_and_are_not_kept(self, stores: list[Store]) -> None:
        left, right, _ = stores
        ears = right.wakes()
        await anext(ears)
        await right.signal("a", "own signals wake nobody")
        await left.signal("a", '{"seat": 1}')
        assert await anext(ears) == Wake("a", '{"seat": 1}')
        assert await right.read("a") == []
        await ears.aclose()

    async def test_what_wakes_is_there_already(self, stores: list[Store]) -> None:
        left, right, _ = stores
        await opened(left)
        ears = right.wakes()
        await anext(ears)
        for n in range(1, 30):
            writing = asyncio.create_task(left.append("rialto", n, b"", "running"))
            assert await anext(ears) == Wake("rialto")
            assert len(await right.read("rialto")) == n + 1
            await writing
        await ears.aclose()


async def test_nobody_else_writes_to_a_file(tmp_path: Path) -> None:
    store = await connect(str(tmp_path / "house.sqlite"))
    listening = asyncio.ensure_future(anext(store.wakes()))
    await opened(store)
    await store.append("rialto", 1, b"", "running")
    assert not listening.done()
    listening.cancel()
    await store.close()


async def test_whatever_is_read_of_a_file_comes_in_one_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite gives the interpreter up at every row; beside a busy event loop each row then waits for its turn."""
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
        await started(store, table)
        for seat in range(4):
            await store.present([(table, seat)])
    now = await store.now()
    assert len(await store.read("table-1")) == 2
    assert len(await store.listings(["running"], None, 9)) == 5
    assert len(await store.unattended(9)) == 5
    assert len(await store.stale("running", False, now + 1, 9)) == 5
    assert sum(len(seats) for seats in (await store.last_seen(tables)).values()) == 20
    assert rows == 5
    await store.close()


class TestKilled:
    """The process is killed; what it was told is kept is there."""

    @pytest.mark.parametrize("address", BOTH, indirect=True)
    def test_acknowledged_entries_survive(self, address: str) -> None:
        writer = subprocess.Popen([sys.executable, "-c", WRITER, address], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(400)]
        writer.send_signal(signal.SIGKILL)
        told += writer.stdout.read().splitlines(keepends=True)
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL
        last: dict[str, int] = {}
        for line in told:
            if line.endswith("\n"):
                table, n = line.split()
                assert int(n) == last.get(table, 0) + 1
                last[table] = int(n)
        assert len(last) == 8
        asyncio.run(self.look(address, last))

    async def look(self, address: str, last: dict[str, int]) -> None:
        store = await connect(address)  # at once: nobody has to clean up first
        try:
            for table, n in last.items():
                known, at = n, None
                while at is None:  # a server may still carry out what the dead process asked of it last
                    rows = await store.read(table)
                    assert len(rows) > known
                    assert [row.n for row in rows] == list(range(len(rows)))
                    assert [row.body for row in rows[1:]] == [f"{table} {k}".encode() for k in range(1, len(rows))]
                    known, at = len(rows), await store.append(table, len(rows), b"goes on", "over")
        finally:
            await store.close()
