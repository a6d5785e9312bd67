"""Streams: a table as server-sent events, for one viewer.

An event is sent when something has changed for the viewer, and not otherwise. Its id is made of digests of what the
viewer has seen: their view, the table info, who is there. So a broken stream resumes anywhere, also on another process,
and an id of another viewer or table has no effect.
"""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send

from ridotto.house.people.presence import Presence
from ridotto.house.refusals import Refused, StoreFailed
from ridotto.house.tables.live_tables import Subscription
from ridotto.house.tables.table import Table
from ridotto.house.time_source import TimeSource
from ridotto.web.http.rate_limits import STREAM_HTML_PRICE, STREAM_JSON_PRICE
from ridotto.web.request import Request
from ridotto.web.responses import Reply
from ridotto.web.schemas.request_schemas import StreamQuery
from ridotto.web.services import Services
from ridotto.web.tables import table_pages
from ridotto.web.tables.table_translator import translated_view
from ridotto.web.tables.template_context import PersonAtTable

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
    stream: connect again. Pages ask for HTML and are sent the whole `table`. Send the id of the last event as
    `Last-Event-ID` or `after`, and the stream resumes there. Whoever has a stream open counts as present.
    """
    table = await services.house.table_for(request.table_id, request.own_keys)
    services.house.viewer_for(table, request.own_keys, query.seat)  # refuses visitors who may not watch
    return Reply(TableStream(request, services, query, table.chairs.participants_of(request.own_keys)))


class TableStream:
    """A stream of one table for somebody who is these participants; an ASGI application."""

    def __init__(self, request: Request, services: Services, query: StreamQuery, participants: list[int]) -> None:
        self._request = request
        self._house = services.house
        self._streams = services.streams
        self._query = query
        self._participants = participants
        self._debt = 0.0  # seconds until everything rendered for this visitor is paid

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        subscription = self._house.subscribe(self._request.table_id, *self._participants)
        with self._streams.add(self._request.visitor.address, subscription.changed), subscription:
            await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
            if scope["method"] != "HEAD":
                disconnected = asyncio.create_task(_disconnect(receive, subscription.changed))
                try:
                    await self._send_news(subscription, disconnected, send)
                finally:
                    disconnected.cancel()
                await _write(send, BYE)
        await send({"type": "http.response.body"})

    async def _send_news(self, subscription: Subscription, disconnected: "asyncio.Task[None]", send: Send) -> None:
        """Sends what is new until the visitor leaves or loses the seat, or the house stops."""
        house, changed = self._house, subscription.changed
        seen = self._request.headers.get("last-event-id") or self._query.after
        await _write(send, START)
        heartbeat = KeepAlive(send, house.time)
        with suppress(Refused, StoreFailed):
            while not (disconnected.done() or self._streams.stopping):
                changed.clear()
                table = subscription.live_table.table or await house.table(self._request.table_id)
                viewer = house.viewer_for(table, self._request.own_keys, self._query.seat)
                subscription.participants = table.chairs.participants_of(self._request.own_keys)
                news, seen = self._news(table, viewer, house.presence(table.id), seen)
                del table  # while the stream waits, the house may drop the table from memory
                news += _reactions(subscription)
                if news:
                    await _write(send, news)
                    heartbeat.restart()
                if self._debt > 0:
                    await self._wait_until_paid(changed, disconnected)
                else:
                    await heartbeat.until(changed)
                await _write(send, b"")  # waits until a slow reader has taken the last event; then the newest follows

    async def _wait_until_paid(self, changed: asyncio.Event, disconnected: "asyncio.Task[None]") -> None:
        """Slows down the streams of a visitor who has many, so that nobody else waits for them."""
        time = self._house.time
        end, self._debt = time.monotonic() + self._debt, 0.0
        while (left := end - time.monotonic()) > 0 and not (disconnected.done() or self._streams.stopping):
            changed.clear()
            await time.wait(changed, left)

    def _news(self, table: Table, viewer: int, presence: Presence, seen: str) -> tuple[bytes, str]:
        """The events that a viewer has not seen yet, and the id of the last one."""
        info, view = table.info(), table.player_view(viewer)
        id = f"{view.revision}.{info.digest}{presence.digest}"
        if id == seen:
            return b"", id
        seen_view, _, rest = seen.partition(".")
        seen_info, dot, seen_presence = rest.partition(".")
        info_changed, view_changed = info.digest != seen_info, view.revision != seen_view
        new_presence = None if presence.digest == dot + seen_presence else presence
        render = self._html_events if self._query.form == "html" else self._json_events
        parts = render(table, viewer, info_changed, view_changed, new_presence)
        return ("\n".join(parts) + f"id: {id}\n\n").encode(), id

    def _html_events(
        self, table: Table, viewer: int, info_changed: bool, view_changed: bool, presence: Presence | None
    ) -> list[str]:
        """The whole table as HTML, and presence apart from it. Before the match, only that something has changed."""
        if table.phase in ("open", "closed"):
            return [_event("frame", table.phase)]
        keys, translator, parts = self._request.own_keys, self._request.translator, []
        person = PersonAtTable(
            viewer,
            tuple(table.chairs.seats_of(keys)),
            table.chairs.has_host_rights(keys),
            table.chat.spectator_name(keys),
        )
        if presence is not None:
            key: Hashable = (table.id, translator.language, presence.digest, person)
            parts.append(
                self._cached(
                    key,
                    STREAM_JSON_PRICE,
                    lambda: _event("presence", table_pages.absent(table, person, presence, translator)),
                )
            )
        if info_changed or view_changed:
            revision = table.player_view(viewer).revision
            key = (table.id, translator.language, revision, table.info().digest, person)
            parts.append(
                self._cached(
                    key, STREAM_HTML_PRICE, lambda: _event("table", table_pages.table_part(table, person, translator))
                )
            )
        return parts

    def _json_events(
        self, table: Table, viewer: int, info_changed: bool, view_changed: bool, presence: Presence | None
    ) -> list[str]:
        translator, parts = self._request.translator, []
        if info_changed:
            key: Hashable = (table.id, "frame", table.info().digest)
            parts.append(self._cached(key, STREAM_JSON_PRICE, lambda: _event("frame", _json(table.info()))))
        if view_changed:
            key = (table.id, translator.language, table.player_view(viewer).revision)
            parts.append(
                self._cached(
                    key, STREAM_JSON_PRICE, lambda: _event("scene", _json(translated_view(table, viewer, translator)))
                )
            )
        if presence is not None:
            parts.append(_event("presence", _json(presence)))
        return parts

    def _cached(self, key: Hashable, price: int, make: Callable[[], str]) -> str:
        """An event from the cache that all streams share. Whoever needs it first pays for it, later."""

        def make_and_charge() -> str:
            self._debt = self._streams.limits.take_on_credit(self._request.visitor.address, "show", price)
            return make()

        return self._streams.events.get_or_add(key, make_and_charge)


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


async def _disconnect(receive: Receive, changed: asyncio.Event) -> None:
    """Returns when the visitor has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
    changed.set()


async def _write(send: Send, data: bytes) -> None:
    await send({"type": "http.response.body", "body": data, "more_body": True})


def _reactions(subscription: Subscription) -> bytes:
    """The gestures since the last call. They have no id: a gesture that was missed is not sent again."""
    unread = subscription.reactions
    return "".join(_event("reaction", _json(unread.popleft())) + "\n" for _ in range(len(unread))).encode()


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _event(name: str, data: str) -> str:
    """An event without its id and the empty line that ends it."""
    lines = data.replace("\n", "\ndata: ")
    return f"event: {name}\ndata: {lines}\n"
