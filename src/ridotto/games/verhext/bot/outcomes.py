"""The outcomes of a move of Verhext! that hints mention, counted up to the end of the round."""

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Horizon, Playout, counts, happens
from ridotto.games.verhext.components import VerhextNote

OUTCOMES = {
    "prophecy": happens(msg("Your prophecy comes true in {often}."), 1),
    "trick": happens(msg("You win this trick in {often}."), 0),
    "points": counts(msg("Your points this round, on average: {many}."), 1, 0.2),
    "loss": happens(msg("You lose points this round in {often}."), -1),
    "hat": happens(msg("You win the witch hat in {often}."), 1),
    "zero": happens(msg("You gain a zero card in {often}."), 1),
    "others": counts(msg("Prophecies the others fulfil, on average: {many}."), -1, 0.15),
}


def horizon(players: int) -> Horizon:
    return Horizon(VerhextNote.ROUND_BEGINS)


def outcomes(playout: Playout) -> dict[str, float]:
    seat, before, after = playout.seat, playout.before, playout.after
    true = [note.a for note in playout.notes_of(VerhextNote.JUDGED) if note.c > 0]
    trick = next(playout.notes_of(VerhextNote.TRICK_WON, VerhextNote.TRICK_TIED), None)
    gain = playout.points_gained(seat)
    return {
        "prophecy": seat in true,
        "trick": trick is not None and trick.kind == VerhextNote.TRICK_WON and trick.a == seat,
        "points": gain,
        "loss": gain < 0,
        "hat": bool(playout.count_own(VerhextNote.HAT_WON)),
        "zero": after.zeros[seat] > before.zeros[seat],
        "others": sum(other != seat for other in true),
    }
