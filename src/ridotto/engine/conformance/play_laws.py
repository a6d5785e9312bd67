"""Laws of the course of a game: components, copies, determinism, simultaneous decisions, the end."""

import json
import pickle
from random import Random
from typing import TYPE_CHECKING

from ridotto.engine.conformance.observations import heard
from ridotto.engine.conformance.trial import Failed, Kept, Trial, law, random_move, some

if TYPE_CHECKING:
    from ridotto.engine.note import Note
    from ridotto.engine.state import State

RECHECKED = 4  # copies after a move; at the end all of them


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
    """Copies taken earlier are what they were, whatever was played since; and playing on a copy leaves the original."""
    state = trial.state
    for kept in trial.kept if state.over else some(chance, trial.kept, RECHECKED):
        if pickle.dumps(kept.copy) != kept.pickled:
            raise Failed(f"the copy made after {kept.after} moves has changed.")
    for kept in trial.kept if state.over else ():
        if json.dumps(kept.copy.snapshot()) != kept.written:
            raise Failed(f"the copy made after {kept.after} moves has another snapshot now.")
    copy = state.copy()
    kept = Kept(len(trial.moves), copy, pickle.dumps(copy), json.dumps(copy.snapshot()))
    trial.kept.append(kept)
    if not state.over:
        other = state.copy()
        other.play(*random_move(other, chance))
        if pickle.dumps(copy) != kept.pickled or state != copy or state.told():
            raise Failed("a move played on a copy changes the original.")
    return len(trial.kept)


@law("determinism")
def same_moves_make_the_same_game(trial: Trial, chance: Random) -> int:
    """The same seed and the same moves give the same state, notes and result."""
    again = trial.origin.copy()
    if trial.from_seed:
        again = trial.game.deal(trial.players, trial.seed, trial.options, listen=True)
    again.listen()
    if again != trial.origin or again.told() != trial.opening:
        raise Failed("the same seed has made another start.")
    for i, (seat, move) in enumerate(trial.moves):
        again.play(seat, move)
        if again.told() != trial.notes[i]:
            raise Failed(f"move {i + 1} of the same game has told something else.")
    if again != trial.state or again.scores() != trial.state.scores():
        raise Failed("the same moves have made another state.")
    return 1


@law("ends")
def games_end(trial: Trial, chance: Random) -> int:
    """Within the bound, with one victory shared out, and places that agree with it."""
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
    """Where several seats decide at once, the same answers in any order make the same state and tell the same."""
    state = trial.state
    asked = state.actors()
    if len(asked) < 2:
        return 0
    answers = {seat: alone(state, seat, chance, trial.bound) for seat in asked}
    first: tuple[State, list[list[Note]]] | None = None
    for _ in range(4):
        order = [seat for seat in asked for _ in answers[seat]]
        chance.shuffle(order)
        after, notes = in_order(state, answers, order)
        told = [heard(notes, viewer) for viewer in trial.viewers]
        if first is None:
            first = after, told
        elif after != first[0]:
            raise Failed(f"the answers {answers}, given in the order {order}, make another state.")
        elif told != first[1]:
            raise Failed(f"the answers {answers}, given in the order {order}, tell something else.")
    return 3


def alone(state: "State", seat: int, chance: Random, most: int) -> list[int]:
    """What this seat answers, in one or several steps, while all others wait."""
    here = state.copy()
    answer: list[int] = []
    while seat in here.actors() and len(answer) <= most:
        before = here.copy()
        answer.append(chance.choice(here.moves(seat)))
        here.listen()
        here.play(seat, answer[-1])
        if closed(before, here, seat):
            break
    return answer


def in_order(state: "State", answers: dict[int, list[int]], order: list[int]) -> "tuple[State, list[Note]]":
    """All answers, step by step in this order; once the decision is closed, nobody is asked any more."""
    here = state.copy()
    here.listen()
    given = dict.fromkeys(answers, 0)
    for seat in order:
        before = here.copy()
        move = answers[seat][given[seat]]
        if move not in here.moves(seat):
            raise Failed(f"seat {seat} could answer {answers[seat]} alone, but not after the secret answers of others.")
        here.play(seat, move)
        given[seat] += 1
        if closed(before, here, seat):
            break
    return here, here.told()


def closed(before: "State", after: "State", seat: int) -> bool:
    """Has this move of the seat ended the simultaneous decision?

    While it is open, a move seals nobody but its mover, draws nothing, and leaves the others with the same choices.
    """
    others = [other for other in before.actors() if other != seat]
    if [other for other in after.actors() if other != seat] != others:
        return True
    if after.seals & ~(1 << seat) or after.drawn() != before.drawn():
        return True
    return any(before.moves(other) != after.moves(other) for other in others)
