"""The statistics of a match of Venti."""

from collections.abc import Iterable

from ridotto.engine.figures import Figures, Tally, history
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.engine.public_step import PublicStep
from ridotto.games.venti import components as c
from ridotto.games.venti.components import VentiNote


def figures(steps: Iterable[PublicStep], players: int) -> Figures:
    tally = Tally(players)
    rounds = history(steps, _Counting(tally).count, (VentiNote.ROUND_BEGINS, VentiNote.GAME_ENDS))
    rows = (
        tally.row(msg("Conditions fulfilled"), "fulfilled"),
        tally.rate(msg("Points per round"), "points", "rounds"),
        tally.rate(msg("Cards paid per point"), "paid", "worth"),
        tally.row(msg("Jokers paid"), "jokers"),
        tally.row(msg("Targets frozen"), "frozen"),
        tally.share(msg("Frozen targets won"), "held", "tried"),
        tally.row(msg("Points turned into jokers and actions"), "given up"),
        tally.row(msg("Points lost"), "lost", "\N{MINUS SIGN}"),
        tally.row(msg("Catch-up points"), "caught up", "+"),
    )
    return Figures(msg("Points"), msg("Round"), rounds, rows, c.TWENTY)


class _Counting:
    """Counts payments and attempts when they end: a player who fails takes the committed cards back."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._paid: list[int] = []  # their classes
        self._trying = False

    def count(self, note: Note) -> None:
        tally, seat = self._tally, note.a
        match VentiNote(note.kind):
            case VentiNote.ROUND_BEGINS:
                for player in range(tally.players):
                    tally.add("rounds", player)
            case VentiNote.PAID | VentiNote.COMMITTED:
                self._paid.append(note.b)
            case VentiNote.ATTEMPTS:
                self._trying = True
            case VentiNote.FULFILLED:
                self._fulfil(seat, c.POINTS[note.b % c.TOTAL_UNIT])
            case VentiNote.FAILED:
                tally.add("tried", seat)
                if note.c != seat:  # nobody gets the points of a card they froze themselves
                    tally.add("points", note.c, c.POINTS[note.b % c.TOTAL_UNIT])
                self._paid, self._trying = [], False
            case VentiNote.FROZE:
                tally.add("frozen", seat)
            case VentiNote.MADE_JOKER | VentiNote.MADE_ACTION:
                tally.add("given up", seat, c.POINTS[note.b])
            case VentiNote.LOST:
                tally.add("lost", seat, c.POINTS[note.b % c.TOTAL_UNIT])
            case VentiNote.CAUGHT_UP:
                tally.add("caught up", seat, c.POINTS[note.b % c.TOTAL_UNIT])
                tally.add("points", seat, c.POINTS[note.b % c.TOTAL_UNIT])

    def _fulfil(self, seat: int, points: int) -> None:
        tally = self._tally
        tally.add("fulfilled", seat)
        tally.add("points", seat, points)
        tally.add("worth", seat, points)  # what it was paid for
        tally.add("paid", seat, len(self._paid))
        tally.add("jokers", seat, self._paid.count(c.JOKER_CLASS))
        tally.add("tried", seat, self._trying)
        tally.add("held", seat, self._trying)
        self._paid, self._trying = [], False
