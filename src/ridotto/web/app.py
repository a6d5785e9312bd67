"""The web application: the route table, and what happens to every request."""

import logging
from collections.abc import MutableMapping
from functools import cache
from time import perf_counter
from typing import Any

from starlette import routing
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.requests import Request as StarletteRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ridotto.house.service import House
from ridotto.web.error_pages import error_page
from ridotto.web.error_responses import error_reply
from ridotto.web.hall import hall_handlers
from ridotto.web.http.assets import STATIC_PATH, serve_asset
from ridotto.web.http.client_address import client_of
from ridotto.web.http.host_names import HostNames
from ridotto.web.http.manifest import MANIFEST_MEDIA_TYPE, manifest
from ridotto.web.http.rate_limits import NEW_TABLE_PAGE_PRICE, TABLE_PAGE_PRICE, RateLimits
from ridotto.web.http.request_turns import RequestTurns
from ridotto.web.http.security_headers import with_security_headers
from ridotto.web.live.open_streams import OpenStreams
from ridotto.web.live.streams import events
from ridotto.web.ops import openapi
from ridotto.web.ops.json_logs import EXTRA_FIELDS
from ridotto.web.ops.metrics import METRICS_MEDIA_TYPE, Metrics
from ridotto.web.ops.public_address import LOCAL_ONLY, PublicAddress
from ridotto.web.request import Request
from ridotto.web.responses import Reply, error_response
from ridotto.web.routes import Endpoint, Route
from ridotto.web.services import Services
from ridotto.web.tables import presence_handlers, table_handlers
from ridotto.web.tables.figures_cache import FiguresCache

log = logging.getLogger("ridotto.web")

CLIENT_CLOSED_REQUEST = 499  # for the log only
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


async def metrics(request: Request, services: Services) -> Reply[bytes]:
    """Metrics for Prometheus, on the machine of the house only: they count secret decisions, too."""
    if not request.visitor.local:
        raise HTTPException(404)
    return Reply(services.metrics.text())


async def openapi_document(request: Request, services: Services) -> Reply[dict[str, Any]]:
    """This document."""
    return Reply(_openapi_document())


@cache
def _openapi_document() -> dict[str, Any]:
    return openapi.document(ROUTES)


ROUTES = (
    Route("GET", "/", hall_handlers.list_tables, 1, page_price=3, has_page=True),
    Route("GET", "/games", hall_handlers.games, 1),
    Route(
        "GET",
        "/new",
        hall_handlers.new_table,
        1,
        page_price=NEW_TABLE_PAGE_PRICE,
        has_page=True,
        error_statuses=(422,),
    ),
    Route("GET", "/join", hall_handlers.join, 1, has_page=True, error_statuses=(404, 409)),
    Route("GET", "/rules/{game}", hall_handlers.rules, 1, page_price=2, has_page=True, error_statuses=(404,)),
    Route("GET", "/manifest", manifest, 1, media_type=MANIFEST_MEDIA_TYPE),
    Route("GET", "/tables", hall_handlers.list_tables, 1, page_price=3, has_page=True),
    Route("POST", "/tables", table_handlers.open_table, 1, bucket="open", status=201, has_page=True),
    Route("POST", "/learn", table_handlers.open_guided_table, 1, bucket="open", status=201, has_page=True),
    Route("GET", "/tables/{table}", table_handlers.show_table, 1, page_price=TABLE_PAGE_PRICE, has_page=True),
    Route("GET", "/tables/{table}/links", table_handlers.key_links, 1, page_price=5, has_page=True),
    Route("GET", "/tables/{table}/code", table_handlers.invitation_code, 1),
    Route("POST", "/tables/{table}/seats", table_handlers.sit_down, 1, bucket="sit", status=201, has_page=True),
    Route("POST", "/tables/{table}/bots", table_handlers.place_bot, 1, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/free", table_handlers.free_seat, 1, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/start", table_handlers.start_match, 1, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/close", table_handlers.close_table, 1, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/decisions", table_handlers.decide, 2, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/undo", table_handlers.undo, 2, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/asking", table_handlers.insist, 1, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/orders", table_handlers.give_order, 1, bucket="decide", has_page=True),
    Route("GET", "/tables/{table}/hint", table_handlers.hint, 1, bucket="think"),
    Route("POST", "/tables/{table}/chat", table_handlers.send_chat_line, 1, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/remarks", table_handlers.send_remark, 1, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/reactions", table_handlers.make_gesture, 1, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/settings", table_handlers.change_settings, 1, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/lessons", table_handlers.mark_lesson_read, 1, bucket="decide", has_page=True),
    Route("POST", "/tables/{table}/resign", table_handlers.resign, 1, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/abandon", table_handlers.propose_abandon, 1, bucket="sit", has_page=True),
    Route("GET", "/tables/{table}/people", presence_handlers.people, 1, has_page=True),
    Route("POST", "/tables/{table}/here", presence_handlers.mark_present, 1),
    Route("POST", "/tables/{table}/nudge", presence_handlers.nudge, 1, bucket="talk", has_page=True),
    Route("POST", "/tables/{table}/substitute", presence_handlers.substitute, 1, bucket="sit", has_page=True),
    Route("POST", "/tables/{table}/patience", presence_handlers.change_patience, 1, bucket="sit", has_page=True),
    Route(
        "POST",
        "/tables/{table}/offers",
        presence_handlers.offer_chair,
        1,
        page_price=5,
        bucket="sit",
        status=201,
        has_page=True,
    ),
    Route("GET", "/tables/{table}/chairs/{key}", presence_handlers.show_offered_chair, 1, has_page=True),
    Route(
        "POST",
        "/tables/{table}/chairs/{key}",
        presence_handlers.take_chair,
        1,
        bucket="sit",
        status=201,
        has_page=True,
    ),
    Route("POST", "/tables/{table}/rematch", table_handlers.open_rematch, 1, bucket="open", has_page=True),
    Route("GET", "/tables/{table}/rematch", table_handlers.go_to_rematch, 1, has_page=True),
    Route("GET", "/tables/{table}/log", table_handlers.log, 1, page_price=3, has_page=True),
    Route("GET", "/tables/{table}/figures", table_handlers.figures, 3, page_price=4, has_page=True),
    Route("GET", "/tables/{table}/events", events, 1, media_type="text/event-stream"),
    Route(
        "GET",
        "/tables/{table}/record",
        table_handlers.record,
        1,
        bucket="record",
        media_type="application/x-ndjson",
    ),
    Route("GET", "/keys/{table}.{key}", table_handlers.show_key, 1, has_page=True),
    Route("POST", "/keys/{table}.{key}", table_handlers.take_key, 1, bucket="sit", has_page=True),
    Route(
        "POST",
        "/records",
        hall_handlers.verify_record,
        1,
        bucket="prove",
        body_types=hall_handlers.RECORD_MEDIA_TYPES,
    ),
    Route("GET", "/health", hall_handlers.health, 1),
    Route("GET", "/metrics", metrics, 1, media_type=METRICS_MEDIA_TYPE),
    Route("GET", "/openapi.json", openapi_document, 1),
)


class App:
    """The house on the web, as an ASGI application.

    Args:
        house: The house, started by the caller.
        limits: Rate limits; by default those of `rate_limits.py`.
        proxies: How many trusted proxies every request passes.
        public_address: How other people reach the house.
        host_names: The host names it answers to; None: any.
    """

    def __init__(
        self,
        house: House,
        limits: RateLimits | None = None,
        proxies: int = 0,
        public_address: PublicAddress = LOCAL_ONLY,
        host_names: HostNames | None = None,
    ) -> None:
        limits = limits or RateLimits(time=house.time)
        self.house = house
        self.streams = OpenStreams(limits)
        self._proxies = proxies
        self._public_address = public_address
        self._host_names = host_names
        self.metrics = Metrics(house)
        self._services = Services(house, limits, self.streams, FiguresCache(house.background_jobs), self.metrics)
        self._turns = RequestTurns()
        self._router = self._new_router()

    def _new_router(self) -> routing.Router:
        paths = dict.fromkeys(route.path for route in ROUTES)
        endpoints = [
            Endpoint(path, [route for route in ROUTES if route.path == path], self._services) for path in paths
        ]
        return routing.Router(
            [
                *(routing.Route(endpoint.path, endpoint) for endpoint in endpoints),
                routing.Route(STATIC_PATH + "{name:path}", self._serve_asset, methods=METHODS),
            ],
            redirect_slashes=False,
            default=self._not_found,
        )

    async def _serve_asset(self, request: StarletteRequest) -> Response:
        self._services.charge(request.scope["visitor"], 1, "file")
        return await serve_asset(request)

    async def _not_found(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._services.charge(scope["visitor"], 1)
        raise HTTPException(404)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        start = perf_counter()
        visitor = client_of(scope, self._proxies)
        scope.update(visitor=visitor, public_address=self._public_address)
        if scope["path"].startswith(STATIC_PATH):
            scope["path_pattern"] = "/static"
        await self._turns.run(visitor.address, self._respond(scope, receive, send, start))

    async def _respond(self, scope: Scope, receive: Receive, send: Send, start: float) -> None:
        status = 0

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = with_security_headers(message["headers"], scope["path"], scope["visitor"].secure)
            await send(message)

        try:
            if self._host_names is not None:
                local_address = (scope.get("server") or ("",))[0]
                self._host_names.check(Headers(scope=scope).get("host"), local_address)
            await self._router(scope, receive, send_with_headers)
        except ClientDisconnect:
            status = CLIENT_CLOSED_REQUEST
        except Exception as failure:
            if status:  # the response has started
                raise
            response = await self._error_response(Request(scope, receive), failure)
            await response(scope, receive, send_with_headers)
        finally:
            self._record(scope, status, perf_counter() - start)

    async def _error_response(self, request: Request, failure: Exception) -> Response:
        reply = error_reply(request, failure)
        response = await error_response(request, reply, lambda: error_page(request, self._services, reply))
        if response.status_code == 500:
            log.exception("a request failed")
        return response

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        """Counts the request and logs one line, with the pattern of the path: some paths are secret."""
        method = scope["method"] if scope["method"] in METHODS else "?"
        path = scope.get("path_pattern", "?")
        self.metrics.record_request(method, path, status, seconds)
        if log.isEnabledFor(logging.INFO):
            fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra={EXTRA_FIELDS: fields})
