"""A match: options, a seed and the entries made since. The state is what follows from them.

Entries are append-only: a move and who made it, the undoing of an earlier entry, a change of seat. A match is rebuilt
from the moves that were not undone, so the same entries give the same game everywhere and for ever.
"""

import hashlib
import secrets
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from ridotto.engine.errors import IllegalMove
from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.engine.rng import key_of
from ridotto.engine.state import State

REMEMBERED = 16  # steps that are taken back at once; older ones cost a replay


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


@dataclass(frozen=True, slots=True)
class _Step:
    """A move that stands, and what came of it."""

    entry: int
    seat: int
    move: int
    pending: tuple[int, ...]  # the seats that owed a decision before it
    seals: int
    notes: tuple[Note, ...]


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
        self.entries: list[Entry] = []
        self._steps: list[_Step] = []
        self._before: deque[State] = deque(maxlen=REMEMBERED)  # how it stood before each of the last steps
        self.state: State = _heard(self._first)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def commitment(self) -> str:
        """Shown before the first deal: it binds the house to the seed without telling it."""
        return commitment(self.seed)

    def play(self, seat: int, move: int, final: bool = False) -> list[Note]:
        """Plays a legal move and gives what it tells; any other raises IllegalMove and changes nothing."""
        before = self.state.copy()
        step = _step(self.state, len(self.entries), seat, move)
        self._before.append(before)
        self._steps.append(step)
        self.entries.append(Move(seat, move, final))
        return list(step.notes)

    def undoable(self, seat: int) -> int | None:
        """The entry that the seat could take back now: its last move, if nothing has made it final since."""
        for i in range(len(self._steps) - 1, -1, -1):
            step = self._steps[i]
            if step.seals >> seat & 1:
                return None
            if step.seat == seat:
                together = all(later.seat in step.pending for later in self._steps[i + 1 :])
                made = self.entries[step.entry]
                return step.entry if together and not (isinstance(made, Move) and made.final) else None
        return None

    def can_undo(self, seat: int) -> bool:
        return self.undoable(seat) is not None

    def meanwhile(self, seat: int) -> int:
        """How many of the last entries others have made who decide at the same time as this seat: to it, they are one.

        They end where the seat itself did something, or something became final for it.
        """
        last = len(self.entries)
        for step in reversed(self._steps):
            alone = len(step.pending) == 1 or seat not in step.pending
            if alone or step.seat == seat or step.seals >> seat & 1:
                last -= step.entry + 1
                break
        recent = self.entries[len(self.entries) - last :] if last else []
        own = [n for n, entry in enumerate(recent) if isinstance(entry, Undo) and entry.seat == seat]
        return last - own[-1] - 1 if own else last

    def undo(self, seat: int) -> None:
        """Takes back the seat's last move, or refuses: what was shown, drawn or committed stays."""
        entry = self.undoable(seat)
        if entry is None:
            raise IllegalMove("final", "", msg("There is nothing to take back: what has been shown is final."))
        undone = next(i for i, step in enumerate(self._steps) if step.entry == entry)
        first = undone if len(self._steps) - undone <= len(self._before) else 0
        standing = [step for step in self._steps[first:] if step.entry != entry]
        self.state = _heard(self._first if first == 0 else self._before[first - len(self._steps)])
        for _ in range(min(len(self._before), len(self._steps) - first)):
            self._before.pop()
        del self._steps[first:]
        for step in standing:
            self._before.append(self.state.copy())
            self._steps.append(_step(self.state, step.entry, step.seat, step.move))
        self.entries.append(Undo(seat, entry))

    def change(self, seat: int, holder: str) -> None:
        """Gives the seat to somebody else."""
        if not 0 <= seat < self.players:
            raise ValueError(f"no seat {seat}")
        self.entries.append(Change(seat, holder))
        self.seats[seat] = holder

    def log(self, viewer: int, last: int | None = None) -> list[Note]:
        """Everything this viewer (-1: a spectator) has been told, or the last of it, oldest first."""
        parts = chain((step.notes for step in reversed(self._steps)), [self._opening])
        told = (note for part in parts for note in reversed(part) if note.heard_by(viewer))
        return list(islice(told, last))[::-1]

    def course(self) -> Iterator[tuple[State, tuple[Note, ...]]]:
        """All of it once more: what was told at the opening and with each move, and one state that goes along."""
        state = self._first.copy()
        yield state, self._opening
        for step in self._steps:
            state.play(step.seat, step.move)
            yield state, step.notes

    def moves(self) -> list[Move]:
        """The moves that stand, in order."""
        return [Move(step.seat, step.move) for step in self._steps]


def _heard(state: State) -> State:
    """A copy that tells what happens."""
    copy = state.copy()
    copy.listen()
    return copy


def _step(state: State, entry: int, seat: int, move: int) -> _Step:
    """Plays a move and keeps what came of it."""
    pending = tuple(state.actors())
    state.play(seat, move)
    return _Step(entry, seat, move, pending, state.seals, tuple(state.told()))


def valid_holder(name: object) -> bool:
    """Can this be the name of whoever holds a seat?"""
    return isinstance(name, str) and 0 < len(name) <= 40 and name.isprintable() and bool(name.strip())


def commitment(seed: int) -> str:
    """The hash of a seed."""
    return hashlib.sha256(b"ridotto seed 1\n" + key_of(seed)).hexdigest()
