"""Trails: a digest per viewer of all it saw, was told and did, undone moves included.

Trails only grow: taking back a move does not restore an earlier digest. They follow from the log, so every process
computes the same ones.
"""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from ridotto.engine.note import SPECTATOR, UNSEEN, Note
from ridotto.engine.state import State

DIGEST_BYTES = 8
START = blake2b(b"ridotto trail 1", digest_size=DIGEST_BYTES).digest()
KEPT_STEPS = 64  # of each viewer, once somebody has asked for them


class TrailStep(NamedTuple):
    """Something that a viewer noticed: what it was told of a move, or that a move was taken back."""

    n: int  # in this viewer's own count, from 1
    notes: tuple[Note, ...]
    undoes: int = 0  # the step that was taken back


@dataclass(slots=True)
class Trail:
    """The trail of one viewer.

    `digest` changes with everything the viewer notices. `moment` does not change while others decide at the same time:
    a seat that decided on this moment has done nothing since and was told nothing, whatever others did in secret.
    """

    digest: bytes = START
    moment: bytes = START
    length: int = 0  # in steps
    latest: deque[TrailStep] | None = None  # the latest steps, once somebody has asked for them

    def extend(self, step: bytes, same_moment: bool, notes: tuple[Note, ...] = (), undoes: int = 0) -> None:
        self.digest = blake2b(self.digest + step, digest_size=DIGEST_BYTES).digest()
        if not same_moment:
            self.moment = self.digest
        self.length += 1
        if self.latest is not None:
            self.latest.append(TrailStep(self.length, notes, undoes))


class Trails:
    """The trails of all seats and of spectators."""

    def __init__(self, players: int) -> None:
        self._trails = {viewer: Trail() for viewer in range(SPECTATOR, players)}
        # For each seat, its moves that are not final: the viewers that noticed, whether their moment stayed, and which
        # of their steps it was.
        self._witnesses: dict[int, list[dict[int, tuple[bool, int]]]] = {seat: [] for seat in range(players)}

    def moment(self, viewer: int) -> str:
        return self._trails[viewer].moment.hex()

    def digest(self, viewer: int) -> bytes:
        return self._trails[viewer].digest

    def digests(self) -> dict[int, bytes]:
        """The current trail of each viewer."""
        return {viewer: trail.digest for viewer, trail in self._trails.items()}

    # Following

    def length(self, viewer: int) -> int:
        """How many steps a viewer has noticed. From now on, the latest ones are kept."""
        trail = self._trails[viewer]
        if trail.latest is None:
            trail.latest = deque(maxlen=KEPT_STEPS)
        return trail.length

    def steps_after(self, viewer: int, n: int) -> list[TrailStep] | None:
        """The steps that a viewer noticed after its first `n`; None if they are no longer known."""
        missing = self.length(viewer) - n
        latest = self._trails[viewer].latest or ()
        return list(latest)[-missing:] if 0 < missing <= len(latest) else [] if missing == 0 else None

    # Events

    def observations(self, state: State, seat: int, move: int) -> list[int]:
        """What each viewer will see of a move, spectators first."""
        return [state.observed_by(viewer, seat, move) for viewer in self._trails]

    def record_move(self, seat: int, seen: Sequence[int], notes: Sequence[Note], asked: Collection[int]) -> None:
        """A seat moved, viewers saw this of it and heard these notes; `asked`: the seats that were asked then."""
        witnesses = {}
        for code, (viewer, trail) in zip(seen, self._trails.items(), strict=True):
            heard = tuple([note for note in notes if note.heard_by(viewer)])
            if heard or code != UNSEEN or viewer == seat:
                same_moment = not heard and viewer in asked and viewer != seat
                witnesses[viewer] = same_moment, trail.length + 1
                trail.extend(repr((code, [note[1:] for note in heard])).encode(), same_moment, heard)
        self._witnesses[seat].append(witnesses)

    def record_answer(self, seat: int, answer: str) -> None:
        """A seat gave an answer or an order in secret."""
        self._trails[seat].extend(answer.encode(), same_moment=True)

    def record_undo(self, seat: int) -> None:
        """A seat took back its last move."""
        for viewer, (same_moment, n) in self._witnesses[seat].pop().items():
            self._trails[viewer].extend(b"back", same_moment, undoes=n)

    def seal(self, seats: Collection[int]) -> None:
        """The moves of these seats are final."""
        for seat in seats:
            self._witnesses[seat].clear()
