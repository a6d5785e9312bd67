"""Floods: one visitor sends as many requests as it can, and an honest visitor elsewhere must not notice."""

import asyncio
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.campaign.figures import Figures, milliseconds, part_of, told
from tests.campaign.flooder import FLOODS
from tests.campaign.people import FINE, Honest, Opponent, ReconnectingClient, Visitor, ridotto
from tests.campaign.processes import used

MOST = 0.1  # seconds that 99 of 100 honest requests take at most
NOVICE = 3.0  # seconds until a novice answers
DEPTH = 100  # steps that a seat may undo
PREPARING = 0.25  # of the time


async def run(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    chance, smallest = Random(seed), not figures.judging
    with ridotto(folder) as served:
        house = await asyncio.to_thread(served.open)
        assert served.process is not None
        async with ReconnectingClient() as http, flooding(house, 2 if smallest else DEPTH) as flooder:
            honest = await Honest.sit_down(Visitor(http, house, "192.0.2.1"), chance)
            opponent = await Opponent.sit_down(Visitor(http, house, "192.0.2.2"), "novice", chance)
            trial = Trial(served.process.pid, flooder, honest, opponent)
            playing = asyncio.create_task(opponent.go())
            await honest.go(0)  # the first request for a page takes longer
            for name in ("", *FLOODS):
                await measure(figures, name, (1 - PREPARING) * seconds / (1 + len(FLOODS)), trial)
            playing.cancel()
        assert served.exit_code is None, "the house has ended"
        served.kill(signal.SIGTERM)


@asynccontextmanager
async def flooding(house: str, depth: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """A flooder process that waits for commands."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "tests.campaign.flooder", house, str(depth))
    flooder = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    try:
        yield flooder
    finally:
        if flooder.returncode is None:
            flooder.kill()
        await flooder.wait()


@dataclass
class Trial:
    """A house with honest visitors and a flooder."""

    process: int
    flooder: asyncio.subprocess.Process
    honest: Honest
    opponent: Opponent


async def measure(figures: Figures, name: str, seconds: float, trial: Trial) -> None:
    """Measures honest requests during a flood, or without one."""
    flooder, honest, opponent = trial.flooder, trial.honest, trial.opponent
    assert flooder.stdin is not None
    assert flooder.stdout is not None
    if name:
        flooder.stdin.write(f"{seconds} {name}\n".encode())
        assert await flooder.stdout.readline() == b"ready\n", "the flooder has ended"
    honest.answers.clear()
    opponent.slowest()
    began, before = time.monotonic(), used(trial.process)
    await honest.go(seconds)
    busy = (used(trial.process) - before) / (time.monotonic() - began)
    slowest = opponent.slowest()
    what = name or "no flood"
    if name:
        counted = Counter({int(status): times for status, times in json.loads(await flooder.stdout.readline()).items()})
        figures.tell(f"{what}: requests and their statuses", told(counted))
    figures.tell(f"{what}: the house needs", f"{100 * busy:.0f} % of a core")
    times = [answer.seconds for answer in honest.answers]
    shares = " / ".join(milliseconds(part_of(times, share)) for share in (0.5, 0.99, 1.0))
    in_time = part_of(times, 0.99) <= MOST
    figures.measure(f"{what}: honest p50 / p99 / worst of {len(times)}", shares, "p99 <= 100 ms", in_time)
    figures.measure(f"{what}: slowest answer of a novice", f"{slowest:.2f} s", "<= 3 s", slowest <= NOVICE)
    refused = Counter(answer.status for answer in honest.answers if answer.status not in FINE)
    if refused:
        figures.hold(f"{what}: honest requests refused", told(refused), "0", kept=False)
