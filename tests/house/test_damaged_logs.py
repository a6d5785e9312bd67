"""A damaged log: its table is refused and left as it is, and nobody else notices."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from msgspec import json

from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store import Row
from ridotto.house.store.sqlite import SqliteStore
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party
from tests.manual_time import ManualTime
from tests.playing import Choices

pytestmark = pytest.mark.anyio


def body(n: int, **changes: Any) -> Callable[[list[Row]], list[Row]]:
    """The entry of that number, with something else in it."""

    def change(rows: list[Row]) -> list[Row]:
        changed = json.decode(rows[n].body) | changes
        return [*rows[:n], rows[n]._replace(body=json.encode(changed)), *rows[n + 1 :]]

    return change


def raw(n: int, text: Any) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [*rows[:n], rows[n]._replace(body=text), *rows[n + 1 :]]


LAST = 6  # the second of two moves, after an opening, three who sit down and a start
DAMAGES: dict[str, Callable[[list[Row]], list[Row]]] = {
    "garbage": raw(LAST, b"\x00\xff"),
    "cut off": raw(LAST, b'{"type":"moved","seat":'),
    "nothing": raw(LAST, None),
    "empty": raw(LAST, b""),
    "an unknown entry": body(LAST, type="flown"),
    "no entry at all": lambda rows: rows[:2] + rows[3:],
    "no opening": lambda rows: rows[1:],
    "only an entry": lambda rows: rows[3:4],
    "two openings": lambda rows: [*rows[:LAST], Row(LAST, rows[LAST].at, rows[0].body)],
    "garbage at first": raw(0, b"?"),
    "a seat too far": body(1, seat=9),
    "a seat before all": body(1, seat=-1),
    "an impossible move": body(LAST, move="fly away"),
    "an illegal move": lambda rows: body(LAST, seat=(json.decode(rows[LAST].body)["seat"] + 1) % 3)(rows),
    "a start without guests": lambda rows: [rows[0], *(row._replace(n=n) for n, row in enumerate(rows[4:], 1))],
    "no such game": body(0, game="chess"),
    "no such option": body(0, options={"colour": "red"}),
    "too many players": body(0, players=99),
    "no player": body(0, players=-3),
    "a seed that is none": body(0, seed="yes"),
    "a mask of the wrong kind": body(1, mask=7),
    "no such mask": body(1, mask="iron"),
    "no such bot": raw(1, b'{"type":"placed","seat":0,"level":"genius"}'),
    "no time": lambda rows: [*rows[:LAST], rows[LAST]._replace(at=cast(Any, None))],
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
async def test_one_damaged_table_harms_nobody(
    damage: str, house: House, time: ManualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = await Party.open(house, id="damaged", game="verhext", players=3, listed=True)
    await damaged.begin()
    for seat in [(await damaged.table()).playing.state.actor(), None]:
        await damaged.decide((await damaged.table()).playing.state.actor() if seat is None else seat)
    other = await Party.open(house, 1, id="other", game="venti", listed=True, bots={1: "novice"}, players=2)
    await other.begin()
    rows = await house.store.read(damaged.id)
    assert len(rows) == LAST + 1
    wrong, read = DAMAGES[damage](rows), house.store.read

    async def read_damaged(table: str, first: int = 0) -> list[Row]:
        found = await read(table, first)
        return [row for row in wrong if row.n >= first] if table == damaged.id else found

    monkeypatch.setattr(house.store, "read", read_damaged)
    await house.stop()
    again = House(house.store, house.minds, pace=0.0)
    time.govern(again)
    await again.start()
    for _ in range(2):
        with pytest.raises(Refused) as refusal:
            await again.table(damaged.id)
        assert refusal.value.code in ("unreadable", "other-version")
        assert [table.id for table in await again.lobby()] == [other.id]
    with pytest.raises(Refused):
        await again.open_table(NewTable(game="verhext", players=3, listed=True), "damaged")
    with pytest.raises(Refused):
        await again.say(damaged.id, [damaged.keys[0]], 0, "Hello?", "hello")
    there = Party(again, other.id, other.host)
    there.keys = other.keys
    await there.play(Choices(1), 6)
    await time.forward(30)
    await there.play(Choices(2), 6)
    await again.stop()
    monkeypatch.undo()
    assert await house.store.read(damaged.id) == rows


async def test_a_log_without_its_end_is_found_when_somebody_acts(house: House, time: ManualTime) -> None:
    """It can be read, but nothing can be added; the rounds of the butler go on for everybody else."""
    damaged = await Party.open(house, id="damaged", game="verhext", players=3, patience=20)
    other = await Party.open(house, id="other", game="verhext", players=3, patience=20)
    for party in (damaged, other):
        await party.begin()
        await party.decide((await party.table()).playing.state.actor())
    store, last = house.store, len(await house.store.read(damaged.id)) - 1
    assert isinstance(store, SqliteStore)
    await store._write(
        lambda: store._db.execute("DELETE FROM entries WHERE table_id = ? AND n = ?", (damaged.id, last))
    )
    house.spots.clear()
    assert (await damaged.table()).length == last
    with house.watch(damaged.id, 0), house.watch(other.id, 0):  # the two others are missed at both tables
        await time.forward(60)
        assert [chair.away for chair in (await other.table()).chairs] == [False, True, True]
        for _ in range(2):
            with pytest.raises(Refused) as refusal:
                await house.say(damaged.id, [damaged.keys[0]], 0, "Hello?", "hello")
            assert refusal.value.code == "unreadable"
    assert len(await store.read(damaged.id)) == last
