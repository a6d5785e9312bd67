"""The outcomes of a move of Venezia that hints mention, counted up to the end of the round."""

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Horizon, Playout, counts, happens
from ridotto.games.venezia import components as c
from ridotto.games.venezia.components import VeneziaNote

OUTCOMES = {
    "points": counts(msg("Points you score this round, on average: {many}."), 1, 0.3),
    "districts": counts(msg("Districts that score for you this round, on average: {many}."), 1, 0.15),
    "births": counts(msg("Chicks you raise, on average: {many}."), 1, 0.3),
    "pinched": counts(msg("Pigeons you pinch from others, on average: {many}."), 1, 0.2),
    "lost": counts(msg("Pigeons you lose, on average: {many}."), -1, 0.2),
    "nothing": happens(msg("Your action card comes to nothing in {often}."), -1),
    "others": counts(msg("Points each of the others scores this round, on average: {many}."), -1, 0.3),
}


def horizon(players: int) -> Horizon:
    return Horizon(VeneziaNote.ROUND_BEGINS)


def outcomes(playout: Playout) -> dict[str, float]:
    seat = playout.seat
    return {
        "points": playout.points_gained(seat),
        "districts": sum(note.b == seat for note in playout.notes_of(VeneziaNote.SCORED)),
        "births": sum(note.b for note in playout.notes_of(VeneziaNote.BORN) if note.a == seat),
        "pinched": playout.count_own(VeneziaNote.PINCHED),
        "lost": _lost(playout),
        "nothing": _came_to_nothing(playout),
        "others": playout.mean_rival_gain,
    }


def _lost(playout: Playout) -> int:
    """In pincers, to the hunter and to the catcher."""
    seat = playout.seat
    return (
        sum(note.b == seat for note in playout.notes_of(VeneziaNote.PINCHED))
        + sum(c.unpack(note.b, seat) for note in playout.notes_of(VeneziaNote.HUNTER))
        + sum(c.unpack(note.c, seat) for note in playout.notes_of(VeneziaNote.CAUGHT))
    )


def _came_to_nothing(playout: Playout) -> bool:
    """Others have shown the same card, or it has no effect."""
    beaten = any(note.c >> playout.seat & 1 for note in playout.notes_of(VeneziaNote.CONFLICT_WON))
    tied = any((note.b | note.b >> 4) >> playout.seat & 1 for note in playout.notes_of(VeneziaNote.CONFLICT_TIED))
    return beaten or tied or bool(playout.count_own(VeneziaNote.NO_EFFECT))
