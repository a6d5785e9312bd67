"""Replies of handlers and the responses made from them: JSON for programs, a page or a redirect for people."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from gzip import compress
from typing import Any, Generic, TypeVar, cast

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp

from ridotto.web.error_replies import ErrorReply
from ridotto.web.http.assets import accepts_gzip
from ridotto.web.request import JSON, Request
from ridotto.web.schemas.response_schemas import ErrorResponse

T = TypeVar("T")

GZIP_LEVEL = 5
VARY = "Accept, Accept-Encoding, Accept-Language, Authorization, Cookie"


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """What a handler returns."""

    value: T  # for programs; bytes are sent as they are, an ASGI application responds by itself
    page: Callable[[], str] | None = None  # for people
    redirect: str = ""  # for people, instead of a page
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: tuple[str, ...] = ()  # for browsers
    has_keys: bool = False  # the page contains keys: never gzip it (BREACH)


def response_to(request: Request, reply: Reply[Any], status: int, media_type: str) -> ASGIApp:
    """The response in the form that the visitor wants."""
    if isinstance(reply.value, bytes):
        return Response(reply.value, status, reply.headers, media_type)
    if callable(reply.value):
        return cast(ASGIApp, reply.value)
    if request.wants_json or not (reply.page or reply.redirect):
        response = Response(msgspec.json.encode(reply.value), status, reply.headers, JSON)
    elif reply.redirect:
        response = Response(b"", 303, {"location": reply.redirect, **reply.headers})
    else:
        assert reply.page is not None
        response = _page(request, reply.page(), status, reply.headers, reply.has_keys)
    response.headers["vary"] = VARY
    if not request.wants_json:
        for cookie in (*reply.cookies, *_preference_cookies(request)):
            response.headers.append("set-cookie", cookie)
    return response


async def error_response(request: Request, reply: ErrorReply, error_page: Callable[[], Awaitable[str]]) -> Response:
    """The response to a request that failed."""
    if request.wants_json:
        response = Response(msgspec.json.encode(ErrorResponse(reply.error)), reply.status, reply.headers, JSON)
    else:
        response = Response(await error_page(), reply.status, reply.headers, "text/html")
    response.headers["vary"] = VARY
    return response


def _page(request: Request, html: str, status: int, headers: Mapping[str, str], has_keys: bool) -> Response:
    if has_keys or not accepts_gzip(request):
        return Response(html, status, headers, "text/html")
    data = compress(html.encode(), GZIP_LEVEL)
    return Response(data, status, {**headers, "content-encoding": "gzip"}, "text/html")


def _preference_cookies(request: Request) -> list[str]:
    """Cookies for a language or theme chosen in the query."""
    chosen = (("lang", request.language), ("theme", request.theme))
    return [request.cookie_jar.preference_cookie(name, value) for name, value in chosen if name in request.query_params]
