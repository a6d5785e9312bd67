"""Laws of writing down: what is written comes back exactly."""

import copy
import json
import pickle
from random import Random

from ridotto.engine import record
from ridotto.engine.conformance.trial import Failed, Trial, law
from ridotto.engine.match import Match

SOMETIMES = 0.1  # a record of a game in progress


@law("round trips")
def positions_come_back(trial: Trial, chance: Random) -> int:
    """Snapshot, pickle, deepcopy and copy give the state back."""
    state = trial.state
    written = json.dumps(state.snapshot())
    twins = {
        "its snapshot": trial.game.load(json.loads(written)),
        "its pickle": pickle.loads(pickle.dumps(state)),
        "deepcopy": copy.deepcopy(state),
        "copy": copy.copy(state),
        "state.copy()": state.copy(),
    }
    for way, twin in twins.items():
        if twin != state or json.dumps(twin.snapshot()) != written or twin.actors() != state.actors():
            raise Failed(f"the state does not come back from {way}.")
        if twin is state or twin.told():
            raise Failed(f"{way} shares the notes of the state.")
    return len(twins)


@law("texts")
def move_texts_come_back(trial: Trial, chance: Random) -> int:
    """Every move has one text, and every text is read as its move."""
    if trial.moves:
        return 0  # the texts are the same in every position
    texts = [trial.game.text(move) for move in range(len(trial.game.moves))]
    if len(set(texts)) != len(texts) or not all(texts):
        raise Failed("two moves have the same text, or one has none.")
    for move, text in enumerate(texts):
        if trial.game.parse(text) != move:
            raise Failed(f"{text!r} is the text of move {move} and is read as {trial.game.parse(text)}.")
    return len(texts)


@law("records")
def matches_come_back(trial: Trial, chance: Random) -> int:
    """A match with some moves taken back and made again is the same game, and comes back from its record."""
    if not trial.from_seed or (not trial.state.over and chance.random() > SOMETIMES):
        return 0
    match = Match(trial.game, trial.players, trial.options, trial.seed)
    regrets = 4
    for seat, move in trial.moves:
        before = match.state.copy()
        match.play(seat, move)
        if regrets and match.can_undo(seat) and chance.random() < 0.5:
            regrets -= 1
            match.undo(seat)
            if match.state != before:
                raise Failed(f"move {move} of seat {seat} was taken back and has left a trace.")
            match.play(seat, move)
    again = record.parse("\n".join(record.lines(match)), lambda slug: trial.game)
    if match.state != trial.state or again.state != trial.state:
        raise Failed("the same moves in a match, or in its record, have made another state.")
    if again.entries != match.entries or any(again.log(viewer) != match.log(viewer) for viewer in trial.viewers):
        raise Failed("the record of the match has other entries, or tells something else.")
    return 1
