"""Requests: keys, language, theme, query, and a body as JSON or form, all of limited size."""

import re
from functools import cache, cached_property
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette import requests

from ridotto.engine.message import Message, msg
from ridotto.house.refusals import Refused
from ridotto.house.time_source import TimeSource
from ridotto.translations import LANGUAGES, Translator
from ridotto.web.http.client_address import Visitor
from ridotto.web.http.cookies import CookieJar
from ridotto.web.http.security_headers import refuse_foreign_sites
from ridotto.web.ops.public_address import PublicAddress

T = TypeVar("T")

MAX_BODY_BYTES = 64 * 1024
MAX_RECORD_BYTES = 2 * 1024 * 1024
BODY_TIMEOUT_SECONDS = 30.0
MAX_FORM_FIELDS = 200
MAX_FIELD_DEPTH = 2  # of `options.mode`: groups within groups
MAX_KEYS = 16  # in one request
THEMES = ("auto", "dark", "light")
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
_BEARER = "bearer "
_KEY = re.compile(r"[A-Za-z0-9_-]{20,100}")


class BodyTooLarge(Refused):
    def __init__(self, limit: int) -> None:
        super().__init__("too-large", msg("That's too much: {limit} bytes at most.", limit=limit))


class Request(requests.Request):
    """A request to a route. All instances for one scope share what is stored in the scope."""

    # Stored in the scope

    @property
    def visitor(self) -> Visitor:
        found: Visitor = self.scope["visitor"]
        return found

    @property
    def form_fields(self) -> dict[str, str]:
        """The fields of the form, if one was read."""
        found: dict[str, str] = self.scope.get("form_fields", {})
        return found

    @property
    def acting_seat(self) -> int | None:
        """The seat that the body names, if any."""
        seat: int | None = self.scope.get("acting_seat")
        return seat

    @acting_seat.setter
    def acting_seat(self, seat: int) -> None:
        self.scope["acting_seat"] = seat

    # Addresses

    @property
    def table_id(self) -> str:
        return str(self.path_params["table"])

    @property
    def site_url(self) -> str:
        """The address of the house as other people can use it."""
        scheme = "https" if self.visitor.secure else "http"
        return f"{scheme}://{self._public_address.host_for_others(self._host)}"

    @property
    def obstacle(self) -> tuple[Message, str] | None:
        """Why nobody else can use that address, and the command that helps."""
        return self._public_address.obstacle(self._host, on_host_machine=self.visitor.local)

    def key_link(self, table_id: str, key: str) -> str:
        """The secret link of a key: whoever opens it holds the seat."""
        return f"{self.site_url}/keys/{table_id}.{key}"

    @property
    def _public_address(self) -> PublicAddress:
        found: PublicAddress = self.scope["public_address"]
        return found

    @property
    def _host(self) -> str:
        return self.headers.get("host", "localhost")

    # Keys and cookies

    @cached_property
    def cookie_jar(self) -> CookieJar:
        return CookieJar(self.cookies, self.visitor.secure)

    @cached_property
    def has_bearer_keys(self) -> bool:
        return self.headers.get("authorization", "").lower().startswith(_BEARER)

    @cached_property
    def own_keys(self) -> tuple[str, ...]:
        """All keys: a program sends them in the header, a browser in cookies of the table."""
        if self.has_bearer_keys:
            values = self.headers["authorization"][len(_BEARER) :].split(",")
        else:
            values = self.cookie_jar.key_values()
        return tuple(dict.fromkeys(key for value in values[:MAX_KEYS] if _KEY.fullmatch(key := value.strip())))

    def refuse_foreign_sites(self) -> None:
        """Refuses a change that the page of another site asks for."""
        if not self.has_bearer_keys:
            refuse_foreign_sites(self.headers, bool(self.cookie_jar.key_values()))

    # Preferences

    @cached_property
    def wants_json(self) -> bool:
        """Is this a program? It accepts JSON, sends JSON or sends keys; otherwise it gets a page if there is one."""
        accepted = dict(accepted_values(self.headers.get("accept", "")))
        json_quality, html_quality = accepted.get(JSON, 0.0), accepted.get("text/html", 0.0)
        if json_quality or html_quality:
            return json_quality > html_quality
        return self.media_type == JSON or self.has_bearer_keys or not self.scope.get("has_page", True)

    def check_language(self) -> None:
        """Refuses a `lang` that the house does not speak."""
        wanted = self.query_params.get("lang")
        if wanted is not None and wanted not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise Refused("unknown-language", msg("Unknown language (choose from: {known}).", known=known))

    @cached_property
    def language(self) -> str:
        """From the query, the cookie or `Accept-Language`; English otherwise."""
        for wanted in (self.query_params.get("lang"), self.cookies.get("lang")):
            if wanted in LANGUAGES:
                return wanted
        for name, _ in accepted_values(self.headers.get("accept-language", "")):
            code = name.partition("-")[0]
            if code in LANGUAGES:
                return code
        return "en"

    @cached_property
    def theme(self) -> str:
        """From the query or the cookie; "auto" otherwise."""
        wanted = (self.query_params.get("theme"), self.cookies.get("theme"))
        return next((theme for theme in wanted if theme in THEMES), THEMES[0])

    @property
    def translator(self) -> Translator:
        return translator_for(self.language)

    # Query and body

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def query_as(self, schema: type[T]) -> T:
        """The query as a struct. Unknown parameters are ignored."""
        return _converted(dict(self.query_params), schema)

    async def body_as(self, schema: type[T], time: TimeSource) -> T:
        """The body as a struct, from JSON or a form."""
        if self.media_type not in (JSON, FORM, ""):
            raise Refused("wrong-type", msg("The body must be JSON or a form."))
        data = await self.limited_body(MAX_BODY_BYTES, time)
        if self.media_type == FORM:
            fields = _form_fields(data)
            self.scope["form_fields"] = dict(fields)
            return _converted(_grouped(fields), schema)
        try:
            return msgspec.json.decode(data or b"{}", type=schema)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise malformed(error) from error

    async def limited_body(self, limit: int, time: TimeSource) -> bytes:
        """The whole body. Refuses a body that is too large before it has arrived, and one that takes too long."""
        length = self.headers.get("content-length", "")
        if length.isdecimal() and (len(length) > 18 or int(length) > limit):
            raise BodyTooLarge(limit)
        body = bytearray()
        try:
            async with time.timeout(BODY_TIMEOUT_SECONDS):
                async for chunk in self.stream():
                    body += chunk
                    if len(body) > limit:
                        raise BodyTooLarge(limit)
        except TimeoutError:
            raise Refused("too-slow", msg("The request didn't arrive in time.")) from None
        return bytes(body)


@cache
def translator_for(language: str) -> Translator:
    return Translator(language)


def accepted_values(header: str) -> list[tuple[str, float]]:
    """The values of an `Accept` header with their qualities, best first, without those of quality 0."""
    values = []
    for entry in header.lower().split(",")[:50]:
        name, *parameters = (part.strip() for part in entry.split(";"))
        quality = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        number = float(quality) if re.fullmatch(r"[01](\.\d{0,3})?", quality) else 0.0
        if name and number > 0:
            values.append((name, number))
    return sorted(values, key=lambda value: -value[1])


def _form_fields(data: bytes) -> list[tuple[str, str]]:
    """The fields of a form, without empty ones."""
    try:
        return parse_qsl(
            data.decode("ascii"), strict_parsing=bool(data), errors="strict", max_num_fields=MAX_FORM_FIELDS
        )
    except ValueError as error:
        raise malformed(error) from error


def _grouped(fields: list[tuple[str, str]]) -> dict[str, Any]:
    """Fields with dots in their names as nested objects: `options.mode` is `mode` in `options`."""
    found: dict[str, Any] = {}
    for name, value in fields:
        *groups, last = name.split(".", MAX_FIELD_DEPTH)
        inner: Any = found
        for group in groups:
            inner = inner.setdefault(group, {}) if isinstance(inner, dict) else None
        if isinstance(inner, dict):
            inner[last] = value
    return found


def _converted(fields: dict[str, Any], schema: type[T]) -> T:
    try:
        return msgspec.convert(fields, schema, strict=False, str_keys=True)
    except msgspec.ValidationError as error:
        raise malformed(error) from error


def malformed(error: Exception) -> Refused:
    """The refusal of an unreadable request; the reason is for developers."""
    return Refused("malformed", msg("Can't read this request: {reason}", reason=str(error)))
