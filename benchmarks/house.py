"""The house under load, and boardgame.io under the same.

    python benchmarks/house.py [--only COLUMN ...] [--json]

opens 200 tables of four people with five streams each (the seats and a spectator), no bots.

 * `pace`: 100 decisions a second for 20 seconds, whatever the server does: the time from when a decision was due until
   the last viewer whose scene it changed has been shown it;
 * `race`: for 10 seconds at every table the next decision as soon as one is over: decisions a second that were
   accepted, committed and shown;
 * memory: of the server, resident, before and after the 1,000 streams, and, in a fresh server, before and after 1,000
   tables with a running match of two people at which nobody looks.

The game is Verhext!: tricks with hidden hands, as the peer's is. Four of five decisions there are public, one is a
secret that only its own seat is shown. `--games` takes others, but not those in which the house answers by itself where
only one answer makes sense: scenes would change which no decision of the load has changed. Idle tables are of
Venezia, which two can play.

Columns: `house` is one process on SQLite and sends pages (HTML) as browsers get them; `house-json` sends JSON;
`house-postgres` is two processes on one PostgreSQL, posts and streams spread over both; `peer` is a small card game
with hidden hands on boardgame.io, matches kept in files; `peer-memory` keeps them in memory. The load comes from one
process of its own (load.py; for the peer boardgame_io/load.js, which speaks its protocol), on the same machine. A
ratio above 1 is in our favour; the peer it is taken against is `peer`.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from load import Load
from servers import PeerLoad, Served, boardgame_io, postgres, sqlite
from wire import Failed

import ridotto

WARM = 40  # tables opened before memory is measured, so that code is loaded


class AnyLoad(Protocol):
    """What can be ordered from a load."""

    async def open(self, count: int, players: int) -> None: ...
    async def idle(self, count: int, players: int) -> None: ...
    async def watch(self, streams: int) -> None: ...
    async def pace(self, rate: int, seconds: int) -> dict[str, Any]: ...
    async def race(self, seconds: int) -> dict[str, Any]: ...
    async def check(self) -> None: ...
    async def close(self) -> None: ...


@dataclass(frozen=True)
class Column:
    serve: Callable[[], AbstractContextManager[Served]]
    load: Callable[[Served, list[str]], AnyLoad]


COLUMNS = {
    "house": Column(sqlite, lambda served, games: Load(served.ports, games, "html")),
    "house-json": Column(sqlite, lambda served, games: Load(served.ports, games, "json")),
    "house-postgres": Column(postgres, lambda served, games: Load(served.ports, games, "html")),
    "peer": Column(lambda: boardgame_io(in_files=True), lambda served, games: PeerLoad(served.ports[0])),
    "peer-memory": Column(lambda: boardgame_io(in_files=False), lambda served, games: PeerLoad(served.ports[0])),
}

ROWS = {  # name: what it is, and is more of it better?
    "race": ("decisions/s", True),
    "p50": ("ms to the last viewer, half", False),
    "p99": ("ms to the last viewer, 99 %", False),
    "max": ("ms to the last viewer, all", False),
    "stream": ("KB an open stream", False),
    "table": ("KB an idle table", False),
    "paced": ("ms of CPU a decision, paced", False),
    "raced": ("ms of CPU a decision, race", False),
}


async def measure(column: Column, wanted: argparse.Namespace) -> dict[str, float]:
    """All figures of one column."""
    found: dict[str, float] = {}
    with column.serve() as served:
        load = column.load(served, wanted.games)
        try:
            await load.open(wanted.tables, wanted.people)
            before = served.memory()
            await load.watch(wanted.streams)
            found["stream"] = (served.memory() - before) / (wanted.tables * wanted.streams) / 1000
            used = served.cpu()
            paced = await load.pace(wanted.rate, wanted.seconds)
            found["paced"] = 1000 * (served.cpu() - used) / len(paced["times"])
            await load.check()
            times = sorted(paced["times"])
            found |= {"p50": part(times, 0.5), "p99": part(times, 0.99), "max": times[-1], "late": paced["late"]}
            used = served.cpu()
            raced = await load.race(wanted.race)
            found["raced"] = 1000 * (served.cpu() - used) / len(raced["times"])
            await load.check()
            found["race"] = len(raced["times"]) / raced["seconds"]
            found["generator"] = 100 * raced["cpu"] / raced["seconds"]
            if "scenes" in raced:
                found["scenes"] = raced["scenes"] / len(raced["times"])
        finally:
            await load.close()
    with column.serve() as served:
        load = column.load(served, ["venezia"])
        try:
            await load.idle(WARM, 2)
            before = served.memory()
            await load.idle(wanted.idle, 2)
            found["table"] = (served.memory() - before) / wanted.idle / 1000
        finally:
            await load.close()
    return found


def part(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(share * len(times)))]


def table(figures: dict[str, dict[str, float]]) -> str:
    """The figures as a table, with ratios to the peer in brackets."""
    lines = ["| | " + " | ".join(f"`{name}`" for name in figures) + " |", "|---" * (len(figures) + 1) + "|"]
    for row, (title, more) in ROWS.items():
        cells = []
        for name, found in figures.items():
            cell = f"{found[row]:.0f}" if abs(found[row]) >= 100 else f"{found[row]:.1f}"
            theirs = figures.get("peer", {}).get(row)
            if theirs and found[row] > 0 and not name.startswith("peer"):
                cell += f" ({found[row] / theirs if more else theirs / found[row]:.2g} ×)"
            cells.append(cell)
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="The house under load, and boardgame.io under the same.")
    parser.add_argument("--only", nargs="+", choices=COLUMNS, default=list(COLUMNS))
    slugs = [game.slug for game in ridotto.games() if not game.knows_obvious]
    parser.add_argument("--games", nargs="+", choices=slugs, default=["verhext"], help="in turn (default: verhext)")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=4, help="at every table (default 4)")
    parser.add_argument("--streams", type=int, default=5, help="at every table (default 5: four seats, a spectator)")
    parser.add_argument("--rate", type=int, default=100, help="decisions a second of the paced run")
    parser.add_argument("--seconds", type=int, default=20, help="of the paced run")
    parser.add_argument("--race", type=int, default=10, help="seconds of the race")
    parser.add_argument("--idle", type=int, default=1000, help="tables at which nobody looks")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    gc.disable()  # the generator's own pauses are nobody's latency
    for name in wanted.only:
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            figures[name] = asyncio.run(measure(COLUMNS[name], wanted))
        except Failed as failed:
            sys.exit(f"{name}: {failed}")
    if wanted.json:
        machine = {"cores": os.cpu_count(), "python": platform.python_version(), "ridotto": ridotto.__version__}
        print(json.dumps({"machine": machine, "wanted": vars(wanted), "figures": figures}, indent=1))
    else:
        print(table(figures))
        for name, found in figures.items():
            shown = f", {found['scenes']:.1f} scenes shown a decision" if "scenes" in found else ""
            print(f"{name}: the generator took {found['generator']:.0f} % of a core in the race{shown}")


if __name__ == "__main__":
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
