"""What every answer says to browsers, and which requests they are not trusted with."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from ridotto.engine.message import msg
from ridotto.house.refusals import Refused

Header = tuple[bytes, bytes]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ALWAYS: list[Header] = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()"),
]
KEY_REFERRER: Header = (b"referrer-policy", b"strict-origin")  # without the path, which is the secret
OWN_REFERRER: Header = (b"referrer-policy", b"same-origin")  # with none at all, forms would not say where they are from
NO_STORE: Header = (b"cache-control", b"no-store")  # it may depend on keys
NO_CACHE: Header = (b"cache-control", b"no-cache")  # kept, and asked for again: has it changed?
HSTS: Header = (b"strict-transport-security", b"max-age=31536000")
TRUSTED = ("same-origin", "none")  # our own pages, and people who typed an address


def guarded(headers: list[Header], path: str, secure: bool) -> list[Header]:
    """The headers of an answer, with those that every answer has."""
    always = [*ALWAYS, KEY_REFERRER if path.startswith("/keys/") else OWN_REFERRER]
    if not any(name == b"cache-control" for name, _ in headers):
        always.append(NO_CACHE if path.startswith("/static/") else NO_STORE)
    return [*headers, *always, *([HSTS] if secure else [])]


def demand_own_site(headers: Headers, has_cookie: bool) -> None:
    """Refuses a change that another site's page asks for with this browser's cookies.

    Browsers say where a request comes from. What says nothing is a program, and may bring no cookies.
    """
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if site is not None:
        own = site in TRUSTED
    elif origin is not None:
        own = _host(origin) == headers.get("host", "").lower() != ""
    else:
        own = not has_cookie
    if not own:
        raise Refused("foreign-site", msg("This request came from another site. Nothing was done."))


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
