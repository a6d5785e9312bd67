"""What each viewer has gone through, as digests: all that it saw and was told, and all that it did, takings-back too.

They only ever go on, so what is taken back brings no old one again; and they follow from the log, in any process.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ridotto.engine.note import SPECTATOR, UNSEEN, Note
from ridotto.engine.state import State

SIZE = 8  # bytes
START = blake2b(b"ridotto trail 1", digest_size=SIZE).digest()


@dataclass(slots=True)
class Trail:
    """Of one viewer. The trail goes on with all it sees; the moment lasts while others decide at the same time as it.

    Whoever decided at this moment has done nothing since and was told nothing, whatever others did in secret.
    """

    trail: bytes = START
    moment: bytes = START

    def go_on(self, step: bytes, passing: bool) -> None:
        self.trail = blake2b(self.trail + step, digest_size=SIZE).digest()
        if not passing:
            self.moment = self.trail


class Trails:
    """Those of all seats and of spectators."""

    def __init__(self, players: int) -> None:
        self._of = {viewer: Trail() for viewer in range(SPECTATOR, players)}
        # Who noticed the moves of each seat that are not final, and was it passing for them?
        self._witnesses: dict[int, list[dict[int, bool]]] = {seat: [] for seat in range(players)}

    def moment(self, viewer: int) -> str:
        return self._of[viewer].moment.hex()

    def now(self) -> dict[int, bytes]:
        """All of them."""
        return {viewer: trail.trail for viewer, trail in self._of.items()}

    def seen(self, state: State, seat: int, move: int) -> list[int]:
        """What each viewer will see of a move, spectators first."""
        return [state.seen_by(viewer, seat, move) for viewer in self._of]

    def moved(self, seat: int, seen: Sequence[int], told: Sequence[Note], asked: Collection[int]) -> None:
        """A seat made a move, of which this was seen and told, while these seats were asked."""
        witnesses = {}
        for code, (viewer, trail) in zip(seen, self._of.items(), strict=True):
            heard = [note[1:] for note in told if note.heard_by(viewer)]
            if heard or code != UNSEEN or viewer == seat:
                passing = not heard and viewer in asked and viewer != seat
                witnesses[viewer] = passing
                trail.go_on(repr((code, heard)).encode(), passing)
        self._witnesses[seat].append(witnesses)

    def wished(self, seat: int, what: str) -> None:
        """A seat has said how it wants to answer, and nobody else was told."""
        self._of[seat].go_on(what.encode(), passing=True)

    def took_back(self, seat: int) -> None:
        """A seat took back its last move."""
        for viewer, passing in self._witnesses[seat].pop().items():
            self._of[viewer].go_on(b"back", passing)

    def settle(self, seats: Collection[int]) -> None:
        """Nothing that these seats have done can be taken back any more."""
        for seat in seats:
            self._witnesses[seat].clear()
