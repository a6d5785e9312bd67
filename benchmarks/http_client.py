"""A minimal HTTP client for load generators: one request at a time per connection, chunked bodies."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar, cast

LOCALHOST = "127.0.0.1"
ProtocolT = TypeVar("ProtocolT", bound=asyncio.Protocol)


class BenchmarkFailed(Exception):
    """A server misbehaved or did not answer: one line says which server, and how."""


class ConnectionLost(BenchmarkFailed):
    """A server broke a connection: it has ended, or is about to."""


@asynccontextmanager
async def fail_after(seconds: float, message: str) -> AsyncIterator[None]:
    """Raise `BenchmarkFailed`, with the message, if the block takes longer than so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise BenchmarkFailed(f"{message} within {seconds:g} seconds") from None


async def connect(port: int, timeout_seconds: float, create_protocol: Callable[[], ProtocolT]) -> ProtocolT:
    """Connect to a server on this machine."""
    async with fail_after(timeout_seconds, f"{LOCALHOST}:{port} took no connection"):
        try:
            _, protocol = await asyncio.get_running_loop().create_connection(create_protocol, LOCALHOST, port)
        except ConnectionError as error:
            raise ConnectionLost(f"{LOCALHOST}:{port} took no connection: {os.strerror(error.errno or 0)}") from None
    return protocol


def fail_future(future: "asyncio.Future[Any] | None", error: Exception) -> None:
    """Make a pending future fail, if there is one."""
    if future is not None and not future.done():
        future.set_exception(error)
        future.exception()  # otherwise asyncio complains if nobody waits for it any more


class ChunkedDecoder:
    """Decodes a chunked body as it arrives."""

    def __init__(self) -> None:
        self._buffer = b""
        self.finished = False

    def feed(self, data: bytes) -> bytes:
        buffer, position, parts = self._buffer + data, 0, []
        while not self.finished:
            line_end = buffer.find(b"\r\n", position)
            if line_end < 0:
                break
            size = int(buffer[position:line_end].split(b";")[0], 16)
            if len(buffer) < line_end + 4 + size:
                break
            parts.append(buffer[line_end + 2 : line_end + 2 + size])
            position = line_end + 4 + size
            self.finished = size == 0
        self._buffer = buffer[position:]
        return b"".join(parts)


class Connection(asyncio.Protocol):
    """A connection kept open for one request after the other."""

    def __init__(self, port: int, timeout_seconds: float) -> None:
        self._server = f"{LOCALHOST}:{port}"
        self._timeout_seconds = timeout_seconds
        self._received = b""
        self._pending_response: asyncio.Future[tuple[int, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, port: int, timeout_seconds: float) -> Self:
        return await connect(port, timeout_seconds, lambda: cls(port, timeout_seconds))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    async def request(self, method: str, path: str, key: str = "", body: object = None) -> Any:
        """Send a request: its JSON answer. Only one request may be in progress."""
        assert self._transport is not None
        assert self._pending_response is None
        method_and_path = f"{method} {path}"
        if self._transport.is_closing():
            raise ConnectionLost(f"{self._server} hung up before {method_and_path}")
        self._pending_response = asyncio.get_running_loop().create_future()
        self._transport.write(encode_request(method, path, key, body, host=self._server))
        try:
            async with fail_after(self._timeout_seconds, f"{self._server} did not answer {method_and_path}"):
                status, content = await self._pending_response
        except ConnectionError:
            raise ConnectionLost(f"{self._server} hung up on {method_and_path}") from None
        finally:
            self._pending_response = None
        if status not in (200, 201):
            raise BenchmarkFailed(f"{self._server} answered {method_and_path} with {status}: {content[:300]!r}")
        return json.loads(content)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, separator, rest = self._received.partition(b"\r\n\r\n")
        if not separator or self._pending_response is None or self._pending_response.done():
            return
        status, headers = parse_head(head)
        if headers.get(b"transfer-encoding") == b"chunked":
            decoder = ChunkedDecoder()
            body = decoder.feed(rest)
            if not decoder.finished:
                return
        else:
            length = int(headers.get(b"content-length", b"0"))
            if len(rest) < length:
                return
            body = rest[:length]
        self._received = b""
        self._pending_response.set_result((status, body))

    def connection_lost(self, exc: Exception | None) -> None:
        fail_future(self._pending_response, ConnectionError())

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def encode_request(
    method: str, path: str, key: str = "", body: object = None, accept: str = "application/json", host: str = LOCALHOST
) -> bytes:
    """A request as bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", f"Accept: {accept}"]
    if key:
        lines.append(f"Authorization: Bearer {key}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


def parse_head(head: bytes) -> tuple[int, dict[bytes, bytes]]:
    status_line, *header_lines = head.split(b"\r\n")
    pairs = (line.split(b":", 1) for line in header_lines)
    return int(status_line.split()[1]), {name.lower(): value.strip().lower() for name, value in pairs}
