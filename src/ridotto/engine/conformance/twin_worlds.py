"""Worlds that a viewer cannot tell apart, and games played side by side in two of them."""

import json
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ridotto.engine.conformance.observations import notes_for, view_json
from ridotto.engine.conformance.trial import dice, sample
from ridotto.engine.errors import RidottoError
from ridotto.engine.note import SPECTATOR, UNSEEN

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.note import Note
    from ridotto.engine.state import State

    Place = tuple[dict[str, Any] | list[Any], Any]  # a container of the snapshot, and where in it

SECRET_STEPS = 3  # unseen moves before one that the viewer sees
SWAPS = 6  # tried for each world that is wanted
SWAPS_PER_WORLD = 4  # most things are not hidden: tries to find two that are
MAX_ATTEMPTS = 12  # to find a world in which a spectator sees the same cards turned up


class TwinStep(NamedTuple):
    """A move in both worlds that the viewer cannot tell apart; its views are still equal afterwards."""

    left: "State"
    right: "State"
    left_notes: "list[Note]"  # for the viewer
    right_notes: "list[Note]"
    seat: int
    moves: tuple[list[int], list[int]]


def twin_steps(
    game: "Game", left: "State", right: "State", viewer: int, chance: Random, steps: int
) -> Iterator[TwinStep]:
    """Continue in both worlds, with moves that look alike to the viewer, as long as its views are equal."""
    for _ in range(steps):
        step = next_alike(game, left, right, viewer, chance)
        if step is None:
            return
        yield step
        left, right = step.left, step.right


def next_alike(game: "Game", left: "State", right: "State", viewer: int, chance: Random) -> TwinStep | None:
    """The next step, or None. If it draws by chance, several redeals are tried until the viewer sees the same."""
    for _ in range(MAX_ATTEMPTS if viewer == SPECTATOR else 2):
        asked = [seat for seat in left.actors() if seat in right.actors()]
        chance.shuffle(asked)
        drawn = False
        for seat in asked:
            for move in sample(chance, left.moves(seat), 4):
                moves = same_look(right, seat, left.observed_by(viewer, seat, move), viewer, chance, SECRET_STEPS)
                if moves is None:
                    continue
                left_after, left_notes = played(left, seat, [move], viewer)
                right_after, right_notes = played(right, seat, moves, viewer)
                if view_json(game, left_after, viewer) == view_json(game, right_after, viewer):
                    return TwinStep(left_after, right_after, left_notes, right_notes, seat, ([move], moves))
                drawn = drawn or left_after.drawn() != left.drawn()
        if not drawn:
            return None
        right = redealt(right, viewer, chance, True)
    return None


def same_look(world: "State", seat: int, look: int, viewer: int, chance: Random, secret: int) -> list[int] | None:
    """Moves of the seat that the viewer observes as `look`; only the last of them is seen. None if there are none."""
    looks = {move: world.observed_by(viewer, seat, move) for move in world.moves(seat)}
    alike = [move for move, code in looks.items() if code == look]
    if alike:
        return [chance.choice(alike)]
    if look == UNSEEN:
        return []
    if secret:
        for move in sample(chance, (move for move, code in looks.items() if code == UNSEEN), 3):
            after = world.copy()
            after.play(seat, move)
            rest = same_look(after, seat, look, viewer, chance, secret - 1)
            if rest is not None:
                return [move, *rest]
    return None


def played(state: "State", seat: int, moves: list[int], viewer: int) -> "tuple[State, list[Note]]":
    """The state after these moves, and their notes for the viewer."""
    after = state.copy()
    after.listen()
    for move in moves:
        after.play(seat, move)
    return after, notes_for(after.take_notes(), viewer)


def disguised(game: "Game", state: "State", viewer: int, chance: Random, wanted: int) -> "Iterator[State]":
    """Worlds that look alike to this viewer, made without a redeal: by swapping two hidden things in the snapshot."""
    snapshot = state.snapshot()
    shown = view_json(game, state, viewer)
    places = [place for place in leaves(snapshot) if json.dumps(place[0][place[1]]) not in shown]
    for _ in range(SWAPS_PER_WORLD * wanted if len(places) > 1 else 0):
        (here, i), (there, j) = chance.sample(places, 2)
        if here[i] == there[j]:
            continue
        here[i], there[j] = there[j], here[i]
        try:
            world = game.load(json.loads(json.dumps(snapshot)))
        except RidottoError:
            world = state
        here[i], there[j] = there[j], here[i]
        if world != state and view_json(game, world, viewer) == shown:
            yield world
            wanted -= 1
            if not wanted:
                return


def leaves(snapshot: dict[str, Any] | list[Any]) -> "Iterator[Place]":
    """The places of all strings in a snapshot except in its generator."""
    entries = snapshot.items() if isinstance(snapshot, dict) else enumerate(snapshot)
    for where, value in entries:
        if isinstance(value, str):
            yield snapshot, where
        elif isinstance(value, dict | list) and where != "generator":
            yield from leaves(value)


def same_openings(game: "Game", first: "State", options: dict[str, str], chance: Random) -> "Iterator[State]":
    """Other deals that look alike to a spectator, with the notes of their opening."""
    table = view_json(game, first, SPECTATOR)
    for _ in range(MAX_ATTEMPTS):
        other = game.deal(first.seats, chance.getrandbits(64), options, listen=True)
        if view_json(game, other, SPECTATOR) == table:
            yield other


def redealt(state: "State", viewer: int, chance: Random, recall: bool) -> "State":
    return state.redeal(viewer, dice(chance), recall)
