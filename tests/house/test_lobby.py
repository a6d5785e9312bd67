"""The lobby lists the newest tables without loading them into memory."""

import asyncio

import pytest

from ridotto.house.lobby import FRESH_SECONDS, LISTINGS_PER_TABLE, MAX_FINISHED, MAX_TABLES
from ridotto.house.service import House
from ridotto.house.store.protocol import Store, StoredEvent
from ridotto.house.store.sqlite import SqliteStore
from ridotto.house.tables.events import Said, encode
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


@pytest.fixture
def reads(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose logs are read, in order."""
    found: list[str] = []
    read = house.store.read

    async def count_reads(table: str, first: int = 0) -> list[StoredEvent]:
        found.append(table)
        return await read(table, first)

    monkeypatch.setattr(house.store, "read", count_reads)
    return found


async def open_listed_tables(house: House, tables: int, time: ManualTime) -> list[str]:
    """Opens listed tables and drops them from memory: the newest first."""
    found = []
    for n in range(tables):
        found.append((await house.open_table(NewTable(game="venti", listed=True), f"opening-{n}"))[0])
        await time.forward(0.001)
    house.live_tables.by_id.clear()
    return found[::-1]


async def damage(store: Store, table: str) -> None:
    await store.append(table, 1, b"garbage", "open")


async def test_every_log_is_read_once_and_no_table_is_cached(house: House, time: ManualTime, reads: list[str]) -> None:
    tables = await open_listed_tables(house, 5, time)
    for _ in range(3):
        assert [info.id for info in await house.listed_tables()] == tables
    assert reads == tables
    assert house.live_tables.by_id == {}


async def test_concurrent_visitors_read_every_log_once(house: House, time: ManualTime, reads: list[str]) -> None:
    tables = await open_listed_tables(house, 3, time)
    shown = await asyncio.gather(*(house.listed_tables() for _ in range(10)))
    assert [[info.id for info in infos] for infos in shown] == [tables] * 10
    assert reads == tables


async def test_a_table_whose_log_has_grown_is_read_again(house: House, time: ManualTime, reads: list[str]) -> None:
    tables = await open_listed_tables(house, 3, time)
    await house.listed_tables()
    await house.sit(tables[1], "Anna", "gatta", 0, "somebody-sits-down")
    house.live_tables.by_id.clear()
    reads.clear()
    assert [info.chairs[0].name for info in await house.listed_tables()] == ["", "Anna", ""]
    assert reads == [tables[1]]


async def test_tables_in_memory_are_current_and_stay_idle(house: House, time: ManualTime, reads: list[str]) -> None:
    party = await Party.open(house, 1, game="venti", listed=True)
    await house.chat(party.id, [party.keys[0]], 0, "Who plays?", "a-line")
    touched = house.live_tables.by_id[party.id].last_used
    reads.clear()
    await time.forward(20)
    (info,) = await house.listed_tables()
    assert (info.chairs[0].name, info.chat, reads) == ("Anna", [], [])
    assert house.live_tables.by_id[party.id].last_used == touched


async def test_damaged_tables_do_not_hide_others(
    house: House, time: ManualTime, reads: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    tables = await open_listed_tables(house, MAX_TABLES + 2, time)
    for table in tables[:MAX_TABLES]:
        await damage(house.store, table)
    for _ in range(2):
        assert [info.id for info in await house.listed_tables()] == tables[MAX_TABLES:]
    assert len(reads) == MAX_TABLES + 2
    assert len([line for line in caplog.records if "is damaged" in line.message]) == MAX_TABLES


async def test_the_number_of_damaged_logs_read_is_limited(house: House, time: ManualTime, reads: list[str]) -> None:
    limit = LISTINGS_PER_TABLE * MAX_TABLES
    tables = await open_listed_tables(house, limit + 1, time)
    for table in tables[:limit]:
        await damage(house.store, table)
    assert await house.listed_tables() == []
    assert len(reads) == limit


async def test_the_number_of_tables_is_limited(house: House, time: ManualTime, reads: list[str]) -> None:
    tables = await open_listed_tables(house, MAX_TABLES + 5, time)
    assert [info.id for info in await house.listed_tables()] == tables[:MAX_TABLES] == reads
    assert [len(cached) for cached in house._lobby._cached.values()] == [MAX_TABLES]


async def test_tables_of_other_processes_may_be_a_little_old(
    house: House, time: ManualTime, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = await open_listed_tables(house, 1, time)
    monkeypatch.setattr(house.store, "shared", True)
    await house.listed_tables()
    await house.store.append(table, 1, encode(Said(0, "Hello?", "a-line")), "open")
    for seconds, times in ((0, 1), (FRESH_SECONDS - 1, 1), (2, 2)):
        await time.forward(seconds)
        await house.listed_tables()
        assert reads == [table] * times


async def test_the_cost_does_not_depend_on_the_number_of_tables(house: House, time: ManualTime) -> None:
    store, steps = house.store, 0
    assert isinstance(store, SqliteStore)

    def count() -> None:
        nonlocal steps
        steps += 1

    costs = []
    for many in (300, 3000):
        await asyncio.gather(*(store.open(f"table-{many}-{n}", b"{}", listed=n % 2 == 0) for n in range(many)))
        steps = 0
        store._reading.set_progress_handler(count, 1)
        assert len(await store.listings(("open", "running"), True, MAX_TABLES)) == MAX_TABLES
        store._reading.set_progress_handler(None, 1)
        costs.append(steps)
    assert costs[1] == pytest.approx(costs[0], rel=0.1)


async def test_finished_matches_are_listed_with_their_end(house: House, time: ManualTime, reads: list[str]) -> None:
    """Each log is read once. The seed is only for people who may watch the match."""
    ended = []
    for n in range(MAX_FINISHED + 1):
        party = await Party.open(house, 2, f"match-{n}", game="venti", players=2, listed=n != 3, watch="players")
        await party.begin()
        for seat in (0, 1):
            await house.propose_abandon(party.id, [party.keys[seat]], seat)
        ended.append((party.id, await house.store.now()))
        await time.forward(1)
        await house.chat(party.id, [party.keys[0]], 0, "Again?", f"afterwards-{n}")
        await time.forward(60)
    del ended[3]
    house.live_tables.by_id.clear()
    reads.clear()
    for _ in range(3):
        finished = await house.finished_tables()
        assert [(info.id, info.ended) for info in finished] == ended[::-1][:MAX_FINISHED]
        assert all(info.seed == "" and info.chat == [] for info in finished)
    assert reads == [id for id, _ in ended[::-1][:MAX_FINISHED]]
    assert await house.listed_tables() == []
