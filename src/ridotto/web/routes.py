"""The routes of the house. The router and the OpenAPI document are made from them."""

from functools import cache
from typing import Any

from ridotto.web.endpoint import Route
from ridotto.web.hall import hall_handlers
from ridotto.web.http.manifest import MANIFEST_MEDIA_TYPE, manifest
from ridotto.web.http.rate_limits import NEW_TABLE_PAGE_PRICE, TABLE_PAGE_PRICE
from ridotto.web.live.streams import events
from ridotto.web.ops import openapi, ops_handlers
from ridotto.web.ops.metrics import METRICS_MEDIA_TYPE
from ridotto.web.request import Request
from ridotto.web.responses import Reply
from ridotto.web.services import Services
from ridotto.web.tables import presence_handlers, table_handlers


async def openapi_document(request: Request, services: Services) -> Reply[dict[str, Any]]:
    """The OpenAPI document."""
    return Reply(_openapi_document())


@cache
def _openapi_document() -> dict[str, Any]:
    return openapi.document(ROUTES)


ROUTES = (
    Route("GET", "/", hall_handlers.list_tables, page_price=3, has_page=True),
    Route("GET", "/games", hall_handlers.games),
    Route(
        "GET",
        "/new",
        hall_handlers.new_table,
        page_price=NEW_TABLE_PAGE_PRICE,
        has_page=True,
        error_statuses=(422,),
    ),
    Route("GET", "/join", hall_handlers.join, has_page=True, error_statuses=(404, 409)),
    Route("GET", "/rules/{game}", hall_handlers.rules, page_price=2, has_page=True, error_statuses=(404,)),
    Route("GET", "/manifest", manifest, media_type=MANIFEST_MEDIA_TYPE),
    Route("GET", "/tables", hall_handlers.list_tables, page_price=3, has_page=True),
    Route("POST", "/tables", table_handlers.open_table, bucket="open", status=201, has_page=True),
    Route("POST", "/learn", table_handlers.open_guided_table, bucket="open", status=201, has_page=True),
    Route("GET", "/tables/{table}", table_handlers.show_table, page_price=TABLE_PAGE_PRICE, has_page=True),
    Route("GET", "/tables/{table}/links", table_handlers.key_links, page_price=5, has_page=True),
    Route("GET", "/tables/{table}/code", table_handlers.invitation_code),
    Route("POST", "/tables/{table}/seats", table_handlers.sit_down, bucket="sit", status=201, has_page=True),
    Route("POST", "/tables/{table}/bots", table_handlers.place_bot, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/free", table_handlers.free_seat, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/start", table_handlers.start_match, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/close", table_handlers.close_table, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/decisions", table_handlers.decide, price=2, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/undo", table_handlers.undo, price=2, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/asking", table_handlers.insist, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/orders", table_handlers.give_order, bucket="decide", has_page=True),
    Route("GET", "/tables/{table}/hint", table_handlers.hint, bucket="think"),
    Route("POST", "/tables/{table}/chat", table_handlers.send_chat_line, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/remarks", table_handlers.send_remark, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/reactions", table_handlers.make_gesture, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/settings", table_handlers.change_settings, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/lessons", table_handlers.mark_lesson_read, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/resign", table_handlers.resign, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/abandon", table_handlers.propose_abandon, bucket="sit", has_page=True),
    Route("GET", "/tables/{table}/people", presence_handlers.people, has_page=True),
    Route("POST", "/tables/{table}/here", presence_handlers.mark_present),
    Route("POST", "/tables/{table}/nudge", presence_handlers.nudge, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/substitute", presence_handlers.substitute, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/patience", presence_handlers.change_patience, bucket="sit", has_page=True),
    Route(
        "POST",
        "/tables/{table}/offers",
        presence_handlers.offer_chair,
        page_price=5,
        bucket="sit",
        status=201,
        has_page=True,
    ),
    Route("GET", "/tables/{table}/chairs/{key}", presence_handlers.show_offered_chair, has_page=True),
    Route(
        "POST",
        "/tables/{table}/chairs/{key}",
        presence_handlers.take_chair,
        bucket="sit",
        status=201,
        has_page=True,
    ),
    Route("POST", "/tables/{table}/rematch", table_handlers.open_rematch, bucket="open", has_page=True),
    Route("GET", "/tables/{table}/rematch", table_handlers.go_to_rematch, has_page=True),
    Route("GET", "/tables/{table}/log", table_handlers.log, page_price=2, has_page=True),
    Route("GET", "/tables/{table}/figures", table_handlers.figures, price=3, page_price=4, has_page=True),
    Route("GET", "/tables/{table}/events", events, media_type="text/event-stream"),
    Route(
        "GET",
        "/tables/{table}/record",
        table_handlers.record,
        bucket="record",
        media_type="application/x-ndjson",
    ),
    Route("GET", "/keys/{table}.{key}", table_handlers.show_key, has_page=True),
    Route("POST", "/keys/{table}.{key}", table_handlers.take_key, bucket="sit", has_page=True),
    Route(
        "POST",
        "/records",
        hall_handlers.verify_record,
        bucket="prove",
        body_types=hall_handlers.RECORD_MEDIA_TYPES,
    ),
    Route("GET", "/health", ops_handlers.health),
    Route("GET", "/metrics", ops_handlers.metrics, media_type=METRICS_MEDIA_TYPE),
    Route("GET", "/openapi.json", openapi_document),
)
