"""The butler: what the house does of itself. Bots decide, the obvious is answered, clocks run out, people are missed.

With several processes on one store, a table is attended where its lease is held. A lease that is lost costs work, never
a second move: what the butler does goes into the log like everything else, under the next number or not at all.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ridotto.engine.note import SPECTATOR
from ridotto.engine.rng import Rng
from ridotto.house import entropy
from ridotto.house.deeds import SUBSTITUTE
from ridotto.house.entries import By, Entry, Left, Moved
from ridotto.house.refused import Refused, StoreFailed
from ridotto.house.table import Table

if TYPE_CHECKING:
    from ridotto.engine.state import State
    from ridotto.house.house import House

log = logging.getLogger("ridotto.house")

LEASE = 3  # rounds that a lease lasts
STEP = 0.4  # of the pace: a bot's further steps of the same turn
ADOPTED = 100  # tables in one round


class Guests(NamedTuple):
    """People at a running table whom the house would miss, and after how many seconds."""

    seats: tuple[int, ...]
    patience: int


class Butler:
    def __init__(self, house: "House", pace: float, rounds: float) -> None:
        self.house = house
        self.time = house.store.time
        self.pace = pace
        self.rounds = rounds
        self.holder = secrets.token_hex(8)
        self.leased: set[str] = set()
        self.guests: dict[str, Guests] = {}
        self._seen: set[tuple[str, int]] = set()  # since the last round
        self._visited: dict[str, int] = {}  # when somebody was at a table last
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._changed: dict[str, asyncio.Event] = {}  # for those who wait for a clock

    def start(self) -> None:
        self.house.spawn(self._make_rounds())

    async def leave(self) -> None:
        """Lets others attend the tables."""
        try:
            await self.house.store.release(self.holder)
        except StoreFailed as error:
            log.warning("leases not released: %s", error)

    def is_busy(self, table: str) -> bool:
        return any(id == table for id, _ in self._tasks)

    # What is to be done at a table

    def look(self, table: Table) -> None:
        """Something happened at a table, or may have."""
        self._count_guests(table)
        if table.phase != "running":
            self.leased.discard(table.id)
            return
        for seat in table.asked:
            if table.chairs[seat].played or table.game.knows_obvious:
                self._begin(table.id, f"answer {seat}", partial(self._answer, table.id, seat))
        if table.clock is not None:
            self._begin(table.id, "clock", partial(self._mind_clock, table.id))
            if table.id in self._changed:
                self._changed[table.id].set()

    def _begin(self, table: str, what: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """One of each at a time."""
        running = self._tasks.get((table, what))
        if running is None or running.done():
            task = self._tasks[table, what] = self.house.spawn(work())
            task.add_done_callback(partial(self._end, (table, what)))

    def _end(self, key: tuple[str, str], task: "asyncio.Task[None]") -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]

    async def _holds(self, table: str) -> bool:
        """Is the table ours to attend?"""
        if table not in self.leased:
            granted = await self.house.store.lease([table], self.holder, LEASE * self.rounds)
            self.leased |= granted  # of what is leased by now
        return table in self.leased

    async def _until(self, at: float) -> None:
        await self.time.sleep(max(0.0, (at - await self.house.store.now()) / 1000))

    # Bots, and answers that go without asking

    async def _answer(self, id: str, seat: int) -> None:
        """Decides for a seat until it owes nothing more. Nobody can tell from the pace how hard it was."""
        pause = self.pace
        while await self._holds(id):
            table = await self.house.table(id)
            if not table.pending(seat):
                return
            view = table.game.view(table.playing.state, seat)
            seen, since = table.sight(-1).revision, table.asked[seat]  # the table goes on while somebody thinks
            chair = table.chairs[seat]
            obvious = None if chair.played else goes_without_asking(table.playing.state, seat)
            if not chair.played and obvious is None:
                return
            by: By = "bot" if chair.played else "house"
            move = await self._think(table, seat, chair.level) if obvious is None else obvious
            await self._until(since + 1000 * pause)
            table = await self.house.do(id, partial(answer, seat=seat, view=view, move=move, by=by))
            pause = self.pace * STEP if table.sight(-1).revision != seen else 0.0

    async def _think(self, table: Table, seat: int, level: str) -> int:
        """A bot of a level decides."""
        world, seed = imagined(table, seat)
        return await self.house.minds.choose(world, seat, level, seed)

    # Clocks

    async def _mind_clock(self, id: str) -> None:
        """Waits for times to run out; then a bot decides."""
        changed = self._changed[id] = asyncio.Event()
        try:
            while await self._holds(id):
                changed.clear()
                table = await self.house.table(id)
                ends = {seat: end for seat in table.asked if (end := out_of_time(table, seat)) is not None}
                if table.phase != "running":
                    return
                now = await self.house.store.now()
                late = [seat for seat, end in ends.items() if end <= now]
                await asyncio.gather(*(self._decide_late(table, seat) for seat in late))
                if not late:
                    await self.time.wait(changed, (min(ends.values()) - now) / 1000 if ends else None)
        finally:
            del self._changed[id]

    async def _decide_late(self, table: Table, seat: int) -> None:
        view = table.game.view(table.playing.state, seat)
        move = await self._think(table, seat, SUBSTITUTE)
        await self.house.do(table.id, partial(answer, seat=seat, view=view, move=move, by="clock"))

    # People who are missed

    def seen(self, table: str, seat: int) -> None:
        """This person is there at this moment."""
        self._seen.add((table, seat))

    def _count_guests(self, table: Table) -> None:
        patience = table.opened.patience
        if table.phase != "running" or patience is None:
            self.guests.pop(table.id, None)
            self._visited.pop(table.id, None)
            return
        here = tuple(seat for seat in table.people() if not table.chairs[seat].away)
        if table.id not in self.guests:  # everybody is there when a match begins, and when the house opens again
            self._seen.update((table.id, seat) for seat in here)
        self.guests[table.id] = Guests(here, patience)

    async def _miss_people(self) -> None:
        """A bot plays for people who have been away too long, unless all are: then everything waits for them."""
        now = await self.house.store.now()
        for id, guests in list(self.guests.items()):
            if id not in self.leased or not guests.seats or self._is_deserted(id, now - 1000 * guests.patience):
                continue
            last = await self.house.store.last_seen(id)
            missed = [seat for seat in guests.seats if now - last.get(seat, now) > 1000 * guests.patience]
            if len(missed) < len(guests.seats):
                for seat in missed:
                    with undeterred():
                        await self.house.do(id, partial(leave, seat=seat))

    def _is_deserted(self, table: str, since: int) -> bool:
        """Is everybody away, as far as this process must know? Then there is nothing to ask the store."""
        return not self.house.store.shared and self._visited.get(table, 0) < since

    # Rounds

    async def _make_rounds(self) -> None:
        while True:
            try:
                await self._make_round()
            except StoreFailed as error:
                log.warning("round: %s", error)
            await self.time.sleep(self.rounds)

    async def _make_round(self) -> None:
        house, store = self.house, self.house.store
        for spot in house.spots.values():
            self._seen.update((spot.id, seat) for watching in spot.watchers for seat in watching.seats)
        seen, self._seen = self._seen, set()
        self._visited |= dict.fromkeys((table for table, _ in seen if table in self.guests), await store.now())
        try:
            await store.present(seen)
        except StoreFailed:
            self._seen |= seen
            raise
        asked = set(self.leased)
        self.leased -= asked - await store.lease(asked, self.holder, LEASE * self.rounds)
        await self._miss_people()
        for id in await store.unattended(ADOPTED):
            if await self._holds(id):
                with undeterred():
                    await house.table(id)
        for spot in list(house.spots.values()):
            if spot.table is not None and spot.id in self.leased:
                self.look(spot.table)
        house.forget_idle()


def goes_without_asking(state: "State", seat: int) -> int | None:
    """What the house answers for a person: the obvious, where everybody may know that it is.

    The table goes on then without that person, and so nobody must learn from it what the seat alone knows.
    """
    game = state.game
    if game.obvious(game.view(state, SPECTATOR)) is None:
        return None
    return game.obvious(game.view(state, seat))


@contextmanager
def undeterred() -> Iterator[None]:
    """One table that cannot be read must not keep the butler from all others."""
    try:
        yield
    except StoreFailed:
        raise
    except Refused as refusal:  # damaged, or of other rules: whoever has read it has said so
        log.debug("a table is not attended: %s", refusal)
    except Exception as error:
        log.error("a table is not attended: %s", error, exc_info=error)


def imagined(table: Table, seat: int) -> "tuple[State, int]":
    """What a bot is given: a world that its seat cannot tell from the truth, and a seed to think with."""
    dice = Rng(entropy.fresh(f"seat {seat} thinks at {table.sight(SPECTATOR).revision}"))
    return table.playing.state.redeal(seat, dice), dice.roll(1 << 30)


def answer(table: Table, seat: int, view: dict[str, Any], move: int, by: By) -> Entry | None:
    """The house's decision for a seat, unless it came too late: then somebody looks again."""
    if not table.pending(seat) or table.game.view(table.playing.state, seat) != view:
        return None
    if by == "bot" and not table.chairs[seat].played:
        return None
    return Moved(seat, table.game.text(move), "", by)


def leave(table: Table, seat: int) -> Entry | None:
    """A bot takes the seat of somebody who is away."""
    if table.phase != "running" or table.chairs[seat].played:
        return None
    return Left(seat, SUBSTITUTE)


def out_of_time(table: Table, seat: int) -> int | None:
    """When the time of a person ends who is asked."""
    if table.clock is None or table.chairs[seat].played:
        return None
    return table.clock.end(seat)
