"""What a stream sends next: the newest table for its viewer, or what has changed in it since the last event."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from msgspec.json import encode

from ridotto.engine.note import Note
from ridotto.house.people.presence import Presence
from ridotto.house.tables.table import Table
from ridotto.house.tables.table_info import TableInfo
from ridotto.house.tables.trail import TrailStep
from ridotto.translations import Translator
from ridotto.web.http.rate_limits import STREAM_HTML_PRICE, STREAM_JSON_PRICE
from ridotto.web.live.changes import info_changes, view_changes
from ridotto.web.live.open_streams import OpenStreams
from ridotto.web.schemas.request_schemas import StreamQuery
from ridotto.web.schemas.response_schemas import HappenedResponse, NoteResponse, ViewResponse
from ridotto.web.tables import table_pages
from ridotto.web.tables.page_parts import RenderedTable
from ridotto.web.tables.table_translator import translated_view
from ridotto.web.tables.template_context import PersonAtTable


class News:
    """The events of one stream. An event id is made of digests of what the viewer has seen.

    `debt`: seconds until everything that was rendered for this visitor is paid.
    """

    __slots__ = ("_keys", "_streams", "_visitor", "debt", "seen", "translator")

    def __init__(
        self, streams: OpenStreams, visitor: str, keys: tuple[str, ...], translator: Translator, seen: str
    ) -> None:
        self._streams = streams
        self._visitor = visitor
        self._keys = keys
        self.translator = translator
        self.seen = seen  # the id of the last event
        self.debt = 0.0

    def take(self, table: Table, viewer: int, presence: Presence) -> bytes:
        """The events that bring this viewer up to date; empty if nothing is new for them."""
        info, view = table.info(), table.player_view(viewer)
        before, after = self.seen, f"{view.revision}.{info.digest}{presence.digest}"
        if before == after:
            return b""
        seen_view, _, rest = before.partition(".")
        seen_info, dot, seen_presence = rest.partition(".")
        self.seen = after
        parts = self._events(
            table,
            viewer,
            info if info.digest != seen_info else None,
            view.revision != seen_view,
            presence if presence.digest != dot + seen_presence else None,
        )
        return b"\n".join(parts) + b"id: %b\n\n" % after.encode()

    def _events(
        self, table: Table, viewer: int, info: TableInfo | None, view_changed: bool, presence: Presence | None
    ) -> list[bytes]:
        """The events for what has changed: table info, view, presence."""
        raise NotImplementedError

    def _cached(self, key: Hashable, price: int, make: Callable[[], Any]) -> Any:
        """Something from the cache that all streams share. Whoever needs it first pays for it, later."""

        def make_and_charge() -> Any:
            self.debt = self._streams.limits.take_on_credit(self._visitor, "show", price)
            return make()

        return self._streams.rendered.get_or_add(key, make_and_charge)


class JsonNews(News):
    """Events for programs."""

    __slots__ = ("_changes", "_happened", "_info", "_view", "_viewer")

    def __init__(self, query: StreamQuery, *args: Any) -> None:
        super().__init__(*args)
        self._changes = query.changes
        self._happened = query.happened  # the number of the last step that was sent; None: they are not wanted
        self._viewer: int | None = None
        self._info: TableInfo | None = None  # what was sent last, if changes are wanted
        self._view: ViewResponse | None = None

    def _events(
        self, table: Table, viewer: int, info: TableInfo | None, view_changed: bool, presence: Presence | None
    ) -> list[bytes]:
        language, parts = self.translator.language, []
        if viewer != self._viewer:
            self._view = None
        parts += self._happened_events(table, viewer)
        if info is not None:
            if self._info is not None:
                parts.append(event(b"frame-changes", encode(info_changes(self._info, info))))
            else:
                key: Hashable = (table.id, "frame", info.digest)
                parts.append(self._cached(key, STREAM_JSON_PRICE, lambda: event(b"frame", encode(info))))
            self._info = info if self._changes else None
        if view_changed:
            view, before = translated_view(table, viewer, self.translator), self._view
            key = (table.id, language, view.revision, before and before.revision)
            if before is None or before.scene is None or view.scene is None:
                parts.append(self._cached(key, STREAM_JSON_PRICE, lambda: event(b"scene", encode(view))))
            else:
                parts.append(
                    self._cached(key, STREAM_JSON_PRICE, lambda: event(b"changes", encode(view_changes(before, view))))
                )
            self._view = view if self._changes else None
        if presence is not None:
            parts.append(event(b"presence", encode(presence)))
        self._viewer = viewer
        return parts

    def _happened_events(self, table: Table, viewer: int) -> list[bytes]:
        """What this viewer was told, in their own count. After a gap, the newest scene follows."""
        if self._happened is None or table.match is None:
            return []
        count = table.trails.length(viewer)
        is_same_count = viewer == self._viewer or self._viewer is None
        steps = table.trails.steps_after(viewer, self._happened) if is_same_count else None
        self._happened = count
        if steps is None:
            return [event(b"happened", encode(HappenedResponse(count, gap=True)))]
        return [event(b"happened", encode(happened)) for happened in _happened(table, steps)]


class PageNews(News):
    """Events for pages: the table as HTML, presence apart from it; before the match, only that something changed."""

    __slots__ = ("_changes", "_page")

    def __init__(self, query: StreamQuery, *args: Any) -> None:
        super().__init__(*args)
        self._changes = query.changes
        self._page: RenderedTable | None = None  # what was sent last, if changes are wanted

    def _events(
        self, table: Table, viewer: int, info: TableInfo | None, view_changed: bool, presence: Presence | None
    ) -> list[bytes]:
        if table.phase in ("open", "closed"):
            return [event(b"frame", table.phase.encode())]
        keys, parts = self._keys, []
        person = PersonAtTable(
            viewer,
            tuple(table.chairs.seats_of(keys)),
            table.chairs.has_host_rights(keys),
            table.chat.spectator_name(keys),
        )
        if presence is not None:
            key: Hashable = (table.id, self.translator.language, presence.digest, person)
            parts.append(
                self._cached(
                    key,
                    STREAM_JSON_PRICE,
                    lambda: html_event(b"presence", table_pages.absent(table, person, presence, self.translator)),
                )
            )
        if info is not None or view_changed:
            revision = table.player_view(viewer).revision
            key = (table.id, self.translator.language, revision, table.info().digest, person)
            page: RenderedTable = self._cached(
                key, STREAM_HTML_PRICE, lambda: table_pages.table_part(table, person, self.translator)
            )
            parts.append(html_event(b"table", page.html() if self._page is None else page.changes_since(self._page)))
            self._page = page if self._changes else None
        return parts


def _happened(table: Table, steps: list[TrailStep]) -> Iterator[HappenedResponse]:
    """The steps, with the notes that may be looked up now: an option may hide older ones."""
    all_notes = [note for step in steps for note in step.notes]
    readable = deque(table.game.readable_notes(table.started_match.state, all_notes))
    for step in steps:
        # The last number of a note may be told in another way.
        told = [readable.popleft() for note in step.notes if readable and readable[0][:-1] == note[:-1]]
        yield HappenedResponse(step.n, [_note(table, note) for note in told], step.undoes)


def _note(table: Table, note: Note) -> NoteResponse:
    return NoteResponse(table.game.note_name(note.kind), note.a, note.b, note.c)


def event(name: bytes, data: bytes) -> bytes:
    """An event of one line of data, without its id and the empty line that ends it."""
    return b"event: %b\ndata: %b\n" % (name, data)


def html_event(name: bytes, html: str) -> bytes:
    """An event with HTML."""
    return event(name, html.replace("\n", "\ndata: ").encode())
