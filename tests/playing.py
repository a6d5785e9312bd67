"""Digests of seeded games: the same on every machine, compiled or not.

`python -m tests.playing` prints it; `tests.test_compiled_and_pure` compares two ways to run.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from enum import IntEnum
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, cast

import ridotto
from ridotto.bots.search import Budget, Search
from ridotto.engine.game import Game
from ridotto.engine.rollouts import rollouts

REDEAL_EVERY = 13


class Choices:
    """A linear congruential generator, so that random choices do not depend on the code under test."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2654435761 % 2**64

    def below(self, n: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def components(slug: str) -> ModuleType:
    """The module of a game's components: the one from which its plain rules take their numbers."""
    rules = files(f"ridotto.games.{slug}").joinpath("rules", "rules.py").read_text("utf-8")
    (name,) = re.findall(rf"^    from (ridotto\.games\.{slug}\.\w+) import \*", rules, re.MULTILINE)
    return import_module(name)


def kinds_of_notes(slug: str) -> type[IntEnum]:
    """The kinds of notes of a game: the class in its components whose name ends in `Note`."""
    (kinds,) = (kinds for name, kinds in vars(components(slug)).items() if name.endswith("Note"))
    return cast(type[IntEnum], kinds)


def some_options(game: Game, players: int, choice: Choices) -> dict[str, str]:
    """A random value for every option."""
    return {
        option.name: allowed[choice.below(len(allowed))]
        for option in game.options
        for allowed in [option.values_for(players)]
    }


def some_states(game: Game, choice: Choices, every: int) -> Iterator[Any]:
    """Positions of one random game per player count, the last one included."""
    for players in game.players:
        state: Any = game.start(players=players, seed=choice.below(1000), **some_options(game, players, choice))
        decisions = 0
        while not state.over:
            if decisions % every == 0:
                yield state.copy()
            seats = state.actors()
            seat = seats[choice.below(len(seats))]
            moves = state.moves(seat)
            state.play(seat, some_move(state, moves, choice))
            decisions += 1
        yield state


def some_move(state: Any, moves: list[int], choice: Choices) -> int:
    """A random move, but rarely a call of 17: most games would end after a few moves."""
    move = moves[choice.below(len(moves))]
    return moves[0] if state.game.text(move) == "call" and choice.below(8) else move


def perft(state: Any, depth: int) -> int:
    """How many different sequences of `depth` decisions there are from a position, each seat asked in its turn."""
    seat = state.actor()
    moves = state.moves(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(seat, move)
        total += perft(after, depth - 1) if not after.over else 0
    return total


def games(slug: str, seeds: range) -> Iterator[Any]:
    """Everything that happens in one game per seed and player count, with random options."""
    game = ridotto.game(slug)
    for players in game.players:
        for seed in seeds:
            choice = Choices(1000 * players + seed)
            yield from played(game.start(players=players, seed=seed, **some_options(game, players, choice)), choice)


def played(state: Any, choice: Choices) -> Iterator[Any]:
    """One game: positions, notes, legal moves, redeals, random play from the middle, and the result."""
    state.listen()
    decisions = 0
    while not state.over:
        seat = state.actor()
        moves = state.moves(seat)
        yield [state.snapshot(), [list(note) for note in state.take_notes()], moves]
        if decisions % REDEAL_EVERY == 0:
            viewer, recall = choice.below(state.seats + 1) - 1, bool(choice.below(2))
            yield state.redeal(viewer, ridotto.Rng(decisions), recall).snapshot()
        if decisions % (8 * REDEAL_EVERY) == 0:
            yield list(rollouts([state], 1, decisions))
        state.play(seat, some_move(state, moves, choice))
        decisions += 1
    yield [
        state.snapshot(),
        [list(note) for note in state.take_notes()],
        state.scores(),
        state.places(),
        state.rewards(),
    ]


def thoughts(slug: str, seeds: range) -> Iterator[Any]:
    """What bots know and search in some positions, with every player count; uses the first two seeds only."""
    game = ridotto.game(slug)
    knowledge = game.knowledge()
    for seed in seeds[:2]:
        for number, state in enumerate(some_states(game, Choices(seed), every=61)):
            for seat in state.actors()[:1]:
                word = number * 0x9E3779B97F4A7C15 % (1 << 64)
                world = knowledge.sampled_world(state.redeal(seat, ridotto.Rng(number)), seat, word)
                yield [
                    knowledge.rollout_move_of(state, seat, word),
                    knowledge.chance_outcome_of(state, seat),
                    world.snapshot(),
                ]
                seen = [*knowledge.prior_weights(state, seat).values(), *(knowledge.expected_shares(state) or [])]
                yield [round(value, 9) for value in [*seen, knowledge.likelihood(world, seat)]]
                search = Search(state, seat, seed)
                search.run(Budget(simulations=8), thorough=True)
                yield [search.decisions, *([row.move, row.visits, round(row.share, 6)] for row in search.move_stats())]


def digest(happenings: Iterator[Any]) -> str:
    """A hash of everything that happened."""
    found = hashlib.sha256()
    for happened in happenings:
        found.update(json.dumps(happened, sort_keys=True).encode())
    return found.hexdigest()


SEEDS = range(6)

if __name__ == "__main__":
    result = {
        kind.__name__: {game.slug: digest(kind(game.slug, SEEDS)) for game in ridotto.all_games()}
        for kind in (games, thoughts)
    }
    print(json.dumps({"compiled": ridotto.compiled, "digests": result}))
