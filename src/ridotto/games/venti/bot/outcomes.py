"""The outcomes of a move of Venti that hints mention, counted up to the end of the next round."""

from itertools import takewhile

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Horizon, Playout, counts, happens
from ridotto.games.venti import components as c
from ridotto.games.venti.components import VentiNote

OUTCOMES = {
    "points": counts(msg("Points you gain by the end of the next round, on average: {many}."), 1, 0.2),
    "fulfil": happens(msg("You fulfil a target this round in {often}."), 1),
    "fail": happens(msg("You fail at a frozen target in {often}."), -1),
    "frozen": happens(msg("Somebody fails at a target that you froze in {often}."), 1),
    "loss": happens(msg("You have to give up points in {often}."), -1),
    "joker": happens(msg("You make a permanent joker in {often}."), 0),
    "action": happens(msg("You gain an additional action in {often}."), 0),
    "jokers": counts(msg("Jokers in your hand at the end of the next round, on average: {many}."), 1, 0.1),
    "twenty": happens(msg("You reach twenty points by the end of the next round in {often}."), 1),
    "others": counts(msg("Points each of the others gains by the end of the next round, on average: {many}."), -1, 0.2),
}


def horizon(players: int) -> Horizon:
    return Horizon(VentiNote.ROUND_BEGINS, 2)


def outcomes(playout: Playout) -> dict[str, float]:
    seat = playout.seat
    this_round = takewhile(lambda note: note.kind != VentiNote.ROUND_BEGINS, playout.notes)
    return {
        "points": playout.points_gained(seat),
        "fulfil": any(note.kind == VentiNote.FULFILLED and note.a == seat for note in this_round),
        "fail": bool(playout.count_own(VentiNote.FAILED)),
        "frozen": any(note.c == seat != note.a for note in playout.notes_of(VentiNote.FAILED)),
        "loss": bool(playout.count_own(VentiNote.LOST)),
        "joker": bool(playout.count_own(VentiNote.MADE_JOKER)),
        "action": bool(playout.count_own(VentiNote.MADE_ACTION)),
        "jokers": sum(c.CARD_CLASS[card] == c.JOKER_CLASS for card in c.cards_in(playout.after.hand[seat])),
        "twenty": bool(playout.count_own(VentiNote.REACHED_TWENTY)),
        "others": playout.mean_rival_gain,
    }
