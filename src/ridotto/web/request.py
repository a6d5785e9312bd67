"""What a request brings: keys, language, a body as JSON or as a form; all of it with limits."""

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request

from ridotto.engine.message import Message, msg
from ridotto.house.refusals import Refused
from ridotto.house.service import House
from ridotto.web.http.client_address import Client
from ridotto.web.http.rate_limits import NOT_IN_MEMORY, Limits
from ridotto.web.http.security_headers import demand_own_site
from ridotto.words import LANGUAGES, Translator

if TYPE_CHECKING:
    from ridotto.web.live.streams import Streams
    from ridotto.web.ops.public_address import Reach
    from ridotto.web.tables.figures_cache import FiguresCache

T = TypeVar("T")

BODY = 64 * 1024
RECORD = 2 * 1024 * 1024
SLOW = 30.0  # seconds for a whole body
FIELDS = 200  # of a form
DEEP = 2  # groups of fields within each other
KEYS = 16  # that somebody may bring
COOKIE = "key-"  # and a part of the key's lock: every key has a cookie of its own
THEMES = ("auto", "dark", "light")
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
_KEY = re.compile(r"[A-Za-z0-9_-]{20,100}")


class TooLarge(Refused):
    def __init__(self, limit: int) -> None:
        super().__init__("too-large", msg("That's too much: {limit} bytes at most.", limit=limit))


class Ask(Request):
    """A request, and what can be told from it alone."""

    @property
    def house(self) -> House:
        found: House = self.scope["house"]
        return found

    @property
    def streams(self) -> "Streams":
        found: Streams = self.scope["streams"]
        return found

    @property
    def figures(self) -> "FiguresCache":
        found: FiguresCache = self.scope["figures"]
        return found

    @property
    def visitor(self) -> Client:
        found: Client = self.scope["visitor"]
        return found

    def pay(self, price: int, bucket: str = "look") -> None:
        """Takes tokens from whoever asks, or refuses."""
        limits: Limits = self.scope["limits"]
        limits.take(self.visitor.name, bucket, price)

    def get_back(self, price: int, bucket: str) -> None:
        """What was paid for nothing."""
        limits: Limits = self.scope["limits"]
        limits.give_back(self.visitor.name, bucket, price)

    def pay_for_reading(self, table: str) -> None:
        """A table that is not in memory costs more than one that is."""
        if not self.house.in_memory(table):
            self.pay(NOT_IN_MEMORY)

    @property
    def fields(self) -> dict[str, str]:
        """Of the form it brought, as far as one was read."""
        found: dict[str, str] = self.scope.get("fields", {})
        return found

    @property
    def table_id(self) -> str:
        return str(self.path_params["table"])

    @cached_property
    def bearer(self) -> bool:
        return self.headers.get("authorization", "").lower().startswith("bearer ")

    @cached_property
    def keyring(self) -> tuple[str, ...]:
        """All keys it brings: of a program in the header, of a browser in cookies of the table."""
        if self.bearer:
            given = self.headers["authorization"][len("bearer ") :].split(",")
        else:
            given = [value for name, value in self.cookies.items() if name.startswith(COOKIE)]
        return tuple(dict.fromkeys(key for word in given[:KEYS] if _KEY.fullmatch(key := word.strip())))

    @cached_property
    def wants_json(self) -> bool:
        """Is this a program? It says so, or sends JSON or its keys; whoever accepts anything is shown a page if any."""
        accepted = dict(ranked(self.headers.get("accept", "")))
        as_json, as_html = accepted.get(JSON, 0.0), accepted.get("text/html", 0.0)
        if as_json or as_html:
            return as_json > as_html
        return self.media == JSON or self.bearer or not self.scope.get("people", True)

    @property
    def media(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def demand_language(self) -> None:
        """Refuses one that the house does not speak."""
        wish = self.query_params.get("lang")
        if wish is not None and wish not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise Refused("unknown-language", msg("Unknown language (choose from: {known}).", known=known))

    @cached_property
    def language(self) -> str:
        """The one asked for, the one chosen before, the best of those the browser likes, or English."""
        for wish in (self.query_params.get("lang"), self.cookies.get("lang")):
            if wish in LANGUAGES:
                return wish
        for name, _ in ranked(self.headers.get("accept-language", "")):
            code = name.partition("-")[0]
            if code in LANGUAGES:
                return code
        return "en"

    @cached_property
    def theme(self) -> str:
        """As the system has it, unless somebody chose night or day."""
        wishes = (self.query_params.get("theme"), self.cookies.get("theme"))
        return next((wish for wish in wishes if wish in THEMES), THEMES[0])

    @property
    def words(self) -> Translator:
        return translator(self.language)

    @property
    def home(self) -> str:
        """The address of the house, as the visitor knows it, and others can use it."""
        scheme = "https" if self.visitor.secure else "http"
        return f"{scheme}://{self.reach.known_as(self._host)}"

    @property
    def obstacle(self) -> tuple[Message, str] | None:
        """Why nobody else can come to that address, and the command that helps."""
        return self.reach.obstacle(self._host, keeper=self.visitor.here)

    @property
    def reach(self) -> "Reach":
        found: Reach = self.scope["reach"]
        return found

    @property
    def _host(self) -> str:
        return self.headers.get("host", "localhost")

    def demand_own_site(self) -> None:
        if not self.bearer:
            demand_own_site(self.headers, any(name.startswith(COOKIE) for name in self.cookies))

    # What it brings

    def queried(self, kind: type[T]) -> T:
        """The query, as a struct."""
        return _converted(dict(self.query_params), kind)

    async def read(self, kind: type[T]) -> T:
        """The body, as a struct."""
        media = self.media
        if media not in (JSON, FORM, ""):
            raise Refused("wrong-type", msg("The body must be JSON or a form."))
        raw = await self.whole(BODY)
        if media == FORM:
            fields = _fields(raw)
            self.scope["fields"] = dict(fields)
            return _converted(_grouped(fields), kind)
        try:
            return msgspec.json.decode(raw or b"{}", type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise malformed(error) from error

    async def whole(self, limit: int) -> bytes:
        """The whole body; one that is too large is refused before it is there."""
        length = self.headers.get("content-length", "")
        if length.isdecimal() and (len(length) > 18 or int(length) > limit):
            raise TooLarge(limit)
        parts = bytearray()
        try:
            async with self.house.time.timeout(SLOW):
                async for part in self.stream():
                    parts += part
                    if len(parts) > limit:
                        raise TooLarge(limit)
        except TimeoutError:
            raise Refused("too-slow", msg("The request didn't arrive in time.")) from None
        return bytes(parts)


@cache
def translator(language: str) -> Translator:
    return Translator(language)


def ranked(header: str) -> list[tuple[str, float]]:
    """The entries of an `Accept` header, the best liked first; those not wanted at all are left out."""
    entries = []
    for entry in header.lower().split(",")[:50]:
        name, *parameters = (part.strip() for part in entry.split(";"))
        quality = next((part[2:] for part in parameters if part.startswith("q=")), "1")
        liked = float(quality) if re.fullmatch(r"[01](\.\d{0,3})?", quality) else 0.0
        if name and liked > 0:
            entries.append((name, liked))
    return sorted(entries, key=lambda entry: -entry[1])


def _fields(raw: bytes) -> list[tuple[str, str]]:
    """The fields of a form; what was left empty is not there."""
    try:
        return parse_qsl(raw.decode("ascii"), strict_parsing=bool(raw), errors="strict", max_num_fields=FIELDS)
    except ValueError as error:
        raise malformed(error) from error


def _grouped(fields: list[tuple[str, str]]) -> dict[str, Any]:
    """Fields as what they stand for: `options.mode` is `mode` inside `options`."""
    found: dict[str, Any] = {}
    for name, value in fields:
        *groups, last = name.split(".", DEEP)
        inside: Any = found
        for group in groups:
            inside = inside.setdefault(group, {}) if isinstance(inside, dict) else None
        if isinstance(inside, dict):
            inside[last] = value
    return found


def _converted(fields: dict[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(fields, kind, strict=False, str_keys=True)
    except msgspec.ValidationError as error:
        raise malformed(error) from error


def malformed(error: Exception) -> Refused:
    """What cannot be read; the reason is for programmers."""
    return Refused("malformed", msg("Can't read this request: {reason}", reason=str(error)))
