"""The house and boardgame.io under the same load.

    python benchmarks/house.py [--only COLUMN ...] [--smallest] [--json]

opens 200 tables of four people with five streams each (the seats and a spectator), no bots.

 * `pace`: 100 decisions a second for 20 seconds, whatever the server does: the time from when a decision was due until
   the last viewer whose scene it changed has been shown it;
 * `race`: for 10 seconds, each table makes its next decision as soon as the last one is over: the decisions per
   second that were accepted, committed and shown;
 * memory: of the server, resident, before and after the 1,000 streams, and, in a fresh server, before and after 1,000
   tables with a running match of two people at which nobody looks.

The game is Verhext!, a trick-taking game with hidden hands like the peer's. Four of five of its decisions are public,
one is shown only to its own seat. `--games` takes others, but not those in which the house makes automatic moves:
scenes would change without a decision of the load. Idle tables play Venezia, because two people can.

Columns: `house` is one process on SQLite and sends pages (HTML) as browsers get them; `house-json` sends JSON;
`house-postgres` is two processes on one PostgreSQL, posts and streams spread over both; `peer` is a small card game
with hidden hands on boardgame.io, matches kept in files; `peer-memory` keeps them in memory. The load comes from one
process of its own (load.py; for the peer boardgame_io/load.js, which speaks its protocol), on the same machine. A
ratio above 1 is in our favour; it compares with `peer`. Columns whose software is not installed here
are skipped.

Nothing may take longer than `--limit` seconds. `--smallest` reduces every number that is not given: it shows that
everything runs, and its figures mean nothing.
"""

import argparse
import asyncio
import gc
import json
import os
import platform
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol

import program
import ridotto
from load import Load
from servers import Missing, PeerLoad, Serve, Served, boardgame_io, postgres, sqlite
from wire import Failed


class Number(NamedTuple):
    """A number that sets the load: its usual value, and that with --smallest."""

    usual: float
    least: float
    what: str
    read: Callable[[str], float] = program.count


NUMBERS = {
    "tables": Number(200, 2, "with a running match"),
    "people": Number(4, 3, "at every table"),
    "streams": Number(5, 4, "at every table: its seats, then spectators"),
    "rate": Number(100, 50, "decisions a second of the paced run"),
    "seconds": Number(20, 0.5, "of the paced run", program.seconds),
    "race": Number(10, 0.5, "seconds of the race", program.seconds),
    "idle": Number(1000, 10, "tables at which nobody looks"),
    "warm": Number(40, 2, "such tables before memory is measured, so that code is loaded"),
}


class AnyLoad(Protocol):
    """The methods of a load, ours or the peer's."""

    async def open(self, tables: int, players: int) -> None: ...
    async def idle(self, tables: int, players: int) -> None: ...
    async def watch(self, streams: int) -> None: ...
    async def pace(self, rate: int, seconds: float) -> dict[str, Any]: ...
    async def race(self, seconds: float) -> dict[str, Any]: ...
    async def check(self) -> None: ...
    async def close(self) -> None: ...


@dataclass(frozen=True)
class Column:
    servers: Callable[[float], AbstractContextManager[Serve]]
    load: Callable[[Served, list[str], float], AnyLoad]


def ours(servers: Callable[[float], AbstractContextManager[Serve]], form: str) -> Column:
    return Column(servers, lambda served, games, limit: Load(served.ports, games, form, limit))


def theirs(in_files: bool) -> Column:
    servers = partial(boardgame_io, in_files)
    return Column(servers, lambda served, games, limit: PeerLoad(served.ports[0], limit))


COLUMNS = {
    "house": ours(sqlite, "html"),
    "house-json": ours(sqlite, "json"),
    "house-postgres": ours(postgres, "html"),
    "peer": theirs(in_files=True),
    "peer-memory": theirs(in_files=False),
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
    with column.servers(wanted.limit) as serve:
        with serve() as served:
            found = await under_load(served, column, wanted)
        with serve() as served:
            return found | await with_idle_tables(served, column, wanted)


async def under_load(served: Served, column: Column, wanted: argparse.Namespace) -> dict[str, float]:
    found: dict[str, float] = {}
    load = column.load(served, wanted.games, wanted.limit)
    try:
        progress(f"{wanted.tables} tables")
        await load.open(wanted.tables, wanted.people)
        before = await served.memory()
        await load.watch(wanted.streams)
        found["stream"] = (await served.memory() - before) / (wanted.tables * wanted.streams) / 1000
        progress(f"{wanted.rate} decisions a second")
        used = served.cpu()
        paced = await load.pace(wanted.rate, wanted.seconds)
        found["paced"] = 1000 * (served.cpu() - used) / len(paced["times"])
        await load.check()
        times = sorted(paced["times"])
        found |= {"p50": part(times, 0.5), "p99": part(times, 0.99), "max": times[-1], "late": paced["late"]}
        progress("as many as there can be")
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
    return found


async def with_idle_tables(served: Served, column: Column, wanted: argparse.Namespace) -> dict[str, float]:
    load = column.load(served, ["venezia"], wanted.limit)
    try:
        progress(f"{wanted.idle} idle tables")
        await load.idle(wanted.warm, 2)
        before = await served.memory()
        await load.idle(wanted.idle, 2)
        return {"table": (await served.memory() - before) / wanted.idle / 1000}
    finally:
        await load.close()


def progress(what: str) -> None:
    print(f"  {what} ...", file=sys.stderr, flush=True)


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


def arguments() -> argparse.Namespace:
    parser = program.parser(__doc__)
    parser.add_argument("--only", nargs="+", choices=COLUMNS, default=list(COLUMNS))
    slugs = [game.slug for game in ridotto.all_games() if not game.has_automatic_moves]
    parser.add_argument("--games", nargs="+", choices=slugs, default=["verhext"], help="in turn (default: verhext)")
    for name, number in NUMBERS.items():
        parser.add_argument(
            f"--{name}", type=number.read, help=f"{number.what} (default {number.usual}, smallest {number.least})"
        )
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    for name, number in NUMBERS.items():
        if getattr(wanted, name) is None:
            setattr(wanted, name, number.least if wanted.smallest else number.usual)
    for game in map(ridotto.game, wanted.games):
        if wanted.people not in game.players:
            parser.error(f"{game.title} is for {game.players[0]} to {game.players[-1]} people, not {wanted.people}")
    if wanted.streams < wanted.people:
        parser.error(f"{wanted.people} people need a stream each, not {wanted.streams} at a table")
    return wanted


def main() -> None:
    wanted = arguments()
    figures: dict[str, dict[str, float]] = {}
    gc.disable()  # pauses of the load generator must not count as latency
    for name in wanted.only:
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            figures[name] = asyncio.run(measure(COLUMNS[name], wanted))
        except Missing as missing:
            print(f"{name} is skipped: {missing}.", file=sys.stderr, flush=True)
        except Failed as failed:
            raise Failed(f"{name}: {failed}") from None
    if wanted.json:
        machine = {"cores": os.cpu_count(), "python": platform.python_version(), "ridotto": ridotto.__version__}
        print(json.dumps({"machine": machine, "wanted": vars(wanted), "figures": figures}, indent=1))
    elif figures:
        print(table(figures))
        for name, found in figures.items():
            shown = f", {found['scenes']:.1f} scenes shown a decision" if "scenes" in found else ""
            print(f"{name}: the generator took {found['generator']:.0f} % of a core in the race{shown}")


if __name__ == "__main__":
    program.run(main)
