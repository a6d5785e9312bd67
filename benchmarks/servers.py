"""The servers that benchmarks start and always end: ours, a PostgreSQL cluster, boardgame.io.

A server is ready when it prints a certain line; the wait is limited. `Missing` says what is not installed.
"""

import asyncio
import importlib.util
import json
import os
import pwd
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wire import Failed, Gone, within

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))
import postgresql

PEER = Path(__file__).resolve().parent / "boardgame_io"
LISTENS = "where it listens"
PATIENCE = 30  # seconds for a server to start or to stop
DYING = 5  # seconds between the end of a connection and the end of a process
GLANCE = 0.2  # seconds; a process that uses no CPU meanwhile has come to rest


class Missing(Exception):
    """A program that a benchmark needs is not installed: one line says which, and how to get it."""


class Process:
    """A process in a session of its own, so that Ctrl-C reaches it through us alone."""

    def __init__(self, name: str, command: list[str | Path], **more: Any) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True, **more,
        )  # fmt: skip
        self._said = b""

    @property
    def pid(self) -> int:
        return self._process.pid

    def told(self, what: str, pattern: str) -> str:
        """Wait for a line that matches the pattern: its first group. `what` describes it in errors."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            line, end, rest = self._said.partition(b"\n")
            if not end:
                self._said += self._next(until, what)
                continue
            self._said = rest
            if found := re.search(pattern, line.decode(errors="replace")):
                return found[1]
        raise Failed(f"{self.name} did not say {what} within {PATIENCE} seconds")

    def _next(self, until: float, what: str) -> bytes:
        """Its next output; empty after the deadline."""
        output = self._process.stdout
        assert output is not None
        if not select.select([output], [], [], max(0, until - time.monotonic()))[0]:
            return b""
        if part := os.read(output.fileno(), 1 << 16):
            return part
        raise Gone(f"{self.name} ended before it said {what}")

    def verdict(self, seconds: float) -> str:
        """How it ended, as text; empty if it is still running after so many seconds."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(seconds)
            how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
            return f"{self.name} {how}"
        return ""

    def end(self, how: signal.Signals) -> None:
        """End it, and all processes that it has started."""
        self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        if self._process.stdout:
            self._process.stdout.close()


@contextmanager
def running(
    name: str, command: list[str | Path], ending: signal.Signals = signal.SIGTERM, **more: Any
) -> Iterator[Process]:
    """A process that ends with the block. If the block fails because the process has ended, the error says so."""
    process = Process(name, command, **more)
    try:
        yield process
    except Failed as failed:
        if verdict := process.verdict(DYING if isinstance(failed, Gone) else 0):
            raise Failed(f"{failed} ({verdict})") from None
        if ending is signal.SIGTERM:
            ending = signal.SIGKILL  # it may no longer react to SIGTERM
        raise
    finally:
        process.end(ending)


class Served:
    """Processes under measurement: their ports, memory and CPU time."""

    def __init__(self, ports: list[int], processes: list[Process], limit: float, collect: bool = False) -> None:
        self.ports = ports
        self._processes = processes
        self._limit = limit
        self._collect = collect

    async def memory(self) -> int:
        """Their resident bytes at rest; node collects its garbage first."""
        for process in self._processes if self._collect else ():
            os.kill(process.pid, signal.SIGUSR2)
            process.told("that it has collected its garbage", "(collected)")
        used = -1.0
        async with within(self._limit, f"{self._processes[0].name} did not come to rest"):
            while used != (used := self.cpu()):
                await asyncio.sleep(GLANCE)
        page = os.sysconf("SC_PAGE_SIZE")
        return sum(page * int(Path(f"/proc/{it.pid}/statm").read_text().split()[1]) for it in self._processes)

    def cpu(self) -> float:
        """The CPU seconds that they have used."""
        seconds = 0.0
        for process in self._processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return seconds


Serve = Callable[[], AbstractContextManager[Served]]  # starts a new server


@contextmanager
def house(database: str, limit: float, processes: int = 1) -> Iterator[Served]:
    """`ridotto serve`, once or more often on one database."""
    command: list[str | Path] = [sys.executable, "-m", "ridotto", "serve", "--port", "0", "--database", database]
    command += ["--no-limits", "--workers", "1", "--log-level", "warning"]
    with ExitStack() as stack:
        served = [stack.enter_context(running("ridotto serve", command)) for _ in range(processes)]
        ports = [int(process.told(LISTENS, r"http://[^\s/]*:(\d+)")) for process in served]
        yield Served(ports, served, limit)


@contextmanager
def sqlite(limit: float) -> Iterator[Serve]:
    """Our server, each time on a new SQLite file."""
    numbers = count()
    with TemporaryDirectory(prefix="ridotto-") as folder:
        yield lambda: house(f"{folder}/{next(numbers)}.sqlite", limit)


@contextmanager
def postgres(limit: float) -> Iterator[Serve]:
    """Our server, in two processes, each time on a new database of a new PostgreSQL cluster.

    The cluster has its usual settings: commits are durable.
    """
    programs = postgresql.programs()
    if programs is None:
        raise Missing("PostgreSQL is not installed here (on Debian and Ubuntu: apt install postgresql)")
    if importlib.util.find_spec("psycopg") is None:
        raise Missing("psycopg is not installed here (pip install 'psycopg[binary]')")
    with TemporaryDirectory(prefix="ridotto-") as name:
        user: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL will not run as root
            who = next(user for user in ("postgres", "nobody") if any(it.pw_name == user for it in pwd.getpwall()))
            user = {"user": who, "group": pwd.getpwnam(who).pw_gid, "extra_groups": []}
            os.chown(name, pwd.getpwnam(who).pw_uid, -1)
        data = Path(name) / "data"
        init = [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "ridotto",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
            "--lc-messages=C",
        ]
        try:
            subprocess.run(
                [str(part) for part in init], check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL, cwd=name, **user
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise Failed(str(error)) from None
        command: list[str | Path] = [programs / "postgres", "-D", data, "-k", name, "-c", "listen_addresses="]
        command += ["-c", "log_min_messages=log", "-c", "log_checkpoints=off"]  # nobody reads on once it is ready
        with running("postgres", command, signal.SIGINT, stderr=subprocess.STDOUT, cwd=name, **user) as cluster:
            cluster.told("that it is ready", "(ready to accept connections)")
            numbers = count()
            yield lambda: house(new_database(name, f"house_{next(numbers)}"), limit, processes=2)


def new_database(folder: str, name: str) -> str:
    """Create a database: its address."""
    import psycopg

    cluster = f"host={folder} user=ridotto dbname=postgres connect_timeout={PATIENCE}"
    try:
        with psycopg.connect(cluster, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
    except psycopg.Error as error:
        raise Gone(str(error).splitlines()[0]) from None
    return f"postgresql://ridotto@/{name}?host={folder}"


@contextmanager
def boardgame_io(in_files: bool, limit: float) -> Iterator[Serve]:
    """The peer, keeping its matches in files or in memory."""
    if shutil.which("node") is None:
        raise Missing("node is not installed here (on Debian and Ubuntu: apt install nodejs npm)")
    if not (PEER / "node_modules" / "boardgame.io").is_dir():
        raise Missing(f"boardgame.io is not installed here (npm install --no-package-lock --prefix {PEER})")
    yield partial(peer, in_files, limit)


@contextmanager
def peer(in_files: bool, limit: float) -> Iterator[Served]:
    with TemporaryDirectory(prefix="ridotto-") as data:
        command: list[str | Path] = ["node", "--expose-gc", "server.js", *([data] if in_files else [])]
        environment = {**os.environ, "NODE_ENV": "production"}
        with running("server.js of boardgame.io", command, cwd=PEER, env=environment) as process:
            yield Served([int(process.told(LISTENS, r"^port (\d+)"))], [process], limit, collect=True)


class PeerLoad:
    """The load on boardgame.io: sends commands to load.js, which speaks its protocol and has the same limit."""

    def __init__(self, port: int, limit: float) -> None:
        self._port = port
        self._limit = limit
        self._process: asyncio.subprocess.Process | None = None

    async def _order(self, lasting: float = 0, **order: Any) -> dict[str, Any]:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                "node", "load.js", str(self._port), str(self._limit),
                cwd=PEER, start_new_session=True, limit=1 << 26,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        process = self._process
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(order).encode() + b"\n")
        async with within(10 * (lasting + self._limit), f"load.js of boardgame.io did not answer {order}"):
            line = await process.stdout.readline()
        answer: dict[str, Any] = json.loads(line or '{"failed": "load.js of boardgame.io has ended"}')
        if "failed" in answer:
            raise (Gone if answer.get("gone") else Failed)(answer["failed"])
        return answer

    async def open(self, tables: int, players: int) -> None:
        await self._order(do="open", tables=tables, players=players)

    async def idle(self, tables: int, players: int) -> None:
        await self._order(do="idle", tables=tables, players=players)

    async def watch(self, streams: int) -> None:
        await self._order(do="watch", streams=streams)

    async def pace(self, rate: int, seconds: float) -> dict[str, Any]:
        return await self._order(seconds, do="pace", rate=rate, seconds=seconds)

    async def race(self, seconds: float) -> dict[str, Any]:
        return await self._order(seconds, do="race", seconds=seconds)

    async def check(self) -> None:
        """Nothing to check: each decision has already been awaited at every socket."""

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
