"""The web application: what happens to every request on its way to a route and back."""

import logging
from collections.abc import MutableMapping
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
from ridotto.web.endpoint import Endpoint
from ridotto.web.error_pages import error_page
from ridotto.web.error_replies import error_reply
from ridotto.web.http.assets import STATIC_PATH, serve_asset
from ridotto.web.http.client_address import visitor_of
from ridotto.web.http.host_names import HostNames
from ridotto.web.http.rate_limits import RateLimits
from ridotto.web.http.request_turns import RequestTurns
from ridotto.web.http.security_headers import with_security_headers
from ridotto.web.live.open_streams import OpenStreams
from ridotto.web.ops.json_logs import EXTRA_FIELDS
from ridotto.web.ops.metrics import Metrics
from ridotto.web.ops.public_address import LOCAL_ONLY, PublicAddress
from ridotto.web.request import Request
from ridotto.web.responses import error_response
from ridotto.web.routes import ROUTES
from ridotto.web.services import Services
from ridotto.web.tables.figures_cache import FiguresCache

log = logging.getLogger("ridotto.web")

CLIENT_CLOSED_REQUEST = 499  # for the log only
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


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
        visitor = visitor_of(scope, self._proxies)
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
            self._log_request(scope, status, perf_counter() - start)

    async def _error_response(self, request: Request, failure: Exception) -> Response:
        reply = error_reply(request, failure)
        response = await error_response(request, reply, lambda: error_page(request, self._services, reply))
        if response.status_code == 500:
            log.exception("a request failed")
        return response

    def _log_request(self, scope: Scope, status: int, seconds: float) -> None:
        """Counts the request and logs one line, with the pattern of the path: some paths are secret."""
        method = scope["method"] if scope["method"] in METHODS else "?"
        path = scope.get("path_pattern", "?")
        self.metrics.record_request(method, path, status, seconds)
        if log.isEnabledFor(logging.INFO):
            fields = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra={EXTRA_FIELDS: fields})
