"""Seeded games and what came of them, as one number: the same on every machine, compiled or not.

`python -m tests.playing` prints it; `tests.test_both_ways` compares two ways to run.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import ridotto
from ridotto.engine.rollouts import rollouts

REDEAL_EVERY = 13


class Choices:
    """A plain congruence generator, so that nothing under test decides what is tested."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2654435761 % 2**64

    def below(self, n: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def games(slug: str, seeds: range) -> Iterator[Any]:
    """Everything that happens in one game per seed and player count, options by chance."""
    game = ridotto.game(slug)
    for players in game.players:
        for seed in seeds:
            choice = Choices(1000 * players + seed)
            options = {
                option.name: allowed[choice.below(len(allowed))]
                for option in game.options
                for allowed in [option.allowed(players)]
            }
            yield from played(game.start(players=players, seed=seed, **options), choice)


def played(state: Any, choice: Choices) -> Iterator[Any]:
    """One game: positions, notes, legal moves, redeals, random play from the middle, and the result."""
    state.listen()
    decisions = 0
    while not state.over:
        seat = state.actor()
        moves = state.moves(seat)
        yield [state.snapshot(), [list(note) for note in state.told()], moves]
        if decisions % REDEAL_EVERY == 0:
            viewer, recall = choice.below(state.seats + 1) - 1, bool(choice.below(2))
            yield state.redeal(viewer, ridotto.Rng(decisions), recall).snapshot()
        if decisions % (8 * REDEAL_EVERY) == 0:
            yield list(rollouts([state], 1, decisions))
        state.play(seat, moves[choice.below(len(moves))])
        decisions += 1
    yield [state.snapshot(), [list(note) for note in state.told()], state.scores(), state.places(), state.rewards()]


def digest(slug: str, seeds: range) -> str:
    found = hashlib.sha256()
    for happened in games(slug, seeds):
        found.update(json.dumps(happened, sort_keys=True).encode())
    return found.hexdigest()


SEEDS = range(6)

if __name__ == "__main__":
    result = {game.slug: digest(game.slug, SEEDS) for game in ridotto.games()}
    print(json.dumps({"compiled": ridotto.compiled, "digests": result}))
