"""A long log keeps nobody waiting: it is read in slices, and once."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store import Row, Store
from ridotto.house.store.postgres import PAGE
from ridotto.house.tables.events import Said, encode
from ridotto.house.tables.log_loading import LONG, SLICE
from ridotto.house.tables.table import Table
from tests.house.guests import Party

pytestmark = pytest.mark.anyio


async def talk_at_length(store: Store, table: str, first: int, lines: int) -> None:
    """Makes a log long."""
    said = (encode(Said(0, f"{n}", f"line-{n}")) for n in range(first, first + lines))
    await asyncio.gather(*(store.append(table, n, body, "open") for n, body in enumerate(said, first)))


async def long_log(house: House, lines: int, id: str = "opening") -> str:
    """A table with so much in its log, which the house does not have in mind."""
    party = await Party.open(house, 1, id=id, game="venti")
    await talk_at_length(house.store, party.id, (await party.table()).length, lines)
    house.spots.clear()
    return party.id


class Turns:
    """How many entries were entered between two turns of the loop."""

    def __init__(self) -> None:
        self.entered = [0]

    async def count(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.entered.append(0)


@pytest.fixture
async def turns(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Turns]:
    turns, enter = Turns(), Table.enter

    def entered(table: Table, row: Row) -> None:
        turns.entered[-1] += 1
        enter(table, row)

    monkeypatch.setattr(Table, "enter", entered)
    task = asyncio.create_task(turns.count())
    yield turns
    task.cancel()


async def test_everybody_gets_a_turn_after_each_slice(house: House, turns: Turns) -> None:
    table = await long_log(house, 10 * SLICE)
    turns.entered = [0]
    assert (await house.table(table)).length == 10 * SLICE + 2
    assert max(turns.entered) == SLICE
    assert sum(turns.entered) == 10 * SLICE + 1


async def test_of_long_ones_one_is_read_at_a_time(house: House, turns: Turns) -> None:
    tables = [await long_log(house, LONG + SLICE, id=f"opening-{n}") for n in range(3)]
    turns.entered = [0]
    await asyncio.gather(*map(house.table, tables))
    assert max(turns.entered) == SLICE
    assert sum(turns.entered) == 3 * (LONG + SLICE + 1)


async def test_however_many_ask_it_is_read_once(house: House, turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    table, reads, read = await long_log(house, 3 * SLICE), [], house.store.read

    async def reading(id: str, first: int = 0) -> list[Row]:
        reads.append(id)
        return await read(id, first)

    monkeypatch.setattr(house.store, "read", reading)
    turns.entered = [0]
    found = await asyncio.gather(*(house.table(table) for _ in range(5)), house.do(table, lambda _: None))
    assert len(set(map(id, found))) == 1
    assert reads == [table]
    assert sum(turns.entered) == 3 * SLICE + 1


async def test_whoever_gives_up_leaves_it_to_the_others(house: House) -> None:
    table = await long_log(house, 5 * SLICE)
    asking = [asyncio.create_task(house.table(table)) for _ in range(3)]
    while not house._new_spots:
        await asyncio.sleep(0)
    asking[0].cancel()
    assert (await asking[1]) is (await asking[2])
    assert (await asking[1]).length == 5 * SLICE + 2
    assert not house._new_spots


async def test_what_is_not_there_is_not_kept_in_mind(house: House) -> None:
    asked = await asyncio.gather(*(house.table("nowhere") for _ in range(3)), return_exceptions=True)
    assert [refusal.code for refusal in asked if isinstance(refusal, Refused)] == ["unknown-table"] * 3
    assert "nowhere" not in house.spots
    assert not house._new_spots


async def test_a_store_gives_all_of_it(store: Store) -> None:
    await store.open("rialto", b"{}", listed=False)
    await talk_at_length(store, "rialto", 1, 2 * PAGE)
    assert [row.n for row in await store.read("rialto")] == list(range(2 * PAGE + 1))
    assert [row.n for row in await store.read("rialto", PAGE + 1)] == list(range(PAGE + 1, 2 * PAGE + 1))
    assert await store.read("rialto", 2 * PAGE + 1) == []
