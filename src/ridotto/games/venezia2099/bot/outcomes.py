"""The outcomes of a move of Venezia 2099 that hints mention, counted at the end of the game."""

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Horizon, Playout, counts, happens
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


def outcomes(playout: Playout) -> dict[str, float]:
    seat, scores = playout.seat, playout.after.scores()
    return {
        "points": scores[seat],
        "drowned": bool(playout.count_own(Venezia2099Note.DROWNED)),
        "fallen": bool(playout.count_own(Venezia2099Note.FELL)),
        "treasures": sum(playout.after.treasures[seat]),
        "rides": playout.count_own(Venezia2099Note.RODE),
        "rivals": any(note.a != seat for note in playout.notes_of(Venezia2099Note.DROWNED)),
        "others": sum(scores[other] for other in playout.others) / len(playout.others),
    }
