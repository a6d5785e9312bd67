"""Real houses, and people who use them over HTTP, each from an address of their own."""

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ridotto.house.people.guests import MASKS
from tests.web.house_process import HouseProcess
from tests.web.raw_http import CONNECTION_ERRORS, HttpClient, HttpConnection, RawResponse
from tests.web.retrying_players import NAMES, UNAVAILABLE, bearer_header

PATIENCE = 60.0  # seconds until an answer
PAUSE = 0.1  # seconds, before something is tried again
RATE = 20  # requests a second of an honest visitor
KINDS = ("look", "decide", "lobby", "rules", "stream")  # of requests, in turn
FINE = (200, 201, 409)  # accepted statuses; 409: a late decision
NO_ANSWER = 0  # as a status


def ridotto(folder: Path, *options: str, module: str = "ridotto") -> HouseProcess:
    """`ridotto serve` on a free port, with all its limits, behind a proxy: visitors are told apart by its header."""
    usual = ("--port", "0", "--proxies", "1", "--lang", "en", "--log-level", "warning")
    return HouseProcess(
        module, "serve", *usual, "--database", str(folder / "house.sqlite"), *options, log=folder / "log"
    )


def new_id() -> str:
    return secrets.token_urlsafe(12)


class Seats(NamedTuple):
    """A table with the keys of its host and its players."""

    path: str
    host: str
    keys: dict[int, str]


class NoStream(ConnectionError):
    """A stream was refused."""

    def __init__(self, status: int) -> None:
        super().__init__(f"a stream was refused with status {status}")
        self.status = status


class ReconnectingClient(HttpClient):
    """Reuses only connections that are still open: a house closes idle ones."""

    async def request(self, url: str, *rest: Any) -> RawResponse:
        if idle := self._idle.get(url):
            idle[:] = [connection for connection in idle if not connection.reader.at_eof()]
        return await super().request(url, *rest)


class Visitor:
    """A visitor with an address."""

    def __init__(self, http: HttpClient, house: str, address: str) -> None:
        self.http = http
        self.house = house
        self.address = address

    def at(self, address: str) -> "Visitor":
        """The visitor with another address."""
        return Visitor(self.http, self.house, address)

    def headers(self, key: str = "") -> dict[str, str]:
        return {"x-forwarded-for": self.address, "content-type": "application/json", **bearer_header(key)}

    async def ask(self, method: str, path: str, key: str = "", body: Any = None, **headers: str) -> RawResponse:
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        brought = {**self.headers(key), **headers}
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.http.request(self.house, method, path, brought, content)
            except CONNECTION_ERRORS:  # the house may just have closed the connection
                return await self.http.request(self.house, method, path, brought, content)

    async def must(self, method: str, path: str, key: str = "", **body: Any) -> Any:
        """Repeats a request that cannot be refused while the house is unavailable."""
        while (answer := await self.ask(method, path, key, body if method == "POST" else None)).status == UNAVAILABLE:
            await asyncio.sleep(PAUSE)
        assert answer.is_success, (path, answer.status, answer.body[:300])
        return answer.json()

    @asynccontextmanager
    async def stream(self, path: str, key: str = "") -> AsyncIterator[HttpConnection]:
        async with self.http.stream(self.house, path, self.headers(key)) as connection:
            head, _ = await connection.read_head()
            if not head.startswith(b"HTTP/1.1 200 "):
                raise NoStream(int(head.split(b" ", 2)[1]))
            yield connection

    async def open(self, game: str, *chairs: str, **settings: Any) -> Seats:
        """Opens a table and starts its match. A chair is the level of a bot, or empty for a person."""
        wanted = {
            seat: {"who": "bot", "level": chair} if chair else {"who": "here", "name": NAMES[seat], "mask": MASKS[seat]}
            for seat, chair in enumerate(chairs)
        }
        body = {"game": game, "players": len(chairs), "chairs": wanted, "start": True, "id": new_id(), **settings}
        opened = await self.must("POST", "/tables", **body)
        keys = {told["seat"]: told["key"] for told in opened["seats"]}
        return Seats(f"/tables/{opened['table']}", opened["key"], keys)

    async def again(self, seats: Seats) -> Seats:
        """Opens a rematch."""
        table = (await self.must("POST", f"{seats.path}/rematch", seats.host))["table"]
        await self.must("POST", f"/tables/{table}/start", seats.host)
        return seats._replace(path=f"/tables/{table}")


async def events(connection: HttpConnection) -> AsyncIterator[tuple[str, Any]]:
    """The events of a stream, with their data."""
    kind, rest = "", b""
    async for chunk in connection.chunks():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            field, _, value = line.decode().partition(": ")
            if field == "event":
                kind = value
            elif field == "data" and value.startswith("{"):
                yield kind, json.loads(value)


def offered_moves(view: Any) -> list[str]:
    """The moves that a view offers."""
    return [action["move"] for action in (view["scene"] or {}).get("actions", [])]


class Player:
    """Holds seats of a table and makes random moves, match after match."""

    def __init__(self, visitor: Visitor, seats: Seats, chance: Random) -> None:
        self.visitor = visitor
        self.seats = seats
        self.chance = chance
        self.seat = min(seats.keys)  # whose view is used

    @property
    def key(self) -> str:
        return self.seats.keys[self.seat]

    async def look(self) -> tuple[RawResponse, dict[str, Any] | None]:
        """The answer for the table, and a decision that may be made now, if any."""
        seats = self.seats  # two requests may run at the same time
        answer = await self.visitor.ask("GET", f"{seats.path}?seat={self.seat}", self.key)
        if not answer.is_success:
            return answer, None
        told = answer.json()
        if told["frame"]["phase"] == "over":
            self.seats = await self.visitor.again(seats)
        elif moves := offered_moves(told["sight"]):
            move = self.chance.choice(moves)
            return answer, {"seat": self.seat, "revision": told["sight"]["revision"], "move": move, "id": new_id()}
        else:
            asked = [seat for seat in told["sight"]["scene"]["waiting"] if seat in self.seats.keys]
            self.seat = asked[0] if asked else self.seat
        return answer, None

    async def decide(self, decision: dict[str, Any]) -> RawResponse:
        return await self.visitor.ask("POST", f"{self.seats.path}/decisions", self.key, decision)

    async def take_back(self, decided: RawResponse) -> RawResponse:
        """Undoes a decision."""
        body = {"seat": self.seat, "revision": decided.json()["revision"], "id": new_id()}
        return await self.visitor.ask("POST", f"{self.seats.path}/undo", self.key, body)

    def alone(self, seat: int) -> "Player":
        """A player on one of these seats."""
        return Player(self.visitor, self.seats._replace(keys={seat: self.seats.keys[seat]}), self.chance)

    async def decisions(self, number: int) -> None:
        """Makes up to so many decisions, if they can be made soon."""
        for _ in range(2 * number):
            if number <= 0:
                break
            _, decision = await self.look()
            if decision is not None:
                number -= (await self.decide(decision)).is_success


async def planning(visitor: Visitor, **settings: Any) -> Player:
    """Two people at Venezia who are planning in secret."""
    player = Player(visitor, await visitor.open("venezia", "", "", **settings), Random(0))
    for _ in range(20):
        answer, decision = await player.look()
        if len(answer.json()["sight"]["scene"]["waiting"]) > 1:
            return player
        if decision is not None:
            await player.decide(decision)
    raise AssertionError("nobody plans")


class Timed(NamedTuple):
    kind: str
    status: int
    seconds: float
    body: bytes


class Honest:
    """An honest visitor who sends requests at a steady rate, whether or not the last one was answered."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.visitor = player.visitor
        self.answers: list[Timed] = []
        self._decision: dict[str, Any] | None = None

    @classmethod
    async def sit_down(cls, visitor: Visitor, chance: Random) -> "Honest":
        return cls(Player(visitor, await visitor.open("venezia2099", "", "", listed=True), chance))

    async def go(self, seconds: float) -> None:
        began = time.monotonic()
        async with asyncio.TaskGroup() as tasks:
            for n in range(max(len(KINDS), int(seconds * RATE))):
                await asyncio.sleep(max(0.0, began + n / RATE - time.monotonic()))
                tasks.create_task(self.one(KINDS[n % len(KINDS)]))

    async def one(self, kind: str) -> Timed:
        began = time.monotonic()
        try:
            status, body = await self._asked(kind)
        except NoStream as refusal:
            status, body = refusal.status, b""
        except (TimeoutError, *CONNECTION_ERRORS):
            status, body = NO_ANSWER, b""
        self.answers.append(Timed(kind, status, time.monotonic() - began, body))
        return self.answers[-1]

    async def _asked(self, kind: str) -> tuple[int, bytes]:
        visitor = self.visitor
        match kind:
            case "stream":
                async with asyncio.timeout(PATIENCE), visitor.stream(f"{self.player.seats.path}/events") as connection:
                    async for _ in events(connection):
                        break
                return 200, b""
            case "lobby" | "rules":
                answer = await visitor.ask("GET", "/" if kind == "lobby" else "/rules/verhext", accept="text/html")
            case "decide" if self._decision is not None:
                decision, self._decision = self._decision, None
                answer = await self.player.decide(decision)
            case _:
                answer, self._decision = await self.player.look()
        return answer.status, answer.body


class Opponent:
    """Plays against bots and measures how long they take."""

    def __init__(self, visitor: Visitor, seats: Seats, chance: Random) -> None:
        self.visitor = visitor
        self.seats = seats
        self.chance = chance
        self.waits: list[float] = []
        self._since: float | None = None

    @classmethod
    async def sit_down(cls, visitor: Visitor, level: str, chance: Random) -> "Opponent":
        return cls(visitor, await visitor.open("venezia2099", "", level), chance)

    async def go(self) -> None:
        """Plays match after match until cancelled."""
        while True:
            await self.match()
            self.seats = await self.visitor.again(self.seats)

    async def match(self) -> None:
        """Plays a match to its end; reopens streams that break."""
        over = False
        while not over:
            with suppress(*CONNECTION_ERRORS):
                async with self.visitor.stream(f"{self.seats.path}/events", self.seats.keys[0]) as connection:
                    over = await self._play(connection)
            if not over:
                await asyncio.sleep(PAUSE)

    async def look(self) -> RawResponse:
        """Requests the table, like a page that is reloaded."""
        return await self.visitor.ask("GET", self.seats.path, self.seats.keys[0])

    async def _play(self, connection: HttpConnection) -> bool:
        """Plays while the stream lasts: is the match over?"""
        async for kind, told in events(connection):
            if kind == "frame" and told["phase"] == "over":
                return True
            if kind == "scene":
                await self._answer(told)
        return False

    async def _answer(self, view: Any) -> None:
        now = time.monotonic()
        if self._since is not None:
            self.waits.append(now - self._since)
        self._since = None
        if moves := offered_moves(view):
            body = {"revision": view["revision"], "move": self.chance.choice(moves), "id": new_id()}
            path, key = f"{self.seats.path}/decisions", self.seats.keys[0]
            while (await self.visitor.ask("POST", path, key, body)).status not in FINE:
                await asyncio.sleep(PAUSE)
        else:
            self._since = now

    @property
    def is_waiting(self) -> bool:
        """Is it a bot's turn?"""
        return self._since is not None

    def slowest(self) -> float:
        """The longest wait since the last call, including the current one."""
        waits, self.waits = self.waits, []
        return max([*waits, 0.0 if self._since is None else time.monotonic() - self._since])
