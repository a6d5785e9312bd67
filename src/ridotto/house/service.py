"""The house: it does what people wish at its tables, writes it down first, and then tells everybody.

A deed is looked at with the table as it is, appended to the log under the next number, and only then carried out. Who
loses the race for a number reads what is new and looks again: decisions made at the same time never refuse each other.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs

from ridotto.engine.message import msg
from ridotto.house.autoplay.automatic_decisions import imagined
from ridotto.house.autoplay.butler import ROUNDS, Butler
from ridotto.house.autoplay.fair_queue import Customer
from ridotto.house.background_jobs import BackgroundJobs, record_text
from ridotto.house.keys import derived, lock, table_name
from ridotto.house.lobby import Lobby
from ridotto.house.people.absences import Absences
from ridotto.house.people.attendance import resume
from ridotto.house.people.presence import EVERYBODY, Presence
from ridotto.house.refusals import EntriesLost, Refused, StoreFailed, Unreadable
from ridotto.house.retention import HOUR, USUAL, Retention, clean_up
from ridotto.house.store import Row, Store
from ridotto.house.tables import commands, reactions
from ridotto.house.tables.events import Again, Event, Opened, Resumed, Started, Tempo, Watch, encode, moves_of
from ridotto.house.tables.live_tables import LiveTable, Subscription
from ridotto.house.tables.log_loading import Loading
from ridotto.house.tables.new_table import NewTable, again
from ridotto.house.tables.player_view import TableInfo
from ridotto.house.tables.reactions import Gesture, Reaction
from ridotto.house.tables.table import HOST, Table
from ridotto.house.tables.windows import with_what_follows

if TYPE_CHECKING:
    from ridotto.bots.hints import Hint
    from ridotto.house.autoplay.bot_pool import BotPool

log = logging.getLogger("ridotto.house")

IDLE = 60.0  # seconds after which a table that nobody touches is forgotten; its log is not

Deed = Callable[[Table], Event | None]


class House:
    """All tables of one store, as one process serves them."""

    def __init__(
        self,
        store: Store,
        minds: "BotPool",
        *,
        pace: float = 1.0,
        rounds: float = ROUNDS,
        hold: float | None = None,  # seconds that windows stay open, where it is not as usual
        retention: Retention = USUAL,
    ) -> None:
        self.store = store
        self.time = store.time
        self.minds = minds
        self.long_work = BackgroundJobs(self.time)
        self.spots: dict[str, LiveTable] = {}
        self._new_spots: dict[str, LiveTable] = {}  # whose logs are being read for the first time
        self._loading = Loading()
        self._lobby = Lobby(store, self.spots, self._read_aside)
        self.decisions = 0
        self.butler = Butler(self, pace, rounds, hold)
        self.absences = Absences(self)
        self.retention = retention
        self.secret = b""
        self._advised: set[tuple[str, int]] = set()  # seats for which somebody thinks about a hint
        self.background: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self.secret = await self.store.secret()
        if self.store.shared:
            self.spawn(self._listen())
        self.butler.start()
        self.spawn(self._clean_up())

    async def stop(self) -> None:
        """Ends what the house does by itself; everything that was acknowledged is in the store."""
        for task in list(self.background):
            task.cancel()
        await asyncio.gather(*self.background, return_exceptions=True)
        await self.butler.leave()
        await self.long_work.close()

    # Tables

    async def table(self, id: str) -> Table:
        """The table as it stands."""
        spot = await self._spot(id)
        if spot.table is None or self.store.shared:
            async with spot.lock:
                await self._catch_up(spot)
        assert spot.table is not None
        return spot.table

    async def table_for(self, id: str, keys: Collection[str]) -> Table:
        """The table, for whoever holds these keys: by then they are back on all their seats, and a match goes on."""
        found = await self.table(id)
        places = found.places(keys)
        if found.is_without(places):
            await self.bring_back(id, places)
            found = await self.table(id)
        return found

    def in_memory(self, id: str) -> bool:
        """Can a table be looked at without reading its log?"""
        spot = self.spots.get(id)
        return spot is not None and (spot.table is not None or spot.refusal is not None)

    async def lobby(self) -> list[TableInfo]:
        """The tables that everybody may see: open ones and those where a match is going on."""
        return await self._lobby.frames()

    async def finished(self) -> list[TableInfo]:
        """The newest matches that everybody may know of, and that are over."""
        return await self._lobby.finished()

    async def open_table(self, wish: NewTable, id: str) -> tuple[str, str]:
        """Opens a table: its name, and the key of its host. Those who are there get the keys of their chairs."""
        table, key = table_name(self.secret, id), derived(self.secret, "host", id)
        await self._open(table, wish.opened(lock(key), lambda seat: lock(self.chair_key(table, id, seat))))
        return table, key

    def chair_key(self, table: str, id: str, seat: int) -> str:
        """The key of a person who sat at the table when it was opened."""
        return derived(self.secret, "chair", table, id, str(seat))

    async def sit(self, table: str, name: str, mask: str, seat: int | None, id: str) -> tuple[int, str]:
        """Seats a person: the seat, and its key."""
        key = derived(self.secret, "seat", table, id)
        done = await self.do(table, partial(commands.sit, name=name, mask=mask, seat=seat, lock=lock(key)))
        return done.seats_of([key])[0], key

    async def place(self, table: str, keys: Collection[str], seat: int, level: str) -> None:
        await self.do(table, partial(commands.place, keys=keys, seat=seat, level=level))

    async def clear(self, table: str, keys: Collection[str], seat: int) -> None:
        await self.do(table, partial(commands.clear, keys=keys, seat=seat))

    async def begin(self, table: str, keys: Collection[str], level: str | None = None) -> None:
        """Starts the match; bots of a level take the seats that are free."""
        while level is not None and (await self.table(table)).free():
            await self.do(table, partial(commands.fill, keys=keys, level=level))
        await self.do(table, partial(commands.begin, keys=keys))

    async def close_table(self, table: str, keys: Collection[str]) -> None:
        await self.do(table, partial(commands.close, keys=keys))

    # The match

    async def decide(self, table: str, keys: Collection[str], seat: int, revision: str, move: str, id: str) -> None:
        """A person's decision, exactly once however often it is sent."""
        found = await self._arrive(table, keys, seat)
        ripe = await self.store.now() - self.butler.hold if found.game.has_windows else None
        await self.do(table, partial(commands.decide, seat=seat, revision=revision, move=move, id=id, ripe=ripe))

    async def undo(self, table: str, keys: Collection[str], seat: int, revision: str, id: str) -> None:
        await self._arrive(table, keys, seat)
        await self.do(table, partial(commands.undo, seat=seat, revision=revision, id=id))

    async def say(self, table: str, keys: Collection[str], seat: int, text: str, id: str) -> None:
        await self._arrive(table, keys, seat)
        now = await self.store.now()
        await self.do(table, partial(commands.say, seat=seat, text=text, id=id, now=now))

    async def remark(self, table: str, keys: Collection[str], name: str, text: str, id: str) -> str:
        """A spectator says something: the key by which they are known again."""
        found = await self.table(table)
        self.viewer(found, keys, None)  # refuses who may not look
        known = (key for key in keys if lock(key) in found.spectators)
        key = next(known, None) or derived(self.secret, "spectator", table, id)
        now = await self.store.now()
        await self.do(table, partial(commands.remark, keys=keys, name=name, text=text, id=id, lock=lock(key), now=now))
        return key

    async def change(self, table: str, keys: Collection[str], tempo: Tempo | None, talk: Watch | None) -> None:
        """The host changes how the table is kept."""
        await self.do(table, partial(commands.change, keys=keys, tempo=tempo, talk=talk))

    async def react(self, table: str, keys: Collection[str], seat: int, gesture: Gesture) -> None:
        """A gesture, for everybody who looks at this moment."""
        found = await self.table(table)
        commands.demand_seat(found, keys, seat)
        if found.match is None:
            raise Refused("not-begun", msg("The match hasn't started yet."))
        spot, now = self._spot_at(table), self.time.monotonic()
        spot.reactions.demand(seat, now)
        reaction = Reaction(seat, gesture)
        spot.show(reaction, now)
        with suppress(StoreFailed):  # then those who look on at another process see nothing of it
            await self.store.signal(table, reactions.encode(reaction).decode())

    async def learn(self, table: str, keys: Collection[str], seat: int, lesson: str) -> None:
        """A person has read what was explained."""
        await self._arrive(table, keys, seat)
        await self.do(table, partial(commands.learn, seat=seat, lesson=lesson))

    async def resign(self, table: str, keys: Collection[str], seat: int) -> None:
        await self._arrive(table, keys, seat)
        await self.do(table, partial(commands.resign, seat=seat))

    async def abandon(self, table: str, keys: Collection[str], seat: int, wants: bool = True) -> None:
        await self._arrive(table, keys, seat)
        await self.do(table, partial(commands.abandon, seat=seat, wants=wants))

    async def insist(self, table: str, keys: Collection[str], seat: int, wants: bool = True) -> None:
        """A person wants to be asked everything, or no longer."""
        await self._arrive(table, keys, seat)
        await self.do(table, partial(commands.insist, seat=seat, wants=wants))

    async def order(self, table: str, keys: Collection[str], seat: int, order: str, number: int | None = None) -> None:
        """A person gives a standing order, or revokes it."""
        await self._arrive(table, keys, seat)
        await self.do(table, partial(commands.order, seat=seat, order=order, number=number))

    async def hint(self, table: str, keys: Collection[str], seat: int) -> "Hint":
        """What a strong bot would consider, by what this seat may know."""
        await self._arrive(table, keys, seat)
        found = await self.table(table)
        commands.demand_running(found)
        commands.demand_own_play(found, seat)
        if not found.opened.hints:
            raise Refused("no-hints", msg("Hints are turned off at this table."))
        if seat not in found.playing.state.actors():
            raise Refused("not-asked", msg("You have nothing to decide right now."))
        if (table, seat) in self._advised:  # bots need the minds, too
            raise Refused("too-many", msg("Your hint is already on its way."))
        self._advised.add((table, seat))
        try:
            world, seed = imagined(found, found.playing.state, seat)
            return await self.minds.advise(world, seat, seed, self.customer(found))
        finally:
            self._advised.discard((table, seat))

    async def rematch(self, table: str, keys: Collection[str]) -> str:
        """Another match of the same people: a table where their keys fit the same seats."""
        old = await self.table(table)
        if not old.is_host(keys) and not old.seats_of(keys):
            raise Refused("not-yours", msg("Only the players here can do that."))
        if old.phase != "over":
            raise Refused("not-over", msg("The match isn't over yet."))
        new = table_name(self.secret, "rematch", table)
        opened = structs.replace(old.opened, tempo=old.tempo, talk=old.talk, patience=old.patience)
        await self._open(new, again(table, opened, old.seated_again()))
        await self.do(table, lambda found: None if found.rematch else Again(new))
        await self._begin_alone(new, keys)
        return new

    async def _begin_alone(self, table: str, keys: Collection[str]) -> None:
        """Starts a match where nobody is waited for: all who play there are bots, or hold these keys."""
        found = await self.table(table)
        people = found.people()
        if found.phase == "open" and people and not found.free() and set(people) <= set(found.seats_of(keys)):
            await self.begin(table, keys)

    async def record(self, table: str, visitor: str = "") -> bytes:
        """The whole match as a record, when it is over: it tells every secret."""
        found = await self.table(table)
        if found.phase != "over" or found.match is None:
            raise Refused("not-over", msg("The match isn't over yet."))
        return await self.long_work.do(visitor, record_text, table, await self.store.read(table))

    # Who looks

    def viewer(self, table: Table, keys: Collection[str], seat: int | None) -> int:
        """Which viewer these keys may be; whoever plays one seat sees the table from there."""
        own = table.seats_of(keys)
        if seat is None:
            hands = table.hands(own)
            seat = hands[0] if len(hands) == 1 else -1
        if seat >= 0 and seat not in own:
            raise Refused("not-yours", msg("This isn't your seat."))
        closed = table.opened.watch == "players" and table.match is not None  # before it, guests come to sit down
        if seat < 0 and closed and not own and not table.is_host(keys):
            raise Refused("no-watching", msg("This table isn't open to spectators."))
        return seat if seat >= 0 and not table.chairs[seat].resigned else -1

    def watch(self, table: str, *places: int) -> Subscription:
        """Whoever holds these places (seats, or `HOST`) looks on from now; the table must be known."""
        return Subscription(self, self._spot_at(table), places)

    def greet(self, table: str, places: Collection[int]) -> None:
        """Somebody came, showed a sign of life, or went: they are there, and have what was theirs again."""
        for place in places:
            self.butler.attendance.seen(table, place)
        self.welcome(table, places)

    def welcome(self, table: str, places: Collection[int]) -> None:
        """Whoever was away is back on all seats they hold, and a match goes on."""
        spot = self.spots.get(table)
        if not places or spot is None or spot.table is None:
            return
        if spot.table.is_without(places):
            self.spawn(self.bring_back(table, places))
        self.butler.greet(spot.table)

    async def bring_back(self, table: str, places: Collection[int]) -> None:
        """Ends a pause, and gives these seats back to whoever was away from them."""
        await self.do(table, resume)
        for seat in places:
            if seat != HOST:
                await self.do(table, partial(commands.come_back, seat=seat))

    def presence(self, table: str) -> Presence:
        """Who is away from a table, as those who look at it know by now."""
        return self.butler.attendance.told.get(table, EVERYBODY)

    def visited(self, table: str, keys: Collection[str], visitor: str) -> None:
        """Somebody has asked for something at a table: whoever holds a key of it is whom bots think for there."""
        spot = self.spots.get(table)
        if spot is not None and spot.table is not None and spot.table.places(keys):
            spot.visitor = visitor

    def customer(self, table: Table) -> Customer:
        """Whom bots think for at a table; where people play, these come first."""
        spot = self.spots.get(table.id)
        return Customer(spot.visitor if spot and spot.visitor else table.id, urgent=bool(table.people()))

    def statistics(self) -> dict[str, int]:
        return {
            "tables": sum(spot.table is not None for spot in self.spots.values()),
            "streams": sum(len(spot.watchers) for spot in self.spots.values()),
            "decisions": self.decisions,
        }

    # How it is done

    async def do_all(self, id: str, deeds: Sequence[Deed]) -> None:
        """Does several things at a table; whoever looks is shown what came of all of them."""
        try:
            for deed in deeds:
                await self.do(id, deed, shown=False)
        finally:
            if id in self.spots:
                self.publish(self.spots[id])

    async def do(self, id: str, deed: Deed, shown: bool = True) -> Table:
        """Does something at a table: the table after it."""
        spot = await self._spot(id)
        async with spot.lock:
            if spot.table is None:
                await self._catch_up(spot)
            while (entry := await self._weigh(deed, spot)) is not None:
                table = spot.table
                assert table is not None
                entry = with_what_follows(table, entry)
                n, body = table.length, encode(entry)
                with spot.at_risk():
                    try:
                        phase, paused = table.phase_after(entry), table.paused_after(entry)
                        at = await self.store.append(id, n, body, phase, paused)
                    except EntriesLost as error:
                        log.error("table %s is damaged: %s", id, error)
                        spot.refusal = Unreadable()
                        raise spot.refusal.copy() from error
                    if at is not None:
                        table.enter(Row(n, at, body))
                if at is not None:
                    self.decisions += len(moves_of(entry))
                    if shown:
                        self.publish(spot)
                    if isinstance(entry, (Started, Resumed)):
                        self.butler.attendance.take_over([id])
                    break
                await self._catch_up(spot)
            assert spot.table is not None
            return spot.table

    async def _weigh(self, deed: Deed, spot: LiveTable) -> Event | None:
        """What a deed comes to. Before a refusal, what other processes have written meanwhile is read."""
        while True:
            table = spot.table
            assert table is not None
            known = table.length
            try:
                return deed(table)
            except Refused:
                if self.store.shared:
                    await self._catch_up(spot)
                if spot.table is table and table.length == known:
                    raise

    async def _open(self, id: str, opened: Opened) -> None:
        """Makes a table, unless the same wish has made it already."""
        if await self.store.open(id, encode(opened), opened.listed) is None:
            there = (await self.table(id)).opened
            commands.demand_same(there, structs.replace(opened, seed=there.seed))

    async def _spot(self, id: str) -> LiveTable:
        """The spot of a table, if there is such a table."""
        spot = self.spots.get(id) or await self._arriving(id)
        if spot.refusal is not None:
            raise spot.refusal.copy()
        spot.touched = self.time.monotonic()
        return spot

    async def _arriving(self, id: str) -> LiveTable:
        """A spot for a table that has none yet: its log is read once, however many ask for it at the same time."""
        spot = self._new_spots.setdefault(id, LiveTable(id))
        async with spot.lock:
            if id not in self.spots:
                try:
                    rows = await self.store.read(id) if id.isascii() and id.isalnum() else []
                    if not rows:
                        raise Refused("unknown-table", msg("This table doesn't exist."))
                    await self._read(spot, rows)
                finally:
                    self._new_spots.pop(id, None)
            return self.spots.setdefault(id, spot)

    async def _read(self, spot: LiveTable, rows: list[Row]) -> None:
        """Makes the table of its log, or keeps in mind why it cannot be made."""
        spot.lost = False
        try:
            table = await self._loading.table(spot.id, rows)
        except Refused as refusal:
            spot.refusal = refusal
        except (MemoryError, OSError, ImportError):  # not the log's fault
            raise
        except Exception as error:
            log.error("table %s is damaged: %s: %s", spot.id, type(error).__name__, error)
            spot.refusal = Unreadable()
        else:
            spot.table, spot.refusal = table, None

    async def _read_aside(self, id: str) -> TableInfo | None:
        """The frame of a table that is not in memory, and stays so; None where it cannot be read."""
        spot = LiveTable(id)
        await self._read(spot, await self.store.read(id))
        return spot.table.frame() if spot.table else None

    def _spot_at(self, id: str) -> LiveTable:
        return self.spots.setdefault(id, LiveTable(id))

    async def _catch_up(self, spot: LiveTable) -> None:
        """Reads what the log has and the table has not; for those who hold its lock."""
        table = spot.table
        rows = await self.store.read(spot.id, table.length if table else 0)
        if table is None:
            await self._read(spot, rows)
        else:
            try:
                await self._loading.enter(table, rows)
            except Exception:  # what there is of the table is of no use any more
                spot.table = None
                await self._read(spot, await self.store.read(spot.id))
        if spot.refusal is not None:
            raise spot.refusal.copy()
        if rows:  # also where it was read anew: nobody knows what those who look have missed
            self.publish(spot)

    def publish(self, spot: LiveTable) -> None:
        """Tells everybody who looks, and the butler."""
        spot.wake()
        if spot.table is not None:
            self.butler.look(spot.table)

    async def _listen(self) -> None:
        """Other processes write to the same tables."""
        async for id, signal in self.store.wakes():
            if signal:
                if id in self.spots and (reaction := reactions.read(signal)) is not None:
                    self.spots[id].show(reaction, self.time.monotonic())
                continue
            wanted = [id] if id else list(self.spots)
            for spot in [self.spots[name] for name in wanted if name in self.spots]:
                async with spot.lock:
                    try:
                        with spot.at_risk():
                            await self._catch_up(spot)
                    except Exception as error:  # one table that cannot be read is no reason to hear of no other
                        log.warning("a table is not read: %s", error)

    async def _arrive(self, table: str, keys: Collection[str], seat: int) -> Table:
        """Somebody acts for a seat: is it theirs? A bot leaves it then. But to decide is no sign of being there."""
        found = await self.table_for(table, keys)
        commands.demand_seat(found, keys, seat)
        return found

    async def _clean_up(self) -> None:
        """Every hour."""
        while True:
            try:
                await clean_up(self, self.retention)
            except StoreFailed as error:
                log.warning("old tables: %s", error)
            await self.time.sleep(HOUR)

    def forget_idle(self) -> None:
        """Lets go of tables that nobody touches."""
        now = self.time.monotonic()
        for id, spot in list(self.spots.items()):
            if spot.lock.locked() or now - spot.touched < IDLE or self.butler.is_busy(id):
                continue
            spot.table = None
            if not spot.watchers:
                del self.spots[id]

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Starts something in the background; what goes wrong there is told in the log, and tried again later."""
        task = asyncio.create_task(work)
        self.background.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self.background.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("in the background: %s", error, exc_info=error)
