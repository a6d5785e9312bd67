"""How fast it is, against OpenSpiel in the same run on the same core: medians of pairs, measured in turns."""

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
PATIENCE = 60  # seconds for an interpreter to import something


class Effort(NamedTuple):
    """How much is measured."""

    seconds: float = 0.15  # a measurement takes, about
    pairs: int = 9
    starts: int = 300


USUAL = Effort()
SMALLEST = Effort(seconds=0.001, pairs=1, starts=SEARCHES)


class Row(NamedTuple):
    game: str
    what: str
    ours: float
    unit: str
    peer: str | None = None
    theirs: float | None = None
    ratio: float | None = None  # how many times faster we are

    def as_json(self) -> dict[str, Any]:
        return {key: value for key, value in self._asdict().items() if value is not None}


def machine() -> str:
    """What it ran on."""
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            model = next((line.split(": ")[1].strip() for line in info if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def bench(
    game: Game, peers: bool, effort: Effort = USUAL, progress: Callable[[str], None] = lambda what: None
) -> list[Row]:
    """All rows of one game; with 4 players, or the nearest the game allows."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    players = min(game.players, key=lambda n: abs(n - 4))
    starts = [game.start(players=players, seed=seed) for seed in range(effort.starts)]
    rows = []
    for what, unit, ours in (
        ("rollouts", "decisions/s", partial(native, starts, effort.seconds)),
        ("driven", "decisions/s", partial(driven, starts, effort.seconds)),
        ("search", "decisions/s", partial(search, starts, effort.seconds, of="decisions")),
        ("simulated", "games/s", partial(search, starts, effort.seconds, of="simulations")),
        ("clone", "ns", partial(clone, starts)),
    ):
        progress(f"{game.slug}: {what}")
        peer = peer_of(game, what, effort.seconds) if peers else None
        theirs = peer.measures[what] if peer else None
        rows.append(compare(game.slug, what, unit, effort.pairs, ours, peer.name if peer else None, theirs))
    progress(f"{game.slug}: thinking")
    thinking = partial(search, starts, effort.seconds, of="simulations", knowledge=game.knowledge)
    rows.append(compare(game.slug, "thinking", "games/s", effort.pairs, thinking))
    progress(f"{game.slug}: import")
    theirs = partial(import_time, "pyspiel") if peers else None
    rows.append(
        compare(game.slug, "import", "ms", effort.pairs, partial(import_time, "ridotto"), "import pyspiel", theirs)
    )
    return rows


def compare(
    slug: str,
    what: str,
    unit: str,
    count: int,
    ours: Callable[[], float],
    peer: str | None = None,
    theirs: Callable[[], float] | None = None,
) -> Row:
    """Ours and theirs in turns; the ratio is the median of the pairs."""
    if theirs is None:
        return Row(slug, what, round(median(ours() for _ in range(count)), 2), unit)
    pairs = [(theirs(), ours()) for _ in range(count)]
    more_is_faster = unit.endswith("/s")
    ratio = median(own / other if more_is_faster else other / own for other, own in pairs)
    return Row(
        slug, what, round(median(own for _, own in pairs), 2), unit, peer,
        round(median(other for other, _ in pairs), 2), round(ratio, 2),
    )  # fmt: skip


def native(starts: list[State], seconds: float) -> float:
    """Random games to the end from many dealt starts, without the interpreter: decisions a second."""
    games = 1
    while True:
        began = time.perf_counter()
        done = rollouts(starts, games, seed=games)
        took = time.perf_counter() - began
        if took > seconds / 2:
            return done.decisions / took
        games *= 2


def driven(starts: list[State], seconds: float) -> float:
    """The same games, move by move from Python, every move checked: decisions a second."""
    dice = random.Random(1).random
    decisions = 0
    began = time.perf_counter()
    for start in starts:
        state = start.copy()
        while (seat := state.actor()) >= 0:
            moves = state.moves(seat)
            state.play(seat, moves[int(dice() * len(moves))])
            decisions += 1
        if time.perf_counter() - began > seconds:
            break
    return decisions / (time.perf_counter() - began)


def search(starts: list[State], seconds: float, of: str, knowledge: Callable[[], Knowledge] = Knowledge) -> float:
    """A search on one thread, by the rules alone as the peer's: what it simulates a second."""
    simulations = 1
    while True:
        searches = [Search(start, start.actor(), seed, 1, knowledge) for seed, start in enumerate(starts[:SEARCHES])]
        began = time.perf_counter()
        for one in searches:
            one.run(Budget(simulations=simulations), thorough=True)
        took = time.perf_counter() - began
        if took > seconds:
            return float(sum(getattr(one, of) for one in searches)) / took
        simulations *= 2


def clone(starts: list[State]) -> float:
    """A copy of a state: nanoseconds."""
    rounds = 200
    began = time.perf_counter()
    for _ in range(rounds):
        for state in starts:
            state.copy()
    return (time.perf_counter() - began) / (rounds * len(starts)) * 1e9


def import_time(module: str) -> float:
    """What `import module` adds to the start of the interpreter: milliseconds."""
    code = f"import time; t = time.perf_counter(); import {module}; print((time.perf_counter() - t) * 1e3)"
    command = [sys.executable, "-c", code]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    except subprocess.SubprocessError:
        raise RidottoError(
            msg("A new interpreter couldn't import {module} within {seconds} seconds.", module=module, seconds=PATIENCE)
        ) from None
    return float(done.stdout.split()[-1])


def report(rows: list[Row]) -> dict[str, Any]:
    return {"machine": machine(), "compiled": ridotto.compiled, "rows": [row.as_json() for row in rows]}
