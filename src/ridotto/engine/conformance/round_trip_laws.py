"""Laws about round trips: snapshots, pickles, copies, move texts and records."""

import copy
import json
import pickle
from random import Random

from ridotto.engine import record
from ridotto.engine.conformance.trial import Failed, Trial, law
from ridotto.engine.match import Match

UNFINISHED_SHARE = 0.1  # of the positions in which a record of an unfinished game is tested


@law("round trips")
def positions_round_trip(trial: Trial, chance: Random) -> int:
    """Snapshot, pickle, deepcopy and copy all give an equal state."""
    state = trial.state
    written = json.dumps(state.snapshot())
    twins = {
        "its snapshot": trial.game.load(json.loads(written)),
        "its pickle": pickle.loads(pickle.dumps(state)),
        "deepcopy": copy.deepcopy(state),
        "copy": copy.copy(state),
        "state.copy()": state.copy(),
    }
    for source, twin in twins.items():
        if twin != state or json.dumps(twin.snapshot()) != written or twin.actors() != state.actors():
            raise Failed(f"the state does not come back from {source}.")
        if twin is state or twin.take_notes():
            raise Failed(f"{source} shares the notes of the state.")
    return len(twins)


@law("texts")
def move_texts_round_trip(trial: Trial, chance: Random) -> int:
    """Every move has a text of its own, and parsing it gives the move."""
    if trial.moves:
        return 0  # the texts are the same in every position
    texts = [trial.game.text(move) for move in range(len(trial.game.move_texts))]
    if len(set(texts)) != len(texts) or not all(texts):
        raise Failed("two moves have the same text, or one has none.")
    for move, text in enumerate(texts):
        if trial.game.parse(text) != move:
            raise Failed(f"{text!r} is the text of move {move} and is read as {trial.game.parse(text)}.")
    return len(texts)


@law("records")
def matches_round_trip(trial: Trial, chance: Random) -> int:
    """A match with some moves undone and repeated is the same game, and so is the match read from its record."""
    if not trial.from_seed or (not trial.state.over and chance.random() > UNFINISHED_SHARE):
        return 0
    match = Match(trial.game, trial.players, trial.options, trial.seed)
    undos = 4
    for seat, move in trial.moves:
        before = match.state.copy()
        match.play(seat, move)
        if undos and match.can_undo(seat) and chance.random() < 0.5:
            undos -= 1
            match.undo(seat)
            if match.state != before:
                raise Failed(f"move {move} of seat {seat} was taken back and has left a trace.")
            match.play(seat, move)
    reread = record.parse("\n".join(record.lines(match)), lambda slug: trial.game)
    if match.state != trial.state or reread.state != trial.state:
        raise Failed("the same moves in a match, or in its record, have made another state.")
    if reread.entries != match.entries or any(reread.log(viewer) != match.log(viewer) for viewer in trial.viewers):
        raise Failed("the record of the match has other entries, or tells something else.")
    return 1
