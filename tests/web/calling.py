"""Plain HTTP/1.1 as it goes over the wire: every byte of an answer, and little work for whoever calls often."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

BROKEN = (OSError, asyncio.IncompleteReadError)  # how a call ends when there is no house any more


class Answer(NamedTuple):
    status: int
    head: bytes  # status line and headers, as they came
    body: bytes

    @property
    def done(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        return json.loads(self.body)


class Wire(NamedTuple):
    """One connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def send(self, host: str, method: str, path: str, headers: Mapping[str, str], body: bytes) -> None:
        length = {"content-length": str(len(body))} if body or method == "POST" else {}
        fields = {"host": host, **headers, **length}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
        self.writer.write("\r\n".join(lines).encode() + body)

    async def head(self) -> tuple[bytes, dict[str, str]]:
        """Status line and headers: as they came, and read."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        fields = (line.split(": ", 1) for line in head.decode("latin-1").split("\r\n")[1:-2])
        return head, {name.lower(): value for name, value in fields}

    async def chunks(self) -> AsyncIterator[bytes]:
        """A body that comes bit by bit, to its end."""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            yield (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readexactly(2)


class Telephone:
    """Calls houses; a connection is kept for the next call to the same one."""

    def __init__(self) -> None:
        self._idle: dict[str, list[Wire]] = {}
        self._wires: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for writer in self._wires:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self._wires), return_exceptions=True)

    async def call(
        self, address: str, method: str, path: str, headers: Mapping[str, str] = {}, body: bytes = b""
    ) -> Answer:
        """Asks, and waits for the whole answer."""
        async with self._wire(address) as wire:
            wire.send(urlsplit(address).netloc, method, path, headers, body)
            head, fields = await wire.head()
            if "content-length" in fields:
                told = await wire.reader.readexactly(int(fields["content-length"])) if method != "HEAD" else b""
            else:
                told = b"".join([part async for part in wire.chunks()])
            if fields.get("connection") != "close":
                self._idle.setdefault(address, []).append(wire)
        return Answer(int(head.split(b" ", 2)[1]), head, told)

    @asynccontextmanager
    async def listen(self, address: str, path: str, headers: Mapping[str, str] = {}) -> AsyncIterator[Wire]:
        """Asks for a stream: head and chunks are still to be read."""
        async with self._wire(address) as wire:
            wire.send(urlsplit(address).netloc, "GET", path, headers, b"")
            yield wire

    @asynccontextmanager
    async def _wire(self, address: str) -> AsyncIterator[Wire]:
        """A connection, free or new; it ends here unless somebody has kept it."""
        idle = self._idle.setdefault(address, [])
        if idle:
            wire = idle.pop()
        else:
            place = urlsplit(address)
            wire = Wire(*await asyncio.open_connection(place.hostname, place.port, limit=1 << 22))
            self._wires.add(wire.writer)
        try:
            yield wire
        finally:
            if wire not in idle:
                wire.writer.close()
                self._wires.discard(wire.writer)
