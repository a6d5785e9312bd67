"""Guided tables: lessons that were read, and the rest while the only person reads."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

import ridotto
from ridotto.house.people.attendance import leave
from ridotto.house.people.presence import LONG_ABSENCE_SECONDS
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables import commands
from ridotto.house.tables.answer_window import is_publicly_automatic
from ridotto.house.tables.automatic_events import close_window
from ridotto.house.tables.events import ClockRules, LessonsRead, Moved, Resigned, Started, decode, encode
from ridotto.house.tables.table import Table
from tests.house.guests import Party
from tests.house.logs import Log
from tests.house.test_timing import table_at
from tests.manual_time import ManualTime
from tests.playing import Choices
from tests.web.twin_positions import find_twin, random_position

pytestmark = pytest.mark.anyio

GAMES = [game.slug for game in ridotto.all_games()]
HOUR = 3600
WHILE_SECONDS = 20  # longer than bots and clocks need here


async def open_alone(house: House, slug: str, **settings: Any) -> Party:
    """A guided table where one person plays against novices; the match has started."""
    players = ridotto.game(slug).default_players
    bots = dict.fromkeys(range(1, players), "novice")
    party = await Party.open(house, game=slug, bots=bots, guided=True, patience=None, **settings)
    await party.begin()
    return party


async def read_lesson(party: Party, lesson: str = "") -> None:
    """Marks the lesson that is shown, or another one, as read."""
    lessons = (await party.table()).player_view(0).lessons
    await party.house.mark_lesson_read(party.id, [party.keys[0]], 0, lesson or lessons[0].id)


def frozen_facts(table: Table) -> object:
    """Facts that must not change while the table rests."""
    return table.event_count, table.player_view(0).revision, table.clock and table.clock.left, table.phase, table.paused


class TestOnePerson:
    @pytest.mark.parametrize("slug", GAMES)
    async def test_the_table_rests_until_the_lesson_is_read(self, house: House, time: ManualTime, slug: str) -> None:
        """Bots, clocks and automatic moves rest."""
        choice, rested, by = Choices(3), 0, set[str]()
        party = await open_alone(house, slug, clock=ClockRules(10, 10))
        with house.subscribe(party.id, 0):
            for _ in range(60):
                await time.rest()
                table = await party.table()
                if table.phase != "running":
                    break
                if table.resting:
                    before = frozen_facts(table)
                    await time.forward(WHILE_SECONDS if rested or slug != "diciassette" else HOUR)
                    assert frozen_facts(await party.table()) == before
                    assert all(chair.ends is None for chair in table.info().chairs)
                    await read_lesson(party)
                    rested += 1
                elif 0 in table.asked_since:
                    await party.decide(0, choice.below(1000))
                else:
                    await time.forward(1)
        rows = await house.store.read(party.id)
        rebuilt = Table(party.id, rows[:1])
        for row in rows[1:]:
            event = decode(row.body)
            if isinstance(event, Moved):
                assert not event.by or not rebuilt.resting
                by.add(event.by)
            rebuilt.apply(row)
        assert by >= {"", "bot"} | ({"house"} if slug == "diciassette" else set())
        assert rested >= 4

    async def test_clocks_continue_after_the_lesson(self, house: House, time: ManualTime) -> None:
        party = await open_alone(house, "verhext", clock=ClockRules(30))
        with house.subscribe(party.id, 0):
            await time.forward(WHILE_SECONDS)
            await read_lesson(party, "all")
            while 0 not in (await party.table()).asked_since:
                await time.forward(1)
            clock = (await party.table()).clock
            assert clock is not None
            assert clock.left[0] == 30_000
            await time.forward(30)
            log = [decode(row.body) for row in await house.store.read(party.id)]
        assert {event.seat for event in log if isinstance(event, Moved) and event.by == "clock"} == {0}

    async def test_the_table_still_rests_after_a_restart(self, house: House, time: ManualTime) -> None:
        party = await open_alone(house, "verhext")
        await read_lesson(party)
        before = (await party.table()).player_view(0)
        restarted = House(house.store, house.bot_pool, beat_seconds=0.0)
        time.govern(restarted)
        await restarted.start()
        with restarted.subscribe(party.id, 0):
            await time.forward(WHILE_SECONDS)
            table = await restarted.table(party.id)
            assert table.resting
            assert table.player_view(0) == before
            assert "goal" in table.lesson_progress.learned[0]
            assert not table.started_match.entries
        await restarted.stop()

    async def test_a_decision_marks_the_lesson_as_read(self, house: House, time: ManualTime) -> None:
        party = await open_alone(house, "verhext")
        await read_lesson(party, "all")
        while 0 not in (await party.table()).asked_since:
            await time.forward(1)
        await read_lesson(party, "none")
        lesson = (await party.table()).player_view(0).lessons[0].id
        await party.decide(0)
        assert (await party.table()).lesson_progress.learned[0] == {lesson}

    async def test_beats_start_after_the_lesson(self, house: House, time: ManualTime) -> None:
        """The time of the rest does not count."""
        party = await open_alone(house, "verhext")
        await time.forward(1.23)
        await read_lesson(party, "all")
        asked = (await party.table()).asked_since
        assert set(asked.values()) == {time.now()}

    async def test_a_resting_table_can_be_paused(self, house: House, time: ManualTime) -> None:
        party = await open_alone(house, "verhext")
        await time.forward(2 * LONG_ABSENCE_SECONDS)
        assert (await party.table()).paused


class TestSeveralPeople:
    def test_the_table_does_not_rest(self) -> None:
        log = Log(game="verhext", players=3, bots={2: "novice"}, guided=True).begin()
        assert log.table.player_view(0).lessons
        assert not log.table.resting
        assert log.table.allows_autoplay

    async def test_bots_continue_while_somebody_reads(self, house: House, time: ManualTime) -> None:
        party = await Party.open(house, game="verhext", players=3, bots={2: "novice"}, guided=True)
        await party.begin()
        await time.forward(WHILE_SECONDS)
        while 2 not in {move.seat for move in (await party.table()).started_match.decisions()}:
            await party.decide((await party.table()).started_match.state.actor())
            await time.forward(WHILE_SECONDS)
        table = await party.table()
        assert all(table.player_view(seat).lessons for seat in (0, 1))

    def test_the_table_rests_when_one_of_two_resigns(self) -> None:
        log = Log(game="verhext", players=3, bots={2: "novice"}, guided=True).begin()
        log.do(lambda table: Resigned(1, "casual"))
        assert log.table.resting
        log.do(leave, 0)  # nobody reads now
        assert not log.table.resting
        log.do(commands.come_back, 0)
        assert log.table.resting

    def test_reading_a_lesson_changes_no_other_view(self) -> None:
        log = Log(game="verhext", players=3, guided=True).begin()
        info, others = log.table.info(), [log.table.player_view(viewer) for viewer in (-1, 1, 2)]
        own = log.table.player_view(0)
        log.do(commands.mark_lesson_read, 0, "goal")
        assert log.table.info() is info
        assert all(log.table.player_view(view.viewer) is view for view in others)
        assert log.table.player_view(0).revision != own.revision


class TestSecrets:
    def test_a_hidden_move_does_not_end_the_rest(self) -> None:
        """Otherwise spectators would notice the move."""
        log, choice = Log(1, game="venezia", players=2, bots={1: "novice"}, guided=True).begin(), Choices(1)
        while log.scene(-1).waiting != (0, 1):
            log.step(choice)
        log.do(commands.mark_lesson_read, 0, "none")
        info = log.table.info()
        assert info.resting
        log.decide(0, log.table.started_match.state.moves(0)[0])
        assert log.table.info() is info
        assert not log.table.lesson_progress.learned[0]

    def test_standing_orders_rest_too(self) -> None:
        log = Log(1, game="diciassette", players=2, bots={1: "novice"}, guided=True).begin()
        log.do(commands.mark_lesson_read, 0, "all")
        while (
            log.table.window.opened_at is None
            or is_publicly_automatic(log.table.started_match.state)
            or 0 not in log.table.asked_since
        ):
            seat = log.table.started_match.state.actor()
            move = log.table.started_match.state.moves(seat)[0]
            log.do(lambda table, seat=seat, move=move: Moved(seat, table.game.text(move), f"id-{table.event_count}"))
        log.do(commands.give_order, 0, "round")
        log.do(commands.mark_lesson_read, 0, "none")
        assert close_window(log.table, log.now + HOUR, 0) is None
        log.do(commands.mark_lesson_read, 0, "all")
        closed = close_window(log.table, log.now + HOUR, 0)
        assert closed is not None
        assert closed.event == Moved(0, "pass", "", "house")


class TestLog:
    def test_a_lesson_is_logged_once(self) -> None:
        log = Log(game="venti", guided=True).begin()
        assert log.do(commands.mark_lesson_read, 0, "goal") == LessonsRead(0, ["goal"])
        assert log.do(commands.mark_lesson_read, 0, "goal") is None
        assert isinstance(log.do(commands.mark_lesson_read, 0, "all"), LessonsRead)
        assert log.do(commands.mark_lesson_read, 0, "all") is None
        assert log.table.player_view(0).lessons == ()

    def test_restarts_of_lessons_are_limited(self) -> None:
        log = Log(game="venti", guided=True).begin()
        assert log.do(commands.mark_lesson_read, 0, "none") is None
        for _ in range(commands.MAX_LESSON_RESTARTS):
            log.do(commands.mark_lesson_read, 0, "goal")
            assert log.do(commands.mark_lesson_read, 0, "none") == LessonsRead(0, [])
            assert "goal" not in log.table.lesson_progress.learned[0]
        log.do(commands.mark_lesson_read, 0, "goal")
        with pytest.raises(Refused, match="10 times") as refusal:
            log.do(commands.mark_lesson_read, 0, "none")
        assert refusal.value.code == "final"

    def test_bad_lessons_are_refused(self) -> None:
        guided, plain, waiting = (
            Log(game="venti", guided=True).begin(),
            Log(game="venti").begin(),
            Log(game="venti", guided=True),
        )
        for log, lesson, code in (
            (guided, "nonsense", "unknown-lesson"),
            (guided, "", "unknown-lesson"),
            (plain, "goal", "no-lessons"),
            (waiting, "goal", "no-lessons"),
        ):
            length = log.table.event_count
            with pytest.raises(Refused) as refusal:
                log.do(commands.mark_lesson_read, 0, lesson)
            assert refusal.value.code == code
            assert log.table.event_count == length

    def test_lessons_that_no_longer_exist_are_ignored(self) -> None:
        log = Log(game="venti", guided=True).begin()
        log.rows.append(StoredEvent(len(log.rows), log.now, encode(LessonsRead(0, ["old-lesson", "goal"]))))
        assert Table("here", log.rows).lesson_progress.learned[0] == {"goal"}


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_resting_reveals_nothing_to_spectators(slug: str) -> None:
    """Two worlds that spectators cannot tell apart rest at the same times, whatever the reader knows."""
    game, rested, secret = ridotto.game(slug), 0, 0
    for number in range({"diciassette": 40, "venezia2099": 4, "verhext": 30}.get(slug, 12)):
        chance = Random(f"{slug} {number}")
        pair = find_twin(random_position(game, game.default_players, chance), -1, chance, 12)
        reader = pair.states[0][0].actors()[0]
        logs = [Log(game=slug) for _ in pair.starts]
        for log, state in zip(logs, pair.states[0], strict=True):
            opened = structs.replace(table_at(state, reader), guided=True, clock=ClockRules(600))
            log.rows = [StoredEvent(0, 0, encode(opened))]
            log.table = Table("here", log.rows)
            log.do(lambda table: Started())
        for turn in [*pair.turns, None]:
            infos = [log.table.info() for log in logs]
            while infos[0].resting and number % 2:  # the other half plays without reading
                assert infos[0] == infos[1]
                for log in logs:
                    log.do(commands.mark_lesson_read, reader, log.table.player_view(reader).lessons[0].id)
                infos = [log.table.info() for log in logs]
                rested += 1
            assert infos[0] == infos[1]
            secret += logs[0].table.player_view(reader).lessons != logs[1].table.player_view(reader).lessons
            assert logs[0].table.player_view(-1) == logs[1].table.player_view(-1)
            if turn is None:
                break
            for log, moves in zip(logs, turn.moves, strict=True):
                for move in moves:
                    entry = Moved(
                        turn.seat, game.text(move), f"id-{len(log.rows)}", "" if turn.seat == reader else "bot"
                    )
                    log.do(lambda table, entry=entry: entry, after=0)
            for log in logs:
                log.now += 1000
    assert rested
    assert secret or slug == "venezia2099"  # some lessons were shown in one world only
