"""The peers: OpenSpiel's games, timed in the same way as ours."""

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
        self._seconds = seconds  # a measurement takes, about
        self.name = f"open_spiel {slug} {players}p"
        named = f"{slug}(players={players})" if slug == "oh_hell" else slug
        self._game = pyspiel.load_game(named)
        self._starts = [self._dealt(seed) for seed in range(STARTS)]
        self._lengths = [self._length(start) for start in self._starts]
        self.measures = {
            "rollouts": self.native,
            "driven": self.driven,
            "search": self.search,
            "simulated": self.simulated,
            "clone": self.clone,
        }

    def _dealt(self, seed: int) -> Any:
        """A start with all cards dealt: a search from a chance node crashes."""
        dice = random.Random(seed)
        state = self._game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(dice.choice([action for action, _ in state.chance_outcomes()]))
        return state

    def _length(self, start: Any) -> int:
        state = start.clone()
        decisions = 0
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
            decisions += 1
        return decisions

    def native(self) -> float:
        """Decisions a second in C++: a search of one simulation whose evaluation is many random games."""
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

    def driven(self) -> float:
        """Decisions a second, move by move from Python."""
        dice = random.Random(1).random
        decisions = 0
        began = time.perf_counter()
        while time.perf_counter() - began < self._seconds:
            for start in self._starts:
                state = start.clone()
                while not state.is_terminal():
                    state.current_player()
                    moves = state.legal_actions()
                    state.apply_action(moves[int(dice() * len(moves))])
                    decisions += 1
        return decisions / (time.perf_counter() - began)

    def search(self) -> float:
        """Decisions a second in the simulations of its information-set search, by random games like ours."""
        return self._searched(self._lengths[:SEARCHES])

    def simulated(self) -> float:
        """Simulations a second."""
        return self._searched([1] * SEARCHES)

    def _searched(self, worth: list[int]) -> float:
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
                return simulations * sum(worth) / took
            simulations *= 2

    def clone(self) -> float:
        """Nanoseconds a copy."""
        rounds = 200
        began = time.perf_counter()
        for _ in range(rounds):
            for state in self._starts:
                state.clone()
        return (time.perf_counter() - began) / (rounds * len(self._starts)) * 1e9


_peer = cache(Peer)


def peer_of(game: Game, what: str, seconds: float) -> Peer:
    """Native rollouts against the peer of the game; driven play and copies against `oh_hell` for all."""
    return _peer(game.peer if what == "rollouts" else "oh_hell", 4, seconds)


def are_there() -> bool:
    """Is OpenSpiel installed here?"""
    return find_spec("pyspiel") is not None
