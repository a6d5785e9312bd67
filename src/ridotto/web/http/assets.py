"""Style sheets, drawings and scripts of the house and its games.

They are read and compressed once. The address of an asset contains a hash of its content, so browsers may cache it
for ever.
"""

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
from ridotto.web.http.script_bundles import bundle

STATIC_PATH = "/static/"
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
CACHE_FOREVER = "public, max-age=31536000, immutable"
_COMMENTS = {".css": re.compile(rb"/\*.*?\*/", re.DOTALL), ".svg": re.compile(rb"\s*<!--.*?-->", re.DOTALL)}
_CSS_SPACE = re.compile(rb"""("[^"\n]*"|'[^'\n]*')|\s*([{};,>])\s*|(:)\s+|\s+""")  # quoted strings stay as they are
_GZIP, _BROTLI = (  # accepted, unless with quality 0
    re.compile(rf"\b{coding}\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))") for coding in ("gzip", "br")
)


@dataclass(frozen=True, slots=True)
class Asset:
    media_type: str
    data: bytes
    gzipped: bytes
    version: str


@cache
def assets() -> dict[str, Asset]:
    """All assets by name: `house.css` is the house's, `verhext/art.svg` is a game's."""
    folders = {"": files("ridotto.web").joinpath("static")}
    folders |= {f"{slug}/": files(f"ridotto.games.{slug}") / "face" for slug in slugs()}
    found = {prefix + file.name: file for prefix, folder in folders.items() for file in folder.iterdir()}
    contents = {name: file.read_bytes() for name, file in found.items() if _extension(name) in MEDIA_TYPES}
    modules = {name: data.decode() for name, data in contents.items() if name.endswith(".js")}
    contents |= {name: _script(name, modules) for name in modules}
    return {name: _asset(name, _minified(name, data)) for name, data in contents.items()}


def _script(name: str, modules: Mapping[str, str]) -> bytes:
    return bundle(name, modules, lambda lazy: f"{lazy}?{_version(_script(lazy, modules))}").encode()


def _minified(name: str, data: bytes) -> bytes:
    """The content without comments; a style sheet also without needless space, a fifth of its size."""
    extension = _extension(name)
    if extension in _COMMENTS:
        data = _COMMENTS[extension].sub(b"", data)
    if extension == ".css":
        data = _CSS_SPACE.sub(lambda found: found[1] or found[2] or found[3] or b" ", data).replace(b";}", b"}")
    return data


def _extension(name: str) -> str:
    return name[name.rfind(".") :]


def _version(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=5).hexdigest()


def _asset(name: str, data: bytes) -> Asset:
    return Asset(MEDIA_TYPES[_extension(name)], data, gzip.compress(data, 9, mtime=0), _version(data))


@cache
def asset_url(name: str) -> str:
    """The address of an asset; it changes with the content."""
    return f"{STATIC_PATH}{name}?{assets()[name].version}"


async def serve_asset(request: Request) -> Response:
    if request.method not in ("GET", "HEAD"):
        raise HTTPException(405, headers={"allow": "GET, HEAD"})
    asset = assets().get(request.path_params["name"])
    if asset is None:
        raise HTTPException(404)
    headers = {"etag": f'"{asset.version}"', "vary": "Accept-Encoding"}
    if request.url.query == asset.version:
        headers["cache-control"] = CACHE_FOREVER
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if _accepts(request, _BROTLI) and (compressed := _brotli(asset)):
        return Response(compressed, headers={**headers, "content-encoding": "br"}, media_type=asset.media_type)
    if accepts_gzip(request) and len(asset.gzipped) < len(asset.data):
        return Response(asset.gzipped, headers={**headers, "content-encoding": "gzip"}, media_type=asset.media_type)
    return Response(asset.data, headers=headers, media_type=asset.media_type)


def accepts_gzip(request: Request) -> bool:
    return _accepts(request, _GZIP)


def _accepts(request: Request, coding: re.Pattern[str]) -> bool:
    return bool(coding.search(request.headers.get("accept-encoding", "")))


_brotli_data: dict[str, bytes] = {}  # by version; empty while a thread compresses it


def _brotli(asset: Asset) -> bytes:
    """The asset compressed with Brotli. That is slow: empty until a thread is done, which the first call starts."""
    if asset.media_type != MEDIA_TYPES[".png"] and asset.version not in _brotli_data:
        _brotli_data[asset.version] = b""
        asyncio.get_running_loop().run_in_executor(None, _compress_with_brotli, asset)
    return _brotli_data.get(asset.version, b"")


def _compress_with_brotli(asset: Asset) -> None:
    import brotli

    _brotli_data[asset.version] = brotli.compress(asset.data, quality=11)
