"""Where people find themselves after a refusal: where they were, if they may be there, with the reason above it.

Such a page is paid like any other. Who has nothing left is told the reason on a small one.
"""

from contextlib import suppress

from ridotto.engine.errors import RidottoError
from ridotto.web.hall import hall_handlers
from ridotto.web.http.rate_limits import NEW_PAGE, TABLE_PAGE
from ridotto.web.request import Ask
from ridotto.web.responses import Wrong
from ridotto.web.tables import table_handlers, table_pages


async def again(ask: Ask, wrong: Wrong) -> str:
    """The page of what cannot be."""
    if ask.method == "POST":
        with suppress(RidottoError):
            if "table" in ask.path_params:
                return await _at_table(ask, wrong)
            if ask.url.path == "/tables":
                ask.pay(NEW_PAGE)
                return hall_handlers.new_table_again(ask, wrong)
    return table_pages.refusal(ask, wrong)


async def _at_table(ask: Ask, wrong: Wrong) -> str:
    ask.pay(TABLE_PAGE)
    now = await ask.house.store.now()
    table = await ask.house.table(ask.table_id)
    invitation = await table_handlers.invitation_to(ask, table)
    seat = ask.scope.get("seat")
    told = table_handlers.table_told(ask, table, seat)
    if seat is None and table_handlers.needs_curtain(table, told.seats):
        return table_pages.curtain(ask, table, told, wrong)
    return table_pages.table(ask, table, told, now, wrong, invitation)
