"""A match of Venti in figures."""

from collections.abc import Iterable

from ridotto.engine.figures import Figures, Moment, Tally, course
from ridotto.engine.message import msg
from ridotto.engine.note import Note
from ridotto.games.venti import cards as c
from ridotto.games.venti.cards import Told


def figures(moments: Iterable[Moment], players: int) -> Figures:
    tally = Tally(players)

    def count(note: Note) -> None:
        seat = note.a
        match Told(note.kind):
            case Told.ROUND_BEGINS:
                for everybody in range(players):
                    tally.add("rounds", everybody)
            case Told.FULFILLED:
                tally.add("fulfilled", seat)
                tally.add("points", seat, c.POINTS[note.b % c.TOTAL])
            case Told.PAID | Told.COMMITTED:
                tally.add("paid", seat)
                tally.add("jokers", seat, note.b == c.JOKER_CLASS)
            case Told.FROZE:
                tally.add("frozen", seat)
            case Told.ATTEMPTS:
                tally.add("tried", seat)
                tally.add("held", seat)
            case Told.FAILED:
                tally.add("held", seat, -1)
            case Told.MADE_JOKER | Told.MADE_ACTION:
                tally.add("given up", seat, c.POINTS[note.b])
            case Told.LOST:
                tally.add("lost", seat, c.POINTS[note.b % c.TOTAL])
            case Told.CAUGHT_UP:
                tally.add("caught up", seat, c.POINTS[note.b % c.TOTAL])

    rounds = course(moments, count, (Told.ROUND_BEGINS, Told.GAME_ENDS))
    rows = (
        tally.row(msg("Conditions fulfilled"), "fulfilled"),
        tally.rate(msg("Points per round"), "points", "rounds"),
        tally.rate(msg("Cards paid per point"), "paid", "points"),
        tally.row(msg("Jokers paid"), "jokers"),
        tally.row(msg("Targets frozen"), "frozen"),
        tally.share(msg("Frozen targets tried that came off"), "held", "tried"),
        tally.row(msg("Points turned into jokers and actions"), "given up"),
        tally.row(msg("Points lost"), "lost", "\N{MINUS SIGN}"),
        tally.row(msg("Points added as the last one"), "caught up", "+"),
    )
    return Figures(msg("Points"), msg("Round"), rounds, rows, c.TWENTY)
