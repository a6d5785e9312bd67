"""Who is there, as everybody may know it: by streams and heartbeats alone, never by what anybody decides.

It is told on a coarse beat, so that nobody learns when somebody looked away for a moment, and it is in no log. Places
at a table have numbers: seats from 0, the host, and below them nudges, which the store keeps like everybody's presence.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct, structs

from ridotto.house.tables.player_view import digest
from ridotto.house.tables.table import HOST

BEAT = 30_000  # milliseconds
MISSED = 2  # beats after which somebody is away: a hidden page shows a sign of life once a minute at the least
LATELY = 180  # seconds: what counts as long where the table waits for everybody
NUDGED = 30_000  # milliseconds for which a nudge is shown, and after which a seat may be nudged again
_NUDGES = -100
_NUDGERS = 20


class Expected(NamedTuple):
    """Who should be at a table where a match goes on, and what happens if they are not."""

    people: tuple[int, ...]
    patience: int | None  # seconds after which a bot plays for one of them
    pause: int  # seconds after which the match is paused that everybody has left
    back: tuple[tuple[int, int], ...] = ()  # when people took up their seats again, by seat

    def last_seen(self, seat: int, seen: Mapping[int, int], now: int) -> int:
        """When somebody was there for the last time. Nobody is missed for what was before they came back."""
        return max(seen.get(seat, now), dict(self.back).get(seat, 0))

    def anybody_seen(self, seen: Mapping[int, int], now: int) -> int:
        """When anybody was there for the last time, or came back."""
        return max([*people_seen(seen), *(back for _, back in self.back if back)], default=now)


class Absent(Struct, frozen=True):
    """Somebody who is away. All times are the house's, in milliseconds."""

    seat: int
    since: int
    until: int | None  # when a bot will sit in; null: the table waits


class Nudge(Struct, frozen=True):
    """Somebody whom the table waits for is asked to hurry."""

    seat: int
    by: int | None  # the seat that asks; null: the host
    at: int


class Presence(Struct, frozen=True):
    """Who is away from a table, and who has just been nudged; everybody else is there."""

    absent: list[Absent] = []
    nudges: list[Nudge] = []
    host: int | None = None  # since when the host is away, who might help; null: they are there
    digest: str = ""  # none, if everybody is there


def presence(absent: list[Absent], nudges: list[Nudge], host: int | None = None) -> Presence:
    found = Presence(absent, nudges, host)
    return found if found == Presence() else structs.replace(found, digest="." + digest(found)[:8])


EVERYBODY = presence([], [])  # nothing is told of it, unless it was different before


def away_since(last_seen: int) -> int:
    """From which beat on somebody counts as away who was seen then for the last time."""
    return -(-last_seen // BEAT) * BEAT


def absent(expected: Expected, last_seen: Mapping[int, int], now: int) -> list[Absent]:
    """Who has missed too many beats by now."""
    found = []
    for seat in expected.people:
        since = away_since(expected.last_seen(seat, last_seen, now))
        if _is_away(since, now):
            until = None if expected.patience is None else since + 1000 * expected.patience
            found.append(Absent(seat, since, until))
    return found


def host_away(last_seen: Mapping[int, int], now: int) -> int | None:
    """Since when the host is away."""
    since = away_since(last_seen.get(HOST, now))
    return since if _is_away(since, now) else None


def _is_away(since: int, now: int) -> bool:
    return since <= (now // BEAT - MISSED) * BEAT


def overdue_from(last_seen: int, patience: int | None) -> int:
    """When the patience with somebody ends who was seen then for the last time."""
    return away_since(last_seen) + 1000 * (LATELY if patience is None else patience)


def overdue_at(one: Absent) -> int:
    """When the patience with somebody ends; where the table waits, when it may."""
    return overdue_from(one.since, None) if one.until is None else one.until


def substitutable_at(one: Absent, presence: Presence, patience: int | None, host: bool) -> int | None:
    """From when on somebody at the table may let a bot play for this one. Without a host, whoever plays there may."""
    if host:
        return overdue_at(one)
    return None if presence.host is None else max(overdue_at(one), overdue_from(presence.host, patience))


def people_seen(last_seen: Mapping[int, int]) -> Iterable[int]:
    """When people were there, without nudges."""
    return (at for place, at in last_seen.items() if place >= HOST)


# Nudges


def nudge_place(seat: int, by: int | None) -> int:
    """The number under which the store keeps a nudge."""
    return _NUDGES - _NUDGERS * seat - (0 if by is None else by + 1)


def nudges(last_seen: Mapping[int, int], now: int) -> list[Nudge]:
    """Those of the last seconds, one a seat."""
    newest: dict[int, Nudge] = {}
    for place, at in sorted(last_seen.items(), key=lambda seen: seen[1]):
        if place <= _NUDGES and now - at < NUDGED:
            seat, by = divmod(_NUDGES - place, _NUDGERS)
            newest[seat] = Nudge(seat, by - 1 if by else None, at)
    return [newest[seat] for seat in sorted(newest)]
