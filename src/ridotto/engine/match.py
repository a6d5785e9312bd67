"""A match: options, a seed and the entries made since. The state is what follows from them.

Entries are append-only: a move and who made it, the undoing of an earlier entry, a change of seat. A match is rebuilt
from the moves that were not undone, so the same entries give the same game everywhere and for ever.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ridotto.engine.errors import IllegalMove
from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.note import SPECTATOR, Note
from ridotto.engine.rng import key_of
from ridotto.engine.state import State


@dataclass(frozen=True, slots=True)
class Move:
    """A seat decides. What is final is so at once: it cannot be taken back, whatever the rules allow."""

    seat: int
    move: int
    final: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """A seat takes back its move, the entry number `entry`."""

    seat: int
    entry: int


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody else takes the seat."""

    seat: int
    holder: str


Entry = Move | Undo | Change
Public = tuple[tuple[Note, ...], tuple[int, ...]]  # what everybody was told with a decision, and the scores after it


@dataclass(frozen=True, slots=True)
class _Step:
    """A move that stands, and what came of it."""

    entry: int
    seat: int
    move: int
    pending: tuple[int, ...]  # the seats that owed a decision before it
    seals: int
    notes: tuple[Note, ...]
    public: int  # how much was public before it
    heard: tuple[int, ...]  # and how much each viewer had been told


class Match:
    """One game with its whole history. Holders of seats are names of people, or `bot:` and the name of a bot."""

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        seats: Sequence[str] | None = None,
        start: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seed = secrets.randbits(256) if seed is None else seed
        self.start = start  # a snapshot, where the match does not begin with a deal
        if start is not None:
            self._first = game.load(start, self.seed)
            self._opening: tuple[Note, ...] = ()
        else:
            players = game.usual if players is None else players
            self._first = game.deal(players, self.seed, game.choose(players, options or {}), listen=True)
            self._opening = tuple(self._first.told())
        self.players = self._first.seats
        self.options = game.choices(self._first)
        self.opening_seats = list(seats or [f"seat {seat}" for seat in range(self.players)])
        if len(self.opening_seats) != self.players:
            raise ValueError(f"{len(self.opening_seats)} holders for {self.players} seats")
        self.seats = list(self.opening_seats)
        self._everybody = (1 << self.players) - 1
        self.entries: list[Entry] = []
        self._steps: list[_Step] = []
        self._before: list[State] = []  # how it stood before each of the last steps, as far as not final for everybody
        self.public: list[Public] = []  # whatever was told to others than everybody leaves no mark here
        self._heard: list[list[Note]] = [[] for _ in range(self.players + 1)]  # by seat, and in the end by spectators
        self.state: State = _heard(self._first)
        self._publish(self._opening)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def commitment(self) -> str:
        """Shown before the first deal: it binds the house to the seed without telling it."""
        return commitment(self.seed)

    def play(self, seat: int, move: int, final: bool = False) -> list[Note]:
        """Plays a legal move and gives what it tells; any other raises IllegalMove and changes nothing."""
        step = self._play(len(self.entries), seat, move)
        self.entries.append(Move(seat, move, final))
        return list(step.notes)

    def _play(self, entry: int, seat: int, move: int) -> _Step:
        before, pending = self.state.copy(), tuple(self.state.actors())
        self.state.play(seat, move)
        notes = tuple(self.state.told())
        heard = tuple(map(len, self._heard))
        step = _Step(entry, seat, move, pending, self.state.seals, notes, len(self.public), heard)
        self._steps.append(step)
        self._publish(notes)
        if step.seals & self._everybody == self._everybody:
            self._before.clear()
        else:
            self._before.append(before)
        return step

    def _publish(self, notes: tuple[Note, ...]) -> None:
        for viewer in range(SPECTATOR, self.players):
            self._heard[viewer] += [note for note in notes if note.heard_by(viewer)]
        heard = tuple(note for note in notes if note.heard_by(SPECTATOR))
        if heard:
            self.public.append((heard, tuple(self.state.scores())))

    def can_undo(self, seat: int) -> bool:
        return self._undoable_step(seat) is not None

    def undoable(self, seat: int) -> int | None:
        """The entry that the seat could take back now: its last move, if nothing has made it final since."""
        place = self._undoable_step(seat)
        return None if place is None else self._steps[place].entry

    def _undoable_step(self, seat: int) -> int | None:
        """Its place, counted from the end. Costs as much as is not final for everybody, however long the match is."""
        for place in range(-1, -len(self._before) - 1, -1):
            step = self._steps[place]
            if step.seals >> seat & 1:
                return None
            if step.seat == seat:
                together = all(later.seat in step.pending for later in islice(reversed(self._steps), -place - 1))
                made = self.entries[step.entry]
                return place if together and not (isinstance(made, Move) and made.final) else None
        return None

    def undo(self, seat: int) -> None:
        """Takes back the seat's last move, or refuses: what was shown, drawn or committed stays."""
        place = self._undoable_step(seat)
        if place is None:
            raise IllegalMove("final", "", msg("There's nothing to take back: what's been revealed is final."))
        undone, *standing = self._steps[place:]
        self.state = _heard(self._before[place])
        del self._steps[place:], self._before[place:], self.public[undone.public :]
        for notes, many in zip(self._heard, undone.heard, strict=True):
            del notes[many:]
        for step in standing:
            self._play(step.entry, step.seat, step.move)
        self.entries.append(Undo(seat, undone.entry))

    def change(self, seat: int, holder: str) -> None:
        """Gives the seat to somebody else."""
        if not 0 <= seat < self.players:
            raise ValueError(f"no seat {seat}")
        self.entries.append(Change(seat, holder))
        self.seats[seat] = holder

    def log(self, viewer: int, last: int | None = None, before: int | None = None) -> list[Note]:
        """Everything this viewer (-1: a spectator) has been told, or the last of it, oldest first.

        `before`: as if it had been told no more than so many notes. The last of it costs the same in any match.
        """
        end = self.told(viewer) if before is None else min(before, self.told(viewer))
        return self._heard[viewer][0 if last is None else max(0, end - last) : end]

    def told(self, viewer: int) -> int:
        """How many notes this viewer has been told."""
        return len(self._heard[viewer])

    def moves(self) -> list[Move]:
        """The moves that stand, in order."""
        return [Move(step.seat, step.move) for step in self._steps]


def _heard(state: State) -> State:
    """A copy that tells what happens."""
    copy = state.copy()
    copy.listen()
    return copy


def valid_holder(name: object) -> bool:
    """Can this be the name of whoever holds a seat?"""
    return isinstance(name, str) and 0 < len(name) <= 40 and name.isprintable() and bool(name.strip())


def commitment(seed: int) -> str:
    """The hash of a seed."""
    return hashlib.sha256(b"ridotto seed 1\n" + key_of(seed)).hexdigest()
