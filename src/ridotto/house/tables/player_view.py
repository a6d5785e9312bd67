"""The match as each viewer sees it."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import structs

from ridotto.engine.lesson import Lesson
from ridotto.engine.match import Match
from ridotto.engine.message import Message
from ridotto.engine.note import Note
from ridotto.engine.scene import Scene
from ridotto.engine.standing_orders import Order
from ridotto.house.digest import digest, encode_sorted
from ridotto.house.tables.trail import Trails

SHOWN_NOTES = 30  # of the log, at the table
LOG_PART_NOTES = 60  # of the log, read at a time

Log = tuple[tuple[int, Message], ...]  # lines with their weights


@dataclass(frozen=True, slots=True)
class AnswerPreferences:
    """How a player wants to answer: always asked (`insists`), or by a standing order with its number."""

    insists: bool
    order: str
    number: int
    orders: tuple[Order, ...]  # that may be given

    @property
    def chosen(self) -> tuple[bool, str, int]:
        return self.insists, self.order, self.number


@dataclass(frozen=True, slots=True)
class LogPart:
    """Lines of the log, and how many notes of this viewer come before them."""

    first: int
    lines: Log


def log_part(match: Match, names: list[str], viewer: int, before: int | None = None) -> LogPart:
    """The last part of the log, or the part before a number of notes. Its size does not depend on the log's."""
    count = match.note_count(viewer)
    end = count if before is None else min(before, count)
    notes = match.game.readable_notes(match.state, match.log(viewer, LOG_PART_NOTES, end), latest=end == count)
    return LogPart(max(0, end - LOG_PART_NOTES), tuple(match.game.log_lines(notes, names)))


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The match as one viewer (-1: a spectator) sees it.

    The revision identifies the view and reveals nothing else. It begins with the moment of the viewer's trail: a
    decision made on this view is valid as long as that moment lasts.

    `fingerprints` are the zones of the scene and then the log as bytes: cache keys of what is drawn from them.
    """

    viewer: int
    scene: Scene | None  # None: the match has not started
    log: Log  # the last lines
    undo: bool  # may the viewer take back a move?
    revision: str
    fingerprints: tuple[bytes, ...] = field(default=(), repr=False)
    automatic: AnswerPreferences | None = None  # of a player who has the choice
    lessons: tuple[Lesson, ...] = ()  # unread lessons that apply; the first one is shown


BEFORE_MATCH = PlayerView(-1, None, (), False, digest(None))


class ViewerFacts(Protocol):
    """What a table knows about its viewers."""

    def view(self, viewer: int) -> dict[str, Any]: ...
    def can_undo(self, viewer: int) -> bool: ...
    def automatic(self, viewer: int) -> AnswerPreferences | None: ...
    def lessons(self, viewer: int) -> tuple[Lesson, ...]: ...


class PlayerViews:
    """Makes the views of all viewers of one position; what they share is made once.

    `stopped`: why nobody can decide anything, shown instead of the prompt.
    """

    def __init__(
        self,
        match: Match,
        trails: Trails,
        names: list[str],
        facts: ViewerFacts,
        stopped: Message | None = None,
    ) -> None:
        self.match = match
        self.trails = trails
        self.names = names
        self.facts = facts
        self.stopped = stopped
        self._logs: dict[tuple[Note, ...], tuple[Log, bytes]] = {}

    def player_view(self, viewer: int) -> PlayerView:
        game = self.match.game
        scene = game.scene(self.facts.view(viewer))
        if self.stopped is not None:
            scene = structs.replace(scene, prompt=self.stopped, clause="", waiting=(), actions=(), notes=())
        log, log_fingerprint = self._log(viewer)
        undo, automatic = self.facts.can_undo(viewer), self.facts.automatic(viewer)
        fingerprints = (*map(encode_sorted, scene.zones), log_fingerprint)
        asked = (scene.prompt, scene.clause, scene.waiting, scene.actions, scene.notes)
        lessons = self.facts.lessons(viewer)
        lesson_ids = [lesson.id for lesson in lessons]
        chosen = automatic.chosen if automatic else ()
        rest = (viewer, asked, scene.panels, undo, len(fingerprints), lesson_ids, *chosen)
        revision = self.trails.moment(viewer) + digest(rest, self.trails.digests()[viewer], *fingerprints)
        return PlayerView(viewer, scene, log, undo, revision, fingerprints, automatic, lessons)

    def _log(self, viewer: int) -> tuple[Log, bytes]:
        """The last lines of the viewer's log, and their bytes."""
        match, game = self.match, self.match.game
        notes = tuple(match.log(viewer, SHOWN_NOTES))
        if notes not in self._logs:
            lines = tuple(game.log_lines(game.readable_notes(match.state, list(notes)), self.names))
            self._logs[notes] = lines, encode_sorted(lines)
        return self._logs[notes]
