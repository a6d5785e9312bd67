"""The lobby shows the newest tables, whatever became of others, and brings none of them into memory."""

import asyncio

import pytest

from ridotto.house.lobby import FINISHED, FRESH, SHOWN, TRIED
from ridotto.house.service import House
from ridotto.house.store import Row, Store
from ridotto.house.store.sqlite import SqliteStore
from ridotto.house.tables.events import Said, encode
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


@pytest.fixture
def reads(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tables whose logs are read."""
    found: list[str] = []
    read = house.store.read

    async def reading(table: str, first: int = 0) -> list[Row]:
        found.append(table)
        return await read(table, first)

    monkeypatch.setattr(house.store, "read", reading)
    return found


async def opened(house: House, tables: int, time: ManualTime) -> list[str]:
    """Listed tables, the newest first; none of them is in memory."""
    found = []
    for n in range(tables):
        found.append((await house.open_table(NewTable(game="venti", listed=True), f"opening-{n}"))[0])
        await time.forward(0.001)
    house.spots.clear()
    return found[::-1]


async def damage(store: Store, table: str) -> None:
    await store.append(table, 1, b"garbage", "open")


async def test_nothing_is_brought_into_memory_and_every_log_is_read_once(
    house: House, time: ManualTime, reads: list[str]
) -> None:
    tables = await opened(house, 5, time)
    for _ in range(3):
        assert [frame.id for frame in await house.lobby()] == tables
    assert reads == tables
    assert house.spots == {}


async def test_visitors_who_come_together_read_it_once(house: House, time: ManualTime, reads: list[str]) -> None:
    tables = await opened(house, 3, time)
    shown = await asyncio.gather(*(house.lobby() for _ in range(10)))
    assert [[frame.id for frame in frames] for frames in shown] == [tables] * 10
    assert reads == tables


async def test_a_table_whose_log_has_grown_is_read_again(house: House, time: ManualTime, reads: list[str]) -> None:
    tables = await opened(house, 3, time)
    await house.lobby()
    await house.sit(tables[1], "Anna", "gatta", 0, "somebody-sits-down")
    house.spots.clear()
    reads.clear()
    assert [frame.chairs[0].name for frame in await house.lobby()] == ["", "Anna", ""]
    assert reads == [tables[1]]


async def test_what_is_in_memory_is_shown_as_it_is_and_stays_as_idle_as_it_was(
    house: House, time: ManualTime, reads: list[str]
) -> None:
    party = await Party.open(house, 1, game="venti", listed=True)
    await house.say(party.id, [party.keys[0]], 0, "Who plays?", "a-line")
    touched = house.spots[party.id].touched
    reads.clear()
    await time.forward(20)
    (frame,) = await house.lobby()
    assert (frame.chairs[0].name, frame.chat, reads) == ("Anna", [], [])
    assert house.spots[party.id].touched == touched


async def test_however_many_newer_ones_are_damaged_others_are_shown(
    house: House, time: ManualTime, reads: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    tables = await opened(house, SHOWN + 2, time)
    for table in tables[:SHOWN]:
        await damage(house.store, table)
    for _ in range(2):
        assert [frame.id for frame in await house.lobby()] == tables[SHOWN:]
    assert len(reads) == SHOWN + 2
    assert len([line for line in caplog.records if "is damaged" in line.message]) == SHOWN


async def test_there_is_an_end_to_it(house: House, time: ManualTime, reads: list[str]) -> None:
    tried = TRIED * SHOWN
    tables = await opened(house, tried + 1, time)
    for table in tables[:tried]:
        await damage(house.store, table)
    assert await house.lobby() == []
    assert len(reads) == tried


async def test_no_more_are_shown_nor_read_than_stated(house: House, time: ManualTime, reads: list[str]) -> None:
    tables = await opened(house, SHOWN + 5, time)
    assert [frame.id for frame in await house.lobby()] == tables[:SHOWN] == reads
    assert [len(kept) for kept in house._lobby._kept.values()] == [SHOWN]


async def test_what_goes_on_in_another_process_may_be_a_little_old(
    house: House, time: ManualTime, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = await opened(house, 1, time)
    monkeypatch.setattr(house.store, "shared", True)
    await house.lobby()
    await house.store.append(table, 1, encode(Said(0, "Hello?", "a-line")), "open")
    for seconds, times in ((0, 1), (FRESH - 1, 1), (2, 2)):
        await time.forward(seconds)
        await house.lobby()
        assert reads == [table] * times


async def test_it_costs_no_more_where_there_are_many_tables(house: House, time: ManualTime) -> None:
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
        assert len(await store.listings(("open", "running"), True, SHOWN)) == SHOWN
        store._reading.set_progress_handler(None, 1)
        costs.append(steps)
    assert costs[1] == pytest.approx(costs[0], rel=0.1)


async def test_the_last_matches_are_told_with_their_end(house: House, time: ManualTime, reads: list[str]) -> None:
    """Each log is read once, however often somebody looks. The seed stays with those who may look at the match."""
    ended = []
    for n in range(FINISHED + 1):
        party = await Party.open(house, 2, f"match-{n}", game="venti", players=2, listed=n != 3, watch="players")
        await party.begin()
        for seat in (0, 1):
            await house.abandon(party.id, [party.keys[seat]], seat)
        ended.append((party.id, await house.store.now()))
        await time.forward(1)
        await house.say(party.id, [party.keys[0]], 0, "Again?", f"afterwards-{n}")
        await time.forward(60)
    del ended[3]
    house.spots.clear()
    reads.clear()
    for _ in range(3):
        finished = await house.finished()
        assert [(frame.id, frame.ended) for frame in finished] == ended[::-1][:FINISHED]
        assert all(frame.seed == "" and frame.chat == [] for frame in finished)
    assert reads == [id for id, _ in ended[::-1][:FINISHED]]
    assert await house.lobby() == []
