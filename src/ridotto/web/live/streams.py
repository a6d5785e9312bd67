"""Streams: whoever looks at a table is sent the newest of it, when it has changed for them and not otherwise.

The id of an event is what its viewer saw then: digests of the sight, the frame, and who is there. So a stream that
was broken goes on where it was, on any process, and an id of another viewer or table means nothing.
"""

import asyncio
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from ridotto.house.people.presence import Presence
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.house.tables.live_tables import Subscription
from ridotto.house.tables.table import Table
from ridotto.house.time_source import TimeSource
from ridotto.web.http.rate_limits import DRAWN, TOLD, Limits
from ridotto.web.lru_cache import Kept
from ridotto.web.request import Ask
from ridotto.web.responses import Answer
from ridotto.web.schemas.request_schemas import Watch
from ridotto.web.schemas.response_schemas import sight_told
from ridotto.web.tables import table_pages
from ridotto.web.tables.template_context import Onlooker

ROOM = 512  # renderings; the streams of a table follow each other closely, so few are enough
HEARTBEAT = 15.0  # seconds after which a silent stream shows that it lives
START = b"retry: 1000\n\n"
ALIVE = b":\n\n"
BYE = b"event: bye\ndata:\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),  # for proxies that would collect it
]


class Streams:
    """All streams of this process; they end when it does."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.shown: Kept[str] = Kept(ROOM)
        self.stopping = False
        self._open: set[asyncio.Event] = set()

    def stop(self) -> None:
        """Says goodbye to everybody."""
        self.stopping = True
        for changed in self._open:
            changed.set()

    @contextmanager
    def open(self, client: str, changed: asyncio.Event) -> Iterator[None]:
        with self.limits.streaming(client):
            self._open.add(changed)
            try:
                yield
            finally:
                self._open.discard(changed)


class Stream:
    """One of them, for somebody who holds these places; it is its own answer."""

    def __init__(self, streams: Streams, ask: Ask, query: Watch, places: list[int]) -> None:
        self.streams = streams
        self.ask = ask
        self.query = query
        self.places = places
        self._debt = 0.0  # seconds until all that was drawn for this visitor is paid

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watching = self.ask.house.watch(self.ask.table_id, *self.places)
        with self.streams.open(self.ask.visitor.name, watching.changed), watching:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            if scope["method"] != "HEAD":
                leaving = asyncio.create_task(_leave(receive, watching.changed))
                try:
                    await self._follow(watching, leaving, send)
                finally:
                    leaving.cancel()
                await _write(send, BYE)
        await send({"type": "http.response.body"})

    async def _follow(self, watching: Subscription, leaving: "asyncio.Task[None]", send: Send) -> None:
        """Sends what is new until somebody leaves, the seat is theirs no more, or the house closes."""
        house, changed = self.ask.house, watching.changed
        seen = self.ask.headers.get("last-event-id") or self.query.after
        await _write(send, START)
        heart = Heart(send, house.time)
        with suppress(Refused, StoreFailed):
            while not (leaving.done() or self.streams.stopping):
                changed.clear()
                table = watching.spot.table or await house.table(self.ask.table_id)
                viewer = house.viewer(table, self.ask.keyring, self.query.seat)
                watching.places = table.places(self.ask.keyring)
                news, seen = self._news(table, viewer, house.presence(table.id), seen)
                del table  # the house may forget it while nothing happens
                news += _reactions(watching)
                if news:
                    await _write(send, news)
                    heart.rest()
                if self._debt > 0:
                    await self._wait_until_paid(changed, leaving)
                else:
                    await heart.beat_until(changed)
                await _write(send, b"")  # a slow reader takes what went before, and then the newest

    async def _wait_until_paid(self, changed: asyncio.Event, leaving: "asyncio.Task[None]") -> None:
        """Whoever has many streams is shown the newest of all of them, less often: others are not to wait for it."""
        time = self.ask.house.time
        end, self._debt = time.monotonic() + self._debt, 0.0
        while (left := end - time.monotonic()) > 0 and not (leaving.done() or self.streams.stopping):
            changed.clear()
            await time.wait(changed, left)

    def _news(self, table: Table, viewer: int, presence: Presence, seen: str) -> tuple[bytes, str]:
        """What a viewer has not seen yet, and what they have seen after it."""
        frame, sight = table.frame(), table.sight(viewer)
        now = f"{sight.revision}.{frame.digest}{presence.digest}"
        if now == seen:
            return b"", now
        saw_sight, _, rest = seen.partition(".")
        saw_frame, dot, saw_presence = rest.partition(".")
        new_frame, new_sight = frame.digest != saw_frame, sight.revision != saw_sight
        told = self._page if self.query.form == "html" else self._data
        parts = told(table, viewer, new_frame, new_sight, None if presence.digest == dot + saw_presence else presence)
        return ("\n".join(parts) + f"id: {now}\n\n").encode(), now

    def _page(self, table: Table, viewer: int, frame: bool, sight: bool, presence: Presence | None) -> list[str]:
        """The table as pages show it; before the match, only that there is something new. Who is there comes apart."""
        if table.phase in ("open", "closed"):
            return [_event("frame", table.phase)]
        words, keys, parts = self.ask.words, self.ask.keyring, []
        onlooker = Onlooker(viewer, tuple(table.seats_of(keys)), table.hosts(keys), table.spectator(keys))
        if presence is not None:
            key: Hashable = (table.id, words.language, presence.digest, onlooker)
            parts.append(
                self._once(key, TOLD, lambda: _event("presence", table_pages.absent(table, onlooker, presence, words)))
            )
        if frame or sight:
            key = (table.id, words.language, table.sight(viewer).revision, table.frame().digest, onlooker)
            parts.append(self._once(key, DRAWN, lambda: _event("table", table_pages.at_table(table, onlooker, words))))
        return parts

    def _data(self, table: Table, viewer: int, frame: bool, sight: bool, presence: Presence | None) -> list[str]:
        """The table as data, as far as it is new."""
        words, parts = self.ask.words, []
        if frame:
            key = (table.id, "frame", table.frame().digest)
            parts.append(self._once(key, TOLD, lambda: _event("frame", _json(table.frame()))))
        if sight:
            key = (table.id, words.language, table.sight(viewer).revision)
            parts.append(self._once(key, TOLD, lambda: _event("scene", _json(sight_told(table, viewer, words)))))
        if presence is not None:
            parts.append(_event("presence", _json(presence)))
        return parts

    def _once(self, key: Hashable, price: int, make: Callable[[], str]) -> str:
        """What all who see the same are sent: whoever comes first pays for it, afterwards."""

        def paid() -> str:
            self._debt = self.streams.limits.owe(self.ask.visitor.name, "show", price)
            return make()

        return self.streams.shown.get(key, paid)


async def events(ask: Ask, query: Watch) -> Answer[Stream]:
    """The table live, as server-sent events.

    `scene` is what you see of the match, `frame` what everybody knows of the table, `presence` who is away; each is
    sent when it has changed, the newest only. `reaction` is a gesture of a seat, at the moment when it is made. Whoever
    has a stream open is there. Pages ask for HTML, and are sent the whole `table`. The id of an event says what you had
    seen by then: give it back as `Last-Event-ID` or `after`, and you are sent what differs. `bye` ends a stream: come
    again.
    """
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    ask.house.viewer(table, ask.keyring, query.seat)  # refuses who may not look
    return Answer(Stream(ask.streams, ask, query, table.places(ask.keyring)))


class Heart:
    """Shows that a stream is alive. It rests after what was sent, never for what its viewer is not told."""

    def __init__(self, send: Send, time: TimeSource) -> None:
        self.send = send
        self.time = time
        self.rest()

    def rest(self) -> None:
        self.next = self.time.monotonic() + HEARTBEAT

    async def beat_until(self, changed: asyncio.Event) -> None:
        """Waits until there may be something new."""
        while not await self.time.wait(changed, self.next - self.time.monotonic()):
            await _write(self.send, ALIVE)
            self.rest()


async def _leave(receive: Receive, changed: asyncio.Event) -> None:
    """Ends when the reader is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    changed.set()


async def _write(send: Send, data: bytes) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": True})


def _reactions(watching: Subscription) -> bytes:
    """Gestures since the last time. They have no id: whoever has missed one has missed it."""
    told = [_event("reaction", _json(watching.reactions.popleft())) + "\n" for _ in range(len(watching.reactions))]
    return "".join(told).encode()


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _event(name: str, data: str) -> str:
    """An event that wants only its id, and the empty line that ends it."""
    lines = data.replace("\n", "\ndata: ")
    return f"event: {name}\ndata: {lines}\n"
