"""The state of a table: who sits there, the match, the chat. It follows from the table's log and from nothing else."""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import structs

from ridotto.bots import LEVELS
from ridotto.engine.game import Game
from ridotto.engine.lesson import Lesson
from ridotto.engine.match import Match, PreparedMove
from ridotto.engine.message import msg
from ridotto.engine.note import SPECTATOR
from ridotto.engine.view import OwnView, PublicView, View
from ridotto.games import game as game_named
from ridotto.house.people.guests import MASKS
from ridotto.house.refusals import Refused
from ridotto.house.store.protocol import Phase, StoredEvent
from ridotto.house.tables.answer_window import (
    WINDOW_MS,
    AnswerWindow,
    is_publicly_automatic,
    public_automatic_move,
)
from ridotto.house.tables.chairs import Chair, Chairs
from ridotto.house.tables.change import Change
from ridotto.house.tables.chat import Chat
from ridotto.house.tables.events import (
    VERSION,
    AbandonProposed,
    Answered,
    BotSeated,
    ChairOffered,
    ChairTaken,
    Closed,
    Decider,
    Event,
    Insisted,
    LessonsRead,
    Moved,
    MovedTogether,
    Opened,
    Ordered,
    PatienceChanged,
    Paused,
    PersonSeated,
    Remarked,
    RematchOpened,
    Resigned,
    Resumed,
    Returned,
    Said,
    SeatFreed,
    SeatLeft,
    SettingsChanged,
    Started,
    Undone,
    decode,
    moves_of,
    requests_of,
)
from ridotto.house.tables.lesson_progress import LessonProgress
from ridotto.house.tables.player_clock import PlayerClock
from ridotto.house.tables.table_limits import TableLimits
from ridotto.house.tables.trail import Trails


class TableState:
    """The state of a table after the events so far."""

    def __init__(self, id: str, rows: Iterable[StoredEvent]) -> None:
        first, *others = rows
        opened = decode(first.body)
        if not isinstance(opened, Opened) or first.n:
            raise ValueError("the first event is missing")
        self.id = id
        self.opened = opened
        self.game = game_named(opened.game)
        require_same_rules(opened, self.game)
        self.game.validate_options(opened.players, opened.options)
        self.chairs = Chairs(opened.players, opened.host_key_hash, is_rematch=bool(opened.after))
        self.phase: Phase = "open"
        self.patience = opened.patience
        self.paused = False
        self.resting = False  # the only person has an unread lesson
        self.match: Match | None = None
        self.clock: PlayerClock | None = None
        self.chat = Chat()
        self.tempo = opened.tempo
        self.talk = opened.talk
        self.rematch = ""
        self.ended: int | None = None  # when the match ended
        self.event_count = 1  # also the number of the next event
        self.last_event_at = first.at
        self.trails = Trails(opened.players)
        self.lesson_progress = LessonProgress(self.game.lessons if opened.guided else (), opened.players)
        self.asked_since: dict[int, int] = {}  # the seats that owe a decision, and since when
        self.window = AnswerWindow(self.game)
        self.limits = TableLimits(opened.players)
        self._public_view: tuple[tuple[bytes, tuple[int, ...]], PublicView] | None = None  # and what it follows from
        self._own_views: dict[int, tuple[bytes, OwnView]] = {}
        self._requests: dict[tuple[int | str, str], Event] = {}  # by seat or spectator's key hash, and id
        for seated in opened.seated:
            self._enter(Change(seated))
        self.chairs.update_names()
        for row in others:
            self.apply(row)

    # Events

    def apply(self, row: StoredEvent) -> Event:
        """Applies the next event of the log and returns it.

        A damaged event may raise any exception, and leaves the table unusable.
        """
        event: Event = decode(row.body)
        if row.n != self.event_count:
            raise ValueError(f"event {self.event_count} is missing")
        self.enter(self.prepare(event), row.at)
        return event

    def prepare(self, event: Event) -> Change:
        """The change that an event would make. The table is unchanged.

        Raises:
            IllegalMove: A move of the event is not legal.
        """
        moves: list[PreparedMove] = []
        for moved in moves_of(event):
            previous = moves[-1] if moves else None
            moves.append(self.started_match.prepare(moved.seat, self.game.parse(moved.move), previous))
        return Change(event, tuple(moves))

    def enter(self, change: Change, at: int) -> None:
        """Enters the next change of the table, which was logged at this time."""
        event = change.event
        before = self.trails.digests()
        self.event_count += 1
        self.last_event_at = max(self.last_event_at, at)
        self._enter(change)
        if self.phase == "over" and self.ended is None:
            self.ended = self.last_event_at
        for request in requests_of(event):
            self._requests[request.seat, request.id] = request
        if isinstance(event, Remarked):
            self._requests[event.key_hash, event.id] = event
        if isinstance(event, (Undone, Started)):
            self._update_asked(event, before)
        if isinstance(event, (PersonSeated, BotSeated, SeatFreed)):
            self.limits.count_chair_change()
        if self.phase == "open":
            self.chairs.update_names()
        self._update_resting()

    def _enter(self, change: Change) -> None:
        event = change.event
        self._require_seat(getattr(event, "seat", 0))
        match event:
            case Opened():
                raise ValueError("the table has been opened before")
            case PersonSeated(seat, name, mask, key_hash):
                self.chairs[seat] = Chair("person", name, require_known(MASKS, mask), key_hash)
                self.limits.seat_person(seat)
            case BotSeated(seat, level):
                self.chairs[seat] = Chair("bot", level=require_known(LEVELS, level))
            case SeatFreed(seat):
                self.chairs[seat] = Chair()
            case Started():
                self._start()
            case Closed():
                self.phase = self.phase_after(change)
                self.paused = False
            case Paused():
                self._pause()
            case Resumed():
                self._resume()
            case Moved() | MovedTogether():
                for moved, prepared in zip(moves_of(event), change.moves, strict=True):
                    self._move(moved, prepared)
                self.window.drop_premoves()
                self._end_if(self.started_match.over)
            case Answered(seat, move):
                self.window.answer(self.started_match.state, seat, self.game.parse(move))
                self._count_answer(event)
            case Insisted(seat, wants):
                self.window.insist(seat, wants)
                self._count_answer(event)
            case Ordered(seat, order, number):
                self.window.order(seat, order, number)
                self._count_answer(event)
            case Undone(seat):
                self.started_match.undo(seat)
                self.trails.record_undo(seat)
                self.limits.count_undo(seat)
            case SeatLeft(seat, level):
                self._let_bot_play(seat, level)
                self.chat.announce("left", self.last_event_at, seat, self.names[seat])
            case Resigned(seat, level):
                self._let_bot_play(seat, level)
                self.chairs[seat].away, self.chairs[seat].resigned = False, True
            case ChairOffered(seat, key_hash, level):
                if not self.chairs[seat].away:
                    self._let_bot_play(seat, level)
                self.chairs[seat].offer_key_hash, self.chairs[seat].offered_at = key_hash, self.last_event_at
                self.limits.count_settings_change()
                self.chat.announce("offered", self.last_event_at, seat, self.names[seat])
            case ChairTaken(seat, key_hash):
                self.chairs[seat].key_hash = key_hash
                self.window.reset_preferences(seat)
                self._let_person_play(seat)
                self.chat.announce("given", self.last_event_at, seat, self.names[seat])
            case Returned(seat):
                self._let_person_play(seat)
                self.chat.announce("returned", self.last_event_at, seat, self.names[seat])
            case PatienceChanged(patience):
                self.patience = patience
                self.limits.count_settings_change()
                self.chat.announce("patience", self.last_event_at, text="" if patience is None else str(patience))
            case AbandonProposed(seat, wants):
                self.chairs[seat].abandons = wants
                if wants:
                    self.limits.count_proposal(seat)
                self._end_if(wants and self.chairs.all_agree_to_abandon())
            case Said(seat, text):
                self.chat.say(seat, self.names[seat], text, self.last_event_at)
                self.limits.count_line(seat, self.last_event_at)
            case Remarked(name, text, _, key_hash):
                self.chat.remark(key_hash, name, text, self.last_event_at)
                self.limits.count_line(key_hash, self.last_event_at)
            case SettingsChanged(tempo, talk):
                self.tempo, self.talk = tempo or self.tempo, talk or self.talk
                self.limits.count_settings_change()
            case RematchOpened(table):
                self.rematch = table
            case LessonsRead(seat, lessons):
                if lessons:
                    self.lesson_progress.mark_read(seat, lessons)
                else:
                    self.lesson_progress.start_again(seat)

    def _require_seat(self, seat: int) -> None:
        if not 0 <= seat < self.opened.players:
            raise ValueError("there is no such seat")

    def _let_bot_play(self, seat: int, level: str) -> None:
        chair = self.chairs[seat]
        chair.level, chair.away = require_known(LEVELS, level), True
        if seat in self.asked_since:  # now the bot is asked
            self.asked_since[seat] = self.last_event_at
        self.started_match.change_holder(seat, chair.holder)

    def _let_person_play(self, seat: int) -> None:
        """A person plays from now on; an offer of the chair ends."""
        chair = self.chairs[seat]
        chair.level, chair.away, chair.offer_key_hash, chair.returned_at = "", False, "", self.last_event_at
        self.started_match.change_holder(seat, chair.name)

    def _start(self) -> None:
        opened = self.opened
        if self.chairs.free_seats() or self.match is not None:
            raise ValueError("the match cannot start")
        holders = [chair.holder for chair in self.chairs]
        self.phase = "running"
        self.match = Match(self.game, opened.players, opened.options, int(opened.seed, 16), holders, opened.start)
        if opened.clock is not None:
            self.clock = PlayerClock(opened.clock, opened.players)

    def _pause(self) -> None:
        if not self.is_active:
            raise ValueError("there is nothing to pause")
        self.paused = True
        if self.clock is not None:
            self.clock.stop(self.last_event_at)

    def _resume(self) -> None:
        if not self.paused:
            raise ValueError("the match is not paused")
        self.paused = False
        self._restart_times()

    def _end_if(self, over: bool) -> None:
        if over:
            self.phase = "over"

    def _update_resting(self) -> None:
        """While the only person reads a lesson, bots, clocks and windows wait."""
        was_resting, self.resting = self.resting, self.phase == "running" and self._has_unread_public_lesson()
        if self.resting and self.clock is not None:
            self.clock.stop(self.last_event_at)
        if was_resting and self.is_active and not self.resting:
            self._restart_times()

    def _has_unread_public_lesson(self) -> bool:
        """Does the only person at the table have an unread lesson that everybody may know of?"""
        reader = self.chairs.only_person()
        return reader is not None and any(not lesson.secret for lesson in self.lessons(reader))

    def _restart_times(self) -> None:
        """The match continues: the time in between counts for nobody."""
        self.asked_since = dict.fromkeys(self.asked_since, self.last_event_at)
        if self.window.opened_at is not None:
            self.window.opened_at = self.last_event_at
        self._update_clocks()

    def _move(self, event: Moved, prepared: PreparedMove) -> None:
        before = self.trails.digests()
        shown = () if event.by else self.lessons(event.seat)[:1]
        self._play(prepared, final=event.by == "clock")
        noticed = self.trails.digests()[SPECTATOR] != before[SPECTATOR]
        # Moving on marks the shown lesson as read. But a move that nobody sees must not end a rest that everybody sees.
        self.lesson_progress.mark_read(event.seat, [lesson.id for lesson in shown if noticed or lesson.secret])
        if self.game.has_windows:
            self.window.moved(prepared.after, event.seat, prepared.move, event.by, self.last_event_at)
        self._update_asked(event, before)

    def _count_answer(self, event: Answered | Insisted | Ordered) -> None:
        """A seat said in secret how it answers: only its own view changes."""
        if self.phase != "running":
            raise ValueError("there is nothing to answer")
        self.limits.count_answer_change(event.seat)
        self.trails.record_answer(event.seat, repr(event))

    def _play(self, prepared: PreparedMove, final: bool) -> None:
        """Enters a move. The move of a seat that ran out of time is final: undoing it would give more time."""
        seat, state = prepared.seat, prepared.before
        self.trails.record_move(
            seat, self.trails.observations(state, seat, prepared.move), prepared.notes, state.actors()
        )
        self.started_match.enter(prepared, final)
        sealed = [other for other in range(self.opened.players) if prepared.seals >> other & 1]
        self.limits.start_turn(sealed)
        if seat in sealed:
            self.trails.seal(sealed)

    def _update_asked(self, event: Moved | Undone | Started, before: dict[int, bytes]) -> None:
        """Updates who owes a decision and, as others see it, since when; then the clocks."""
        actors = self.started_match.state.actors()
        if isinstance(event, (Moved, Undone)):
            changed = self.trails.digests().items() - before.items()
            if any(viewer != event.seat for viewer, _ in changed):
                self.asked_since.pop(event.seat, None)
        self.asked_since = {seat: self.asked_since.get(seat, self.last_event_at) for seat in actors}
        if isinstance(event, Started) and self.game.has_windows and self.game.windows.is_open(self.started_match.state):
            self.window.opened_at = self.last_event_at
        self._update_clocks(isinstance(event, Undone))

    def _update_clocks(self, undone: bool = False) -> None:
        """Runs the clocks of the seats that the table waits for. The time a window always takes is free."""
        if self.clock is not None and not self.paused:
            is_held = self.window.opened_at is not None and not is_publicly_automatic(self.started_match.state)
            self.clock.update(self.last_event_at, self.awaited(), undone, WINDOW_MS if is_held else 0)

    # State

    @property
    def started_match(self) -> Match:
        """The match; it must have started."""
        assert self.match is not None
        return self.match

    @property
    def names(self) -> list[str]:
        """The players' names as everybody sees them, by seat."""
        return self.chairs.names

    @property
    def is_active(self) -> bool:
        """Is a match running that is not paused?"""
        return self.phase == "running" and not self.paused

    @property
    def allows_autoplay(self) -> bool:
        """May bots decide, windows close and clocks run out now?"""
        return self.is_active and not self.resting

    def awaited(self) -> tuple[int, ...]:
        """The seats that the table waits for, as everybody sees it."""
        return self.game.waiting(self.public_view())

    def insists(self, seat: int) -> bool:
        """Does a person play here who wants to be asked everything?"""
        return seat in self.window.insisting and not self.chairs[seat].is_played_by_bot

    def substitute_for(self, seat: int) -> Decider:
        """Who decides for a seat when its person is not asked."""
        return "bot" if self.chairs[seat].is_played_by_bot else "house"

    def expected_answer(self, seat: int) -> int | None:
        """The answer that counts if the open window closed now: the seat's own, or that of its standing order."""
        window, state, game = self.window, self.started_match.state, self.game
        if window.opened_at is None or seat not in self.asked_since:
            return None
        if seat in window.answers:
            return window.answers[seat]
        if self.chairs[seat].is_played_by_bot:
            return public_automatic_move(state, seat)
        if seat in window.insisting:
            return None
        view = View(self.public_view(), self._rules_view(seat))
        ordered = game.windows.ordered_move(view, *window.standing_order(state, seat))
        return game.automatic_move(view) if ordered is None else ordered

    def has_seen(self, seat: int, revision: str) -> bool:
        """Has the seat done nothing and been told nothing since this revision? Others may have decided meanwhile."""
        return revision.startswith(self.trails.moment(seat))

    def can_undo(self, viewer: int) -> bool:
        allowed = viewer >= 0 and self.phase == "running" and self.limits.may_undo(viewer)
        return allowed and self.started_match.can_undo(viewer)

    def request(self, sender: int | str, id: str) -> Event | None:
        """What a seat, or the spectator with this key hash, did under this id."""
        return self._requests.get((sender, id))

    def owes_decision(self, seat: int) -> bool:
        return self.phase == "running" and seat in self.asked_since

    def is_undecided(self, seat: int) -> bool:
        """Does the seat owe a decision, without an answer that waits?"""
        return self.owes_decision(seat) and self.expected_answer(seat) is None

    def can_bring_back(self, participants: Collection[int]) -> bool:
        """Would it change the match if these participants returned: is it paused, or does a bot play for any?"""
        return bool(participants) and self.phase == "running" and (self.paused or self.chairs.any_away(participants))

    def phase_after(self, change: Change) -> Phase:
        """The phase of the table after a change."""
        match change.event:
            case Started():
                return "running"
            case Closed():
                return "over" if self.phase == "running" else "closed"
            case Moved() | MovedTogether():
                return "over" if change.moves[-1].after.over else "running"
            case AbandonProposed(seat, wants) if wants:
                return "over" if self.chairs.all_agree_to_abandon(seat) else "running"
        return self.phase

    def paused_after(self, change: Change) -> bool:
        """Is the table paused after a change?"""
        return isinstance(change.event, Paused) or (self.paused and not isinstance(change.event, (Resumed, Closed)))

    # Views. Each is made once for all that its viewer has noticed, see `Trails`.

    def view(self, viewer: int) -> View[Any, Any]:
        """The game's view of the match, with what the house adds."""
        return View(self.public_view(), None if viewer == SPECTATOR else self.own_view(viewer))

    def public_view(self) -> PublicView:
        """What everybody may know of the match."""
        insisting = tuple(seat for seat in range(self.opened.players) if self.insists(seat))
        noticed = self.trails.digest(SPECTATOR), insisting
        if self._public_view is None or self._public_view[0] != noticed:
            view = self.game.public_view(self.started_match.state)
            if self.game.has_windows:
                view = structs.replace(view, insisting=insisting)
            self._public_view = noticed, view
        return self._public_view[1]

    def own_view(self, seat: int) -> OwnView:
        """What a seat knows of the match besides."""
        view = self._rules_view(seat)
        if self.game.has_windows:
            view = structs.replace(view, held=self.window.held(seat, self.expected_answer(seat)))
        return view

    def _rules_view(self, seat: int) -> OwnView:
        """What a seat knows by the rules, without what the house adds."""
        noticed = self.trails.digest(seat)
        known = self._own_views.get(seat)
        if known is None or known[0] != noticed:
            known = self._own_views[seat] = noticed, self.game.own_view(self.started_match.state, seat)
        return known[1]

    def lessons(self, viewer: int) -> tuple[Lesson, ...]:
        """The unread lessons that apply to a player now, in their order; none unless the table is guided."""
        if viewer < 0 or not self.lesson_progress.unread(viewer):
            return ()
        return self.lesson_progress.due(viewer, self.view(viewer))


def require_known(names: Collection[str], name: str) -> str:
    """The name, if it is known; otherwise the log is damaged."""
    if name not in names:
        raise ValueError(f"{name!r} is unknown")
    return name


def require_same_rules(opened: Opened, game: Game) -> None:
    """Refuses a match that started with another version of the log format or of the rules."""
    if opened.version != VERSION:
        raise Refused("other-version", msg("This table was opened by another version of Ridotto."))
    if opened.rules != game.rules_version:
        message = msg(
            "It was played with version {rules} of the rules; this Ridotto has version {known}.",
            rules=opened.rules,
            known=game.rules_version,
        )
        raise Refused("other-version", message)
