"""ridotto serve: opens the house, serves it until somebody ends the process, and closes it properly."""

import asyncio
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ridotto.engine.errors import RidottoError, reason
from ridotto.engine.message import Message, msg
from ridotto.games import slugs
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.people import lookalikes
from ridotto.house.retention import USUAL, Retention
from ridotto.house.service import House
from ridotto.house.store import connect
from ridotto.web import rendering
from ridotto.web.app import App
from ridotto.web.http.host_names import HostNames
from ridotto.web.http.rate_limits import NoLimits
from ridotto.web.ops import json_logs
from ridotto.web.ops.public_address import EVERYWHERE, Reach, for_others, own_address, wider
from ridotto.web.ops.server import BACKLOG, new_server
from ridotto.web.rulebook.rulebook_html import chapters
from ridotto.web.schemas.response_schemas import Health
from ridotto.words import LANGUAGES

PORT = 1638  # when the Ridotto opened
FILES = 65536  # that may be open: every stream is one
PATIENCE = 2.0  # seconds for a house that may be open already to say so
SILENT = 45_000  # milliseconds without a word that what was sent has arrived: then a caller is gone


@dataclass(frozen=True, kw_only=True)
class Opening:
    """How the house is to be opened."""

    host: str = "127.0.0.1"
    port: int = PORT
    database: str | None = None
    proxies: int = 0
    names: tuple[str, ...] = ()  # by which it is called, besides those of this machine
    workers: int | None = None
    retention: Retention = USUAL
    limits: bool = True
    log_level: str = "info"
    browser: bool = False  # shall it be shown at once?
    typed: tuple[str, ...] = ("serve",)  # the words that say all this


def serve(opening: Opening, say: Callable[[Message], None]) -> None:
    """Serves until SIGINT or SIGTERM; `say` tells people where."""
    if opening.log_level not in json_logs.LEVELS:
        raise RidottoError(msg("--log-level must be one of {known}.", known=", ".join(json_logs.LEVELS)))
    if opening.workers == 0:
        raise RidottoError(msg("--workers must be at least 1."))
    names = HostNames(opening.names, opening.host)
    if opening.browser and is_house(opening.port):
        say(msg("The house is already open: {address}", address=front_door(opening.port)))
        show(front_door(opening.port))
        return
    with listen(opening.host, opening.port) as listening:
        json_logs.to_standard_error(opening.log_level)
        _allow_many_files()
        gc.set_threshold(100_000, 50, 50)  # scenes are made and dropped by the thousand, and none holds itself
        sys.setswitchinterval(0.00005)  # how long the store's threads wait for a busy loop
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(opening, names, listening, say))


async def _serve(opening: Opening, names: HostNames, listening: socket.socket, say: Callable[[Message], None]) -> None:
    store = await connect(opening.database or default_database())
    minds = BotPool(opening.workers)
    await asyncio.to_thread(lookalikes.prepare)
    try:
        house = House(store, minds, retention=opening.retention)
        await house.start()
        try:
            limits = None if opening.limits else NoLimits()
            reach = Reach(opening.host in EVERYWHERE, wider(opening.typed, serve=not opening.browser))
            server = new_server(App(house, limits, opening.proxies, reach, names))
            say(told_address(listening, opening.host))
            house.spawn(asyncio.to_thread(_prepare))
            if opening.browser:
                await asyncio.to_thread(show, front_door(listening.getsockname()[1]))
            await server.serve(sockets=[listening])
        finally:
            await house.stop()
    finally:
        await minds.close()
        await store.close()


def _prepare() -> None:
    """Loads what the first pages would wait for: templates, catalogues of all languages, the parser of rulebooks."""
    rendering.prepare()
    for language in LANGUAGES:
        chapters(slugs()[0], language)


def _allow_many_files() -> None:
    """As many as the system lets us; what is usual would not do for a thousand streams."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster loop, where there is one."""
    with suppress(ImportError):
        import uvloop

        factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
        return factory
    return None


def listen(host: str, port: int) -> socket.socket:
    """A socket that is ready to be called at."""
    if port > 65535:
        raise RidottoError(msg("--port must be from 0 to 65535, not {port}.", port=port))
    try:
        [(family, _, _, _, address), *_] = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # else a phone in a tunnel would be there for a quarter of an hour
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT)
            listening.bind(address)
            listening.listen(BACKLOG)  # whoever calls from now on waits, and is not sent away
            listening.setblocking(False)
        except BaseException:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:
        raise RidottoError(
            msg("Can't open the house at {host}, port {port}: {reason}.", host=host, port=port, reason=reason(error))
        ) from error
    return listening


def told_address(listening: socket.socket, host: str) -> Message:
    port = listening.getsockname()[1]
    if host in EVERYWHERE:
        return msg(
            "The house is open: http://localhost:{port} here, http://{address}:{port} for others on your network.",
            port=port,
            address=own_address(),
        )
    shown = f"[{host}]" if ":" in host else host
    return msg("The house is open: http://{address}:{port}", address=shown, port=port)


def front_door(port: int) -> str:
    """Where a browser here should go in."""
    return f"http://{for_others(f'localhost:{port}')}/"


def is_house(port: int) -> bool:
    """Is there a house at this port already?"""
    from http.client import HTTPConnection, HTTPException

    calling = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        calling.request("GET", "/health")
        return calling.getresponse().read() == msgspec.json.encode(Health())
    except (OSError, HTTPException):
        return False
    finally:
        calling.close()


def show(address: str) -> None:
    """Opens a browser there, where there is a screen for one."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    with suppress(webbrowser.Error):
        webbrowser.open(address)


def default_database(environment: Any = os.environ) -> str:
    """Where the house keeps its tables unless somebody says otherwise; the folder is made."""
    if chosen := environment.get("RIDOTTO_DATABASE"):
        return str(chosen)
    if sys.platform == "win32":
        data = Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = data / "ridotto"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise RidottoError(
            msg("Can't create the folder {path}: {reason}.", path=str(folder), reason=reason(error))
        ) from error
    return str(folder / "house.sqlite")
