"""A wire to PostgreSQL that can be cut at the worst moment: the question arrives, the answer does not."""

import asyncio
import contextlib
import shutil
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit, urlunsplit

SOCKET = ".s.PGSQL.5432"


class Wire:
    """Passes everything on, until `cut` swallows the next answers to questions that hold some text."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._there = Path(parse_qs(parts.query)["host"][0]) / SOCKET
        self._folder = Path(tempfile.mkdtemp(prefix="ridotto-wire-"))
        self.address = urlunsplit(parts._replace(query=f"host={self._folder}"))
        self._cut_at = b""
        self._times = 0
        self.cuts = 0
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Wire":
        self._server = await asyncio.start_unix_server(self._joined, self._folder / SOCKET)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._passing):
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)
        shutil.rmtree(self._folder)

    def cut(self, text: bytes, times: int = 1) -> None:
        self._cut_at, self._times = text, times

    def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._pass_on(reader, writer))
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(self._there)
        swallowing = asyncio.Event()

        async def questions() -> None:
            while data := await reader.read(65536):
                if self._times and self._cut_at in data:
                    self._times -= 1
                    swallowing.set()
                there_writer.write(data)
                await there_writer.drain()

        async def answers() -> None:
            while data := await there_reader.read(65536):
                if swallowing.is_set():  # it has been done, and nobody will know
                    self.cuts += 1
                    return
                writer.write(data)
                await writer.drain()

        both = [asyncio.create_task(questions()), asyncio.create_task(answers())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            for end in (writer, there_writer):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()
