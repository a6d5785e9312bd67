"""The statistics of a match of Venezia."""

from collections.abc import Iterable

from ridotto.engine.figures import FigureRow, Figures, FigureSheet, Tally, history
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.engine.public_step import PublicStep
from ridotto.games.venezia import components as c
from ridotto.games.venezia.components import VeneziaNote
from ridotto.games.venezia.names import place_message

SCORED = {3: "threes", 6: "sixes"}


def figures(steps: Iterable[PublicStep], players: int) -> Figures:
    tally, rounds = Tally(players), _RoundSheets(players)

    def count(note: Note) -> None:
        seat = note.a
        match VeneziaNote(note.kind):
            case VeneziaNote.BORN:
                tally.add("births", seat, note.b)
            case VeneziaNote.PINCHED:
                tally.add("pinched", seat)
                tally.add("in pincers", note.b)
            case VeneziaNote.HUNTER:
                _lose("hunted", note.b)
            case VeneziaNote.CAUGHT:
                _lose("caught", note.c)
            case VeneziaNote.FIRST_SHOWN if note.b == c.FEINT:
                tally.add("feints", seat)
            case VeneziaNote.ACTION_SHOWN:
                tally.add("actions", seat)
            case VeneziaNote.DECLINED:
                tally.add("declined", seat)
            case VeneziaNote.SCORED:
                tally.add(SCORED[note.c], note.b, note.c)
        rounds.count(note)

    def _lose(how: str, packed: int) -> None:
        for seat in range(players):
            tally.add(how, seat, c.unpack(packed, seat))

    points = history(steps, count, (VeneziaNote.ROUND_BEGINS, VeneziaNote.GAME_ENDS))
    rows = (
        tally.row(msg("Chicks raised"), "births"),
        tally.row(msg("Enemy pigeons pinched"), "pinched"),
        tally.row(msg("Lost in pincers"), "in pincers"),
        tally.row(msg("Lost to the hunter"), "hunted"),
        tally.row(msg("Lost to the City Catcher"), "caught"),
        tally.row(msg("Points from 3-point districts"), "threes"),
        tally.row(msg("Points from 6-point districts"), "sixes"),
        tally.row(msg("Feints played"), "feints"),
        tally.row(msg("Action cards played"), "actions"),
        *([tally.row(msg("Action cards kept"), "declined")] if any(tally["declined"]) else []),
    )
    return Figures(msg("Points"), msg("After round"), points, rows, c.POINTS_TO_WIN, rounds.sheets)


class _RoundSheets:
    """The points of each district, round by round."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._round = 0  # 0: unknown, in a match that begins in the middle of a round
        self._scored: dict[int, list[FigureRow]] = {}

    def count(self, note: Note) -> None:
        match VeneziaNote(note.kind):
            case VeneziaNote.ROUND_BEGINS:
                self._round = note.a
            case VeneziaNote.SCORED:
                values = tuple(f"+{note.c}" if seat == note.b else "" for seat in range(self._players))
                self._scored.setdefault(self._round, []).append(FigureRow(place_message(note.a), values))

    @property
    def sheets(self) -> tuple[FigureSheet, ...]:
        listed = self._scored.items()
        return tuple(FigureSheet(msg("Round {round}", round=number), tuple(rows)) for number, rows in listed if number)
