"""The web app manifest: what a browser needs to install the house as an app."""

from functools import cache
from typing import Any

import msgspec

from ridotto.engine.message import msg
from ridotto.web.http.assets import MEDIA_TYPES, asset_url
from ridotto.web.request import Request, translator_for
from ridotto.web.responses import Reply
from ridotto.web.schemas.request_schemas import Query
from ridotto.web.services import Services

MANIFEST_MEDIA_TYPE = "application/manifest+json"
BACKGROUND_COLOUR = "#0c1316"  # of the dark theme, as in house.css
THEME_COLOURS = {"dark": "#162226", "light": "#f8f2e6"}  # of the browser's own bars
ICONS = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)


async def manifest(request: Request, services: Services, query: Query) -> Reply[bytes]:
    """The house as an app to install."""
    headers = {"cache-control": "no-cache", "vary": "Accept-Language, Cookie"}
    return Reply(_manifest(request.language), headers=headers)


@cache
def _manifest(language: str) -> bytes:
    say = translator_for(language).say
    fields: dict[str, Any] = {
        "id": "/",
        "name": "Ridotto",
        "short_name": "Ridotto",
        "description": say(msg("Sit down with friends, or with masks that never peek.")),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND_COLOUR,
        "theme_color": THEME_COLOURS["dark"],
        "categories": ["games", "entertainment"],
        "icons": [_icon(name, sizes, purpose) for name, sizes, purpose in ICONS],
        "shortcuts": [{"name": say(msg("Open a table")), "url": "/new", "icons": [_icon("icon-192.png", "192x192")]}],
    }
    return msgspec.json.encode(fields)


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    return {"src": asset_url(name), "sizes": sizes, "type": MEDIA_TYPES[name[name.rfind(".") :]], "purpose": purpose}
