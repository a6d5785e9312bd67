"""The web application: which ways lead where, and what happens to every request on its way."""

import logging
from collections.abc import MutableMapping
from functools import cache
from time import perf_counter
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from ridotto.house.service import House
from ridotto.web.error_pages import again
from ridotto.web.hall import hall_handlers
from ridotto.web.http.assets import ADDRESS, serve_asset
from ridotto.web.http.client_address import client_of
from ridotto.web.http.host_names import HostNames
from ridotto.web.http.manifest import MANIFEST, manifest
from ridotto.web.http.rate_limits import NEW_PAGE, TABLE_PAGE, Limits
from ridotto.web.http.request_turns import Turns
from ridotto.web.http.security_headers import guarded
from ridotto.web.live.streams import Streams, events
from ridotto.web.ops import openapi
from ridotto.web.ops.json_logs import DETAILS
from ridotto.web.ops.metrics import MEDIA, Metrics
from ridotto.web.ops.public_address import ONLY_HERE, Reach
from ridotto.web.request import Ask
from ridotto.web.responses import Answer, refuse
from ridotto.web.routes import Stop, Way
from ridotto.web.tables import presence_handlers, table_handlers
from ridotto.web.tables.figures_cache import FiguresCache

log = logging.getLogger("ridotto.web")

GONE = 499  # in the log: nobody waited for the answer
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


async def metrics(ask: Ask) -> Answer[bytes]:
    """Figures for Prometheus, on the machine of the house alone: they count what people decide in secret."""
    if not ask.visitor.here:
        raise HTTPException(404)
    counted: Metrics = ask.scope["metrics"]
    return Answer(counted.text())


async def document(ask: Ask) -> Answer[dict[str, Any]]:
    """This document."""
    return Answer(_document())


@cache
def _document() -> dict[str, Any]:
    return openapi.document(WAYS)


WAYS = (
    Way("GET", "/", hall_handlers.lobby, 1, page=3, people=True),
    Way("GET", "/games", hall_handlers.games, 1),
    Way("GET", "/new", hall_handlers.new_table, 1, page=NEW_PAGE, people=True, refusals=(422,)),
    Way("GET", "/join", hall_handlers.join, 1, people=True, refusals=(404, 409)),
    Way("GET", "/rules/{game}", hall_handlers.rules, 1, page=2, people=True, refusals=(404,)),
    Way("GET", "/manifest", manifest, 1, media=MANIFEST),
    Way("GET", "/tables", hall_handlers.lobby, 1, page=3, people=True),
    Way("POST", "/tables", table_handlers.open_table, 1, bucket="open", status=201, people=True),
    Way("POST", "/learn", table_handlers.learn, 1, bucket="open", status=201, people=True),
    Way("GET", "/tables/{table}", table_handlers.look, 1, page=TABLE_PAGE, people=True),
    Way("GET", "/tables/{table}/links", table_handlers.links, 1, page=5, people=True),
    Way("GET", "/tables/{table}/code", table_handlers.code, 1),
    Way("POST", "/tables/{table}/seats", table_handlers.sit, 1, bucket="sit", status=201, people=True),
    Way("POST", "/tables/{table}/bots", table_handlers.place_bot, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/free", table_handlers.free_seat, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/start", table_handlers.begin, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/close", table_handlers.close, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/decisions", table_handlers.decide, 2, bucket="decide", people=True),
    Way("POST", "/tables/{table}/undo", table_handlers.take_back, 2, bucket="decide", people=True),
    Way("POST", "/tables/{table}/asking", table_handlers.insist, 1, bucket="decide", people=True),
    Way("POST", "/tables/{table}/orders", table_handlers.give_order, 1, bucket="decide", people=True),
    Way("GET", "/tables/{table}/hint", table_handlers.hint, 1, bucket="think"),
    Way("POST", "/tables/{table}/chat", table_handlers.chat, 1, bucket="talk", people=True),
    Way("POST", "/tables/{table}/remarks", table_handlers.remark, 1, bucket="talk", people=True),
    Way("POST", "/tables/{table}/reactions", table_handlers.react, 1, bucket="talk", people=True),
    Way("POST", "/tables/{table}/settings", table_handlers.change, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/lessons", table_handlers.learned, 1, bucket="decide", people=True),
    Way("POST", "/tables/{table}/resign", table_handlers.resign, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/abandon", table_handlers.abandon, 1, bucket="sit", people=True),
    Way("GET", "/tables/{table}/people", presence_handlers.people, 1, people=True),
    Way("POST", "/tables/{table}/here", presence_handlers.here, 1),
    Way("POST", "/tables/{table}/nudge", presence_handlers.nudge, 1, bucket="talk", people=True),
    Way("POST", "/tables/{table}/substitute", presence_handlers.substitute, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/patience", presence_handlers.wait, 1, bucket="sit", people=True),
    Way("POST", "/tables/{table}/offers", presence_handlers.offer, 1, page=5, bucket="sit", status=201, people=True),
    Way("GET", "/tables/{table}/chairs/{key}", presence_handlers.look_at_offer, 1, people=True),
    Way("POST", "/tables/{table}/chairs/{key}", presence_handlers.take_offer, 1, bucket="sit", status=201, people=True),
    Way("POST", "/tables/{table}/rematch", table_handlers.rematch, 1, bucket="open", people=True),
    Way("GET", "/tables/{table}/rematch", table_handlers.go_to_rematch, 1, people=True),
    Way("GET", "/tables/{table}/log", table_handlers.log, 1, page=3, people=True),
    Way("GET", "/tables/{table}/figures", table_handlers.figures, 3, page=4, people=True),
    Way("GET", "/tables/{table}/events", events, 1, media="text/event-stream"),
    Way("GET", "/tables/{table}/record", table_handlers.record, 1, bucket="record", media="application/x-ndjson"),
    Way("GET", "/keys/{table}.{key}", table_handlers.offer_key, 1, people=True),
    Way("POST", "/keys/{table}.{key}", table_handlers.take_key, 1, bucket="sit", people=True),
    Way("POST", "/records", hall_handlers.prove, 1, bucket="prove", takes=hall_handlers.RECORDS),
    Way("GET", "/health", hall_handlers.health, 1),
    Way("GET", "/metrics", metrics, 1, media=MEDIA),
    Way("GET", "/openapi.json", document, 1),
)


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    Ask(scope).pay(1)
    raise HTTPException(404)


async def static(request: Request) -> Response:
    Ask(request.scope).pay(1, "file")
    return await serve_asset(request)


class App:
    """The house on the web, as an ASGI application.

    `reach`: who can come to it; `names`: those it answers to, or None for any.
    """

    def __init__(
        self,
        house: House,
        limits: Limits | None = None,
        proxies: int = 0,
        reach: Reach = ONLY_HERE,
        names: HostNames | None = None,
    ) -> None:
        self.house = house
        self.limits = limits or Limits(time=house.time)
        self.proxies = proxies
        self.reach = reach
        self.names = names
        self.streams = Streams(self.limits)
        self.metrics = Metrics(house)
        self.figures = FiguresCache(house.long_work)
        self._turns = Turns()
        paths = dict.fromkeys(way.path for way in WAYS)
        stops = [Stop(path, [way for way in WAYS if way.path == path]) for path in paths]
        files = Route(ADDRESS + "{name:path}", static, methods=METHODS)
        self._router = Router(
            [*(Route(stop.path, stop) for stop in stops), files], redirect_slashes=False, default=nowhere
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        start = perf_counter()
        visitor = client_of(scope, self.proxies)
        scope.update(house=self.house, streams=self.streams, metrics=self.metrics, figures=self.figures)
        scope.update(limits=self.limits, visitor=visitor, reach=self.reach)
        if scope["path"].startswith(ADDRESS):
            scope["template"] = "/static"
        await self._turns.run(visitor.name, self._answer(scope, receive, send, start))

    async def _answer(self, scope: Scope, receive: Receive, send: Send, start: float) -> None:
        status = 0

        async def guarded_send(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = guarded(message["headers"], scope["path"], scope["visitor"].secure)
            await send(message)

        try:
            if self.names is not None:
                self.names.demand(Headers(scope=scope).get("host"), (scope.get("server") or ("",))[0])
            await self._router(scope, receive, guarded_send)
        except ClientDisconnect:
            status = GONE
        except Exception as failure:
            if status:  # too late for another answer
                raise
            ask = Ask(scope, receive)
            response = await refuse(ask, failure, again)
            if response.status_code == 500:
                log.exception("an answer failed")
            await response(scope, receive, guarded_send)
        finally:
            self._note(scope, status, perf_counter() - start)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """One line in the log. The path is told as a pattern: some paths are secrets."""
        method = scope["method"] if scope["method"] in METHODS else "?"
        path = scope.get("template", "?")
        self.metrics.count(method, path, status, seconds)
        if log.isEnabledFor(logging.INFO):
            told = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra={DETAILS: told})
