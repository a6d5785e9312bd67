"""The lobby: the listed tables, as everybody may see them."""

import asyncio
from typing import NamedTuple

from msgspec import structs

from ridotto.house.store.protocol import Listing, Phase, Store
from ridotto.house.tables.live_tables import LiveTables
from ridotto.house.tables.table_info import TableInfo

MAX_TABLES = 60  # open or running
MAX_FINISHED = 8
LISTINGS_PER_TABLE = 3  # listings that are read for each table shown: some logs may be damaged
FRESH_SECONDS = 15.0  # maximum age of the info of a table that another process attends


class _CachedInfo(NamedTuple):
    """The info of a table (None: its log cannot be read), the length of its log, and when it was read."""

    info: TableInfo | None
    entries: int
    at: float


class LobbyCache:
    """Caches the info of listed tables. The log of a table that is not in memory is read only if it has grown."""

    def __init__(self, store: Store, live_tables: LiveTables) -> None:
        self._store = store
        self._live_tables = live_tables
        self._cached: dict[tuple[Phase, ...], dict[str, _CachedInfo]] = {}
        self._lock = asyncio.Lock()  # concurrent callers share what the first one reads

    async def tables(self) -> list[TableInfo]:
        """The newest open and running tables, without their chat."""
        return await self._newest(("open", "running"), MAX_TABLES)

    async def finished(self) -> list[TableInfo]:
        """The newest finished matches, without their chat."""
        return await self._newest(("over",), MAX_FINISHED)

    async def _newest(self, phases: tuple[Phase, ...], limit: int) -> list[TableInfo]:
        async with self._lock:
            listings = await self._store.listings(phases, listed=True, limit=LISTINGS_PER_TABLE * limit)
            before, cached, infos = self._cached.get(phases, {}), {}, []
            for listing in listings:
                cached[listing.id] = found = await self._info(listing, before.get(listing.id))
                if found.info is not None:
                    infos.append(found.info)
                if len(infos) == limit:
                    break
            self._cached[phases] = cached
            return infos

    async def _info(self, listing: Listing, cached: _CachedInfo | None) -> _CachedInfo:
        now = self._store.time.monotonic()
        table = self._live_tables.loaded(listing.id)
        if table is not None:
            info: TableInfo | None = table.info()
        elif cached is not None and self._is_fresh(cached, listing, now):
            return cached
        else:
            info = await self._live_tables.read_info(listing.id)
        # the seed would reveal the hands of a match that was private to its players
        return _CachedInfo(info and structs.replace(info, chat=[], said=0, seed=""), listing.entries, now)

    def _is_fresh(self, cached: _CachedInfo, listing: Listing, now: float) -> bool:
        if cached.entries == listing.entries:
            return True
        same_phase = cached.info is not None and cached.info.phase == listing.phase
        return self._store.shared and same_phase and now - cached.at < FRESH_SECONDS
