"""A table in a real browser: what its first load costs, how soon a move is seen, whether a burst of moves is smooth.

    python benchmarks/browser.py [--game GAME ...] [--smallest] [--json]

 * `KB`, `requests`: the page of a running table with an empty cache, as it comes over the wire, until everything is
   there and the stream is open;
 * `shift`: the browser's own layout-shift score for one second;
 * `click to motion`: from a real click on a piece until the frame in which it starts to move, the median of 50;
 * `click to table`: from the same clicks until the frame in which the table shows the answer of the house; in
   matches against novices, with all animations;
 * `frames/s`, `longest`: the frames drawn per second, and the longest time between two frames, while the page shows
   twelve decisions of others, which are made as fast as the house accepts them.

Headless Chromium without a graphics card, the house on the same machine. Needs Playwright for Python and a Chromium;
without them nothing is measured.

Nothing may take longer than `--limit` seconds. `--smallest` clicks once and watches two decisions: it shows that
everything runs, and its figures mean nothing.
"""

import argparse
import asyncio
import importlib.util
import json
import os
import platform
import sys

import program
import ridotto
from servers import NotInstalled, house_on_sqlite

TARGETS = {
    "KB": "70",
    "requests": "14",
    "shift": "0",
    "click to motion, ms": "60",
    "click to table, ms": "60",
    "frames/s": "60",
    "longest, ms": "",
}


async def measure(args: argparse.Namespace) -> tuple[str, dict[str, dict[str, float]]]:
    """The browser's version, and the measured values of every game."""
    if importlib.util.find_spec("playwright") is None:
        raise NotInstalled("Playwright is not installed here (pip install playwright)")
    import browser_measurements

    effort = browser_measurements.SMALLEST if args.smallest else browser_measurements.DEFAULT
    results = {}
    async with browser_measurements.open_browser(args.limit) as browser:
        with house_on_sqlite(args.limit) as start_servers, start_servers() as servers:
            house = browser_measurements.HouseClient(servers.ports[0], args.limit)
            for game in args.game:
                print(f"{game} ...", file=sys.stderr, flush=True)
                results[game] = await browser_measurements.measure(browser, house, game, effort)
        return browser.version, results


def print_table(results: dict[str, dict[str, float]]) -> None:
    print(f"| game | {' | '.join(TARGETS)} |\n|---|{'---|' * len(TARGETS)}")
    for game, values in results.items():
        print(f"| {game} | {' | '.join(f'{values[row]:.3g}' for row in TARGETS)} |")
    print(f"| wanted | {' | '.join(TARGETS.values())} |")


def main() -> None:
    parser = program.create_parser(__doc__)
    games = [game.slug for game in ridotto.all_games()]
    parser.add_argument("--game", nargs="+", choices=games, default=games)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    try:
        version, results = asyncio.run(measure(args))
    except NotInstalled as error:
        print(f"Nothing is measured: {error}.", file=sys.stderr)
        return
    if args.json:
        machine = platform.processor() or platform.machine()
        environment = {"machine": machine, "cores": os.cpu_count(), "chromium": version}
        print(json.dumps({**environment, "games": results}, indent=1))
    else:
        print_table(results)


if __name__ == "__main__":
    program.run(main)
