"""Answers by knowledge and by standing orders, in windows of 17 Diciassette."""

import pytest

from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.house.tables.events import (
    Moved,
)
from tests.house.window_table import IN_REACH, SEVENTEEN, let_house_act, start_at
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


class TestStandingOrders:
    async def test_knowledge_answers(self, paced: House, time: ManualTime) -> None:
        """Ben's hidden 2 makes 16: he sees at once that he passes."""
        table_ = await start_at(paced, IN_REACH, turn=0)
        assert await table_.prompt(1) == "You pass: you know it can't be 17."
        assert await table_.prompt(2) == "Anna has played. Call 17?"
        await time.forward(1.499)
        assert list((await table_.table()).asked_since) == [1, 2, 3]
        await time.forward(0.001)
        assert list((await table_.table()).asked_since) == [2, 3]
        assert await table_.last_event() == Moved(1, "pass", "", "house")

    @pytest.mark.parametrize(
        ("row", "order", "number", "answer"),
        [
            (IN_REACH, "round", None, "pass"),
            (SEVENTEEN, "round", None, "pass"),
            (IN_REACH, "below", 15, "pass"),
            (IN_REACH, "below", 14, None),
            (IN_REACH, "below", None, None),
            (IN_REACH, "known", None, None),
            (SEVENTEEN, "known", None, "call"),
        ],
    )
    async def test_orders_answer(
        self, paced: House, time: ManualTime, row: str, order: str, number: int | None, answer: str | None
    ) -> None:
        table_ = await start_at(paced, row, turn=0)
        await table_.insist(1)
        await table_.order(3, order, number)
        await time.forward(1.499)
        assert not any(isinstance(event, Moved) for event in await table_.events())
        await time.forward(0.001)
        made = [event for event in await table_.events() if isinstance(event, Moved)]
        assert [(move.seat, move.move, move.by) for move in made] == ([(3, answer, "house")] if answer else [])

    async def test_an_order_given_in_a_window_answers_it(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        await time.forward(10)
        await table_.order(3, "round")
        await let_house_act(paced)
        assert list((await table_.table()).asked_since) == [2]

    async def test_a_revoked_order_answers_nothing(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        await table_.order(3, "round")
        await table_.order(3, "")
        await time.forward(10)
        assert list((await table_.table()).asked_since) == [2, 3]

    async def test_an_order_for_a_round_ends_with_a_call(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, SEVENTEEN, turn=0)
        await table_.order(3, "round")
        automatic = (await table_.table()).automatic(3)
        assert automatic is not None
        assert (automatic.order, automatic.number) == ("round", 9)
        await table_.do(1, "call")
        await time.forward(1.5)
        automatic = (await table_.table()).automatic(3)
        assert automatic is not None
        assert automatic.order == ""

    async def test_orders_are_secret(self, paced: House) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        before = await table_.revisions()
        table = await table_.table()
        cached = {viewer: table.player_view(viewer) for viewer in (-1, 0, 1, 2)}
        for order, number in (("round", None), ("below", 20), ("known", None), ("", None)):
            await table_.order(3, order, number)
            now = await table_.revisions()
            assert {viewer for viewer in now if now[viewer] != before[viewer]} == {3}
        assert all(table.player_view(viewer) is view for viewer, view in cached.items()), "cached views stay"

    @pytest.mark.parametrize(("order", "number"), [("never", None), ("below", 1), ("below", 41)])
    async def test_bad_orders_are_refused(self, paced: House, order: str, number: int | None) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        with pytest.raises(Refused):
            await table_.order(3, order, number)
