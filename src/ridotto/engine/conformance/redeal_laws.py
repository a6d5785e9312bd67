"""Laws about redeals: they use no hidden information, forget nothing that is known, and are fair."""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from math import erfc, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from ridotto.engine.conformance.observations import view_json
from ridotto.engine.conformance.trial import Failed, Trial, dice, law, random_move, viewer_name
from ridotto.engine.conformance.twin_worlds import disguised, redealt, twin_steps
from ridotto.engine.rng import Rng

if TYPE_CHECKING:
    from ridotto.engine.state import State

S = TypeVar("S", bound="State")

MIN_P = 1e-3  # for a round; with pooled worlds, a fair redeal falls below it with at most twice this probability
ROUNDS = 4  # a redeal is unfair if this many rounds in a row fall below it: once in 10^10 times for a fair one
MIN_EXPECTED = 5.0  # worlds expected less often are pooled
MIN_REDEALS = 40  # in one game, of which at least one must change something


@law("redeal")
def redeal_knows_nothing(trial: Trial, chance: Random) -> int:
    """With equal generators, redeals of the true state and of a redealt world are equal; the state does not change."""
    state, before = trial.state, trial.state.copy()
    checks = 0
    for viewer in trial.viewers:
        for recall in (False, True):
            world = redealt(state, viewer, chance, recall)
            if world.key_bytes() == state.key_bytes():
                raise Failed(f"the redeal for {viewer_name(viewer)} keeps the key of the generator.")
            if trial.game.inventory(world) != trial.stock:
                raise Failed(f"the redeal for {viewer_name(viewer)} loses or makes components.")
            same_redeal(state, world, viewer, chance, recall)
            if recall:
                same_redeal(state, world, viewer, chance, False)
            checks += 1
    if state != before:
        raise Failed("a redeal has changed the state it was made from.")
    return checks


def same_redeal(state: "State", world: "State", viewer: int, chance: Random, recall: bool) -> None:
    """Two states that look alike to the viewer give the same world with equal generators."""
    rng = dice(chance)
    if state.redeal(viewer, rng.copy(), recall) != world.redeal(viewer, rng, recall):
        mode = "with" if recall else "without"
        raise Failed(f"the redeal for {viewer_name(viewer)}, {mode} recall, depends on what is hidden from it.")


@law("peek")
def redeal_does_not_peek(trial: Trial, chance: Random) -> int:
    """Redeals give the same world after two things hidden from the viewer were swapped in the snapshot."""
    viewer = chance.choice(trial.viewers)
    checks = 0
    for world in disguised(trial.game, trial.state, viewer, chance, 6):
        same_redeal(trial.state, world, viewer, chance, False)
        if not trial.moves and trial.from_seed:
            same_redeal(trial.state, world, viewer, chance, True)  # nothing to remember yet
        checks += 1
    return checks


@law("memory")
def redeal_remembers_alike(trial: Trial, chance: Random) -> int:
    """After the same views and notes in two worlds, even a redeal with recall gives the same world from both."""
    game, state = trial.game, trial.state
    viewer = chance.choice(trial.viewers)
    checks = 0
    for recall in (False, True):
        world = redealt(state, viewer, chance, recall)
        for step in twin_steps(game, state, world, viewer, chance, 6):
            same_redeal(step.left, step.right, viewer, chance, False)
            if recall:
                same_redeal(step.left, step.right, viewer, chance, True)
            checks += 1
    return checks


@law("comes back")
def redealt_worlds_round_trip(trial: Trial, chance: Random) -> int:
    """A redealt world, with recall or without, has a valid snapshot."""
    viewer = chance.choice(trial.viewers)
    for recall in (False, True):
        world = redealt(trial.state, viewer, chance, recall)
        if trial.game.load(json.loads(json.dumps(world.snapshot()))) != world:
            mode = "with" if recall else "without"
            raise Failed(
                f"a world redealt for {viewer_name(viewer)}, {mode} recall, does not come back from its snapshot."
            )
    return 2


@law("plays on")
def redealt_worlds_can_be_finished(trial: Trial, chance: Random) -> int:
    """A redealt world can be played to its end."""
    viewer, recall = chance.choice(trial.viewers), chance.random() < 0.5
    world = redealt(trial.state, viewer, chance, recall)
    moves = 0
    while not world.over:
        if moves == trial.bound:
            raise Failed(f"a world redealt for {viewer_name(viewer)} does not end within {trial.bound} moves.")
        world.play(*random_move(world, chance))
        moves += 1
    if abs(sum(world.rewards()) - 1) > 1e-9:
        raise Failed(f"a world redealt for {viewer_name(viewer)} ends with the rewards {world.rewards()}.")
    return 1


@law("varies")
def hidden_things_vary(trial: Trial, chance: Random) -> int:
    """Some redeals in a game change something. A game without secrets is tested without this law."""
    if trial.varied:
        return 0
    if not trial.state.over:
        trial.varied = changed(trial.state, trial.viewers, chance)
        return 1
    replay, redeals = trial.start.copy(), 0
    for seat, move in trial.moves:  # all positions: the few that were tried may have had nothing hidden
        if changed(replay, trial.viewers, chance):
            return 1
        redeals += len(trial.viewers)
        replay.play(seat, move)
    if redeals >= MIN_REDEALS:
        raise Failed(f"none of {redeals} redeals in this game has changed anything hidden.")
    return 0


def changed(state: "State", viewers: Iterable[int], chance: Random) -> bool:
    """Does a redeal for one of these viewers change anything but the generator?"""
    truth = without_generator(state)
    return any(without_generator(redealt(state, viewer, chance, True)) != truth for viewer in viewers)


def without_generator(state: "State") -> dict[str, Any]:
    return {name: value for name, value in state.snapshot().items() if name != "generator"}


def check_fairness(
    state: S,
    viewer: int,
    worlds: Mapping[Any, float],
    samples: int,
    key: "Callable[[S], Hashable]",
    recall: bool = True,
    seed: int = 0,
) -> float:
    """Compare how often each world is redealt with the number of deals that lead to it.

    Args:
        state: The true state.
        viewer: For whom it is redealt.
        worlds: All worlds that agree with what the viewer knows, by `key`, with their number of deals or any multiple.
        samples: Redeals in a round; after a round that is too uneven follows another one, up to `ROUNDS`.
        key: What distinguishes worlds.
        recall: See `State.redeal`.
        seed: Of the generator of the redeals.

    Returns:
        The p-value of the chi-square test of the last round.

    Raises:
        Broken: All rounds were too uneven, or a world is impossible.
    """
    trial, rng = Trial.at(state, seed), Rng(seed)
    total = sum(worlds.values())
    expected = {world: samples * ways / total for world, ways in worlds.items()}
    shown = view_json(trial.game, state, viewer)
    for _ in range(ROUNDS):
        drawn: Counter[Hashable] = Counter()
        for _ in range(samples):
            world = state.redeal(viewer, rng, recall)
            drawn[key(world)] += 1
        if view_json(trial.game, world, viewer) != shown:
            raise trial.broken("fair", f"the redeal changes what {viewer_name(viewer)} sees.")
        impossible = [world for world in drawn if not worlds.get(world)]
        if impossible:
            raise trial.broken(
                "fair", f"the redeal for {viewer_name(viewer)} makes an impossible world: {impossible[0]!r}."
            )
        p = chi_square_tail([(drawn[world], expected[world]) for world in worlds])
        if p >= MIN_P:
            return p
    worst = max(worlds, key=lambda world: (drawn[world] - expected[world]) ** 2 / (expected[world] or 1))
    raise trial.broken(
        "fair",
        f"{samples} redeals for {viewer_name(viewer)} are not even (p = {p:.1e}, and no better before): {worst!r} came "
        f"{drawn[worst]} times, expected {expected[worst]:.1f}.",
    )


def chi_square_tail(cells: list[tuple[float, float]]) -> float:
    """The p-value of the chi-square test for pairs of counts and expectations, approximated by Wilson and Hilferty."""
    common = pooled(cells)
    freedom = len(common) - 1
    if freedom < 1:
        raise ValueError("fairness needs at least two worlds, each expected some times")
    square = sum((count - expected) ** 2 / expected for count, expected in common)
    width = 2 / (9 * freedom)
    return 0.5 * erfc(((square / freedom) ** (1 / 3) - 1 + width) / sqrt(2 * width))


def pooled(cells: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Pool the rarest cells until `MIN_EXPECTED` is reached in each: the approximation needs that."""
    pools: list[tuple[float, float]] = []
    count = expected = 0.0
    for more, expected_more in sorted(cells, key=lambda cell: cell[1]):
        count, expected = count + more, expected + expected_more
        if expected >= MIN_EXPECTED:
            pools.append((count, expected))
            count = expected = 0.0
    if expected and pools:  # the rest, which is too small for a pool
        last, expected_last = pools.pop()
        pools.append((last + count, expected_last + expected))
    return pools
