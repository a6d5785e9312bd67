"""Tables under load, with their open streams and the decision in progress at each.

A decision is over when the last viewer whose scene it changed has been sent the new scene. A secret decision changes
only the scene of its own seat, and the server rightly sends the others nothing. So a decision counts as over as soon as
all streams of its table have shown something new; or once the POST was answered, the mover's stream has shown the
decision, and the table has been quiet for QUIET_SECONDS. Its time is that of the last scene that arrived before the
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

from http_client import (
    BenchmarkFailed,
    ChunkedDecoder,
    Connection,
    ConnectionLost,
    encode_request,
    fail_after,
    fail_future,
    parse_head,
)

QUIET_SECONDS = 0.1
SCENE_EVENTS = {"html": (b"table",), "json": (b"scene", b"changes")}  # the events with a new scene, by form
SAME_MOVES = b'id="moves" data-same'  # the moves are those of the scene before
MOVE_BUTTON = re.compile(rb'name="move"\s+value="([^"]*)"')


class Stream(asyncio.Protocol):
    """One open stream of a table: a seat with its key, or a spectator (seat None)."""

    def __init__(self, table: "Table", seat: int | None, form: str) -> None:
        self.table = table
        self.seat = seat
        self.form = form
        self.revision = ""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._scene = b""
        self._moves: list[str] | None = None
        self._head = b""
        self._decoder: ChunkedDecoder | None = None
        self._incomplete_event = b""
        self._transport: asyncio.Transport | None = None

    @property
    def key(self) -> str:
        return "" if self.seat is None else self.table.keys[self.seat]

    @property
    def path(self) -> str:
        return f"{self.table.path}/events?as={self.form}&changes=true" + (
            "" if self.seat is None else f"&seat={self.seat}"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(encode_request("GET", self.path, self.key, accept="text/event-stream"))

    def data_received(self, data: bytes) -> None:
        if self._decoder is None:
            self._head += data
            head, separator, data = self._head.partition(b"\r\n\r\n")
            if not separator:
                return
            status, headers = parse_head(head)
            if status != 200 or headers.get(b"transfer-encoding") != b"chunked":
                fail_future(self.opened, BenchmarkFailed(f"{self.path} began with {head[:300]!r}"))
                self.close()
                return
            self._decoder = ChunkedDecoder()
        *events, self._incomplete_event = (self._incomplete_event + self._decoder.feed(data)).split(b"\n\n")
        for event in events:
            self._handle_event(event)

    def _handle_event(self, event: bytes) -> None:
        event_name, event_id, data = b"", b"", []
        for line in event.split(b"\n"):
            field_name, _, value = line.partition(b": ")
            if field_name == b"event":
                event_name = value
            elif field_name == b"id":
                event_id = value
            elif field_name == b"data":
                data.append(value)
        if event_name not in SCENE_EVENTS[self.form]:
            return
        revision = event_id.split(b".")[0].decode()
        changed = revision != self.revision
        self.revision = revision
        self._read_scene(b"\n".join(data))
        if not self.opened.done():
            self.opened.set_result(None)
        elif changed:
            self.table.on_new_scene(self)

    def _read_scene(self, scene: bytes) -> None:
        """Note the moves of a new scene, unless it says that they have not changed."""
        if self.form == "html" and SAME_MOVES not in scene:
            self._scene, self._moves = scene, None
        elif self.form == "json":
            moves = parse_moves(scene)
            self._moves = self._moves if moves is None else moves

    def connection_lost(self, exc: Exception | None) -> None:
        error = ConnectionLost(f"the stream {self.path} broke")
        fail_future(self.opened, error)
        self.table.on_stream_lost(error)

    def offered_moves(self) -> list[str]:
        """The moves that its scene offers this viewer now."""
        if self._moves is None:
            buttons = MOVE_BUTTON.findall(self._scene)
            self._moves = list(dict.fromkeys(html.unescape(move.decode()) for move in buttons))
        return self._moves

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


def parse_moves(scene: bytes) -> list[str] | None:
    """The moves of a scene or of the changes in it; None if they have not changed."""
    content = json.loads(scene)
    is_whole = "log" in content and isinstance(content["log"], list)
    actions = content["scene"].get("actions", [] if is_whole else None)
    return None if actions is None else list(dict.fromkeys(action["move"] for action in actions))


@dataclass(slots=True, eq=False)
class Decision:
    """A decision, and when a stream last showed something new. Times are those of `perf_counter`."""

    due_at: float
    mover: Stream
    last_shown_at: float = 0.0
    shown_by: set[Stream] = field(default_factory=set)
    answered: bool = False


class Notifier:
    """Wakes those who wait for news from any table."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        self._event.clear()
        await self._event.wait()


class Table:
    """A table with its open streams, and at most one decision in progress."""

    def __init__(
        self, path: str, keys: list[str], connection: Connection, timeout_seconds: float, notifier: Notifier
    ) -> None:
        self.path = path
        self.keys = keys
        self.connection = connection
        self.streams: list[Stream] = []
        self.decision: Decision | None = None
        self.busy = False
        self._timeout_seconds = timeout_seconds
        self._notifier = notifier
        self._closing = False
        self._stream_error: BenchmarkFailed | None = None
        self._completed: asyncio.Future[None] | None = None
        self._quiet_timer: asyncio.TimerHandle | None = None

    def choose_mover(self) -> Stream | None:
        """The stream of a random seat that may decide now; None if none may."""
        self.raise_if_stream_lost()
        candidates = [stream for stream in self.streams if stream.seat is not None and stream.offered_moves()]
        return random.choice(candidates) if candidates else None

    async def decide(self, mover: Stream, due_at: float) -> Decision:
        """Post a random legal move, and wait until the decision is over."""
        body = {
            "seat": mover.seat,
            "revision": mover.revision,
            "move": random.choice(mover.offered_moves()),
            "id": secrets.token_urlsafe(12),
        }
        self.busy = True
        self.decision = decision = Decision(due_at, mover)
        self._completed = asyncio.get_running_loop().create_future()
        await self.connection.request("POST", f"{self.path}/decisions", mover.key, body)
        decision.answered = True
        self._check_completion()
        async with fail_after(self._timeout_seconds, f"the stream {mover.path} did not show its own decision"):
            await self._completed
        self.busy = False
        self._notifier.notify()
        return decision

    async def wait_for_newest_scenes(self) -> None:
        """Wait until every stream has shown the newest scene."""
        for stream in self.streams:
            query = "" if stream.seat is None else f"?seat={stream.seat}"
            response = await self.connection.request("GET", f"{self.path}{query}", stream.key)
            newest_revision = response["sight"]["revision"]
            async with fail_after(self._timeout_seconds, f"the stream {stream.path} did not show the newest scene"):
                while stream.revision != newest_revision:
                    self.raise_if_stream_lost()
                    await self._notifier.wait()
        self.raise_if_stream_lost()

    def raise_if_stream_lost(self) -> None:
        """Raise `BenchmarkFailed` if a stream has been lost."""
        if self._stream_error is not None:
            raise self._stream_error

    def on_stream_lost(self, error: BenchmarkFailed) -> None:
        """A stream has been lost."""
        if not self._closing:
            self._stream_error = error
            fail_future(self._completed, error)
            self._notifier.notify()

    def on_new_scene(self, stream: Stream) -> None:
        """A stream has shown something new."""
        if self.decision is not None:
            self.decision.last_shown_at = perf_counter()
            self.decision.shown_by.add(stream)
            self._check_completion()
        self._notifier.notify()

    def _check_completion(self) -> None:
        if self._quiet_timer is not None:
            self._quiet_timer.cancel()
            self._quiet_timer = None
        decision, completed = self.decision, self._completed
        if decision is None or completed is None or completed.done() or not decision.answered:
            return
        if len(decision.shown_by) == len(self.streams):
            completed.set_result(None)
        elif decision.mover in decision.shown_by:
            self._quiet_timer = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._finish_when_quiet, completed)

    def _finish_when_quiet(self, completed: "asyncio.Future[None]") -> None:
        self._quiet_timer = None
        if not completed.done():
            completed.set_result(None)

    def close(self) -> None:
        self._closing = True
        self.connection.close()
        for stream in self.streams:
            stream.close()
