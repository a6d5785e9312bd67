"""The outcomes of a move of 17 Diciassette that hints mention, counted up to the end of the round."""

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Horizon, Playout, counts, happens
from ridotto.games.diciassette.components import DiciassetteNote

OUTCOMES = {
    "victory": happens(msg("You win a victory token this round in {often}."), 1),
    "penalty": happens(msg("You take a penalty token this round in {often}."), -1),
    "right": happens(msg("You call and are right in {often}."), 1),
    "wrong": happens(msg("You call and are wrong in {often}."), -1),
    "caught": happens(msg("Somebody calls after your card and is right in {often}."), -1),
    "survived": happens(msg("Somebody calls after your card and is wrong in {often}."), 1),
    "trap": happens(msg("A caller runs into your trap in {often}."), 1),
    "others": counts(msg("The others' victory tokens this round, on average: {many}."), -1, 0.04),
}


def horizon(players: int) -> Horizon:
    return Horizon(DiciassetteNote.ROUND_BEGINS)


def outcomes(playout: Playout) -> dict[str, float]:
    seat = playout.seat
    traps = list(playout.notes_of(DiciassetteNote.TRAP_SPRUNG))
    found = dict.fromkeys(OUTCOMES, 0.0)
    found["trap"] = bool(playout.count_own(DiciassetteNote.TRAP_SPRUNG))
    for caller, player, right in ((note.a, note.b, note.c & 1) for note in playout.notes_of(DiciassetteNote.JUDGED)):
        winner, loser = (caller, player) if right else (player, caller)
        winners = {winner, *(trap.a for trap in traps)}
        found["victory"] = seat in winners
        found["others"] = len(winners - {seat})
        found["penalty"] = seat == loser or any(trap.b == seat for trap in traps)
        if caller == seat:
            found["right" if right else "wrong"] = 1.0
        elif player == seat:
            found["caught" if right else "survived"] = 1.0
    return found
