"""Where people find themselves after a refusal: where they were, if they may be there, with the reason above it."""

from contextlib import suppress

from ridotto.engine.errors import RidottoError
from ridotto.web import hall, pages, tables
from ridotto.web.answers import Wrong
from ridotto.web.requests import Ask


async def again(ask: Ask, wrong: Wrong) -> str:
    """The page of what cannot be."""
    if ask.method == "POST":
        with suppress(RidottoError):
            if "table" in ask.path_params:
                return await _at_table(ask, wrong)
            if ask.url.path == "/tables":
                return hall.new_table_again(ask, wrong)
    return pages.refusal(ask, wrong)


async def _at_table(ask: Ask, wrong: Wrong) -> str:
    now = await ask.house.store.now()
    table = await ask.house.table(ask.table_id)
    seat = ask.scope.get("seat")
    told = tables.table_told(ask, table, seat)
    if seat is None and tables.needs_curtain(table, told.seats):
        return pages.curtain(ask, table, told, wrong)
    return pages.table(ask, table, told, now, wrong)
