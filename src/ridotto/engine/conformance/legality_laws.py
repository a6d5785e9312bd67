"""Laws about legality: legal moves can be played, all others are refused and change nothing."""

from random import Random
from typing import TYPE_CHECKING

from ridotto.engine.conformance.observations import illegal
from ridotto.engine.conformance.trial import Failed, Trial, law, sample
from ridotto.engine.errors import IllegalMove

if TYPE_CHECKING:
    from ridotto.engine.state import State

NO_SEAT = 99


@law("legal")
def legal_moves_apply(trial: Trial, chance: Random) -> int:
    """Exactly the seats that owe a decision have legal moves, and each of them can be played."""
    game, state = trial.game, trial.state
    actors = state.actors()
    if state.over != (not actors) or state.actor() not in (actors or [-1]):
        raise Failed(f"over is {state.over}, the seats asked are {actors}, the first of them {state.actor()}.")
    checks = 1
    for seat in (-1, *range(trial.players), trial.players, NO_SEAT):
        moves = state.moves(seat)
        if bool(moves) != (seat in actors):
            raise Failed(f"seat {seat} has the moves {moves} while the seats asked are {actors}.")
        if moves != sorted(set(moves)) or not set(moves) <= set(range(len(game.move_texts))):
            raise Failed(f"the moves of seat {seat} are not ascending numbers below {len(game.move_texts)}: {moves}.")
        for move in sample(chance, moves, 8):
            after = state.copy()
            after.play(seat, move)
            checks += 1
            if after == state:
                raise Failed(f"move {game.text(move)!r} of seat {seat} changes nothing.")
            if not game.clause(state, seat, move):
                raise Failed(f"move {game.text(move)!r} of seat {seat} rests on no clause.")
    return checks


@law("refused")
def other_moves_are_refused(trial: Trial, chance: Random) -> int:
    """Illegal moves are refused: of seats that owe a decision, of seats that do not, and of seats that do not exist."""
    game, state = trial.game, trial.state.copy()
    state.listen()
    before = trial.state
    checks = 0
    for seat in (*range(trial.players), -1, trial.players, NO_SEAT):
        attempts = illegal(game, state, seat, chance, 6)
        if seat not in state.actors() and not state.over:
            attempts += state.moves(state.actor())[:2]
        attempts += [move for by, move in trial.moves[-1:] if by == seat and move not in state.moves(seat)]  # once more
        for move in attempts:
            require_refusal(state, seat, move)
            checks += 1
            if state != before or state.take_notes():
                raise Failed(f"the refused move {move} of seat {seat} has changed something.")
    return checks


def require_refusal(state: "State", seat: int, move: int) -> None:
    try:
        state.play(seat, move)
    except IllegalMove as refusal:
        if not (refusal.code and refusal.clause and str(refusal)):
            raise Failed(f"the refusal of move {move} of seat {seat} lacks a code, a clause or a sentence.") from None
    else:
        raise Failed(f"the illegal move {move} of seat {seat} was played.")
