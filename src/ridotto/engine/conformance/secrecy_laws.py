"""Laws about secrecy: views and scenes, notes, unseen moves, and moves that can be undone."""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, json, structs

from ridotto.engine.conformance.observations import (
    difference,
    illegal,
    log_lines,
    notes_for,
    part_json,
    refusal_text,
    view_json,
)
from ridotto.engine.conformance.trial import Failed, Trial, law, sample, viewer_name
from ridotto.engine.conformance.twin_worlds import disguised, redealt, same_openings, twin_steps
from ridotto.engine.note import SPECTATOR, UNSEEN
from ridotto.engine.scene import OwnScene, Scene, add_own_scene
from ridotto.engine.view import View

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.state import State

S = TypeVar("S", bound=Struct)


@law("shown")
def nothing_leaks_in_what_is_shown(trial: Trial, chance: Random) -> int:
    """In a redealt world, its viewer has the same view, scene, moves and refusals. All have the same public view."""
    game, state = trial.game, trial.state
    checks = 1
    compare_public_views(game, state, trial.viewers, chance)
    for viewer in trial.viewers:
        compare_shown(game, state, [redealt(state, viewer, chance, recall) for recall in (False, True)], viewer, chance)
        checks += 2
    return checks + compare_scenes(game, state, chance.choice(trial.viewers))


def compare_public_views(game: "Game", state: "State", viewers: Iterable[int], chance: Random) -> None:
    """The public view is the same in a world that is redealt for a spectator, and part of the view of every viewer."""
    expected = part_json(game.public_view(state))
    found = part_json(game.public_view(redealt(state, SPECTATOR, chance, chance.random() < 0.5)))
    if expected != found:
        raise Failed(f"the public view depends on what is hidden from a spectator: {difference(expected, found)}.")
    for viewer in viewers:
        found = part_json(game.view(state, viewer).public)
        if expected != found:
            raise Failed(f"{viewer_name(viewer)} has a public view of its own: {difference(expected, found)}.")


def compare_shown(game: "Game", state: "State", worlds: "list[State]", viewer: int, chance: Random) -> None:
    expected, moves = view_json(game, state, viewer), state.moves(viewer)
    clauses = {move: game.clause(state, viewer, move) for move in moves}
    refusals = {move: refusal_text(state, viewer, move) for move in illegal(game, state, viewer, chance, 4)}
    for world in worlds:
        found = view_json(game, world, viewer)
        if expected != found:
            raise Failed(
                f"the view of {viewer_name(viewer)} depends on what is hidden from it: {difference(expected, found)}."
            )
        if moves != world.moves(viewer):
            raise Failed(f"the legal moves of {viewer_name(viewer)} depend on what is hidden from it.")
        for move, clause in clauses.items():
            if clause != game.clause(world, viewer, move):
                raise Failed(
                    f"the clause of move {game.text(move)!r} depends on what is hidden from {viewer_name(viewer)}."
                )
        for move, refusal in refusals.items():
            other = refusal_text(world, viewer, move)
            if refusal != other:
                raise Failed(
                    f"{viewer_name(viewer)} learns from the refusal of move {move}: {refusal} against {other}."
                )


def compare_scenes(game: "Game", state: "State", viewer: int) -> int:
    """Scenes depend on nothing but views as plain JSON, and do not change them.

    What everybody sees is made of the public view, and what a seat sees besides is added to it.
    """
    view = game.view(state, viewer)
    read_view = View(_read_from_json(view.public), None if view.own is None else _read_from_json(view.own))
    if read_view != view:
        raise Failed(f"the view of {viewer_name(viewer)} does not come back from its JSON.")
    scene = game.public_scene(view.public)
    if scene != game.public_scene(read_view.public):
        raise Failed("the public scene is not a function of the public view as JSON.")
    if scene.waiting != game.waiting(view.public):
        raise Failed("the public scene does not wait for whom the game says.")
    if view.own is not None:
        own = game.own_scene(view)
        if own != game.own_scene(read_view):
            raise Failed(f"the own scene of {viewer_name(viewer)} is not a function of its view as JSON.")
        compare_lights(scene, own)
        scene = add_own_scene(scene, own)
    if scene != game.scene(view):
        raise Failed(f"the scene of {viewer_name(viewer)} is not the public one with its own one added.")
    if game.view(state, viewer) != view:
        raise Failed(f"making the scene of {viewer_name(viewer)} has changed its view.")
    return 1


def compare_lights(public: Scene, own: OwnScene) -> None:
    """A piece that everybody sees is not drawn again for a seat that can use it: that follows from the actions."""
    pieces = {(zone.id, piece.id): piece for zone in public.zones for piece in zone.pieces}
    for zone in own.zones:
        for piece in zone.pieces:
            seen = pieces.get((zone.id, piece.id), piece)
            if seen.lit != piece.lit and seen == structs.replace(piece, lit=seen.lit):
                raise Failed(
                    f"the piece {piece.id!r} in {zone.id!r} is only lit differently for {viewer_name(own.viewer)}."
                )


def _read_from_json(part: S) -> S:
    """A part of a view as another program would read it."""
    return json.decode(json.encode(part), type=type(part))


@law("told")
def nothing_leaks_in_what_is_told(trial: Trial, chance: Random) -> int:
    """Moves that look alike to a viewer, in worlds that look alike before and after, bring it the same notes."""
    game, state = trial.game, trial.state
    viewer = chance.choice(trial.viewers)
    worlds = [redealt(state, viewer, chance, recall) for recall in (False, True)]
    worlds += disguised(game, state, viewer, chance, 1)
    checks = 0
    for world in worlds:
        for step in twin_steps(game, state, world, viewer, chance, 8):
            checks += 1
            lines = [log_lines(game, notes, trial.players) for notes in (step.left_notes, step.right_notes)]
            if step.left_notes != step.right_notes or lines[0] != lines[1]:
                raise Failed(
                    f"{viewer_name(viewer)} sees seat {step.seat} do the same in two worlds (moves {step.moves[0]} and "
                    f"{step.moves[1]}) and is told {step.left_notes} in one, {step.right_notes} in the other."
                )
    return checks + compare_openings(trial, chance)


def compare_openings(trial: Trial, chance: Random) -> int:
    """Deals that look alike to a spectator have the same notes for it."""
    checks = 0
    if trial.from_seed and not trial.moves:
        heard_notes = notes_for(trial.opening, SPECTATOR)
        for other in same_openings(trial.game, trial.start, trial.options, chance):
            checks += 1
            if notes_for(other.take_notes(), SPECTATOR) != heard_notes:
                raise Failed(
                    f"the opening tells a spectator {heard_notes}, and something else of another deal that looks alike."
                )
    return checks


@law("unseen")
def unseen_moves_show_nothing(trial: Trial, chance: Random) -> int:
    """A move that a viewer cannot see does not change its view and brings it no notes.

    The answer that closes a simultaneous decision is the only exception.
    """
    game, state = trial.game, trial.state
    views: dict[int, str] = {}  # views, by viewer
    checks = 0
    for seat in state.actors():
        for move in sample(chance, state.moves(seat), 4):
            blind = [viewer for viewer in trial.viewers if state.observed_by(viewer, seat, move) == UNSEEN]
            if not blind:
                continue
            after = state.copy()
            after.listen()
            after.play(seat, move)
            notes = after.take_notes()
            others = [other for other in state.actors() if other != seat]
            waiting = bool(others) and after.actors() in (others, state.actors())
            for viewer in blind if waiting or not after.seals else ():
                checks += 1
                if viewer not in views:
                    views[viewer] = view_json(game, state, viewer)
                expected, found = views[viewer], view_json(game, after, viewer)
                if expected != found:
                    raise Failed(
                        f"{viewer_name(viewer)} must not see move {move} of seat {seat}: {difference(expected, found)}."
                    )
                if notes_for(notes, viewer):
                    raise Failed(f"{viewer_name(viewer)} hears of move {move} of seat {seat} that it cannot see.")
    return checks


@law("seals")
def unsealed_moves_tell_nothing(trial: Trial, chance: Random) -> int:
    """A move that can be undone tells its mover nothing new: it draws nothing, and looks the same in all its worlds."""
    game, state = trial.game, trial.state
    checks = 0
    for seat in state.actors():
        for move in sample(chance, state.moves(seat), 3):
            after = state.copy()
            after.listen()
            after.play(seat, move)
            if after.seals >> seat & 1:
                continue
            expected, heard_notes = view_json(game, after, seat), notes_for(after.take_notes(), seat)
            if after.drawn() != state.drawn():
                raise Failed(f"move {move} of seat {seat} is not sealed, but chance was drawn.")
            for recall in (False, True):
                checks += 1
                world = redealt(state, seat, chance, recall)
                world.listen()
                world.play(seat, move)
                found = view_json(game, world, seat)
                if expected != found:
                    raise Failed(
                        f"unsealed move {move} shows seat {seat} something new: {difference(expected, found)}."
                    )
                if heard_notes != notes_for(world.take_notes(), seat):
                    raise Failed(f"unsealed move {move} tells seat {seat} something new: {heard_notes}.")
                if world.seals >> seat & 1:
                    raise Failed(f"whether move {move} of seat {seat} is sealed depends on what is hidden from it.")
    return checks
