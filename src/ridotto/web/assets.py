"""Style sheets, drawings and scripts of the house and its games: read once, packed once, named by what they hold."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ridotto.games import slugs
from ridotto.web.scripts import joined

MEDIA = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
COMMENTS = {
    ".css": re.compile(rb"\s*/\*.*?\*/|^ +", re.DOTALL | re.MULTILINE),
    ".svg": re.compile(rb"\s*<!--.*?-->", re.DOTALL),
}  # what is for authors stays with them: it is a tenth of a style sheet
FOREVER = "public, max-age=31536000, immutable"
ADDRESS = "/static/"
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")  # what somebody accepts, unless they say: not at all


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
    folders |= {f"{slug}/": files(f"ridotto.games.{slug}") for slug in slugs()}
    found = {prefix + file.name: file for prefix, folder in folders.items() for file in folder.iterdir()}
    contents = {name: file.read_bytes() for name, file in found.items() if _ending(name) in MEDIA}
    modules = {name: data.decode() for name, data in contents.items() if name.endswith(".js")}
    contents |= {name: joined(name, modules).encode() for name in modules}
    contents |= {
        name: COMMENTS[_ending(name)].sub(b"", data) for name, data in contents.items() if _ending(name) in COMMENTS
    }
    return {name: _asset(name, data) for name, data in contents.items()}


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
    if accepts_gzip(request) and len(asset.packed) < len(asset.data):
        return Response(asset.packed, headers={**headers, "content-encoding": "gzip"}, media_type=asset.media)
    return Response(asset.data, headers=headers, media_type=asset.media)


def accepts_gzip(request: Request) -> bool:
    return bool(GZIP.search(request.headers.get("accept-encoding", "")))
