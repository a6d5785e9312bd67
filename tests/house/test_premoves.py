"""Premoves in windows of 17 Diciassette: the next player chooses a card in advance."""

from typing import Any

import pytest

import ridotto
from ridotto.games.diciassette.components import CARDS
from ridotto.house.service import House
from ridotto.house.tables.events import (
    Moved,
    MovedTogether,
)
from tests.house.window_table import HANDS, IN_REACH, SEVENTEEN, start_at
from tests.manual_time import ManualTime

pytestmark = pytest.mark.anyio


class TestPremoves:
    async def test_a_premove_passes_and_is_played_when_nobody_calls(self, paced: House, time: ManualTime) -> None:
        """In the event that closes the window, so that nobody sees a position in between."""
        table_ = await start_at(paced, IN_REACH, turn=0, hands=("1/1 1/1 2/2", "4/4 3/3 trap", *HANDS[2:]))
        assert "You're next: you can choose a card now. That counts as a pass." in await table_.notes(1)
        assert "You are next" not in " ".join(await table_.notes(2))
        before = await table_.revisions()
        await table_.do(1, "trap down")
        assert await table_.prompt(1) == "You pass and play trap, face down, unless somebody calls."
        now = await table_.revisions()
        assert {viewer for viewer in now if now[viewer] != before[viewer]} == {1}
        await time.forward(1.5)
        now = await table_.revisions()
        assert {viewer for viewer in now if now[viewer] != before[viewer]} == {1}, "it is still secret"
        await table_.do(2, "pass")
        await table_.do(3, "pass")
        event = await table_.last_event()
        assert isinstance(event, MovedTogether)
        assert [(move.seat, move.move) for move in event.moves] == [(3, "pass"), (1, "trap down")]
        assert len(await table_.row()) == 6

    async def test_a_premove_is_dropped_when_somebody_calls(self, paced: House, time: ManualTime) -> None:
        """Even if its seat begins the next round."""
        table_ = await start_at(paced, SEVENTEEN, turn=0)
        await table_.do(1, "5/5 up")
        await table_.do(2, "call")
        await table_.do(3, "pass")
        await time.forward(1.5)
        table = await table_.table()
        assert await table_.row() == []
        assert "Somebody called first: you keep your two-sided 5." in await table_.notes(1)
        for viewer in (-1, 0, 2, 3):
            assert not any("keep" in note for note in await table_.notes(viewer))
        own: Any = table.own_view(1)
        assert CARDS["5/5"] in own.hand

    async def test_a_premove_can_be_changed_and_withdrawn(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        await time.forward(1.5)  # Ben has passed by his knowledge
        await table_.do(1, "4/4 up")
        await table_.do(1, "3/3 up")
        await table_.do(1, "pass")
        assert await table_.prompt(1) == "You pass: you know it can't be 17."
        await table_.do(1, "5/5 up")
        await table_.do(2, "pass")
        await table_.do(3, "pass")
        assert (await table_.row())[-1] == CARDS["5/5"]

    async def test_a_premove_ends_when_somebody_else_takes_the_seat(self, paced: House, time: ManualTime) -> None:
        """Nor does an order of the former person count."""
        table_ = await start_at(paced, IN_REACH, turn=0)
        await table_.do(1, "4/4 up")
        await table_.insist(1)
        await table_.give_chair_away(1)
        await time.forward(1.5)
        assert list((await table_.table()).asked_since) == [2, 3], "the pass stays"
        await table_.do(2, "pass")
        await table_.do(3, "pass")
        table = await table_.table()
        assert len(await table_.row()) == 5
        assert (table.started_match.state.actors(), table.chairs[1].is_played_by_bot, table.insists(1)) == (
            [1],
            False,
            False,
        )

    async def test_a_dropped_premove_is_not_shown_to_the_next_person(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, SEVENTEEN, turn=0)
        await table_.do(1, "5/5 up")
        await table_.do(2, "call")
        await table_.do(3, "pass")
        await time.forward(1.5)
        assert "Somebody called first: you keep your two-sided 5." in await table_.notes(1)
        await table_.give_chair_away(1)
        assert await table_.notes(1) == []

    async def test_a_call_replaces_a_premove(self, paced: House, time: ManualTime) -> None:
        table_ = await start_at(paced, SEVENTEEN, turn=0)
        await table_.do(1, "5/5 up")
        await table_.do(1, "call")
        await time.forward(1.5)
        assert await table_.last_event() == Moved(1, "call", "")
        assert await table_.notes(1) == []

    async def test_bad_premoves_are_refused(self, paced: House) -> None:
        table_ = await start_at(paced, IN_REACH, turn=0)
        for seat, card in ((2, "5 down"), (0, "1/1 up"), (1, "x2 up")):
            with pytest.raises(ridotto.IllegalMove):
                await table_.do(seat, card)

    async def test_a_premove_and_the_next_window_are_one_event(self, paced: House, time: ManualTime) -> None:
        """A trash removes the hidden card: the window, the card and the next window are one event."""
        table_ = await start_at(
            paced, "1:5/5 2:4/4 3:3/3 0:1-", turn=0, hands=("1/1 1/1 2/2", "trash 3/3 5/5", *HANDS[2:])
        )
        await table_.do(1, "trash up")
        await table_.do(2, "pass")
        await table_.do(3, "pass")
        await time.forward(1.5)
        event = await table_.last_event()
        assert isinstance(event, MovedTogether)
        assert [(move.seat, move.move, move.by) for move in event.moves] == [
            *[(seat, "pass", "") for seat in (1, 2, 3)],
            (1, "trash up", ""),
            *[(seat, "pass", "house") for seat in (0, 2, 3)],
        ]
        assert (await table_.table()).started_match.state.actors() == [2]
