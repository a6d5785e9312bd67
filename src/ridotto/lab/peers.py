"""The peers in benchmarks: games of OpenSpiel, measured in the same way as ours."""

import random
import time
from functools import cache
from importlib.util import find_spec
from typing import Any

from ridotto.engine.game import Game

STARTS = 40
SEARCHES = 8


class Peer:
    """An OpenSpiel game with many dealt starts."""

    def __init__(self, slug: str, players: int, seconds: float) -> None:
        import pyspiel

        self._spiel: Any = pyspiel
        self._seconds = seconds  # of one measurement, roughly
        self.name = f"open_spiel {slug} {players}p"
        name = f"{slug}(players={players})" if slug == "oh_hell" else slug
        self._game = pyspiel.load_game(name)
        self._starts = [self._dealt_start(seed) for seed in range(STARTS)]
        self._lengths = [self._length(start) for start in self._starts]
        self.measures = {  # by the names of our own measurements
            "rollouts": self.measure_rollouts,
            "driven": self.measure_python,
            "search": self.measure_search_decisions,
            "simulated": self.measure_search_simulations,
            "clone": self.measure_copy,
        }

    def _dealt_start(self, seed: int) -> Any:
        """A start with all cards dealt: a search from a chance node crashes."""
        rng = random.Random(seed)
        state = self._game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        return state

    def _length(self, start: Any) -> int:
        state = start.clone()
        decisions = 0
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
            decisions += 1
        return decisions

    def measure_rollouts(self) -> float:
        """Decisions per second in C++, by a search of one simulation that is evaluated by many random games."""
        games = 64
        while True:
            spiel = self._spiel
            bots = [
                spiel.MCTSBot(self._game, spiel.RandomRolloutEvaluator(games, seed), 2.0, 1, 1000, False, seed, False)
                for seed in range(STARTS)
            ]
            began = time.perf_counter()
            for bot, start in zip(bots, self._starts, strict=True):
                bot.mcts_search(start)
            took = time.perf_counter() - began
            if took > self._seconds / 2:
                return games * sum(self._lengths) / took
            games *= 2

    def measure_python(self) -> float:
        """Decisions per second in random games played move by move from Python."""
        rng = random.Random(1).random
        decisions = 0
        began = time.perf_counter()
        while time.perf_counter() - began < self._seconds:
            for start in self._starts:
                state = start.clone()
                while not state.is_terminal():
                    state.current_player()
                    moves = state.legal_actions()
                    state.apply_action(moves[int(rng() * len(moves))])
                    decisions += 1
        return decisions / (time.perf_counter() - began)

    def measure_search_decisions(self) -> float:
        """Decisions per second in the simulations of its information-set search, which are random games like ours."""
        return self._measure_search(self._lengths[:SEARCHES])

    def measure_search_simulations(self) -> float:
        """Simulations per second of its information-set search."""
        return self._measure_search([1] * SEARCHES)

    def _measure_search(self, weights: list[int]) -> float:
        """The number of simulations per second, those of each start multiplied by its weight."""
        simulations = 256
        while True:
            spiel = self._spiel
            bots = [
                spiel.ISMCTSBot(seed, spiel.RandomRolloutEvaluator(1, seed), 2.0, simulations)
                for seed in range(SEARCHES)
            ]
            began = time.perf_counter()
            for bot, start in zip(bots, self._starts[:SEARCHES], strict=True):
                bot.step(start)
            took = time.perf_counter() - began
            if took > self._seconds:
                return simulations * sum(weights) / took
            simulations *= 2

    def measure_copy(self) -> float:
        """Nanoseconds for a copy of a state."""
        rounds = 200
        began = time.perf_counter()
        for _ in range(rounds):
            for state in self._starts:
                state.clone()
        return (time.perf_counter() - began) / (rounds * len(self._starts)) * 1e9


_cached_peer = cache(Peer)


def peer_of(game: Game, what: str, seconds: float) -> Peer:
    """The OpenSpiel game to compare with: for rollouts the game's own peer, for everything else `oh_hell`."""
    return _cached_peer(game.openspiel_peer if what == "rollouts" else "oh_hell", 4, seconds)


def is_openspiel_installed() -> bool:
    return find_spec("pyspiel") is not None
