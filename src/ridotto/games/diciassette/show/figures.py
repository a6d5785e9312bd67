"""The statistics of a match of 17 Diciassette."""

from collections.abc import Iterable

from ridotto.engine.figures import Figures, Tally, history
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.engine.public_step import PublicStep
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.components import DiciassetteNote


def figures(steps: Iterable[PublicStep], players: int) -> Figures:
    tally = Tally(players)

    def count(note: Note) -> None:
        seat = note.a
        match DiciassetteNote(note.kind):
            case DiciassetteNote.LAID if note.b == c.NEUTRAL:
                tally.add("hidden", seat)
            case DiciassetteNote.TRAP_SPRUNG:
                tally.add("traps", seat)
            case DiciassetteNote.JUDGED:
                right = note.c & 1
                tally.add("calls", seat)
                tally.add("right", seat, right)
                tally.add("accused", note.b)
                tally.add("survived", note.b, not right)
            case DiciassetteNote.SECOND_PENALTY:
                tally.add("lost", seat, note.b)

    rounds = history(steps, count, (DiciassetteNote.ROUND_BEGINS, DiciassetteNote.GAME_ENDS))
    rows = (
        tally.share(msg("Right calls"), "right", "calls"),
        tally.share(msg("Got away with it"), "survived", "accused"),
        tally.row(msg("Traps sprung on callers"), "traps"),
        tally.row(msg("Cards played face down"), "hidden"),
        tally.row(msg("Victory tokens lost"), "lost"),
    )
    return Figures(msg("Victory tokens"), msg("After round"), rounds, rows, c.TO_WIN)
