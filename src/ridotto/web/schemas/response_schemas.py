"""Schemas of responses, with all texts in the visitor's language. Pages are rendered from the same structs."""

from typing import Literal

from msgspec import Struct

from ridotto.bots.hint_text import Verdict
from ridotto.engine.scene import Scene
from ridotto.house.people.presence import NOBODY_AWAY, Presence
from ridotto.house.tables.table_info import TableInfo

# What a viewer sees. The scene is that of `engine/scene.py` with text in the visitor's language.


class TranslatedOrder(Struct, frozen=True, omit_defaults=True):
    """A standing order that the viewer may give. `given` is its number while it stands, `numbers` their range."""

    order: str
    name: str
    given: int | None = None
    number: int = 0
    numbers: list[int] = []


class AnswerPreferencesResponse(Struct, frozen=True):
    """How the viewer answers: always in person (`insists`), or by a standing order, which nobody else is told."""

    insists: bool
    orders: list[TranslatedOrder]


class LogLine(Struct, frozen=True):
    """A line of the log. Its weight is 2 for a heading, 1 for a usual line, 0 for a minor one."""

    weight: int
    text: str


# A table


class LogResponse(Struct, frozen=True):
    """A part of the log, oldest line first. Send `first` as `before` to get the part before it; 0: there is none."""

    first: int
    lines: list[LogLine]


class ViewResponse(Struct, frozen=True):
    """What a viewer sees of the match. Decisions send the revision back. Before the match there is no scene."""

    revision: str
    scene: Scene[str] | None
    log: list[LogLine]
    undo: bool
    automatic: AnswerPreferencesResponse | None = None


class NoteResponse(Struct, frozen=True):
    """Something that the rules announced. The page of the game has its kinds, and what the numbers mean."""

    kind: str
    a: int
    b: int
    c: int


class HappenedResponse(Struct, frozen=True, omit_defaults=True):
    """A step that you noticed, the `n`-th: what you were told; `undoes`: the step that a seat took back.

    `gap`: steps before this one are missing; the scene that follows is the newest.
    """

    n: int
    notes: list[NoteResponse] = []
    undoes: int = 0
    gap: bool = False


class TableResponse(Struct, frozen=True):
    """A table: what everybody knows of it (`frame`), your seats, and what the viewer sees (`sight`)."""

    frame: TableInfo
    seats: list[int]
    host: bool
    viewer: int
    sight: ViewResponse
    presence: Presence = NOBODY_AWAY


class PeopleResponse(Struct, frozen=True):
    """Who is away, after how many seconds a bot plays for them (null: never), and the time of the house."""

    now: int
    patience: int | None
    presence: Presence


class ChairOfferResponse(Struct, frozen=True):
    """A link by which one person may take a chair, and when it is valid."""

    seat: int
    link: str
    starts: int
    ends: int


class SeatedResponse(Struct, frozen=True):
    """A chair, its key, and the link that brings the key into a browser."""

    seat: int
    key: str
    link: str


class OpenedTableResponse(Struct, frozen=True):
    """A new table, the key of its host and its link, and the chairs of those who sat down at once."""

    table: str
    key: str
    link: str
    seats: list[SeatedResponse] = []


class AcceptedResponse(Struct, frozen=True):
    accepted: Literal[True] = True


class DecidedResponse(Struct, frozen=True):
    """The decision is stored. The revision is that of the seat's view after it."""

    revision: str
    accepted: Literal[True] = True


class RemarkedResponse(Struct, frozen=True):
    """The line is stored. The key recognises the spectator next time."""

    key: str
    accepted: Literal[True] = True


class TableIdResponse(Struct, frozen=True):
    """The table to go to."""

    table: str


class CodeResponse(Struct, frozen=True):
    """The code by which guests find the table; empty if no chair is free or the match has started."""

    code: str


class KeyLink(Struct, frozen=True):
    """What a key of this browser is for (no seat: the host), and the link that brings it to another browser."""

    seat: int | None
    name: str
    link: str


class KeyLinksResponse(Struct, frozen=True):
    keys: list[KeyLink]


# Figures of a match


class TranslatedFigureRow(Struct, frozen=True):
    """One counted thing, with a value for every seat."""

    name: str
    values: list[int | str]


class TranslatedFigureSheet(Struct, frozen=True):
    """The counts of one round."""

    title: str
    rows: list[TranslatedFigureRow]


class FiguresResponse(Struct, frozen=True):
    """A match in figures. `course`: the `points` of all seats at the start and after each `step`."""

    names: list[str]
    points: str
    step: str
    course: list[list[int]]
    goal: int | None
    counted: list[TranslatedFigureRow]
    rounds: list[TranslatedFigureSheet]


# Hints


class HintMove(Struct, frozen=True):
    """A move, the share of the victory to expect from it, and the margin of error."""

    move: str
    name: str
    share: float
    margin: float


class HintOdds(Struct, frozen=True):
    """A move, its name at the table, and how many games of 100 it wins from here."""

    move: str
    name: str
    of_100: int


class HintReason(Struct, frozen=True):
    """The mean of an outcome after the best move and the second best; sign 1: for the best move, -1: against it."""

    outcome: str
    sign: int
    best: float
    other: float
    text: str


class HintResponse(Struct, frozen=True):
    """A hint: the best move and the second best (`odds`), how they compare, and why.

    If the verdict is "equal", both are the best. `moves` are all moves, the best first.
    """

    verdict: Verdict
    than: str
    odds: list[HintOdds]
    of: str
    why: list[HintReason]
    moves: list[HintMove]


# The hall


class TableListResponse(Struct, frozen=True):
    """Listed tables that are open or playing, and the last finished ones; newest first."""

    tables: list[TableInfo]
    finished: list[TableInfo] = []


class OptionResponse(Struct, frozen=True):
    """A variant; its first value is the default. `players`: the player counts that have it.

    `numbers`: the range, if any number is allowed. `labels`: the values in words. `about`: what they mean.
    """

    name: str
    title: str
    values: list[str]
    players: list[int]
    numbers: list[int]
    labels: dict[str, str]
    about: str


class GameResponse(Struct, frozen=True):
    """A game. `usual` is the default number of players, `rules` the version of the rules."""

    slug: str
    title: str
    players: list[int]
    usual: int
    options: list[OptionResponse]
    rules: int
    hook: str
    minutes: str


class LevelResponse(Struct, frozen=True):
    level: str
    name: str


class GameListResponse(Struct, frozen=True):
    """What the house offers."""

    games: list[GameResponse]
    levels: list[LevelResponse]
    masks: list[str]
    languages: list[str]


class VerifiedRecordResponse(Struct, frozen=True):
    """A record that is valid."""

    verified: Literal[True]
    game: str
    players: int
    entries: int
    scores: list[int] | None
    places: list[int] | None


class FoundParagraph(Struct, frozen=True):
    """A paragraph with the words searched for, the title of its chapter, and its anchor on the page."""

    anchor: str
    chapter: str
    text: str


class RulebookResponse(Struct, frozen=True):
    """The rulebook of a game as Markdown, and the paragraphs with the words searched for; `count`: all there are."""

    game: str
    title: str
    hook: str
    text: str
    found: list[FoundParagraph]
    count: int = 0


# The house


class HealthResponse(Struct, frozen=True):
    ready: Literal[True] = True


class ErrorDetails(Struct, frozen=True, omit_defaults=True):
    """Why something was refused: a code for programs, a sentence for people, and the clause of the rules, if any."""

    code: str
    message: str
    clause: str
    line: int | None = None


class ErrorResponse(Struct, frozen=True):
    error: ErrorDetails
