"""What a move comes to in Venezia 2099, looked at to the end."""

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Course, Horizon, counts, happens
from ridotto.games.venezia2099.components import Venezia2099Note

OUTCOMES = {
    "points": counts(msg("Your points at the end, on average: {many}."), 1, 0.5),
    "drowned": happens(msg("A pawn of yours drowns in {often}."), -1),
    "fallen": happens(msg("A pawn of yours falls into the water in {often}."), -1),
    "treasures": counts(msg("Treasures you have at the end, on average: {many}."), 1, 0.15),
    "rides": counts(msg("Gondolas you use, on average: {many}."), 0, 0.3),
    "rivals": happens(msg("Somebody else's pawn drowns in {often}."), 1),
    "others": counts(msg("Points each of the others has at the end, on average: {many}."), -1, 0.5),
}


def horizon(players: int) -> Horizon:
    return Horizon(Venezia2099Note.GAME_ENDS)


def outcomes(course: Course) -> dict[str, float]:
    seat, scores = course.seat, course.after.scores()
    return {
        "points": scores[seat],
        "drowned": bool(course.own(Venezia2099Note.DROWNED)),
        "fallen": bool(course.own(Venezia2099Note.FELL)),
        "treasures": sum(course.after.treasures[seat]),
        "rides": course.own(Venezia2099Note.RODE),
        "rivals": any(note.a != seat for note in course.told(Venezia2099Note.DROWNED)),
        "others": sum(scores[other] for other in course.others) / len(course.others),
    }
