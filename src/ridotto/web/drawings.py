"""References to SVG drawings in HTML."""

import re
from functools import cache, lru_cache

from markupsafe import Markup, escape

from ridotto.web.http.assets import asset_url, assets


@lru_cache(8192)
def escaped(text: str) -> str:
    """A text as HTML. Cached: the same few texts appear on every page."""
    return str(escape(text))


@cache
def drawing(file: str, id: str, classes: str) -> Markup:
    """A symbol of an SVG asset."""
    attribute = f' class="{escaped(classes)}"' if classes else ""
    return Markup(f'<svg{attribute} aria-hidden="true"><use href="{asset_url(file)}#{escaped(id)}"/></svg>')


def icon(id: str, classes: str = "icon") -> Markup:
    """A drawing of the house. Drawings that no table needs are in a file of their own."""
    return drawing("pages.svg" if id in _page_icons() else "house.svg", id, classes)


@cache
def _page_icons() -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', assets()["pages.svg"].data.decode()))
