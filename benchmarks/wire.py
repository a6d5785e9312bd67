"""HTTP as little as a load needs it: requests as bytes, answers one after the other, bodies in chunks."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast


class Failed(Exception):
    """The server did something a load must not make it do."""


@dataclass(slots=True)
class Answer:
    status: int
    body: bytes

    def json(self, wanted: Iterable[int] = (200, 201)) -> Any:
        if self.status not in wanted:
            raise Failed(f"{self.status} {self.body[:300]!r}")
        return json.loads(self.body)


class Unchunked:
    """The body of an answer, as it comes in."""

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

    def __init__(self) -> None:
        self._data = b""
        self._waiting: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def to(cls, port: int) -> "Connection":
        _, connection = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    async def ask(self, method: str, path: str, key: str = "", body: object = None) -> Answer:
        """One request; there must be no other on its way."""
        assert self._transport is not None
        assert self._waiting is None
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request(method, path, key, body))
        try:
            return await self._waiting
        finally:
            self._waiting = None

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
        self._waiting.set_result(Answer(status, body))

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(Failed(f"the server hung up: {exc}"))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def request(method: str, path: str, key: str = "", body: object = None, accept: str = "application/json") -> bytes:
    """A request as bytes."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept: {accept}"]
    if key:
        lines.append(f"Authorization: Bearer {key}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


def read_head(head: bytes) -> tuple[int, dict[bytes, bytes]]:
    first, *lines = head.split(b"\r\n")
    pairs = (line.split(b":", 1) for line in lines)
    return int(first.split()[1]), {name.lower(): value.strip().lower() for name, value in pairs}
