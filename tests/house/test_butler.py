"""The butler: bots, absences, clocks, automatic moves and leases."""

import pytest

import ridotto
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.autoplay.butler import ROUND_SECONDS
from ridotto.house.refusals import StoreFailed
from ridotto.house.service import House
from ridotto.house.tables.events import ClockRules, Moved, decode
from tests.house.guests import Party, logged_moves

pytestmark = pytest.mark.anyio


GAMES = [game.slug for game in ridotto.all_games()]


class TestButler:
    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    async def test_bots_play_to_the_end(self, house, time, slug):
        players = ridotto.game(slug).players[0]
        party = await Party.open(house, game=slug, players=players, bots=dict.fromkeys(range(players), "novice"))
        await house.start_match(party.id, [party.host])
        await time.rest()
        assert (await party.table()).phase == "over"
        assert {move.by for move in await logged_moves(house, party.id)} <= {"bot"}

    async def test_bots_continue_after_the_store_has_failed(self, house, time, monkeypatch):
        """Nobody asks for the table meanwhile, and subscriptions are told when a bot moves."""
        party = await Party.open(house, game="verhext", players=3, bots=dict.fromkeys(range(3), "novice"))
        await party.begin()
        real = house.store.append

        async def fail_for_moves(table, n, body, *rest):
            if isinstance(decode(body), Moved):
                raise StoreFailed(ridotto.engine.message.msg("The disk is full."))
            return await real(table, n, body, *rest)

        monkeypatch.setattr(house.store, "append", fail_for_moves)
        await time.forward(3 * ROUND_SECONDS)
        assert await logged_moves(house, party.id) == []
        monkeypatch.undo()
        with house.subscribe(party.id) as watching:
            watching.changed.clear()
            await time.forward(ROUND_SECONDS)
            assert watching.changed.is_set()
        assert await logged_moves(house, party.id)

    async def test_a_bot_plays_for_an_absent_person_and_gives_the_seat_back(self, house, time):
        party = await Party.open(house, game="verhext", players=3, patience=10)
        table = await party.begin()
        *others, asked = sorted(party.keys, key=lambda seat: seat == table.started_match.state.actor())
        away, *others = *others, asked  # a seat that is not asked
        with house.subscribe(party.id, *others):
            await time.forward(40)
            assert not (await party.table()).chairs[away].away, "patience begins on the next beat"
            await time.forward(ROUND_SECONDS)
            table = await party.table()
            assert table.chairs[away].away
            assert not any(table.chairs[seat].away for seat in others)
            assert table.info().chairs[away].level == "casual"
            with house.subscribe(party.id, away):
                await time.rest()
                assert not (await party.table()).chairs[away].away

    async def test_patience_begins_when_somebody_leaves(self, house, time):
        """On the first beat after that."""
        party = await Party.open(house, game="verhext", players=3, patience=10)
        asked = (await party.begin()).started_match.state.actor()
        leaving = (asked + 1) % 3
        with house.subscribe(party.id, *(seat for seat in range(3) if seat != leaving)):
            with house.subscribe(party.id, leaving):
                await time.forward(31)
            await time.forward(39)
            assert not (await party.table()).chairs[leaving].away
            await time.forward(2 * ROUND_SECONDS)
            assert (await party.table()).chairs[leaving].away

    async def test_a_person_returns_to_all_their_seats(self, house, time):
        from functools import partial

        from ridotto.house.people.attendance import leave

        party = await Party.open(house, game="verhext", players=3, patience=10)
        table = await party.begin()
        seat, other = [seat for seat in range(3) if seat != table.started_match.state.actor()]
        both = [party.keys[seat], party.keys[other]]
        await house.executor.execute(party.id, partial(leave, seat=other))
        await house.chat(party.id, both, seat, "We are both here", "said")
        await time.rest()
        assert not (await party.table()).chairs[other].away

    async def test_nothing_happens_while_everybody_is_away(self, house, time):
        party = await Party.open(house, game="verhext", players=3, patience=10)
        await party.begin()
        await time.forward(3600)
        assert not any(chair.away for chair in (await party.table()).chairs)
        assert await logged_moves(house, party.id) == []

    @pytest.mark.slow
    async def test_processes_that_share_a_store_pause_the_match_too(self, store, later):
        """No single process knows that everybody is away."""
        bot_pool = BotPool(1)
        house = House(store, bot_pool, beat_seconds=0.0)
        party = await Party.open(house, game="verhext", players=3, patience=600)
        await party.begin()
        for _ in range(3):
            await house.butler._make_round()
            await later(1200)
        assert (await party.table()).paused
        assert house.butler.leased == set()
        assert not any(chair.away for chair in (await party.table()).chairs)
        asked = (await party.table()).started_match.state.actor()
        with house.subscribe(party.id, asked):
            for _ in range(2):
                await house.butler._make_round()
                assert not (await party.table()).paused
                assert not any(chair.away for chair in (await party.table()).chairs), "they may be about to return"
            await later(1200)
            await house.butler._make_round()
            assert [chair.away for chair in (await party.table()).chairs] == [seat != asked for seat in range(3)]
        await house.stop()
        await bot_pool.close()

    async def test_out_of_time_a_bot_decides(self, house, time):
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(10, 0), patience=None)
        await party.begin()
        await time.forward(9.999)
        assert await logged_moves(house, party.id) == []
        await time.forward(0.001)
        assert [move.by for move in await logged_moves(house, party.id)] == ["clock"]

    async def test_the_increment_is_waited_for(self, house, time):
        """A person who decides in time gets the increment, and their clock stops while others decide."""
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(10, 5), patience=None)
        first = (await party.begin()).started_match.state.actor()
        await time.forward(9)
        await party.decide(first)
        second = (await party.table()).started_match.state.actor()
        clock = (await party.table()).clock
        assert clock is not None
        assert clock.left == [6000 if seat == first else 10_000 for seat in range(3)]
        await time.forward(9.999)
        assert len(await logged_moves(house, party.id)) == 1
        await time.forward(0.001)
        late = (await logged_moves(house, party.id))[1]
        assert (late.seat, late.by) == (second, "clock")

    async def test_the_house_makes_automatic_moves(self, house, time):
        """In 17 Diciassette, nobody is asked whether to call if the call must be wrong."""
        party = await Party.open(house, game="diciassette", players=2)
        await party.begin()
        for _ in range(40):
            await time.rest()
            if any(move.by == "house" for move in await logged_moves(house, party.id)):
                return
            await party.decide((await party.table()).started_match.state.actor(), 0)
        pytest.fail("no move was automatic")

    async def test_an_absent_person_returns_by_acting(self, house):
        from functools import partial

        from ridotto.house.people.attendance import leave

        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        idle = next(seat for seat in range(3) if seat != table.started_match.state.actor())
        await house.executor.execute(party.id, partial(leave, seat=idle))
        await house.chat(party.id, [party.keys[idle]], idle, "Here I am", "back")
        assert not (await party.table()).chairs[idle].away

    async def test_an_unreadable_table_does_not_stop_the_butler(self, house, time):
        party = await Party.open(house, game="verhext", players=3)
        damaged = await Party.open(house, id="damaged", game="verhext", players=3)
        await party.begin()
        length = (await damaged.begin()).event_count
        await house.stop()
        assert await house.store.append(damaged.id, length, b'{"type":"of tomorrow"}', "running")
        other = House(house.store, house.bot_pool, beat_seconds=0.0)
        time.govern(other)
        await other.start()
        await time.rest()
        assert other.butler.leased == {damaged.id, party.id}
        assert set(other.attendance.expected) == {party.id}
        await other.stop()

    async def test_leases_that_change_during_a_round_are_tracked(self, house, monkeypatch):
        await house.stop()
        butler, real = house.butler, house.store.lease
        parties = [await Party.open(house, id=id, game="verhext", players=3) for id in ("lost", "found", "ended")]
        for party in parties:
            await party.begin()
        lost, found, ended = (party.id for party in parties)
        butler.leased = {lost, ended}

        async def lease(tables, holder, seconds):
            monkeypatch.undo()
            tables = set(tables)
            assert await butler._try_to_lease(found)  # while the round renews leases
            butler.leased.discard(ended)
            other = "another process"
            assert await real([lost, ended], other, seconds) == {lost, ended}
            return await real(tables, holder, seconds)

        monkeypatch.setattr(house.store, "lease", lease)
        await butler._make_round()
        assert butler.leased == {found}
