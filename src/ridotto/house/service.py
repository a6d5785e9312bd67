"""The house: everything that people can ask of the tables of one store. Each method is a command at a table or a query.

Commands take the keys of whoever asks; a command that is not allowed raises `Refused` and changes nothing. An `id`
makes a command repeatable: however often it is sent, it is carried out once and gets the same answer.
"""

import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from ridotto.engine.message import msg
from ridotto.house.autoplay.automatic_decisions import AutomaticDecisions
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.autoplay.butler import ROUND_SECONDS, Butler
from ridotto.house.autoplay.hint_service import HintService
from ridotto.house.background_jobs import BackgroundJobs, record_text
from ridotto.house.background_tasks import BackgroundTasks
from ridotto.house.keys import derive_key, derive_table_id, hash_key
from ridotto.house.lobby import LobbyCache
from ridotto.house.people.absences import Absences, require_guest
from ridotto.house.people.attendance import Attendance
from ridotto.house.people.presence import Presence
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.house.retention import DEFAULT_RETENTION, HOUR_SECONDS, Retention, clean_up
from ridotto.house.store.protocol import Store
from ridotto.house.tables import commands, reactions
from ridotto.house.tables.command_executor import CommandExecutor
from ridotto.house.tables.events import Audience, Event, Opened, RematchOpened, Tempo, encode
from ridotto.house.tables.live_tables import LiveTables, Subscription
from ridotto.house.tables.new_table import NewTable, rematch_opening
from ridotto.house.tables.reactions import Gesture, Reaction
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_info import TableInfo

if TYPE_CHECKING:
    from ridotto.bots.hints import Hint

log = logging.getLogger("ridotto.house")


class _Away(Exception):
    """The person who acts is away as far as the table knows, or the match is paused."""


class House:
    """All tables of one store, as one process serves them.

    Args:
        store: Where events are kept.
        bot_pool: Where bots think.
        beat_seconds: Between the beats on which decisions of bots and the house appear; 0: at once.
        round_seconds: Between two rounds of the butler.
        window_seconds: How long windows stay open; overrides the default.
        retention: When old tables are deleted.
    """

    def __init__(
        self,
        store: Store,
        bot_pool: BotPool,
        *,
        beat_seconds: float = 1.0,
        round_seconds: float = ROUND_SECONDS,
        window_seconds: float | None = None,
        retention: Retention = DEFAULT_RETENTION,
    ) -> None:
        self.store = store
        self.time = store.time
        self.bot_pool = bot_pool
        self.retention = retention
        self.secret = b""  # of the store; read by `start`
        self.background_jobs = BackgroundJobs(self.time)
        self.tasks = BackgroundTasks()
        self.live_tables = LiveTables(store)
        self.executor = CommandExecutor(store, self.live_tables)
        self.attendance = Attendance(store, self.live_tables, self.executor)
        self.absences = Absences(store, self.live_tables, self.executor, self.attendance)
        decisions = AutomaticDecisions(store, self.live_tables, self.executor, bot_pool, beat_seconds, window_seconds)
        self.butler = Butler(store, self.live_tables, self.tasks, self.attendance, decisions, round_seconds)
        self._window_ms = decisions.window_ms
        self._hints = HintService(self.live_tables, bot_pool)
        self._lobby = LobbyCache(store, self.live_tables)
        self.live_tables.on_change = self.butler.start_due_tasks
        self.executor.on_resumed = lambda table: self.attendance.assume_present([table])

    async def start(self) -> None:
        self.secret = await self.store.secret()
        if self.store.shared:
            self.tasks.start(self.live_tables.follow_other_processes())
        self.butler.start()
        self.tasks.start(self._clean_up_every_hour())

    async def stop(self) -> None:
        """Ends all background work. Everything that was acknowledged is in the store."""
        await self.tasks.cancel()
        await self.butler.release_leases()
        await self.background_jobs.close()

    # Tables

    async def table(self, table_id: str) -> Table:
        """The current table. Refuses unknown tables and unreadable logs."""
        return await self.live_tables.table(table_id)

    async def table_for(self, table_id: str, keys: Collection[str]) -> Table:
        """The table, after the holder of these keys has returned to all their seats and a paused match continues."""
        table = await self.table(table_id)
        participants = table.chairs.participants_of(keys)
        if table.can_bring_back(participants):
            await self.attendance.bring_back(table_id, participants)
            table = await self.table(table_id)
        return table

    def is_cached(self, table_id: str) -> bool:
        """Is the table, or the reason why it cannot be read, in memory?"""
        return self.live_tables.is_cached(table_id)

    async def listed_tables(self) -> list[TableInfo]:
        """The newest listed tables that are open or running, without their chat."""
        return await self._lobby.tables()

    async def finished_tables(self) -> list[TableInfo]:
        """The newest listed tables whose match is over, without their chat."""
        return await self._lobby.finished()

    async def open_table(self, new_table: NewTable, request_id: str) -> tuple[str, str]:
        """Opens a table and returns its id and the host's key. `chair_key` has the keys of people already there."""
        table_id, key = derive_table_id(self.secret, request_id), derive_key(self.secret, "host", request_id)
        await self._open(
            table_id,
            new_table.opening(hash_key(key), lambda seat: hash_key(self.chair_key(table_id, request_id, seat))),
        )
        return table_id, key

    def chair_key(self, table_id: str, request_id: str, seat: int) -> str:
        """The key of a person who sat at the table when it was opened."""
        return derive_key(self.secret, "chair", table_id, request_id, str(seat))

    async def sit(self, table_id: str, name: str, mask: str, seat: int | None, request_id: str) -> tuple[int, str]:
        """Seats a person on this chair, or on any free one (None). Returns the seat and its key."""
        key = derive_key(self.secret, "seat", table_id, request_id)
        command = partial(commands.sit, name=name, mask=mask, seat=seat, key_hash=hash_key(key))
        seated = await self.executor.execute(table_id, command)
        return seated.chairs.seats_of([key])[0], key

    async def place_bot(self, table_id: str, keys: Collection[str], seat: int, level: str) -> None:
        await self.executor.execute(table_id, partial(commands.place_bot, keys=keys, seat=seat, level=level))

    async def free_chair(self, table_id: str, keys: Collection[str], seat: int) -> None:
        await self.executor.execute(table_id, partial(commands.free_chair, keys=keys, seat=seat))

    async def start_match(self, table_id: str, keys: Collection[str], level: str | None = None) -> None:
        """Starts the match. Bots of this level, if any, take the free chairs first."""
        while level is not None and (await self.table(table_id)).chairs.free_seats():
            await self.executor.execute(table_id, partial(commands.place_bot_on_free_chair, keys=keys, level=level))
        await self.executor.execute(table_id, partial(commands.start_match, keys=keys))

    async def close_table(self, table_id: str, keys: Collection[str]) -> None:
        await self.executor.execute(table_id, partial(commands.close_table, keys=keys))

    async def change_settings(
        self, table_id: str, keys: Collection[str], tempo: Tempo | None, talk: Audience | None
    ) -> None:
        """The host changes settings; None: unchanged."""
        await self.executor.execute(table_id, partial(commands.change_settings, keys=keys, tempo=tempo, talk=talk))

    # The match

    async def decide(
        self, table_id: str, keys: Collection[str], seat: int | None, revision: str, move: str, request_id: str
    ) -> Table:
        """A person decides on the view with this revision."""
        has_windows = (await self.live_tables.known(table_id)).game.has_windows
        cutoff = await self.store.now() - self._window_ms if has_windows else None
        command = partial(commands.decide, revision=revision, move=move, id=request_id, cutoff=cutoff)
        return await self._execute_for_seat(table_id, keys, seat, command)

    async def undo(
        self, table_id: str, keys: Collection[str], seat: int | None, revision: str, request_id: str
    ) -> Table:
        """A person takes back their last move, if nobody has seen it yet."""
        command = partial(commands.undo, revision=revision, id=request_id)
        return await self._execute_for_seat(table_id, keys, seat, command)

    async def resign(self, table_id: str, keys: Collection[str], seat: int | None) -> None:
        """A person gives up; a bot plays the seat to the end."""
        await self._execute_for_seat(table_id, keys, seat, commands.resign)

    async def propose_abandon(self, table_id: str, keys: Collection[str], seat: int | None, wants: bool = True) -> None:
        """A person proposes to end the match early, or withdraws it."""
        await self._execute_for_seat(table_id, keys, seat, partial(commands.propose_abandon, wants=wants))

    async def insist(self, table_id: str, keys: Collection[str], seat: int | None, wants: bool = True) -> None:
        """A person turns “Always ask me” on or off."""
        await self._execute_for_seat(table_id, keys, seat, partial(commands.insist, wants=wants))

    async def give_order(
        self, table_id: str, keys: Collection[str], seat: int | None, order: str, number: int | None = None
    ) -> None:
        """A person gives a standing order; an empty one revokes it."""
        await self._execute_for_seat(table_id, keys, seat, partial(commands.give_order, order=order, number=number))

    async def mark_lesson_read(self, table_id: str, keys: Collection[str], seat: int | None, lesson: str) -> None:
        """A person has read a lesson, wants no more lessons (`all`), or all of them again (`none`)."""
        await self._execute_for_seat(table_id, keys, seat, partial(commands.mark_lesson_read, lesson=lesson))

    async def hint(self, table_id: str, keys: Collection[str], seat: int | None) -> tuple[Table, int, "Hint"]:
        """What a strong bot would do in this seat, from what the seat may know. Takes as long as a bot thinks."""
        table = await self.table_for(table_id, keys)
        seat = commands.own_seat(table, keys, seat)
        return table, seat, await self._hints.hint(table, seat)

    async def rematch(self, table_id: str, keys: Collection[str]) -> str:
        """Opens a table for the next match of the same people, whose keys fit the same seats; or finds it.

        The match starts at once if only the holder of these keys plays against bots.
        """
        old = await self.table(table_id)
        require_guest(old, keys)
        if old.phase != "over":
            raise Refused("not-over", msg("The match isn't over yet."))
        new = derive_table_id(self.secret, "rematch", table_id)
        opened = structs.replace(old.opened, tempo=old.tempo, talk=old.talk, patience=old.patience)
        await self._open(new, rematch_opening(table_id, opened, old.chairs.rematch_seating()))
        await self.executor.execute(table_id, lambda found: None if found.rematch else RematchOpened(new))
        await self._start_unless_others_play(new, keys)
        return new

    async def record(self, table_id: str, visitor: str = "") -> bytes:
        """The record of a match that is over. It reveals every secret, and is made on behalf of a visitor."""
        table = await self.table(table_id)
        if table.phase != "over" or table.match is None:
            raise Refused("not-over", msg("The match isn't over yet."))
        return await self.background_jobs.run(visitor, record_text, table_id, await self.store.read(table_id))

    # Chat and gestures

    async def chat(self, table_id: str, keys: Collection[str], seat: int | None, text: str, request_id: str) -> None:
        """A player chats."""
        now = await self.store.now()
        await self._execute_for_seat(table_id, keys, seat, partial(commands.chat, text=text, id=request_id, now=now))

    async def remark(self, table_id: str, keys: Collection[str], name: str, text: str, request_id: str) -> str:
        """A spectator chats. Returns the key that identifies them in later remarks."""
        table = await self.table(table_id)
        self.viewer_for(table, keys, None)  # refuses those who may not watch
        own = next((key for key in keys if hash_key(key) in table.chat.spectators), None)
        key = own or derive_key(self.secret, "spectator", table_id, request_id)
        now, key_hash = await self.store.now(), hash_key(key)
        await self.executor.execute(
            table_id,
            partial(commands.remark, keys=keys, name=name, text=text, id=request_id, key_hash=key_hash, now=now),
        )
        return key

    async def react(self, table_id: str, keys: Collection[str], seat: int | None, gesture: Gesture) -> None:
        """Shows a gesture to everybody who is watching now; it is not stored."""
        table = await self.table(table_id)
        seat = commands.own_seat(table, keys, seat)
        if table.match is None:
            raise Refused("not-begun", msg("The match hasn't started yet."))
        live, now = self.live_tables.get_or_add(table_id), self.time.monotonic()
        live.reactions.require_allowed(seat, now)
        reaction = Reaction(seat, gesture)
        live.show(reaction, now)
        with suppress(StoreFailed):  # only viewers at other processes miss it
            await self.store.signal(table_id, reactions.encode(reaction).decode())

    # Viewers

    def viewer_for(self, table: Table, keys: Collection[str], seat: int | None) -> int:
        """The viewer (a seat or -1) for the holder of these keys; if `seat` is None, the only seat they play, if any.

        Refuses seats of others, and spectators where only players may watch.
        """
        own = table.chairs.seats_of(keys)
        if seat is None:
            playing = table.chairs.unresigned(own)
            seat = playing[0] if len(playing) == 1 else -1
        if seat >= 0 and seat not in own:
            raise Refused("not-yours", msg("This isn't your seat."))
        closed = table.opened.watch == "players" and table.match is not None  # before it, guests come to sit down
        if seat < 0 and closed and not own and not table.chairs.is_host(keys):
            raise Refused("no-watching", msg("This table isn't open to spectators."))
        return seat if seat >= 0 and not table.chairs[seat].resigned else -1

    def subscribe(self, table_id: str, *participants: int) -> Subscription:
        """A subscription to a table that exists. The viewer counts as these participants (seats, or `HOST`)."""
        return Subscription(self.live_tables.get_or_add(table_id), participants, self.mark_present)

    def mark_present(self, table_id: str, participants: Collection[int]) -> None:
        """These participants came, went or sent a heartbeat. Brings them back if they were away."""
        for participant in participants:
            self.attendance.mark_seen(table_id, participant)
        self.bring_back_soon(table_id, participants)

    def bring_back_soon(self, table_id: str, participants: Collection[int]) -> None:
        """Brings these participants back in the background if the table, as it is in memory, is missing them."""
        loaded = self.live_tables.loaded(table_id)
        if not participants or loaded is None:
            return
        if loaded.can_bring_back(participants):
            self.tasks.start(self.attendance.bring_back(table_id, participants))
        self.butler.start_due_tasks_unless_attended(loaded)

    def presence(self, table_id: str) -> Presence:
        """Who is away from a table, as published."""
        return self.attendance.presence(table_id)

    def record_visit(self, table_id: str, keys: Collection[str], visitor: str) -> None:
        """If the visitor holds a key of the table, its bots think on their behalf from now on."""
        live = self.live_tables.by_id.get(table_id)
        if live is not None and live.table is not None and live.table.chairs.participants_of(keys):
            live.visitor = visitor

    def statistics(self) -> dict[str, int]:
        """Counts of this process: tables in memory, streams, and decisions since its start."""
        live_tables = self.live_tables.by_id.values()
        return {
            "tables": sum(live.table is not None for live in live_tables),
            "streams": sum(len(live.subscriptions) for live in live_tables),
            "decisions": self.executor.decisions,
        }

    async def _execute_for_seat(
        self,
        table_id: str,
        keys: Collection[str],
        seat: int | None,
        command: Callable[..., Event | None],
    ) -> Table:
        """Executes a command of a person for their seat, after they have returned to it. Returns the table after it.

        The table is taken as this process knows it; before a refusal, it catches up with other processes. Acting does
        not count as presence: a decision may be secret.
        """

        def command_of_present(table: Table) -> Event | None:
            if table.can_bring_back(table.chairs.participants_of(keys)):
                raise _Away
            return command(table, seat=commands.own_seat(table, keys, seat))

        while True:
            with suppress(_Away):
                return await self.executor.execute(table_id, command_of_present)
            table = await self.table(table_id)
            await self.attendance.bring_back(table_id, table.chairs.participants_of(keys))

    async def _open(self, table_id: str, opened: Opened) -> None:
        """Opens a table. If it exists, refuses unless it was opened by the same request."""
        if await self.store.open(table_id, encode(opened), opened.listed) is None:
            existing = (await self.table(table_id)).opened
            commands.require_same(existing, structs.replace(opened, seed=existing.seed))

    async def _start_unless_others_play(self, table_id: str, keys: Collection[str]) -> None:
        """Starts the match if every chair has a bot or a person who holds these keys."""
        table = await self.table(table_id)
        chairs = table.chairs
        people = chairs.people()
        if table.phase == "open" and people and not chairs.free_seats() and set(people) <= set(chairs.seats_of(keys)):
            await self.start_match(table_id, keys)

    async def _clean_up_every_hour(self) -> None:
        while True:
            try:
                await clean_up(self.store, self.live_tables, self.executor, self.retention)
            except StoreFailed as error:
                log.warning("cannot clean up old tables: %s", error)
            await self.time.sleep(HOUR_SECONDS)
