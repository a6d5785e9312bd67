"""A small HTTP/1.1 client that shows every byte of a response and is fast enough for load tests."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

CONNECTION_ERRORS = (OSError, asyncio.IncompleteReadError)  # how requests end when the house is gone


class RawResponse(NamedTuple):
    status: int
    head: bytes  # status line and headers, as they arrived
    body: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        return json.loads(self.body)


class HttpConnection(NamedTuple):
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send_request(self, host: str, method: str, path: str, headers: Mapping[str, str], body: bytes) -> None:
        length = {"content-length": str(len(body))} if body or method == "POST" else {}
        fields = {"host": host, **headers, **length}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        self.writer.write("\r\n".join(lines).encode() + body)

    async def read_head(self) -> tuple[bytes, dict[str, str]]:
        """Status line and headers: as they arrived, and parsed."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        fields = (line.split(": ", 1) for line in head.decode("latin-1").split("\r\n")[1:-2])
        return head, {name.lower(): value for name, value in fields}

    async def chunks(self) -> AsyncIterator[bytes]:
        """The chunks of a chunked body, until it ends."""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            yield (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readexactly(2)


class HttpClient:
    """Sends requests to houses; connections are reused."""

    def __init__(self) -> None:
        self._idle: dict[str, list[HttpConnection]] = {}  # by URL of the house
        self._writers: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self._writers), return_exceptions=True)

    async def request(
        self, url: str, method: str, path: str, headers: Mapping[str, str] = {}, body: bytes = b""
    ) -> RawResponse:
        """Sends a request and reads the whole response."""
        async with self._connection(url) as connection:
            connection.send_request(urlsplit(url).netloc, method, path, headers, body)
            head, fields = await connection.read_head()
            if "content-length" in fields:
                size = int(fields["content-length"])
                content = await connection.reader.readexactly(size) if method != "HEAD" else b""
            else:
                content = b"".join([part async for part in connection.chunks()])
            if fields.get("connection") != "close":
                self._idle.setdefault(url, []).append(connection)
        return RawResponse(int(head.split(b" ", 2)[1]), head, content)

    @asynccontextmanager
    async def stream(self, url: str, path: str, headers: Mapping[str, str] = {}) -> AsyncIterator[HttpConnection]:
        """Requests a stream; head and chunks have not been read yet."""
        async with self._connection(url) as connection:
            connection.send_request(urlsplit(url).netloc, "GET", path, headers, b"")
            yield connection

    @asynccontextmanager
    async def _connection(self, url: str) -> AsyncIterator[HttpConnection]:
        """An idle or new connection; it is closed afterwards unless it is idle again."""
        idle = self._idle.setdefault(url, [])
        if idle:
            connection = idle.pop()
        else:
            house = urlsplit(url)
            connection = HttpConnection(*await asyncio.open_connection(house.hostname, house.port, limit=1 << 22))
            self._writers.add(connection.writer)
        try:
            yield connection
        finally:
            if connection not in idle:
                connection.writer.close()
                self._writers.discard(connection.writer)
