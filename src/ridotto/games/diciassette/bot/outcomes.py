"""What a move comes to in 17 Diciassette, looked at until the end of the round."""

from ridotto.engine.message import msg
from ridotto.engine.outcomes import Course, Horizon, counts, happens
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


def outcomes(course: Course) -> dict[str, float]:
    seat = course.seat
    traps = list(course.told(DiciassetteNote.TRAP_SPRUNG))
    found = dict.fromkeys(OUTCOMES, 0.0)
    found["trap"] = bool(course.own(DiciassetteNote.TRAP_SPRUNG))
    for caller, player, right in ((note.a, note.b, note.c & 1) for note in course.told(DiciassetteNote.JUDGED)):
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
