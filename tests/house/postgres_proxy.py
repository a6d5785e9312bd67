"""A proxy in front of PostgreSQL that can break a connection between a request and its answer."""

import asyncio
import contextlib
import shutil
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit, urlunsplit

SOCKET = ".s.PGSQL.5432"


class PostgresProxy:
    """Forwards everything, except answers to the requests that `cut` chooses."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._server_socket = Path(parse_qs(parts.query)["host"][0]) / SOCKET
        self._folder = Path(tempfile.mkdtemp(prefix="ridotto-proxy-"))
        self.address = urlunsplit(parts._replace(query=f"host={self._folder}"))
        self._cut_at = b""
        self._times = 0
        self.cuts = 0
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "PostgresProxy":
        self._server = await asyncio.start_unix_server(self._connected, self._folder / SOCKET)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._connections):
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        shutil.rmtree(self._folder)

    def cut(self, text: bytes, times: int = 1) -> None:
        """Breaks the connection after each of the next requests that contain a text, before its answer."""
        self._cut_at, self._times = text, times

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._forward(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_unix_connection(self._server_socket)
        swallow = asyncio.Event()

        async def forward_requests() -> None:
            while data := await reader.read(65536):
                if self._times and self._cut_at in data:
                    self._times -= 1
                    swallow.set()
                server_writer.write(data)
                await server_writer.drain()

        async def forward_answers() -> None:
            while data := await server_reader.read(65536):
                if swallow.is_set():  # the request has been carried out
                    self.cuts += 1
                    return
                writer.write(data)
                await writer.drain()

        both = [asyncio.create_task(forward_requests()), asyncio.create_task(forward_answers())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            for end in (writer, server_writer):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()
