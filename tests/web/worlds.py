"""A house with one table that begins in a given position; all that anybody is sent there is kept, byte by byte.

It is asked in this process, or over a real socket. Two such houses differ in nothing but the position.
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
from ridotto.house.keys import lock
from ridotto.house.service import House
from ridotto.house.store import connect
from ridotto.house.tables.events import ClockRules, Insisted, Opened, Sat, Started, encode
from ridotto.house.tables.table import HOST as THE_HOST
from ridotto.web.app import App
from ridotto.web.http.rate_limits import NoLimits
from tests.manual_time import ManualTime
from tests.waiting import DEADLINE
from tests.web.calling import BROKEN, Telephone
from tests.web.serving import Served

TABLE = "rialtorialto"
OTHER = "accademiaaaa"
HOST = "the-key-of-the-host-0123456789"
SECRET = bytes(range(32))
SEED = "5eed" * 16
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fina")
CLIENT = "192.0.2.7"
NEVER = 1e6  # seconds
MOMENT = 11.234  # so that hearts beat between what is seen


def key(seat: int) -> str:
    return f"the-key-of-seat-{seat}-0123456789"


async def prepare(file: Path, game: Game, start: dict[str, Any], clock: bool, insist: bool = True) -> None:
    """A file with two tables, where matches have just begun. The second one is the same in all worlds.

    Everybody wants to be asked everything, unless they do not insist.
    """
    store = await connect(str(file), ManualTime())
    for table, opened in ((TABLE, opening(game, start, clock)), (OTHER, opening(game, None, False))):
        await store.open(table, encode(opened), listed=True)
        await store.append(table, 1, encode(Started()), "running")
        for seat in range(opened.players if game.foregone_steps and insist else 0):
            await store.append(table, 2 + seat, encode(Insisted(seat, True)), "running")
    await store.close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE house SET secret = ?", (SECRET,))


def opening(game: Game, start: dict[str, Any] | None, clock: bool) -> Opened:
    """People on all seats. Where there is no position, the match begins with a deal."""
    state = game.load(start) if start else game.start(players=game.usual)
    return Opened(
        version=1,
        game=game.slug,
        rules=game.rules_version,
        players=state.seats,
        options=game.choices(state),
        seed=SEED,
        host=lock(HOST),
        listed=True,
        watch="anyone",
        clock=ClockRules(600, 7) if clock else None,
        patience=None,
        hints=False,
        seated=[Sat(seat, NAMES[seat], "volto", lock(key(seat))) for seat in range(state.seats)],
        start=start,
    )


async def talk_elsewhere(world: "World", number: int) -> None:
    """Something happens at the other table."""
    body = json.dumps({"seat": 0, "text": f"{number}!", "id": f"elsewhere-{number}"}).encode()
    answer = await world.ask("POST", f"/tables/{OTHER}/chat", bearing(0), body)
    assert answer.startswith(b"HTTP/1.1 200"), answer


class Channel:
    """A stream that somebody has open, and everything it has sent."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self.task: asyncio.Task[None] | None = None
        self.gone = asyncio.Event()

    @property
    def last(self) -> str:
        """The id of the last event."""
        ids = [line for line in self.sent.decode().splitlines() if line.startswith("id: ")]
        return ids[-1].removeprefix("id: ") if ids else ""

    async def close(self) -> None:
        self.gone.set()
        assert self.task is not None
        await self.task


class World(Protocol):
    """Where something can be asked for. `patience`: for how many seconds what was sent may be under way."""

    patience: float

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        """Everything that is answered: status, headers and body."""

    def listen(self, path: str, headers: Mapping[str, str]) -> Channel: ...

    async def settle(self) -> None:
        """Waits until everything has been sent that there is to send."""

    async def tick(self) -> None:
        """Lets a moment pass, in all worlds that share its time."""


async def decide(world: World, seat: int, what: str, id: str, **body: Any) -> bytes:
    """A seat does something by what it sees now; nobody can refuse it."""
    headers = bearing(seat)
    told = (await world.ask("GET", f"/tables/{TABLE}", headers)).partition(b"\r\n\r\n")[2]
    body |= {"revision": json.loads(told)["sight"]["revision"], "id": id}
    answer = await world.ask("POST", f"/tables/{TABLE}/{what}", headers, json.dumps(body).encode())
    assert answer.startswith(b"HTTP/1.1 200"), answer
    await world.settle()
    return answer


def bearing(seat: int) -> dict[str, str]:
    """The headers of a program with the key of a seat, or without any."""
    kind = {"content-type": "application/json", "accept": "application/json"}
    return kind | ({"authorization": f"Bearer {key(seat)}"} if seat >= 0 else {})


# In this process


class WorldHere:
    patience = 0.0

    def __init__(self, app: App, time: ManualTime) -> None:
        self.app = app
        self.time = time
        self.channels: list[Channel] = []

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"", client: str = CLIENT
    ) -> bytes:
        channel, sent = Channel(), [body]

        async def receive() -> MutableMapping[str, Any]:
            if sent:
                return {"type": "http.request", "body": sent.pop(), "more_body": False}
            await asyncio.Event().wait()
            raise AssertionError

        await self.app(scope(method, path, headers) | {"client": (client, 1638)}, receive, writer(channel))
        return bytes(channel.sent)

    def listen(self, path: str, headers: Mapping[str, str]) -> Channel:
        channel = Channel()

        async def receive() -> MutableMapping[str, Any]:
            await channel.gone.wait()
            return {"type": "http.disconnect"}

        channel.task = asyncio.ensure_future(self.app(scope("GET", path, headers), receive, writer(channel)))
        self.channels.append(channel)
        return channel

    async def settle(self) -> None:
        await self.time.rest(*(channel.task for channel in self.channels if channel.task is not None))

    async def tick(self) -> None:
        await self.time.forward(MOMENT)


def scope(method: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    place = urlsplit(path)
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": place.path,
        "raw_path": place.path.encode(),
        "query_string": place.query.encode(),
        "root_path": "",
        "headers": [(b"host", b"house"), *((name.encode(), value.encode()) for name, value in headers.items())],
        "client": (CLIENT, 1638),
        "server": ("house", 80),
    }


def writer(channel: Channel) -> Any:
    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            lines = [b"HTTP/1.1 %d" % message["status"], *(b": ".join(header) for header in message["headers"])]
            channel.sent += b"\r\n".join(lines) + b"\r\n\r\n"
        else:
            channel.sent += message.get("body", b"")

    return send


@asynccontextmanager
async def world_here(file: Path, time: ManualTime) -> AsyncIterator[WorldHere]:
    """People alone decide there."""
    store, minds = await connect(str(file), time), BotPool(1)
    house = House(store, minds, pace=NEVER)
    time.govern(house)
    await house.start()
    world = WorldHere(App(house, NoLimits()), time)
    try:
        with house.watch(TABLE, THE_HOST):  # the match goes on; who has no stream is away, whatever they decide
            yield world
    finally:
        for channel in world.channels:
            await channel.close()
        await house.stop()
        await minds.close()
        await store.close()


# Over a socket


class WorldThere:
    patience = DEADLINE

    def __init__(self, address: str, telephone: Telephone) -> None:
        self.address = address
        self.telephone = telephone
        self.channels: list[Channel] = []

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> bytes:
        answer = await self.telephone.call(self.address, method, path, {"host": "house", **headers}, body)
        return undated(answer.head) + answer.body

    def listen(self, path: str, headers: Mapping[str, str]) -> Channel:
        channel = Channel()
        channel.task = asyncio.create_task(self._listen(channel, path, {"host": "house", **headers}))
        self.channels.append(channel)
        return channel

    async def _listen(self, channel: Channel, path: str, headers: Mapping[str, str]) -> None:
        async with self.telephone.listen(self.address, path, headers) as wire:
            channel.sent += undated((await wire.head())[0])
            reading = asyncio.create_task(self._read(channel, wire.reader))
            await channel.gone.wait()
            reading.cancel()

    async def _read(self, channel: Channel, reader: asyncio.StreamReader) -> None:
        with suppress(*BROKEN):
            while part := await reader.read(1 << 16):
                channel.sent += part

    async def settle(self) -> None:
        """A call that takes a while there: what streams had to send is on its way before the answer."""
        await self.telephone.call(self.address, "GET", "/health")

    async def tick(self) -> None:
        """Time stands still."""


def undated(head: bytes) -> bytes:
    return b"\r\n".join(line for line in head.split(b"\r\n") if not line.lower().startswith(b"date:"))


@asynccontextmanager
async def world_there(file: Path) -> AsyncIterator[WorldThere]:
    """A house of its own, where time stands still."""
    log = file.with_suffix(".log")
    with Served("tests.web.one_house", str(file), "--constant", "--pace", "1", log=log) as served:
        async with Telephone() as telephone:
            world = WorldThere(await asyncio.to_thread(served.open), telephone)
            yield world
            for channel in world.channels:
                await channel.close()
