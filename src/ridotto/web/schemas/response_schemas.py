"""What programs are told, in the visitor's language: the table as plain data. Pages are made from the same."""

from functools import partial
from typing import Literal

from msgspec import Struct

from ridotto.bots.hint_text import GAMES, Verdict
from ridotto.bots.hint_text import Advice as InWords
from ridotto.bots.hints import Hint
from ridotto.engine.game import Game
from ridotto.engine.message import Message
from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, Step, Tint, Zone, ZoneKind
from ridotto.engine.standing_orders import Order
from ridotto.house.people.presence import EVERYBODY, Presence
from ridotto.house.tables.player_view import Automatic, LogPart, PlayerView, TableInfo
from ridotto.house.tables.table import Table
from ridotto.web.lru_cache import Kept
from ridotto.words import Translator


class Told(Struct, frozen=True, omit_defaults=True):
    """Something told; what is as usual is left out."""


class PieceTold(Told, frozen=True):
    """A card, tile or figure: `at` is its place in the zone, `on` the piece it lies on, `move` what taking it means.

    Where one is new or gone, `source` and `sink` say where from and where to: a zone, a piece, or `plate-2`.
    """

    id: str
    art: str
    name: str
    text: str = ""
    label: str = ""
    sign: str = ""
    tint: Tint = ""
    at: str = ""
    on: str = ""
    owner: int | None = None
    lit: bool = False
    move: str = ""
    source: str = ""
    sink: str = ""
    marks: list[str] = []


class CounterTold(Told, frozen=True):
    id: str
    name: str
    value: int | str
    icon: str = ""


class ZoneTold(Told, frozen=True):
    """A part of the table; of a grid, column `c` and row `4` meet at `c4`."""

    id: str
    kind: ZoneKind
    name: str
    pieces: list[PieceTold] = []
    counters: list[CounterTold] = []
    columns: list[str] = []
    rows: list[str] = []
    note: str = ""
    folded: bool = False
    quiet: bool = False
    seat: int | None = None
    mute: bool = False


class PanelTold(Told, frozen=True):
    """What lies openly before one seat."""

    seat: int
    counters: list[CounterTold]
    marks: list[str] = []


class ActionTold(Told, frozen=True):
    """Something the viewer may do: `move` is what to send, and what to send after that is in `then`.

    Where there is a question to `confirm`, or the piece can go to one place only, `commit` is what the button says.
    """

    move: str
    name: str
    take: str | None = None
    put: str | None = None
    clause: str = ""
    hints: list[str] = []
    confirm: str = ""
    then: list[str] = []
    commit: str = ""
    passes: bool = False


class StepTold(Told, frozen=True):
    """What is asked once something is taken that is still to be put somewhere."""

    take: str
    prompt: str
    notes: list[str] = []


class SceneTold(Told, frozen=True):
    """The table as one viewer (-1: a spectator) sees it; the clause is what the prompt rests on."""

    viewer: int
    prompt: str
    waiting: list[int]
    zones: list[ZoneTold]
    panels: list[PanelTold]
    actions: list[ActionTold] = []
    notes: list[str] = []
    clause: str = ""
    steps: list[StepTold] = []


class LineTold(Struct, frozen=True):
    """A line of the log; its weight is 2 for a heading, 0 for what steps back."""

    weight: int
    text: str


class OrderTold(Told, frozen=True):
    """A standing order that a player may give; `given` is its number if it stands. `numbers`: any from to."""

    order: str
    name: str
    given: int | None = None
    number: int = 0
    numbers: list[int] = []


class AutomaticTold(Struct, frozen=True):
    """How the house may answer for a player: not at all, or by a standing order, too. Nobody else is told of those."""

    insists: bool
    orders: list[OrderTold]


class LogTold(Struct, frozen=True):
    """A part of the log, oldest first. `first` is what to ask for `before` to read on; 0: this is where it begins."""

    first: int
    lines: list[LineTold]


class SightTold(Struct, frozen=True):
    """What a viewer sees of the match; the revision goes back with a decision. Before the match there is no scene."""

    revision: str
    scene: SceneTold | None
    log: list[LineTold]
    undo: bool
    automatic: AutomaticTold | None = None


class TableTold(Struct, frozen=True):
    """A table: what everybody knows of it, which seats are yours, and what you see."""

    frame: TableInfo
    seats: list[int]
    host: bool
    viewer: int
    sight: SightTold
    presence: Presence = EVERYBODY


class PeopleTold(Struct, frozen=True):
    """Who is away from a table, how long it waits for them (null: for ever), and what time it is in the house."""

    now: int
    patience: int | None
    presence: Presence


class ChairOffer(Struct, frozen=True):
    """A link by which somebody may take a chair, once, and from when until when."""

    seat: int
    link: str
    starts: int
    ends: int


class RowTold(Struct, frozen=True):
    """One thing that was counted, seat by seat."""

    name: str
    values: list[int | str]


class SheetTold(Struct, frozen=True):
    """What was counted in one round."""

    title: str
    rows: list[RowTold]


class FiguresTold(Struct, frozen=True):
    """A match in figures: `points` of all seats at the start and after each `step`, and what else was counted."""

    names: list[str]
    points: str
    step: str
    course: list[list[int]]
    goal: int | None
    counted: list[RowTold]
    rounds: list[SheetTold]


class Seated(Struct, frozen=True):
    """A chair, its key, and a link that brings the key into a browser."""

    seat: int
    key: str
    link: str


class OpenedTable(Struct, frozen=True):
    """A new table, the key of its host with its link, and the chairs of those who are there."""

    table: str
    key: str
    link: str
    seats: list[Seated] = []


class Accepted(Struct, frozen=True):
    accepted: Literal[True] = True


class Decided(Struct, frozen=True):
    """It is done and kept. The revision names what the seat sees now: the stream brings it, or a look at the table."""

    revision: str
    accepted: Literal[True] = True


class Heard(Struct, frozen=True):
    """It is said. By this key a spectator is known again."""

    key: str
    accepted: Literal[True] = True


class AtTable(Struct, frozen=True):
    """Where to go on."""

    table: str


class CodeTold(Struct, frozen=True):
    """What guests type to come to a table; empty where no chair is free, or the match has begun."""

    code: str


class TriedTold(Struct, frozen=True):
    """A move, the share of the victory that it promises, and how far off that may be."""

    move: str
    name: str
    share: float
    margin: float


class OddsTold(Struct, frozen=True):
    """A move, what it is called at the table, and how many games of 100 it wins from here."""

    move: str
    name: str
    of_100: int


class WhyTold(Struct, frozen=True):
    """What comes of the best move and of the next, on average. A sign of 1 speaks for the best one, -1 against it."""

    outcome: str
    sign: int
    best: float
    other: float
    text: str


class Advice(Struct, frozen=True):
    """A hint as people are told it: the best move and the next (`odds`), how they compare, and why.

    Among equals both are the best. `moves` has all there are, the best first.
    """

    verdict: Verdict
    than: str
    odds: list[OddsTold]
    of: str
    why: list[WhyTold]
    moves: list[TriedTold]


class Lobby(Struct, frozen=True):
    """Listed tables where guests can sit down or look on, and the last matches that are over; the newest first."""

    tables: list[TableInfo]
    finished: list[TableInfo] = []


class OptionTold(Struct, frozen=True):
    """A variant; the first value is the usual one. `players`: where there is a choice; `numbers`: any from to.

    `labels` are the values in words, and `about` says what they mean.
    """

    name: str
    title: str
    values: list[str]
    players: list[int]
    numbers: list[int]
    labels: dict[str, str]
    about: str


class GameTold(Struct, frozen=True):
    slug: str
    title: str
    players: list[int]
    usual: int
    options: list[OptionTold]
    rules: int
    hook: str
    minutes: str


class Level(Struct, frozen=True):
    level: str
    name: str


class Offer(Struct, frozen=True):
    """What the house has."""

    games: list[GameTold]
    levels: list[Level]
    masks: list[str]
    languages: list[str]


class Proof(Struct, frozen=True):
    """A record that holds."""

    verified: Literal[True]
    game: str
    players: int
    entries: int
    scores: list[int] | None
    places: list[int] | None


class PassageTold(Struct, frozen=True):
    """A paragraph that was found, the chapter it stands in, and its anchor on the page."""

    anchor: str
    chapter: str
    text: str


class RulesTold(Struct, frozen=True):
    """The rulebook of a game, as Markdown; where it tells what was looked for, and in how many paragraphs in all."""

    game: str
    title: str
    hook: str
    text: str
    found: list[PassageTold]
    count: int = 0


class KeyTold(Struct, frozen=True):
    """A key in a browser, what it is for (no seat: the host), and the link that brings it to another one."""

    seat: int | None
    name: str
    link: str


class KeysTold(Struct, frozen=True):
    keys: list[KeyTold]


class Health(Struct, frozen=True):
    ready: Literal[True] = True


class Error(Struct, frozen=True, omit_defaults=True):
    """Why something was refused: a code for programs, a sentence for people, and the clause of the rules behind it."""

    code: str
    message: str
    clause: str
    line: int | None = None


class Refusal(Struct, frozen=True):
    error: Error


_zones: Kept[ZoneTold] = Kept(4096)
_logs: Kept[list[LineTold]] = Kept(512)


class Teller:
    """Tells what is seen at one table, in one language. Parts that look the same as before are told once."""

    def __init__(self, words: Translator, names: list[str]) -> None:
        self.words = words
        self.names = names
        self.key = (words.language, *names)  # all that its words follow from, besides what is told

    def say(self, message: Message | None) -> str:
        return "" if message is None else self.words.say(message, self.names)

    def sight(self, sight: PlayerView) -> SightTold:
        scene = None if sight.scene is None else self.scene(sight.scene, self.zones(sight))
        return SightTold(sight.revision, scene, self.log(sight), sight.undo, self.automatic(sight.automatic))

    def automatic(self, own: Automatic | None) -> AutomaticTold | None:
        if own is None:
            return None
        return AutomaticTold(own.insists, [self.order(order, own) for order in own.orders])

    def order(self, order: Order, own: Automatic) -> OrderTold:
        stands, numbers = own.order == order.name, order.numbers
        number = own.number if stands and numbers else order.usual
        name = self.words.say(Message(order.title.text, {"n": number if stands else "…"} if numbers else {}))
        return OrderTold(
            order.name,
            name,
            own.number if stands else None,
            number,
            [numbers[0], numbers[-1]] if numbers else [],
        )

    def scene(self, scene: Scene, zones: list[ZoneTold]) -> SceneTold:
        return SceneTold(
            scene.viewer,
            self.say(scene.prompt),
            list(scene.waiting),
            zones,
            [self.panel(panel) for panel in scene.panels],
            [self.action(action) for action in scene.actions],
            self.all(scene.notes),
            scene.clause,
            [self.step(step) for step in scene.steps],
        )

    def zones(self, sight: PlayerView) -> list[ZoneTold]:
        assert sight.scene is not None
        pairs = zip(sight.prints, sight.scene.zones, strict=False)  # the last print is that of the log
        return [_zones.get((mark, self.key), partial(self.zone, zone)) for mark, zone in pairs]

    def log(self, sight: PlayerView) -> list[LineTold]:
        if not sight.prints:
            return []
        return _logs.get((sight.prints[-1], self.key), lambda: [LineTold(w, self.say(line)) for w, line in sight.log])

    def part(self, part: LogPart) -> LogTold:
        return LogTold(part.first, [LineTold(weight, self.say(line)) for weight, line in part.lines])

    def all(self, messages: tuple[Message, ...]) -> list[str]:
        return [self.words.say(message, self.names) for message in messages]

    def zone(self, zone: Zone) -> ZoneTold:
        return ZoneTold(
            zone.id,
            zone.kind,
            self.say(zone.name),
            [self.piece(piece) for piece in zone.pieces],
            [self.counter(counter) for counter in zone.counters],
            list(zone.columns),
            list(zone.rows),
            self.say(zone.note),
            zone.folded,
            zone.quiet,
            zone.seat,
            zone.mute,
        )

    def piece(self, piece: Piece) -> PieceTold:
        return PieceTold(
            piece.id,
            piece.art,
            self.say(piece.name),
            piece.text,
            self.say(piece.label),
            piece.sign,
            piece.tint,
            piece.at,
            piece.on,
            piece.owner,
            piece.lit,
            piece.move,
            piece.source,
            piece.sink,
            self.all(piece.marks),
        )

    def counter(self, counter: Counter) -> CounterTold:
        value = self.say(counter.value) if isinstance(counter.value, Message) else counter.value
        return CounterTold(counter.id, self.say(counter.name), value, counter.icon)

    def panel(self, panel: Panel) -> PanelTold:
        return PanelTold(panel.seat, [self.counter(counter) for counter in panel.counters], self.all(panel.marks))

    def action(self, action: Action) -> ActionTold:
        return ActionTold(
            action.move,
            self.say(action.name),
            action.take,
            action.put,
            action.clause,
            self.all(action.hints),
            self.say(action.confirm),
            list(action.then),
            self.say(action.commit),
            action.passes,
        )

    def step(self, step: Step) -> StepTold:
        return StepTold(step.take, self.say(step.prompt), self.all(step.notes))

    def advice(self, game: Game, found: Hint, words: InWords) -> Advice:
        """A hint; names of moves begin as sentences do."""
        return Advice(
            words.verdict,
            self.say(words.than),
            [OddsTold(game.text(row.move), capital(self.say(row.name)), row.of_100) for row in words.odds],
            self.say(GAMES),
            [WhyTold(why.outcome, why.sign, why.best, why.other, self.say(why.sentence)) for why in words.why],
            [
                TriedTold(game.text(row.move), self.say(game.name(row.move)), row.share, row.margin)
                for row in found.tried
            ],
        )


def capital(text: str) -> str:
    """With a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def sight_told(table: Table, viewer: int, words: Translator) -> SightTold:
    """What a viewer sees at a table now."""
    return Teller(words, table.names).sight(table.sight(viewer))
