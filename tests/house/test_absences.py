"""Absences: nudges, changes of patience, substitutes and offers of chairs."""

from contextlib import ExitStack
from functools import partial

import pytest

from ridotto.house.autoplay.butler import ROUND_SECONDS
from ridotto.house.keys import hash_key
from ridotto.house.people.absences import OFFER_GRACE_MS, OFFER_VALID_MS, offer_chair
from ridotto.house.people.attendance import leave
from ridotto.house.people.presence import (
    LONG_ABSENCE_SECONDS,
    NUDGE_MS,
    PRESENCE_INTERVAL_MS,
    Nudge,
    nudge_number,
    nudges,
)
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.events import ChairOffered, ChairTaken, PatienceChanged, Returned, SeatLeft, decode
from ridotto.house.tables.table_limits import MAX_SETTINGS_CHANGES
from tests.house.guests import Party
from tests.house.planning_party import AWAY_SECONDS, BEAT_SECONDS, absent_seats, party_of, planning_party, refused
from tests.manual_time import NOON, ManualTime

pytestmark = pytest.mark.anyio


class TestNudges:
    def test_the_newest_nudge_of_each_seat_is_shown_for_a_while(self) -> None:
        seen = {nudge_number(1, None): NOON, nudge_number(1, 0): NOON + 5, nudge_number(0, 9): NOON + 6, 1: NOON}
        assert nudges(seen, NOON + 10) == [Nudge(0, 9, NOON + 6), Nudge(1, 0, NOON + 5)]
        assert nudges(seen, NOON + NUDGE_MS + 6) == []
        assert nudges({nudge_number(9, None): NOON, HOST: NOON}, NOON) == [Nudge(9, None, NOON)]

    async def test_a_seat_can_be_nudged_again_after_a_while(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams)
            length = (await party.table()).event_count
            nudge = partial(house.absences.nudge, party.id)
            await nudge([party.host], 2)
            assert house.presence(party.id).nudges == [Nudge(2, None, time.now())]
            await refused("too-many", nudge([party.keys[1]], 2))
            await nudge([party.keys[1]], 0)
            await time.forward(BEAT_SECONDS + ROUND_SECONDS)
            assert house.presence(party.id).nudges == []
            await nudge([party.keys[1]], 2)
            assert house.presence(party.id).nudges == [Nudge(2, 1, time.now())]
            assert (await party.table()).event_count == length, "nudges are not logged"

    async def test_only_players_nudge_and_only_seats_the_table_waits_for(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3)
        nudge = partial(house.absences.nudge, party.id)
        await refused("not-begun", nudge([party.host], 1))
        asked = (await party.begin()).started_match.state.actor()
        idle = (asked + 1) % 3
        await refused("not-yours", nudge(["nobody's key"], asked))
        await refused("not-asked", nudge([party.host], idle))
        await refused("not-asked", nudge([party.keys[asked]], asked))
        await refused("no-seat", nudge([party.host], 3))
        await house.resign(party.id, [party.keys[asked]], asked)
        await refused("not-away", nudge([party.host], asked))

    async def test_a_nudge_does_not_count_as_presence(self, house: House, time: ManualTime) -> None:
        """An abandoned table is paused, however often somebody was nudged."""
        party = await planning_party(house, patience=30)
        await time.forward(20)
        await house.absences.nudge(party.id, [party.host], 1)
        await time.forward(10 + 2 * ROUND_SECONDS)
        assert (await party.table()).paused


class TestPatience:
    async def test_the_host_changes_patience_at_once(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=3600)
            await time.forward(AWAY_SECONDS + 200)
            assert house.presence(party.id).absent[0].until == NOON + PRESENCE_INTERVAL_MS + 3_600_000
            await house.absences.change_patience(party.id, [party.host], None)
            await time.forward(ROUND_SECONDS)
            assert house.presence(party.id).absent[0].until is None
            await house.absences.change_patience(party.id, [party.host], 180)
            await time.forward(ROUND_SECONDS)
            table = await party.table()
            assert table.chairs[2].away
            assert table.info().patience == 180
            assert table.opened.patience == 3600, "the opening is unchanged"
            assert [line.event for line in table.info().chat] == ["patience", "patience", "left"]

    async def test_a_rematch_keeps_the_changed_patience(self, house: House) -> None:
        party = await Party.open(house, game="verhext", players=3)
        await house.absences.change_patience(party.id, [party.host], 900)
        await party.begin()
        for seat in range(3):
            await house.propose_abandon(party.id, [party.keys[seat]], seat)
        assert (await house.table(await house.rematch(party.id, [party.host]))).opened.patience == 900

    async def test_who_may_change_patience(self, house: House) -> None:
        party = await Party.open(house, game="verhext", players=3)
        change_patience = partial(house.absences.change_patience, party.id)
        await refused("not-host", change_patience([party.keys[0]], 180))
        await refused("bad-option", change_patience([party.host], 9))
        length = (await party.table()).event_count
        await change_patience([party.host], 180)
        assert (await party.table()).event_count == length, "nothing has changed"
        for number in range(MAX_SETTINGS_CHANGES):
            await change_patience([party.host], 900 + number)
        await refused("final", change_patience([party.host], 180))

    @pytest.mark.parametrize("patience", [None, 900])
    async def test_the_host_substitutes_people_who_are_away_for_long(
        self, house: House, time: ManualTime, patience: int | None
    ) -> None:
        """If the table waits for everybody, three minutes count as long."""
        long_absence = patience or LONG_ABSENCE_SECONDS
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=patience)
            substitute = partial(house.absences.substitute, party.id)
            await refused("not-away", substitute([party.host], 1))
            await time.forward(BEAT_SECONDS + long_absence)
            if patience is None:
                await refused("not-away", substitute([party.host], 2))
                await time.forward(ROUND_SECONDS)
                assert not (await party.table()).chairs[2].away
                for other in ("nobody's key", *party.keys.values()):
                    await refused("not-host", substitute([other], 2))
                await substitute([party.host], 2)
            else:
                await time.forward(ROUND_SECONDS)
            assert (await party.table()).chairs[2].away
            with house.subscribe(party.id, 2):
                await time.rest()
                assert not (await party.table()).chairs[2].away
            assert [line.event for line in (await party.table()).info().chat] == ["left", "returned"]

    @pytest.mark.parametrize("patience", [None, 3600])
    async def test_players_substitute_if_the_host_is_away_too(
        self, patience: int | None, house: House, time: ManualTime
    ) -> None:
        """Otherwise a table that waits for everybody would wait for ever."""
        long_absence = patience or LONG_ABSENCE_SECONDS
        with ExitStack() as streams:
            party = await party_of(house, streams, (1,), patience=None)
            await house.absences.change_patience(party.id, [party.host], patience)
            substitute = partial(house.absences.substitute, party.id)
            await time.forward(AWAY_SECONDS)
            assert house.presence(party.id).host == NOON + PRESENCE_INTERVAL_MS
            await time.forward(BEAT_SECONDS + long_absence - AWAY_SECONDS)
            for key in (party.host, party.keys[1]):
                with pytest.raises(Refused):
                    await substitute([key], 0)
            if patience is None:
                await time.forward(ROUND_SECONDS)
                await refused("not-host", substitute(["a spectator's key"], 0))
                await substitute([party.keys[1]], 0)
                await substitute([party.keys[1]], 2)
                assert [chair.away for chair in (await party.table()).chairs] == [True, False, True]
            with house.subscribe(party.id, HOST):
                await refused("not-host", substitute([party.keys[1]], 0))
                await time.forward(BEAT_SECONDS)
                assert house.presence(party.id).host is None


class TestOffers:
    """Offers of chairs by a link that works once."""

    async def offer(self, house: House, streams: ExitStack, time: ManualTime) -> tuple[Party, str]:
        party = await party_of(house, streams)
        await time.forward(BEAT_SECONDS + LONG_ABSENCE_SECONDS + ROUND_SECONDS)
        assert (await party.table()).chairs[2].away
        return party, await house.absences.offer_chair(party.id, [party.host], 2, "first offer")

    async def test_taking_the_chair_voids_the_old_key(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party, link = await self.offer(house, streams, time)
            await refused("too-soon", house.absences.take_chair(party.id, link, "a new person"))
            await time.forward(OFFER_GRACE_MS / 1000)
            seat, key = await house.absences.take_chair(party.id, link, "a new person")
            table = await party.table()
            assert seat == 2
            assert table.chairs.seats_of([key]) == [2]
            assert table.chairs.seats_of([party.keys[2]]) == []
            assert not table.chairs[2].is_played_by_bot
            assert table.started_match.holders[2] == "Cleo", "the chair keeps its name"
            assert await house.absences.take_chair(party.id, link, "a new person") == (2, key), (
                "the request was repeated"
            )
            await refused("void-link", house.absences.take_chair(party.id, link, "somebody else"))
            await refused("not-yours", house.chat(party.id, [party.keys[2]], 2, "But", "said-but"))
            assert [line.event for line in table.info().chat] == ["left", "offered", "given"]
            kinds = [type(decode(row.body)) for row in await house.store.read(party.id)]
            assert [
                kind for kind in kinds if kind in (SeatLeft, ChairOffered, ChairTaken, Returned, PatienceChanged)
            ] == [
                SeatLeft,
                ChairOffered,
                ChairTaken,
            ]

    async def test_a_person_who_returns_keeps_the_chair(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party, link = await self.offer(house, streams, time)
            with house.subscribe(party.id, 2):
                await time.rest()
            await time.forward(OFFER_GRACE_MS / 1000)
            await refused("void-link", house.absences.take_chair(party.id, link, "a new person"))
            table = await party.table()
            assert table.chairs.seats_of([party.keys[2]]) == [2]
            assert not table.chairs[2].away

    @pytest.mark.parametrize("how", ["stream", "heartbeat"])
    async def test_a_person_who_has_just_come_keeps_the_chair(self, house: House, time: ManualTime, how: str) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=None)
            await time.forward(BEAT_SECONDS + LONG_ABSENCE_SECONDS + ROUND_SECONDS)
            if how == "stream":
                streams.enter_context(house.subscribe(party.id, 2))
            else:
                house.mark_present(party.id, [2])
            for _ in range(2):  # before the next round and after it
                await refused("not-away", house.absences.offer_chair(party.id, [party.host], 2, "first offer"))
                await refused("not-away", house.absences.substitute(party.id, [party.host], 2))
                await time.forward(ROUND_SECONDS)
            assert (await party.table()).info().chat == []

    async def test_a_person_with_a_stream_keeps_a_chair_offered_by_another_process(
        self, house: House, time: ManualTime
    ) -> None:
        """The other process did not know of the stream."""
        with ExitStack() as streams:
            party = await party_of(house, streams, (HOST, 0, 1, 2), patience=None)
            await house.executor.execute(
                party.id, partial(offer_chair, keys=[party.host], seat=2, key_hash=hash_key("a link"))
            )
            assert (await party.table()).chairs[2].away
            await time.forward(OFFER_GRACE_MS / 1000)
            await refused("void-link", house.absences.take_chair(party.id, "a link", "a new person"))
            assert [line.event for line in (await party.table()).info().chat] == ["offered", "returned"]

    async def test_nobody_takes_the_chair_at_the_moment_its_person_returns(
        self, house: House, time: ManualTime
    ) -> None:
        with ExitStack() as streams:
            party, link = await self.offer(house, streams, time)
            await time.forward(OFFER_GRACE_MS / 1000)
            house.attendance.mark_seen(party.id, 2)
            await refused("void-link", house.absences.take_chair(party.id, link, "a new person"))

    async def test_a_person_who_comes_at_the_last_moment_keeps_playing(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams)
            await time.forward(BEAT_SECONDS + LONG_ABSENCE_SECONDS + ROUND_SECONDS / 2)
            attendance = house.attendance
            await attendance.store_presence()
            attendance.mark_seen(party.id, 2)
            await attendance.check_absences(house.butler.leased)
            assert not (await party.table()).chairs[2].away

    @pytest.mark.parametrize("patience", [None, LONG_ABSENCE_SECONDS])
    async def test_a_person_who_takes_the_chair_is_present(
        self, house: House, time: ManualTime, patience: int | None
    ) -> None:
        """The absence of the former person does not count."""
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=patience)
            await time.forward(BEAT_SECONDS + LONG_ABSENCE_SECONDS + ROUND_SECONDS)
            link = await house.absences.offer_chair(party.id, [party.host], 2, "first offer")
            await time.forward(OFFER_GRACE_MS / 1000)
            await house.absences.take_chair(party.id, link, "a new person")
            await time.forward(2 * BEAT_SECONDS - ROUND_SECONDS)
            assert absent_seats(house, party) == []
            told = [line.event for line in (await party.table()).info().chat]
            assert told == ([] if patience is None else ["left"]) + ["offered", "given"]

    async def test_offers_expire(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party, link = await self.offer(house, streams, time)
            await time.forward(OFFER_VALID_MS / 1000)
            await refused("void-link", house.absences.take_chair(party.id, link, "a new person"))

    async def test_a_new_offer_replaces_the_old_one(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party, link = await self.offer(house, streams, time)
            again = await house.absences.offer_chair(party.id, [party.host], 2, "first offer")
            assert again == link
            await house.absences.offer_chair(party.id, [party.host], 2, "second offer")
            await time.forward(OFFER_GRACE_MS / 1000)
            await refused("void-link", house.absences.take_chair(party.id, link, "a new person"))

    async def test_only_the_host_offers_chairs_of_people_away_for_long(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party = await party_of(house, streams, patience=None)
            offer_chair_of = partial(house.absences.offer_chair, party.id)
            await time.forward(BEAT_SECONDS + LONG_ABSENCE_SECONDS)
            await refused("not-away", offer_chair_of([party.host], 2, "first offer"))
            await time.forward(ROUND_SECONDS)
            await refused("not-host", offer_chair_of([party.keys[0]], 2, "offer of a guest"))
            await refused("not-away", offer_chair_of([party.host], 1, "first offer"))
            await offer_chair_of([party.host], 2, "first offer")
            table = await party.table()
            assert table.chairs[2].away, "a bot plays until somebody takes the chair"
            assert table.chairs[2].level == "casual"

    async def test_offers_follow_from_the_log(self, house: House, time: ManualTime) -> None:
        with ExitStack() as streams:
            party, link = await self.offer(house, streams, time)
            await time.forward(OFFER_GRACE_MS / 1000)
            await house.absences.take_chair(party.id, link, "a new person")
            await house.executor.execute(party.id, partial(leave, seat=2))
            before = (await party.table()).info()
        house.live_tables.by_id.clear()
        assert (await party.table()).info() == before
