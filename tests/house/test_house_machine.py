"""The house against a model of it: whatever people do, repeat, mix up or lose, what was acknowledged stands, once."""

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
from ridotto.house.store import connect
from ridotto.house.tables.events import Moved, Sat, Undone, decode, done_by
from ridotto.house.tables.live_tables import Subscription
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.table import Table
from tests.manual_time import ManualTime

pytestmark = pytest.mark.slow

NUMBERS = st.integers(0, 1000)
SMALL = (("verhext", 3), ("diciassette", 2), ("venezia2099", 2), ("venti", 2), ("venezia", 2))


class HouseMachine(RuleBasedStateMachine):
    """One table in a real house on a real file. Time stands still, so nobody decides but the people."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="ridotto-machine-")
        self.runner = asyncio.Runner()
        self.keys: dict[int, str] = {}
        self.sent: list[tuple[Any, ...]] = []  # decisions and undos as they went out, acknowledged all of them
        self.acknowledged: list[tuple[int, str]] = []  # seat and id, in order
        self.watching: dict[int, Subscription] = {}
        self.deeds = 0
        self.run(self.open())

    def run(self, work: Any) -> Any:
        return self.runner.run(work)

    async def open(self) -> None:
        self.time = ManualTime()
        self.store = await connect(str(Path(self.folder.name) / "house.sqlite"), self.time)
        self.minds = BotPool(1)
        self.house = House(self.store, self.minds)
        self.time.govern(self.house)
        await self.house.start()

    async def close(self) -> None:
        await self.house.stop()
        await self.minds.close()
        await self.store.close()

    def teardown(self) -> None:
        if self.phase in ("running", "over"):
            match = self.table().playing
            assert record.parse("\n".join(record.lines(match)), ridotto.game).state == match.state
        self.run(self.close())
        self.runner.close()
        self.folder.cleanup()

    def table(self) -> Table:
        found: Table = self.run(self.house.table(self.id))
        return found

    @initialize(which=st.sampled_from(SMALL))
    def open_a_table(self, which: tuple[str, int]) -> None:
        wish = NewTable(game=which[0], players=which[1])
        self.id, self.host = self.run(self.house.open_table(wish, "the table"))
        assert self.run(self.house.open_table(wish, "the table")) == (self.id, self.host)

    # Before the match

    @precondition(lambda self: self.phase == "open" and len(self.keys) < self.players)
    @rule(again=st.booleans())
    def join(self, again: bool) -> None:
        """A guest sits down, perhaps asking twice."""
        name, mask = f"Guest {len(self.keys)}", MASKS[len(self.keys)]
        seat, key = self.run(self.house.sit(self.id, name, mask, None, name))
        if again:
            assert self.run(self.house.sit(self.id, name, mask, None, name)) == (seat, key)
        assert seat not in self.keys
        self.keys[seat] = key

    @precondition(lambda self: self.phase == "open" and len(self.keys) == self.players)
    @rule()
    def start(self) -> None:
        self.run(self.house.begin(self.id, [self.host]))

    # Decisions

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS, which=NUMBERS, copies=st.integers(1, 3))
    def decide(self, who: int, which: int, copies: int) -> None:
        """Somebody decides, and sends it more than once at the same time."""
        seats = list(self.table().asked)
        deed = self.deed(seats[who % len(seats)], which)
        self.run(self.at_once([deed] * copies))
        self.done(deed)

    @precondition(lambda self: self.phase == "running" and len(self.table().asked) > 1)
    @rule(which=NUMBERS, turned=st.booleans())
    def decide_together(self, which: int, turned: bool) -> None:
        """All who are asked decide by what they see now, and their decisions arrive in any order."""
        wanted = [self.deed(seat, which + seat) for seat in self.table().asked]
        before = len(self.moved())
        answers = self.run(self.at_once(wanted[::-1] if turned else wanted, collect=True))
        for deed, answer in zip(wanted[::-1] if turned else wanted, answers, strict=True):
            if answer is None:
                self.done(deed)
            else:  # an earlier decision closed the window, and nobody waits for this one any more
                assert isinstance(answer, RidottoError), answer
                assert len(self.moved()) > before

    @precondition(lambda self: self.sent)
    @rule(which=NUMBERS)
    def repeat(self, which: int) -> None:
        """Anything that was ever sent arrives once more: nothing happens, and all is well."""
        before = self.moved()
        deed = self.sent[which % len(self.sent)]
        self.run(self.send(deed))
        assert self.moved() == before

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS, which=NUMBERS)
    def misbehave(self, who: int, which: int) -> None:
        """Strangers, wrong seats, old tables, moves that are none: refused, and nothing is decided."""
        before = self.moved()
        seat = who % self.players
        _, _, revision, move, id = self.deed(seat, which)
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
        assert self.moved() == before

    @precondition(lambda self: self.phase == "running" and self.undoable())
    @rule(who=NUMBERS)
    def undo(self, who: int) -> None:
        seats = self.undoable()
        seat = seats[who % len(seats)]
        self.deeds += 1
        deed = ("undo", seat, self.table().sight(seat).revision, "", f"deed {self.deeds}")
        self.run(self.send(deed))
        self.done(deed)

    # Coming and going

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS)
    def leave(self, who: int) -> None:
        """Somebody is away too long."""
        seat = who % self.players
        if seat not in self.watching:
            self.run(self.house.do(self.id, partial(leave, seat=seat)))
            assert self.table().chairs[seat].away

    @precondition(lambda self: self.phase == "running")
    @rule(who=NUMBERS)
    def connect_or_disconnect(self, who: int) -> None:
        """Somebody opens a stream, and is back if they were away; or closes it."""
        seat = who % self.players

        async def come_or_go() -> None:
            if seat in self.watching:
                self.watching.pop(seat).__exit__()
            else:
                self.watching[seat] = self.house.watch(self.id, seat).__enter__()
            await self.time.rest()
            assert seat not in self.watching or not (await self.house.table(self.id)).chairs[seat].away

        self.run(come_or_go())

    @rule()
    def restart(self) -> None:
        """The process ends at once, and another one opens the same file."""
        self.watching.clear()
        self.run(self.close())
        self.run(self.open())

    @rule()
    def forget(self) -> None:
        """Nobody has touched the table for a while."""
        for spot in self.house.spots.values():
            spot.table = None

    # What always holds

    @property
    def players(self) -> int:
        return self.table().opened.players

    @property
    def phase(self) -> str:
        return self.table().phase if hasattr(self, "id") else "none"

    def undoable(self) -> list[int]:
        table = self.table()
        return [seat for seat in range(self.players) if table.sight(seat).undo]

    def deed(self, seat: int, which: int) -> tuple[Any, ...]:
        table = self.table()
        moves = table.playing.state.moves(seat) or [0]
        self.deeds += 1
        move = table.game.text(moves[which % len(moves)])
        return "move", seat, table.sight(seat).revision, move, f"deed {self.deeds}"

    async def send(self, deed: tuple[Any, ...]) -> None:
        kind, seat, revision, move, id = deed
        keys = [self.keys[seat]]
        if kind == "undo":
            await self.house.undo(self.id, keys, seat, revision, id)
        else:
            await self.house.decide(self.id, keys, seat, revision, move, id)

    async def at_once(self, wanted: list[tuple[Any, ...]], collect: bool = False) -> list[Any]:
        return await asyncio.gather(*map(self.send, wanted), return_exceptions=collect)

    def done(self, deed: tuple[Any, ...]) -> None:
        self.sent.append(deed)
        self.acknowledged.append((deed[1], deed[4]))

    def moved(self) -> list[Moved | Undone]:
        rows = self.run(self.store.read(self.id))
        return [done for row in rows for done in done_by(decode(row.body)) if isinstance(done, (Moved, Undone))]

    @invariant()
    def what_was_acknowledged_stands_once(self) -> None:
        if not hasattr(self, "id"):
            return
        rows = self.run(self.store.read(self.id))
        assert [row.n for row in rows] == list(range(len(rows)))
        assert sorted((entry.seat, entry.id) for entry in self.moved()) == sorted(self.acknowledged)
        sat = [entry.seat for row in rows if isinstance(entry := decode(row.body), Sat)]
        assert sorted(sat) == sorted(self.keys)

    @invariant()
    def the_table_follows_from_its_log(self) -> None:
        if not hasattr(self, "id"):
            return
        table, again = self.table(), Table(self.id, self.run(self.store.read(self.id)))
        assert table.frame() == again.frame()
        if table.match is not None:
            assert table.match.state == again.playing.state
            assert [table.sight(seat) for seat in range(-1, self.players)] == [
                again.sight(seat) for seat in range(-1, self.players)
            ]


HouseMachine.TestCase.settings = settings(max_examples=30, stateful_step_count=50, phases=[Phase.generate])
TestHouse = HouseMachine.TestCase
