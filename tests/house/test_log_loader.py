"""Long logs are loaded once and in slices, so that they do not block others."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store.postgres import PAGE_ROWS
from ridotto.house.store.protocol import Store, StoredEvent
from ridotto.house.tables.events import Said, encode
from ridotto.house.tables.log_loader import LONG_LOG_EVENTS, SLICE_EVENTS
from ridotto.house.tables.table import Table
from tests.house.guests import Party

pytestmark = pytest.mark.anyio


async def append_chat(store: Store, table: str, first: int, lines: int) -> None:
    """Appends many lines of chat to a log."""
    said = (encode(Said(0, f"{n}", f"line-{n}")) for n in range(first, first + lines))
    await asyncio.gather(*(store.append(table, n, body, "open") for n, body in enumerate(said, first)))


async def long_log(house: House, lines: int, id: str = "opening") -> str:
    """A table with a long log that is not in memory."""
    party = await Party.open(house, 1, id=id, game="venti")
    await append_chat(house.store, party.id, (await party.table()).event_count, lines)
    house.live_tables.by_id.clear()
    return party.id


class SliceCounter:
    """Counts the events that are applied between two turns of the event loop."""

    def __init__(self) -> None:
        self.applied = [0]

    async def count(self) -> None:
        while True:
            await asyncio.sleep(0)
            self.applied.append(0)


@pytest.fixture
async def slices(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SliceCounter]:
    slices, apply = SliceCounter(), Table.apply

    def count(table: Table, row: StoredEvent) -> None:
        slices.applied[-1] += 1
        apply(table, row)

    monkeypatch.setattr(Table, "apply", count)
    task = asyncio.create_task(slices.count())
    yield slices
    task.cancel()


async def test_other_tasks_run_after_each_slice(house: House, slices: SliceCounter) -> None:
    table = await long_log(house, 10 * SLICE_EVENTS)
    slices.applied = [0]
    assert (await house.table(table)).event_count == 10 * SLICE_EVENTS + 2
    assert max(slices.applied) == SLICE_EVENTS
    assert sum(slices.applied) == 10 * SLICE_EVENTS + 1


async def test_only_one_long_log_is_loaded_at_a_time(house: House, slices: SliceCounter) -> None:
    tables = [await long_log(house, LONG_LOG_EVENTS + SLICE_EVENTS, id=f"opening-{n}") for n in range(3)]
    slices.applied = [0]
    await asyncio.gather(*map(house.table, tables))
    assert max(slices.applied) == SLICE_EVENTS
    assert sum(slices.applied) == 3 * (LONG_LOG_EVENTS + SLICE_EVENTS + 1)


async def test_concurrent_callers_share_one_load(
    house: House, slices: SliceCounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, reads, read = await long_log(house, 3 * SLICE_EVENTS), [], house.store.read

    async def count_reads(id: str, first: int = 0) -> list[StoredEvent]:
        reads.append(id)
        return await read(id, first)

    monkeypatch.setattr(house.store, "read", count_reads)
    slices.applied = [0]
    found = await asyncio.gather(*(house.table(table) for _ in range(5)), house.executor.execute(table, lambda _: None))
    assert len(set(map(id, found))) == 1
    assert reads == [table]
    assert sum(slices.applied) == 3 * SLICE_EVENTS + 1


async def test_a_cancelled_caller_does_not_cancel_the_load(house: House) -> None:
    table = await long_log(house, 5 * SLICE_EVENTS)
    asking = [asyncio.create_task(house.table(table)) for _ in range(3)]
    while not house.live_tables._loading:
        await asyncio.sleep(0)
    asking[0].cancel()
    assert (await asking[1]) is (await asking[2])
    assert (await asking[1]).event_count == 5 * SLICE_EVENTS + 2
    assert not house.live_tables._loading


async def test_unknown_tables_are_not_cached(house: House) -> None:
    asked = await asyncio.gather(*(house.table("nowhere") for _ in range(3)), return_exceptions=True)
    assert [refusal.code for refusal in asked if isinstance(refusal, Refused)] == ["unknown-table"] * 3
    assert "nowhere" not in house.live_tables.by_id
    assert not house.live_tables._loading


async def test_a_store_reads_long_logs_completely(store: Store) -> None:
    await store.open("rialto", b"{}", listed=False)
    await append_chat(store, "rialto", 1, 2 * PAGE_ROWS)
    assert [row.n for row in await store.read("rialto")] == list(range(2 * PAGE_ROWS + 1))
    assert [row.n for row in await store.read("rialto", PAGE_ROWS + 1)] == list(range(PAGE_ROWS + 1, 2 * PAGE_ROWS + 1))
    assert await store.read("rialto", 2 * PAGE_ROWS + 1) == []
