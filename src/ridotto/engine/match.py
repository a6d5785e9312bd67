"""A match: options, a seed, and the entries made since. The state follows from these.

Entries are only ever appended: a move, the undoing of an earlier move, or a new holder of a seat. The match is rebuilt
from the moves that were not undone, so the same entries always give the same game.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from ridotto.engine.errors import IllegalMove
from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.note import SPECTATOR, Note
from ridotto.engine.public_step import PublicStep
from ridotto.engine.rng import key_from_seed
from ridotto.engine.state import State

if TYPE_CHECKING:
    from ridotto.engine.figures import Figures


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat. If `final`, it can never be undone, even where the rules allow that."""

    seat: int
    move: int
    final: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """A seat takes back its move, the entry number `entry`."""

    seat: int
    entry: int


@dataclass(frozen=True, slots=True)
class HolderChange:
    """A seat gets a new holder."""

    seat: int
    holder: str


Entry = Decision | Undo | HolderChange


@dataclass(frozen=True, slots=True, eq=False)
class PreparedMove:
    """A legal move and the position after it, not entered into the match yet. Positions are never changed."""

    seat: int
    move: int
    before: State
    after: State
    notes: tuple[Note, ...]  # all notes of the move, secret ones included

    @property
    def seals(self) -> int:
        """The seats, as bits, whose decisions the move makes final."""
        return self.after.seals


@dataclass(frozen=True, slots=True)
class _Step:
    """A move that was not undone, and its effects."""

    entry: int
    seat: int
    move: int
    pending: tuple[int, ...]  # the seats that owed a decision before it
    seals: int
    public_count: int  # the length of `Match.public` before it
    note_counts: tuple[int, ...]  # how many notes each viewer had been told before it


class Match:
    """One game with its whole history.

        >>> match = Match(ridotto.game("verhext"), players=3, seed=7)
        >>> while not match.over:
        ...     seat = match.state.actor()
        ...     notes = match.play(seat, match.state.moves(seat)[0])
        >>> len(match.decisions()) == len(match.entries)
        True

    Attributes:
        game: The game.
        players: The number of seats.
        options: The value of every option.
        seed: The seed of all random events; a secret until the match is over.
        start: The snapshot that the match begins with, or None if it begins with a deal.
        initial_holders: The holders of the seats at the start.
        holders: The holders of the seats now: names of people, or `bot:` and the name of a bot.
        entries: Everything that happened, in order.
        state: The current position. Do not change it: use `play` and `undo`.
        public: What everybody was told, decision by decision. Decisions told to fewer leave no mark here.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        holders: Sequence[str] | None = None,
        start: dict[str, Any] | None = None,
    ) -> None:
        """Begin a match with a deal, or with the snapshot `start`, which determines players and options.

        Without a seed, a random one is drawn. Without `holders`, the holders are called "seat 0", "seat 1", ...

        Raises:
            BadOption: The game has no such option, value or player count.
            BadSeed: The seed is not a whole number of 256 bits.
            BadSnapshot: `start` is malformed or impossible.
            ValueError: There are more or fewer holders than seats.
        """
        self.game = game
        self.seed = secrets.randbits(256) if seed is None else seed
        self.start = start
        if start is not None:
            self._first = game.load(start, self.seed)
            self._opening: tuple[Note, ...] = ()
        else:
            players = game.default_players if players is None else players
            self._first = game.deal(players, self.seed, game.validate_options(players, options or {}), listen=True)
            self._opening = tuple(self._first.take_notes())
        self.players = self._first.seats
        self.options = game.options_of(self._first)
        self.initial_holders = list(holders or [f"seat {seat}" for seat in range(self.players)])
        if len(self.initial_holders) != self.players:
            raise ValueError(f"{len(self.initial_holders)} holders for {self.players} seats")
        self.holders = list(self.initial_holders)
        self._everybody = (1 << self.players) - 1
        self.entries: list[Entry] = []
        self._steps: list[_Step] = []
        # The state before each of the last steps, back to the last one that sealed the decisions of all seats
        self._states_before: list[State] = []
        self.public: list[PublicStep] = []
        self._logs: list[list[Note]] = [[] for _ in range(self.players + 1)]  # by seat, then that of spectators
        self.state: State = _listening_copy(self._first)
        self._publish(self._opening)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.state.over

    @property
    def commitment(self) -> str:
        """The hash of the seed. Published before the first deal, it binds the house to a seed without revealing it."""
        return seed_commitment(self.seed)

    def play(self, seat: int, move: int, final: bool = False) -> list[Note]:
        """Play a move for a seat and return all its notes, secret ones included.

        Args:
            seat: A seat that owes a decision.
            move: A legal move of the seat.
            final: Never allow to undo the move.

        Raises:
            IllegalMove: The move is not legal for this seat now. The match is unchanged.
        """
        prepared = self.prepare(seat, move)
        self.enter(prepared, final)
        return list(prepared.notes)

    def prepare(self, seat: int, move: int, previous: PreparedMove | None = None) -> PreparedMove:
        """Play a move on a copy of the position, or of the one after a `previous` move. The match is unchanged.

        Raises:
            IllegalMove: The move is not legal for this seat then.
        """
        before = self.state if previous is None else previous.after
        after = _listening_copy(before)
        after.play(seat, move)
        return PreparedMove(seat, move, before, after, tuple(after.take_notes()))

    def enter(self, prepared: PreparedMove, final: bool = False) -> None:
        """Enter a move that was prepared for the current position.

        Raises:
            ValueError: The position has changed since.
        """
        if prepared.before is not self.state:
            raise ValueError("the move was prepared for another position")
        self._enter(len(self.entries), prepared)
        self.entries.append(Decision(prepared.seat, prepared.move, final))

    def _enter(self, entry: int, prepared: PreparedMove) -> None:
        pending, seals = tuple(self.state.actors()), prepared.seals
        note_counts = tuple(map(len, self._logs))
        self._steps.append(_Step(entry, prepared.seat, prepared.move, pending, seals, len(self.public), note_counts))
        self.state = prepared.after
        self._publish(prepared.notes)
        if seals & self._everybody == self._everybody:
            self._states_before.clear()
        else:
            self._states_before.append(prepared.before)

    def _publish(self, notes: tuple[Note, ...]) -> None:
        for viewer in range(SPECTATOR, self.players):
            self._logs[viewer] += [note for note in notes if note.heard_by(viewer)]
        heard = tuple(note for note in notes if note.heard_by(SPECTATOR))
        if heard:
            self.public.append(PublicStep(heard, tuple(self.state.scores())))

    def can_undo(self, seat: int) -> bool:
        """May the seat take back its last move now?"""
        return self._undoable_step(seat) is not None

    def undoable_entry(self, seat: int) -> int | None:
        """The number of the entry that `undo` would take back: the seat's last move, if it is not final yet."""
        place = self._undoable_step(seat)
        return None if place is None else self._steps[place].entry

    def _undoable_step(self, seat: int) -> int | None:
        """The index of the step from the end. The cost does not depend on the length of the match."""
        for place in range(-1, -len(self._states_before) - 1, -1):
            step = self._steps[place]
            if step.seals >> seat & 1:
                return None
            if step.seat == seat:
                together = all(later.seat in step.pending for later in islice(reversed(self._steps), -place - 1))
                made = self.entries[step.entry]
                return place if together and not (isinstance(made, Decision) and made.final) else None
        return None

    def undo(self, seat: int) -> None:
        """Take back the seat's last move. Simultaneous moves that other seats have made since stay.

        Raises:
            IllegalMove: There is nothing to undo. What was shown, drawn or committed is final.
        """
        place = self._undoable_step(seat)
        if place is None:
            raise IllegalMove("final", "", msg("There's nothing to take back: what's been revealed is final."))
        undone, *standing = self._steps[place:]
        self.state = self._states_before[place]
        del self._steps[place:], self._states_before[place:], self.public[undone.public_count :]
        for log, count in zip(self._logs, undone.note_counts, strict=True):
            del log[count:]
        for step in standing:
            self._enter(step.entry, self.prepare(step.seat, step.move))
        self.entries.append(Undo(seat, undone.entry))

    def change_holder(self, seat: int, holder: str) -> None:
        """Give the seat to a new holder: the name of a person, or `bot:` and the name of a bot.

        Raises:
            ValueError: There is no such seat.
        """
        if not 0 <= seat < self.players:
            raise ValueError(f"no seat {seat}")
        self.entries.append(HolderChange(seat, holder))
        self.holders[seat] = holder

    def log(self, viewer: int, last: int | None = None, before: int | None = None) -> list[Note]:
        """The notes that a viewer has been told, oldest first. The cost depends only on how many are returned.

        Args:
            viewer: A seat, or -1 for a spectator.
            last: Return only that many notes, the newest ones.
            before: Ignore all notes but the first `before`.
        """
        end = self.note_count(viewer) if before is None else min(before, self.note_count(viewer))
        return self._logs[viewer][0 if last is None else max(0, end - last) : end]

    def note_count(self, viewer: int) -> int:
        """How many notes a viewer has been told."""
        return len(self._logs[viewer])

    def decisions(self) -> list[Decision]:
        """The moves that were not undone, in order."""
        return [Decision(step.seat, step.move) for step in self._steps]

    def figures(self) -> "Figures":
        """The statistics of the match so far. They reveal nothing that a spectator does not know."""
        return self.game.figures(self.public, self.players)


def _listening_copy(state: State) -> State:
    copy = state.copy()
    copy.listen()
    return copy


def is_valid_holder(name: object) -> bool:
    """May this be the holder of a seat? It must be a printable name of 1 to 40 characters."""
    return isinstance(name, str) and 0 < len(name) <= 40 and name.isprintable() and bool(name.strip())


def seed_commitment(seed: int) -> str:
    """The SHA-256 hash that commits to a seed."""
    return hashlib.sha256(b"ridotto seed 1\n" + key_from_seed(seed)).hexdigest()
