"""Streams: a table as server-sent events, for one viewer.

An event is sent when something has changed for the viewer, and not otherwise. Its id is made of digests of what the
viewer has seen: their view, the table info, who is there. So a broken stream resumes anywhere, also on another process,
and an id of another viewer or table has no effect.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from msgspec.json import encode
from starlette.types import Receive, Scope, Send

from ridotto.house.refusals import Refused, StoreFailed
from ridotto.house.tables.live_tables import Subscription
from ridotto.house.time_source import TimeSource
from ridotto.web.live.news import JsonNews, News, PageNews, event
from ridotto.web.request import Request
from ridotto.web.responses import Reply
from ridotto.web.schemas.request_schemas import StreamQuery
from ridotto.web.services import Services

CONNECTION = "ridotto.connection"  # the extension of the scope with the connection
HEARTBEAT_SECONDS = 15.0  # of silence, after which a stream sends a comment
START = b"retry: 1000\n\n"
HEARTBEAT = b":\n\n"
BYE = b"event: bye\ndata:\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"x-accel-buffering", b"no"),  # proxies must not collect events
]


async def events(request: Request, services: Services, query: StreamQuery) -> "Reply[TableStream]":
    """The table live, as server-sent events.

    `scene` is what you see of the match, `frame` what everybody knows of the table, `presence` who is away: each is
    sent when it has changed, only the newest. `reaction` is a gesture, at the moment when it is made. `bye` ends the
    stream: connect again. Pages ask for HTML and are sent the `table`. Send the id of the last event as
    `Last-Event-ID` or `after`, and the stream resumes there. Whoever has a stream open counts as present.

    With `changes`, the first `scene` and `frame` are followed by `changes` and `frame-changes`, which have only what is
    new; so does a `table`, whose elements marked `data-same` are those sent before. With `happened`, `happened` tells
    each step that you noticed, as data, in your own count; after a gap it says so.
    """
    table = await services.house.table_for(request.table_id, request.own_keys)
    services.house.viewer_for(table, request.own_keys, query.seat)  # refuses visitors who may not watch
    return Reply(TableStream(request, services, query, table.chairs.participants_of(request.own_keys)))


class Connection(Protocol):
    """The connection of a request, as our server passes it on: a stream needs no task of its own to notice its end."""

    lost: bool
    on_lost: Callable[[], None] | None


class TableStream:
    """A stream of one table for somebody who is these participants; an ASGI application."""

    def __init__(self, request: Request, services: Services, query: StreamQuery, participants: list[int]) -> None:
        self._table_id = request.table_id
        self._keys = request.own_keys
        self._seat = query.seat
        self._visitor = request.visitor.address
        self._house = services.house
        self._streams = services.streams
        self._participants = participants
        seen = request.headers.get("last-event-id") or query.after
        make_news = PageNews if query.form == "html" else JsonNews
        self._news: News = make_news(query, services.streams, self._visitor, self._keys, request.translator, seen)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        subscription = self._house.subscribe(self._table_id, *self._participants)
        with self._streams.add(self._visitor, subscription.changed), subscription:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            if scope["method"] != "HEAD":
                with disconnection(scope, receive, subscription.changed) as disconnected:
                    await self._send_news(subscription, disconnected, send)
                await _write(send, BYE)
        await send({"type": "http.response.body"})

    async def _send_news(self, subscription: Subscription, disconnected: Callable[[], bool], send: Send) -> None:
        """Sends what is new until the visitor leaves or loses the seat, or the house stops."""
        house, changed, news = self._house, subscription.changed, self._news
        await _write(send, START)
        heartbeat = KeepAlive(send, house.time)
        with suppress(Refused, StoreFailed):
            while not (disconnected() or self._streams.stopping):
                changed.clear()
                table = subscription.live_table.table or await house.table(self._table_id)
                viewer = house.viewer_for(table, self._keys, self._seat)
                subscription.participants = table.chairs.participants_of(self._keys)
                events = news.take(table, viewer, house.presence(table.id))
                del table  # while the stream waits, the house may drop the table from memory
                events += _reactions(subscription)
                if events:
                    await _write(send, events)
                    heartbeat.restart()
                del events  # a stream waits for long: it keeps no bytes
                if news.debt > 0:
                    await self._wait_until_paid(changed, disconnected)
                else:
                    await heartbeat.until(changed)
                await _write(send, b"")  # waits until a slow reader has taken the last event; then the newest follows

    async def _wait_until_paid(self, changed: asyncio.Event, disconnected: Callable[[], bool]) -> None:
        """Slows down the streams of a visitor who has many, so that nobody else waits for them."""
        time = self._house.time
        end, self._news.debt = time.monotonic() + self._news.debt, 0.0
        while (left := end - time.monotonic()) > 0 and not (disconnected() or self._streams.stopping):
            changed.clear()
            await time.wait(changed, left)


class KeepAlive:
    """Sends a comment after every pause, so that both ends notice a broken connection.

    Only what is sent restarts the pause: its rhythm must not reveal decisions that the viewer is not told.
    """

    def __init__(self, send: Send, time: TimeSource) -> None:
        self._send = send
        self._time = time
        self.restart()

    def restart(self) -> None:
        self._due = self._time.monotonic() + HEARTBEAT_SECONDS

    async def until(self, changed: asyncio.Event) -> None:
        """Sends heartbeats until the event is set."""
        while not await self._time.wait(changed, self._due - self._time.monotonic()):
            await _write(self._send, HEARTBEAT)
            self.restart()


@contextmanager
def disconnection(scope: Scope, receive: Receive, wake_up: asyncio.Event) -> Iterator[Callable[[], bool]]:
    """Tells whether the visitor has left, and wakes the stream when they do.

    Our own server calls back (`ops/server.py`); with any other, a task waits for the message.
    """
    connection: Connection | None = scope.get("extensions", {}).get(CONNECTION)
    if connection is not None:
        connection.on_lost = wake_up.set
        try:
            yield lambda: connection.lost
        finally:
            connection.on_lost = None
        return

    async def wait_for_disconnect() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        wake_up.set()

    task = asyncio.create_task(wait_for_disconnect())
    try:
        yield task.done
    finally:
        task.cancel()


async def _write(send: Send, data: bytes) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": True})


def _reactions(subscription: Subscription) -> bytes:
    """The gestures since the last call. They have no id: a gesture that was missed is not sent again."""
    unread, subscription.reactions = subscription.reactions, ()
    return b"".join([event(b"reaction", encode(reaction)) + b"\n" for reaction in unread])
