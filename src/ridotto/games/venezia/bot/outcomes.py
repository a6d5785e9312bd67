"""What a move comes to in Venezia, looked at until the end of the round."""

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Course, Horizon, counts, happens
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


def outcomes(course: Course) -> dict[str, float]:
    seat = course.seat
    return {
        "points": course.gain(seat),
        "districts": sum(note.b == seat for note in course.told(VeneziaNote.SCORED)),
        "births": sum(note.b for note in course.told(VeneziaNote.BORN) if note.a == seat),
        "pinched": course.own(VeneziaNote.PINCHED),
        "lost": _lost(course),
        "nothing": _came_to_nothing(course),
        "others": course.rivals_gain,
    }


def _lost(course: Course) -> int:
    """In pincers, to the hunter and to the catcher."""
    seat = course.seat
    return (
        sum(note.b == seat for note in course.told(VeneziaNote.PINCHED))
        + sum(c.packed(note.b, seat) for note in course.told(VeneziaNote.HUNTER))
        + sum(c.packed(note.c, seat) for note in course.told(VeneziaNote.CAUGHT))
    )


def _came_to_nothing(course: Course) -> bool:
    """Others have shown the same card, or it has no effect."""
    beaten = any(note.c >> course.seat & 1 for note in course.told(VeneziaNote.CONFLICT_WON))
    tied = any((note.b | note.b >> 4) >> course.seat & 1 for note in course.told(VeneziaNote.CONFLICT_TIED))
    return beaten or tied or bool(course.own(VeneziaNote.NO_EFFECT))
