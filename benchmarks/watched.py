"""Tables under load, with their open streams and the decision in progress at each.

A decision is over when the last viewer whose scene it changed has been sent the new scene. A secret decision changes
only the scene of its own seat, and the server rightly sends the others nothing. So a decision counts as over as soon as
all streams of its table have shown something new; or once the POST was answered, the mover's stream has shown the
decision, and the table has been quiet for QUIET seconds. Its time is that of the last scene that arrived before the
next decision at the table, so a late scene counts in full. In the end every stream must show the server's newest scene.
"""

import asyncio
import html
import json
import random
import re
import secrets
from dataclasses import dataclass, field
from time import perf_counter
from typing import cast

from wire import Connection, Failed, Gone, Unchunked, give_up, read_head, request, within

QUIET = 0.1
EVENTS = {"html": b"table", "json": b"scene"}  # what a stream calls a new table
BUTTON = re.compile(rb'name="move"\s+value="([^"]*)"')


class Viewer(asyncio.Protocol):
    """One open stream: a seat with its key, or a spectator (seat None)."""

    def __init__(self, table: "Table", seat: int | None, form: str) -> None:
        self.table = table
        self.seat = seat
        self.form = form
        self.revision = ""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._scene = b""
        self._moves: list[str] | None = None
        self._head = b""
        self._body: Unchunked | None = None
        self._text = b""
        self._transport: asyncio.Transport | None = None

    @property
    def key(self) -> str:
        return "" if self.seat is None else self.table.keys[self.seat]

    @property
    def path(self) -> str:
        return f"{self.table.path}/events?as={self.form}" + ("" if self.seat is None else f"&seat={self.seat}")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(request("GET", self.path, self.key, accept="text/event-stream"))

    def data_received(self, data: bytes) -> None:
        if self._body is None:
            self._head += data
            head, found, data = self._head.partition(b"\r\n\r\n")
            if not found:
                return
            status, headers = read_head(head)
            if status != 200 or headers.get(b"transfer-encoding") != b"chunked":
                give_up(self.open, Failed(f"{self.path} began with {head[:300]!r}"))
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
        if kind != EVENTS[self.form]:
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
        lost = Gone(f"the stream {self.path} broke")
        give_up(self.open, lost)
        self.table.lose(lost)

    def moves(self) -> list[str]:
        """The moves that its scene offers this viewer now."""
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
    """A decision in progress, and when a stream last showed something new."""

    due: float
    mover: Viewer
    last: float = 0.0
    shown: set[Viewer] = field(default_factory=set)
    answered: bool = False


class Stir:
    """Wakes those who wait for news from any table."""

    def __init__(self) -> None:
        self._new = asyncio.Event()

    def tell(self) -> None:
        self._new.set()

    async def wait(self) -> None:
        self._new.clear()
        await self._new.wait()


class Table:
    """A table with all its viewers, and at most one decision in progress."""

    def __init__(self, path: str, keys: list[str], connection: Connection, limit: float, stir: Stir) -> None:
        self.path = path
        self.keys = keys
        self.connection = connection
        self.viewers: list[Viewer] = []
        self.decision: Decision | None = None
        self.busy = False
        self._limit = limit
        self._stir = stir
        self._closing = False
        self._lost: Failed | None = None
        self._over: asyncio.Future[None] | None = None
        self._quiet: asyncio.TimerHandle | None = None

    def mover(self) -> Viewer | None:
        """A random viewer who may decide now; None if nobody may."""
        self.demand_streams()
        able = [viewer for viewer in self.viewers if viewer.seat is not None and viewer.moves()]
        return random.choice(able) if able else None

    async def decide(self, mover: Viewer, due: float) -> Decision:
        """Post a random legal move, and wait until the decision is over."""
        body = {
            "seat": mover.seat,
            "revision": mover.revision,
            "move": random.choice(mover.moves()),
            "id": secrets.token_urlsafe(12),
        }
        self.busy = True
        self.decision = decision = Decision(due, mover)
        self._over = asyncio.get_running_loop().create_future()
        await self.connection.ask("POST", f"{self.path}/decisions", mover.key, body)
        decision.answered = True
        self._settle()
        async with within(self._limit, f"the stream {mover.path} did not show its own decision"):
            await self._over
        self.busy = False
        self._stir.tell()
        return decision

    async def catch_up(self) -> None:
        """Wait until every stream has shown the newest scene."""
        for viewer in self.viewers:
            seat = "" if viewer.seat is None else f"?seat={viewer.seat}"
            newest = (await self.connection.ask("GET", f"{self.path}{seat}", viewer.key))["sight"]["revision"]
            async with within(self._limit, f"the stream {viewer.path} did not show the newest scene"):
                while viewer.revision != newest:
                    self.demand_streams()
                    await self._stir.wait()
        self.demand_streams()

    def demand_streams(self) -> None:
        """Raise `Failed` if a stream has been lost."""
        if self._lost is not None:
            raise self._lost

    def lose(self, lost: Failed) -> None:
        """A stream has been lost."""
        if not self._closing:
            self._lost = lost
            give_up(self._over, lost)
            self._stir.tell()

    def shown(self, viewer: Viewer) -> None:
        """A stream has shown something new."""
        if self.decision is not None:
            self.decision.last = perf_counter()
            self.decision.shown.add(viewer)
            self._settle()
        self._stir.tell()

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
        self._closing = True
        self.connection.close()
        for viewer in self.viewers:
            viewer.close()
