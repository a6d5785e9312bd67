"""Tables come and go: matches that everybody has left are paused, and cost nothing until somebody is back."""

import pytest

from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.autoplay.butler import ROUNDS
from ridotto.house.people.attendance import WATCHED, pause, resume
from ridotto.house.people.presence import LATELY
from ridotto.house.refusals import Refused
from ridotto.house.retention import USUAL, Retention
from ridotto.house.service import IDLE, House
from ridotto.house.store import Store
from ridotto.house.tables.events import ClockRules, Event, Moved, Paused, Resumed, decode
from ridotto.house.tables.table import HOST
from tests.house.conftest import Later
from tests.house.guests import Party
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio

SOON = 2 * ROUNDS  # seconds within which the house notices


async def entries(house: House, table: str) -> list[Event]:
    return [decode(row.body) for row in await house.store.read(table)]


async def last(house: House, table: str) -> Event:
    return (await entries(house, table))[-1]


class TestPauses:
    async def test_a_match_is_paused_when_everybody_has_left(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        await party.begin()
        with house.watch(party.id, 1):
            await time.forward(19)
        await time.forward(19)
        assert not (await party.table()).paused, "somebody was there lately"
        await time.forward(1 + SOON)
        assert isinstance(await last(house, party.id), Paused)
        assert (await party.table()).frame().paused
        assert await house.store.unattended(9) == []

    @pytest.mark.parametrize("patience", [None, 30])
    async def test_how_long_it_waits(self, house: House, time: ManualTime, patience: int | None) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=patience)
        await party.begin()
        await time.forward((patience or LATELY) - 1)
        assert not (await party.table()).paused
        await time.forward(1 + SOON)
        assert (await party.table()).paused

    async def test_whoever_looks_or_acts_goes_on(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        seat = (await party.begin()).playing.state.actor()
        for come in ("look", "watch", "decide"):
            await time.forward(20 + SOON)
            assert (await party.table()).paused
            if come == "look":
                house.greet(party.id, [seat])
            elif come == "watch":
                with house.watch(party.id, HOST):
                    await time.rest()
            else:
                await party.decide(seat)
                assert isinstance(await last(house, party.id), Moved)
            await time.rest()
            assert not (await party.table()).paused
        assert [type(entry) for entry in await entries(house, party.id)][-7:] == [Paused, Resumed] * 3 + [Moved]

    async def test_guests_without_a_key_wake_nobody(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        await party.begin()
        with house.watch(party.id):
            await time.forward(20 + SOON)
            assert (await party.table()).paused
            house.greet(party.id, [])
            await time.forward(SOON)
            assert (await party.table()).paused

    async def test_somebody_who_comes_at_the_moment_of_the_pause_is_not_overlooked(
        self, house: House, time: ManualTime
    ) -> None:
        party = await Party.open(house, game="verhext", players=3, patience=20)
        await party.begin()
        await time.forward(10)
        house.greet(party.id, [0])
        await house.do(party.id, pause)
        assert (await party.table()).paused
        await time.forward(SOON)
        assert not (await party.table()).paused

    async def test_bots_alone_need_their_host(self, house: House, time: ManualTime) -> None:
        """One visitor who opens many such tables keeps nobody's bots busy for long."""
        await house.stop()
        slow = House(house.store, house.minds, pace=20.0)
        time.govern(slow)
        await slow.start()
        party = await Party.open(slow, game="venezia", players=2, bots={0: "novice", 1: "novice"})
        await party.begin()
        with slow.watch(party.id, HOST):
            await time.forward(3 * WATCHED)
        assert not (await party.table()).paused
        await time.forward(WATCHED + SOON)
        assert (await party.table()).paused
        before = await entries(slow, party.id)
        await time.forward(3600)
        assert await entries(slow, party.id) == before, "bots play on for nobody"
        assert (await party.table()).paused
        with slow.watch(party.id, HOST):
            await time.forward(21)
            assert isinstance(await last(slow, party.id), Moved)
        await slow.stop()

    async def test_leaving_buys_no_time_until_the_patience_is_over(self, house: House, time: ManualTime) -> None:
        """Then the clock stands, and goes on with what is left."""
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(60, 0), patience=20)
        seat = (await party.begin()).playing.state.actor()
        await time.forward(20 + SOON)
        table = await party.table()
        paused_at = next(row.at for row in reversed(await house.store.read(party.id)) if Paused() == decode(row.body))
        began = next(row.at for row in await house.store.read(party.id) if decode(row.body) != Paused() and row.n == 4)
        assert table.clock is not None
        assert table.clock.left[seat] == 60_000 - (paused_at - began) <= 40_000
        left = table.clock.left[seat]
        await time.forward(3600)
        assert not any(isinstance(entry, Moved) for entry in await entries(house, party.id))
        assert (await party.table()).frame().chairs[seat].left == left
        with house.watch(party.id, 0, 1, 2):
            await time.forward(left / 1000 - 0.001)
            assert isinstance(await last(house, party.id), Resumed)
            await time.forward(0.001)
            assert isinstance(await last(house, party.id), Moved)

    async def test_nothing_can_be_paused_twice(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3)
        for deed in (pause, resume):
            await house.do(party.id, deed)
        await party.begin()
        for deed in (resume, pause, pause, resume, resume):
            await house.do(party.id, deed)
        assert [type(entry) for entry in await entries(house, party.id)][-2:] == [Paused, Resumed]


class TestMemory:
    @pytest.mark.parametrize("clock", [None, ClockRules(3600, 0)], ids=["no clock", "clock"])
    @pytest.mark.parametrize("game", ["diciassette", "venezia", "venezia2099", "venti", "verhext"])
    async def test_tables_that_everybody_has_left_leave_memory(
        self, house: House, time: ManualTime, game: str, clock: ClockRules | None
    ) -> None:
        party = await Party.open(house, game=game, clock=clock)
        await party.begin()
        await time.forward(LATELY + IDLE + 2 * SOON)
        assert party.id not in house.spots
        assert not house.butler.leased
        assert not house.butler.attendance.expected
        assert not house.butler.is_busy(party.id)
        assert (await party.table()).paused

    async def test_after_a_restart_those_whom_somebody_looks_at_are_attended_at_once(
        self, house: House, time: ManualTime, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However many tables are still to be adopted."""
        monkeypatch.setattr("ridotto.house.autoplay.butler.ADOPTED", 1)
        parties = [
            await Party.open(house, id=f"t{n}", game="verhext", players=3, bots={0: "novice", 1: "novice"})
            for n in range(6)
        ]
        for party in parties:
            await party.begin()
        await time.rest()
        await house.stop()
        other = House(house.store, house.minds, pace=0.0)
        time.govern(other)
        await other.start()
        await time.rest()
        assert len(other.butler.leased) == 1
        asked = next(party for party in parties if party.id not in other.butler.leased)
        await other.table(asked.id)
        other.greet(asked.id, [2])
        await time.rest()
        assert asked.id in other.butler.attendance.expected
        await other.stop()


async def test_another_process_takes_a_table_over_within_ten_seconds(store: Store, later: Later) -> None:
    """Its lease has to run out first, and then a round has to come."""
    minds = BotPool(1)
    gone, heir = House(store, minds, pace=0.0), House(store, minds, pace=0.0)
    party = await Party.open(gone, game="verhext", players=3)
    await party.begin()
    await gone.butler._make_round()
    await heir.butler._make_round()
    assert (gone.butler.leased, heir.butler.leased) == ({party.id}, set())
    await later(10 - ROUNDS)
    await heir.butler._make_round()
    assert heir.butler.leased == {party.id}
    for house in (gone, heir):
        await house.stop()
    await minds.close()


class TestRetention:
    async def reopened(self, house: House, time: ManualTime, days: float, retention: Retention = USUAL) -> House:
        """The house after so many days in which it was closed."""
        await house.stop()
        await time.forward(days * 24 * 3600)
        again = House(house.store, house.minds, pace=0.0, retention=retention)
        time.govern(again)
        await again.start()
        await time.rest()
        return again

    async def test_what_never_began_is_deleted_after_a_week(self, house: House, time: ManualTime) -> None:
        never, closed, running, over = [
            await Party.open(house, id=name, game="diciassette", players=2)
            for name in ("never", "closed", "running", "over")
        ]
        await house.close_table(closed.id, [closed.host])
        await running.begin()
        await over.begin()
        await house.resign(over.id, [over.keys[0]], 0)
        await house.abandon(over.id, [over.keys[1]], 1)
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

    async def test_what_was_paused_for_a_month_is_broken_off(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        await house.do(party.id, pause)
        house = await self.reopened(house, time, 29.9)
        assert (await house.table(party.id)).paused
        house = await self.reopened(house, time, 0.2)
        table = await house.table(party.id)
        assert (table.phase, table.paused) == ("over", False)
        assert "ended early" in str(table.sight(-1).scene)
        assert await house.record(party.id)
        assert await house.rematch(party.id, [party.keys[0]])
        await house.stop()

    async def test_it_can_be_switched_off(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3)
        other = await Party.open(house, id="other", game="verhext", players=3)
        await party.begin()
        await house.do(party.id, pause)
        house = await self.reopened(house, time, 1000, Retention(0, 0))
        assert (await house.table(party.id)).paused
        assert (await house.table(other.id)).phase == "open"
        await house.stop()
