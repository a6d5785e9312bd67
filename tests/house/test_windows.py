"""Windows at a table of 17 Diciassette: who is asked, when answers take effect, and what nobody is told."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import ridotto
from ridotto.engine.message import Message
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.keys import lock
from ridotto.house.people.attendance import leave, pause
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.store import Store, connect
from ridotto.house.tables.events import (
    Answered,
    ClockRules,
    Event,
    Given,
    Moved,
    Offered,
    Placed,
    Sat,
    Started,
    Together,
    decode,
    encode,
)
from ridotto.house.tables.table import HOST, WISHES, Table
from ridotto.house.tables.windows import HOLD
from ridotto.words import Translator
from tests.diciassette.table import position
from tests.house.conftest import Later
from tests.house.guests import opening
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio

GAME = ridotto.game("diciassette")
SEATS = ("Anna", "Ben", "Cleo", "Dora")
STRANGER = "a key that a link has given"
HANDS = "1/1 1/1 2/2", "4/4 3/3 5/5", "1/1 5 trap", "2/2 3/3 3/3"
HOPELESS = "0:5/5 1:4/4"  # 9 so far
MAYBE = "0:5/5 1:4/4 2:3/3 3:2/2 1:2-"  # 14 and a hidden 2, which Ben knows
OUT_OF_REACH = "17 is still out of reach, so nobody is asked."
SEVENTEEN = "0:5/5 1:4/4 2:3/3 3:4/4 0:1/1"


def said(message: Message) -> str:
    return Translator("en").say(message, list(SEATS))


class Evening:
    """A table in a position, people with keys or bots on its chairs, and what they do."""

    def __init__(self, house: House, id: str) -> None:
        self.house = house
        self.id = id
        self.deeds = 0

    async def table(self) -> Table:
        return await self.house.table(self.id)

    async def do(self, seat: int, move: str, id: str = "") -> None:
        self.deeds += 1
        revision = (await self.table()).sight(seat).revision
        await self.house.decide(self.id, [SEATS[seat]], seat, revision, move, id or f"deed-{self.deeds}")

    async def order(self, seat: int, order: str, number: int | None = None) -> None:
        await self.house.order(self.id, [SEATS[seat]], seat, order, number)

    async def insist(self, seat: int, wants: bool = True) -> None:
        await self.house.insist(self.id, [SEATS[seat]], seat, wants)

    async def give_away(self, seat: int) -> None:
        """Somebody else takes a seat. No bot has had time to decide there."""
        offered, given = Offered(seat, lock("a link"), "casual"), Given(seat, lock(STRANGER))
        await self.house.do_all(self.id, [lambda _: offered, lambda _: given])

    async def prompt(self, viewer: int) -> str:
        scene = (await self.table()).sight(viewer).scene
        assert scene is not None
        return said(scene.prompt)

    async def notes(self, viewer: int) -> list[str]:
        scene = (await self.table()).sight(viewer).scene
        assert scene is not None
        return [said(note) for note in scene.notes]

    async def shown(self) -> dict[int, str]:
        """What everybody sees, by name."""
        table = await self.table()
        return {viewer: table.sight(viewer).revision + table.frame().digest for viewer in range(-1, 4)}

    async def entries(self) -> list[Event]:
        return [decode(row.body) for row in await self.house.store.read(self.id)]

    async def last(self) -> Event:
        return (await self.entries())[-1]

    async def row(self) -> list[str]:
        """The cards in the row."""
        state: Any = (await self.table()).playing.state
        return [card["card"] for card in GAME.view(state, -1)["row"]]


async def sit_down(
    house: House,
    row: str,
    turn: int = 1,
    phase: str = "call",
    bots: str = "",
    hands: tuple[str, ...] = HANDS,
    turns: int = 5,
    clock: ClockRules | None = None,
) -> Evening:
    """A table that begins with this row; on the seats of these numbers sit bots."""
    state = GAME.load(position(*hands, row=row, turn=turn, phase=phase, turns=turns), seed=1)
    await house.store.open("table", encode(opening(state, seated(bots), clock)), listed=False)
    await house.do("table", lambda table: Started() if table.phase == "open" else None)
    return Evening(house, "table")


def seated(bots: str = "") -> list[Sat | Placed]:
    return [
        Placed(seat, "novice") if str(seat) in bots else Sat(seat, name, "volto", lock(name))
        for seat, name in enumerate(SEATS)
    ]


async def settle(house: House) -> None:
    assert isinstance(house.time, ManualTime)
    await house.time.rest()


@pytest.fixture
async def paced(tmp_path: Path, time: ManualTime) -> AsyncIterator[House]:
    """A house that keeps its pace; nobody looks at the clock but the test."""
    store, minds = await connect(str(tmp_path / "house.sqlite"), time), BotPool(1)
    house = House(store, minds, pace=1.0)
    time.govern(house)
    await house.start()
    yield house
    await house.stop()
    await minds.close()
    await store.close()


class TestNobodyNeedsToBeAsked:
    @pytest.mark.rule("diciassette.call.always_opened")
    async def test_the_card_and_all_passes_are_one_entry(self, paced: House) -> None:
        """Nobody's screen can show the question, however slow or fast it is; the rules were given ordinary passes."""
        evening = await sit_down(paced, HOPELESS, turn=2, phase="play", bots="3")
        before = len(await evening.entries())
        await evening.do(2, "1/1 up")
        entry = await evening.last()
        assert len(await evening.entries()) == before + 1
        assert isinstance(entry, Together)
        assert [(move.seat, move.move, move.by) for move in entry.moves] == [
            (2, "1/1 up", ""),
            (0, "pass", "house"),
            (1, "pass", "house"),
            (3, "pass", "bot"),
        ]
        made = (await evening.table()).playing.moves()
        assert [(step.seat, GAME.text(step.move)) for step in made[1:]] == [(seat, "pass") for seat in (0, 1, 3)]

    async def test_the_card_sent_again_is_done_already(self, paced: House) -> None:
        evening = await sit_down(paced, HOPELESS, turn=2, phase="play")
        revision = (await evening.table()).sight(2).revision
        for _ in range(2):
            await paced.decide(evening.id, [SEATS[2]], 2, revision, "1/1 up", "sent-twice")
        with pytest.raises(Refused, match="already used"):
            await paced.decide(evening.id, [SEATS[2]], 2, revision, "5 down", "sent-twice")

    async def test_a_table_that_stands_in_such_a_window_goes_on_at_once(self, paced: House) -> None:
        """After a restart, say."""
        evening = await sit_down(paced, HOPELESS, bots="3")
        await settle(paced)
        assert (await evening.table()).window.opened is None

    async def test_the_log_says_nothing_and_the_table_says_it_from_the_first_card_on(self, paced: House) -> None:
        """It can be read before others have played, and no longer when somebody was asked."""
        evening = await sit_down(paced, "", turn=2, phase="play", turns=0, hands=("5/5 5/5 2/2", *HANDS[1:]))
        assert OUT_OF_REACH not in await evening.notes(-1)
        for seat, move in ((2, "1/1 up"), (3, "2/2 up"), (0, "5/5 up")):
            await evening.do(seat, move)
            assert OUT_OF_REACH in await evening.notes(-1)
        log = [said(line) for _, line in (await evening.table()).sight(-1).log]
        assert log == ["Cleo plays a two-sided 1.", "Dora plays a two-sided 2.", "Anna plays a two-sided 5."]
        await evening.do(1, "5/5 up")
        await evening.do(2, "5 down")
        assert (await evening.table()).window.opened is not None
        assert OUT_OF_REACH not in await evening.notes(-1)

    async def test_a_trash_does_not_bring_it_back(self, paced: House) -> None:
        evening = await sit_down(paced, HOPELESS, turn=2, phase="play", turns=4)
        assert OUT_OF_REACH not in await evening.notes(-1)


class TestAlwaysAskMe:
    async def test_everybody_sees_it_and_every_window_waits(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, HOPELESS, turn=2, phase="play", turns=2)
        assert OUT_OF_REACH in await evening.notes(-1)
        await evening.insist(0)
        assert [chair.insists for chair in (await evening.table()).frame().chairs] == [True, False, False, False]
        assert OUT_OF_REACH not in await evening.notes(-1)
        await evening.do(2, "1/1 up")
        await time.forward(60)
        table = await evening.table()
        assert (table.awaited(), list(table.asked)) == ((0,), [0])
        assert await evening.prompt(0) == "Cleo has played. Call 17?"
        assert await evening.prompt(-1) == "17 is out of reach, but Anna wants to be asked."
        await evening.do(0, "call")
        assert "Anna calls 17!" in [said(line) for _, line in (await evening.table()).sight(-1).log]

    async def test_whoever_switches_it_off_is_passed_over_at_once(self, paced: House) -> None:
        evening = await sit_down(paced, HOPELESS, turn=2, phase="play")
        await evening.insist(0)
        await evening.do(2, "1/1 up")
        await evening.insist(0, False)
        await settle(paced)
        assert (await evening.table()).window.opened is None

    async def test_it_holds_no_longer_while_a_bot_sits_in(self, paced: House) -> None:
        evening = await sit_down(paced, HOPELESS, turn=2, phase="play")
        await evening.insist(0)
        await evening.do(2, "1/1 up")
        await paced.do(evening.id, lambda table: leave(table, 0))
        await settle(paced)
        table = await evening.table()
        assert table.window.opened is None
        assert not table.frame().chairs[0].insists
        assert table.view(-1)["insisting"] == []

    async def test_no_order_and_no_knowledge_answers_for_them(self, paced: House, time: ManualTime) -> None:
        """Ben knows that it is 16 at the most."""
        evening = await sit_down(paced, MAYBE, turn=0)
        await evening.order(1, "round")
        await evening.insist(1)
        for seat in (2, 3):
            await evening.do(seat, "pass")
        await time.forward(60)
        assert list((await evening.table()).asked) == [1]
        with pytest.raises(Refused, match="Always ask me"):
            await evening.order(1, "round")

    async def test_it_is_for_every_game_where_the_house_answers(self, paced: House) -> None:
        def offered(slug: str) -> bool:
            return ridotto.game(slug).foregone_steps

        assert {game.slug for game in ridotto.games() if offered(game.slug)} == {"diciassette", "venezia2099"}


class TestAnswersHaveTheirTime:
    async def test_nothing_is_seen_before(self, paced: House, time: ManualTime) -> None:
        """All have passed within half a second, and only whoever did sees it: at once, as something still to come."""
        evening = await sit_down(paced, MAYBE, turn=0)
        before = await evening.shown()
        for seat in (1, 3, 2):
            await time.forward(0.1)
            await evening.do(seat, "pass")
            assert isinstance(await evening.last(), Answered)
            before.pop(seat)
            now = await evening.shown()
            assert {viewer: now[viewer] for viewer in before} == before
        assert await evening.prompt(2) == "You pass. Does anybody call 17?"
        assert 2 not in (await evening.table()).game.waiting((await evening.table()).view(2))
        await time.forward(HOLD / 1000 - 0.301)
        assert (await evening.shown())[-1] == before[-1]
        await time.forward(0.001)
        entry = await evening.last()
        assert isinstance(entry, Together)
        assert [(move.seat, move.by) for move in entry.moves] == [(1, ""), (2, ""), (3, "")]
        assert (await evening.table()).playing.state.actors() == [1]

    async def test_bots_do_not_cut_it_short(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, MAYBE, turn=0, bots="23")
        await evening.do(1, "pass")
        await time.forward(1.499)
        assert len((await evening.table()).asked) == 3
        await time.forward(0.001)
        assert (await evening.table()).window.opened is None

    async def test_whoever_is_late_decides_at_once(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        await time.forward(5)
        for seat in (2, 3):
            await evening.do(seat, "pass")
            assert isinstance(await evening.last(), Moved)
        assert (await evening.table()).window.opened is None

    async def test_an_answer_can_be_changed_until_then(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, SEVENTEEN, turn=0)
        for answer in ("call", "pass", "call", "pass"):
            await evening.do(1, answer)
        assert await evening.prompt(1) == "You pass. Does anybody call 17?"
        await evening.do(2, "pass")
        await evening.do(2, "call")
        await time.forward(1.5)
        assert (await evening.entries())[-1].moves[-1] == Moved(2, "call", "")  # type: ignore[union-attr]

    async def test_an_answer_stands_for_whoever_takes_the_seat_who_may_change_it(
        self, paced: House, time: ManualTime
    ) -> None:
        """It was given, though nobody has seen it; only what the person wanted of the house ends with their key."""
        evening = await sit_down(paced, SEVENTEEN, turn=0)
        for seat in (1, 2):
            await evening.do(seat, "call")
            await evening.give_away(seat)
        revision = (await evening.table()).sight(1).revision
        await paced.decide(evening.id, [STRANGER], 1, revision, "pass", "a-strangers-answer")
        await time.forward(1.5)
        entry = await evening.last()
        assert isinstance(entry, Together)
        assert [(move.seat, move.move, move.by) for move in entry.moves] == [(1, "pass", ""), (2, "call", "")]

    async def test_changes_have_an_end_and_the_first_answer_is_never_refused(
        self, paced: House, time: ManualTime
    ) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        for _ in range(WISHES // 2):
            await evening.order(1, "round")
            await evening.order(1, "")
        await evening.do(1, "pass", "never-refused")
        with pytest.raises(Refused, match="that's enough"):
            await evening.do(1, "call")
        with pytest.raises(Refused, match="that's enough"):
            await evening.insist(1)
        await evening.do(1, "pass", "never-refused")  # sent again, it is done already

    async def test_what_was_acknowledged_survives_the_house(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, SEVENTEEN, turn=0)
        await evening.do(1, "call", "acknowledged")
        await paced.stop()
        heir = House(paced.store, paced.minds, pace=1.0)
        time.govern(heir)
        await heir.start()
        await time.forward(10)
        evening.house = heir
        assert await evening.last() == Moved(1, "call", "")
        await evening.do(1, "call", "acknowledged")
        await heir.stop()

    async def test_a_pause_gives_it_its_time_again(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        for seat in (1, 2, 3):
            await evening.do(seat, "pass")
        await time.forward(1)
        await paced.do(evening.id, pause)
        await paced.bring_back(evening.id, [HOST])
        await time.forward(1.499)
        assert (await evening.table()).window.opened is not None
        await time.forward(0.001)
        assert (await evening.table()).window.opened is None

    async def test_it_costs_nobody_time(self, paced: House, time: ManualTime) -> None:
        """And a clock that has run out does not cut it short either."""
        evening = await sit_down(paced, MAYBE, turn=0, clock=ClockRules(10, 0))
        await evening.do(1, "pass")
        await time.forward(1.5)
        clock = (await evening.table()).clock
        assert clock is not None
        assert clock.end(2) == time.now() + 10_000
        await time.forward(3)
        for seat in (2, 3):
            await evening.do(seat, "pass")
        assert clock.left[2:] == [7_000, 7_000]
        clock.left[2] = 0
        clock.turn(time.now(), [2], free=HOLD)
        assert clock.end(2) == time.now() + HOLD


class TestWhatAnswersForAPerson:
    async def test_what_they_know(self, paced: House, time: ManualTime) -> None:
        """Ben's hidden 2 makes 16: he is told at once that he passes, though it is not time yet."""
        evening = await sit_down(paced, MAYBE, turn=0)
        assert await evening.prompt(1) == "You pass: you know it can't be 17."
        assert await evening.prompt(2) == "Anna has played. Call 17?"
        await time.forward(1.499)
        assert list((await evening.table()).asked) == [1, 2, 3]
        await time.forward(0.001)
        assert list((await evening.table()).asked) == [2, 3]
        assert await evening.last() == Moved(1, "pass", "", "house")

    @pytest.mark.parametrize(
        ("row", "order", "number", "answer"),
        [
            (MAYBE, "round", None, "pass"),
            (SEVENTEEN, "round", None, "pass"),
            (MAYBE, "below", 15, "pass"),
            (MAYBE, "below", 14, None),
            (MAYBE, "below", None, None),
            (MAYBE, "known", None, None),
            (SEVENTEEN, "known", None, "call"),
        ],
    )
    async def test_their_orders(
        self, paced: House, time: ManualTime, row: str, order: str, number: int | None, answer: str | None
    ) -> None:
        evening = await sit_down(paced, row, turn=0)
        await evening.insist(1)
        await evening.order(3, order, number)
        await time.forward(1.499)
        assert not any(isinstance(entry, Moved) for entry in await evening.entries())
        await time.forward(0.001)
        made = [entry for entry in await evening.entries() if isinstance(entry, Moved)]
        assert [(move.seat, move.move, move.by) for move in made] == ([(3, answer, "house")] if answer else [])

    async def test_an_order_given_while_the_window_is_open_answers_then(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        await time.forward(10)
        await evening.order(3, "round")
        await settle(paced)
        assert list((await evening.table()).asked) == [2]

    async def test_a_revoked_one_answers_nothing(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        await evening.order(3, "round")
        await evening.order(3, "")
        await time.forward(10)
        assert list((await evening.table()).asked) == [2, 3]

    async def test_a_round_ends_with_a_call(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, SEVENTEEN, turn=0)
        await evening.order(3, "round")
        automatic = (await evening.table()).automatic(3)
        assert automatic is not None
        assert (automatic.order, automatic.number) == ("round", 9)
        await evening.do(1, "call")
        await time.forward(1.5)
        automatic = (await evening.table()).automatic(3)
        assert automatic is not None
        assert automatic.order == ""

    async def test_others_see_nothing_of_them(self, paced: House) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        before = await evening.shown()
        table = await evening.table()
        kept = {viewer: table.sight(viewer) for viewer in (-1, 0, 1, 2)}
        for order, number in (("round", None), ("below", 20), ("known", None), ("", None)):
            await evening.order(3, order, number)
            now = await evening.shown()
            assert {viewer for viewer in now if now[viewer] != before[viewer]} == {3}
        assert all(table.sight(viewer) is sight for viewer, sight in kept.items()), "nor is anything drawn anew"

    @pytest.mark.parametrize(("order", "number"), [("never", None), ("below", 1), ("below", 41)])
    async def test_nonsense_is_refused(self, paced: House, order: str, number: int | None) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        with pytest.raises(Refused):
            await evening.order(3, order, number)


class TestTheNextPlayersCard:
    async def test_it_is_a_pass_and_laid_when_nobody_calls(self, paced: House, time: ManualTime) -> None:
        """In the entry that closes the window: nobody sees anything in between."""
        evening = await sit_down(paced, MAYBE, turn=0, hands=("1/1 1/1 2/2", "4/4 3/3 trap", *HANDS[2:]))
        assert "You're next: you can choose a card now. That counts as a pass." in await evening.notes(1)
        assert "You are next" not in " ".join(await evening.notes(2))
        before = await evening.shown()
        await evening.do(1, "trap down")
        assert await evening.prompt(1) == "You pass and play trap, face down, unless somebody calls."
        now = await evening.shown()
        assert {viewer for viewer in now if now[viewer] != before[viewer]} == {1}
        await time.forward(1.5)
        now = await evening.shown()
        assert {viewer for viewer in now if now[viewer] != before[viewer]} == {1}, "it still tells nobody anything"
        await evening.do(2, "pass")
        await evening.do(3, "pass")
        entry = await evening.last()
        assert isinstance(entry, Together)
        assert [(move.seat, move.move) for move in entry.moves] == [(3, "pass"), (1, "trap down")]
        assert len(await evening.row()) == 6

    async def test_it_is_dropped_when_somebody_calls(self, paced: House, time: ManualTime) -> None:
        """Also where the one who chose it begins the next round."""
        evening = await sit_down(paced, SEVENTEEN, turn=0)
        await evening.do(1, "5/5 up")
        await evening.do(2, "call")
        await evening.do(3, "pass")
        await time.forward(1.5)
        table = await evening.table()
        assert await evening.row() == []
        assert "Somebody called first: you keep your two-sided 5." in await evening.notes(1)
        for viewer in (-1, 0, 2, 3):
            assert not any("keep" in note for note in await evening.notes(viewer))
        assert "5/5" in table.view(1)["own"]["hand"]

    async def test_it_may_be_chosen_after_a_pass_changed_and_withdrawn(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        await time.forward(1.5)  # Ben's knowledge has passed for him
        await evening.do(1, "4/4 up")
        await evening.do(1, "3/3 up")
        await evening.do(1, "pass")
        assert await evening.prompt(1) == "You pass: you know it can't be 17."
        await evening.do(1, "5/5 up")
        await evening.do(2, "pass")
        await evening.do(3, "pass")
        assert (await evening.row())[-1] == "5/5"

    async def test_it_is_not_laid_for_somebody_else_who_takes_the_seat(self, paced: House, time: ManualTime) -> None:
        """Nor is an order of theirs carried out, or told them what came of a card that they never chose."""
        evening = await sit_down(paced, MAYBE, turn=0)
        await evening.do(1, "4/4 up")
        await evening.insist(1)
        await evening.give_away(1)
        await time.forward(1.5)
        assert list((await evening.table()).asked) == [2, 3], "that they passed stands"
        await evening.do(2, "pass")
        await evening.do(3, "pass")
        table = await evening.table()
        assert len(await evening.row()) == 5
        assert (table.playing.state.actors(), table.chairs[1].played, table.insists(1)) == ([1], False, False)

    async def test_whoever_takes_the_seat_is_not_told_of_a_card_that_was_dropped(
        self, paced: House, time: ManualTime
    ) -> None:
        evening = await sit_down(paced, SEVENTEEN, turn=0)
        await evening.do(1, "5/5 up")
        await evening.do(2, "call")
        await evening.do(3, "pass")
        await time.forward(1.5)
        assert "Somebody called first: you keep your two-sided 5." in await evening.notes(1)
        await evening.give_away(1)
        assert await evening.notes(1) == []

    async def test_a_call_instead_of_it(self, paced: House, time: ManualTime) -> None:
        evening = await sit_down(paced, SEVENTEEN, turn=0)
        await evening.do(1, "5/5 up")
        await evening.do(1, "call")
        await time.forward(1.5)
        assert await evening.last() == Moved(1, "call", "")
        assert await evening.notes(1) == []

    async def test_nobody_else_may_and_no_card_that_is_not_there(self, paced: House) -> None:
        evening = await sit_down(paced, MAYBE, turn=0)
        for seat, card in ((2, "5 down"), (0, "1/1 up"), (1, "x2 up")):
            with pytest.raises(ridotto.IllegalMove):
                await evening.do(seat, card)

    async def test_after_it_nobody_needs_to_be_asked(self, paced: House, time: ManualTime) -> None:
        """A trash takes the hidden card away: one window, the card and the next window are one entry."""
        evening = await sit_down(
            paced, "1:5/5 2:4/4 3:3/3 0:1-", turn=0, hands=("1/1 1/1 2/2", "trash 3/3 5/5", *HANDS[2:])
        )
        await evening.do(1, "trash up")
        await evening.do(2, "pass")
        await evening.do(3, "pass")
        await time.forward(1.5)
        entry = await evening.last()
        assert isinstance(entry, Together)
        assert [(move.seat, move.move, move.by) for move in entry.moves] == [
            *[(seat, "pass", "") for seat in (1, 2, 3)],
            (1, "trash up", ""),
            *[(seat, "pass", "house") for seat in (0, 2, 3)],
        ]
        assert (await evening.table()).playing.state.actors() == [2]


async def test_two_processes_close_a_window_once(store: Store, later: Later) -> None:
    """The one that holds the lease does; answers may be given at the other."""
    minds = BotPool(1)
    first, second = House(store, minds, pace=1.0), House(store, minds, pace=1.0)
    evening = Evening(first, "table")
    await sit_down(first, MAYBE, turn=0)
    await first.butler._make_round()
    for house, seat in ((first, 1), (second, 2), (first, 3)):
        evening.house = house
        await evening.do(seat, "pass")
    if store.shared:
        for house in (first, second):
            await house.table("table")
    await later(1.5)
    for house in (second, first):
        spot = house.spots["table"]
        spot.table = None
        await house.table("table")
        await house.butler._answering.close_window("table")
    entry = await evening.last()
    assert isinstance(entry, Together)
    assert sum(isinstance(one, Together) for one in await evening.entries()) == 1
    for house in (first, second):
        await house.stop()
    await minds.close()
