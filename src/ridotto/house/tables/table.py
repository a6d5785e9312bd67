"""A table as people see it: its state, and the views of all viewers, each made once."""

from collections.abc import Iterable

from msgspec import structs

from ridotto.engine.message import Message, msg
from ridotto.engine.note import SPECTATOR
from ridotto.house.digest import digest
from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables.change import Change
from ridotto.house.tables.events import (
    Answered,
    Event,
    LessonsRead,
    Moved,
    MovedTogether,
    Ordered,
    Remarked,
    Said,
    SettingsChanged,
    Undone,
)
from ridotto.house.tables.player_view import BEFORE_MATCH, AnswerPreferences, PlayerView, PlayerViews
from ridotto.house.tables.table_info import ChairInfo, MatchResult, TableInfo
from ridotto.house.tables.table_state import TableState


class Table(TableState):
    """A table with the views of its viewers, which are kept until an event changes them."""

    def __init__(self, id: str, rows: Iterable[StoredEvent]) -> None:
        self._views: PlayerViews | None = None  # once the match has started
        self._player_views: dict[int, PlayerView] = {}
        self._info: TableInfo | None = None
        super().__init__(id, rows)

    def enter(self, change: Change, at: int) -> None:
        before, was_resting = self.trails.digests(), self.resting
        super().enter(change, at)
        if was_resting != self.resting:
            self._info = None
        self._drop_stale_views(change.event, before)

    def _drop_stale_views(self, event: Event, before: dict[int, bytes]) -> None:
        """Drops views that have changed. A secret decision must not change those of others, not even their cost."""
        if isinstance(event, (Answered, Ordered, LessonsRead)):
            self._player_views.pop(event.seat, None)
            return
        if isinstance(event, (Moved, MovedTogether, Undone)) and self.phase == "running":
            now = self.trails.digests()
            if now[SPECTATOR] != before[SPECTATOR]:
                self._player_views.clear()
                if self.clock is not None:
                    self._info = None
            for viewer, view in list(self._player_views.items()):
                if now[viewer] != before[viewer] or view.undo != self.can_undo(viewer):
                    del self._player_views[viewer]
            return
        self._info = None
        if not isinstance(event, (Said, Remarked, SettingsChanged)):
            self._player_views.clear()

    def player_view(self, viewer: int) -> PlayerView:
        """The match as one viewer sees it."""
        if self.match is None:
            return BEFORE_MATCH
        if viewer not in self._player_views:
            if self._views is None:
                self._views = PlayerViews(self.match, self.trails, self.names, self)
            self._player_views[viewer] = self._views.player_view(viewer)
        return self._player_views[viewer]

    def automatic(self, viewer: int) -> AnswerPreferences | None:
        """How a player wants to answer; None if there is no choice."""
        if viewer < 0 or not self.game.has_public_automatic_moves:
            return None
        insists = viewer in self.window.insisting
        if not self.game.has_windows:
            return AnswerPreferences(insists, "", 0, ())
        order, number = self.window.standing_order(self.started_match.state, viewer)
        return AnswerPreferences(insists, order, number, self.game.windows.ORDERS)

    def why_stopped(self) -> Message | None:
        """Why nobody can decide anything, if so: shown instead of the prompt."""
        if self.phase == "over" and not self.started_match.over:
            return msg("The match was ended early.")
        if self.paused:
            return msg("Everybody has left: the match is paused until somebody comes back.")
        return None

    def info(self) -> TableInfo:
        """What everybody may know about the table."""
        if self._info is None:
            self._info = self._new_info()
        return self._info

    def _new_info(self) -> TableInfo:
        opened, match = self.opened, self.match
        over = match is not None and match.over
        info = TableInfo(
            id=self.id,
            game=self.game.slug,
            title=self.game.title,
            rules=opened.rules,
            players=opened.players,
            options=opened.options,
            phase=self.phase,
            paused=self.paused,
            resting=self.resting,
            listed=opened.listed,
            watch=opened.watch,
            clock=opened.clock,
            patience=self.patience,
            hints=opened.hints,
            guided=opened.guided,
            tempo=self.tempo,
            talk=self.talk,
            chairs=[self._chair_info(seat) for seat in range(opened.players)],
            chat=list(self.chat.lines),
            said=self.chat.line_count,
            commitment=opened.commitment,
            result=MatchResult(match.state.scores(), match.state.places()) if match is not None and over else None,
            rematch=self.rematch,
            ended=self.ended,
            seed=opened.seed if self.phase == "over" else "",
        )
        return structs.replace(info, digest=digest(info))

    def _chair_info(self, seat: int) -> ChairInfo:
        chair, clock = self.chairs[seat], self.clock
        ends = clock.end(seat) if clock and self.phase == "running" else None
        return ChairInfo(
            seat=seat,
            kind=chair.kind,
            name=self.names[seat],
            mask=self.chairs.mask(seat),
            level=chair.level,
            away=chair.away,
            resigned=chair.resigned,
            abandons=chair.abandons,
            insists=self.insists(seat),
            left=clock.left[seat] if clock and ends is None else None,
            ends=ends,
        )
