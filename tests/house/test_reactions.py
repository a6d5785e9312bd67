"""Gestures are seen by everybody who looks, for a moment; and spectators who may talk."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store import connect
from ridotto.house.tables import commands
from ridotto.house.tables.events import Event, Said
from ridotto.house.tables.reactions import MOST, PAUSE, WHILE, Reaction, read
from ridotto.house.tables.table import LINES, REMARKS, TALK, TALKERS, Table
from tests.house.guests import Party
from tests.house.logs import Log
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


def remarked(table: Table, name: str, text: str, lock: str, now: int) -> Event | None:
    return commands.remark(table, [], name, text, f"id-{table.length}", lock, now)


class TestGestures:
    async def test_everybody_who_looks_sees_them_and_nobody_keeps_them(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="venti", players=2)
        table = await party.begin()
        length, digest = table.length, table.frame().digest
        with house.watch(party.id) as spectator, house.watch(party.id, 0) as player:
            await house.react(party.id, [party.keys[1]], 1, "bow")
            for watching in (spectator, player):
                assert watching.changed.is_set()
                assert list(watching.reactions) == [Reaction(1, "bow")]
        with house.watch(party.id) as late:
            assert not late.reactions
        assert ((await party.table()).length, (await party.table()).frame().digest) == (length, digest)

    async def test_a_seat_makes_one_at_a_time_and_not_too_many(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="venti", players=2)
        await party.begin()
        with house.watch(party.id, 0, 1):
            for _ in range(MOST):
                await house.react(party.id, [party.keys[0]], 0, "shock")
                with pytest.raises(Refused, match="One gesture at a time"):
                    await house.react(party.id, [party.keys[0]], 0, "bow")
                await house.react(party.id, [party.keys[1]], 1, "laughter")  # others have their own time
                await time.forward(PAUSE)
            with pytest.raises(Refused, match="wait a few minutes"):
                await house.react(party.id, [party.keys[0]], 0, "bow")
            await time.forward(WHILE - MOST * PAUSE)
            await house.react(party.id, [party.keys[0]], 0, "bow")

    async def test_nobody_makes_gestures_for_others_nor_before_the_match(self, house: House) -> None:
        party = await Party.open(house, game="venti", players=2)
        with pytest.raises(Refused, match="hasn't started"):
            await house.react(party.id, [party.keys[0]], 0, "bow")
        await party.begin()
        with pytest.raises(Refused, match="isn't your seat"):
            await house.react(party.id, [party.keys[0]], 1, "bow")

    async def test_other_processes_hear_of_them(self, postgres: str, time: ManualTime) -> None:
        nobody: Any = None
        stores = [await connect(postgres, time) for _ in range(2)]
        houses = [House(store, nobody, pace=0.0) for store in stores]
        for house in houses:
            await house.start()
        party = await Party.open(houses[0], game="venti", players=2)
        await party.begin()
        await houses[1].table(party.id)
        with houses[1].watch(party.id) as watching:
            while not watching.reactions:  # until the other one listens
                await houses[0].react(party.id, [party.keys[0]], 0, "bow")
                await time.forward(PAUSE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(watching.changed.wait(), 1)
                    watching.changed.clear()
            assert watching.reactions[0] == Reaction(0, "bow")
        for house in houses:
            await house.stop()
        for store in stores:
            await store.close()

    def test_what_another_version_says_is_overlooked(self) -> None:
        assert read('{"seat": 1, "gesture": "bow"}') == Reaction(1, "bow")
        assert read('{"seat": 1, "gesture": "somersault"}') is None
        assert read("?") is None


class TestSpectators:
    async def test_they_talk_where_the_host_allows_it(self, house: House) -> None:
        party = await Party.open(house, game="venti", players=2)
        await party.begin()
        with pytest.raises(Refused, match="Only players"):
            await house.remark(party.id, [], "Zeno", "Brava!", "remark-1")
        await house.change(party.id, [party.host], None, "anyone")
        key = await house.remark(party.id, [], "Zeno", "Brava!", "remark-1")
        assert await house.remark(party.id, [], "Zeno", "Brava!", "remark-1") == key  # sent again
        assert await house.remark(party.id, [key], "Somebody else", "Bravissima!", "remark-2") == key
        lines = (await party.table()).frame().chat
        told = [(line.seat, line.spectator, line.name, line.text) for line in lines]
        assert told == [(-1, 1, "Zeno", "Brava!"), (-1, 1, "Zeno", "Bravissima!")]
        await house.change(party.id, [party.host], None, "players")
        with pytest.raises(Refused, match="Only players"):
            await house.remark(party.id, [key], "", "Hello?", "remark-3")

    async def test_their_names_look_like_nobody_elses(self, house: House) -> None:
        party = await Party.open(house, people=1, game="venti", players=2, bots={1: "novice"}, talk="anyone")
        table = await party.begin()
        await house.remark(party.id, [], "Zeno", "Hello", "remark-1")
        for name in ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna", table.names[1], "ZENO"):
            with pytest.raises(Refused, match="already"):
                await house.remark(party.id, [], name, "Hello", "remark-2")
        with pytest.raises(Refused, match="invisible"):
            await house.remark(party.id, [], "", "Hello", "remark-2")

    async def test_whoever_sits_there_is_none_nor_whoever_may_not_look(self, house: House) -> None:
        party = await Party.open(house, game="venti", players=2, talk="anyone", watch="players")
        with pytest.raises(Refused, match="hasn't started"):
            await house.remark(party.id, [], "Zeno", "Hello", "remark-1")
        await party.begin()
        with pytest.raises(Refused, match="from your own seat"):
            await house.remark(party.id, [party.keys[0]], "Zeno", "Hello", "remark-1")
        with pytest.raises(Refused, match="isn't open to spectators"):
            await house.remark(party.id, [], "Zeno", "Hello", "remark-1")

    def test_they_have_limits_as_seats_have(self) -> None:
        log = Log(game="venti", players=2, talk="anyone").begin()
        for n in range(LINES):
            log.do(remarked, "Zeno", f"{n}", "zeno", log.now)
        with pytest.raises(Refused, match="wait a few minutes"):
            log.do(remarked, "Zeno", "more", "zeno", log.now)
        log.do(remarked, "Zeno", "later", "zeno", log.now + TALK)

    def test_all_of_them_together_have_one_too(self) -> None:
        log = Log(game="venti", players=2, talk="anyone").begin()
        for n in range(REMARKS):
            log.do(remarked, f"Zeno {n % 4}", f"{n}", f"lock {n % 4}", log.now)
        with pytest.raises(Refused, match="wait a few minutes"):
            log.do(remarked, "Yvo", "Hello", "another", log.now)
        log = Log(game="venti", players=2, talk="anyone").begin()
        for n in range(TALKERS):
            log.do(remarked, f"Zeno {n}", "Hello", f"lock {n}", log.now)
        with pytest.raises(Refused, match="that's enough"):
            log.do(remarked, "Yvo", "Hello", "another", log.now)
        assert isinstance(log.do(commands.say, 0, "We play on", "say-1", log.now), Said)
