"""Hints for players: what a strong bot would do in their place."""

from typing import TYPE_CHECKING

from ridotto.engine.message import msg
from ridotto.house.autoplay.automatic_decisions import redealt_world
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.refusals import Refused
from ridotto.house.tables import commands
from ridotto.house.tables.live_tables import LiveTables
from ridotto.house.tables.table import Table

if TYPE_CHECKING:
    from ridotto.bots.hints import Hint


class HintService:
    """Asks the bot pool for hints, one at a time for each seat: bots need the pool, too."""

    def __init__(self, live_tables: LiveTables, bot_pool: BotPool) -> None:
        self._live_tables = live_tables
        self._bot_pool = bot_pool
        self._pending: set[tuple[str, int]] = set()  # tables and seats

    async def hint(self, table: Table, seat: int) -> "Hint":
        """A hint from what this seat may know. Refuses if the seat is not asked, or hints are turned off."""
        commands.require_running(table)
        commands.require_not_resigned(table, seat)
        if not table.opened.hints:
            raise Refused("no-hints", msg("Hints are turned off at this table."))
        if seat not in table.started_match.state.actors():
            raise Refused("not-asked", msg("You have nothing to decide right now."))
        if (table.id, seat) in self._pending:
            raise Refused("too-many", msg("Your hint is already on its way."))
        self._pending.add((table.id, seat))
        try:
            world, seed = redealt_world(table, table.started_match.state, seat)
            return await self._bot_pool.advise(world, seat, seed, self._live_tables.requester(table))
        finally:
            self._pending.discard((table.id, seat))
