"""Error pages: the page where the visitor was, with the error above it, or else a small page of its own.

The page costs as many tokens as usual; a visitor without tokens gets the small one.
"""

from contextlib import suppress

from ridotto.engine.errors import RidottoError
from ridotto.web.error_responses import ErrorReply
from ridotto.web.hall import hall_handlers
from ridotto.web.http.rate_limits import NEW_TABLE_PAGE_PRICE, TABLE_PAGE_PRICE
from ridotto.web.request import Request
from ridotto.web.services import Services
from ridotto.web.tables import table_handlers, table_pages


async def error_page(request: Request, services: Services, reply: ErrorReply) -> str:
    """The page for a request that failed."""
    if request.method == "POST":
        with suppress(RidottoError):
            if "table" in request.path_params:
                services.charge(request.visitor, TABLE_PAGE_PRICE)
                return await table_handlers.table_page_with_error(request, services, reply.error)
            if request.url.path == "/tables":
                services.charge(request.visitor, NEW_TABLE_PAGE_PRICE)
                return hall_handlers.new_table_page_with_error(request, reply.error)
    return table_pages.refusal(request, reply.error)
