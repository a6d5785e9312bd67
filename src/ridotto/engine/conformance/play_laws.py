"""Laws about playing: components, copies, determinism, simultaneous decisions, the end of the game."""

import json
import pickle
from random import Random
from typing import TYPE_CHECKING

from ridotto.engine.conformance.observations import notes_for
from ridotto.engine.conformance.trial import Checkpoint, Failed, Trial, law, random_move, sample

if TYPE_CHECKING:
    from ridotto.engine.note import Note
    from ridotto.engine.state import State

RECHECKED = 4  # copies compared after a move; all of them at the end


@law("conserved")
def components_are_conserved(trial: Trial, chance: Random) -> int:
    """Every component is in exactly one place at any time."""
    stock = trial.game.inventory(trial.state)
    if stock != trial.stock:
        changed = {kind for kind in {*stock, *trial.stock} if stock.get(kind) != trial.stock.get(kind)}
        raise Failed(f"the inventory has changed: {', '.join(sorted(changed))}.")
    return 1


@law("copies")
def copies_are_independent(trial: Trial, chance: Random) -> int:
    """Later moves do not change earlier copies, and moves on a copy do not change the original."""
    state = trial.state
    for checkpoint in trial.checkpoints if state.over else sample(chance, trial.checkpoints, RECHECKED):
        if pickle.dumps(checkpoint.copy) != checkpoint.pickled:
            raise Failed(f"the copy made after {checkpoint.moves} moves has changed.")
    for checkpoint in trial.checkpoints if state.over else ():
        if json.dumps(checkpoint.copy.snapshot()) != checkpoint.snapshot:
            raise Failed(f"the copy made after {checkpoint.moves} moves has another snapshot now.")
    copy = state.copy()
    checkpoint = Checkpoint(len(trial.moves), copy, pickle.dumps(copy), json.dumps(copy.snapshot()))
    trial.checkpoints.append(checkpoint)
    if not state.over:
        other = state.copy()
        other.play(*random_move(other, chance))
        if pickle.dumps(copy) != checkpoint.pickled or state != copy or state.take_notes():
            raise Failed("a move played on a copy changes the original.")
    return len(trial.checkpoints)


@law("determinism")
def same_moves_make_the_same_game(trial: Trial, chance: Random) -> int:
    """The same seed and the same moves give the same state, notes and result."""
    replay = trial.start.copy()
    if trial.from_seed:
        replay = trial.game.deal(trial.players, trial.seed, trial.options, listen=True)
    replay.listen()
    if replay != trial.start or replay.take_notes() != trial.opening:
        raise Failed("the same seed has made another start.")
    for i, (seat, move) in enumerate(trial.moves):
        replay.play(seat, move)
        if replay.take_notes() != trial.notes[i]:
            raise Failed(f"move {i + 1} of the same game has told something else.")
    if replay != trial.state or replay.scores() != trial.state.scores():
        raise Failed("the same moves have made another state.")
    return 1


@law("ends")
def games_end(trial: Trial, chance: Random) -> int:
    """A game ends within its maximum length; the rewards add up to one victory and agree with the places."""
    state = trial.state
    if len(trial.moves) > trial.bound or (len(trial.moves) == trial.bound and not state.over):
        raise Failed(f"the game goes on after {len(trial.moves)} moves; its bound is {trial.bound}.")
    if any(type(score) is not int for score in state.scores()):
        raise Failed(f"the scores are not whole numbers: {state.scores()}.")
    if not state.over:
        return 1
    rewards, places = state.rewards(), state.places()
    if abs(sum(rewards) - 1) > 1e-9 or not all(0 <= reward <= 1 for reward in rewards):
        raise Failed(f"the rewards {rewards} are not shares of one victory.")
    if [place == 1 for place in places] != [reward > 0 for reward in rewards]:
        raise Failed(f"the places {places} do not agree with the rewards {rewards}.")
    if sorted(places) != sorted(1 + sum(other < place for other in places) for place in places):
        raise Failed(f"these are no places: {places}.")
    return 1


@law("commute")
def simultaneous_answers_commute(trial: Trial, chance: Random) -> int:
    """If several seats decide at once, the same answers in any order lead to the same state and the same notes."""
    state = trial.state
    asked = state.actors()
    if len(asked) < 2:
        return 0
    answers = {seat: random_answer(state, seat, chance, trial.bound) for seat in asked}
    first: tuple[State, list[list[Note]]] | None = None
    for _ in range(4):
        order = [seat for seat in asked for _ in answers[seat]]
        chance.shuffle(order)
        after, notes = play_in_order(state, answers, order)
        heard_notes = [notes_for(notes, viewer) for viewer in trial.viewers]
        if first is None:
            first = after, heard_notes
        elif after != first[0]:
            raise Failed(f"the answers {answers}, given in the order {order}, make another state.")
        elif heard_notes != first[1]:
            raise Failed(f"the answers {answers}, given in the order {order}, tell something else.")
    return 3


def random_answer(state: "State", seat: int, chance: Random, limit: int) -> list[int]:
    """A random answer of this seat, in one or several steps, while all others wait."""
    after = state.copy()
    answer: list[int] = []
    while seat in after.actors() and len(answer) <= limit:
        before = after.copy()
        answer.append(chance.choice(after.moves(seat)))
        after.listen()
        after.play(seat, answer[-1])
        if closes_decision(before, after, seat):
            break
    return answer


def play_in_order(state: "State", answers: dict[int, list[int]], order: list[int]) -> "tuple[State, list[Note]]":
    """Play all answers, step by step in this order, until the decision is closed."""
    after = state.copy()
    after.listen()
    given = dict.fromkeys(answers, 0)
    for seat in order:
        before = after.copy()
        move = answers[seat][given[seat]]
        if move not in after.moves(seat):
            raise Failed(f"seat {seat} could answer {answers[seat]} alone, but not after the secret answers of others.")
        after.play(seat, move)
        given[seat] += 1
        if closes_decision(before, after, seat):
            break
    return after, after.take_notes()


def closes_decision(before: "State", after: "State", seat: int) -> bool:
    """Has this move of the seat closed the simultaneous decision?

    While it is open, a move seals nobody but its mover, draws nothing, and leaves the others with the same choices.
    """
    others = [other for other in before.actors() if other != seat]
    if [other for other in after.actors() if other != seat] != others:
        return True
    if after.seals & ~(1 << seat) or after.drawn() != before.drawn():
        return True
    return any(before.moves(other) != after.moves(other) for other in others)
