"""Damaged logs: the table is refused and left unchanged, and other tables are not affected."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec import json

from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store.protocol import StoredEvent
from ridotto.house.store.sqlite import SqliteStore
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party
from tests.manual_time import ManualTime
from tests.playing import Choices

pytestmark = pytest.mark.anyio


def with_fields(n: int, **changes: Any) -> Callable[[list[StoredEvent]], list[StoredEvent]]:
    """Changes fields of an event."""

    def change(rows: list[StoredEvent]) -> list[StoredEvent]:
        changed = json.decode(rows[n].body) | changes
        return [*rows[:n], rows[n]._replace(body=json.encode(changed)), *rows[n + 1 :]]

    return change


def with_body(n: int, text: Any) -> Callable[[list[StoredEvent]], list[StoredEvent]]:
    return lambda rows: [*rows[:n], rows[n]._replace(body=text), *rows[n + 1 :]]


LAST = 6  # the second of two moves; before them an opening, three people and a start
DAMAGES: dict[str, Callable[[list[StoredEvent]], list[StoredEvent]]] = {
    "garbage": with_body(LAST, b"\x00\xff"),
    "cut off": with_body(LAST, b'{"type":"moved","seat":'),
    "null": with_body(LAST, None),
    "empty": with_body(LAST, b""),
    "an unknown event": with_fields(LAST, type="flown"),
    "a missing event": lambda rows: rows[:2] + rows[3:],
    "no opening": lambda rows: rows[1:],
    "no opening, but another event": lambda rows: rows[3:4],
    "two openings": lambda rows: [*rows[:LAST], StoredEvent(LAST, rows[LAST].at, rows[0].body)],
    "garbage as the opening": with_body(0, b"?"),
    "a seat too high": with_fields(1, seat=9),
    "a negative seat": with_fields(1, seat=-1),
    "an impossible move": with_fields(LAST, move="fly away"),
    "an illegal move": lambda rows: with_fields(LAST, seat=(json.decode(rows[LAST].body)["seat"] + 1) % 3)(rows),
    "a start without guests": lambda rows: [rows[0], *(row._replace(n=n) for n, row in enumerate(rows[4:], 1))],
    "no such game": with_fields(0, game="chess"),
    "no such option": with_fields(0, options={"colour": "red"}),
    "too many players": with_fields(0, players=99),
    "no player": with_fields(0, players=-3),
    "a bad seed": with_fields(0, seed="yes"),
    "a mask of the wrong kind": with_fields(1, mask=7),
    "no such mask": with_fields(1, mask="iron"),
    "no such bot": with_body(1, b'{"type":"placed","seat":0,"level":"genius"}'),
    "no time": lambda rows: [*rows[:LAST], rows[LAST]._replace(at=cast(Any, None))],
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_table_does_not_affect_others(
    damage: str, house: House, time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = await Party.open(house, id="damaged", game="verhext", players=3, listed=True)
    await damaged.begin()
    for seat in [(await damaged.table()).started_match.state.actor(), None]:
        await damaged.decide((await damaged.table()).started_match.state.actor() if seat is None else seat)
    other = await Party.open(house, 1, id="other", game="venti", listed=True, bots={1: "novice"}, players=2)
    await other.begin()
    rows = await house.store.read(damaged.id)
    assert len(rows) == LAST + 1
    wrong, read = DAMAGES[damage](rows), house.store.read

    async def read_damaged(table: str, first: int = 0) -> list[StoredEvent]:
        found = await read(table, first)
        return [row for row in wrong if row.n >= first] if table == damaged.id else found

    monkeypatch.setattr(house.store, "read", read_damaged)
    await house.stop()
    reopened = House(house.store, house.bot_pool, beat_seconds=0.0)
    time.govern(reopened)
    await reopened.start()
    for _ in range(2):
        with pytest.raises(Refused) as refusal:
            await reopened.table(damaged.id)
        assert refusal.value.code in ("unreadable", "other-version")
        assert [table.id for table in await reopened.listed_tables()] == [other.id]
    with pytest.raises(Refused):
        await reopened.open_table(NewTable(game="verhext", players=3, listed=True), "damaged")
    with pytest.raises(Refused):
        await reopened.chat(damaged.id, [damaged.keys[0]], 0, "Hello?", "hello")
    other_party = Party(reopened, other.id, other.host)
    other_party.keys = other.keys
    await other_party.play(Choices(1), 6)
    await time.forward(30)
    await other_party.play(Choices(2), 6)
    await reopened.stop()
    monkeypatch.undo()
    assert await house.store.read(damaged.id) == rows


async def test_a_log_that_lost_its_end_is_detected_by_the_next_command(house: House, time: ManualTime) -> None:
    """It can be read, but nothing can be appended. The butler continues to attend other tables."""
    damaged = await Party.open(house, id="damaged", game="verhext", players=3, patience=20)
    other = await Party.open(house, id="other", game="verhext", players=3, patience=20)
    for party in (damaged, other):
        await party.begin()
        await party.decide((await party.table()).started_match.state.actor())
    store, last = house.store, len(await house.store.read(damaged.id)) - 1
    assert isinstance(store, SqliteStore)
    await store._write(
        lambda: store._db.execute("DELETE FROM entries WHERE table_id = ? AND n = ?", (damaged.id, last))
    )
    house.live_tables.by_id.clear()
    assert (await damaged.table()).event_count == last
    with house.subscribe(damaged.id, 0), house.subscribe(other.id, 0):  # the two others are absent from both tables
        await time.forward(60)
        assert [chair.away for chair in (await other.table()).chairs] == [False, True, True]
        for _ in range(2):
            with pytest.raises(Refused) as refusal:
                await house.chat(damaged.id, [damaged.keys[0]], 0, "Hello?", "hello")
            assert refusal.value.code == "unreadable"
    assert len(await store.read(damaged.id)) == last
