"""The HTTP server: uvicorn with limits for request heads, and a clean end of open streams."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from ridotto.house.time_source import Alarm
from ridotto.web.app import App
from ridotto.web.live.streams import CONNECTION

if TYPE_CHECKING:
    import uvicorn

BACKLOG = 2048  # connections that wait to be accepted
SHUTDOWN_SECONDS = 5  # for running requests
MAX_HEAD_BYTES = 64 * 1024  # request line and headers
HEAD_SECONDS = 20.0  # for the whole head to arrive

log = logging.getLogger("ridotto.web")


def new_server(app: App) -> "uvicorn.Server":
    """A server for the application; its `serve` returns after SIGINT or SIGTERM."""
    import uvicorn
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class Connection(HttpToolsProtocol):
        """Closes connections whose request head is too large or arrives too slowly; tells streams when it is lost."""

        lost = False
        on_lost: Callable[[], None] | None = None
        _head_bytes = 0  # of an incomplete head; -1 once it is complete
        _alarm: Alarm | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._set_alarm()

        def data_received(self, data: bytes) -> None:
            if self._head_bytes >= 0:
                self._head_bytes += len(data)
                self._set_alarm()
            super().data_received(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                log.warning("the head of a request is too large")
                self.send_400_response("The head of this request is too large.")

        def on_message_begin(self) -> None:
            self._set_alarm()
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._head_bytes = -1
            self._cancel_alarm()
            self.scope["extensions"] = {CONNECTION: self}  # type: ignore[dict-item]
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._head_bytes = 0
            super().on_message_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._cancel_alarm()
            self.lost = True
            super().connection_lost(exc)
            if self.on_lost is not None:
                self.on_lost()
            if self.scope is not None:
                self.scope["extensions"] = {}  # no reference cycle: memory is free at once

        def _set_alarm(self) -> None:
            if self._alarm is None:
                self._alarm = app.house.time.call_later(HEAD_SECONDS, self.transport.close)

        def _cancel_alarm(self) -> None:
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

    class Server(uvicorn.Server):
        """After a signal, exits with code 0 and ends open streams before it waits for running requests."""

        @contextmanager
        def capture_signals(self) -> Generator[None, None, None]:
            original = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
            try:
                yield
            finally:
                for number, handler in original.items():
                    signal.signal(number, handler)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit  # a second signal does not wait for requests
            self.should_exit = True

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            log.info("shutting down")
            app.streams.stop()
            await super().shutdown(sockets)

    return Server(
        uvicorn.Config(
            app,
            http=Connection,
            lifespan="off",
            ws="none",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,  # `visitor_of` reads them
            timeout_keep_alive=30,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            backlog=BACKLOG,
        )
    )
