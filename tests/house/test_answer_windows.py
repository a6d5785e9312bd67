"""Answer windows at a table of 17 Diciassette: who is asked, when answers take effect, and what stays secret."""

import pytest

import ridotto
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.people.attendance import leave, pause
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store.protocol import Store
from ridotto.house.tables.answer_window import WINDOW_MS
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.events import (
    Answered,
    ClockRules,
    Moved,
    MovedTogether,
)
from ridotto.house.tables.table_limits import MAX_ANSWER_CHANGES
from tests.house.conftest import Later
from tests.house.window_table import (
    GAME,
    HANDS,
    IN_REACH,
    OUT_OF_REACH,
    OUT_OF_REACH_ROW,
    SEATS,
    SEVENTEEN,
    STRANGER_KEY,
    WindowTable,
    english,
    let_house_act,
    start_at,
)
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


class TestPublicPasses:
    @pytest.mark.rule("diciassette.call.always_opened")
    async def test_a_card_and_all_passes_are_one_event(self, paced: House) -> None:
        """No screen can show the question. The rules get ordinary passes."""
        table_ = await start_at(paced, OUT_OF_REACH_ROW, turn=2, phase="play", bots="3")
        before = len(await table_.events())
        await table_.do(2, "1/1 up")
        event = await table_.last_event()
        assert len(await table_.events()) == before + 1
        assert isinstance(event, MovedTogether)
        assert [(move.seat, move.move, move.by) for move in event.moves] == [
            (2, "1/1 up", ""),
            (0, "pass", "house"),
            (1, "pass", "house"),
            (3, "pass", "bot"),
        ]
        made = (await table_.table()).started_match.decisions()
        assert [(step.seat, GAME.text(step.move)) for step in made[1:]] == [(seat, "pass") for seat in (0, 1, 3)]

    async def test_a_repeated_card_is_played_once(self, paced: House) -> None:
        table_ = await start_at(paced, OUT_OF_REACH_ROW, turn=2, phase="play")
        revision = (await table_.table()).player_view(2).revision
        for _ in range(2):
            await paced.decide(table_.id, [SEATS[2]], 2, revision, "1/1 up", "sent-twice")
        with pytest.raises(Refused, match="already used"):
            await paced.decide(table_.id, [SEATS[2]], 2, revision, "5 down", "sent-twice")

    async def test_a_table_that_starts_in_such_a_window_continues_at_once(self, paced: House) -> None:
        """For example after a restart."""
        table_ = await start_at(paced, OUT_OF_REACH_ROW, bots="3")
        await let_house_act(paced)
        assert (await table_.table()).window.opened_at is None

    async def test_the_table_says_why_nobody_is_asked(self, paced: House) -> None:
        """From the first card until somebody is asked; the log does not say it."""
        table_ = await start_at(paced, "", turn=2, phase="play", turns=0, hands=("5/5 5/5 2/2", *HANDS[1:]))
        assert OUT_OF_REACH not in await table_.notes(-1)
        for seat, move in ((2, "1/1 up"), (3, "2/2 up"), (0, "5/5 up")):
            await table_.do(seat, move)
            assert OUT_OF_REACH in await table_.notes(-1)
        log = [english(line) for _, line in (await table_.table()).player_view(-1).log]
        assert log == ["Cleo plays a two-sided 1.", "Dora plays a two-sided 2.", "Anna plays a two-sided 5."]
        await table_.do(1, "5/5 up")
        await table_.do(2, "5 down")
        assert (await table_.table()).window.opened_at is not None
        assert OUT_OF_REACH not in await table_.notes(-1)

    async def test_a_trash_does_not_bring_the_note_back(self, paced: House) -> None:
        table_ = await start_at(paced, OUT_OF_REACH_ROW, turn=2, phase="play", turns=4)
        assert OUT_OF_REACH not in await table_.notes(-1)


class TestInsisting:
    async def test_everybody_sees_it_and_windows_wait(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, OUT_OF_REACH_ROW, turn=2, phase="play", turns=2)
        assert OUT_OF_REACH in await table_.notes(-1)
        await table_.insist(0)
        assert [chair.insists for chair in (await table_.table()).info().chairs] == [True, False, False, False]
        assert OUT_OF_REACH not in await table_.notes(-1)
        await table_.do(2, "1/1 up")
        await time.forward(60)
        table = await table_.table()
        assert (table.awaited(), list(table.asked_since)) == ((0,), [0])
        assert await table_.prompt(0) == "Cleo has played. Call 17?"
        assert await table_.prompt(-1) == "17 is out of reach, but Anna wants to be asked."
        await table_.do(0, "call")
        assert "Anna calls 17!" in [english(line) for _, line in (await table_.table()).player_view(-1).log]

    async def test_switching_it_off_closes_the_window(self, paced: House) -> None:
        table_ = await start_at(paced, OUT_OF_REACH_ROW, turn=2, phase="play")
        await table_.insist(0)
        await table_.do(2, "1/1 up")
        await table_.insist(0, False)
        await let_house_act(paced)
        assert (await table_.table()).window.opened_at is None

    async def test_it_does_not_count_while_a_bot_plays(self, paced: House) -> None:
        table_ = await start_at(paced, OUT_OF_REACH_ROW, turn=2, phase="play")
        await table_.insist(0)
        await table_.do(2, "1/1 up")
        await paced.executor.execute(table_.id, lambda table: leave(table, 0))
        await let_house_act(paced)
        table = await table_.table()
        assert table.window.opened_at is None
        assert not table.info().chairs[0].insists
        assert table.view(-1).public.insisting == ()

    async def test_it_overrides_orders_and_knowledge(self, paced: House, time: ManualTime) -> None:
        """Ben knows that the row is 16 at most."""
        table_ = await start_at(paced, IN_REACH, turn=0)
        await table_.order(1, "round")
        await table_.insist(1)
        for seat in (2, 3):
            await table_.do(seat, "pass")
        await time.forward(60)
        assert list((await table_.table()).asked_since) == [1]
        with pytest.raises(Refused, match="Always ask me"):
            await table_.order(1, "round")

    async def test_games_with_public_automatic_moves(self, paced: House) -> None:
        def offered(slug: str) -> bool:
            return ridotto.game(slug).has_public_automatic_moves

        assert {game.slug for game in ridotto.all_games() if offered(game.slug)} == {"diciassette", "venezia2099"}


class TestOpenWindow:
    async def test_answers_are_hidden_until_the_window_closes(self, paced: House, time: ManualTime) -> None:
        """Everybody passes within half a second; each sees only their own pass, as a future one."""
        table_ = await start_at(paced, IN_REACH, turn=0)
        before = await table_.revisions()
        for seat in (1, 3, 2):
            await time.forward(0.1)
            await table_.do(seat, "pass")
            assert isinstance(await table_.last_event(), Answered)
            before.pop(seat)
            now = await table_.revisions()
            assert {viewer: now[viewer] for viewer in before} == before
        assert await table_.prompt(2) == "You pass. Does anybody call 17?"
        table = await table_.table()
        assert 2 not in table.game.scene(table.view(2)).waiting
        assert 2 in table.game.waiting(table.public_view())
        await time.forward(WINDOW_MS / 1000 - 0.301)
        assert (await table_.revisions())[-1] == before[-1]
        await time.forward(0.001)
        event = await table_.last_event()
        assert isinstance(event, MovedTogether)
        assert [(move.seat, move.by) for move in event.moves] == [(1, ""), (2, ""), (3, "")]
        assert (await table_.table()).started_match.state.actors() == [1]

    async def test_bots_do_not_close_it_early(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0, bots="23")
        await table_.do(1, "pass")
        await time.forward(1.499)
        assert len((await table_.table()).asked_since) == 3
        await time.forward(0.001)
        assert (await table_.table()).window.opened_at is None

    async def test_late_answers_take_effect_at_once(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        await time.forward(5)
        for seat in (2, 3):
            await table_.do(seat, "pass")
            assert isinstance(await table_.last_event(), Moved)
        assert (await table_.table()).window.opened_at is None

    async def test_answers_can_be_changed(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, SEVENTEEN, turn=0)
        for answer in ("call", "pass", "call", "pass"):
            await table_.do(1, answer)
        assert await table_.prompt(1) == "You pass. Does anybody call 17?"
        await table_.do(2, "pass")
        await table_.do(2, "call")
        await time.forward(1.5)
        assert (await table_.events())[-1].moves[-1] == Moved(2, "call", "")  # type: ignore[union-attr]

    async def test_a_person_who_takes_the_seat_inherits_the_answer(self, paced: House, time: ManualTime) -> None:
        """And may change it. Orders and premoves of the former person end."""
        table_ = await start_at(paced, SEVENTEEN, turn=0)
        for seat in (1, 2):
            await table_.do(seat, "call")
            await table_.give_chair_away(seat)
        revision = (await table_.table()).player_view(1).revision
        await paced.decide(table_.id, [STRANGER_KEY], 1, revision, "pass", "strangers-answer")
        await time.forward(1.5)
        event = await table_.last_event()
        assert isinstance(event, MovedTogether)
        assert [(move.seat, move.move, move.by) for move in event.moves] == [(1, "pass", ""), (2, "call", "")]

    async def test_changes_are_limited_but_not_the_first_answer(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        for _ in range(MAX_ANSWER_CHANGES // 2):
            await table_.order(1, "round")
            await table_.order(1, "")
        await table_.do(1, "pass", "never-refused")
        with pytest.raises(Refused, match="that's enough"):
            await table_.do(1, "call")
        with pytest.raises(Refused, match="that's enough"):
            await table_.insist(1)
        await table_.do(1, "pass", "never-refused")  # a repetition

    async def test_answers_survive_a_restart(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, SEVENTEEN, turn=0)
        await table_.do(1, "call", "acknowledged")
        await paced.stop()
        heir = House(paced.store, paced.bot_pool, beat_seconds=1.0)
        time.govern(heir)
        await heir.start()
        await time.forward(10)
        table_.house = heir
        assert await table_.last_event() == Moved(1, "call", "")
        await table_.do(1, "call", "acknowledged")
        await heir.stop()

    async def test_a_pause_restarts_the_window(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        for seat in (1, 2, 3):
            await table_.do(seat, "pass")
        await time.forward(1)
        await paced.executor.execute(table_.id, pause)
        await paced.attendance.bring_back(table_.id, [HOST])
        await time.forward(1.499)
        assert (await table_.table()).window.opened_at is not None
        await time.forward(0.001)
        assert (await table_.table()).window.opened_at is None

    async def test_an_open_window_costs_no_clock_time(self, paced: House, time: ManualTime) -> None:
        """And a clock that has run out does not close it."""
        table_ = await start_at(paced, IN_REACH, turn=0, clock=ClockRules(10, 0))
        await table_.do(1, "pass")
        await time.forward(1.5)
        clock = (await table_.table()).clock
        assert clock is not None
        assert clock.end(2) == time.now() + 10_000
        await time.forward(3)
        for seat in (2, 3):
            await table_.do(seat, "pass")
        assert clock.left[2:] == [7_000, 7_000]
        clock.left[2] = 0
        clock.update(time.now(), [2], free_ms=WINDOW_MS)
        assert clock.end(2) == time.now() + WINDOW_MS


async def test_two_processes_close_a_window_once(store: Store, later: Later) -> None:
    """The process with the lease closes it; answers may come through the other one."""
    bot_pool = BotPool(1)
    first, second = House(store, bot_pool, beat_seconds=1.0), House(store, bot_pool, beat_seconds=1.0)
    table_ = WindowTable(first, "table")
    await start_at(first, IN_REACH, turn=0)
    await first.butler._make_round()
    for house, seat in ((first, 1), (second, 2), (first, 3)):
        table_.house = house
        await table_.do(seat, "pass")
    if store.shared:
        for house in (first, second):
            await house.table("table")
    await later(1.5)
    for house in (second, first):
        house.live_tables.by_id["table"].table = None
        await house.table("table")
        await house.butler.decisions.close_window("table")
    event = await table_.last_event()
    assert isinstance(event, MovedTogether)
    assert sum(isinstance(one, MovedTogether) for one in await table_.events()) == 1
    for house in (first, second):
        await house.stop()
    await bot_pool.close()
