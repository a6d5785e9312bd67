"""Houses whose first table starts from a given position; everything they send is recorded byte by byte.

Requests are sent in this process or over a socket. Two such houses differ in nothing but the position.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Mapping, MutableMapping
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from ridotto.engine.game import Game
from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.keys import hash_key
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.tables.chairs import HOST
from ridotto.house.tables.events import ClockRules, Insisted, Opened, PersonSeated, Started, encode
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from tests.manual_time import ManualTime
from tests.waiting import DEADLINE
from tests.web.house_process import HouseProcess
from tests.web.raw_http import CONNECTION_ERRORS, HttpClient

TABLE = "rialtorialto"
OTHER_TABLE = "accademiaaaa"
HOST_KEY = "the-key-of-the-host-0123456789"
STORE_SECRET = bytes(range(32))
SEED = "5eed" * 16
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")
CLIENT_ADDRESS = "192.0.2.7"
NEVER = 1e6  # seconds
TICK_SECONDS = 11.234  # long enough for heartbeats


def seat_key(seat: int) -> str:
    return f"the-key-of-seat-{seat}-0123456789"


async def prepare_store(file: Path, game: Game, start: dict[str, Any], clock: bool, insist: bool = True) -> None:
    """A file with two tables whose matches have just started. The second table is the same in all worlds.

    All players want to be asked even for automatic moves, unless `insist` is false.
    """
    store = await connect(str(file), ManualTime())
    for table, opened in ((TABLE, opening(game, start, clock)), (OTHER_TABLE, opening(game, None, False))):
        await store.open(table, encode(opened), listed=True)
        await store.append(table, 1, encode(Started()), "running")
        for seat in range(opened.players if game.has_public_automatic_moves and insist else 0):
            await store.append(table, 2 + seat, encode(Insisted(seat, True)), "running")
    await store.close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE house SET secret = ?", (STORE_SECRET,))


def opening(game: Game, start: dict[str, Any] | None, clock: bool) -> Opened:
    """A table with people on all seats. Without a position, the match starts with a deal."""
    state = game.load(start) if start else game.start(players=game.default_players)
    return Opened(
        version=1,
        game=game.slug,
        rules=game.rules_version,
        players=state.seats,
        options=game.options_of(state),
        seed=SEED,
        host_key_hash=hash_key(HOST_KEY),
        listed=True,
        watch="anyone",
        clock=ClockRules(600, 7) if clock else None,
        patience=None,
        hints=False,
        seated=[PersonSeated(seat, NAMES[seat], "volto", hash_key(seat_key(seat))) for seat in range(state.seats)],
        start=start,
    )


async def chat_at_other_table(world: "World", number: int) -> None:
    body = json.dumps({"seat": 0, "text": f"{number}!", "id": f"elsewhere-{number}"}).encode()
    answer = await world.request("POST", f"/tables/{OTHER_TABLE}/chat", seat_headers(0), body)
    assert answer.startswith(b"HTTP/1.1 200"), answer


class RecordedStream:
    """An open stream and everything it has sent."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self.task: asyncio.Task[None] | None = None
        self.closed = asyncio.Event()

    @property
    def last(self) -> str:
        """The id of the last event."""
        ids = [line for line in self.sent.decode().splitlines() if line.startswith("id: ")]
        return ids[-1].removeprefix("id: ") if ids else ""

    async def close(self) -> None:
        self.closed.set()
        assert self.task is not None
        await self.task


class World(Protocol):
    """A house to which requests are sent. `latency`: how many seconds its data may take to arrive."""

    latency: float

    async def request(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        """The whole response: status, headers and body."""

    def stream(self, path: str, headers: Mapping[str, str]) -> RecordedStream: ...

    async def settle(self) -> None:
        """Waits until the house has sent everything there is to send."""

    async def tick(self) -> None:
        """Moves time, in all worlds with the same time."""


async def act(world: World, seat: int, what: str, id: str, **body: Any) -> bytes:
    """A request of a seat on its current view; it must succeed."""
    headers = seat_headers(seat)
    state = (await world.request("GET", f"/tables/{TABLE}", headers)).partition(b"\r\n\r\n")[2]
    body |= {"revision": json.loads(state)["sight"]["revision"], "id": id}
    answer = await world.request("POST", f"/tables/{TABLE}/{what}", headers, json.dumps(body).encode())
    assert answer.startswith(b"HTTP/1.1 200"), answer
    await world.settle()
    return answer


def seat_headers(seat: int) -> dict[str, str]:
    """The headers of a program with the key of a seat, or (-1) without keys."""
    headers = {"content-type": "application/json", "accept": "application/json"}
    return headers | ({"authorization": f"Bearer {seat_key(seat)}"} if seat >= 0 else {})


# In this process


class InProcessWorld:
    latency = 0.0

    def __init__(self, app: App, time: ManualTime) -> None:
        self.app = app
        self.time = time
        self.streams: list[RecordedStream] = []

    async def request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"", client: str = CLIENT_ADDRESS
    ) -> bytes:
        response, unread = RecordedStream(), [body]

        async def receive() -> MutableMapping[str, Any]:
            if unread:
                return {"type": "http.request", "body": unread.pop(), "more_body": False}
            await asyncio.Event().wait()
            raise AssertionError

        await self.app(_scope(method, path, headers) | {"client": (client, 1638)}, receive, _recorder(response))
        return bytes(response.sent)

    def stream(self, path: str, headers: Mapping[str, str]) -> RecordedStream:
        stream = RecordedStream()

        async def receive() -> MutableMapping[str, Any]:
            await stream.closed.wait()
            return {"type": "http.disconnect"}

        stream.task = asyncio.ensure_future(self.app(_scope("GET", path, headers), receive, _recorder(stream)))
        self.streams.append(stream)
        return stream

    async def settle(self) -> None:
        await self.time.rest(*(stream.task for stream in self.streams if stream.task is not None))

    async def tick(self) -> None:
        await self.time.forward(TICK_SECONDS)


def _scope(method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    url = urlsplit(path)
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": url.path,
        "raw_path": url.path.encode(),
        "query_string": url.query.encode(),
        "root_path": "",
        "headers": [(b"host", b"house"), *((name.encode(), value.encode()) for name, value in headers.items())],
        "client": (CLIENT_ADDRESS, 1638),
        "server": ("house", 80),
    }


def _recorder(stream: RecordedStream) -> Any:
    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            lines = [b"HTTP/1.1 %d" % message["status"], *(b": ".join(header) for header in message["headers"])]
            stream.sent += b"\r\n".join(lines) + b"\r\n\r\n"
        else:
            stream.sent += message.get("body", b"")

    return send


@asynccontextmanager
async def in_process_world(file: Path, time: ManualTime) -> AsyncIterator[InProcessWorld]:
    """Bots are so slow that only people decide."""
    store, bot_pool = await connect(str(file), time), BotPool(1)
    house = House(store, bot_pool, beat_seconds=NEVER)
    time.govern(house)
    await house.start()
    world = InProcessWorld(App(house, Unlimited()), time)
    try:
        with house.subscribe(TABLE, HOST):  # so that the match is not paused; only streams count as presence
            yield world
    finally:
        for stream in world.streams:
            await stream.close()
        await house.stop()
        await bot_pool.close()
        await store.close()


# Over a socket


class SocketWorld:
    latency = DEADLINE

    def __init__(self, url: str, http: HttpClient) -> None:
        self.url = url
        self.http = http
        self.streams: list[RecordedStream] = []

    async def request(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        response = await self.http.request(self.url, method, path, {"host": "house", **headers}, body)
        return _without_date(response.head) + response.body

    def stream(self, path: str, headers: Mapping[str, str]) -> RecordedStream:
        stream = RecordedStream()
        stream.task = asyncio.create_task(self._follow(stream, path, {"host": "house", **headers}))
        self.streams.append(stream)
        return stream

    async def _follow(self, stream: RecordedStream, path: str, headers: Mapping[str, str]) -> None:
        async with self.http.stream(self.url, path, headers) as connection:
            stream.sent += _without_date((await connection.read_head())[0])
            reading = asyncio.create_task(self._read(stream, connection.reader))
            await stream.closed.wait()
            reading.cancel()

    async def _read(self, stream: RecordedStream, reader: asyncio.StreamReader) -> None:
        with suppress(*CONNECTION_ERRORS):
            while part := await reader.read(1 << 16):
                stream.sent += part

    async def settle(self) -> None:
        """A request that takes the house a while: it has sent the data of streams before the response."""
        await self.http.request(self.url, "GET", "/health")

    async def tick(self) -> None:
        """Time stands still."""


def _without_date(head: bytes) -> bytes:
    return b"\r\n".join(line for line in head.split(b"\r\n") if not line.lower().startswith(b"date:"))


@asynccontextmanager
async def socket_world(file: Path) -> AsyncIterator[SocketWorld]:
    """A house in a process of its own, where time stands still."""
    log = file.with_suffix(".log")
    arguments = ("tests.web.controlled_house", str(file), "--constant", "--pace", "1")
    with HouseProcess(*arguments, log=log) as house:
        async with HttpClient() as http:
            world = SocketWorld(await asyncio.to_thread(house.open), http)
            yield world
            for stream in world.streams:
                await stream.close()
