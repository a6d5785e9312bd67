"""Two worlds that one viewer cannot tell apart, and what may happen in them without its seeing a difference."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from ridotto.engine.conformance.observations import seen
from ridotto.engine.conformance.trial import some
from ridotto.engine.conformance.twin_worlds import disguised, played, redealt, same_look
from ridotto.engine.game import Game
from ridotto.engine.note import UNSEEN

WORLDS = 4  # that are tried, for one in which much can happen
SECRET_STEPS = 3  # unseen moves that may come before one that shows


class Turn(NamedTuple):
    """What a seat does in either world; to the viewer it is the same."""

    seat: int
    moves: tuple[list[int], list[int]]


class Dance(NamedTuple):
    """A step that the viewer does not see, and that is taken back: it happens in one of the worlds only."""

    seat: int
    move: int


class Twins(NamedTuple):
    """Two positions, and turns from there."""

    starts: tuple[dict[str, Any], dict[str, Any]]  # snapshots
    turns: list[Turn]
    states: list[tuple[Any, Any]]  # before every turn, and after the last


def random_position(game: Game, players: int, chance: Random) -> Any:
    """Somewhere in a random game."""
    state = game.start(players=players, seed=chance.getrandbits(64))
    for _ in range(chance.randrange(chance.choice((4, 30, 150)))):
        before = state.copy()
        seat = chance.choice(state.actors())
        moves = [move for move in state.moves(seat) if game.text(move) != "call" or chance.random() < 0.2]
        state.play(seat, chance.choice(moves or state.moves(seat)))
        if state.over:
            return before
    return state


def twins(state: Any, viewer: int, chance: Random, most: int) -> Twins:
    """A twin of a position, one of those in which much happens."""
    found = []
    for world in others(state, viewer, chance):
        starts = state.snapshot(), world.snapshot()
        if chance.random() < 0.5:
            starts[1]["generator"] = starts[0]["generator"]  # what is drawn openly is then the same
        left, right = (state.game.load(start) for start in starts)
        turns, states = [], [(left, right)]
        for turn, *after in alike(left, right, viewer, chance, most):
            turns.append(turn)
            states.append((after[0], after[1]))
        found.append(Twins(starts, turns, states))
    longest = max(len(pair.turns) for pair in found)
    return chance.choice([pair for pair in found if 2 * len(pair.turns) >= longest])


def others(state: Any, viewer: int, chance: Random) -> Iterator[Any]:
    """Worlds that look like this one: everything hidden is dealt anew, or two hidden things have changed places."""
    for _ in range(WORLDS):
        yield redealt(state, viewer, chance, recall=False)
    yield from disguised(state.game, state, viewer, chance, WORLDS)


def alike(left: Any, right: Any, viewer: int, chance: Random, most: int) -> Iterator[tuple[Turn, Any, Any]]:
    """Turns that the viewer sees alike, as long as it sees equal tables and the match goes on."""
    for _ in range(most):
        found = next_turn(left, right, viewer, chance)
        if found is None:
            return
        turn, left, right = found
        yield turn, left, right


def next_turn(left: Any, right: Any, viewer: int, chance: Random) -> tuple[Turn, Any, Any] | None:
    asked = [seat for seat in left.actors() if seat in right.actors()]
    chance.shuffle(asked)
    for seat in asked:
        for move in some(chance, left.moves(seat), 6):
            answer = same_look(right, seat, left.seen_by(viewer, seat, move), viewer, chance, SECRET_STEPS)
            if answer is None:
                continue
            after = played(left, seat, [move], viewer)[0], played(right, seat, answer, viewer)[0]
            if not any(state.over for state in after) and len({seen(left.game, one, viewer) for one in after}) == 1:
                return Turn(seat, ([move], answer)), *after
    return None


def dances(state: Any, viewer: int) -> list[Dance]:
    """Steps that could be made and taken back behind the viewer's back."""
    found = []
    for seat in state.actors():
        for move in state.moves(seat):
            if seat == viewer or state.seen_by(viewer, seat, move) != UNSEEN:
                continue
            after = state.copy()
            after.listen()
            after.play(seat, move)
            if not after.seals and not after.over:
                found.append(Dance(seat, move))
    return found
