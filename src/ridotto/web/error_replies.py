"""Error responses: the status, code and sentence of every exception that a request may raise."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from starlette.exceptions import HTTPException

from ridotto.bots import UnknownBot
from ridotto.engine.errors import BadMoveText, BadOption, BadRecord, IllegalMove, RidottoError, UnknownGame
from ridotto.engine.message import Message, msg
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.web.http.rate_limits import TooManyRequests
from ridotto.web.request import Request
from ridotto.web.schemas.response_schemas import ErrorDetails

log = logging.getLogger("ridotto.web")

STATUS_OF_CODE = {
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
    "asks-all": 409,
    "bad-order": 409,
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
    "other-version": 409,
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
}  # illegal moves have codes of their games, and status 422
CODE_OF_ERROR: dict[type[RidottoError], str] = {
    BadMoveText: "bad-move",
    BadOption: "bad-option",
    BadRecord: "bad-record",
    UnknownBot: "bad-level",
    UnknownGame: "unknown-game",
}
RETRY_AFTER_SECONDS = {"store": "5", "busy": "60", "too-many": "60"}
INTERNAL_ERROR = msg("Something went wrong on our side. It's been logged.")
STORE_ERROR = msg("Nothing can be saved right now. Nothing is lost: try again in a few seconds.")


@dataclass(frozen=True, slots=True)
class ErrorReply:
    """The reply to a request that failed."""

    status: int
    error: ErrorDetails
    headers: Mapping[str, str]


def error_reply(request: Request, failure: Exception) -> ErrorReply:
    """The reply to a request that raised this exception."""
    headers: dict[str, str] = {}
    status, code, message, clause = 500, "broken", INTERNAL_ERROR, ""
    match failure:
        case HTTPException():
            status = failure.status_code
            headers |= failure.headers or {}
            code, message = _http_error(status)
        case IllegalMove():
            status, code, clause, message = 422, failure.code, failure.clause, failure.message
        case Refused():
            code, clause, message = failure.code, failure.clause, failure.message
            status = STATUS_OF_CODE.get(code, 409)
        case StoreFailed():  # the cause is for the log, not for visitors
            log.warning("the store failed: %s", failure)
            status, code, message = STATUS_OF_CODE["store"], "store", STORE_ERROR
        case RidottoError():
            code = next((code for kind, code in CODE_OF_ERROR.items() if isinstance(failure, kind)), "malformed")
            status, message = STATUS_OF_CODE[code], failure.message
    if code in ("not-yours", "not-host") and not request.own_keys:
        status, code = 401, "no-key"
        headers["www-authenticate"] = "Bearer"
    if isinstance(failure, TooManyRequests):
        headers["retry-after"] = str(failure.retry_after)
    elif code in RETRY_AFTER_SECONDS:
        headers["retry-after"] = RETRY_AFTER_SECONDS[code]
    if status in (408, 413):
        headers["connection"] = "close"  # the rest of the body will not be read
    details = ErrorDetails(code, request.translator.say(message), clause, getattr(failure, "line", None))
    return ErrorReply(status, details, headers)


def _http_error(status: int) -> tuple[str, Message]:
    match status:
        case 404:
            return "not-found", msg("There's nothing here.")
        case 405:
            return "wrong-method", msg("You can't do that here.")
    return "malformed", msg("Can't read this request: {reason}", reason=HTTPStatus(status).phrase)
