"""The server beneath the application: uvicorn, with manners towards those who call and caution towards some of them."""

import asyncio
import logging
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from ridotto.house.time_source import Alarm
from ridotto.web.app import App

if TYPE_CHECKING:
    import uvicorn

BACKLOG = 2048  # callers who may wait at the door
GRACE = 5  # seconds for requests that are under way when the house closes
HEAD = 64 * 1024  # bytes of the lines before a body
PATIENCE = 20.0  # seconds for them to come

log = logging.getLogger("ridotto.web")


def new_server(app: App) -> "uvicorn.Server":
    """A server of the application; its `serve` ends when somebody ends the process."""
    import uvicorn
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class Connection(HttpToolsProtocol):
        """Does not listen for ever to somebody who does not come to the point."""

        _head = 0  # bytes of a head that is not complete; -1: it is
        _late: Alarm | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            if self._head >= 0:
                self._head += len(data)
                self._wait()
            super().data_received(data)
            if self._head > HEAD and not self.transport.is_closing():
                log.warning("the head of a request is too large")
                self.send_400_response("The head of this request is too large.")

        def on_message_begin(self) -> None:
            self._wait()
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._head = -1
            self._wait_no_more()
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._head = 0
            super().on_message_complete()

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            super().connection_lost(exc)

        def _wait(self) -> None:
            if self._late is None:
                self._late = app.house.time.call_later(PATIENCE, self.transport.close)

        def _wait_no_more(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

    class Server(uvicorn.Server):
        """Ends with the code 0, and tells open streams goodbye before it waits for them."""

        @contextmanager
        def capture_signals(self) -> Generator[None, None, None]:
            before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
            try:
                yield
            finally:
                for number, handler in before.items():
                    signal.signal(number, handler)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit  # whoever asks twice is in a hurry
            self.should_exit = True

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            log.info("closing")
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
            proxy_headers=False,  # the application reads them, if it is told to
            timeout_keep_alive=30,
            timeout_graceful_shutdown=GRACE,
            backlog=BACKLOG,
        )
    )
