"""The house at work: deeds go to the log first, and only then to the people."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

import ridotto
from ridotto.engine import record
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.autoplay.butler import ROUNDS
from ridotto.house.people.guests import MASKS
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.house.service import IDLE, House
from ridotto.house.tables.events import ClockRules, Closed, Moved, decode, moves_of
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party
from tests.playing import Choices

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.games()]


async def moves_in_the_log(house, table):
    return [move for row in await house.store.read(table) for move in moves_of(decode(row.body))]


class TestTables:
    async def test_a_wish_sent_twice_opens_one_table(self, house):
        wish = NewTable(game="verhext", listed=True)
        assert await house.open_table(wish, "same") == await house.open_table(wish, "same")
        assert await house.open_table(wish, "same") != await house.open_table(wish, "other")
        with pytest.raises(Refused) as refusal:
            await house.open_table(NewTable(game="venti"), "same")
        assert refusal.value.code == "id-used"
        assert len(await house.lobby()) == 2

    async def test_the_lobby_shows_listed_tables_until_they_are_over(self, house):
        await Party.open(house, id="private", game="verhext")
        open_one = await Party.open(house, 1, id="open", game="venti", listed=True)
        running = await Party.open(house, id="running", game="diciassette", listed=True)
        await running.begin()
        assert {table.id for table in await house.lobby()} == {open_one.id, running.id}
        await house.close_table(open_one.id, [open_one.host])
        await running.play(Choices(1))
        assert await house.lobby() == []

    async def test_a_table_of_other_rules_is_refused_and_left_as_it_is(self, house, monkeypatch):
        party = await Party.open(house, id="older", game="verhext", listed=True)
        other = await Party.open(house, id="other", game="venti", listed=True)
        await party.begin()
        before = await house.store.read(party.id)
        monkeypatch.setattr(type(ridotto.game("verhext")), "rules_version", 99)
        again = House(house.store, house.minds, pace=0.0)
        await again.start()
        with pytest.raises(Refused) as refusal:
            await again.table(party.id)
        assert refusal.value.code == "other-version"
        assert [table.id for table in await again.lobby()] == [other.id]
        await again.stop()
        assert await house.store.read(party.id) == before

    async def test_an_unknown_table_is_refused_and_leaves_no_trace(self, house):
        with pytest.raises(Refused) as refusal:
            await house.table("nowhere")
        assert refusal.value.code == "unknown-table"
        assert house.spots == {}

    async def test_a_guest_who_sits_down_twice_has_one_seat_and_one_key(self, house):
        party = await Party.open(house, 0, game="verhext")
        first = await house.sit(party.id, "Anna", "gatta", None, "sit")
        assert await house.sit(party.id, "Anna", "gatta", None, "sit") == first
        assert (await house.sit(party.id, "Ben", "sole", None, "another"))[0] != first[0]

    async def test_guests_who_come_at_the_same_time_get_different_seats(self, house):
        party = await Party.open(house, 0, game="venti", players=6)
        sat = await asyncio.gather(*(house.sit(party.id, f"Guest {n}", MASKS[n], None, f"g{n}") for n in range(6)))
        assert sorted(seat for seat, _ in sat) == list(range(6))
        with pytest.raises(Refused, match="taken"):
            await house.sit(party.id, "Late", "jolly", None, "late")

    async def test_bots_take_the_seats_that_are_free_if_the_host_says_so(self, house):
        party = await Party.open(house, 1, game="verhext", players=3)
        with pytest.raises(Refused, match="free"):
            await house.begin(party.id, [party.host])
        await house.begin(party.id, [party.host], "novice")
        assert [chair.kind for chair in (await party.table()).chairs] == ["person", "bot", "bot"]

    async def test_who_may_look(self, house):
        party = await Party.open(house, game="verhext", players=3, watch="players")
        assert house.viewer(await party.table(), [], None) == -1  # somebody comes to sit down
        table, key = await party.begin(), party.keys
        assert house.viewer(table, [key[1]], None) == house.viewer(table, [key[0], key[1]], 1) == 1
        assert house.viewer(table, [key[0], key[1]], None) == -1
        assert house.viewer(table, [party.host], None) == -1
        for keys, seat, code in ([], None, "no-watching"), (["x"], -1, "no-watching"), ([key[0]], 1, "not-yours"):
            with pytest.raises(Refused) as refusal:
                house.viewer(table, keys, seat)
            assert refusal.value.code == code

    async def test_whoever_gave_up_a_seat_no_longer_looks_into_its_hand(self, house):
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        await house.resign(party.id, [party.keys[1]], 1)
        table = await party.table()
        assert house.viewer(table, [party.keys[1]], 1) == house.viewer(table, [party.keys[1]], None) == -1
        assert house.viewer(table, [party.keys[1], party.keys[2]], None) == 2


class TestDecisions:
    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    async def test_a_match_is_played_to_its_end_and_its_record_holds(self, house, slug):
        party = await Party.open(house, game=slug)
        await party.begin()
        with pytest.raises(Refused, match="isn't over"):
            await house.record(party.id)
        await party.play(Choices(4))
        table = await party.table()
        assert table.phase == "over"
        match = record.parse((await house.record(party.id)).decode(), ridotto.game)
        assert match.over
        assert match.state == table.playing.state
        result = table.frame().result
        assert result is not None
        assert result.scores == match.state.scores()

    async def test_only_who_holds_the_seat_decides(self, house):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.playing.state.actor()
        other = (seat + 1) % 3
        move = table.game.text(table.playing.state.moves(seat)[0])
        for keys in ([], [party.keys[other]], [party.host], ["", "x" * 500]):
            with pytest.raises(Refused) as refusal:
                await house.decide(party.id, keys, seat, table.sight(seat).revision, move, "id")
            assert refusal.value.code == "not-yours"
        assert await moves_in_the_log(house, party.id) == []

    async def test_the_same_decision_sent_often_and_at_once_is_made_once(self, house):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.playing.state.actor()
        await asyncio.gather(*(party.decide(seat, 0, "once") for _ in range(20)))
        assert len(await moves_in_the_log(house, party.id)) == 1

    async def test_what_was_written_is_never_unwritten_by_a_late_retry(self, house):
        """The answer got lost, the move did not: the retry is told that all is well."""
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.playing.state.actor()
        deed = (party.id, [party.keys[seat]], seat, table.sight(seat).revision)
        move = table.game.text(table.playing.state.moves(seat)[0])
        await house.decide(*deed, move, "lost")
        await party.play(Choices(1), 6)
        await house.decide(*deed, move, "lost")
        assert len([entry for entry in await moves_in_the_log(house, party.id) if entry.id == "lost"]) == 1

    async def test_a_store_that_fails_costs_nothing(self, house, monkeypatch):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.playing.state.actor()
        real, written = house.store.append, []

        async def writes_and_fails(*args):
            written.append(await real(*args))
            raise StoreFailed(ridotto.engine.message.msg("The line went dead."))

        monkeypatch.setattr(house.store, "append", writes_and_fails)
        with house.watch(party.id) as watching:
            with pytest.raises(StoreFailed):
                await party.decide(seat, 0, "unclear")
            monkeypatch.undo()
            assert written
            watching.changed.clear()
            deed = (party.id, [party.keys[seat]], seat, table.sight(seat).revision)
            await house.decide(*deed, table.game.text(table.playing.state.moves(seat)[0]), "unclear")
            assert watching.changed.is_set(), "it was written, and nobody had been told"
        assert len(await moves_in_the_log(house, party.id)) == 1

    async def test_whoever_gives_up_waiting_leaves_the_table_as_the_log_has_it(self, house, monkeypatch):
        party = await Party.open(house, game="verhext", players=3)
        seat = (await party.begin()).playing.state.actor()
        real, written = house.store.append, asyncio.Event()

        async def writes_and_never_answers(*args):
            await real(*args)
            written.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(house.store, "append", writes_and_never_answers)
        deciding = asyncio.create_task(party.decide(seat))
        await written.wait()
        deciding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await deciding
        monkeypatch.undo()
        assert len((await party.table()).playing.moves()) == len(await moves_in_the_log(house, party.id)) == 1

    async def test_a_restarted_house_goes_on_where_it_was(self, house):
        party = await Party.open(house, game="venezia", players=2)
        await party.begin()
        await party.play(Choices(2), 40)
        before = await party.table()
        again = House(house.store, house.minds, pace=0.0)
        await again.start()
        after = await again.table(party.id)
        assert after is not before
        assert (after.frame(), after.playing.state) == (before.frame(), before.playing.state)
        assert [after.sight(viewer) for viewer in (-1, 0, 1)] == [before.sight(viewer) for viewer in (-1, 0, 1)]
        await again.stop()

    async def test_two_houses_on_one_store_never_write_over_each_other(self, house):
        other = House(house.store, house.minds, pace=0.0)
        await other.start()
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        there = Party(other, party.id, party.host)
        there.keys = party.keys
        for step in range(30):
            for here in (party, there) if step % 2 else (there, party):
                table = await here.table()
                if seats := [seat for seat in table.asked if table.phase == "running"]:
                    with suppress(Refused):  # this house has not heard yet
                        await here.decide(seats[0], step, f"step {step} {here is there}")
        assert len(await moves_in_the_log(house, party.id)) >= 20
        log = [row.n for row in await house.store.read(party.id)]
        assert log == list(range(len(log)))
        await other.stop()


class TestWatching:
    async def test_watchers_are_told_of_every_change(self, house):
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        with house.watch(party.id) as watching:
            assert house.statistics()["streams"] == 1
            watching.changed.clear()
            table = await party.table()
            await party.decide(table.playing.state.actor())
            assert watching.changed.is_set()
        assert house.statistics()["streams"] == 0
        assert not house.spots[party.id].watchers

    async def test_idle_tables_are_forgotten_and_come_back(self, house, time):
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        before = (await party.table()).frame()
        with house.watch(party.id):
            await time.forward(IDLE - 1)
            assert house.spots[party.id].table is not None
            await time.forward(1 + ROUNDS)
            assert house.spots[party.id].table is None
            assert (await party.table()).frame() == before
            await time.forward(IDLE + ROUNDS)
            assert party.id in house.spots, "somebody looks at it"
        await time.forward(ROUNDS)
        assert party.id not in house.spots
        assert (await party.table()).frame() == before


class TestTheButler:
    @pytest.mark.slow
    @pytest.mark.parametrize("slug", GAMES)
    async def test_bots_play_to_the_end(self, house, time, slug):
        players = ridotto.game(slug).players[0]
        party = await Party.open(house, game=slug, players=players, bots=dict.fromkeys(range(players), "novice"))
        await house.begin(party.id, [party.host])
        await time.rest()
        assert (await party.table()).phase == "over"
        assert {entry.by for entry in await moves_in_the_log(house, party.id)} <= {"bot"}

    async def test_bots_go_on_by_themselves_after_the_store_has_failed(self, house, time, monkeypatch):
        """Nobody asks for the table meanwhile: whoever watches waits for news."""
        party = await Party.open(house, game="verhext", players=3, bots=dict.fromkeys(range(3), "novice"))
        await party.begin()
        real = house.store.append

        async def fails_for_bots(table, n, body, *rest):
            if isinstance(decode(body), Moved):
                raise StoreFailed(ridotto.engine.message.msg("There is no room left."))
            return await real(table, n, body, *rest)

        monkeypatch.setattr(house.store, "append", fails_for_bots)
        await time.forward(3 * ROUNDS)
        assert await moves_in_the_log(house, party.id) == []
        monkeypatch.undo()
        with house.watch(party.id) as watching:
            watching.changed.clear()
            await time.forward(ROUNDS)
            assert watching.changed.is_set()
        assert await moves_in_the_log(house, party.id)

    async def test_a_bot_plays_for_whoever_is_away_and_hands_the_seat_back(self, house, time):
        party = await Party.open(house, game="verhext", players=3, patience=10)
        table = await party.begin()
        *others, asked = sorted(party.keys, key=lambda seat: seat == table.playing.state.actor())
        away, *others = *others, asked  # somebody who has nothing to decide yet
        with house.watch(party.id, *others):
            await time.forward(40)
            assert not (await party.table()).chairs[away].away, "patience begins with the next beat"
            await time.forward(ROUNDS)
            table = await party.table()
            assert table.chairs[away].away
            assert not any(table.chairs[seat].away for seat in others)
            assert table.frame().chairs[away].level == "casual"
            with house.watch(party.id, away):
                await time.rest()
                assert not (await party.table()).chairs[away].away

    async def test_patience_begins_when_somebody_goes(self, house, time):
        """With the first beat after it, and not at a beat before."""
        party = await Party.open(house, game="verhext", players=3, patience=10)
        asked = (await party.begin()).playing.state.actor()
        leaving = (asked + 1) % 3
        with house.watch(party.id, *(seat for seat in range(3) if seat != leaving)):
            with house.watch(party.id, leaving):
                await time.forward(31)
            await time.forward(39)
            assert not (await party.table()).chairs[leaving].away
            await time.forward(2 * ROUNDS)
            assert (await party.table()).chairs[leaving].away

    async def test_who_holds_several_seats_is_there_on_all_of_them(self, house, time):
        from functools import partial

        from ridotto.house.people.attendance import leave

        party = await Party.open(house, game="verhext", players=3, patience=10)
        table = await party.begin()
        seat, other = [seat for seat in range(3) if seat != table.playing.state.actor()]
        both = [party.keys[seat], party.keys[other]]
        await house.do(party.id, partial(leave, seat=other))
        await house.say(party.id, both, seat, "We are both here", "said")
        await time.rest()
        assert not (await party.table()).chairs[other].away

    async def test_when_all_are_away_everything_waits(self, house, time):
        party = await Party.open(house, game="verhext", players=3, patience=10)
        await party.begin()
        await time.forward(3600)
        assert not any(chair.away for chair in (await party.table()).chairs)
        assert await moves_in_the_log(house, party.id) == []

    @pytest.mark.slow
    async def test_so_it_does_in_every_store(self, store, later):
        """Where several processes share a store, none of them alone knows that all are away."""
        minds = BotPool(1)
        house = House(store, minds, pace=0.0)
        party = await Party.open(house, game="verhext", players=3, patience=600)
        await party.begin()
        for _ in range(3):
            await house.butler._make_round()
            await later(1200)
        assert (await party.table()).paused
        assert house.butler.leased == set()
        assert not any(chair.away for chair in (await party.table()).chairs)
        asked = (await party.table()).playing.state.actor()
        with house.watch(party.id, asked):
            for _ in range(2):
                await house.butler._make_round()
                assert not (await party.table()).paused
                assert not any(chair.away for chair in (await party.table()).chairs), "they may be on their way"
            await later(1200)
            await house.butler._make_round()
            assert [chair.away for chair in (await party.table()).chairs] == [seat != asked for seat in range(3)]
        await house.stop()
        await minds.close()

    async def test_out_of_time_a_bot_decides(self, house, time):
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(10, 0), patience=None)
        await party.begin()
        await time.forward(9.999)
        assert await moves_in_the_log(house, party.id) == []
        await time.forward(0.001)
        assert [entry.by for entry in await moves_in_the_log(house, party.id)] == ["clock"]

    async def test_time_that_was_given_back_is_waited_for(self, house, time):
        """Whoever decides in time has the increment, too, and their clock stands while others decide."""
        party = await Party.open(house, game="verhext", players=3, clock=ClockRules(10, 5), patience=None)
        first = (await party.begin()).playing.state.actor()
        await time.forward(9)
        await party.decide(first)
        second = (await party.table()).playing.state.actor()
        clock = (await party.table()).clock
        assert clock is not None
        assert clock.left == [6000 if seat == first else 10_000 for seat in range(3)]
        await time.forward(9.999)
        assert len(await moves_in_the_log(house, party.id)) == 1
        await time.forward(0.001)
        late = (await moves_in_the_log(house, party.id))[1]
        assert (late.seat, late.by) == (second, "clock")

    async def test_the_obvious_is_answered_by_the_house(self, house, time):
        """In 17 Diciassette, a call that cannot be right is not asked for."""
        party = await Party.open(house, game="diciassette", players=2)
        await party.begin()
        for _ in range(40):
            await time.rest()
            if any(entry.by == "house" for entry in await moves_in_the_log(house, party.id)):
                return
            await party.decide((await party.table()).playing.state.actor(), 0)
        pytest.fail("nothing was obvious")

    async def test_whoever_comes_back_gets_the_seat_by_deciding_too(self, house):
        from functools import partial

        from ridotto.house.people.attendance import leave

        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        idle = next(seat for seat in range(3) if seat != table.playing.state.actor())
        await house.do(party.id, partial(leave, seat=idle))
        await house.say(party.id, [party.keys[idle]], idle, "Here I am", "back")
        assert not (await party.table()).chairs[idle].away

    async def test_a_table_that_cannot_be_read_leaves_all_others_attended(self, house, time):
        party = await Party.open(house, game="verhext", players=3)
        spoilt = await Party.open(house, id="spoilt", game="verhext", players=3)
        await party.begin()
        length = (await spoilt.begin()).length
        await house.stop()
        assert await house.store.append(spoilt.id, length, b'{"type":"of tomorrow"}', "running")
        other = House(house.store, house.minds, pace=0.0)
        time.govern(other)
        await other.start()
        await time.rest()
        assert other.butler.leased == {spoilt.id, party.id}
        assert set(other.butler.attendance.expected) == {party.id}
        await other.stop()

    async def test_leases_that_come_and_go_at_the_same_time_are_counted_right(self, house, monkeypatch):
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
            assert await butler._holds(found)  # while a round renews
            butler.leased.discard(ended)
            other = "another process"
            assert await real([lost, ended], other, seconds) == {lost, ended}
            return await real(tables, holder, seconds)

        monkeypatch.setattr(house.store, "lease", lease)
        await butler._make_round()
        assert butler.leased == {found}


class TestAfterwards:
    async def test_a_rematch_seats_the_same_people_with_the_same_keys(self, house):
        party = await Party.open(house, game="diciassette", players=2)
        await party.begin()
        with pytest.raises(Refused, match="isn't over"):
            await house.rematch(party.id, [party.host])
        await party.play(Choices(1))
        with pytest.raises(Refused):
            await house.rematch(party.id, ["stranger"])
        new = await house.rematch(party.id, [party.keys[1]])
        assert await house.rematch(party.id, [party.keys[0]]) == new != party.id
        table = await house.table(new)
        assert [table.seats_of([party.keys[seat]]) for seat in (0, 1)] == [[0], [1]]
        assert table.is_host([party.host])
        assert not table.is_host([party.keys[0]])
        await house.begin(new, [party.keys[0]])  # the host may have gone home
        assert table.opened.seed != (await party.table()).opened.seed
        assert (await party.table()).frame().rematch == new

    @pytest.mark.parametrize("bots", [{1: "novice", 2: "novice"}, {2: "novice"}, {}])
    async def test_a_rematch_begins_at_once_where_nobody_else_is_waited_for(self, house, bots):
        """Alone with bots, or with all who share a device."""
        party = await Party.open(house, game="verhext", players=3, bots=bots)
        await party.begin()
        for seat, key in party.keys.items():
            await house.abandon(party.id, [key], seat)
        keys = [*party.keys.values()]
        if len(keys) > 1:
            new = await house.rematch(party.id, keys[:1])
            assert (await house.table(new)).phase == "open", "others are waited for"
        new = await house.rematch(party.id, keys)
        assert (await house.table(new)).phase == "running"
        assert await house.rematch(party.id, keys) == new

    async def test_a_rematch_of_bots_waits_for_its_host(self, house):
        party = await Party.open(house, game="venti", players=2, bots={0: "novice", 1: "novice"})
        await party.begin()
        await house.do(party.id, lambda table: Closed())
        new = await house.rematch(party.id, [party.host])
        assert (await house.table(new)).phase == "open"

    async def test_hints_come_from_what_the_seat_may_know(self, house):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.playing.state.actor()
        answers: list[Any] = await asyncio.gather(
            *(house.hint(party.id, [party.keys[seat]], seat) for _ in range(2)), return_exceptions=True
        )
        found, refusal = answers
        assert refusal.code == "too-many"
        assert sorted(row.move for row in found.tried) == table.playing.state.moves(seat)
        with pytest.raises(Refused) as refusal:
            await house.hint(party.id, [party.keys[(seat + 1) % 3]], (seat + 1) % 3)
        assert refusal.value.code == "not-asked"
        assert await house.hint(party.id, [party.keys[seat]], seat), "they may ask again"
        silent = await Party.open(house, id="silent", game="verhext", players=3, hints=False)
        await silent.begin()
        with pytest.raises(Refused) as refusal:
            await house.hint(silent.id, [silent.keys[0]], 0)
        assert refusal.value.code == "no-hints"
