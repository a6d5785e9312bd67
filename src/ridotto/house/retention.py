"""How long tables are kept that nobody comes back to. Matches that are over are kept for ever."""

from typing import TYPE_CHECKING, NamedTuple

from ridotto.house.people.attendance import undeterred
from ridotto.house.store import Phase
from ridotto.house.tables.events import Closed, Event
from ridotto.house.tables.table import Table

if TYPE_CHECKING:
    from ridotto.house.service import House

DAY = 24 * 60 * 60 * 1000  # milliseconds
HOUR = 60 * 60.0  # seconds
BATCH = 100  # tables that are looked at together


UNSTARTED: tuple[Phase, ...] = ("open", "closed")


class Retention(NamedTuple):
    """After how many days what becomes of a table; 0: never."""

    paused: int = 30  # a match that is paused is broken off
    unstarted: int = 7  # a table is deleted whose match never began


USUAL = Retention()


async def clean_up(house: "House", retention: Retention) -> None:
    """Breaks off what was paused for too long, and deletes what never began."""
    now = await house.store.now()
    if retention.paused:
        for id in await house.store.stale("running", True, now - retention.paused * DAY, BATCH):
            with undeterred():
                await house.do(id, break_off)
    if retention.unstarted:
        before = now - retention.unstarted * DAY
        for phase in UNSTARTED:
            while tables := await house.store.stale(phase, False, before, BATCH):
                await house.store.delete(tables, before)
                for id in tables:
                    house.spots.pop(id, None)


def break_off(table: Table) -> Event | None:
    """Nobody has come back."""
    return Closed() if table.paused else None
