"""Two positions that one viewer cannot tell apart, and turns that keep it that way."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from ridotto.engine.conformance.observations import view_json
from ridotto.engine.conformance.trial import sample
from ridotto.engine.conformance.twin_worlds import disguised, played, redealt, same_look
from ridotto.engine.game import Game
from ridotto.engine.note import UNSEEN

CANDIDATES = 4  # of which the one with most turns is taken
MAX_SECRET_MOVES = 3  # before one that shows


class Turn(NamedTuple):
    """The moves of a seat in both worlds; they look the same to the viewer."""

    seat: int
    moves: tuple[list[int], list[int]]


class SecretMove(NamedTuple):
    """A move that the viewer does not see and that can be taken back; it is made in one of the worlds only."""

    seat: int
    move: int


class TwinPositions(NamedTuple):
    """Two positions, and turns that start there."""

    starts: tuple[dict[str, Any], dict[str, Any]]  # snapshots
    turns: list[Turn]
    states: list[tuple[Any, Any]]  # before each turn, and after the last one


def random_position(game: Game, players: int, chance: Random) -> Any:
    """A position of a random match."""
    state = game.start(players=players, seed=chance.getrandbits(64))
    for _ in range(chance.randrange(chance.choice((4, 30, 150)))):
        before = state.copy()
        seat = chance.choice(state.actors())
        moves = [move for move in state.moves(seat) if game.text(move) != "call" or chance.random() < 0.2]
        state.play(seat, chance.choice(moves or state.moves(seat)))
        if state.over:
            return before
    return state


def find_twin(state: Any, viewer: int, chance: Random, max_turns: int) -> TwinPositions:
    """A position and a twin of it, with many turns."""
    found = []
    for world in _worlds(state, viewer, chance):
        starts = state.snapshot(), world.snapshot()
        if chance.random() < 0.5:
            starts[1]["generator"] = starts[0]["generator"]  # then both draw the same in public
        left, right = (state.game.load(start) for start in starts)
        turns, states = [], [(left, right)]
        for turn, *after in _turns(left, right, viewer, chance, max_turns):
            turns.append(turn)
            states.append((after[0], after[1]))
        found.append(TwinPositions(starts, turns, states))
    longest = max(len(twins.turns) for twins in found)
    return chance.choice([twins for twins in found if 2 * len(twins.turns) >= longest])


def _worlds(state: Any, viewer: int, chance: Random) -> Iterator[Any]:
    """Worlds of the viewer: everything hidden is redealt, or two hidden things have changed places."""
    for _ in range(CANDIDATES):
        yield redealt(state, viewer, chance, recall=False)
    yield from disguised(state.game, state, viewer, chance, CANDIDATES)


def _turns(left: Any, right: Any, viewer: int, chance: Random, max_turns: int) -> Iterator[tuple[Turn, Any, Any]]:
    """Turns and the states after them, until the viewer could see a difference or the match ends."""
    for _ in range(max_turns):
        found = _next_turn(left, right, viewer, chance)
        if found is None:
            return
        turn, left, right = found
        yield turn, left, right


def _next_turn(left: Any, right: Any, viewer: int, chance: Random) -> tuple[Turn, Any, Any] | None:
    asked = [seat for seat in left.actors() if seat in right.actors()]
    chance.shuffle(asked)
    for seat in asked:
        for move in sample(chance, left.moves(seat), 6):
            answer = same_look(right, seat, left.observed_by(viewer, seat, move), viewer, chance, MAX_SECRET_MOVES)
            if answer is None:
                continue
            after = played(left, seat, [move], viewer)[0], played(right, seat, answer, viewer)[0]
            if (
                not any(state.over for state in after)
                and len({view_json(left.game, one, viewer) for one in after}) == 1
            ):
                return Turn(seat, ([move], answer)), *after
    return None


def secret_moves(state: Any, viewer: int) -> list[SecretMove]:
    """Moves that can be made and taken back without the viewer's seeing it."""
    found = []
    for seat in state.actors():
        for move in state.moves(seat):
            if seat == viewer or state.observed_by(viewer, seat, move) != UNSEEN:
                continue
            after = state.copy()
            after.listen()
            after.play(seat, move)
            if not after.seals and not after.over:
                found.append(SecretMove(seat, move))
    return found
