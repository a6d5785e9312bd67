"""Who is at the tables: bots play for absent people, and a match that everybody has left is paused."""

from collections.abc import Collection
from functools import partial

from ridotto.house.background_tasks import skip_on_error
from ridotto.house.people.presence import (
    LONG_ABSENCE_SECONDS,
    NOBODY_AWAY,
    PRESENCE_INTERVAL_MS,
    Expected,
    Presence,
    absent,
    host_away,
    nudges,
    overdue_from,
    presence_of,
)
from ridotto.house.refusals import StoreFailed
from ridotto.house.store.protocol import Store
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.command_executor import CommandExecutor
from ridotto.house.tables.commands import SUBSTITUTE_LEVEL, come_back
from ridotto.house.tables.events import Event, Paused, Resumed, SeatLeft
from ridotto.house.tables.live_tables import LiveTables
from ridotto.house.tables.table import Table

BOT_MATCH_PAUSE_SECONDS = 60  # after which a match between bots is paused unless its host watches
SETTLING_ROUNDS = 3  # in which other processes store who is at a table that is new to this process


class Attendance:
    """Records who is there, and acts on absences.

    The store knows when each participant was last seen; what this process has seen since is stored in every round.
    """

    def __init__(self, store: Store, live_tables: LiveTables, executor: CommandExecutor) -> None:
        self._store = store
        self._live_tables = live_tables
        self._executor = executor
        self.expected: dict[str, Expected] = {}  # by table
        self._presences: dict[str, Presence] = {}  # as published, of tables where somebody is away or was nudged
        self._published_for: dict[str, tuple[int, Expected]] = {}  # the interval, and who was expected then
        self._seen: set[tuple[str, int]] = set()  # since the last round
        self._stored: set[tuple[str, int]] = set()  # in the last round, or just being stored
        self._to_assume_present: set[str] = set()
        self._assumed_present: set[str] = set()
        self._settling: dict[str, int] = {}  # rounds until the presence at a table is published

    def mark_seen(self, table_id: str, participant: int) -> None:
        """A participant is present now."""
        self._seen.add((table_id, participant))

    def is_present(self, table_id: str, participant: int) -> bool:
        """Has this process just seen this participant? The store may not know it yet."""
        live = self._live_tables.by_id.get(table_id)
        watches = live is not None and live.is_watched_by(participant)
        return watches or (table_id, participant) in self._seen or (table_id, participant) in self._stored

    def assume_present(self, tables: Collection[str]) -> None:
        """Counts all people as present once, when a match starts or resumes or another process attended the table."""
        self._to_assume_present.update(table_id for table_id in tables if table_id not in self._assumed_present)

    def update_expected(self, table: Table) -> None:
        """Updates who should be at a table; to be called after every change of it."""
        if not table.is_active:
            self._forget(table.id)
            return
        if table.id not in self.expected:
            self._settling[table.id] = SETTLING_ROUNDS
        self.expected[table.id] = expected_at(table)

    def _forget(self, table_id: str) -> None:
        for known in (self.expected, self._presences, self._published_for, self._settling):
            known.pop(table_id, None)
        self._to_assume_present.discard(table_id)
        self._assumed_present.discard(table_id)

    async def bring_back(self, table_id: str, participants: Collection[int]) -> None:
        """Resumes a paused match, and gives absent participants their seats back."""
        await self._executor.execute(table_id, resume)
        for participant in participants:
            if participant != HOST:
                await self._executor.execute(table_id, partial(come_back, seat=participant))

    # Rounds

    async def store_presence(self) -> None:
        """Stores who has been seen since the last round. Whoever watches the table counts as seen."""
        for table_id in self._to_assume_present & self.expected.keys():
            self._seen.update((table_id, participant) for participant in (HOST, *self.expected[table_id].people))
            self._to_assume_present.discard(table_id)
            self._assumed_present.add(table_id)
        for live in self._live_tables.by_id.values():
            for subscription in live.subscriptions:
                self._seen.update((live.id, participant) for participant in subscription.participants)
        seen = self._stored = self._seen
        self._seen = set()
        if not seen:
            return
        try:
            await self._store.record_presence(seen)
        except StoreFailed:
            self._seen |= seen
            raise
        for table_id, participant in seen:  # somebody may have come just when the table gave them up
            table = self._live_tables.loaded(table_id)
            if table is not None and table.can_bring_back([participant]):
                with skip_on_error():
                    await self.bring_back(table_id, [participant])

    async def check_absences(self, attended: Collection[str]) -> None:
        """Publishes who is away from the tables in memory; at those that this process attends, acts on it."""
        tables = [table_id for table_id in self.expected if table_id in self._live_tables.by_id or table_id in attended]
        if not tables:
            return
        now, last_seen = await self._store.now(), await self._store.last_seen(tables)
        for table_id in tables:
            seen = last_seen.get(table_id, {})
            if table_id in self.expected:
                self._publish_absences(table_id, self.expected[table_id], now, seen)
            if table_id in self.expected and table_id in attended and table_id not in self._to_assume_present:
                with skip_on_error():
                    await self._act_on_absences(table_id, self.expected[table_id], now, seen)

    async def _act_on_absences(self, table_id: str, expected: Expected, now: int, last_seen: dict[int, int]) -> None:
        if now - expected.anybody_seen(last_seen, now) > 1000 * expected.pause:
            await self._executor.execute(table_id, pause)
        elif expected.patience is not None:
            for seat in expected.people:
                if now > overdue_from(expected.last_seen(seat, last_seen, now), expected.patience):
                    await self._executor.execute(table_id, partial(self._leave_unless_present, seat=seat))

    def _leave_unless_present(self, table: Table, seat: int) -> Event | None:
        """Lets a bot play for a person, unless they have come back at the last moment."""
        return None if self.is_present(table.id, seat) else leave(table, seat)

    # Publishing

    def presence(self, table_id: str) -> Presence:
        """Who is away from a table, as published."""
        return self._presences.get(table_id, NOBODY_AWAY)

    def _publish_absences(self, table_id: str, expected: Expected, now: int, last_seen: dict[int, int]) -> None:
        """Publishes absences once per interval or when other people are expected, and nudges at once."""
        if rounds := self._settling.pop(table_id, 0):
            if rounds > 1:
                self._settling[table_id] = rounds - 1
            return
        current, published = (now // PRESENCE_INTERVAL_MS, expected), self.presence(table_id)
        absences, host = published.absent, published.host
        if self._published_for.get(table_id) != current:
            absences, host = absent(expected, last_seen, now), host_away(last_seen, now)
            self._published_for[table_id] = current
        self.publish(table_id, presence_of(absences, nudges(last_seen, now), host))

    def publish(self, table_id: str, presence: Presence) -> None:
        """Tells everybody who watches a table who is there."""
        if presence == self.presence(table_id):
            return
        self._presences[table_id] = presence
        if presence == NOBODY_AWAY:
            del self._presences[table_id]
        if table_id in self._live_tables.by_id:
            self._live_tables.by_id[table_id].wake()


def expected_at(table: Table) -> Expected:
    """Who should be at a table. People for whom a bot plays are not expected until they return."""
    chairs = table.chairs
    people = [seat for seat in chairs.people() if not chairs[seat].away]
    pause = (table.patience or LONG_ABSENCE_SECONDS) if chairs.people() else BOT_MATCH_PAUSE_SECONDS
    return Expected(tuple(people), table.patience, pause, tuple((seat, chairs[seat].returned_at) for seat in people))


# Commands


def leave(table: Table, seat: int) -> Event | None:
    """A bot plays for an absent person from now on."""
    return SeatLeft(seat, SUBSTITUTE_LEVEL) if table.is_active and not table.chairs[seat].is_played_by_bot else None


def pause(table: Table) -> Event | None:
    """Everybody has left."""
    return Paused() if table.is_active else None


def resume(table: Table) -> Event | None:
    """Somebody has returned."""
    return Resumed() if table.paused else None
