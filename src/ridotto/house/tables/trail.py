"""Trails: a digest per viewer of all it saw, was told and did, undone moves included.

Trails only grow: taking back a move does not restore an earlier digest. They follow from the log, so every process
computes the same ones.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ridotto.engine.note import SPECTATOR, UNSEEN, Note
from ridotto.engine.state import State

DIGEST_BYTES = 8
START = blake2b(b"ridotto trail 1", digest_size=DIGEST_BYTES).digest()


@dataclass(slots=True)
class Trail:
    """The trail of one viewer.

    `digest` changes with everything the viewer notices. `moment` does not change while others decide at the same time:
    a seat that decided on this moment has done nothing since and was told nothing, whatever others did in secret.
    """

    digest: bytes = START
    moment: bytes = START

    def extend(self, step: bytes, same_moment: bool) -> None:
        self.digest = blake2b(self.digest + step, digest_size=DIGEST_BYTES).digest()
        if not same_moment:
            self.moment = self.digest


class Trails:
    """The trails of all seats and of spectators."""

    def __init__(self, players: int) -> None:
        self._trails = {viewer: Trail() for viewer in range(SPECTATOR, players)}
        # For each seat, its moves that are not final: the viewers that noticed, and whether their moment stayed.
        self._witnesses: dict[int, list[dict[int, bool]]] = {seat: [] for seat in range(players)}

    def moment(self, viewer: int) -> str:
        return self._trails[viewer].moment.hex()

    def digests(self) -> dict[int, bytes]:
        """The current trail of each viewer."""
        return {viewer: trail.digest for viewer, trail in self._trails.items()}

    def observations(self, state: State, seat: int, move: int) -> list[int]:
        """What each viewer will see of a move, spectators first."""
        return [state.observed_by(viewer, seat, move) for viewer in self._trails]

    def record_move(self, seat: int, seen: Sequence[int], notes: Sequence[Note], asked: Collection[int]) -> None:
        """A seat moved, viewers saw this of it and heard these notes; `asked`: the seats that were asked then."""
        witnesses = {}
        for code, (viewer, trail) in zip(seen, self._trails.items(), strict=True):
            heard = [note[1:] for note in notes if note.heard_by(viewer)]
            if heard or code != UNSEEN or viewer == seat:
                same_moment = not heard and viewer in asked and viewer != seat
                witnesses[viewer] = same_moment
                trail.extend(repr((code, heard)).encode(), same_moment)
        self._witnesses[seat].append(witnesses)

    def record_answer(self, seat: int, answer: str) -> None:
        """A seat gave an answer or an order in secret."""
        self._trails[seat].extend(answer.encode(), same_moment=True)

    def record_undo(self, seat: int) -> None:
        """A seat took back its last move."""
        for viewer, same_moment in self._witnesses[seat].pop().items():
            self._trails[viewer].extend(b"back", same_moment)

    def seal(self, seats: Collection[int]) -> None:
        """The moves of these seats are final."""
        for seat in seats:
            self._witnesses[seat].clear()
