"""The match as each viewer sees it: what everybody sees, made once a position, and what one seat sees besides."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from msgspec import structs

from ridotto.engine.lesson import Lesson
from ridotto.engine.match import Match
from ridotto.engine.message import Message
from ridotto.engine.note import SPECTATOR, Note
from ridotto.engine.scene import OwnScene, Panel, Scene, Zone, add_own_scene
from ridotto.engine.standing_orders import Order
from ridotto.engine.view import OwnView, PublicView, View
from ridotto.house.digest import digest
from ridotto.house.tables.trail import Trails

SHOWN_NOTES = 30  # of the log, at the table
LOG_PART_NOTES = 60  # of the log, read at a time

Log = tuple[tuple[int, Message], ...]  # lines with their weights
PartT = TypeVar("PartT", Zone, Panel)
SceneT = TypeVar("SceneT", Scene, OwnScene)


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

    What did not change since the viewer's last view is the same object as there.

    The revision identifies the view and reveals nothing else. It begins with the moment of the viewer's trail: a
    decision made on this view is valid as long as that moment lasts.
    """

    viewer: int
    public: Scene | None  # what everybody sees; None: the match has not started
    own: OwnScene | None  # what this seat sees besides
    log: Log  # the last lines
    undo: bool  # may the viewer take back a move?
    revision: str
    automatic: AnswerPreferences | None = None  # of a player who has the choice
    lessons: tuple[Lesson, ...] = ()  # unread lessons that apply; the first one is shown

    @property
    def scene(self) -> Scene | None:
        """The whole table."""
        return self.public if self.public is None or self.own is None else add_own_scene(self.public, self.own)


BEFORE_MATCH = PlayerView(SPECTATOR, None, None, (), False, digest(None))


class ViewerFacts(Protocol):
    """What a table knows about its viewers."""

    def public_view(self) -> PublicView: ...
    def own_view(self, seat: int) -> OwnView: ...
    def can_undo(self, viewer: int) -> bool: ...
    def automatic(self, viewer: int) -> AnswerPreferences | None: ...
    def lessons(self, viewer: int) -> tuple[Lesson, ...]: ...
    def why_stopped(self) -> Message | None: ...


class PlayerViews:
    """Makes the views of all viewers of a match."""

    def __init__(self, match: Match, trails: Trails, names: list[str], facts: ViewerFacts) -> None:
        self._match = match
        self._game = match.game
        self._trails = trails
        self._names = names
        self._facts = facts
        self._shown: tuple[tuple[PublicView, Message | None], Scene, str] | None = None  # and what it was made from
        self._known = {viewer: _KnownScene() for viewer in range(SPECTATOR, match.players)}
        self._logs: dict[tuple[Note, ...], Log] = {}  # of the viewers of this position

    def player_view(self, viewer: int) -> PlayerView:
        facts = self._facts
        public, fingerprint = self._public_scene()
        own = None if viewer == SPECTATOR else self._own_scene(viewer)
        undo, automatic, lessons = facts.can_undo(viewer), facts.automatic(viewer), facts.lessons(viewer)
        lesson_ids = [lesson.id for lesson in lessons]
        rest = fingerprint, viewer, self._trails.digest(viewer).hex(), undo, lesson_ids, automatic and automatic.chosen
        seen = digest(rest) if own is None else self._known[viewer].digest(own, rest)
        revision = self._trails.moment(viewer) + seen
        return PlayerView(viewer, public, own, self._log(viewer), undo, revision, automatic, lessons)

    def _public_scene(self) -> tuple[Scene, str]:
        """What everybody sees, with its fingerprint."""
        view, stopped = made_from = self._facts.public_view(), self._facts.why_stopped()
        if self._shown is None or self._shown[0] != made_from:
            scene, known = self._game.public_scene(view), self._known[SPECTATOR]
            if stopped is not None:
                scene = structs.replace(scene, prompt=stopped, clause="", waiting=(), notes=())
            scene = known.reuse(scene)
            self._shown = made_from, scene, known.digest(scene)
            self._logs = {}
        _, scene, fingerprint = self._shown
        return scene, fingerprint

    def _own_scene(self, seat: int) -> OwnScene:
        own = self._game.own_scene(View(self._facts.public_view(), self._facts.own_view(seat)))
        if self._facts.why_stopped() is not None:
            own = structs.replace(own, prompt=None, clause=None, waiting=None, notes=None, actions=())
        return self._known[seat].reuse(own)

    def _log(self, viewer: int) -> Log:
        """The last lines of the viewer's log."""
        notes = tuple(self._match.log(viewer, SHOWN_NOTES))
        if notes not in self._logs:
            readable = self._game.readable_notes(self._match.state, list(notes))
            self._logs[notes] = tuple(self._game.log_lines(readable, self._names))
        return self._logs[notes]


class _KnownParts:
    """The zones or panels of the last scene of a viewer, and a fingerprint of each."""

    def __init__(self) -> None:
        self._known: dict[str | int, tuple[Any, bytes]] = {}

    def reuse(self, parts: tuple[PartT, ...]) -> tuple[PartT, ...]:
        """These parts; those that have not changed are the same objects as before."""
        before = self._known
        self._known = {}
        for part in parts:
            key = part.id if isinstance(part, Zone) else part.seat
            known = before.get(key)
            self._known[key] = known if known and known[0] == part else (part, bytes.fromhex(digest(part)))
        return tuple([part for part, _ in self._known.values()])

    @property
    def fingerprint(self) -> bytes:
        """A fingerprint of all these parts."""
        return b"".join([fingerprint for _, fingerprint in self._known.values()])


class _KnownScene:
    """The zones and panels of the last scene of a viewer."""

    def __init__(self) -> None:
        self._zones, self._panels = _KnownParts(), _KnownParts()

    def reuse(self, scene: SceneT) -> SceneT:
        """This scene; zones and panels that have not changed are the same objects as before."""
        return structs.replace(scene, zones=self._zones.reuse(scene.zones), panels=self._panels.reuse(scene.panels))

    def digest(self, scene: Scene | OwnScene, *more: object) -> str:
        """A digest of this scene, which was reused before, and of more."""
        rest = structs.replace(scene, zones=(), panels=())
        return digest((rest, *more), self._zones.fingerprint, self._panels.fingerprint)
