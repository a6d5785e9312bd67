"""Presence is published on a coarse beat, and follows from streams and heartbeats alone."""

from contextlib import ExitStack

import pytest

from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.autoplay.butler import ROUND_SECONDS
from ridotto.house.people.attendance import SETTLING_ROUNDS
from ridotto.house.people.presence import (
    LONG_ABSENCE_SECONDS,
    NOBODY_AWAY,
    PRESENCE_INTERVAL_MS,
    Absent,
    Expected,
    absent,
    away_since,
)
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.store.protocol import Store
from ridotto.house.tables.chairs import HOST
from tests.house.conftest import Later
from tests.house.planning_party import AWAY_SECONDS, BEAT_SECONDS, absent_seats, party_of, planning_party
from tests.manual_time import NOON, ManualTime

pytestmark = pytest.mark.anyio


class TestBeats:
    def test_somebody_is_away_after_two_missed_beats(self) -> None:
        expected = Expected((0, 1, 2), 180, 180)
        seen = {0: NOON + 1, 1: NOON, 2: NOON + 2 * PRESENCE_INTERVAL_MS, HOST: 0}
        assert absent(expected, seen, NOON + 2 * PRESENCE_INTERVAL_MS - 1) == []
        assert absent(expected, seen, NOON + 2 * PRESENCE_INTERVAL_MS) == [Absent(1, NOON, NOON + 180_000)]
        assert [one.since for one in absent(expected, seen, NOON + 3 * PRESENCE_INTERVAL_MS)] == [
            NOON + PRESENCE_INTERVAL_MS,
            NOON,
        ]

    def test_short_absences_are_not_published(self) -> None:
        """Half a minute is never noticed; a heartbeat once a minute is enough."""
        for begin in range(NOON, NOON + PRESENCE_INTERVAL_MS, 999):
            assert absent(Expected((0,), None, 180), {0: begin}, begin + PRESENCE_INTERVAL_MS) == []
            assert absent(Expected((0,), None, 180), {0: begin + 1}, begin + 2 * PRESENCE_INTERVAL_MS) == []

    def test_absences_begin_on_a_beat(self) -> None:
        assert {away_since(NOON + more) for more in range(1, PRESENCE_INTERVAL_MS + 1)} == {NOON + PRESENCE_INTERVAL_MS}

    async def test_absences_are_published_on_the_beat(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams)
            await time.forward(AWAY_SECONDS - ROUND_SECONDS)
            assert house.presence(party.id) == NOBODY_AWAY
            await time.forward(ROUND_SECONDS)
            assert absent_seats(house, party) == [2]
            with house.subscribe(party.id, 2):
                await time.forward(BEAT_SECONDS - ROUND_SECONDS)
                assert absent_seats(house, party) == [2], "a return is published on a beat, too"
                await time.forward(ROUND_SECONDS)
                assert absent_seats(house, party) == []

    async def test_heartbeats_without_a_stream_count(self, house: House, time: ManualTime) -> None:
        """Nobody has a stream at this table."""
        party = await planning_party(house, patience=None)
        for _ in range(0, AWAY_SECONDS, BEAT_SECONDS):
            await house.table(party.id)
            house.mark_present(party.id, [HOST, 0])
            await time.forward(BEAT_SECONDS)
        assert absent_seats(house, party) == [1, 2]
        house.mark_present(party.id, [HOST, 0, 1])
        await time.forward(BEAT_SECONDS)
        assert absent_seats(house, party) == [2]

    async def test_subscriptions_are_told_only_of_changes(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams)
            spectator = streams.enter_context(house.subscribe(party.id))
            changes = 0
            for _ in range(AWAY_SECONDS * 2):
                spectator.changed.clear()
                await time.forward(1)
                changes += spectator.changed.is_set()
            assert changes == 1

    async def test_nobody_is_absent_when_the_match_is_over(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=None)
            await time.forward(AWAY_SECONDS)
            assert absent_seats(house, party) == [2]
            for seat in range(2):
                await house.propose_abandon(party.id, [party.keys[seat]], seat)
            await house.resign(party.id, [party.keys[2]], 2)
            await house.propose_abandon(party.id, [party.keys[0]], 0)
            assert (await party.table()).phase == "over"
            assert house.presence(party.id) == NOBODY_AWAY


class TestDecisions:
    """Decisions do not count as presence."""

    @pytest.mark.parametrize("decides", [False, True])
    async def test_a_secret_decision_does_not_stop_the_countdown(
        self, house: House, time: ManualTime, decides: bool
    ) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=180)
            await time.forward(45)
            if decides:
                await party.decide(2)
            await time.forward(AWAY_SECONDS - 45)
            assert house.presence(party.id).absent == [
                Absent(2, NOON + PRESENCE_INTERVAL_MS, NOON + PRESENCE_INTERVAL_MS + 180_000)
            ]
            if decides:
                await party.decide(2)
            await time.forward(BEAT_SECONDS + 180 - AWAY_SECONDS)
            assert not (await party.table()).chairs[2].away
            await time.forward(ROUND_SECONDS)
            assert (await party.table()).chairs[2].away

    async def test_chat_does_not_count_as_presence(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=None)
            for number in range(AWAY_SECONDS // 15):
                await time.forward(15)
                await house.chat(party.id, [party.keys[2]], 2, "Hm", f"said-{number}")
            assert absent_seats(house, party) == [2]

    async def test_acting_ends_an_absence_and_restarts_patience(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=60)
            await time.forward(AWAY_SECONDS + ROUND_SECONDS)
            assert (await party.table()).chairs[2].away
            await house.chat(party.id, [party.keys[2]], 2, "Back", "said-back")
            await time.forward(60)
            assert not (await party.table()).chairs[2].away


class TestSeveralProcesses:
    async def test_all_processes_publish_the_same(self, store: Store, address: str, later: Later) -> None:
        """Two houses that share a store, or one house."""
        bot_pool = BotPool(1)
        houses = [House(store, bot_pool, beat_seconds=0.0)]
        if store.shared:
            houses.append(House(await connect(address, store.time), bot_pool, beat_seconds=0.0))
        party = await planning_party(houses[0], patience=None)
        with ExitStack() as streams:
            for seat, house in enumerate(houses):
                await house.table(party.id)
                streams.enter_context(house.subscribe(party.id, seat))
            for _ in range(SETTLING_ROUNDS + 1):
                await make_rounds(houses)
            await later(AWAY_SECONDS)
            for house in houses:  # in PostgreSQL, no beat has passed
                house.attendance._published_for.clear()
            await make_rounds(houses)
            away = [2] if store.shared else [1, 2]
            assert [absent_seats(house, party) for house in houses] == [away] * len(houses)
            await houses[0].absences.nudge(party.id, [party.keys[0]], 2)
            await make_rounds(houses)
            assert [[one.seat for one in house.presence(party.id).nudges] for house in houses] == [[2]] * len(houses)
            await later(LONG_ABSENCE_SECONDS)
            await houses[-1].absences.substitute(party.id, [party.host], 2)
            await houses[0].table(party.id)
            await make_rounds(houses)
            assert [2 in absent_seats(house, party) for house in houses] == [False] * len(houses)
        for house in houses:
            await house.stop()
        if store.shared:
            await houses[1].store.close()
        await bot_pool.close()


async def make_rounds(houses: list[House]) -> None:
    """All houses store presence before they make a round."""
    for house in houses:
        await house.attendance.store_presence()
    for house in houses:
        await house.butler._make_round()
