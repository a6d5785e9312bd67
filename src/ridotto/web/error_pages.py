"""Error pages: the page where the visitor was, with the error above it, or else a small page of its own.

The page costs as many tokens as usual; a visitor without tokens gets the small one.
"""

from contextlib import suppress

from ridotto.engine.errors import RidottoError
from ridotto.web.error_replies import ErrorReply
from ridotto.web.hall import hall_handlers
from ridotto.web.http.rate_limits import NEW_TABLE_PAGE_PRICE, TABLE_PAGE_PRICE
from ridotto.web.rendering import page
from ridotto.web.request import Request
from ridotto.web.schemas.response_schemas import ErrorDetails
from ridotto.web.services import Services
from ridotto.web.tables import table_handlers
from ridotto.web.tables.table_summary import NEXT_STEPS, WRONG_CODE_HELP, WRONG_LINK_HELP


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
    return _small_page(request, reply.error)


def _small_page(request: Request, error: ErrorDetails) -> str:
    """Why something was refused, and where to go from there."""
    table_id = request.path_params.get("table", "") if error.code not in ("unknown-table", "not-found") else ""
    if request.method == "GET" and request.url.path == f"/tables/{table_id}" and "seat" not in request.query_params:
        table_id = ""  # a link to the table would lead here again
    next_step = NEXT_STEPS.get(error.code)
    if request.url.path.startswith("/keys/") and table_id:
        next_step = WRONG_LINK_HELP
    typed_code = request.query_params.get("table", "") if request.url.path == "/join" else None
    if typed_code is not None and error.code == "unknown-table":
        next_step = WRONG_CODE_HELP
    hint = request.translator.say(next_step) if next_step else ""
    return page("error", request, nav_item="", error=error, hint=hint, table=table_id, typed=typed_code)
