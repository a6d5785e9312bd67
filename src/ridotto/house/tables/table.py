"""A table: who sits there, the match, what was said. It is what follows from its log, and nothing else."""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import structs

from ridotto.bots import LEVELS
from ridotto.engine.game import Game
from ridotto.engine.lesson import Lesson
from ridotto.engine.match import Match
from ridotto.engine.message import Message, msg
from ridotto.engine.note import SPECTATOR
from ridotto.games import game as game_named
from ridotto.house.keys import lock
from ridotto.house.people.guests import BOT, MASKS, mask_of, shown_names
from ridotto.house.refusals import Refused
from ridotto.house.store import Phase, Row
from ridotto.house.tables.events import (
    VERSION,
    Abandoned,
    Again,
    Answered,
    By,
    Changed,
    Closed,
    Event,
    Given,
    Insisted,
    Learned,
    Left,
    Moved,
    Offered,
    Opened,
    Ordered,
    Paused,
    Placed,
    Remarked,
    Resigned,
    Resumed,
    Returned,
    Said,
    Sat,
    Started,
    Stood,
    Together,
    Undone,
    Waited,
    decode,
    done_by,
    moves_of,
)
from ridotto.house.tables.lesson_progress import Teaching
from ridotto.house.tables.player_clock import Clock
from ridotto.house.tables.player_view import (
    NOT_BEGUN,
    Automatic,
    ChairInfo,
    ChatLine,
    ChatNews,
    MatchResult,
    PlayerView,
    PlayerViews,
    TableInfo,
    digest,
)
from ridotto.house.tables.trail import Trails
from ridotto.house.tables.windows import HOLD, Window, foreseen, is_foregone

HOST = -2  # among seats: whoever opened the table
CHAT = 100  # lines of what was said that are remembered
EVENTS = 20  # and of each kind of the house's own lines: no chatter pushes them out, nor one kind another
UNDOS = 100  # steps that a seat may take back until something is final for it
LINES = 30  # that a seat may say until something is final for it
WISHES = 60  # answers in a window, changes of them and orders that it may give until then
PROPOSALS = 10  # to break off that it may make until something is final for it
SEATINGS = 100  # changes of chairs before the match, until only the host may change as much again
TALK = 10 * 60_000  # milliseconds after which it may say more, also where nothing goes on
TALKERS = 30  # spectators who may say something, as much as a seat each
REMARKS = 90  # and all of them together in that time
CHANGES = 100  # of how a table is kept, and offers of chairs


@dataclass(slots=True)
class Chair:
    """A place at the table and who has it."""

    kind: Literal["free", "person", "bot"] = "free"
    name: str = ""
    mask: str = ""
    lock: str = ""
    level: str = ""  # of the bot that plays here
    away: bool = False
    resigned: bool = False
    abandons: bool = False
    offer: str = ""  # the lock of a link by which somebody may take the chair
    offered: int = 0  # when
    back: int = 0  # when somebody took it up again who was away, or was given it

    @property
    def played(self) -> bool:
        """Does a bot decide here?"""
        return self.kind == "bot" or self.away or self.resigned

    @property
    def holder(self) -> str:
        """As records name it."""
        return BOT + self.level if self.played else self.name


class Table:
    """A table as it stands after the entries made so far."""

    def __init__(self, id: str, rows: Iterable[Row]) -> None:
        first, *others = rows
        opened = decode(first.body)
        if not isinstance(opened, Opened) or first.n:
            raise ValueError("the first entry is missing")
        self.id = id
        self.opened = opened
        self.game = game_named(opened.game)
        demand_known(opened, self.game)
        self.game.choose(opened.players, opened.options)
        self.chairs = [Chair() for _ in range(opened.players)]
        self.phase: Phase = "open"
        self.patience = opened.patience
        self.paused = False
        self.resting = False  # one person plays with bots, and has not read what is new
        self.match: Match | None = None
        self.clock: Clock | None = None
        self.chat: list[ChatLine] = []
        self.said = 0  # lines so far, also those that are forgotten
        self.tempo = opened.tempo
        self.talk = opened.talk
        self.spectators: dict[str, str] = {}  # the names of those who have said something, by their locks
        self.rematch = ""
        self.ended: int | None = None  # when the match was over
        self.length = 1  # entries so far, and the number of the next one
        self.at = first.at  # when the last entry was made
        self.trails = Trails(opened.players)
        self.teaching = Teaching(self.game.lessons if opened.guided else (), opened.players)
        self.asked: dict[int, int] = {}  # since when the seats that owe a decision do
        self.window = Window(self.game)
        self.names: list[str] = []
        self._wished = [0] * opened.players
        self._undone = [0] * opened.players
        self._proposed = [0] * opened.players
        self._seatings = 0
        self._changes = 0
        self._said: dict[int | str, deque[int]] = {}  # when each seat, and each spectator, said the last lines
        self._remarks: deque[int] = deque(maxlen=REMARKS)
        self._done: dict[tuple[int | str, str], Event] = {}
        self._looking: PlayerViews | None = None
        self._sights: dict[int, PlayerView] = {}
        self._frame: TableInfo | None = None
        for seated in opened.seated:
            self._enter(seated)
        self._name_everybody()
        for row in others:
            self.enter(row)

    # Entries

    def enter(self, row: Row) -> None:
        """The next entry of the log; what cannot be one raises any error, and the table is of no use then."""
        entry = decode(row.body)
        if row.n != self.length:
            raise ValueError(f"entry {self.length} is missing")
        before = self.trails.now()
        self.length += 1
        self.at = max(self.at, row.at)
        self._enter(entry)
        if self.phase == "over" and self.ended is None:
            self.ended = self.at
        for done in done_by(entry):
            self._done[done.seat, done.id] = done
        if isinstance(entry, Remarked):
            self._done[entry.lock, entry.id] = entry
        if isinstance(entry, (Undone, Started)):
            self._ask(entry, before)
        self._seatings += isinstance(entry, (Sat, Placed, Stood))
        if self.phase == "open":
            self._name_everybody()
        self._rest()
        self._forget(entry, before)

    def _name_everybody(self) -> None:
        self.names = shown_names([chair.holder for chair in self.chairs], {chair.mask for chair in self.chairs})

    def _forget(self, entry: Event, before: dict[int, bytes]) -> None:
        """Drops what looks different now. What is decided in secret changes nothing for others, not even its price."""
        self._looking = None
        if isinstance(entry, (Answered, Ordered)):
            self._sights.pop(entry.seat, None)
            return
        if isinstance(entry, (Moved, Together, Undone)) and self.phase == "running":
            now = self.trails.now()
            if now[SPECTATOR] != before[SPECTATOR]:
                self._frame = None
            for viewer, sight in list(self._sights.items()):
                if now[viewer] != before[viewer] or sight.undo != self.can_undo(viewer):
                    del self._sights[viewer]
            return
        if isinstance(entry, Learned):
            self._sights.pop(entry.seat, None)
            return
        self._frame = None
        if not isinstance(entry, (Said, Remarked, Changed)):
            self._sights.clear()

    def _enter(self, entry: Event) -> None:
        if not 0 <= getattr(entry, "seat", 0) < self.opened.players:
            raise ValueError("there is no such seat")
        match entry:
            case Opened():
                raise ValueError("it was opened before")
            case Sat(seat, name, mask, key):
                self.chairs[seat] = Chair("person", name, one_of(MASKS, mask), key)
                self._said.pop(seat, None)
            case Placed(seat, level):
                self.chairs[seat] = Chair("bot", level=one_of(LEVELS, level))
            case Stood(seat):
                self.chairs[seat] = Chair()
            case Started():
                self._start()
            case Closed():
                self.phase = self.phase_after(entry)
                self.paused = False
            case Paused():
                self._pause()
            case Resumed():
                self._resume()
            case Moved() | Together():
                for one in moves_of(entry):
                    self._move(one)
                self.window.settle()
                self._finish_if(self.playing.over)
            case Answered(seat, move):
                self.window.answer(self.playing.state, seat, self.game.parse(move))
                self._wish(seat, entry)
            case Insisted(seat, wants):
                self.window.insist(seat, wants)
                self._wish(seat, entry)
            case Ordered(seat, order, number):
                self.window.order(seat, order, number)
                self._wish(seat, entry)
            case Undone(seat):
                self.playing.undo(seat)
                self.trails.took_back(seat)
                self._undone[seat] += 1
            case Left(seat, level):
                self._substitute(seat, level)
                self._tell("left", seat)
            case Resigned(seat, level):
                self._substitute(seat, level)
                self.chairs[seat].away, self.chairs[seat].resigned = False, True
            case Offered(seat, key, level):
                if not self.chairs[seat].away:
                    self._substitute(seat, level)
                self.chairs[seat].offer, self.chairs[seat].offered = key, self.at
                self._changes += 1
                self._tell("offered", seat)
            case Given(seat, key):
                self.chairs[seat].lock = key
                self.window.forget(seat)
                self._come_back(seat)
                self._tell("given", seat)
            case Returned(seat):
                self._come_back(seat)
                self._tell("returned", seat)
            case Waited(patience):
                self.patience = patience
                self._changes += 1
                self._tell("patience", text="" if patience is None else str(patience))
            case Abandoned(seat, wants):
                self.chairs[seat].abandons = wants
                self._proposed[seat] += wants
                self._finish_if(wants and all(chair.abandons or chair.played for chair in self.chairs))
            case Said(seat, text):
                self._remember(ChatLine(seat, self.names[seat], text, self.at))
                self._said.setdefault(seat, deque(maxlen=LINES)).append(self.at)
            case Remarked(name, text, _, key):
                self.spectators.setdefault(key, name)
                number = list(self.spectators).index(key) + 1
                self._remember(ChatLine(SPECTATOR, name, text, self.at, number))
                self._said.setdefault(key, deque(maxlen=LINES)).append(self.at)
                self._remarks.append(self.at)
            case Changed(tempo, talk):
                self.tempo, self.talk = tempo or self.tempo, talk or self.talk
                self._changes += 1
            case Again(table):
                self.rematch = table
            case Learned(seat, lessons):
                if lessons:
                    self.teaching.learn(seat, lessons)
                else:
                    self.teaching.start_again(seat)

    def _substitute(self, seat: int, level: str) -> None:
        """A bot plays from now on."""
        chair = self.chairs[seat]
        chair.level, chair.away = one_of(LEVELS, level), True
        if seat in self.asked:  # the bot is asked
            self.asked[seat] = self.at
        self.playing.change(seat, chair.holder)

    def _come_back(self, seat: int) -> None:
        """A person plays from now on; nobody else may take the chair."""
        chair = self.chairs[seat]
        chair.level, chair.away, chair.offer, chair.back = "", False, "", self.at
        self.playing.change(seat, chair.name)

    def _tell(self, event: ChatNews, seat: int = -1, text: str = "") -> None:
        """What the house says where people talk."""
        self._remember(ChatLine(seat, self.names[seat] if seat >= 0 else "", text, self.at, event=event))

    def _remember(self, line: ChatLine) -> None:
        """What was said last, and the last lines of the house; of each kind the oldest is forgotten."""
        self.said += 1
        self.chat.append(line)
        alike = [other for other in self.chat if other.event == line.event]
        if len(alike) > (EVENTS if line.event else CHAT):
            self.chat.remove(alike[0])

    def _start(self) -> None:
        opened = self.opened
        if self.free() or self.match is not None:
            raise ValueError("the match cannot begin")
        holders = [chair.holder for chair in self.chairs]
        self.phase = "running"
        self.match = Match(self.game, opened.players, opened.options, int(opened.seed, 16), holders, opened.start)
        if opened.clock is not None:
            self.clock = Clock(opened.clock, opened.players)

    def _pause(self) -> None:
        if not self.active:
            raise ValueError("there is nothing to pause")
        self.paused = True
        if self.clock is not None:
            self.clock.stop(self.at)

    def _resume(self) -> None:
        if not self.paused:
            raise ValueError("it was not paused")
        self.paused = False
        self._ask_anew()

    def _rest(self) -> None:
        """While somebody reads who plays with bots alone, bots, clocks and the house wait."""
        rested, self.resting = self.resting, self.phase == "running" and self._is_being_read()
        if self.resting and self.clock is not None:
            self.clock.stop(self.at)
        if rested and self.active and not self.resting:
            self._ask_anew()
        if rested != self.resting:
            self._frame = None

    def _is_being_read(self) -> bool:
        """Has whoever plays alone not read what is new, as everybody may know?"""
        reader = self.alone()
        return reader is not None and any(not lesson.secret for lesson in self.lessons(reader))

    def _ask_anew(self) -> None:
        """The match goes on: nobody's time has passed meanwhile."""
        self.asked = dict.fromkeys(self.asked, self.at)
        if self.window.opened is not None:
            self.window.opened = self.at
        self._run_clocks()

    def _move(self, entry: Moved) -> None:
        """One move of an entry."""
        if not 0 <= entry.seat < self.opened.players:
            raise ValueError("there is no such seat")
        before, move = self.trails.now(), self.game.parse(entry.move)
        shown = () if entry.by else self.lessons(entry.seat)[:1]
        self._play(entry.seat, move, final=entry.by == "clock")
        noticed = self.trails.now()[SPECTATOR] != before[SPECTATOR]
        # Whoever plays on has seen what was explained. But what nobody sees must not end a rest that everybody sees.
        self.teaching.learn(entry.seat, [lesson.id for lesson in shown if noticed or lesson.secret])
        if self.game.has_windows:
            self.window.moved(self.playing.state, entry.seat, move, entry.by, self.at)
        self._ask(entry, before)

    def _wish(self, seat: int, entry: Answered | Insisted | Ordered) -> None:
        """A seat has said how it wants to answer: only its own sight of the match is another one now."""
        if self.phase != "running":
            raise ValueError("there is nothing to answer")
        self._wished[seat] += 1
        self.trails.wished(seat, repr(entry))

    def _play(self, seat: int, move: int, final: bool) -> None:
        """A move. Whoever was late must not take it back, and have more time."""
        match = self.playing
        seen, asked = self.trails.seen(match.state, seat, move), match.state.actors()
        self.trails.moved(seat, seen, match.play(seat, move, final), asked)
        sealed = [other for other in range(self.opened.players) if match.state.seals >> other & 1]
        for other in sealed:  # a new turn, with new budgets
            self._undone[other] = self._proposed[other] = self._wished[other] = 0
            self._said.pop(other, None)
        if seat in sealed:
            self.trails.settle(sealed)

    def _finish_if(self, over: bool) -> None:
        if over:
            self.phase = "over"

    def _ask(self, entry: Moved | Undone | Started, before: dict[int, bytes]) -> None:
        """Who owes a decision now, and since when, as others see it; the clocks of those the table waits for run."""
        actors = self.playing.state.actors()
        if isinstance(entry, (Moved, Undone)):
            seen = self.trails.now().items() - before.items()
            if any(viewer != entry.seat for viewer, _ in seen):
                self.asked.pop(entry.seat, None)
        self.asked = {seat: self.asked.get(seat, self.at) for seat in actors}
        if isinstance(entry, Started) and self.game.has_windows and self.game.windows.is_open(self.playing.state):
            self.window.opened = self.at
        self._run_clocks(isinstance(entry, Undone))

    def _run_clocks(self, back: bool = False) -> None:
        """The clocks of those run whom the table waits for; the time that every window takes costs nobody anything."""
        if self.clock is not None and not self.paused:
            free = HOLD if self.window.opened is not None and not is_foregone(self.playing.state) else 0
            self.clock.turn(self.at, self.awaited(), back, free)

    # What follows from them

    @property
    def playing(self) -> Match:
        """The match, where there must be one."""
        assert self.match is not None
        return self.match

    @property
    def active(self) -> bool:
        """Does a match go on here?"""
        return self.phase == "running" and not self.paused

    @property
    def going_on(self) -> bool:
        """May bots decide here, and clocks run out?"""
        return self.active and not self.resting

    def awaited(self) -> tuple[int, ...]:
        """The seats that everybody sees the table wait for."""
        return self.game.waiting(self.view(SPECTATOR))

    def insists(self, seat: int) -> bool:
        """Does a person play here who wants to be asked everything?"""
        return seat in self.window.insisting and not self.chairs[seat].played

    def helper(self, seat: int) -> By:
        """Who decides for this seat where the person is not asked."""
        return "bot" if self.chairs[seat].played else "house"

    def has_seen(self, seat: int, revision: str) -> bool:
        """Has this seat done nothing since it saw that, and was it told nothing? Others may have decided meanwhile."""
        return revision.startswith(self.trails.moment(seat))

    def can_undo(self, viewer: int) -> bool:
        """Can this viewer take back one more step?"""
        return viewer >= 0 and self.phase == "running" and self.may_undo(viewer) and self.playing.can_undo(viewer)

    def may_undo(self, seat: int) -> bool:
        """Has this seat not taken back too much already?"""
        return self._undone[seat] < UNDOS

    def may_wish(self, seat: int) -> bool:
        """May this seat say once more how it wants to answer?"""
        return self._wished[seat] < WISHES

    def may_propose(self, seat: int) -> bool:
        """May this seat propose once more to break off?"""
        return self._proposed[seat] < PROPOSALS

    def may_seat(self, host: bool) -> bool:
        """May a chair change once more?"""
        return self._seatings < SEATINGS * (2 if host else 1)

    def may_talk(self, who: int | str, now: int) -> bool:
        """May this seat, or the spectator with this lock, say one more line?"""
        said = self._said.get(who)
        return said is None or len(said) < LINES or now - said[0] > TALK

    def may_remark(self, now: int) -> bool:
        """May spectators say one more line?"""
        return len(self._remarks) < REMARKS or now - self._remarks[0] > TALK

    def may_change(self) -> bool:
        """May the host change once more how the table is kept?"""
        return self._changes < CHANGES

    def done(self, who: int | str, id: str) -> Event | None:
        """What a seat, or the spectator with this lock, has done under this id."""
        return self._done.get((who, id))

    def seats_of(self, keys: Collection[str]) -> list[int]:
        """The seats that these keys hold."""
        locks = {lock(key) for key in keys}
        return [seat for seat, chair in enumerate(self.chairs) if chair.lock in locks]

    def spectator(self, keys: Collection[str]) -> str:
        """What a spectator with one of these keys is called, who has said something."""
        return next((self.spectators[own] for own in map(lock, keys) if own in self.spectators), "")

    def hands(self, seats: Iterable[int]) -> list[int]:
        """Those of these seats that have not been given up."""
        return [seat for seat in seats if not self.chairs[seat].resigned]

    def pending(self, seat: int) -> bool:
        """Does this seat owe a decision?"""
        return self.phase == "running" and seat in self.asked

    def undecided(self, seat: int) -> bool:
        """Does it owe a decision that it has not even given in advance?"""
        return self.pending(seat) and foreseen(self, seat) is None

    def places(self, keys: Collection[str]) -> list[int]:
        """Where those who hold these keys are missed when they go: on their seats, and as the host."""
        return self.seats_of(keys) + ([HOST] if self.is_host(keys) else [])

    def is_without(self, places: Collection[int]) -> bool:
        """Does the match do without those who hold these places: paused, or with bots on their seats?"""
        away = any(place != HOST and self.chairs[place].away for place in places)
        return bool(places) and self.phase == "running" and (self.paused or away)

    def is_host(self, keys: Collection[str]) -> bool:
        return any(lock(key) == self.opened.host for key in keys)

    def hosts(self, keys: Collection[str]) -> bool:
        """May they do what a host may? At a rematch the host may have gone home: there all who sit may."""
        return self.is_host(keys) or bool(self.opened.after and self.seats_of(keys))

    def free(self) -> list[int]:
        """The seats where nobody sits."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "free"]

    def mask(self, seat: int) -> str:
        """What is worn on a seat: by a bot the mask of its name."""
        chair = self.chairs[seat]
        return mask_of(self.names[seat]) if chair.kind == "bot" else chair.mask

    def worn(self) -> dict[str, str]:
        """All masks at the table, and who wears them."""
        return {self.mask(seat): self.names[seat] for seat, chair in enumerate(self.chairs) if chair.kind != "free"}

    def people(self) -> list[int]:
        """The seats of people who have not given up."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and not chair.resigned]

    def alone(self) -> int | None:
        """The seat of the one person who plays here with bots; None if there are several, or nobody is there."""
        people = self.people()
        return people[0] if len(people) == 1 and not self.chairs[people[0]].away else None

    def seated_again(self) -> list[Sat | Placed]:
        """Who would sit here in a rematch: everybody but those who gave up."""
        return [
            Placed(seat, chair.level) if chair.kind == "bot" else Sat(seat, chair.name, chair.mask, chair.lock)
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "bot" or seat in self.people()
        ]

    def phase_after(self, entry: Event) -> Phase:
        """The phase of the table once this entry is made."""
        match entry:
            case Started():
                return "running"
            case Closed():
                return "over" if self.phase == "running" else "closed"
            case Moved() | Together():
                after = self.playing.state.copy()
                for one in moves_of(entry):
                    after.play(one.seat, self.game.parse(one.move))
                return "over" if after.over else "running"
            case Abandoned(seat, wants) if wants:
                others = [chair for number, chair in enumerate(self.chairs) if number != seat]
                return "over" if all(chair.abandons or chair.played for chair in others) else "running"
        return self.phase

    def paused_after(self, entry: Event) -> bool:
        """Is the table paused once this entry is made?"""
        return isinstance(entry, Paused) or (self.paused and not isinstance(entry, (Resumed, Closed)))

    # What people see

    def sight(self, viewer: int) -> PlayerView:
        """What one viewer sees of the match."""
        if self.match is None:
            return NOT_BEGUN
        if viewer not in self._sights:
            if self._looking is None:
                why = self._why_it_stands_still()
                self._looking = PlayerViews(self.match, self.trails, self.names, self, why)
            self._sights[viewer] = self._looking.sight(viewer)
        return self._sights[viewer]

    def view(self, viewer: int) -> dict[str, Any]:
        """What one viewer may be shown of the match, and of its own answers that wait for their time."""
        view = self.game.view(self.playing.state, viewer)
        if not self.game.has_windows:
            return view
        insisting = [seat for seat in range(self.opened.players) if self.insists(seat)]
        return view | self.window.remarks(viewer, foreseen(self, viewer), insisting)

    def automatic(self, viewer: int) -> Automatic | None:
        """How a player wants to answer, where there is a choice."""
        if viewer < 0 or not self.game.foregone_steps:
            return None
        insists = viewer in self.window.insisting
        if not self.game.has_windows:
            return Automatic(insists, "", 0, ())
        return Automatic(insists, *self.window.standing_order(self.playing.state, viewer), self.game.windows.ORDERS)

    def _why_it_stands_still(self) -> Message | None:
        if self.phase == "over" and not self.playing.over:
            return msg("The match was ended early.")
        if self.paused:
            return msg("Everybody has left: the match is paused until somebody comes back.")
        return None

    def lessons(self, viewer: int) -> tuple[Lesson, ...]:
        """What there is to explain to a player now, in the order in which it is told; at guided tables only."""
        if viewer < 0 or not self.teaching.unread(viewer):
            return ()
        return self.teaching.due(viewer, self.view(viewer))

    def frame(self) -> TableInfo:
        """What everybody sees around it."""
        if self._frame is None:
            self._frame = self._new_frame()
        return self._frame

    def _new_frame(self) -> TableInfo:
        opened, match = self.opened, self.match
        over = match is not None and match.over
        frame = TableInfo(
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
            chairs=[self._chair_frame(seat) for seat in range(opened.players)],
            chat=list(self.chat),
            said=self.said,
            commitment=opened.commitment,
            result=MatchResult(match.state.scores(), match.state.places()) if match is not None and over else None,
            rematch=self.rematch,
            ended=self.ended,
            seed=opened.seed if self.phase == "over" else "",
        )
        return structs.replace(frame, digest=digest(frame))

    def _chair_frame(self, seat: int) -> ChairInfo:
        chair, clock = self.chairs[seat], self.clock
        ends = clock.end(seat) if clock and self.phase == "running" else None
        return ChairInfo(
            seat=seat,
            kind=chair.kind,
            name=self.names[seat],
            mask=self.mask(seat),
            level=chair.level,
            away=chair.away,
            resigned=chair.resigned,
            abandons=chair.abandons,
            insists=self.insists(seat),
            left=clock.left[seat] if clock and ends is None else None,
            ends=ends,
        )


def one_of(names: Collection[str], name: str) -> str:
    """The name, or an error: a log with any other is damaged."""
    if name not in names:
        raise ValueError(f"{name!r} is unknown")
    return name


def demand_known(opened: Opened, game: Game) -> None:
    """A match goes on by the rules it began with, or not at all."""
    if opened.version != VERSION:
        raise Refused("other-version", msg("This table was opened by another version of Ridotto."))
    if opened.rules != game.rules_version:
        told = msg(
            "It was played with version {rules} of the rules; this Ridotto has version {known}.",
            rules=opened.rules,
            known=game.rules_version,
        )
        raise Refused("other-version", told)
