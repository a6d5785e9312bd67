"""What the house shows: to each viewer its sight of the match, and to everybody the frame around it."""

import hashlib
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from msgspec import Struct, json, structs

from ridotto.engine.lesson import Lesson
from ridotto.engine.match import Match
from ridotto.engine.message import Message
from ridotto.engine.note import Note
from ridotto.engine.scene import Scene
from ridotto.engine.standing_orders import Order
from ridotto.house.store import Phase
from ridotto.house.tables.events import ClockRules, Tempo, Watch
from ridotto.house.tables.trail import Trails

NOTES = 30  # of the log that are shown at the table
PART = 60  # that are read at a time

_encode = json.Encoder(order="sorted").encode

Log = tuple[tuple[int, Message], ...]  # lines with their weights


def digest(*values: object) -> str:
    """A number for what somebody sees: equal things have equal ones."""
    found = hashlib.blake2b(digest_size=12)
    for value in values:
        found.update(value if isinstance(value, bytes) else _encode(value))
    return found.hexdigest()


@dataclass(frozen=True, slots=True)
class Automatic:
    """How a player wants to answer: is everything to be asked? If not, the standing order with its number."""

    insists: bool
    order: str
    number: int
    orders: tuple[Order, ...]  # that may be given

    @property
    def chosen(self) -> tuple[bool, str, int]:
        return self.insists, self.order, self.number


@dataclass(frozen=True, slots=True)
class LogPart:
    """Lines of the log, and how many notes this viewer was told before them."""

    first: int
    lines: Log


def log_part(match: Match, names: list[str], viewer: int, before: int | None = None) -> LogPart:
    """What a viewer was told last, or before so many notes: as much as one reads at a time, however long the log is."""
    told = match.told(viewer)
    end = told if before is None else min(before, told)
    notes = match.game.recalled(match.state, match.log(viewer, PART, end), latest=end == told)
    return LogPart(max(0, end - PART), tuple(match.game.lines(notes, names)))


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The match as one viewer (-1: a spectator) sees it. The revision names it, and tells nothing else.

    It begins with the moment of the viewer's trail: as long as that lasts, what was decided on this sight holds.

    `prints` are the zones of the scene and then the log as bytes: what is told or drawn of equal ones is equal.
    """

    viewer: int
    scene: Scene | None  # None: the match has not begun
    log: Log  # the last lines
    undo: bool  # may the viewer take something back?
    revision: str
    prints: tuple[bytes, ...] = field(default=(), repr=False)
    automatic: Automatic | None = None  # of a player who has the choice
    lessons: tuple[Lesson, ...] = ()  # what there is to explain to the viewer; the first of them is told


NOT_BEGUN = PlayerView(-1, None, (), False, digest(None))


class ViewerFacts(Protocol):
    """What a table knows about its viewers."""

    def view(self, viewer: int) -> dict[str, Any]: ...
    def can_undo(self, viewer: int) -> bool: ...
    def automatic(self, viewer: int) -> Automatic | None: ...
    def lessons(self, viewer: int) -> tuple[Lesson, ...]: ...


class PlayerViews:
    """Looks at a match as it stands now, from every side: what viewers have in common is made once.

    `stands_still`: why nobody can decide anything.
    """

    def __init__(
        self,
        match: Match,
        trails: Trails,
        names: list[str],
        seen: ViewerFacts,
        stands_still: Message | None = None,
    ) -> None:
        self.match = match
        self.trails = trails
        self.names = names
        self.seen = seen
        self.stands_still = stands_still
        self._logs: dict[tuple[Note, ...], tuple[Log, bytes]] = {}

    def sight(self, viewer: int) -> PlayerView:
        game = self.match.game
        scene = game.scene(self.seen.view(viewer))
        if self.stands_still is not None:
            scene = structs.replace(scene, prompt=self.stands_still, clause="", waiting=(), actions=(), notes=())
        log, log_print = self._log(viewer)
        undo, automatic = self.seen.can_undo(viewer), self.seen.automatic(viewer)
        prints = (*map(_encode, scene.zones), log_print)
        asked = (scene.prompt, scene.clause, scene.waiting, scene.actions, scene.notes)
        lessons = self.seen.lessons(viewer)
        taught = [lesson.id for lesson in lessons]
        rest = (viewer, asked, scene.panels, undo, len(prints), taught, *(automatic.chosen if automatic else ()))
        revision = self.trails.moment(viewer) + digest(rest, self.trails.now()[viewer], *prints)
        return PlayerView(viewer, scene, log, undo, revision, prints, automatic, lessons)

    def _log(self, viewer: int) -> tuple[Log, bytes]:
        match, game = self.match, self.match.game
        notes = tuple(match.log(viewer, NOTES))
        if notes not in self._logs:
            lines = tuple(game.lines(game.recalled(match.state, list(notes)), self.names))
            self._logs[notes] = lines, _encode(lines)
        return self._logs[notes]


class ChairInfo(Struct, frozen=True):
    """A chair and who sits there. Of a clock that runs, `ends` is told, of one that stands, what is `left`."""

    seat: int
    kind: str  # "free", "person" or "bot"
    name: str
    mask: str
    level: str  # of the bot that plays here, also in the place of somebody who is away
    away: bool
    resigned: bool
    abandons: bool  # proposes to break off the match
    insists: bool = False  # wants to be asked everything, also what is obvious
    left: int | None = None
    ends: int | None = None


ChatNews = Literal["", "left", "returned", "offered", "given", "patience"]


class ChatLine(Struct, frozen=True):
    """Something said at a table: by a seat, or (-1) by a spectator, who has a number among those who talk.

    Or what the house tells there, without a text. `left`: a bot sits in on this seat. `returned`: its person is back.
    `offered`: somebody else may take the chair by a link. `given`: somebody has. `patience`: how long the table waits
    now; the text is the number of seconds, if it is any.
    """

    seat: int
    name: str
    text: str
    at: int
    spectator: int = 0
    event: ChatNews = ""


class MatchResult(Struct, frozen=True):
    scores: list[int]
    places: list[int]


class TableInfo(Struct, frozen=True):
    """What everybody may know of a table besides the match itself."""

    id: str
    game: str
    title: str
    rules: int
    players: int
    options: dict[str, str]
    phase: Phase
    listed: bool
    watch: Watch
    clock: ClockRules | None
    patience: int | None
    hints: bool
    guided: bool
    chairs: list[ChairInfo]
    chat: list[ChatLine]  # the last lines
    commitment: str  # the hash of the seed: it binds the house to the deal
    result: MatchResult | None
    rematch: str  # the table where the next match takes place
    seed: str  # once the match is over: everything random follows from it
    ended: int | None = None  # when the match was over
    paused: bool = False  # everybody has left: it goes on when somebody is back
    tempo: Tempo = "normal"  # of the bots
    talk: Watch = "players"  # who may say something
    resting: bool = False  # the one person here is reading what is new: bots and clocks wait
    said: int = 0  # lines of `chat` so far, also those that are forgotten
    digest: str = ""

    @property
    def winners(self) -> list[ChairInfo]:
        """Those who came first."""
        return [chair for chair in self.chairs if self.result and self.result.places[chair.seat] == 1]
