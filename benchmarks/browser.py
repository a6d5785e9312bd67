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
from servers import Missing, sqlite

WANTED = {
    "KB": "70",
    "requests": "14",
    "shift": "0",
    "click to motion, ms": "60",
    "click to table, ms": "60",
    "frames/s": "60",
    "longest, ms": "",
}


async def measure(wanted: argparse.Namespace) -> tuple[str, dict[str, dict[str, float]]]:
    """The browser's version, and the figures of every game."""
    if importlib.util.find_spec("playwright") is None:
        raise Missing("Playwright is not installed here (pip install playwright)")
    import tabs

    size = tabs.SMALLEST if wanted.smallest else tabs.Size()
    found = {}
    async with tabs.open_browser(wanted.limit) as browser:
        with sqlite(wanted.limit) as serve, serve() as served:
            house = tabs.House(served.ports[0], wanted.limit)
            for game in wanted.game:
                print(f"{game} ...", file=sys.stderr, flush=True)
                found[game] = await tabs.measure(browser, house, game, size)
        return browser.version, found


def show(found: dict[str, dict[str, float]]) -> None:
    print(f"| game | {' | '.join(WANTED)} |\n|---|{'---|' * len(WANTED)}")
    for game, values in found.items():
        print(f"| {game} | {' | '.join(f'{values[row]:.3g}' for row in WANTED)} |")
    print(f"| wanted | {' | '.join(WANTED.values())} |")


def main() -> None:
    parser = program.parser(__doc__)
    games = [game.slug for game in ridotto.all_games()]
    parser.add_argument("--game", nargs="+", choices=games, default=games)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    try:
        version, found = asyncio.run(measure(wanted))
    except Missing as missing:
        print(f"Nothing is measured: {missing}.", file=sys.stderr)
        return
    if wanted.json:
        about = {"machine": platform.processor() or platform.machine(), "cores": os.cpu_count(), "chromium": version}
        print(json.dumps({**about, "games": found}, indent=1))
    else:
        show(found)


if __name__ == "__main__":
    program.run(main)
