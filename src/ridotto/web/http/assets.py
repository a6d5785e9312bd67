"""Style sheets, drawings and scripts of the house and its games: read once, packed once, named by what they hold."""

import asyncio
import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ridotto.games import slugs
from ridotto.web.http.script_bundles import joined

MEDIA = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
COMMENT = {".css": re.compile(rb"/\*.*?\*/", re.DOTALL), ".svg": re.compile(rb"\s*<!--.*?-->", re.DOTALL)}
SPACE = re.compile(rb"""("[^"\n]*"|'[^'\n]*')|\s*([{};,>])\s*|(:)\s+|\s+""")  # in a style sheet, outside of its words
FOREVER = "public, max-age=31536000, immutable"
ADDRESS = "/static/"
GZIP, BROTLI = (  # what somebody accepts, unless they say: not at all
    re.compile(rf"\b{coding}\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))") for coding in ("gzip", "br")
)


@dataclass(frozen=True, slots=True)
class Asset:
    media: str
    data: bytes
    packed: bytes
    version: str


@cache
def assets() -> dict[str, Asset]:
    """All of them by name: `house.css` is the house's, `verhext/art.svg` a game's."""
    folders = {"": files("ridotto.web").joinpath("static")}
    folders |= {f"{slug}/": files(f"ridotto.games.{slug}") / "face" for slug in slugs()}
    found = {prefix + file.name: file for prefix, folder in folders.items() for file in folder.iterdir()}
    contents = {name: file.read_bytes() for name, file in found.items() if _ending(name) in MEDIA}
    modules = {name: data.decode() for name, data in contents.items() if name.endswith(".js")}
    contents |= {name: _script(name, modules) for name in modules}
    return {name: _asset(name, _bare(name, data)) for name, data in contents.items()}


def _script(name: str, modules: Mapping[str, str]) -> bytes:
    return joined(name, modules, lambda later: f"{later}?{_version(_script(later, modules))}").encode()


def _bare(name: str, data: bytes) -> bytes:
    """Without what is for authors only, which is a fifth of a style sheet: comments, and space between its words."""
    ending = _ending(name)
    if ending in COMMENT:
        data = COMMENT[ending].sub(b"", data)
    if ending == ".css":
        data = SPACE.sub(lambda found: found[1] or found[2] or found[3] or b" ", data).replace(b";}", b"}")
    return data


def _ending(name: str) -> str:
    return name[name.rfind(".") :]


def _version(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=5).hexdigest()


def _asset(name: str, data: bytes) -> Asset:
    return Asset(MEDIA[_ending(name)], data, gzip.compress(data, 9, mtime=0), _version(data))


@cache
def address(name: str) -> str:
    """Where a browser finds it; what changes is found elsewhere, so it may be kept for good."""
    return f"{ADDRESS}{name}?{assets()[name].version}"


async def serve_asset(request: Request) -> Response:
    if request.method not in ("GET", "HEAD"):
        raise HTTPException(405, headers={"allow": "GET, HEAD"})
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    headers = {"etag": f'"{asset.version}"', "vary": "Accept-Encoding"}
    if request.url.query == asset.version:
        headers["cache-control"] = FOREVER
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if accepts(request, BROTLI) and (packed := _densely_packed(asset)):
        return Response(packed, headers={**headers, "content-encoding": "br"}, media_type=asset.media)
    if accepts_gzip(request) and len(asset.packed) < len(asset.data):
        return Response(asset.packed, headers={**headers, "content-encoding": "gzip"}, media_type=asset.media)
    return Response(asset.data, headers=headers, media_type=asset.media)


def accepts_gzip(request: Request) -> bool:
    return accepts(request, GZIP)


def accepts(request: Request, coding: re.Pattern[str]) -> bool:
    return bool(coding.search(request.headers.get("accept-encoding", "")))


_dense: dict[str, bytes] = {}  # by version; empty while somebody packs it


def _densely_packed(asset: Asset) -> bytes:
    """Packed with Brotli, which takes longer than anybody should wait: empty until it is done in the background."""
    if asset.media != MEDIA[".png"] and asset.version not in _dense:
        _dense[asset.version] = b""
        asyncio.get_running_loop().run_in_executor(None, _pack_densely, asset)
    return _dense.get(asset.version, b"")


def _pack_densely(asset: Asset) -> None:
    import brotli

    _dense[asset.version] = brotli.compress(asset.data, quality=11)
