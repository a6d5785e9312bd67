"""Gestures, and the chat of spectators."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.tables import commands
from ridotto.house.tables.events import Event, Said
from ridotto.house.tables.reactions import COOLDOWN_SECONDS, MAX_GESTURES, PERIOD_SECONDS, Reaction, decode
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_limits import (
    CHAT_PERIOD_MS,
    MAX_CHATTING_SPECTATORS,
    MAX_SEAT_LINES,
    MAX_SPECTATOR_LINES,
)
from tests.house.guests import Party
from tests.house.logs import Log
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


def remark(table: Table, name: str, text: str, key_hash: str, now: int) -> Event | None:
    return commands.remark(table, [], name, text, f"id-{table.event_count}", key_hash, now)


class TestGestures:
    async def test_all_subscriptions_see_them_and_the_log_does_not(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="venti", players=2)
        table = await party.begin()
        length, digest = table.event_count, table.info().digest
        with house.subscribe(party.id) as spectator, house.subscribe(party.id, 0) as player:
            await house.react(party.id, [party.keys[1]], 1, "bow")
            for subscription in (spectator, player):
                assert subscription.changed.is_set()
                assert list(subscription.reactions) == [Reaction(1, "bow")]
        with house.subscribe(party.id) as late:
            assert not late.reactions
        assert ((await party.table()).event_count, (await party.table()).info().digest) == (length, digest)

    async def test_gestures_of_a_seat_are_limited(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="venti", players=2)
        await party.begin()
        with house.subscribe(party.id, 0, 1):
            for _ in range(MAX_GESTURES):
                await house.react(party.id, [party.keys[0]], 0, "shock")
                with pytest.raises(Refused, match="One gesture at a time"):
                    await house.react(party.id, [party.keys[0]], 0, "bow")
                await house.react(party.id, [party.keys[1]], 1, "laughter")  # each seat has its own limit
                await time.forward(COOLDOWN_SECONDS)
            with pytest.raises(Refused, match="wait a few minutes"):
                await house.react(party.id, [party.keys[0]], 0, "bow")
            await time.forward(PERIOD_SECONDS - MAX_GESTURES * COOLDOWN_SECONDS)
            await house.react(party.id, [party.keys[0]], 0, "bow")

    async def test_only_the_holder_of_a_seat_makes_gestures_and_only_in_a_match(self, house: House) -> None:
        party = await Party.open(house, game="venti", players=2)
        with pytest.raises(Refused, match="hasn't started"):
            await house.react(party.id, [party.keys[0]], 0, "bow")
        await party.begin()
        with pytest.raises(Refused, match="isn't your seat"):
            await house.react(party.id, [party.keys[0]], 1, "bow")

    async def test_other_processes_show_them(self, postgres: str, time: ManualTime) -> None:
        nobody: Any = None
        stores = [await connect(postgres, time) for _ in range(2)]
        houses = [House(store, nobody, beat_seconds=0.0) for store in stores]
        for house in houses:
            await house.start()
        party = await Party.open(houses[0], game="venti", players=2)
        await party.begin()
        await houses[1].table(party.id)
        with houses[1].subscribe(party.id) as subscription:
            while not subscription.reactions:  # until the other process listens
                await houses[0].react(party.id, [party.keys[0]], 0, "bow")
                await time.forward(COOLDOWN_SECONDS)
                with suppress(TimeoutError):
                    await asyncio.wait_for(subscription.changed.wait(), 1)
                    subscription.changed.clear()
            assert subscription.reactions[0] == Reaction(0, "bow")
        for house in houses:
            await house.stop()
        for store in stores:
            await store.close()

    def test_unknown_gestures_are_ignored(self) -> None:
        assert decode('{"seat": 1, "gesture": "bow"}') == Reaction(1, "bow")
        assert decode('{"seat": 1, "gesture": "somersault"}') is None
        assert decode("?") is None


class TestSpectators:
    async def test_spectators_chat_if_the_host_allows_it(self, house: House) -> None:
        party = await Party.open(house, game="venti", players=2)
        await party.begin()
        with pytest.raises(Refused, match="Only players"):
            await house.remark(party.id, [], "Zeno", "Brava!", "remark-1")
        await house.change_settings(party.id, [party.host], None, "anyone")
        key = await house.remark(party.id, [], "Zeno", "Brava!", "remark-1")
        assert await house.remark(party.id, [], "Zeno", "Brava!", "remark-1") == key  # repeated
        assert await house.remark(party.id, [key], "Somebody else", "Bravissima!", "remark-2") == key
        lines = (await party.table()).info().chat
        told = [(line.seat, line.spectator, line.name, line.text) for line in lines]
        assert told == [(-1, 1, "Zeno", "Brava!"), (-1, 1, "Zeno", "Bravissima!")]
        await house.change_settings(party.id, [party.host], None, "players")
        with pytest.raises(Refused, match="Only players"):
            await house.remark(party.id, [key], "", "Hello?", "remark-3")

    async def test_names_of_spectators_must_be_their_own(self, house: House) -> None:
        party = await Party.open(house, people=1, game="venti", players=2, bots={1: "novice"}, talk="anyone")
        table = await party.begin()
        await house.remark(party.id, [], "Zeno", "Hello", "remark-1")
        for name in ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna", table.names[1], "ZENO"):
            with pytest.raises(Refused, match="already"):
                await house.remark(party.id, [], name, "Hello", "remark-2")
        with pytest.raises(Refused, match="invisible"):
            await house.remark(party.id, [], "", "Hello", "remark-2")

    async def test_players_and_people_who_may_not_watch_are_refused(self, house: House) -> None:
        party = await Party.open(house, game="venti", players=2, talk="anyone", watch="players")
        with pytest.raises(Refused, match="hasn't started"):
            await house.remark(party.id, [], "Zeno", "Hello", "remark-1")
        await party.begin()
        with pytest.raises(Refused, match="from your own seat"):
            await house.remark(party.id, [party.keys[0]], "Zeno", "Hello", "remark-1")
        with pytest.raises(Refused, match="isn't open to spectators"):
            await house.remark(party.id, [], "Zeno", "Hello", "remark-1")

    def test_the_lines_of_a_spectator_are_limited(self) -> None:
        log = Log(game="venti", players=2, talk="anyone").begin()
        for n in range(MAX_SEAT_LINES):
            log.do(remark, "Zeno", f"{n}", "zeno", log.now)
        with pytest.raises(Refused, match="wait a few minutes"):
            log.do(remark, "Zeno", "more", "zeno", log.now)
        log.do(remark, "Zeno", "later", "zeno", log.now + CHAT_PERIOD_MS)

    def test_all_spectators_together_are_limited(self) -> None:
        log = Log(game="venti", players=2, talk="anyone").begin()
        for n in range(MAX_SPECTATOR_LINES):
            log.do(remark, f"Zeno {n % 4}", f"{n}", f"hash {n % 4}", log.now)
        with pytest.raises(Refused, match="wait a few minutes"):
            log.do(remark, "Yvo", "Hello", "another", log.now)
        log = Log(game="venti", players=2, talk="anyone").begin()
        for n in range(MAX_CHATTING_SPECTATORS):
            log.do(remark, f"Zeno {n}", "Hello", f"hash {n}", log.now)
        with pytest.raises(Refused, match="that's enough"):
            log.do(remark, "Yvo", "Hello", "another", log.now)
        assert isinstance(log.do(commands.chat, 0, "We continue", "say-1", log.now), Said)
