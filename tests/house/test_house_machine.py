"""A state machine that compares the house with a model: acknowledged decisions are logged exactly once."""

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import ridotto
from ridotto.engine import record
from ridotto.engine.errors import RidottoError
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.people.attendance import leave
from ridotto.house.people.guests import MASKS
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.tables.events import Moved, PersonSeated, Undone, decode, requests_of
from ridotto.house.tables.live_tables import Subscription
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.table import Table
from tests.manual_time import ManualTime

pytestmark = pytest.mark.slow

NUMBERS = st.integers(0, 1000)
SMALL_GAMES = (("verhext", 3), ("diciassette", 2), ("venezia2099", 2), ("venti", 2), ("venezia", 2))


class HouseMachine(RuleBasedStateMachine):
    """One table of a real house on a real file. Time stands still, so only people decide."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="ridotto-machine-")
        self.runner = asyncio.Runner()
        self.keys: dict[int, str] = {}
        self.sent: list[tuple[Any, ...]] = []  # decisions and undos that were acknowledged
        self.acknowledged: list[tuple[int, str]] = []  # seat and id, in order
        self.watching: dict[int, Subscription] = {}
        self.requests = 0
        self.run(self.open())

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    async def open(self) -> None:
        self.time = ManualTime()
        self.store = await connect(str(Path(self.folder.name) / "house.sqlite"), self.time)
        self.bot_pool = BotPool(1)
        self.house = House(self.store, self.bot_pool)
        self.time.govern(self.house)
        await self.house.start()

    async def close(self) -> None:
        await self.house.stop()
        await self.bot_pool.close()
        await self.store.close()

    def teardown(self) -> None:
        if self.phase in ("running", "over"):
            match = self.table().started_match
            assert record.parse("\n".join(record.lines(match)), ridotto.game).state == match.state
        self.run(self.close())
        self.runner.close()
        self.folder.cleanup()

    def table(self) -> Table:
        found: Table = self.run(self.house.table(self.id))
        return found

    @initialize(which=st.sampled_from(SMALL_GAMES))
    def open_a_table(self, which: tuple[str, int]) -> None:
        new_table = NewTable(game=which[0], players=which[1])
        self.id, self.host = self.run(self.house.open_table(new_table, "the table"))
        assert self.run(self.house.open_table(new_table, "the table")) == (self.id, self.host)

    # Before the match

    @precondition(lambda self: self.phase == "open" and len(self.keys) < self.players)
    @rule(twice=st.booleans())
    def join(self, twice: bool) -> None:
        """A guest sits down; the request may be repeated."""
        name, mask = f"Guest {len(self.keys)}", MASKS[len(self.keys)]
        seat, key = self.run(self.house.sit(self.id, name, mask, None, name))
        if twice:
            assert self.run(self.house.sit(self.id, name, mask, None, name)) == (seat, key)
        assert seat not in self.keys
        self.keys[seat] = key

    @precondition(lambda self: self.phase == "open" and len(self.keys) == self.players)
    @rule()
    def start(self) -> None:
        self.run(self.house.start_match(self.id, [self.host]))

    # Decisions

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS, which=NUMBERS, copies=st.integers(1, 3))
    def decide(self, who: int, which: int, copies: int) -> None:
        """A person sends a decision several times at once."""
        seats = list(self.table().asked_since)
        request = self.request(seats[who % len(seats)], which)
        self.run(self.send_together([request] * copies))
        self.acknowledge(request)

    @precondition(lambda self: self.phase == "running" and len(self.table().asked) > 1)
    @rule(which=NUMBERS, reverse=st.booleans())
    def decide_together(self, which: int, reverse: bool) -> None:
        """All seats that are asked decide on their current views; the decisions arrive in either order."""
        several = [self.request(seat, which + seat) for seat in self.table().asked_since]
        before = len(self.logged_decisions())
        answers = self.run(self.send_together(several[::-1] if reverse else several, collect=True))
        for request, answer in zip(several[::-1] if reverse else several, answers, strict=True):
            if answer is None:
                self.acknowledge(request)
            else:  # an earlier decision closed the window, and this seat is no longer asked
                assert isinstance(answer, RidottoError), answer
                assert len(self.logged_decisions()) > before

    @precondition(lambda self: self.sent)
    @rule(which=NUMBERS)
    def repeat(self, which: int) -> None:
        """An old request arrives once more: it succeeds and changes nothing."""
        before = self.logged_decisions()
        request = self.sent[which % len(self.sent)]
        self.run(self.send(request))
        assert self.logged_decisions() == before

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS, which=NUMBERS)
    def send_bad_decisions(self, who: int, which: int) -> None:
        """Wrong keys, no keys, old views and unknown moves are refused."""
        before = self.logged_decisions()
        seat = who % self.players
        _, _, revision, move, id = self.request(seat, which)
        other = self.keys[(seat + 1) % self.players]
        for keys, seen, text in (
            ([other], revision, move),
            ([], revision, move),
            ([self.keys[seat]], "0" * 24, move),
            ([self.keys[seat]], revision, "no such move"),
        ):
            try:
                self.run(self.house.decide(self.id, keys, seat, seen, text, f"wrong {id}"))
            except RidottoError:
                continue
            raise AssertionError("this should have been refused")
        assert self.logged_decisions() == before

    @precondition(lambda self: self.phase == "running" and self.seats_that_can_undo())
    @rule(who=NUMBERS)
    def undo(self, who: int) -> None:
        seats = self.seats_that_can_undo()
        seat = seats[who % len(seats)]
        self.requests += 1
        request = ("undo", seat, self.table().player_view(seat).revision, "", f"request {self.requests}")
        self.run(self.send(request))
        self.acknowledge(request)

    # Coming and going

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS)
    def leave(self, who: int) -> None:
        """A person has been away too long."""
        seat = who % self.players
        if seat not in self.watching:
            self.run(self.house.executor.execute(self.id, partial(leave, seat=seat)))
            assert self.table().chairs[seat].away

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS)
    def connect_or_disconnect(self, who: int) -> None:
        """A person opens a stream, which brings them back, or closes it."""
        seat = who % self.players

        async def toggle() -> None:
            if seat in self.watching:
                self.watching.pop(seat).__exit__()
            else:
                self.watching[seat] = self.house.subscribe(self.id, seat).__enter__()
            await self.time.rest()
            assert seat not in self.watching or not (await self.house.table(self.id)).chairs[seat].away

        self.run(toggle())

    @rule()
    def restart(self) -> None:
        """The house stops, and another one opens the same file."""
        self.watching.clear()
        self.run(self.close())
        self.run(self.open())

    @rule()
    def drop_from_memory(self) -> None:
        """The table is dropped from memory, as if it were idle."""
        for live in self.house.live_tables.by_id.values():
            live.table = None

    # Invariants

    @property
    def players(self) -> int:
        return self.table().opened.players

    @property
    def phase(self) -> str:
        return self.table().phase if hasattr(self, "id") else "none"

    def seats_that_can_undo(self) -> list[int]:
        table = self.table()
        return [seat for seat in range(self.players) if table.player_view(seat).undo]

    def request(self, seat: int, which: int) -> tuple[Any, ...]:
        table = self.table()
        moves = table.started_match.state.moves(seat) or [0]
        self.requests += 1
        move = table.game.text(moves[which % len(moves)])
        return "move", seat, table.player_view(seat).revision, move, f"request {self.requests}"

    async def send(self, request: tuple[Any, ...]) -> None:
        kind, seat, revision, move, id = request
        keys = [self.keys[seat]]
        if kind == "undo":
            await self.house.undo(self.id, keys, seat, revision, id)
        else:
            await self.house.decide(self.id, keys, seat, revision, move, id)

    async def send_together(self, several: list[tuple[Any, ...]], collect: bool = False) -> list[Any]:
        return await asyncio.gather(*map(self.send, several), return_exceptions=collect)

    def acknowledge(self, request: tuple[Any, ...]) -> None:
        self.sent.append(request)
        self.acknowledged.append((request[1], request[4]))

    def logged_decisions(self) -> list[Moved | Undone]:
        rows = self.run(self.store.read(self.id))
        return [one for row in rows for one in requests_of(decode(row.body)) if isinstance(one, (Moved, Undone))]

    @invariant()
    def acknowledged_decisions_are_logged_once(self) -> None:
        if not hasattr(self, "id"):
            return
        rows = self.run(self.store.read(self.id))
        assert [row.n for row in rows] == list(range(len(rows)))
        assert sorted((event.seat, event.id) for event in self.logged_decisions()) == sorted(self.acknowledged)
        sat = [event.seat for row in rows if isinstance(event := decode(row.body), PersonSeated)]
        assert sorted(sat) == sorted(self.keys)

    @invariant()
    def the_table_equals_one_rebuilt_from_its_log(self) -> None:
        if not hasattr(self, "id"):
            return
        table, rebuilt = self.table(), Table(self.id, self.run(self.store.read(self.id)))
        assert table.info() == rebuilt.info()
        if table.match is not None:
            assert table.match.state == rebuilt.started_match.state
            assert [table.player_view(seat) for seat in range(-1, self.players)] == [
                rebuilt.player_view(seat) for seat in range(-1, self.players)
            ]


HouseMachine.TestCase.settings = settings(max_examples=30, stateful_step_count=50, phases=[Phase.generate])
TestHouse = HouseMachine.TestCase
