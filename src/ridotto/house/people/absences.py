"""What people may do about somebody who is away: nudge them, let a bot sit in, offer their chair by a link.

A link is used once, and not before the person had time to come back: then it is void. It gives the chair to nobody who
holds another key of the table, so that nobody looks into two hands by it.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from ridotto.engine.message import msg
from ridotto.house.keys import derived, lock
from ridotto.house.people.attendance import expected_at, leave
from ridotto.house.people.presence import NUDGED, nudge_place, nudges, overdue_from, presence
from ridotto.house.refusals import Refused
from ridotto.house.tables import commands
from ridotto.house.tables.commands import SUBSTITUTE
from ridotto.house.tables.events import Event, Given, Offered, Waited
from ridotto.house.tables.new_table import SECONDS, demand_within
from ridotto.house.tables.table import HOST, Table

if TYPE_CHECKING:
    from ridotto.house.service import House

GRACE = 60_000  # milliseconds in which whoever is there after all can say so
VALID = 15 * 60_000  # milliseconds for which an offer holds


class Absences:
    def __init__(self, house: "House") -> None:
        self.house = house

    async def nudge(self, table: str, keys: Collection[str], seat: int) -> None:
        """Asks somebody to hurry whom the table waits for."""
        found = await self.house.table(table)
        demand_guest(found, keys)
        demand_awaited(found, keys, seat)
        now, seen = await self._last_seen(table)
        if any(nudge.seat == seat for nudge in nudges(seen, now)):
            name, wait = found.names[seat], NUDGED // 1000
            raise Refused("too-many", msg("{name} has just been nudged: wait {wait} seconds.", name=name, wait=wait))
        place = nudge_place(seat, next(iter(found.seats_of(keys)), None))
        await self.house.store.present([(table, place)])
        told = self.house.presence(table)
        newest = nudges({**seen, place: now}, now)
        self.house.butler.attendance.tell(table, presence(told.absent, newest, told.host))

    async def substitute(self, table: str, keys: Collection[str], seat: int) -> None:
        """Lets a bot play for somebody who has been away for long, until they are back.

        The host does; where the host has been away as long, whoever plays there may.
        """
        found, (now, seen) = await self.house.table(table), await self._last_seen(table)
        if not (found.seats_of(keys) and self._is_long_gone(found, HOST, seen.get(HOST, now), now)):
            commands.demand_host(found, keys)
        await self._do_about(table, seat, partial(leave, seat=seat), now, seen)

    async def wait(self, table: str, keys: Collection[str], patience: int | None) -> None:
        """Changes how long the table waits for people."""
        await self.house.do(table, partial(change_patience, keys=keys, patience=patience))

    async def offer(self, table: str, keys: Collection[str], seat: int, id: str) -> str:
        """Offers the chair of somebody who has been away for long: the key of the link."""
        commands.demand_host(await self.house.table(table), keys)
        key = derived(self.house.secret, "offer", table, id)
        deed = partial(offer_chair, keys=keys, seat=seat, lock=lock(key))
        await self._do_about(table, seat, deed, *await self._last_seen(table))
        return key

    async def take(self, table: str, offer: str, id: str) -> tuple[int, str]:
        """Takes the chair that a link offers: the seat, and its new key. Whoever asks holds no key of the table."""
        key = derived(self.house.secret, "given", table, offer, id)
        now = await self.house.store.now()
        is_here = partial(self.house.butler.attendance.is_here, table)
        deed = partial(take_chair, offer=lock(offer), lock=lock(key), now=now, is_here=is_here)
        return (await self.house.do(table, deed)).seats_of([key])[0], key

    async def _last_seen(self, table: str) -> tuple[int, dict[int, int]]:
        """What time it is, and when everybody was at the table for the last time."""
        return await self.house.store.now(), (await self.house.store.last_seen([table])).get(table, {})

    async def _do_about(
        self, table: str, seat: int, deed: Callable[[Table], Event | None], now: int, seen: Mapping[int, int]
    ) -> None:
        """Does something about somebody who is long gone; whoever comes before it is done is there."""

        def about(found: Table) -> Event | None:
            demand_person(found, seat)
            self._demand_long_gone(found, seat, now, seen)
            return deed(found)

        await self.house.do(table, about)

    def _demand_long_gone(self, table: Table, seat: int, now: int, seen: Mapping[int, int]) -> None:
        last_seen = expected_at(table).last_seen(seat, seen, now)
        if not self._is_long_gone(table, seat, last_seen, now):
            name = table.names[seat]
            raise Refused("not-away", msg("{name} hasn't been away long enough.", name=name))

    def _is_long_gone(self, table: Table, place: int, last_seen: int, now: int) -> bool:
        """Has whoever holds this place been away for longer than the table waits?"""
        away = place != HOST and table.chairs[place].away
        overdue = away or now > overdue_from(last_seen, table.patience)
        return overdue and not self.house.butler.attendance.is_here(table.id, place)


# Who may


def demand_guest(table: Table, keys: Collection[str]) -> None:
    if not table.places(keys):
        raise Refused("not-yours", msg("Only the players here can do that."))


def demand_person(table: Table, seat: int) -> None:
    """A chair that a person holds, in a match that goes on."""
    commands.demand_running(table)
    commands.demand_chair(table, seat)
    if seat not in table.people():
        raise Refused("not-away", msg("This seat belongs to a bot."))


def demand_awaited(table: Table, keys: Collection[str], seat: int) -> None:
    """As everybody sees it: whether somebody has decided in secret makes no difference."""
    demand_person(table, seat)
    if table.paused or table.chairs[seat].away or seat not in table.awaited():
        raise Refused("not-asked", msg("Nobody is waiting for {name}.", name=table.names[seat]))
    if seat in table.seats_of(keys):
        raise Refused("not-asked", msg("It's your own turn."))


# Deeds


def change_patience(table: Table, keys: Collection[str], patience: int | None) -> Event | None:
    commands.demand_host(table, keys)
    if patience is not None:
        demand_within("patience", patience, SECONDS)
    if table.phase != "open":
        commands.demand_running(table)
    if table.patience == patience:
        return None
    commands.demand_few_changes(table)
    return Waited(patience)


def offer_chair(table: Table, keys: Collection[str], seat: int, lock: str) -> Event | None:
    commands.demand_host(table, keys)
    demand_person(table, seat)
    if table.chairs[seat].offer == lock:
        return None
    commands.demand_few_changes(table)
    return Offered(seat, lock, SUBSTITUTE)


def take_chair(table: Table, offer: str, lock: str, now: int, is_here: Callable[[int], bool]) -> Event | None:
    if any(chair.lock == lock for chair in table.chairs):
        return None
    commands.demand_running(table)
    seat = offered_seat(table, offer, now)
    if is_here(seat):  # at this very moment: the log will tell of it
        raise void_link()
    return Given(seat, lock)


def offered_seat(table: Table, offer: str, now: int) -> int:
    """The seat that a link offers at this moment."""
    for seat, chair in enumerate(table.chairs):
        if chair.offer == offer and now < chair.offered + VALID:
            if now < chair.offered + GRACE:
                name = table.names[seat]
                raise Refused("too-soon", msg("{name} has a minute to come back: try again then.", name=name))
            return seat
    raise void_link()


def void_link() -> Refused:
    told = msg("This link no longer works: it's been used, it's too old, or the player is back.")
    return Refused("void-link", told)
