"""The lobby: what everybody may see of the tables that are listed. Looking at it brings no table into memory."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from msgspec import structs

from ridotto.house.store import Listing, Phase, Store
from ridotto.house.tables.live_tables import LiveTable
from ridotto.house.tables.player_view import TableInfo

SHOWN = 60  # tables
FINISHED = 8  # matches that are over
TRIED = 3  # times as many, where logs are damaged
FRESH = 15.0  # seconds: as old may be what is shown of a table that another process attends


class _Kept(NamedTuple):
    """What was shown of a table (None: it cannot be read), how long its log was, and when that was."""

    frame: TableInfo | None
    entries: int
    at: float


class Lobby:
    """Remembers what it shows. A table that is not in memory is read when its log has grown, and forgotten at once."""

    def __init__(
        self, store: Store, spots: Mapping[str, LiveTable], read_aside: Callable[[str], Awaitable[TableInfo | None]]
    ) -> None:
        self._store = store
        self._spots = spots
        self._read_aside = read_aside
        self._kept: dict[tuple[Phase, ...], dict[str, _Kept]] = {}
        self._looking = asyncio.Lock()  # whoever comes at the same time finds all of it remembered

    async def frames(self) -> list[TableInfo]:
        """The newest tables, without what was said there."""
        return await self._newest(("open", "running"), SHOWN)

    async def finished(self) -> list[TableInfo]:
        """The newest matches that are over."""
        return await self._newest(("over",), FINISHED)

    async def _newest(self, phases: tuple[Phase, ...], most: int) -> list[TableInfo]:
        async with self._looking:
            listings = await self._store.listings(phases, listed=True, limit=TRIED * most)
            before, kept, shown = self._kept.get(phases, {}), {}, []
            for listing in listings:
                kept[listing.id] = found = await self._look(listing, before.get(listing.id))
                if found.frame is not None:
                    shown.append(found.frame)
                if len(shown) == most:
                    break
            self._kept[phases] = kept
            return shown

    async def _look(self, listing: Listing, kept: _Kept | None) -> _Kept:
        now = self._store.time.monotonic()
        spot = self._spots.get(listing.id)
        if spot is not None and spot.table is not None:
            frame: TableInfo | None = spot.table.frame()
        elif kept is not None and self._holds(kept, listing, now):
            return kept
        else:
            frame = await self._read_aside(listing.id)
        # the seed would tell everybody the hands of those who play among themselves
        return _Kept(frame and structs.replace(frame, chat=[], said=0, seed=""), listing.entries, now)

    def _holds(self, kept: _Kept, listing: Listing, now: float) -> bool:
        if kept.entries == listing.entries:
            return True
        moves_on = kept.frame is not None and kept.frame.phase == listing.phase
        return self._store.shared and moves_on and now - kept.at < FRESH
