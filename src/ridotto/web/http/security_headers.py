"""Security headers of all responses, and the check against cross-site requests (CSRF)."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from ridotto.engine.message import msg
from ridotto.house.refusals import Refused

Header = tuple[bytes, bytes]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS: list[Header] = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()"),
]
KEY_REFERRER: Header = (b"referrer-policy", b"strict-origin")  # without the path, which contains the key
DEFAULT_REFERRER: Header = (b"referrer-policy", b"same-origin")  # with "no-referrer" forms would send no origin
NO_STORE: Header = (b"cache-control", b"no-store")  # the response may depend on keys
NO_CACHE: Header = (b"cache-control", b"no-cache")  # a browser may store it, but must revalidate it
HSTS: Header = (b"strict-transport-security", b"max-age=31536000")
OWN_SITES = ("same-origin", "none")  # values of `Sec-Fetch-Site`; "none" is a typed address or a bookmark


def with_security_headers(headers: list[Header], path: str, secure: bool) -> list[Header]:
    """The headers of a response, and those that every response has."""
    added = [*SECURITY_HEADERS, KEY_REFERRER if path.startswith("/keys/") else DEFAULT_REFERRER]
    if not any(name == b"cache-control" for name, _ in headers):
        added.append(NO_CACHE if path.startswith("/static/") else NO_STORE)
    return [*headers, *added, *([HSTS] if secure else [])]


def refuse_foreign_sites(headers: Headers, has_cookie: bool) -> None:
    """Refuses a change that another site asks for with this browser's cookies (CSRF).

    Browsers send `Sec-Fetch-Site` or `Origin`. A client that sends neither is a program, and may send no cookies.
    """
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if site is not None:
        is_own = site in OWN_SITES
    elif origin is not None:
        is_own = _host(origin) == headers.get("host", "").lower() != ""
    else:
        is_own = not has_cookie
    if not is_own:
        raise Refused("foreign-site", msg("This request came from another site. Nothing was done."))


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
