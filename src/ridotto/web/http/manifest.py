"""What a browser needs to know to install the house like a program: its names, its icons, where it opens."""

from functools import cache
from typing import Any

import msgspec

from ridotto.engine.message import msg
from ridotto.web.http.assets import MEDIA, address
from ridotto.web.request import Ask
from ridotto.web.responses import Answer
from ridotto.web.schemas.request_schemas import Query
from ridotto.words import Translator

MANIFEST = "application/manifest+json"
GROUND = {"dark": "#0c1316", "light": "#e9e0cf"}  # behind everything, as house.css has it
BAR = {"dark": "#162226", "light": "#f8f2e6"}
ICONS = (
    ("icon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)


async def manifest(ask: Ask, query: Query) -> Answer[bytes]:
    """The house as a program to install."""
    return Answer(_manifest(ask.language), headers={"cache-control": "no-cache", "vary": "Accept-Language, Cookie"})


@cache
def _manifest(language: str) -> bytes:
    say = Translator(language).say
    told: dict[str, Any] = {
        "id": "/",
        "name": "Ridotto",
        "short_name": "Ridotto",
        "description": say(msg("Sit down with friends, or with masks that never peek.")),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND["dark"],
        "theme_color": BAR["dark"],
        "categories": ["games", "entertainment"],
        "icons": [_icon(name, sizes, purpose) for name, sizes, purpose in ICONS],
        "shortcuts": [{"name": say(msg("Open a table")), "url": "/new", "icons": [_icon("icon-192.png", "192x192")]}],
    }
    return msgspec.json.encode(told)


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    return {"src": address(name), "sizes": sizes, "type": MEDIA[name[name.rfind(".") :]], "purpose": purpose}
