"""The load on our own server: tables, open streams, and decisions by random legal moves, all in one asyncio process.

When is a decision over? When the last viewer whose scene it changed has been shown the new one. Some decisions are
secret: they change the scene of whoever decided and nobody else's, and the server rightly sends the others nothing. So
a decision is over as soon as all streams of its table have shown something new; or once the post was answered, the
mover's stream has shown it, and the table has been quiet for QUIET seconds. Its time is that of the last scene that
arrived at the table before the next decision there, so a straggler counts in full. Afterwards every stream is compared
with what the server says: none may be behind.

In a paced run the time counts from the moment the decision was due, not from when the generator came to post it.
"""

import asyncio
import html
import json
import random
import re
import resource
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, cast

from wire import Connection, Failed, Unchunked, read_head, request

QUIET = 0.1
AT_ONCE = 20  # requests in flight while tables are set up
BUTTON = re.compile(rb'name="move"\s+value="([^"]*)"')


class Viewer(asyncio.Protocol):
    """One open stream: a seat with its key, or a spectator (seat None)."""

    def __init__(self, table: "Table", seat: int | None, form: str) -> None:
        self.table = table
        self.seat = seat
        self.form = form
        self.revision = ""
        self.open = asyncio.get_running_loop().create_future()
        self._scene = b""
        self._moves: list[str] | None = None
        self._head = b""
        self._body: Unchunked | None = None
        self._text = b""
        self._transport: asyncio.Transport | None = None

    @property
    def key(self) -> str:
        return "" if self.seat is None else self.table.keys[self.seat]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        seat = "" if self.seat is None else f"&seat={self.seat}"
        path = f"/tables/{self.table.id}/events?as={self.form}{seat}"
        self._transport.write(request("GET", path, self.key, accept="text/event-stream"))

    def data_received(self, data: bytes) -> None:
        if self._body is None:
            self._head += data
            head, found, data = self._head.partition(b"\r\n\r\n")
            if not found:
                return
            status, headers = read_head(head)
            if status != 200 or headers.get(b"transfer-encoding") != b"chunked":
                self.open.set_exception(Failed(f"a stream began with {head[:300]!r}"))
                self.close()
                return
            self._body = Unchunked()
        *events, self._text = (self._text + self._body.feed(data)).split(b"\n\n")
        for event in events:
            self._read(event)

    def _read(self, event: bytes) -> None:
        kind, name, data = b"", b"", []
        for line in event.split(b"\n"):
            field_name, _, value = line.partition(b": ")
            if field_name == b"event":
                kind = value
            elif field_name == b"id":
                name = value
            elif field_name == b"data":
                data.append(value)
        if kind != b"scene":
            return
        revision = name.split(b".")[0].decode()
        changed = revision != self.revision
        self.revision = revision
        self._scene, self._moves = b"\n".join(data), None
        if not self.open.done():
            self.open.set_result(None)
        elif changed:
            self.table.shown(self)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(Failed(f"a stream broke: {exc}"))
        self.table.broken += not self.table.closing

    def moves(self) -> list[str]:
        """What this viewer may do now, as its scene says."""
        if self._moves is None:
            self._moves = moves_of(self._scene, self.form)
        return self._moves

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def moves_of(scene: bytes, form: str) -> list[str]:
    """The moves a scene offers."""
    if form == "html":
        return list(dict.fromkeys(html.unescape(move.decode()) for move in BUTTON.findall(scene)))
    shown = json.loads(scene)
    actions = (shown.get("scene") or shown).get("actions") or []
    return list(dict.fromkeys(action["move"] for action in actions))


@dataclass(slots=True, eq=False)
class Decision:
    """One decision on its way, and when it was last seen to arrive."""

    due: float
    mover: Viewer
    last: float = 0.0
    shown: set[Viewer] = field(default_factory=set)
    answered: bool = False


class Table:
    """One table with all its viewers, and at most one decision on its way."""

    def __init__(self, table: str, keys: list[str], connection: Connection) -> None:
        self.id = table
        self.keys = keys
        self.connection = connection
        self.viewers: list[Viewer] = []
        self.decision: Decision | None = None
        self.closing = False
        self.broken = 0
        self.busy = False
        self._over: asyncio.Future[None] | None = None
        self._quiet: asyncio.TimerHandle | None = None

    def mover(self) -> Viewer | None:
        """Somebody who may decide now."""
        able = [viewer for viewer in self.viewers if viewer.seat is not None and viewer.moves()]
        return random.choice(able) if able else None

    async def decide(self, mover: Viewer, due: float) -> Decision:
        """Posts a random legal move, and waits until it is over."""
        body = {
            "seat": mover.seat,
            "revision": mover.revision,
            "move": random.choice(mover.moves()),
            "id": secrets.token_urlsafe(12),
        }
        self.busy = True
        self.decision = decision = Decision(due, mover)
        self._over = asyncio.get_running_loop().create_future()
        answer = await self.connection.ask("POST", f"/tables/{self.id}/decisions", mover.key, body)
        answer.json()
        decision.answered = True
        self._settle()
        await self._over
        self.busy = False
        return decision

    def shown(self, viewer: Viewer) -> None:
        """A stream has shown something new."""
        if self.decision is not None:
            self.decision.last = perf_counter()
            self.decision.shown.add(viewer)
            self._settle()

    def _settle(self) -> None:
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None
        decision, over = self.decision, self._over
        if decision is None or over is None or over.done() or not decision.answered:
            return
        if len(decision.shown) == len(self.viewers):
            over.set_result(None)
        elif decision.mover in decision.shown:
            self._quiet = asyncio.get_running_loop().call_later(QUIET, self._hush, over)

    def _hush(self, over: "asyncio.Future[None]") -> None:
        self._quiet = None
        if not over.done():
            over.set_result(None)

    def close(self) -> None:
        self.closing = True
        self.connection.close()
        for viewer in self.viewers:
            viewer.close()


class Load:
    """The load on one or more processes of our server, spread over their ports."""

    def __init__(self, ports: list[int], games: list[str], form: str) -> None:
        self._ports = ports
        self._games = games
        self._form = form
        self._tables: list[Table] = []
        self._opened = 0

    async def open(self, count: int, players: int) -> None:
        """Tables with a running match and a person on every seat, the games in turn."""
        await each(range(count), lambda _: self._keep(players))

    async def idle(self, count: int, players: int) -> None:
        """The same, but nobody looks at them."""

        async def forget(_: int) -> None:
            (await self._open(players)).close()

        await each(range(count), forget)

    async def _keep(self, players: int) -> None:
        self._tables.append(await self._open(players))

    async def _open(self, players: int) -> Table:
        number = self._opened
        self._opened += 1
        connection = await Connection.to(self._ports[number % len(self._ports)])
        wish = {"game": self._games[number % len(self._games)], "players": players, "id": secrets.token_urlsafe(12)}
        opened = (await connection.ask("POST", "/tables", body=wish)).json()
        path, keys = f"/tables/{opened['table']}", []
        for seat in range(players):
            chair = {"name": f"Guest {seat}", "mask": "bauta", "seat": seat, "id": secrets.token_urlsafe(12)}
            keys.append((await connection.ask("POST", f"{path}/seats", body=chair)).json()["key"])
        (await connection.ask("POST", f"{path}/start", opened["key"], {})).json((200, 201, 204))
        return Table(opened["table"], keys, connection)

    async def watch(self, streams: int) -> None:
        """Opens so many streams at every table: its seats, then spectators."""

        async def look(number: int) -> None:
            table = self._tables[number]
            loop = asyncio.get_running_loop()
            for place in range(streams):
                port = self._ports[(number + place) % len(self._ports)]
                viewer = Viewer(table, place if place < len(table.keys) else None, self._form)
                table.viewers.append(viewer)
                await loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", port)  # type: ignore[misc]
                await viewer.open

        await each(range(len(self._tables)), look)

    async def pace(self, rate: int, seconds: int) -> dict[str, Any]:
        """So many decisions a second whatever the server does, the tables in turn; busy ones are passed over."""
        running: list[asyncio.Task[Decision]] = []
        used = cpu()
        start = perf_counter()
        turn = late = 0
        for number in range(rate * seconds):
            due = start + number / rate
            if (wait := due - perf_counter()) > 0:
                await asyncio.sleep(wait)
            tried = 0
            while True:
                table = self._tables[turn % len(self._tables)]
                turn += 1
                if not table.busy and (mover := table.mover()) is not None:
                    break
                tried += 1
                if tried % len(self._tables) == 0:
                    late += 1
                    if tried > 5000 * len(self._tables):
                        raise Failed("no table is left where anybody may decide")
                    await asyncio.sleep(0.001)
            table.busy = True
            running.append(asyncio.create_task(table.decide(mover, due)))
        decisions = await asyncio.gather(*running)
        return _summary(decisions, perf_counter() - start, cpu() - used, late)

    async def race(self, seconds: int) -> dict[str, Any]:
        """As many decisions as there can be: at every table the next one as soon as one is over."""
        decisions: list[Decision] = []
        used = cpu()
        start = perf_counter()
        end = start + seconds

        async def play(table: Table) -> None:
            patience = 40
            while perf_counter() < end and patience:
                mover = table.mover()
                if mover is None:  # the match is over, or the next one's scene is still on its way
                    patience -= 1
                    await asyncio.sleep(0.05)
                    continue
                patience = 40
                decision = await table.decide(mover, perf_counter())
                if perf_counter() <= end:
                    decisions.append(decision)

        await asyncio.gather(*(play(table) for table in self._tables))
        return _summary(decisions, seconds, cpu() - used, 0)

    async def check(self) -> None:
        """Has every stream shown the newest scene, and is every one still open?"""
        await asyncio.sleep(3 * QUIET)

        async def compare(number: int) -> None:
            table = self._tables[number]
            for viewer in table.viewers:
                seat = "" if viewer.seat is None else f"?seat={viewer.seat}"
                answer = (await table.connection.ask("GET", f"/tables/{table.id}{seat}", viewer.key)).json()
                if answer["sight"]["revision"] != viewer.revision:
                    raise Failed(f"a stream is behind: {answer['frame']['game']}, seat {viewer.seat}")
            if table.broken:
                raise Failed("a stream broke")

        await each(range(len(self._tables)), compare)

    async def close(self) -> None:
        for table in self._tables:
            table.close()
        await asyncio.sleep(0)


def _summary(decisions: list[Decision], seconds: float, used: float, late: int) -> dict[str, Any]:
    return {
        "times": [1000 * (decision.last - decision.due) for decision in decisions],
        "scenes": sum(len(decision.shown) for decision in decisions),
        "late": late,
        "seconds": seconds,
        "cpu": used,
    }


async def each(numbers: Iterable[int], work: Callable[[int], Awaitable[None]]) -> None:
    """The work for every number, some at a time."""
    left = iter(numbers)

    async def worker() -> None:
        for number in left:
            await work(number)

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))


def cpu() -> float:
    """The processor time this process has taken."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
