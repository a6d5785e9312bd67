"""Measures the speed of the games, optionally against OpenSpiel: in turns, on the same core, as medians of pairs."""

import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import ridotto
from ridotto.bots.search import Budget, Search
from ridotto.engine.errors import RidottoError
from ridotto.engine.game import Game
from ridotto.engine.knowledge import Knowledge
from ridotto.engine.message import msg
from ridotto.engine.rollouts import rollouts
from ridotto.engine.state import State
from ridotto.lab.peers import peer_of

SEARCHES = 8
IMPORT_TIMEOUT_SECONDS = 60


class Effort(NamedTuple):
    """How much is measured."""

    seconds: float = 0.15  # of one measurement, roughly
    pairs: int = 9
    starts: int = 300


DEFAULT = Effort()
SMALLEST = Effort(seconds=0.001, pairs=1, starts=SEARCHES)


class Measurement(NamedTuple):
    """The median of one quantity of one game. The field names are keys of the JSON output."""

    game: str
    what: str
    ours: float
    unit: str
    peer: str | None = None
    theirs: float | None = None
    ratio: float | None = None  # above 1: we are faster

    def to_dict(self) -> dict[str, Any]:
        return {key: value for key, value in self._asdict().items() if value is not None}


def describe_machine() -> str:
    """Processor, cores, system and Python version."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            model = next((line.split(": ")[1].strip() for line in info if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def bench(
    game: Game, with_peers: bool, effort: Effort = DEFAULT, progress: Callable[[str], None] = lambda what: None
) -> list[Measurement]:
    """All measurements of one game, with 4 players or as close to that as the game allows."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    players = min(game.players, key=lambda n: abs(n - 4))
    starts = [game.start(players=players, seed=seed) for seed in range(effort.starts)]
    measured = []
    for what, unit, ours in (
        ("rollouts", "decisions/s", partial(measure_rollouts, starts, effort.seconds)),
        ("driven", "decisions/s", partial(measure_python, starts, effort.seconds)),
        ("search", "decisions/s", partial(measure_search, starts, effort.seconds, count="decisions")),
        ("simulated", "games/s", partial(measure_search, starts, effort.seconds, count="simulations")),
        ("clone", "ns", partial(measure_copy, starts)),
    ):
        progress(f"{game.slug}: {what}")
        peer = peer_of(game, what, effort.seconds) if with_peers else None
        theirs = peer.measures[what] if peer else None
        measured.append(compare(game.slug, what, unit, effort.pairs, ours, peer.name if peer else None, theirs))
    progress(f"{game.slug}: thinking")
    thinking = partial(measure_search, starts, effort.seconds, count="simulations", knowledge=game.knowledge)
    measured.append(compare(game.slug, "thinking", "games/s", effort.pairs, thinking))
    progress(f"{game.slug}: import")
    ours = partial(measure_import, "ridotto")
    theirs = partial(measure_import, "pyspiel") if with_peers else None
    measured.append(compare(game.slug, "import", "ms", effort.pairs, ours, "import pyspiel", theirs))
    return measured


def compare(
    slug: str,
    what: str,
    unit: str,
    count: int,
    ours: Callable[[], float],
    peer: str | None = None,
    theirs: Callable[[], float] | None = None,
) -> Measurement:
    """Measures ours and theirs in turns, `count` times; the ratio is the median of the pairs' ratios."""
    if theirs is None:
        return Measurement(slug, what, round(median(ours() for _ in range(count)), 2), unit)
    pairs = [(theirs(), ours()) for _ in range(count)]
    more_is_faster = unit.endswith("/s")
    ratio = median(own / other if more_is_faster else other / own for other, own in pairs)
    return Measurement(
        slug, what, round(median(own for _, own in pairs), 2), unit, peer,
        round(median(other for other, _ in pairs), 2), round(ratio, 2),
    )  # fmt: skip


def measure_rollouts(starts: list[State], seconds: float) -> float:
    """Decisions per second in compiled random games from dealt starts to the end."""
    games = 1
    while True:
        began = time.perf_counter()
        done = rollouts(starts, games, seed=games)
        took = time.perf_counter() - began
        if took > seconds / 2:
            return done.decisions / took
        games *= 2


def measure_python(starts: list[State], seconds: float) -> float:
    """Decisions per second in random games played move by move from Python, with every move checked."""
    rng = random.Random(1).random
    decisions = 0
    began = time.perf_counter()
    for start in starts:
        state = start.copy()
        while (seat := state.actor()) >= 0:
            moves = state.moves(seat)
            state.play(seat, moves[int(rng() * len(moves))])
            decisions += 1
        if time.perf_counter() - began > seconds:
            break
    return decisions / (time.perf_counter() - began)


def measure_search(
    starts: list[State], seconds: float, count: str, knowledge: Callable[[], Knowledge] = Knowledge
) -> float:
    """Simulations or decisions (`count`) per second of a single-threaded search.

    By default it uses no knowledge of the game, like the peer's search.
    """
    simulations = 1
    while True:
        searches = [Search(start, start.actor(), seed, 1, knowledge) for seed, start in enumerate(starts[:SEARCHES])]
        began = time.perf_counter()
        for one in searches:
            one.run(Budget(simulations=simulations), thorough=True)
        took = time.perf_counter() - began
        if took > seconds:
            return float(sum(getattr(one, count) for one in searches)) / took
        simulations *= 2


def measure_copy(starts: list[State]) -> float:
    """Nanoseconds for a copy of a state."""
    rounds = 200
    began = time.perf_counter()
    for _ in range(rounds):
        for state in starts:
            state.copy()
    return (time.perf_counter() - began) / (rounds * len(starts)) * 1e9


def measure_import(module: str) -> float:
    """Milliseconds that `import module` adds to the start of the interpreter."""
    code = f"import time; t = time.perf_counter(); import {module}; print((time.perf_counter() - t) * 1e3)"
    command = [sys.executable, "-c", code]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=IMPORT_TIMEOUT_SECONDS)
    except subprocess.SubprocessError:
        failure = msg(
            "A new interpreter couldn't import {module} within {seconds} seconds.",
            module=module,
            seconds=IMPORT_TIMEOUT_SECONDS,
        )
        raise RidottoError(failure) from None
    return float(done.stdout.split()[-1])


def report(measured: list[Measurement]) -> dict[str, Any]:
    rows = [measurement.to_dict() for measurement in measured]
    return {"machine": describe_machine(), "compiled": ridotto.compiled, "rows": rows}
