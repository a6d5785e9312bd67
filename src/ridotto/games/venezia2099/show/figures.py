"""The statistics of a match of Venezia 2099."""

from collections.abc import Iterable

from ridotto.engine.figures import Figures, Tally, history
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.engine.public_step import PublicStep
from ridotto.games.venezia2099.components import Venezia2099Note


def figures(steps: Iterable[PublicStep], players: int) -> Figures:
    tally = Tally(players)

    def count(note: Note) -> None:
        seat = note.a
        match Venezia2099Note(note.kind):
            case Venezia2099Note.WALKED:
                tally.add("walks", seat)
            case Venezia2099Note.RODE:
                tally.add("rides", seat)
            case Venezia2099Note.BOUGHT:
                tally.add("treasures", seat)
                tally.add("coins", seat, note.c)
            case Venezia2099Note.FELL:
                tally.add("fallen", seat)
            case Venezia2099Note.RESCUED:
                tally.add("rescued", seat)
            case Venezia2099Note.DROWNED:
                tally.add("drowned", seat)

    turns = history(
        steps,
        count,
        (Venezia2099Note.GAME_BEGINS, Venezia2099Note.PROPHECY_PLAYED),
        (Venezia2099Note.RESCUED, Venezia2099Note.DROWNED),
    )
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
