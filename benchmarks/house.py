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
from http_client import BenchmarkFailed
from load import HouseLoad
from servers import (
    MeasuredServers,
    NotInstalled,
    PeerLoad,
    StartServers,
    boardgame_io,
    house_on_postgresql,
    house_on_sqlite,
)


class LoadParameter(NamedTuple):
    """A number on the command line that sets the load: its default, and its value with --smallest."""

    default: float
    smallest: float
    help: str
    parse: Callable[[str], float] = program.parse_count


LOAD_PARAMETERS = {
    "tables": LoadParameter(200, 2, "with a running match"),
    "people": LoadParameter(4, 3, "at every table"),
    "streams": LoadParameter(5, 4, "at every table: its seats, then spectators"),
    "rate": LoadParameter(100, 50, "decisions a second of the paced run"),
    "seconds": LoadParameter(20, 0.5, "of the paced run", program.parse_seconds),
    "race": LoadParameter(10, 0.5, "seconds of the race", program.parse_seconds),
    "idle": LoadParameter(1000, 10, "tables at which nobody looks"),
    "warm": LoadParameter(40, 2, "such tables before memory is measured, so that code is loaded"),
}


class Load(Protocol):
    """The methods of a load, ours or the peer's."""

    async def open_tables(self, tables: int, players: int) -> None: ...
    async def open_idle_tables(self, tables: int, players: int) -> None: ...
    async def open_streams(self, streams_per_table: int) -> None: ...
    async def run_paced(self, rate: int, seconds: float) -> dict[str, Any]: ...
    async def run_race(self, seconds: float) -> dict[str, Any]: ...
    async def check_streams(self) -> None: ...
    async def close(self) -> None: ...


@dataclass(frozen=True)
class Column:
    set_up_servers: Callable[[float], AbstractContextManager[StartServers]]
    create_load: Callable[[MeasuredServers, list[str], float], Load]


def house_column(set_up_servers: Callable[[float], AbstractContextManager[StartServers]], form: str) -> Column:
    return Column(
        set_up_servers, lambda servers, games, timeout_seconds: HouseLoad(servers.ports, games, form, timeout_seconds)
    )


def peer_column(in_files: bool) -> Column:
    set_up_servers = partial(boardgame_io, in_files)
    return Column(set_up_servers, lambda servers, games, timeout_seconds: PeerLoad(servers.ports[0], timeout_seconds))


COLUMNS = {
    "house": house_column(house_on_sqlite, "html"),
    "house-json": house_column(house_on_sqlite, "json"),
    "house-postgres": house_column(house_on_postgresql, "html"),
    "peer": peer_column(in_files=True),
    "peer-memory": peer_column(in_files=False),
}

ROWS = {  # key: title, and whether more is better
    "race": ("decisions/s", True),
    "p50": ("ms to the last viewer, half", False),
    "p99": ("ms to the last viewer, 99 %", False),
    "max": ("ms to the last viewer, all", False),
    "stream": ("KB an open stream", False),
    "table": ("KB an idle table", False),
    "paced": ("ms of CPU a decision, paced", False),
    "raced": ("ms of CPU a decision, race", False),
}


async def measure(column: Column, args: argparse.Namespace) -> dict[str, float]:
    """All figures of one column."""
    with column.set_up_servers(args.limit) as start_servers:
        with start_servers() as servers:
            measured = await measure_under_load(servers, column, args)
        with start_servers() as servers:
            return measured | await measure_idle_tables(servers, column, args)


async def measure_under_load(servers: MeasuredServers, column: Column, args: argparse.Namespace) -> dict[str, float]:
    measured: dict[str, float] = {}
    load = column.create_load(servers, args.games, args.limit)
    try:
        print_progress(f"{args.tables} tables")
        await load.open_tables(args.tables, args.people)
        bytes_before = await servers.resident_bytes()
        await load.open_streams(args.streams)
        measured["stream"] = (await servers.resident_bytes() - bytes_before) / (args.tables * args.streams) / 1000
        print_progress(f"{args.rate} decisions a second")
        cpu_before = servers.cpu_seconds()
        paced_result = await load.run_paced(args.rate, args.seconds)
        measured["paced"] = 1000 * (servers.cpu_seconds() - cpu_before) / len(paced_result["times"])
        await load.check_streams()
        sorted_times = sorted(paced_result["times"])
        measured |= {
            "p50": percentile(sorted_times, 0.5),
            "p99": percentile(sorted_times, 0.99),
            "max": sorted_times[-1],
            "late": paced_result["late"],
        }
        print_progress("as many as there can be")
        cpu_before = servers.cpu_seconds()
        race_result = await load.run_race(args.race)
        measured["raced"] = 1000 * (servers.cpu_seconds() - cpu_before) / len(race_result["times"])
        await load.check_streams()
        measured["race"] = len(race_result["times"]) / race_result["seconds"]
        measured["generator"] = 100 * race_result["cpu"] / race_result["seconds"]
        if "scenes" in race_result:
            measured["scenes"] = race_result["scenes"] / len(race_result["times"])
    finally:
        await load.close()
    return measured


async def measure_idle_tables(servers: MeasuredServers, column: Column, args: argparse.Namespace) -> dict[str, float]:
    load = column.create_load(servers, ["venezia"], args.limit)
    try:
        print_progress(f"{args.idle} idle tables")
        await load.open_idle_tables(args.warm, 2)
        bytes_before = await servers.resident_bytes()
        await load.open_idle_tables(args.idle, 2)
        return {"table": (await servers.resident_bytes() - bytes_before) / args.idle / 1000}
    finally:
        await load.close()


def print_progress(message: str) -> None:
    print(f"  {message} ...", file=sys.stderr, flush=True)


def percentile(sorted_times: list[float], fraction: float) -> float:
    return sorted_times[min(len(sorted_times) - 1, int(fraction * len(sorted_times)))]


def format_table(results: dict[str, dict[str, float]]) -> str:
    """The results as a table, with ratios to the peer in brackets."""
    lines = ["| | " + " | ".join(f"`{name}`" for name in results) + " |", "|---" * (len(results) + 1) + "|"]
    for row, (title, more_is_better) in ROWS.items():
        cells = []
        for name, measured in results.items():
            cell = f"{measured[row]:.0f}" if abs(measured[row]) >= 100 else f"{measured[row]:.1f}"
            peer_value = results.get("peer", {}).get(row)
            if peer_value and measured[row] > 0 and not name.startswith("peer"):
                cell += f" ({measured[row] / peer_value if more_is_better else peer_value / measured[row]:.2g} ×)"
            cells.append(cell)
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def parse_arguments() -> argparse.Namespace:
    parser = program.create_parser(__doc__)
    parser.add_argument("--only", nargs="+", choices=COLUMNS, default=list(COLUMNS))
    slugs = [game.slug for game in ridotto.all_games() if not game.has_automatic_moves]
    parser.add_argument("--games", nargs="+", choices=slugs, default=["verhext"], help="in turn (default: verhext)")
    for name, parameter in LOAD_PARAMETERS.items():
        values = f"default {parameter.default}, smallest {parameter.smallest}"
        parser.add_argument(f"--{name}", type=parameter.parse, help=f"{parameter.help} ({values})")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    for name, parameter in LOAD_PARAMETERS.items():
        if getattr(args, name) is None:
            setattr(args, name, parameter.smallest if args.smallest else parameter.default)
    for game in map(ridotto.game, args.games):
        if args.people not in game.players:
            parser.error(f"{game.title} is for {game.players[0]} to {game.players[-1]} people, not {args.people}")
    if args.streams < args.people:
        parser.error(f"{args.people} people need a stream each, not {args.streams} at a table")
    return args


def main() -> None:
    args = parse_arguments()
    results: dict[str, dict[str, float]] = {}
    gc.disable()  # pauses of the load generator must not count as latency
    for name in args.only:
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            results[name] = asyncio.run(measure(COLUMNS[name], args))
        except NotInstalled as error:
            print(f"{name} is skipped: {error}.", file=sys.stderr, flush=True)
        except BenchmarkFailed as error:
            raise BenchmarkFailed(f"{name}: {error}") from None
    if args.json:
        machine = {"cores": os.cpu_count(), "python": platform.python_version(), "ridotto": ridotto.__version__}
        print(json.dumps({"machine": machine, "wanted": vars(args), "figures": results}, indent=1))
    elif results:
        print(format_table(results))
        for name, measured in results.items():
            scenes = f", {measured['scenes']:.1f} scenes shown a decision" if "scenes" in measured else ""
            print(f"{name}: the generator took {measured['generator']:.0f} % of a core in the race{scenes}")


if __name__ == "__main__":
    program.run(main)
