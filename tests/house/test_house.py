"""The house: commands and queries on real tables in SQLite."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

import ridotto
from ridotto.engine import record
from ridotto.house.autoplay.butler import ROUND_SECONDS
from ridotto.house.people.guests import MASKS
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.house.service import House
from ridotto.house.tables.events import Closed
from ridotto.house.tables.live_tables import IDLE_SECONDS
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party, logged_moves
from tests.playing import Choices

pytestmark = pytest.mark.anyio


GAMES = [game.slug for game in ridotto.all_games()]


class TestTables:
    async def test_a_repeated_request_opens_one_table(self, house):
        new_table = NewTable(game="verhext", listed=True)
        assert await house.open_table(new_table, "same") == await house.open_table(new_table, "same")
        assert await house.open_table(new_table, "same") != await house.open_table(new_table, "other")
        with pytest.raises(Refused) as refusal:
            await house.open_table(NewTable(game="venti"), "same")
        assert refusal.value.code == "id-used"
        assert len(await house.listed_tables()) == 2

    async def test_the_lobby_shows_listed_tables_until_they_are_over(self, house):
        await Party.open(house, id="private", game="verhext")
        open_one = await Party.open(house, 1, id="open", game="venti", listed=True)
        running = await Party.open(house, id="running", game="diciassette", listed=True)
        await running.begin()
        assert {table.id for table in await house.listed_tables()} == {open_one.id, running.id}
        await house.close_table(open_one.id, [open_one.host])
        await running.play(Choices(1))
        assert await house.listed_tables() == []

    async def test_a_table_of_other_rules_is_refused_and_left_as_it_is(self, house, monkeypatch):
        party = await Party.open(house, id="older", game="verhext", listed=True)
        other = await Party.open(house, id="other", game="venti", listed=True)
        await party.begin()
        before = await house.store.read(party.id)
        monkeypatch.setattr(type(ridotto.game("verhext")), "rules_version", 99)
        newer = House(house.store, house.bot_pool, beat_seconds=0.0)
        await newer.start()
        with pytest.raises(Refused) as refusal:
            await newer.table(party.id)
        assert refusal.value.code == "other-version"
        assert [table.id for table in await newer.listed_tables()] == [other.id]
        await newer.stop()
        assert await house.store.read(party.id) == before

    async def test_an_unknown_table_is_refused_and_not_cached(self, house):
        with pytest.raises(Refused) as refusal:
            await house.table("nowhere")
        assert refusal.value.code == "unknown-table"
        assert house.live_tables.by_id == {}

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

    async def test_bots_fill_free_seats_if_the_host_wants_them(self, house):
        party = await Party.open(house, 1, game="verhext", players=3)
        with pytest.raises(Refused, match="free"):
            await house.start_match(party.id, [party.host])
        await house.start_match(party.id, [party.host], "novice")
        assert [chair.kind for chair in (await party.table()).chairs] == ["person", "bot", "bot"]

    async def test_who_may_watch(self, house):
        party = await Party.open(house, game="verhext", players=3, watch="players")
        assert house.viewer_for(await party.table(), [], None) == -1  # guests come to sit down
        table, key = await party.begin(), party.keys
        assert house.viewer_for(table, [key[1]], None) == house.viewer_for(table, [key[0], key[1]], 1) == 1
        assert house.viewer_for(table, [key[0], key[1]], None) == -1
        assert house.viewer_for(table, [party.host], None) == -1
        for keys, seat, code in ([], None, "no-watching"), (["x"], -1, "no-watching"), ([key[0]], 1, "not-yours"):
            with pytest.raises(Refused) as refusal:
                house.viewer_for(table, keys, seat)
            assert refusal.value.code == code

    async def test_a_person_who_resigned_no_longer_sees_the_hand(self, house):
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        await house.resign(party.id, [party.keys[1]], 1)
        table = await party.table()
        assert house.viewer_for(table, [party.keys[1]], 1) == house.viewer_for(table, [party.keys[1]], None) == -1
        assert house.viewer_for(table, [party.keys[1], party.keys[2]], None) == 2


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
        assert match.state == table.started_match.state
        result = table.info().result
        assert result is not None
        assert result.scores == match.state.scores()

    async def test_only_the_holder_of_a_seat_decides(self, house):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.started_match.state.actor()
        other = (seat + 1) % 3
        move = table.game.text(table.started_match.state.moves(seat)[0])
        for keys in ([], [party.keys[other]], [party.host], ["", "x" * 500]):
            with pytest.raises(Refused) as refusal:
                await house.decide(party.id, keys, seat, table.player_view(seat).revision, move, "id")
            assert refusal.value.code == "not-yours"
        assert await logged_moves(house, party.id) == []

    async def test_a_decision_sent_many_times_at_once_is_made_once(self, house):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.started_match.state.actor()
        await asyncio.gather(*(party.decide(seat, 0, "once") for _ in range(20)))
        assert len(await logged_moves(house, party.id)) == 1

    async def test_a_late_retry_changes_nothing(self, house):
        """The answer was lost, but the move was made: the retry succeeds."""
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.started_match.state.actor()
        request = (party.id, [party.keys[seat]], seat, table.player_view(seat).revision)
        move = table.game.text(table.started_match.state.moves(seat)[0])
        await house.decide(*request, move, "lost")
        await party.play(Choices(1), 6)
        await house.decide(*request, move, "lost")
        assert len([move for move in await logged_moves(house, party.id) if move.id == "lost"]) == 1

    async def test_a_write_that_fails_after_it_was_done_is_found(self, house, monkeypatch):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.started_match.state.actor()
        real, written = house.store.append, []

        async def write_and_fail(*args):
            written.append(await real(*args))
            raise StoreFailed(ridotto.engine.message.msg("The connection broke."))

        monkeypatch.setattr(house.store, "append", write_and_fail)
        with house.subscribe(party.id) as watching:
            with pytest.raises(StoreFailed):
                await party.decide(seat, 0, "unclear")
            monkeypatch.undo()
            assert written
            watching.changed.clear()
            request = (party.id, [party.keys[seat]], seat, table.player_view(seat).revision)
            await house.decide(*request, table.game.text(table.started_match.state.moves(seat)[0]), "unclear")
            assert watching.changed.is_set(), "the move was made, and nobody had been told"
        assert len(await logged_moves(house, party.id)) == 1

    async def test_after_a_cancellation_the_table_follows_the_log(self, house, monkeypatch):
        party = await Party.open(house, game="verhext", players=3)
        seat = (await party.begin()).started_match.state.actor()
        real, written = house.store.append, asyncio.Event()

        async def write_and_hang(*args):
            await real(*args)
            written.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(house.store, "append", write_and_hang)
        deciding = asyncio.create_task(party.decide(seat))
        await written.wait()
        deciding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await deciding
        monkeypatch.undo()
        assert len((await party.table()).started_match.decisions()) == len(await logged_moves(house, party.id)) == 1

    async def test_a_restarted_house_continues(self, house):
        party = await Party.open(house, game="venezia", players=2)
        await party.begin()
        await party.play(Choices(2), 40)
        before = await party.table()
        other = House(house.store, house.bot_pool, beat_seconds=0.0)
        await other.start()
        after = await other.table(party.id)
        assert after is not before
        assert (after.info(), after.started_match.state) == (before.info(), before.started_match.state)
        assert [after.player_view(viewer) for viewer in (-1, 0, 1)] == [
            before.player_view(viewer) for viewer in (-1, 0, 1)
        ]
        await other.stop()

    async def test_two_houses_on_one_store_never_overwrite_events(self, house):
        other = House(house.store, house.bot_pool, beat_seconds=0.0)
        await other.start()
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        there = Party(other, party.id, party.host)
        there.keys = party.keys
        for step in range(30):
            for here in (party, there) if step % 2 else (there, party):
                table = await here.table()
                if seats := [seat for seat in table.asked_since if table.phase == "running"]:
                    with suppress(Refused):  # this house does not know the latest moves yet
                        await here.decide(seats[0], step, f"step {step} {here is there}")
        assert len(await logged_moves(house, party.id)) >= 20
        log = [row.n for row in await house.store.read(party.id)]
        assert log == list(range(len(log)))
        await other.stop()


class TestSubscriptions:
    async def test_subscriptions_are_told_of_every_change(self, house):
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        with house.subscribe(party.id) as watching:
            assert house.statistics()["streams"] == 1
            watching.changed.clear()
            table = await party.table()
            await party.decide(table.started_match.state.actor())
            assert watching.changed.is_set()
        assert house.statistics()["streams"] == 0
        assert not house.live_tables.by_id[party.id].subscriptions

    async def test_idle_tables_leave_memory_and_come_back(self, house, time):
        party = await Party.open(house, game="verhext", players=3)
        await party.begin()
        before = (await party.table()).info()
        with house.subscribe(party.id):
            await time.forward(IDLE_SECONDS - 1)
            assert house.live_tables.by_id[party.id].table is not None
            await time.forward(1 + ROUND_SECONDS)
            assert house.live_tables.by_id[party.id].table is None
            assert (await party.table()).info() == before
            await time.forward(IDLE_SECONDS + ROUND_SECONDS)
            assert party.id in house.live_tables.by_id, "it has a subscription"
        await time.forward(ROUND_SECONDS)
        assert party.id not in house.live_tables.by_id
        assert (await party.table()).info() == before


class TestRematches:
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
        assert [table.chairs.seats_of([party.keys[seat]]) for seat in (0, 1)] == [[0], [1]]
        assert table.chairs.is_host([party.host])
        assert not table.chairs.is_host([party.keys[0]])
        await house.start_match(new, [party.keys[0]])  # the host may be away
        assert table.opened.seed != (await party.table()).opened.seed
        assert (await party.table()).info().rematch == new

    @pytest.mark.parametrize("bots", [{1: "novice", 2: "novice"}, {2: "novice"}, {}])
    async def test_a_rematch_starts_at_once_unless_others_play(self, house, bots):
        """One person against bots, or several who share a device."""
        party = await Party.open(house, game="verhext", players=3, bots=bots)
        await party.begin()
        for seat, key in party.keys.items():
            await house.propose_abandon(party.id, [key], seat)
        keys = [*party.keys.values()]
        if len(keys) > 1:
            new = await house.rematch(party.id, keys[:1])
            assert (await house.table(new)).phase == "open", "others still have to arrive"
        new = await house.rematch(party.id, keys)
        assert (await house.table(new)).phase == "running"
        assert await house.rematch(party.id, keys) == new

    async def test_a_rematch_of_bots_waits_for_its_host(self, house):
        party = await Party.open(house, game="venti", players=2, bots={0: "novice", 1: "novice"})
        await party.begin()
        await house.executor.execute(party.id, lambda table: Closed())
        new = await house.rematch(party.id, [party.host])
        assert (await house.table(new)).phase == "open"

    async def test_hints_for_a_seat(self, house):
        party = await Party.open(house, game="verhext", players=3)
        table = await party.begin()
        seat = table.started_match.state.actor()
        answers: list[Any] = await asyncio.gather(
            *(house.hint(party.id, [party.keys[seat]], seat) for _ in range(2)), return_exceptions=True
        )
        (_, _, found), refusal = answers
        assert refusal.code == "too-many"
        assert sorted(row.move for row in found.moves) == table.started_match.state.moves(seat)
        with pytest.raises(Refused) as refusal:
            await house.hint(party.id, [party.keys[(seat + 1) % 3]], (seat + 1) % 3)
        assert refusal.value.code == "not-asked"
        assert await house.hint(party.id, [party.keys[seat]], seat), "they may ask again"
        silent = await Party.open(house, id="silent", game="verhext", players=3, hints=False)
        await silent.begin()
        with pytest.raises(Refused) as refusal:
            await house.hint(silent.id, [silent.keys[0]], 0)
        assert refusal.value.code == "no-hints"
