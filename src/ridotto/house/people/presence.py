"""Who is there, as everybody may know it: from streams and heartbeats alone, never from decisions.

Absences are published in coarse intervals, so that nobody learns when somebody looked away for a moment; no log has
them. Participants are numbers: seats from 0, `HOST`, and below them nudges, which the store keeps like presence.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct, structs

from ridotto.house.digest import digest
from ridotto.house.tables.chairs import HOST

PRESENCE_INTERVAL_MS = 30_000
MISSED_INTERVALS = 2  # after which somebody is away: a hidden page sends a heartbeat at least once a minute
LONG_ABSENCE_SECONDS = 180  # what counts as long where the table waits for everybody
NUDGE_MS = 30_000  # how long a nudge is shown, and until a seat may be nudged again
_NUDGES = -100
_NUDGERS = 20


class Expected(NamedTuple):
    """Who should be at a table with a running match, and what happens if they are not."""

    people: tuple[int, ...]
    patience: int | None  # seconds after which a bot plays for one of them
    pause: int  # seconds after which a match that everybody has left is paused
    returns: tuple[tuple[int, int], ...] = ()  # when people last returned to their seats, by seat

    def last_seen(self, seat: int, seen: Mapping[int, int], now: int) -> int:
        """When a person was last seen. Nobody is missed for the time before they returned."""
        return max(seen.get(seat, now), dict(self.returns).get(seat, 0))

    def anybody_seen(self, seen: Mapping[int, int], now: int) -> int:
        """When anybody was last seen, or returned."""
        return max([*people_seen(seen), *(returned for _, returned in self.returns if returned)], default=now)


class Absent(Struct, frozen=True):
    """An absent person. All times are the store's, in milliseconds."""

    seat: int
    since: int
    until: int | None  # when a bot will play for them; null: the table waits


class Nudge(Struct, frozen=True):
    """A request to hurry, to somebody whom the table waits for."""

    seat: int
    by: int | None  # the seat that asks; null: the host
    at: int


class Presence(Struct, frozen=True):
    """Who is away from a table, and who has just been nudged; everybody else is there."""

    absent: list[Absent] = []
    nudges: list[Nudge] = []
    host: int | None = None  # since when the host is away, who could help; null: the host is there
    digest: str = ""  # empty if everybody is there


def presence_of(absent: list[Absent], nudges: list[Nudge], host: int | None = None) -> Presence:
    found = Presence(absent, nudges, host)
    return found if found == Presence() else structs.replace(found, digest="." + digest(found)[:8])


NOBODY_AWAY = presence_of([], [])


def away_since(last_seen: int) -> int:
    """The start of the interval from which somebody who was last seen at this time is away."""
    return -(-last_seen // PRESENCE_INTERVAL_MS) * PRESENCE_INTERVAL_MS


def absent(expected: Expected, last_seen: Mapping[int, int], now: int) -> list[Absent]:
    """The people who have missed too many intervals."""
    found = []
    for seat in expected.people:
        since = away_since(expected.last_seen(seat, last_seen, now))
        if _is_away(since, now):
            until = None if expected.patience is None else since + 1000 * expected.patience
            found.append(Absent(seat, since, until))
    return found


def host_away(last_seen: Mapping[int, int], now: int) -> int | None:
    """Since when the host is away; None if the host is there."""
    since = away_since(last_seen.get(HOST, now))
    return since if _is_away(since, now) else None


def _is_away(since: int, now: int) -> bool:
    return since <= (now // PRESENCE_INTERVAL_MS - MISSED_INTERVALS) * PRESENCE_INTERVAL_MS


def overdue_from(last_seen: int, patience: int | None) -> int:
    """When patience ends with somebody who was last seen at this time."""
    return away_since(last_seen) + 1000 * (LONG_ABSENCE_SECONDS if patience is None else patience)


def overdue_at(one: Absent) -> int:
    """When patience with an absent person ends; where the table waits, when it may end."""
    return overdue_from(one.since, None) if one.until is None else one.until


def substitutable_at(one: Absent, presence: Presence, patience: int | None, host: bool) -> int | None:
    """When somebody at the table may let a bot play for an absent person; None if they may not.

    `host`: the host asks. All others may only if the host has been away as long.
    """
    if host:
        return overdue_at(one)
    return None if presence.host is None else max(overdue_at(one), overdue_from(presence.host, patience))


def people_seen(last_seen: Mapping[int, int]) -> Iterable[int]:
    """When people were last seen, without nudges."""
    return (at for participant, at in last_seen.items() if participant >= HOST)


# Nudges


def nudge_number(seat: int, by: int | None) -> int:
    """The number under which the store keeps a nudge, like a participant."""
    return _NUDGES - _NUDGERS * seat - (0 if by is None else by + 1)


def nudges(last_seen: Mapping[int, int], now: int) -> list[Nudge]:
    """The recent nudges, the newest for each seat."""
    newest: dict[int, Nudge] = {}
    for number, at in sorted(last_seen.items(), key=lambda seen: seen[1]):
        if number <= _NUDGES and now - at < NUDGE_MS:
            seat, by = divmod(_NUDGES - number, _NUDGERS)
            newest[seat] = Nudge(seat, by - 1 if by else None, at)
    return [newest[seat] for seat in sorted(newest)]
