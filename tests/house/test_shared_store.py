"""Several processes share a database, or one of them is killed."""

import asyncio
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest

from ridotto.house.store.connect import connect
from ridotto.house.store.protocol import Store, StoredEvent, StoreNotice
from tests.house.conftest import DATABASES, open_table, start_match

pytestmark = pytest.mark.anyio


WRITER = """
import asyncio, sys
from ridotto.house.store.connect import connect

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


class TestSharedStore:
    """Several processes share a PostgreSQL database."""

    @pytest.fixture
    async def stores(self, postgres: str) -> AsyncIterator[list[Store]]:
        stores = await asyncio.gather(*(connect(postgres) for _ in range(3)))  # all of them find it empty
        yield stores
        for store in stores:
            await store.close()

    async def test_processes_share_everything(self, stores: list[Store]) -> None:
        left, right, _ = stores
        assert await left.secret() == await right.secret()
        at = await open_table(left)
        assert await right.open("rialto", b"opened", True) is None
        assert await right.read("rialto") == [StoredEvent(0, at, b"opened")]
        await right.record_presence([("rialto", 1)])
        assert set((await left.last_seen(["rialto"]))["rialto"]) == {1}

    async def test_concurrent_processes_use_every_number_once(self, stores: list[Store]) -> None:
        """Each process writes to all tables at once, one of them in reverse order."""
        tables = [f"table-{k}" for k in range(6)]
        for table in tables:
            await open_table(stores[0], table)

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

    async def test_processes_share_leases(self, stores: list[Store]) -> None:
        tables = [f"table-{k}" for k in range(12)]
        for table in tables:
            await start_match(stores[0], table)
        wanted = [random.Random(k).sample(tables, 12) for k in range(3)]
        granted = await asyncio.gather(
            *(store.lease(wish, f"holder {k}", 60) for k, (store, wish) in enumerate(zip(stores, wanted, strict=True)))
        )
        assert sorted(table for tables in granted for table in tables) == sorted(tables)

    async def test_other_processes_get_notices(self, stores: list[Store]) -> None:
        left, right, _ = stores
        notices = right.notices()
        assert await anext(notices) == StoreNotice("")  # listening has begun; anything may have changed before
        await open_table(left, "a")
        await open_table(right, "no notice of its own writes")
        await left.append("a", 1, b"", "running")
        assert await left.append("a", 1, b"comes second", "running") is None
        await open_table(left, "Ca' d'Oro è bella")
        assert [(await anext(notices)).table for _ in range(3)] == ["a", "a", "Ca' d'Oro è bella"]
        await notices.aclose()

    async def test_signals_reach_other_processes_and_are_not_stored(self, stores: list[Store]) -> None:
        left, right, _ = stores
        notices = right.notices()
        await anext(notices)
        await right.signal("a", "no notice of its own signals")
        await left.signal("a", '{"seat": 1}')
        assert await anext(notices) == StoreNotice("a", '{"seat": 1}')
        assert await right.read("a") == []
        await notices.aclose()

    async def test_a_notice_comes_after_its_event(self, stores: list[Store]) -> None:
        left, right, _ = stores
        await open_table(left)
        notices = right.notices()
        await anext(notices)
        for n in range(1, 30):
            writing = asyncio.create_task(left.append("rialto", n, b"", "running"))
            assert await anext(notices) == StoreNotice("rialto")
            assert len(await right.read("rialto")) == n + 1
            await writing
        await notices.aclose()


class TestKilled:
    """The process is killed while it writes."""

    @pytest.mark.parametrize("address", DATABASES, indirect=True)
    def test_acknowledged_events_survive(self, address: str) -> None:
        writer = subprocess.Popen([sys.executable, "-c", WRITER, address], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline() for _ in range(400)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += writer.stdout.read().splitlines(keepends=True)
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL
        last: dict[str, int] = {}
        for line in acknowledged:
            if line.endswith("\n"):
                table, n = line.split()
                assert int(n) == last.get(table, 0) + 1
                last[table] = int(n)
        assert len(last) == 8
        asyncio.run(self.check_logs(address, last))

    async def check_logs(self, address: str, last: dict[str, int]) -> None:
        store = await connect(address)  # no repair is needed
        try:
            for table, n in last.items():
                known, at = n, None
                while at is None:  # the server may still execute the last request of the dead process
                    rows = await store.read(table)
                    assert len(rows) > known
                    assert [row.n for row in rows] == list(range(len(rows)))
                    assert [row.body for row in rows[1:]] == [f"{table} {k}".encode() for k in range(1, len(rows))]
                    known, at = len(rows), await store.append(table, len(rows), b"continues", "over")
        finally:
            await store.close()
