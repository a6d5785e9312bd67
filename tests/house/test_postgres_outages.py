"""Outages of PostgreSQL: nothing is lost or repeated, and errors are one clear line."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from ridotto.house.refusals import StoreFailed
from ridotto.house.store.connect import connect
from ridotto.house.store.postgres import PostgresStore
from ridotto.house.store.postgres_connections import ConnectionPool
from ridotto.house.store.protocol import StoreNotice
from tests.house.postgres import Cluster, run
from tests.house.postgres_proxy import PostgresProxy
from tests.waiting import DEADLINE

pytestmark = [pytest.mark.slow, pytest.mark.anyio]


@pytest.fixture
def address(postgres: str) -> str:
    return postgres


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.connect(address, max_wait=DEADLINE)
    await store.open("rialto", b"opened", True)
    yield store
    await store.close()


@asynccontextmanager
async def impatient(store: PostgresStore) -> AsyncIterator[None]:
    """The store gives up soon during the block."""
    for patience in (0.3, DEADLINE):
        store._pool._max_wait = patience
        await store._pool._close_idle()  # new connections get the new timeout
        if patience != DEADLINE:
            yield


async def refusal_of(address: str) -> str:
    with pytest.raises(StoreFailed) as refused:
        await connect(address)
    line = str(refused.value)
    assert "\n" not in line
    assert "password" not in line.replace("user:password@", "").replace("password authentication", "")
    return line


class TestAddress:
    @pytest.mark.parametrize(
        "address",
        [
            "postgresql://host:a-secret-password@/house?colour=red",
            "postgresql://[::1:a-secret-password",
        ],
    )
    async def test_a_malformed_address(self, address: str) -> None:
        assert "must look like this: postgresql://user:password@host/name" in await refusal_of(address)

    @pytest.mark.parametrize("port", ["what", "99999"])
    async def test_a_bad_port(self, port: str) -> None:
        assert "Can't reach the database" in await refusal_of(
            f"postgresql://host:a-secret-password@localhost:{port}/house"
        )

    @pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
    async def test_no_server(self, scheme: str) -> None:
        line = await refusal_of(f"{scheme}://host:a-secret-password@127.0.0.1:1/house")
        assert line.startswith("Can't reach the database 127.0.0.1/house: ")

    async def test_errors_do_not_contain_the_password(self) -> None:
        pool = ConnectionPool("postgresql://host:a-secret-password@127.0.0.1:1/house", 1)
        line = str(pool.store_error(psycopg.OperationalError("nobody is called host:a-secret-password here\nat all")))
        assert line == "Can't reach the database 127.0.0.1/house: nobody is called host:*** here"

    @pytest.mark.parametrize(("wanted", "had"), [("off", "on"), ("local", "local")])
    async def test_commits_are_durable_by_default(self, address: str, wanted: str, had: str) -> None:
        store = await PostgresStore.connect(f"{address}&options=-c%20synchronous_commit%3D{wanted}")
        assert await store._pool.fetch("SHOW synchronous_commit") == [(had,)]
        await store.close()

    async def test_no_such_database(self, cluster: Cluster) -> None:
        assert '"palazzo" does not exist' in await refusal_of(cluster.address("palazzo"))

    async def test_a_missing_library(self, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "psycopg", None)
        assert "pip install 'ridotto[postgres]'" in await refusal_of(address)

    async def test_a_user_who_may_not_write(self, cluster: Cluster, address: str) -> None:
        run(address, "DROP ROLE IF EXISTS visitor", "CREATE ROLE visitor LOGIN")
        assert "read-only for this user" in await refusal_of(address.replace("//host:", "//visitor:"))

    async def test_a_read_only_database(self, store: PostgresStore, address: str) -> None:
        name = address.split("/")[3].split("?")[0]
        run(address, f"ALTER DATABASE {name} SET default_transaction_read_only = on", *terminate_connections())
        try:
            for asked in (store.append("rialto", 1, b"", "open"), store.check()):
                with pytest.raises(StoreFailed, match="read-only"):
                    await asked
            assert len(await store.read("rialto")) == 1
        finally:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("SET default_transaction_read_only = off")
                connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
        run(address, *terminate_connections())
        assert await store.append("rialto", 1, b"", "open") is not None


def terminate_connections() -> list[str]:
    """Statements that break all other connections."""
    return [
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    ]


class TestOutage:
    async def test_errors_during_an_outage_and_recovery(self, store: PostgresStore, cluster: Cluster) -> None:
        notices = store.notices()
        assert await anext(notices) == StoreNotice("")
        cluster.stop()
        try:
            asked = [store.append("rialto", 1, b"", "open"), store.read("rialto"), store.check(), store.now()]
            async with impatient(store):
                outcomes = await asyncio.gather(*asked, return_exceptions=True)
            for outcome in outcomes:
                assert isinstance(outcome, StoreFailed)
                assert "Can't reach the database" in str(outcome)
                assert "\n" not in str(outcome)
                assert "password" not in str(outcome)
        finally:
            cluster.start()
        assert await anext(notices) == StoreNotice("")  # notices may have been missed
        assert len(await store.read("rialto")) == 1
        assert await store.append("rialto", 1, b"", "open") is not None
        other = await connect(cluster.address(store._pool.name.rpartition("/")[2]))
        await other.append("rialto", 2, b"", "open")
        assert await anext(notices) == StoreNotice("rialto")
        await notices.aclose()
        await other.close()

    async def test_broken_connections_are_replaced(self, store: PostgresStore, address: str) -> None:
        await asyncio.gather(*(store.read("rialto") for _ in range(20)))  # all connections are open
        run(address, *terminate_connections())
        assert await store.append("rialto", 1, b"", "open") is not None
        assert len(await store.read("rialto")) == 2

    @pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
    async def test_a_restart_under_load_loses_and_repeats_nothing(
        self, cluster: Cluster, address: str, how: signal.Signals
    ) -> None:
        """PostgreSQL is stopped, also as by a power cut, and started again; a patient store notices nothing."""
        store = await PostgresStore.connect(address, max_wait=DEADLINE)
        for k in range(12):
            await store.open(f"table-{k}", b"opened", True)
        busy = asyncio.Event()

        async def write(k: int) -> None:
            for n in range(1, 120):
                assert await store.append(f"table-{k}", n, f"{k} {n}".encode(), "running") is not None
                if n == 20:
                    busy.set()

        async def restart() -> None:
            await busy.wait()
            await asyncio.to_thread(cluster.stop, how)
            await asyncio.to_thread(cluster.start)

        await asyncio.gather(restart(), *(write(k) for k in range(12)))
        for k in range(12):
            bodies = [row.body for row in await store.read(f"table-{k}", 1)]
            assert bodies == [f"{k} {n}".encode() for n in range(1, 120)]
        await store.close()

    async def test_a_locked_table(self, store: PostgresStore, address: str) -> None:
        async with await psycopg.AsyncConnection.connect(address) as other:
            await other.execute("LOCK TABLE ridotto.tables IN ACCESS EXCLUSIVE MODE")
            async with impatient(store):
                with pytest.raises(StoreFailed, match="isn't responding"):
                    await store.append("rialto", 1, b"", "open")
            await other.rollback()
        assert await store.append("rialto", 1, b"", "open") is not None
        assert len(await store.read("rialto")) == 2


class TestLostAnswer:
    """An event was written, but the connection broke before the answer."""

    @pytest.fixture
    async def proxy(self, address: str) -> AsyncIterator[PostgresProxy]:
        async with PostgresProxy(address) as proxy:
            yield proxy

    async def test_a_retry_finds_the_event(self, proxy: PostgresProxy) -> None:
        store = await PostgresStore.connect(proxy.address, max_wait=DEADLINE)
        proxy.cut(b"opened")
        at = await store.open("rialto", b"opened", True)
        assert at is not None
        proxy.cut(b"moved", times=2)
        assert await store.append("rialto", 1, b"moved", "running") is not None
        assert proxy.cuts == 3
        assert [row.body for row in await store.read("rialto")] == [b"opened", b"moved"]
        assert (await store.read("rialto"))[0].at == at
        assert await store.append("rialto", 1, b"moved", "running") is None  # the same body, but another write
        await store.close()

    async def test_a_retried_batch_tells_its_events_apart(self, proxy: PostgresProxy, address: str) -> None:
        """One of two writes in a batch came second, and the answer is lost."""
        store, other = await PostgresStore.connect(proxy.address, max_wait=DEADLINE), await connect(address)
        for table in ("a", "b", "c"):
            await store.open(table, b"opened", True)
        await other.append("b", 1, b"moved", "running")
        proxy.cut(b"moved")
        first = asyncio.create_task(store.append("a", 1, b"moved", "running"))
        asked = [store.append(table, 1, b"moved", "running") for table in ("b", "c")]
        second, third = await asyncio.gather(*asked)
        assert proxy.cuts == 1
        assert [await first is None, second is None, third is None] == [False, True, False]
        assert [len(await store.read(table)) for table in ("a", "b", "c")] == [2, 2, 2]
        await store.close()
        await other.close()
