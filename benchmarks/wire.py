"""A minimal HTTP client for load generators: one request at a time per connection, chunked bodies."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar, cast

HERE = "127.0.0.1"
Protocol = TypeVar("Protocol", bound=asyncio.Protocol)


class Failed(Exception):
    """A server misbehaved or did not answer: one line says which server, and how."""


class Gone(Failed):
    """A server broke a connection: it has ended, or is about to."""


@asynccontextmanager
async def within(seconds: float, complaint: str) -> AsyncIterator[None]:
    """Raise `Failed` if the block takes longer than so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise Failed(f"{complaint} within {seconds:g} seconds") from None


async def call(port: int, limit: float, protocol: Callable[[], Protocol]) -> Protocol:
    """Connect to a server on this machine."""
    async with within(limit, f"{HERE}:{port} took no connection"):
        try:
            _, connected = await asyncio.get_running_loop().create_connection(protocol, HERE, port)
        except ConnectionError as error:
            raise Gone(f"{HERE}:{port} took no connection: {os.strerror(error.errno or 0)}") from None
    return connected


def give_up(waiting: "asyncio.Future[Any] | None", failed: Exception) -> None:
    """Make a pending future fail, if there is one."""
    if waiting is not None and not waiting.done():
        waiting.set_exception(failed)
        waiting.exception()  # otherwise asyncio complains if nobody waits for it any more


class Unchunked:
    """Decodes a chunked body as it arrives."""

    def __init__(self) -> None:
        self._raw = b""
        self.over = False

    def feed(self, data: bytes) -> bytes:
        raw, at, parts = self._raw + data, 0, []
        while not self.over:
            line = raw.find(b"\r\n", at)
            if line < 0:
                break
            size = int(raw[at:line].split(b";")[0], 16)
            if len(raw) < line + 4 + size:
                break
            parts.append(raw[line + 2 : line + 2 + size])
            at = line + 4 + size
            self.over = size == 0
        self._raw = raw[at:]
        return b"".join(parts)


class Connection(asyncio.Protocol):
    """A connection kept open for one request after the other."""

    def __init__(self, port: int, limit: float) -> None:
        self._server = f"{HERE}:{port}"
        self._limit = limit
        self._data = b""
        self._waiting: asyncio.Future[tuple[int, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def to(cls, port: int, limit: float) -> Self:
        return await call(port, limit, lambda: cls(port, limit))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    async def ask(self, method: str, path: str, key: str = "", body: object = None) -> Any:
        """Send a request: its JSON answer. Only one request may be in progress."""
        assert self._transport is not None
        assert self._waiting is None
        asked = f"{method} {path}"
        if self._transport.is_closing():
            raise Gone(f"{self._server} hung up before {asked}")
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request(method, path, key, body, host=self._server))
        try:
            async with within(self._limit, f"{self._server} did not answer {asked}"):
                status, content = await self._waiting
        except ConnectionError:
            raise Gone(f"{self._server} hung up on {asked}") from None
        finally:
            self._waiting = None
        if status not in (200, 201):
            raise Failed(f"{self._server} answered {asked} with {status}: {content[:300]!r}")
        return json.loads(content)

    def data_received(self, data: bytes) -> None:
        self._data += data
        head, found, rest = self._data.partition(b"\r\n\r\n")
        if not found or self._waiting is None or self._waiting.done():
            return
        status, headers = read_head(head)
        if headers.get(b"transfer-encoding") == b"chunked":
            reader = Unchunked()
            body = reader.feed(rest)
            if not reader.over:
                return
        else:
            length = int(headers.get(b"content-length", b"0"))
            if len(rest) < length:
                return
            body = rest[:length]
        self._data = b""
        self._waiting.set_result((status, body))

    def connection_lost(self, exc: Exception | None) -> None:
        give_up(self._waiting, ConnectionError())

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def request(
    method: str, path: str, key: str = "", body: object = None, accept: str = "application/json", host: str = HERE
) -> bytes:
    """A request as bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"Accept: {accept}"]
    if key:
        lines.append(f"Authorization: Bearer {key}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


def read_head(head: bytes) -> tuple[int, dict[bytes, bytes]]:
    first, *lines = head.split(b"\r\n")
    pairs = (line.split(b":", 1) for line in lines)
    return int(first.split()[1]), {name.lower(): value.strip().lower() for name, value in pairs}
