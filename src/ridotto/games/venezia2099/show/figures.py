"""A match of Venezia 2099 in figures."""

from collections.abc import Iterable

from ridotto.engine.figures import Figures, Moment, Tally, course
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.games.venezia2099.components import Told


def figures(moments: Iterable[Moment], players: int) -> Figures:
    tally = Tally(players)

    def count(note: Note) -> None:
        seat = note.a
        match Told(note.kind):
            case Told.WALKED:
                tally.add("walks", seat)
            case Told.RODE:
                tally.add("rides", seat)
            case Told.BOUGHT:
                tally.add("treasures", seat)
                tally.add("coins", seat, note.c)
            case Told.FELL:
                tally.add("fallen", seat)
            case Told.RESCUED:
                tally.add("rescued", seat)
            case Told.DROWNED:
                tally.add("drowned", seat)

    turns = course(moments, count, (Told.GAME_BEGINS, Told.PROPHECY_PLAYED), (Told.RESCUED, Told.DROWNED))
    rows = (
        tally.row(msg("Treasures bought"), "treasures"),
        tally.row(msg("Coins spent on them"), "coins"),
        tally.row(msg("Walks"), "walks"),
        tally.row(msg("Gondola rides"), "rides"),
        tally.row(msg("Pawns that fell in"), "fallen"),
        tally.row(msg("Pawns rescued"), "rescued"),
        tally.row(msg("Pawns drowned"), "drowned"),
    )
    return Figures(msg("Points if the game had ended there"), msg("Turn"), turns, rows)
