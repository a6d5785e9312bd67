"""Who is there is told on a coarse beat, from streams alone; and what can be done about those who are not."""

from collections.abc import Collection
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.autoplay.butler import ROUNDS
from ridotto.house.keys import lock
from ridotto.house.people.absences import GRACE, VALID, offer_chair
from ridotto.house.people.attendance import SETTLING, leave
from ridotto.house.people.presence import (
    BEAT,
    EVERYBODY,
    LATELY,
    Absent,
    Expected,
    Nudge,
    absent,
    away_since,
    nudge_place,
    nudges,
)
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store import Store, connect
from ridotto.house.tables.events import Given, Left, Offered, Returned, Waited, decode
from ridotto.house.tables.table import CHANGES, HOST
from tests.house.conftest import Later
from tests.house.guests import Party
from tests.manual_time import NOON, ManualTime

pytestmark = pytest.mark.anyio

SECONDS = BEAT // 1000
AWAY = 3 * SECONDS  # within which everybody knows that somebody is gone


async def refused(code: str, deed: object) -> None:
    with pytest.raises(Refused) as refusal:
        await deed  # type: ignore[misc]
    assert refusal.value.code == code


def gone(house: House, party: Party) -> list[int]:
    """Who is away, as everybody is told."""
    return [one.seat for one in house.presence(party.id).absent]


async def planning(house: House, **wish: Any) -> Party:
    """Three people at Venezia, where everybody makes a plan in secret."""
    party = await Party.open(house, game="venezia", players=3, **wish)
    await party.begin()
    while len((await party.table()).asked) == 1:
        await party.decide((await party.table()).playing.state.actor())
    return party


async def party_of(house: House, watching: ExitStack, there: Collection[int] = (HOST, 0, 1), **wish: Any) -> Party:
    """Three people who make plans in secret; those who are there have a stream."""
    party = await planning(house, **wish)
    watching.enter_context(house.watch(party.id, *there))
    return party


class TestBeats:
    def test_somebody_is_away_after_two_beats_without_a_sign(self) -> None:
        expected = Expected((0, 1, 2), 180, 180)
        seen = {0: NOON + 1, 1: NOON, 2: NOON + 2 * BEAT, HOST: 0}
        assert absent(expected, seen, NOON + 2 * BEAT - 1) == []
        assert absent(expected, seen, NOON + 2 * BEAT) == [Absent(1, NOON, NOON + 180_000)]
        assert [one.since for one in absent(expected, seen, NOON + 3 * BEAT)] == [NOON + BEAT, NOON]

    def test_a_moment_elsewhere_is_nobodys_business(self) -> None:
        """Whenever it begins, half a minute goes unnoticed; so does a page that looks once a minute."""
        for begin in range(NOON, NOON + BEAT, 999):
            assert absent(Expected((0,), None, 180), {0: begin}, begin + BEAT) == []
            assert absent(Expected((0,), None, 180), {0: begin + 1}, begin + 2 * BEAT) == []

    def test_since_when_is_told_in_beats(self) -> None:
        assert {away_since(NOON + more) for more in range(1, BEAT + 1)} == {NOON + BEAT}

    async def test_it_is_told_on_the_beat_and_not_before(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching)
            await time.forward(AWAY - ROUNDS)
            assert house.presence(party.id) == EVERYBODY
            await time.forward(ROUNDS)
            assert gone(house, party) == [2]
            with house.watch(party.id, 2):
                await time.forward(SECONDS - ROUNDS)
                assert gone(house, party) == [2], "whoever is back is back on a beat, too"
                await time.forward(ROUNDS)
                assert gone(house, party) == []

    async def test_it_is_told_to_those_who_only_look_now_and_then(self, house: House, time: ManualTime) -> None:
        """They have no stream, and nobody else has one at this table."""
        party = await planning(house, patience=None)
        for _ in range(0, AWAY, SECONDS):
            await house.table(party.id)
            house.greet(party.id, [HOST, 0])
            await time.forward(SECONDS)
        assert gone(house, party) == [1, 2]
        house.greet(party.id, [HOST, 0, 1])
        await time.forward(SECONDS)
        assert gone(house, party) == [2]

    async def test_those_who_look_are_told_when_it_changes_and_not_otherwise(
        self, house: House, time: ManualTime
    ) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching)
            eye = watching.enter_context(house.watch(party.id))
            changes = 0
            for _ in range(AWAY * 2):
                eye.changed.clear()
                await time.forward(1)
                changes += eye.changed.is_set()
            assert changes == 1

    async def test_a_match_that_is_paused_or_over_misses_nobody(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=None)
            await time.forward(AWAY)
            assert gone(house, party) == [2]
            for seat in range(2):
                await house.abandon(party.id, [party.keys[seat]], seat)
            await house.resign(party.id, [party.keys[2]], 2)
            await house.abandon(party.id, [party.keys[0]], 0)
            assert (await party.table()).phase == "over"
            assert house.presence(party.id) == EVERYBODY


class TestDecisions:
    """To decide something is no sign of being there, nor of being away."""

    @pytest.mark.parametrize("decides", [False, True])
    async def test_who_answers_in_secret_is_counted_down_all_the_same(
        self, house: House, time: ManualTime, decides: bool
    ) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=180)
            await time.forward(45)
            if decides:
                await party.decide(2)
            await time.forward(AWAY - 45)
            assert house.presence(party.id).absent == [Absent(2, NOON + BEAT, NOON + BEAT + 180_000)]
            if decides:
                await party.decide(2)
            await time.forward(SECONDS + 180 - AWAY)
            assert not (await party.table()).chairs[2].away
            await time.forward(ROUNDS)
            assert (await party.table()).chairs[2].away

    async def test_what_is_said_or_asked_for_is_no_sign_either(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=None)
            for number in range(AWAY // 15):
                await time.forward(15)
                await house.say(party.id, [party.keys[2]], 2, "Hm", f"said-{number}")
            assert gone(house, party) == [2]

    async def test_a_bot_leaves_the_chair_of_whoever_decides_and_does_not_come_back_at_once(
        self, house: House, time: ManualTime
    ) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=60)
            await time.forward(AWAY + ROUNDS)
            assert (await party.table()).chairs[2].away
            await house.say(party.id, [party.keys[2]], 2, "Back", "said-back")
            await time.forward(60)
            assert not (await party.table()).chairs[2].away


class TestSeveralProcesses:
    async def test_all_know_the_same_from_the_store(self, store: Store, address: str, later: Later) -> None:
        """People are at two houses that share a store, or at one that is opened again."""
        minds = BotPool(1)
        houses = [House(store, minds, pace=0.0)]
        if store.shared:
            houses.append(House(await connect(address, store.time), minds, pace=0.0))
        party = await planning(houses[0], patience=None)
        with ExitStack() as watching:
            for seat, house in enumerate(houses):
                await house.table(party.id)
                watching.enter_context(house.watch(party.id, seat))
            for _ in range(SETTLING + 1):
                await rounds(houses)
            await later(AWAY)
            for house in houses:  # where the store keeps its own time, no beat has passed
                house.butler.attendance._told_of.clear()
            await rounds(houses)
            away = [2] if store.shared else [1, 2]
            assert [gone(house, party) for house in houses] == [away] * len(houses)
            await houses[0].absences.nudge(party.id, [party.keys[0]], 2)
            await rounds(houses)
            assert [[one.seat for one in house.presence(party.id).nudges] for house in houses] == [[2]] * len(houses)
            await later(LATELY)
            await houses[-1].absences.substitute(party.id, [party.host], 2)
            await houses[0].table(party.id)
            await rounds(houses)
            assert [2 in gone(house, party) for house in houses] == [False] * len(houses)
        for house in houses:
            await house.stop()
        if store.shared:
            await houses[1].store.close()
        await minds.close()


async def rounds(houses: list[House]) -> None:
    """Everybody's presence is written down before anybody looks."""
    for house in houses:
        await house.butler.attendance.write_down()
    for house in houses:
        await house.butler._make_round()


class TestNudges:
    def test_the_newest_of_each_seat_is_told_for_a_while(self) -> None:
        seen = {nudge_place(1, None): NOON, nudge_place(1, 0): NOON + 5, nudge_place(0, 9): NOON + 6, 1: NOON}
        assert nudges(seen, NOON + 10) == [Nudge(0, 9, NOON + 6), Nudge(1, 0, NOON + 5)]
        assert nudges(seen, NOON + BEAT + 6) == []
        assert nudges({nudge_place(9, None): NOON, HOST: NOON}, NOON) == [Nudge(9, None, NOON)]

    async def test_whoever_waits_nudges_once_in_a_while(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching)
            length = (await party.table()).length
            nudge = partial(house.absences.nudge, party.id)
            await nudge([party.host], 2)
            assert house.presence(party.id).nudges == [Nudge(2, None, time.now())]
            await refused("too-many", nudge([party.keys[1]], 2))
            await nudge([party.keys[1]], 0)
            await time.forward(SECONDS + ROUNDS)
            assert house.presence(party.id).nudges == []
            await nudge([party.keys[1]], 2)
            assert house.presence(party.id).nudges == [Nudge(2, 1, time.now())]
            assert (await party.table()).length == length, "it is in no log"

    async def test_only_those_who_sit_here_nudge_only_those_who_are_waited_for(
        self, house: House, time: ManualTime
    ) -> None:
        party = await Party.open(house, game="verhext", players=3)
        nudge = partial(house.absences.nudge, party.id)
        await refused("not-begun", nudge([party.host], 1))
        asked = (await party.begin()).playing.state.actor()
        idle = (asked + 1) % 3
        await refused("not-yours", nudge(["nobody's key"], asked))
        await refused("not-asked", nudge([party.host], idle))
        await refused("not-asked", nudge([party.keys[asked]], asked))
        await refused("no-seat", nudge([party.host], 3))
        await house.resign(party.id, [party.keys[asked]], asked)
        await refused("not-away", nudge([party.host], asked))

    async def test_a_nudge_is_no_sign_of_life(self, house: House, time: ManualTime) -> None:
        """A table that everybody has left is paused, however often it was nudged before."""
        party = await planning(house, patience=30)
        await time.forward(20)
        await house.absences.nudge(party.id, [party.host], 1)
        await time.forward(10 + 2 * ROUNDS)
        assert (await party.table()).paused


class TestPatience:
    async def test_the_host_changes_it_and_it_holds_at_once(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=3600)
            await time.forward(AWAY + 200)
            assert house.presence(party.id).absent[0].until == NOON + BEAT + 3_600_000
            await house.absences.wait(party.id, [party.host], None)
            await time.forward(ROUNDS)
            assert house.presence(party.id).absent[0].until is None
            await house.absences.wait(party.id, [party.host], 180)
            await time.forward(ROUNDS)
            table = await party.table()
            assert table.chairs[2].away
            assert table.frame().patience == 180
            assert table.opened.patience == 3600, "the beginning stays what it was"
            assert [line.event for line in table.frame().chat] == ["patience", "patience", "left"]

    async def test_a_rematch_waits_as_long_as_the_match_did_in_the_end(self, house: House) -> None:
        party = await Party.open(house, game="verhext", players=3)
        await house.absences.wait(party.id, [party.host], 900)
        await party.begin()
        for seat in range(3):
            await house.abandon(party.id, [party.keys[seat]], seat)
        assert (await house.table(await house.rematch(party.id, [party.host]))).opened.patience == 900

    async def test_who_may_change_it_and_to_what(self, house: House) -> None:
        party = await Party.open(house, game="verhext", players=3)
        wait = partial(house.absences.wait, party.id)
        await refused("not-host", wait([party.keys[0]], 180))
        await refused("bad-option", wait([party.host], 9))
        length = (await party.table()).length
        await wait([party.host], 180)
        assert (await party.table()).length == length, "nothing has changed"
        for number in range(CHANGES):
            await wait([party.host], 900 + number)
        await refused("final", wait([party.host], 180))

    @pytest.mark.parametrize("patience", [None, 900])
    async def test_the_host_lets_a_bot_play_for_whoever_is_away_longer_than_that(
        self, house: House, time: ManualTime, patience: int | None
    ) -> None:
        """Where the table waits for everybody, three minutes are long."""
        long = patience or LATELY
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=patience)
            substitute = partial(house.absences.substitute, party.id)
            await refused("not-away", substitute([party.host], 1))
            await time.forward(SECONDS + long)
            if patience is None:
                await refused("not-away", substitute([party.host], 2))
                await time.forward(ROUNDS)
                assert not (await party.table()).chairs[2].away
                for other in ("nobody's key", *party.keys.values()):
                    await refused("not-host", substitute([other], 2))
                await substitute([party.host], 2)
            else:
                await time.forward(ROUNDS)
            assert (await party.table()).chairs[2].away
            with house.watch(party.id, 2):
                await time.rest()
                assert not (await party.table()).chairs[2].away
            assert [line.event for line in (await party.table()).frame().chat] == ["left", "returned"]

    @pytest.mark.parametrize("patience", [None, 3600])
    async def test_where_the_host_is_gone_whoever_plays_there_asks_for_a_bot(
        self, patience: int | None, house: House, time: ManualTime
    ) -> None:
        """A table that waits for everybody would wait for ever."""
        long = patience or LATELY
        with ExitStack() as watching:
            party = await party_of(house, watching, (1,), patience=None)
            await house.absences.wait(party.id, [party.host], patience)
            substitute = partial(house.absences.substitute, party.id)
            await time.forward(AWAY)
            assert house.presence(party.id).host == NOON + BEAT
            await time.forward(SECONDS + long - AWAY)
            for key in (party.host, party.keys[1]):
                with pytest.raises(Refused):
                    await substitute([key], 0)
            if patience is None:
                await time.forward(ROUNDS)
                await refused("not-host", substitute(["a spectator's key"], 0))
                await substitute([party.keys[1]], 0)
                await substitute([party.keys[1]], 2)
                assert [chair.away for chair in (await party.table()).chairs] == [True, False, True]
            with house.watch(party.id, HOST):
                await refused("not-host", substitute([party.keys[1]], 0))
                await time.forward(SECONDS)
                assert house.presence(party.id).host is None


class TestChairs:
    """A chair is given by a link that works once."""

    async def offered(self, house: House, watching: ExitStack, time: ManualTime) -> tuple[Party, str]:
        party = await party_of(house, watching)
        await time.forward(SECONDS + LATELY + ROUNDS)
        assert (await party.table()).chairs[2].away
        return party, await house.absences.offer(party.id, [party.host], 2, "an offer of the host")

    async def test_somebody_takes_it_and_the_old_key_ends(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party, link = await self.offered(house, watching, time)
            await refused("too-soon", house.absences.take(party.id, link, "a new person"))
            await time.forward(GRACE / 1000)
            seat, key = await house.absences.take(party.id, link, "a new person")
            table = await party.table()
            assert seat == 2
            assert table.seats_of([key]) == [2]
            assert table.seats_of([party.keys[2]]) == []
            assert not table.chairs[2].played
            assert table.playing.seats[2] == "Cleo", "the chair keeps its name"
            assert await house.absences.take(party.id, link, "a new person") == (2, key), "the same deed, sent again"
            await refused("void-link", house.absences.take(party.id, link, "somebody else"))
            await refused("not-yours", house.say(party.id, [party.keys[2]], 2, "But", "said-but"))
            assert [line.event for line in table.frame().chat] == ["left", "offered", "given"]
            kept = [type(decode(row.body)) for row in await house.store.read(party.id)]
            assert [entry for entry in kept if entry in (Left, Offered, Given, Returned, Waited)] == [
                Left,
                Offered,
                Given,
            ]

    async def test_whoever_is_back_keeps_it(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party, link = await self.offered(house, watching, time)
            with house.watch(party.id, 2):
                await time.rest()
            await time.forward(GRACE / 1000)
            await refused("void-link", house.absences.take(party.id, link, "a new person"))
            table = await party.table()
            assert table.seats_of([party.keys[2]]) == [2]
            assert not table.chairs[2].away

    @pytest.mark.parametrize("how", ["stream", "sign of life"])
    async def test_whoever_has_just_come_keeps_it_though_the_store_does_not_know_yet(
        self, house: House, time: ManualTime, how: str
    ) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=None)
            await time.forward(SECONDS + LATELY + ROUNDS)
            if how == "stream":
                watching.enter_context(house.watch(party.id, 2))
            else:
                house.greet(party.id, [2])
            for _ in range(2):  # before the next round, and after it
                await refused("not-away", house.absences.offer(party.id, [party.host], 2, "an offer of the host"))
                await refused("not-away", house.absences.substitute(party.id, [party.host], 2))
                await time.forward(ROUNDS)
            assert (await party.table()).frame().chat == []

    async def test_whoever_is_there_is_back_though_it_was_offered_by_another_process(
        self, house: House, time: ManualTime
    ) -> None:
        """One that did not know of the stream."""
        with ExitStack() as watching:
            party = await party_of(house, watching, (HOST, 0, 1, 2), patience=None)
            await house.do(party.id, partial(offer_chair, keys=[party.host], seat=2, lock=lock("a link")))
            assert (await party.table()).chairs[2].away
            await time.forward(GRACE / 1000)
            await refused("void-link", house.absences.take(party.id, "a link", "a new person"))
            assert [line.event for line in (await party.table()).frame().chat] == ["offered", "returned"]

    async def test_nobody_takes_it_at_the_moment_at_which_its_person_is_back(
        self, house: House, time: ManualTime
    ) -> None:
        with ExitStack() as watching:
            party, link = await self.offered(house, watching, time)
            await time.forward(GRACE / 1000)
            house.butler.attendance.seen(party.id, 2)
            await refused("void-link", house.absences.take(party.id, link, "a new person"))

    async def test_nobody_is_missed_who_comes_at_the_last_moment(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching)
            await time.forward(SECONDS + LATELY + ROUNDS / 2)
            attendance = house.butler.attendance
            await attendance.write_down()
            attendance.seen(party.id, 2)
            await attendance.check(house.butler.leased)
            assert not (await party.table()).chairs[2].away

    @pytest.mark.parametrize("patience", [None, LATELY])
    async def test_whoever_takes_it_is_there_from_then_on(
        self, house: House, time: ManualTime, patience: int | None
    ) -> None:
        """Neither away at once, nor missed: the time of whoever sat there before is not theirs."""
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=patience)
            await time.forward(SECONDS + LATELY + ROUNDS)
            link = await house.absences.offer(party.id, [party.host], 2, "an offer of the host")
            await time.forward(GRACE / 1000)
            await house.absences.take(party.id, link, "a new person")
            await time.forward(2 * SECONDS - ROUNDS)
            assert gone(house, party) == []
            told = [line.event for line in (await party.table()).frame().chat]
            assert told == ([] if patience is None else ["left"]) + ["offered", "given"]

    async def test_an_offer_does_not_last(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party, link = await self.offered(house, watching, time)
            await time.forward(VALID / 1000)
            await refused("void-link", house.absences.take(party.id, link, "a new person"))

    async def test_a_newer_offer_takes_the_place_of_the_older(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party, link = await self.offered(house, watching, time)
            again = await house.absences.offer(party.id, [party.host], 2, "an offer of the host")
            assert again == link
            await house.absences.offer(party.id, [party.host], 2, "another offer of the host")
            await time.forward(GRACE / 1000)
            await refused("void-link", house.absences.take(party.id, link, "a new person"))

    async def test_only_the_host_offers_and_only_the_chair_of_whoever_is_long_gone(
        self, house: House, time: ManualTime
    ) -> None:
        with ExitStack() as watching:
            party = await party_of(house, watching, patience=None)
            offer = partial(house.absences.offer, party.id)
            await time.forward(SECONDS + LATELY)
            await refused("not-away", offer([party.host], 2, "an offer of the host"))
            await time.forward(ROUNDS)
            await refused("not-host", offer([party.keys[0]], 2, "an offer of a guest"))
            await refused("not-away", offer([party.host], 1, "an offer of the host"))
            await offer([party.host], 2, "an offer of the host")
            table = await party.table()
            assert table.chairs[2].away, "a bot plays until somebody takes it"
            assert table.chairs[2].level == "casual"

    async def test_the_log_brings_it_all_back(self, house: House, time: ManualTime) -> None:
        with ExitStack() as watching:
            party, link = await self.offered(house, watching, time)
            await time.forward(GRACE / 1000)
            await house.absences.take(party.id, link, "a new person")
            await house.do(party.id, partial(leave, seat=2))
            before = (await party.table()).frame()
        house.spots.clear()
        assert (await party.table()).frame() == before
