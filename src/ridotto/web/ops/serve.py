"""`ridotto serve`: opens the house, serves it until the process is told to end, and closes it cleanly."""

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

from ridotto.engine.errors import RidottoError, os_error_text
from ridotto.engine.message import Message, msg
from ridotto.games import slugs
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.people import lookalikes
from ridotto.house.retention import DEFAULT_RETENTION, Retention
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.translations import LANGUAGES
from ridotto.web import rendering
from ridotto.web.app import App
from ridotto.web.http.host_names import HostNames
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.ops.json_logs import LOG_LEVELS, log_to_standard_error
from ridotto.web.ops.public_address import (
    ANY_ADDRESS,
    PublicAddress,
    network_command,
    own_address,
    replace_localhost,
)
from ridotto.web.ops.server import BACKLOG, new_server
from ridotto.web.rulebook.rulebook_html import chapters
from ridotto.web.schemas.response_schemas import HealthResponse

DEFAULT_PORT = 1638  # the year in which the Ridotto of Venice opened
MAX_OPEN_FILES = 65536  # each stream is one
PROBE_SECONDS = 2.0  # for the answer of a house that may be open already
TCP_USER_TIMEOUT_MS = 45_000  # for the acknowledgement of sent data; after that the connection is closed


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """The options of `ridotto serve`."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database: str | None = None
    proxies: int = 0
    host_names: tuple[str, ...] = ()  # besides those of this machine
    workers: int | None = None
    retention: Retention = DEFAULT_RETENTION
    rate_limits: bool = True
    log_level: str = "info"
    open_browser: bool = False
    arguments: tuple[str, ...] = ("serve",)  # as they were typed


def serve(options: ServeOptions, announce: Callable[[Message], None]) -> None:
    """Serves until SIGINT or SIGTERM; `announce` tells people the address."""
    if options.log_level not in LOG_LEVELS:
        raise RidottoError(msg("--log-level must be one of {known}.", known=", ".join(LOG_LEVELS)))
    if options.workers == 0:
        raise RidottoError(msg("--workers must be at least 1."))
    host_names = HostNames(options.host_names, options.host)
    if options.open_browser and is_house_open(options.port):
        announce(msg("The house is already open: {address}", address=house_url(options.port)))
        open_browser(house_url(options.port))
        return
    with listen(options.host, options.port) as listening:
        log_to_standard_error(options.log_level)
        _raise_file_limit()
        gc.set_threshold(100_000, 50, 50)  # thousands of short-lived scenes, none with reference cycles
        sys.setswitchinterval(0.00005)  # how long the threads of the store wait for a busy loop
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(options, host_names, listening, announce))


async def _serve(
    options: ServeOptions, host_names: HostNames, listening: socket.socket, announce: Callable[[Message], None]
) -> None:
    store = await connect(options.database or default_database())
    bot_pool = BotPool(options.workers)
    await asyncio.to_thread(lookalikes.prepare)
    try:
        house = House(store, bot_pool, retention=options.retention)
        await house.start()
        try:
            limits = None if options.rate_limits else Unlimited()
            command = network_command(options.arguments, serve=not options.open_browser)
            public_address = PublicAddress(options.host in ANY_ADDRESS, command)
            server = new_server(App(house, limits, options.proxies, public_address, host_names))
            announce(open_message(listening, options.host))
            house.tasks.start(asyncio.to_thread(_warm_up))
            if options.open_browser:
                await asyncio.to_thread(open_browser, house_url(listening.getsockname()[1]))
            await server.serve(sockets=[listening])
        finally:
            await house.stop()
    finally:
        await bot_pool.close()
        await store.close()


def _warm_up() -> None:
    """Loads what the first pages would wait for: templates, all catalogues, the Markdown parser."""
    rendering.compile_templates()
    for language in LANGUAGES:
        chapters(slugs()[0], language)


def _raise_file_limit() -> None:
    """Allows more open files, as far as the system permits: common defaults are too low for a thousand streams."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop, if it is installed."""
    with suppress(ImportError):
        import uvloop

        factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
        return factory
    return None


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; connections wait in its backlog until the server runs."""
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
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # without it a lost phone would count as present for 15 minutes
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_USER_TIMEOUT_MS)
            listening.bind(address)
            listening.listen(BACKLOG)
            listening.setblocking(False)
        except BaseException:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:
        raise RidottoError(
            msg(
                "Can't open the house at {host}, port {port}: {reason}.",
                host=host,
                port=port,
                reason=os_error_text(error),
            )
        ) from error
    return listening


def open_message(listening: socket.socket, host: str) -> Message:
    """Where the house is open."""
    port = listening.getsockname()[1]
    if host in ANY_ADDRESS:
        return msg(
            "The house is open: http://localhost:{port} here, http://{address}:{port} for others on your network.",
            port=port,
            address=own_address(),
        )
    shown = f"[{host}]" if ":" in host else host
    return msg("The house is open: http://{address}:{port}", address=shown, port=port)


def house_url(port: int) -> str:
    """The address for a browser on this machine; one that others can use, too, so that it can be passed on."""
    return f"http://{replace_localhost(f'localhost:{port}')}/"


def is_house_open(port: int) -> bool:
    """Does a house already listen at this port?"""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection("127.0.0.1", port, timeout=PROBE_SECONDS)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().read() == msgspec.json.encode(HealthResponse())
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def open_browser(url: str) -> None:
    """Opens a browser, if this machine has a screen."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    with suppress(webbrowser.Error):
        webbrowser.open(url)


def default_database(environment: Any = os.environ) -> str:
    """The database of `RIDOTTO_DATABASE`, or a file in the user's data folder, which is created."""
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
            msg("Can't create the folder {path}: {reason}.", path=str(folder), reason=os_error_text(error))
        ) from error
    return str(folder / "house.sqlite")
