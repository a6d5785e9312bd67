"""Answers: the same for programs, as JSON, and for people, as a page or the way to one; and what a refusal is like."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from gzip import compress
from http import HTTPStatus
from typing import Any, Generic, TypeVar, cast

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp

from ridotto.bots import UnknownBot
from ridotto.engine.errors import BadMoveText, BadOption, BadRecord, IllegalMove, RidottoError, UnknownGame
from ridotto.engine.message import Message, msg
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.web.http.assets import accepts_gzip
from ridotto.web.http.rate_limits import TooMany
from ridotto.web.request import JSON, Ask
from ridotto.web.schemas.response_schemas import Error, Refusal

T = TypeVar("T")

log = logging.getLogger("ridotto.web")

STATUS = {
    "malformed": 400,
    "unknown-language": 400,
    "no-key": 401,
    "foreign-site": 403,
    "not-host": 403,
    "not-yours": 403,
    "no-hints": 403,
    "no-talking": 403,
    "no-lessons": 403,
    "no-watching": 403,
    "holds-key": 403,
    "not-found": 404,
    "unknown-table": 404,
    "unknown-code": 404,
    "no-rematch": 404,
    "wrong-method": 405,
    "too-slow": 408,
    "begun": 409,
    "closed": 409,
    "final": 409,
    "free-seats": 409,
    "full": 409,
    "id-used": 409,
    "mask-taken": 409,
    "name-taken": 409,
    "not-asked": 409,
    "not-away": 409,
    "not-begun": 409,
    "not-over": 409,
    "not-watching": 409,
    "over": 409,
    "resigned": 409,
    "stale": 409,
    "taken": 409,
    "too-soon": 409,
    "void-link": 409,
    "too-large": 413,
    "wrong-type": 415,
    "unknown-host": 421,
    "bad-level": 422,
    "bad-mask": 422,
    "bad-move": 422,
    "bad-name": 422,
    "bad-option": 422,
    "bad-record": 422,
    "bad-text": 422,
    "no-seat": 422,
    "unknown-game": 422,
    "unknown-lesson": 422,
    "which-seat": 422,
    "too-many": 429,
    "no-advice": 503,
    "unreadable": 503,
    "busy": 503,
    "broken": 500,
    "store": 503,
}  # an illegal move has a code of its game, and is 422
CODES: dict[type[RidottoError], str] = {
    BadMoveText: "bad-move",
    BadOption: "bad-option",
    BadRecord: "bad-record",
    UnknownBot: "bad-level",
    UnknownGame: "unknown-game",
}
BROKEN = msg("Something went wrong on our side. It's been logged.")
STORE = msg("Nothing can be saved right now. Nothing is lost: try again in a few seconds.")
LATER = {"store": "5", "busy": "60", "too-many": "60"}  # seconds
YEAR = 365 * 24 * 3600
VARY = "Accept, Accept-Encoding, Accept-Language, Authorization, Cookie"


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What somebody is told who asked rightly."""

    value: T  # for programs; bytes are sent as they are, a stream sends itself
    page: Callable[[], str] | None = None  # for people
    goto: str = ""  # where people go on
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: tuple[str, ...] = ()  # for people
    secret: bool = False  # the page holds keys: it is not packed, since lengths of packed pages tell of what is in them


def respond(ask: Ask, answer: Answer[Any], status: int, media: str) -> ASGIApp:
    """The answer as whoever asks can use it."""
    if isinstance(answer.value, bytes):
        return Response(answer.value, status, answer.headers, media)
    if callable(answer.value):
        return cast(ASGIApp, answer.value)
    if ask.wants_json or not (answer.page or answer.goto):
        response = Response(msgspec.json.encode(answer.value), status, answer.headers, JSON)
    elif answer.goto:
        response = Response(b"", 303, {"location": answer.goto, **answer.headers})
    else:
        assert answer.page is not None
        response = _page(ask, answer.page(), status, answer.headers, answer.secret)
    response.headers["vary"] = VARY
    if not ask.wants_json:
        for cookie in answer.cookies:
            response.headers.append("set-cookie", cookie)
        for name, choice in (("lang", ask.language), ("theme", ask.theme)):
            if name in ask.query_params:
                kept = f"{name}={choice}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax"
                response.headers.append("set-cookie", kept + ("; Secure" if ask.visitor.secure else ""))
    return response


def _page(ask: Ask, html: str, status: int, headers: Mapping[str, str], secret: bool) -> Response:
    if secret or not accepts_gzip(ask):
        return Response(html, status, headers, "text/html")
    return Response(compress(html.encode(), 5), status, {**headers, "content-encoding": "gzip"}, "text/html")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What went wrong, as the visitor is told."""

    status: int
    error: Error
    headers: Mapping[str, str]


def wrong(ask: Ask, failure: Exception) -> Wrong:
    """What an exception means to whoever asked."""
    headers: dict[str, str] = {}
    status, code, message, clause = 500, "broken", BROKEN, ""
    match failure:
        case HTTPException():
            status = failure.status_code
            headers |= failure.headers or {}
            code, message = _plain(status)
        case IllegalMove():
            status, code, clause, message = 422, failure.code, failure.clause, failure.message
        case Refused():
            code, clause, message = failure.code, failure.clause, failure.message
            status = STATUS.get(code, 409)
        case StoreFailed():  # what exactly is the business of whoever keeps the house
            log.warning("the store: %s", failure)
            status, code, message = STATUS["store"], "store", STORE
        case RidottoError():
            code = next((code for kind, code in CODES.items() if isinstance(failure, kind)), "malformed")
            status, message = STATUS[code], failure.message
    if code in ("not-yours", "not-host") and not ask.keyring:
        status, code = 401, "no-key"
        headers["www-authenticate"] = "Bearer"
    if code in LATER:
        headers["retry-after"] = str(failure.wait) if isinstance(failure, TooMany) else LATER[code]
    if status in (408, 413):
        headers["connection"] = "close"  # the rest of the body is not wanted
    error = Error(code, ask.words.say(message), clause, getattr(failure, "line", None))
    return Wrong(status, error, headers)


async def refuse(ask: Ask, failure: Exception, page: Callable[[Ask, Wrong], Awaitable[str]]) -> Response:
    """The answer to what cannot be: JSON for programs, a page for people."""
    found = wrong(ask, failure)
    if ask.wants_json:
        response = Response(msgspec.json.encode(Refusal(found.error)), found.status, found.headers, JSON)
    else:
        response = Response(await page(ask, found), found.status, found.headers, "text/html")
    response.headers["vary"] = VARY
    return response


def _plain(status: int) -> tuple[str, Message]:
    match status:
        case 404:
            return "not-found", msg("There's nothing here.")
        case 405:
            return "wrong-method", msg("You can't do that here.")
    return "malformed", msg("Can't read this request: {reason}", reason=HTTPStatus(status).phrase)
