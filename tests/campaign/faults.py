"""Faults: the house loses its disk, its database, its workers or its CPU time, and clients misbehave.

During a fault, the house refuses what it cannot do in one clean sentence; afterwards it recovers by itself.
"""

import asyncio
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tests.campaign.figures import Figures, told
from tests.campaign.people import FINE, KINDS, PAUSE, Honest, Opponent, ReconnectingClient, Timed, Visitor, ridotto
from tests.campaign.processes import children, memory
from tests.web.acknowledgements import sqlite_logs
from tests.web.retrying_players import UNAVAILABLE

DISK = "16m"
PAGE = 4096
CLIENTS = 300
INTERNALS = (b"sqlite", b"errno", b"traceback", b"exception", b".py", b"/tmp", b"/home")  # must not appear in answers
BACK = 30.0  # seconds in which everything must work again, also on a busy machine


@dataclass
class Trial:
    """A house under observation."""

    process: int
    file: Path
    small_disk: bool
    honest: Honest
    opponent: Opponent

    async def answers_again(self) -> None:
        for kind in KINDS:
            while (await self.honest.one(kind)).status not in FINE:
                await asyncio.sleep(PAUSE)

    async def bots_go_on(self) -> None:
        """Waits until a bot decides."""
        self.opponent.waits.clear()
        while not self.opponent.waits:
            await asyncio.sleep(PAUSE)


async def run(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    with small_disk(folder / "disk") as mounted, ridotto(folder / "disk") as served:
        house = await asyncio.to_thread(served.open)
        assert served.process is not None
        async with ReconnectingClient() as http:
            honest = await Honest.sit_down(Visitor(http, house, "192.0.2.1"), Random(seed))
            opponent = await Opponent.sit_down(Visitor(http, house, "192.0.2.2"), "expert", Random(seed))
            playing = asyncio.create_task(opponent.go())
            trial = Trial(served.process.pid, folder / "disk" / "house.sqlite", mounted, honest, opponent)
            await trial.bots_go_on()
            for name, fault in FAULTS.items():
                await watch(figures, name, fault, trial, seconds / len(FAULTS))
            playing.cancel()
        figures.hold("the same process until the end", served.exit_code is None, "True", served.exit_code is None)
        ended = await asyncio.to_thread(served.kill, signal.SIGTERM)
        figures.hold("its exit code then", ended, "0", ended == 0)
        figures.tell("tables in a sound file", len(sqlite_logs(str(trial.file))[0]))


async def watch(figures: Figures, name: str, fault: "Fault", trial: Trial, seconds: float) -> None:
    """Causes a fault while a bot thinks, and checks what an honest visitor is answered during and after it."""
    trial.honest.answers.clear()
    before = memory(trial.process)
    while not trial.opponent.is_waiting:
        await asyncio.sleep(PAUSE / 10)
    _, about = await asyncio.gather(trial.honest.go(seconds), fault(trial, seconds))
    answers = trial.honest.answers
    figures.tell(f"{name}: {about}, honest requests meanwhile", told(Counter(answer.status for answer in answers)))
    unclean = [answer for answer in answers if not is_clean(answer)]
    figures.count(f"{name}: answers that are not clean", len(unclean))
    for answer in unclean[:3]:
        figures.tell(f"{name}: not clean", f"{answer.kind} {answer.status} {answer.body[:100]!r}")
    await back(figures, f"{name}: all is answered again after", trial.answers_again())
    if not await back(figures, f"{name}: bots go on after", trial.bots_go_on()):
        await trial.opponent.look()  # so that this does not affect the next fault
    figures.tell(f"{name}: memory", f"{before:.0f} MB before, {memory(trial.process):.0f} MB after")


async def back(figures: Figures, what: str, coming: Coroutine[Any, Any, None]) -> bool:
    """Waits for a recovery and records how many seconds it took."""
    began, kept = time.monotonic(), True
    try:
        await asyncio.wait_for(coming, BACK)
    except TimeoutError:
        kept = False
    passed = f"{time.monotonic() - began:.1f} s" if kept else "never"
    figures.measure(what, passed, f"{BACK:.0f} s", kept)
    return kept


def is_clean(answer: Timed) -> bool:
    """Was the request accepted, or refused without internals?"""
    if answer.status in FINE:
        return True
    return answer.status == UNAVAILABLE and not any(word in answer.body.lower() for word in INTERNALS)


# Faults: each lasts for so many seconds and returns a description


async def disk_full(trial: Trial, seconds: float) -> str:
    if not trial.small_disk:
        return await file_size_limited(trial, seconds)
    ballast = trial.file.with_name("ballast")
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(PAGE))
    await asyncio.sleep(seconds)
    ballast.unlink()
    return f"{DISK} of disk"


async def file_size_limited(trial: Trial, seconds: float) -> str:
    log = trial.file.with_name(f"{trial.file.name}-wal")
    before = resource.prlimit(trial.process, resource.RLIMIT_FSIZE)
    resource.prlimit(trial.process, resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    await asyncio.sleep(seconds)
    resource.prlimit(trial.process, resource.RLIMIT_FSIZE, before)
    return "a limit to the size of files"


async def database_locked(trial: Trial, seconds: float) -> str:
    with closing(sqlite3.connect(trial.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(seconds)
        other.execute("ROLLBACK")
    return f"{seconds:.0f} s"


async def workers_killed(trial: Trial, seconds: float) -> str:
    killed, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for worker in children(trial.process):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
                killed += 1
        await asyncio.sleep(0.3)
    return f"{killed} of them"


async def process_stopped(trial: Trial, seconds: float) -> str:
    os.kill(trial.process, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        os.kill(trial.process, signal.SIGCONT)
    return f"{seconds:.0f} s"


async def half_requests(trial: Trial, seconds: float) -> str:
    """Requests with unfinished headers or bodies."""
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
    body = (
        b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    )
    with ExitStack() as clients:
        for n in range(CLIENTS):
            client = clients.enter_context(connected(trial))
            client.sendall(body if n % 2 else head)
        await asyncio.sleep(seconds)
    return f"{CLIENTS} clients"


async def unread_streams(trial: Trial, seconds: float) -> str:
    path = trial.honest.player.seats.path
    with ExitStack() as clients:
        for n in range(CLIENTS):
            client = clients.enter_context(connected(trial, small=True))
            origin = f"203.0.113.{n % 3}"  # one address may have 200 streams
            lines = (f"GET {path}/events?as=html HTTP/1.1", "Host: 127.0.0.1", f"X-Forwarded-For: {origin}", "", "")
            client.sendall("\r\n".join(lines).encode())
        await asyncio.sleep(seconds)
    return f"{CLIENTS} clients"


@contextmanager
def connected(trial: Trial, small: bool = False) -> Iterator[socket.socket]:
    """A connection to the house; `small`: with a small receive buffer."""
    place = urlsplit(trial.honest.visitor.house)
    with socket.socket() as client:
        if small:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, PAGE)
        client.connect((place.hostname, place.port))
        yield client


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mounts a small disk on a folder, if we may; False if not."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)  # a worker may not have exited yet


Fault = Callable[[Trial, float], Awaitable[str]]
FAULTS: dict[str, Fault] = {
    "disk full": disk_full,
    "database locked": database_locked,
    "workers killed": workers_killed,
    "process stopped": process_stopped,
    "half requests": half_requests,
    "streams nobody reads": unread_streams,
}
