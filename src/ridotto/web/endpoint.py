"""Endpoints: what a route is, and how requests to a path are charged, checked and handled."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args, get_type_hints

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from ridotto.web.request import JSON, Request
from ridotto.web.responses import Reply, response_to
from ridotto.web.services import Services


@dataclass(frozen=True)
class Route:
    """A route. Its handler's annotations are the schemas of `body`, `query` and the reply; its docstring documents it.

    The price is what a request takes out of the visitor's bucket, in tokens that are proportional to the work.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Reply[Any]]]
    price: int = 1
    page_price: int | None = None  # if a page costs more
    bucket: str = "look"
    status: int = 200
    media_type: str = JSON
    has_page: bool = False  # is there a page for people, besides the JSON?
    body_types: tuple[str, ...] = ()  # media types of the body, if it is neither JSON nor a form
    error_statuses: tuple[int, ...] = ()  # besides those that follow from the rest

    @cached_property
    def _annotations(self) -> dict[str, Any]:
        return get_type_hints(self.handler)

    @property
    def body(self) -> Any:
        return self._annotations.get("body")

    @property
    def query(self) -> Any:
        return self._annotations.get("query")

    @property
    def response(self) -> Any:
        return get_args(self._annotations["return"])[0]

    @property
    def summary(self) -> str:
        return inspect.getdoc(self.handler) or ""

    async def handle(self, request: Request, services: Services) -> ASGIApp:
        """Reads query and body, and calls the handler."""
        args: dict[str, Any] = {}
        if self.query is not None:
            args["query"] = request.query_as(self.query)
        if self.body is not None:
            args["body"] = await request.body_as(self.body, services.house.time)
        return response_to(request, await self.handler(request, services, **args), self.status, self.media_type)


class Endpoint:
    """All routes of one path, as an ASGI application."""

    def __init__(self, path: str, routes: Sequence[Route], services: Services) -> None:
        self.path = path
        self._services = services
        self._routes = {route.method: route for route in routes}
        if "GET" in self._routes:
            self._routes["HEAD"] = self._routes["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["path_pattern"] = self.path
        services, request, route = self._services, Request(scope, receive), self._routes.get(scope["method"])
        if route is None:
            services.charge(request.visitor, 1)
            raise HTTPException(405, headers={"allow": ", ".join(sorted(self._routes))})
        scope["has_page"] = route.has_page
        price = route.price if route.page_price is None or request.wants_json else route.page_price
        services.charge(request.visitor, price, route.bucket)
        if "table" in request.path_params:
            services.charge_for_load(request.visitor, request.table_id)
        if route.method == "POST":
            request.refuse_foreign_sites()
        request.check_language()
        response = await route.handle(request, services)
        if "table" in request.path_params:
            services.house.record_visit(request.table_id, request.own_keys, request.visitor.address)
        await response(scope, receive, send)
