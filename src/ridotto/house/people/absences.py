"""What people may do about an absent person: nudge them, let a bot play, offer their chair by a link.

A link works once, after the absent person had time to come back; if they come back, it is void. It gives the chair to
nobody who holds another key of the table, so that nobody sees two hands by it.
"""

from collections.abc import Collection, Mapping
from functools import partial

from ridotto.engine.message import msg
from ridotto.house.keys import derive_key, hash_key
from ridotto.house.people.attendance import Attendance, expected_at, leave
from ridotto.house.people.presence import NUDGE_MS, nudge_number, nudges, overdue_from, presence_of
from ridotto.house.refusals import Refused
from ridotto.house.store.protocol import Store
from ridotto.house.tables import commands
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.change import Change
from ridotto.house.tables.command_executor import CommandExecutor
from ridotto.house.tables.commands import SUBSTITUTE_LEVEL, Command
from ridotto.house.tables.events import ChairOffered, ChairTaken, Event, PatienceChanged
from ridotto.house.tables.live_tables import LiveTables
from ridotto.house.tables.new_table import ALLOWED_SECONDS, require_within
from ridotto.house.tables.table import Table

OFFER_GRACE_MS = 60_000  # in which the absent person can still come back
OFFER_VALID_MS = 15 * 60_000


class Absences:
    def __init__(
        self, store: Store, live_tables: LiveTables, executor: CommandExecutor, attendance: Attendance
    ) -> None:
        self._store = store
        self._live_tables = live_tables
        self._executor = executor
        self._attendance = attendance

    async def nudge(self, table_id: str, keys: Collection[str], seat: int) -> None:
        """Asks somebody whom the table waits for to hurry."""
        table = await self._live_tables.table(table_id)
        require_guest(table, keys)
        require_awaited(table, keys, seat)
        now, last_seen = await self._last_seen(table_id)
        if any(nudge.seat == seat for nudge in nudges(last_seen, now)):
            name, wait = table.names[seat], NUDGE_MS // 1000
            raise Refused("too-many", msg("{name} has just been nudged: wait {wait} seconds.", name=name, wait=wait))
        number = nudge_number(seat, next(iter(table.chairs.seats_of(keys)), None))
        await self._store.record_presence([(table_id, number)])
        presence = self._attendance.presence(table_id)
        newest = nudges({**last_seen, number: now}, now)
        self._attendance.publish(table_id, presence_of(presence.absent, newest, presence.host))

    async def substitute(self, table_id: str, keys: Collection[str], seat: int) -> None:
        """Lets a bot play for somebody who has been away for long, until they return.

        The host may do this; so may all players if the host has been away as long.
        """
        found, (now, last_seen) = await self._live_tables.table(table_id), await self._last_seen(table_id)
        host_seen = last_seen.get(HOST, now)
        if not (found.chairs.seats_of(keys) and self._is_overdue(found, HOST, host_seen, now)):
            commands.require_host(found, keys)
        await self._execute_if_overdue(table_id, seat, partial(leave, seat=seat), now, last_seen)

    async def change_patience(self, table_id: str, keys: Collection[str], patience: int | None) -> None:
        """Changes how many seconds the table waits for absent people; None: for ever."""
        await self._executor.execute(table_id, partial(change_patience, keys=keys, patience=patience))

    async def offer_chair(self, table_id: str, keys: Collection[str], seat: int, request_id: str) -> str:
        """Offers the chair of somebody who has been away for long, and returns the key of the link."""
        commands.require_host(await self._live_tables.table(table_id), keys)
        key = derive_key(await self._store.secret(), "offer", table_id, request_id)
        command = partial(offer_chair, keys=keys, seat=seat, key_hash=hash_key(key))
        await self._execute_if_overdue(table_id, seat, command, *await self._last_seen(table_id))
        return key

    async def take_chair(self, table_id: str, offer: str, request_id: str) -> tuple[int, str]:
        """Takes the chair that a link offers: the seat and its new key. The caller must hold no key of the table."""
        key = derive_key(await self._store.secret(), "given", table_id, offer, request_id)
        now = await self._store.now()
        command = partial(
            take_chair, offer_hash=hash_key(offer), key_hash=hash_key(key), now=now, attendance=self._attendance
        )
        return (await self._executor.execute(table_id, command)).chairs.seats_of([key])[0], key

    async def _last_seen(self, table_id: str) -> tuple[int, dict[int, int]]:
        """The time now, and when each participant at the table was last seen."""
        return await self._store.now(), (await self._store.last_seen([table_id])).get(table_id, {})

    async def _execute_if_overdue(
        self, table_id: str, seat: int, command: Command, now: int, last_seen: Mapping[int, int]
    ) -> None:
        """Executes a command about somebody who has been away for long; refuses if they have just come back."""

        def demanding(found: Table) -> Event | Change | None:
            require_person(found, seat)
            if not self._is_overdue(found, seat, expected_at(found).last_seen(seat, last_seen, now), now):
                raise Refused("not-away", msg("{name} hasn't been away long enough.", name=found.names[seat]))
            return command(found)

        await self._executor.execute(table_id, demanding)

    def _is_overdue(self, table: Table, participant: int, last_seen: int, now: int) -> bool:
        """Has a participant been absent for longer than the table waits?"""
        away = participant != HOST and table.chairs[participant].away
        overdue = away or now > overdue_from(last_seen, table.patience)
        return overdue and not self._attendance.is_present(table.id, participant)


# Permissions


def require_guest(table: Table, keys: Collection[str]) -> None:
    """Refuses everybody except the host and the players."""
    if not table.chairs.participants_of(keys):
        raise Refused("not-yours", msg("Only the players here can do that."))


def require_person(table: Table, seat: int) -> None:
    """Refuses unless a match is running and the chair belongs to a person."""
    commands.require_running(table)
    commands.require_chair(table, seat)
    if seat not in table.chairs.people():
        raise Refused("not-away", msg("This seat belongs to a bot."))


def require_awaited(table: Table, keys: Collection[str], seat: int) -> None:
    """Refuses unless the table waits for somebody else's seat, as everybody sees it: secret decisions do not count."""
    require_person(table, seat)
    if table.paused or table.chairs[seat].away or seat not in table.awaited():
        raise Refused("not-asked", msg("Nobody is waiting for {name}.", name=table.names[seat]))
    if seat in table.chairs.seats_of(keys):
        raise Refused("not-asked", msg("It's your own turn."))


# Commands


def change_patience(table: Table, keys: Collection[str], patience: int | None) -> Event | None:
    """The host changes how long the table waits for absent people."""
    commands.require_host(table, keys)
    if patience is not None:
        require_within("patience", patience, ALLOWED_SECONDS)
    if table.phase != "open":
        commands.require_running(table)
    if table.patience == patience:
        return None
    commands.require_may_change_settings(table)
    return PatienceChanged(patience)


def offer_chair(table: Table, keys: Collection[str], seat: int, key_hash: str) -> Event | None:
    """The host offers a chair by a link; a bot plays until somebody takes it."""
    commands.require_host(table, keys)
    require_person(table, seat)
    if table.chairs[seat].offer_key_hash == key_hash:
        return None
    commands.require_may_change_settings(table)
    return ChairOffered(seat, key_hash, SUBSTITUTE_LEVEL)


def take_chair(table: Table, offer_hash: str, key_hash: str, now: int, attendance: Attendance) -> Event | None:
    """A person takes the chair that a link offers."""
    if any(chair.key_hash == key_hash for chair in table.chairs):
        return None
    commands.require_running(table)
    seat = offered_seat(table, offer_hash, now)
    if attendance.is_present(table.id, seat):  # the event of their return is not logged yet
        raise void_link()
    return ChairTaken(seat, key_hash)


def offered_seat(table: Table, offer_hash: str, now: int) -> int:
    """The seat that a link offers now; refuses a link that is void, or not valid yet."""
    for seat, chair in enumerate(table.chairs):
        if chair.offer_key_hash == offer_hash and now < chair.offered_at + OFFER_VALID_MS:
            if now < chair.offered_at + OFFER_GRACE_MS:
                name = table.names[seat]
                raise Refused("too-soon", msg("{name} has a minute to come back: try again then.", name=name))
            return seat
    raise void_link()


def void_link() -> Refused:
    message = msg("This link no longer works: it's been used, it's too old, or the player is back.")
    return Refused("void-link", message)
