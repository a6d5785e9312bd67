"""Abandoned tables: matches that everybody has left are paused and cost nothing until somebody returns."""

import pytest

from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.autoplay.butler import ROUND_SECONDS
from ridotto.house.people.attendance import BOT_MATCH_PAUSE_SECONDS, pause, resume
from ridotto.house.people.presence import LONG_ABSENCE_SECONDS
from ridotto.house.refusals import Refused
from ridotto.house.retention import DEFAULT_RETENTION, Retention
from ridotto.house.service import House
from ridotto.house.store.protocol import Store
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.events import ClockRules, Event, Moved, Paused, Resumed, decode
from ridotto.house.tables.live_tables import IDLE_SECONDS
from tests.house.conftest import Later
from tests.house.guests import Party
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio

NOTICE_SECONDS = 2 * ROUND_SECONDS  # seconds in which the butler notices a change


async def events_of(house: House, table: str) -> list[Event]:
    return [decode(row.body) for row in await house.store.read(table)]


async def last_event(house: House, table: str) -> Event:
    return (await events_of(house, table))[-1]


class TestPauses:
    async def test_a_match_is_paused_when_everybody_has_left(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        await party.begin()
        with house.subscribe(party.id, 1):
            await time.forward(19)
        await time.forward(19)
        assert not (await party.table()).paused, "somebody has just been here"
        await time.forward(1 + NOTICE_SECONDS)
        assert isinstance(await last_event(house, party.id), Paused)
        assert (await party.table()).info().paused
        assert await house.store.unattended(9) == []

    @pytest.mark.parametrize("patience", [None, 30])
    async def test_a_pause_comes_after_the_patience_of_the_table(
        self, house: House, time: ManualTime, patience: int | None
    ) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=patience)
        await party.begin()
        await time.forward((patience or LONG_ABSENCE_SECONDS) - 1)
        assert not (await party.table()).paused
        await time.forward(1 + NOTICE_SECONDS)
        assert (await party.table()).paused

    async def test_a_visit_or_a_decision_resumes_the_match(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        seat = (await party.begin()).started_match.state.actor()
        for how in ("heartbeat", "subscribe", "decide"):
            await time.forward(20 + NOTICE_SECONDS)
            assert (await party.table()).paused
            if how == "heartbeat":
                house.mark_present(party.id, [seat])
            elif how == "subscribe":
                with house.subscribe(party.id, HOST):
                    await time.rest()
            else:
                await party.decide(seat)
                assert isinstance(await last_event(house, party.id), Moved)
            await time.rest()
            assert not (await party.table()).paused
        assert [type(event) for event in await events_of(house, party.id)][-7:] == [Paused, Resumed] * 3 + [Moved]

    async def test_spectators_do_not_resume_a_match(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        await party.begin()
        with house.subscribe(party.id):
            await time.forward(20 + NOTICE_SECONDS)
            assert (await party.table()).paused
            house.mark_present(party.id, [])
            await time.forward(NOTICE_SECONDS)
            assert (await party.table()).paused

    async def test_somebody_who_returns_at_the_moment_of_the_pause_resumes_it(
        self, house: House, time: ManualTime
    ) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        await party.begin()
        await time.forward(10)
        house.mark_present(party.id, [0])
        await house.executor.execute(party.id, pause)
        assert (await party.table()).paused
        await time.forward(NOTICE_SECONDS)
        assert not (await party.table()).paused

    async def test_a_match_between_bots_needs_its_host(self, house: House, time: ManualTime) -> None:
        """Otherwise one visitor could keep all bots busy by opening many such tables."""
        await house.stop()
        slow = House(house.store, house.bot_pool, beat_seconds=20.0)
        time.govern(slow)
        await slow.start()
        party = await Party.open(slow, game="venezia", players=2, bots={0: "novice", 1: "novice"})
        await party.begin()
        with slow.subscribe(party.id, HOST):
            await time.forward(3 * BOT_MATCH_PAUSE_SECONDS)
        assert not (await party.table()).paused
        await time.forward(BOT_MATCH_PAUSE_SECONDS + NOTICE_SECONDS)
        assert (await party.table()).paused
        before = await events_of(slow, party.id)
        await time.forward(3600)
        assert await events_of(slow, party.id) == before, "bots continue though nobody watches"
        assert (await party.table()).paused
        with slow.subscribe(party.id, HOST):
            await time.forward(21)
            assert isinstance(await last_event(slow, party.id), Moved)
        await slow.stop()

    async def test_clocks_run_until_the_pause(self, house: House, time: ManualTime) -> None:
        """Then they stop, and later continue with the time that is left."""
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(60, 0), patience=20)
        seat = (await party.begin()).started_match.state.actor()
        await time.forward(20 + NOTICE_SECONDS)
        table = await party.table()
        paused_at = next(row.at for row in reversed(await house.store.read(party.id)) if Paused() == decode(row.body))
        began = next(row.at for row in await house.store.read(party.id) if decode(row.body) != Paused() and row.n == 4)
        assert table.clock is not None
        assert table.clock.left[seat] == 60_000 - (paused_at - began) <= 40_000
        left = table.clock.left[seat]
        await time.forward(3600)
        assert not any(isinstance(event, Moved) for event in await events_of(house, party.id))
        assert (await party.table()).info().chairs[seat].left == left
        with house.subscribe(party.id, 0, 1, 2):
            await time.forward(left / 1000 - 0.001)
            assert isinstance(await last_event(house, party.id), Resumed)
            await time.forward(0.001)
            assert isinstance(await last_event(house, party.id), Moved)

    async def test_pause_and_resume_are_idempotent(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3)
        for command in (pause, resume):
            await house.executor.execute(party.id, command)
        await party.begin()
        for command in (resume, pause, pause, resume, resume):
            await house.executor.execute(party.id, command)
        assert [type(event) for event in await events_of(house, party.id)][-2:] == [Paused, Resumed]


class TestMemory:
    @pytest.mark.parametrize("clock", [None, ClockRules(3600, 0)], ids=["no clock", "clock"])
    @pytest.mark.parametrize("game", ["diciassette", "venezia", "venezia2099", "venti", "verhext"])
    async def test_abandoned_tables_leave_memory(
        self, house: House, time: ManualTime, game: str, clock: ClockRules | None
    ) -> None:
        party = await Party.open(house, game=game, clock=clock)
        await party.begin()
        await time.forward(LONG_ABSENCE_SECONDS + IDLE_SECONDS + 2 * NOTICE_SECONDS)
        assert party.id not in house.live_tables.by_id
        assert not house.butler.leased
        assert not house.attendance.expected
        assert not house.butler.is_busy(party.id)
        assert (await party.table()).paused

    async def test_after_a_restart_visited_tables_are_attended_at_once(
        self, house: House, time: ManualTime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Even if many tables wait for adoption."""
        monkeypatch.setattr("ridotto.house.autoplay.butler.MAX_ADOPTIONS", 1)
        parties = [
            await Party.open(house, id=f"t{n}", game="verhext", players=3, bots={0: "novice", 1: "novice"})
            for n in range(6)
        ]
        for party in parties:
            await party.begin()
        await time.rest()
        await house.stop()
        other = House(house.store, house.bot_pool, beat_seconds=0.0)
        time.govern(other)
        await other.start()
        await time.rest()
        assert len(other.butler.leased) == 1
        asked = next(party for party in parties if party.id not in other.butler.leased)
        await other.table(asked.id)
        other.mark_present(asked.id, [2])
        await time.rest()
        assert asked.id in other.attendance.expected
        await other.stop()


async def test_another_process_attends_a_table_within_ten_seconds(store: Store, later: Later) -> None:
    """The lease of the first process has to expire, then the other has to make a round."""
    bot_pool = BotPool(1)
    gone, heir = House(store, bot_pool, beat_seconds=0.0), House(store, bot_pool, beat_seconds=0.0)
    party = await Party.open(gone, game="verhext", players=3)
    await party.begin()
    await gone.butler._make_round()
    await heir.butler._make_round()
    assert (gone.butler.leased, heir.butler.leased) == ({party.id}, set())
    await later(10 - ROUND_SECONDS)
    await heir.butler._make_round()
    assert heir.butler.leased == {party.id}
    for house in (gone, heir):
        await house.stop()
    await bot_pool.close()


class TestRetention:
    async def reopened(
        self, house: House, time: ManualTime, days: float, retention: Retention = DEFAULT_RETENTION
    ) -> House:
        """The house, opened again after days."""
        await house.stop()
        await time.forward(days * 24 * 3600)
        again = House(house.store, house.bot_pool, beat_seconds=0.0, retention=retention)
        time.govern(again)
        await again.start()
        await time.rest()
        return again

    async def test_tables_that_never_started_are_deleted_after_a_week(self, house: House, time: ManualTime) -> None:
        never, closed, running, over = [
            await Party.open(house, id=name, game="diciassette", players=2)
            for name in ("never", "closed", "running", "over")
        ]
        await house.close_table(closed.id, [closed.host])
        await running.begin()
        await over.begin()
        await house.resign(over.id, [over.keys[0]], 0)
        await house.propose_abandon(over.id, [over.keys[1]], 1)
        house = await self.reopened(house, time, 6.9)
        assert (await house.table(never.id)).phase == "open"
        house = await self.reopened(house, time, 0.2)
        for party in (never, closed):
            with pytest.raises(Refused, match="This table doesn't exist"):
                await house.table(party.id)
            assert await house.store.read(party.id) == []
        assert (await house.table(running.id)).phase == "running"
        assert (await house.table(over.id)).phase == "over"
        await house.stop()

    async def test_a_match_paused_for_a_month_is_ended(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        await house.executor.execute(party.id, pause)
        house = await self.reopened(house, time, 29.9)
        assert (await house.table(party.id)).paused
        house = await self.reopened(house, time, 0.2)
        table = await house.table(party.id)
        assert (table.phase, table.paused) == ("over", False)
        assert "ended early" in str(table.player_view(-1).scene)
        assert await house.record(party.id)
        assert await house.rematch(party.id, [party.keys[0]])
        await house.stop()

    async def test_retention_can_be_switched_off(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3)
        other = await Party.open(house, id="other", game="verhext", players=3)
        await party.begin()
        await house.executor.execute(party.id, pause)
        house = await self.reopened(house, time, 1000, Retention(0, 0))
        assert (await house.table(party.id)).paused
        assert (await house.table(other.id)).phase == "open"
        await house.stop()
