"""The statistics of a match of Verhext!"""

from collections.abc import Iterable

from ridotto.engine.figures import Figures, Tally, history
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.engine.public_step import PublicStep
from ridotto.games.verhext import components as c
from ridotto.games.verhext.components import VerhextNote


def figures(steps: Iterable[PublicStep], players: int) -> Figures:
    tally = Tally(players)
    rounds = history(steps, _Counting(tally).count, (VerhextNote.ROUND_BEGINS, VerhextNote.GAME_ENDS))
    rows = (
        tally.share(msg("Prophecies fulfilled"), "fulfilled", "made"),
        tally.share(msg("New attempts fulfilled"), "mended", "new"),
        tally.row(msg("Points from exact prophecies"), "exact", "+"),
        tally.row(msg("Points from “at least”"), "at least", "+"),
        tally.row(msg("Witch hats"), "hats"),
        tally.row(msg("Zero cards spent"), "zeros"),
        tally.row(msg("Tricks won"), "tricks"),
        tally.row(msg("Tricks lost to a tie"), "ties"),
    )
    return Figures(msg("Points"), msg("Round"), rounds, rows)


class _Counting:
    """Counts notes. Tricks count from the end of the play phase: without history, players must remember them."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._round: list[tuple[str, int]] = []
        self._new: set[int] = set()  # seats with a new attempt

    def count(self, note: Note) -> None:
        seat = note.a
        match VerhextNote(note.kind):
            case VerhextNote.ROUND_BEGINS:
                self._round, self._new = [], set()
            case VerhextNote.PROPHESIED if note.c:
                self._new.add(seat)
            case VerhextNote.TRICK_WON:
                self._round.append(("tricks", seat))
            case VerhextNote.TRICK_TIED:
                self._round += [("ties", tied) for tied in range(self._tally.players) if note.c >> tied & 1]
            case VerhextNote.PLAY_ENDS:
                for name, counted in self._round:
                    self._tally.add(name, counted)
            case VerhextNote.ZERO_DECIDED:
                self._tally.add("zeros", seat, note.b)
            case VerhextNote.HAT_WON:
                self._tally.add("hats", seat)
            case VerhextNote.JUDGED:
                self._judge(seat, note.b, note.c)

    def _judge(self, seat: int, prophecy: int, judged: int) -> None:
        self._tally.add("made", seat)
        self._tally.add("new", seat, seat in self._new)
        if judged > 0:
            self._tally.add("fulfilled", seat)
            self._tally.add("mended", seat, seat in self._new)
            self._tally.add("at least" if c.PROPHECIES[prophecy].endswith("+") else "exact", seat, judged - 1)
