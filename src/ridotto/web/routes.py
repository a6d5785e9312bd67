"""Ways: what can be asked for, each a method, a path and a handler. Routes and the OpenAPI document follow."""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args, get_type_hints

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from ridotto.web.request import JSON, Ask
from ridotto.web.responses import Answer, respond


@dataclass(frozen=True)
class Way:
    """One of them. The handler's annotations say what it takes as `body` and `query`, and what it answers.

    Its price is what it takes out of the visitor's bucket: tokens, in proportion to the work.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Answer[Any]]]
    price: int
    page: int | None = None  # the price of its page, where that costs more
    bucket: str = "look"
    status: int = 200
    media: str = JSON
    people: bool = False  # is there a page too?
    takes: tuple[str, ...] = ()  # kinds of body, where it is neither JSON nor a form
    refusals: tuple[int, ...] = ()  # statuses, besides those that follow from the rest

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.handler)

    @property
    def body(self) -> Any:
        return self._hints.get("body")

    @property
    def query(self) -> Any:
        return self._hints.get("query")

    @property
    def answer(self) -> Any:
        """What programs are told."""
        return get_args(self._hints["return"])[0]

    @property
    def summary(self) -> str:
        return inspect.getdoc(self.handler) or ""

    async def go(self, ask: Ask) -> ASGIApp:
        given: dict[str, Any] = {}
        if self.query is not None:
            given["query"] = ask.queried(self.query)
        if self.body is not None:
            given["body"] = await ask.read(self.body)
        return respond(ask, await self.handler(ask, **given), self.status, self.media)


class Stop:
    """All ways to one path."""

    def __init__(self, path: str, ways: list[Way]) -> None:
        self.path = path
        self.ways = {way.method: way for way in ways}
        if "GET" in self.ways:
            self.ways["HEAD"] = self.ways["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["template"] = self.path
        way = self.ways.get(scope["method"])
        ask = Ask(scope, receive)
        if way is None:
            ask.pay(1)
            raise HTTPException(405, headers={"allow": ", ".join(sorted(self.ways))})
        scope["people"] = way.people
        ask.pay(way.price if way.page is None or ask.wants_json else way.page, way.bucket)
        if "table" in ask.path_params:
            ask.pay_for_reading(ask.table_id)
        if way.method == "POST":
            ask.demand_own_site()
        ask.demand_language()
        response = await way.go(ask)
        if "table" in ask.path_params:
            ask.house.visited(ask.table_id, ask.keyring, ask.visitor.name)
        await response(scope, receive, send)
