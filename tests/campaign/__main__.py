"""A campaign against real houses that everybody can repeat: `python -m tests.campaign --minutes 10`.

Processes of `ridotto serve`, on a free port and in a temporary folder, are killed (`kills`), lose their disk, their
database or their workers (`faults`), are flooded by one visitor (`floods`), are searched for timing leaks (`timing`),
and see thousands of tables come and go (`churn`). These parts share the time. At the end, a table of all figures is
printed. The exit code is 1 if a promise of the house is broken, 0 if none is, 2 for bad arguments.

Promises about time and memory hold on two idle cores. `--smallest` takes some seconds, shows that everything runs, and
does not judge them.
"""

import argparse
import asyncio
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from ridotto.cli.argument_parser import OneLineParser
from tests.campaign import churn, faults, floods, kills, timing
from tests.campaign.figures import Figure, Figures, table

SMALLEST = 4.0  # seconds of each part


class Part(NamedTuple):
    run: Callable[[Figures, float, Path, int], Awaitable[None]]
    share: float  # of the time


PARTS = {
    "kills": Part(kills.run, 0.38),
    "faults": Part(faults.run, 0.1),
    "floods": Part(floods.run, 0.27),
    "timing": Part(timing.run, 0.13),
    "churn": Part(churn.run, 0.12),
}


async def run(name: str, seconds: float, smallest: bool, seed: int) -> list[Figure]:
    """Runs one part. An exception is a broken promise, too: the part relies on the house."""
    figures, began = Figures(name, judging=not smallest), time.monotonic()
    figures.tell("load of the machine before", f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(prefix="ridotto-campaign-") as folder:
        try:
            await PARTS[name].run(figures, seconds, Path(folder), seed)
        except Exception as error:
            figures.hold("came to its end", " | ".join(reasons(error)), "yes", kept=False)
    figures.tell("seconds", round(time.monotonic() - began))
    return figures.rows


def reasons(error: BaseException) -> list[str]:
    """One line for each error: what failed, and where."""
    if isinstance(error, BaseExceptionGroup):
        return [line for inner in error.exceptions for line in reasons(inner)]
    frames = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in frames)
    return [" ".join(f"{type(error).__name__}{where}: {error}".split())[:300]]


def minutes(text: str) -> float:
    if not re.fullmatch(r"\d{1,4}(\.\d{1,3})?", text) or not float(text):
        raise argparse.ArgumentTypeError(f"{text} is not a number of minutes above 0")
    return float(text)


def arguments() -> argparse.Namespace:
    parser = OneLineParser(
        prog="python -m tests.campaign", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=minutes, default=10.0, help="for all parts together (10)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--smallest", action="store_true", help="some seconds for each part: does it run at all?")
    parser.add_argument("--seed", type=int, default=0, help="of all that happens by chance here (0)")
    wanted = parser.parse_args()
    if sys.platform != "linux":
        parser.error("the campaign needs Linux: it reads /proc")
    return wanted


def main() -> int:
    wanted = arguments()
    rows = []
    names = list(dict.fromkeys(wanted.only))
    total = sum(PARTS[name].share for name in names)
    for name in names:
        seconds = SMALLEST if wanted.smallest else 60 * wanted.minutes * PARTS[name].share / total
        print(f"{name}: about {seconds:.0f} seconds ...", file=sys.stderr, flush=True)
        rows += asyncio.run(run(name, seconds, wanted.smallest, wanted.seed))
    print(table(rows))
    broken = [row for row in rows if row.kept is False]
    print(f"Promises: {sum(row.kept is True for row in rows)} kept, {len(broken)} broken.")
    return 1 if broken else 0


if __name__ == "__main__":
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
