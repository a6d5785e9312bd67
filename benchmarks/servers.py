"""The servers that benchmarks start and always end: ours, a PostgreSQL cluster, boardgame.io.

A server is ready when it prints a certain line; the wait is limited. `NotInstalled` says what is not installed.
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

from http_client import BenchmarkFailed, ConnectionLost, fail_after

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))
import postgresql

PEER_FOLDER = Path(__file__).resolve().parent / "boardgame_io"
LISTEN_DESCRIPTION = "where it listens"
START_STOP_TIMEOUT_SECONDS = 30  # for a server to start or to stop
EXIT_GRACE_SECONDS = 5  # between the end of a connection and the end of a process
POLL_SECONDS = 0.2  # a process that uses no CPU meanwhile has come to rest


class NotInstalled(Exception):
    """A program that a benchmark needs is not installed: one line says which, and how to get it."""


class Process:
    """A process in a session of its own, so that Ctrl-C reaches it through us alone."""

    def __init__(self, name: str, command: list[str | Path], **popen_options: Any) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True, **popen_options,
        )  # fmt: skip
        self._unread_output = b""

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait_for_output(self, description: str, pattern: str) -> str:
        """Wait for a line that matches the pattern: its first group. `description` stands in errors."""
        deadline = time.monotonic() + START_STOP_TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            line, newline, rest = self._unread_output.partition(b"\n")
            if not newline:
                self._unread_output += self._read_output(deadline, description)
                continue
            self._unread_output = rest
            if match := re.search(pattern, line.decode(errors="replace")):
                return match[1]
        raise BenchmarkFailed(f"{self.name} did not say {description} within {START_STOP_TIMEOUT_SECONDS} seconds")

    def _read_output(self, deadline: float, description: str) -> bytes:
        """Its next output; empty after the deadline."""
        output = self._process.stdout
        assert output is not None
        if not select.select([output], [], [], max(0, deadline - time.monotonic()))[0]:
            return b""
        if data := os.read(output.fileno(), 1 << 16):
            return data
        raise ConnectionLost(f"{self.name} ended before it said {description}")

    def describe_exit(self, seconds: float) -> str:
        """How it ended, as text; empty if it is still running after so many seconds."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(seconds)
            outcome = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
            return f"{self.name} {outcome}"
        return ""

    def stop(self, stop_signal: signal.Signals) -> None:
        """Stop it, and all processes that it has started."""
        self._process.send_signal(stop_signal)
        try:
            self._process.wait(START_STOP_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        if self._process.stdout:
            self._process.stdout.close()


@contextmanager
def running_process(
    name: str, command: list[str | Path], stop_signal: signal.Signals = signal.SIGTERM, **popen_options: Any
) -> Iterator[Process]:
    """A process that ends with the block. If the block fails because the process has ended, the error says so."""
    process = Process(name, command, **popen_options)
    try:
        yield process
    except BenchmarkFailed as error:
        if exit_description := process.describe_exit(EXIT_GRACE_SECONDS if isinstance(error, ConnectionLost) else 0):
            raise BenchmarkFailed(f"{error} ({exit_description})") from None
        if stop_signal is signal.SIGTERM:
            stop_signal = signal.SIGKILL  # it may no longer react to SIGTERM
        raise
    finally:
        process.stop(stop_signal)


class MeasuredServers:
    """Processes under measurement: their ports, memory and CPU time."""

    def __init__(
        self, ports: list[int], processes: list[Process], timeout_seconds: float, collects_garbage: bool = False
    ) -> None:
        self.ports = ports
        self._processes = processes
        self._timeout_seconds = timeout_seconds
        self._collects_garbage = collects_garbage

    async def resident_bytes(self) -> int:
        """Their resident bytes at rest; node collects its garbage first."""
        for process in self._processes if self._collects_garbage else ():
            os.kill(process.pid, signal.SIGUSR2)
            process.wait_for_output("that it has collected its garbage", "(collected)")
        cpu_seconds = -1.0
        async with fail_after(self._timeout_seconds, f"{self._processes[0].name} did not come to rest"):
            while cpu_seconds != (cpu_seconds := self.cpu_seconds()):
                await asyncio.sleep(POLL_SECONDS)
        page_size = os.sysconf("SC_PAGE_SIZE")
        return sum(
            page_size * int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) for process in self._processes
        )

    def cpu_seconds(self) -> float:
        """The CPU seconds that they have used."""
        seconds = 0.0
        for process in self._processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return seconds


StartServers = Callable[[], AbstractContextManager[MeasuredServers]]  # starts new ones at each call


@contextmanager
def running_house(database: str, timeout_seconds: float, processes: int = 1) -> Iterator[MeasuredServers]:
    """`ridotto serve`, once or more often on one database."""
    command: list[str | Path] = [sys.executable, "-m", "ridotto", "serve", "--port", "0", "--database", database]
    command += ["--no-limits", "--workers", "1", "--log-level", "warning"]
    with ExitStack() as stack:
        started = [stack.enter_context(running_process("ridotto serve", command)) for _ in range(processes)]
        ports = [int(process.wait_for_output(LISTEN_DESCRIPTION, r"http://[^\s/]*:(\d+)")) for process in started]
        yield MeasuredServers(ports, started, timeout_seconds)


@contextmanager
def house_on_sqlite(timeout_seconds: float) -> Iterator[StartServers]:
    """Our server, each time on a new SQLite file."""
    numbers = count()
    with TemporaryDirectory(prefix="ridotto-") as folder:
        yield lambda: running_house(f"{folder}/{next(numbers)}.sqlite", timeout_seconds)


@contextmanager
def house_on_postgresql(timeout_seconds: float) -> Iterator[StartServers]:
    """Our server, in two processes, each time on a new database of a new PostgreSQL cluster.

    The cluster has its usual settings: commits are durable.
    """
    program_folder = postgresql.programs()
    if program_folder is None:
        raise NotInstalled("PostgreSQL is not installed here (on Debian and Ubuntu: apt install postgresql)")
    if importlib.util.find_spec("psycopg") is None:
        raise NotInstalled("psycopg is not installed here (pip install 'psycopg[binary]')")
    with TemporaryDirectory(prefix="ridotto-") as folder:
        user_options: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL will not run as root
            existing_users = {entry.pw_name for entry in pwd.getpwall()}
            user = next(name for name in ("postgres", "nobody") if name in existing_users)
            user_options = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        data = Path(folder) / "data"
        initdb = [
            program_folder / "initdb",
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
                [str(part) for part in initdb],
                check=True,
                timeout=START_STOP_TIMEOUT_SECONDS,
                stdout=subprocess.DEVNULL,
                cwd=folder,
                **user_options,
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise BenchmarkFailed(str(error)) from None
        command: list[str | Path] = [program_folder / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="]
        command += ["-c", "log_min_messages=log", "-c", "log_checkpoints=off"]  # nobody reads on once it is ready
        with running_process(
            "postgres", command, signal.SIGINT, stderr=subprocess.STDOUT, cwd=folder, **user_options
        ) as cluster:
            cluster.wait_for_output("that it is ready", "(ready to accept connections)")
            numbers = count()
            yield lambda: running_house(create_database(folder, f"house_{next(numbers)}"), timeout_seconds, processes=2)


def create_database(folder: str, name: str) -> str:
    """Create a database. Returns its address."""
    import psycopg

    address = f"host={folder} user=ridotto dbname=postgres connect_timeout={START_STOP_TIMEOUT_SECONDS}"
    try:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
    except psycopg.Error as error:
        raise ConnectionLost(str(error).splitlines()[0]) from None
    return f"postgresql://ridotto@/{name}?host={folder}"


@contextmanager
def boardgame_io(in_files: bool, timeout_seconds: float) -> Iterator[StartServers]:
    """The peer, keeping its matches in files or in memory."""
    if shutil.which("node") is None:
        raise NotInstalled("node is not installed here (on Debian and Ubuntu: apt install nodejs npm)")
    if not (PEER_FOLDER / "node_modules" / "boardgame.io").is_dir():
        raise NotInstalled(f"boardgame.io is not installed here (npm install --no-package-lock --prefix {PEER_FOLDER})")
    yield partial(running_peer, in_files, timeout_seconds)


@contextmanager
def running_peer(in_files: bool, timeout_seconds: float) -> Iterator[MeasuredServers]:
    with TemporaryDirectory(prefix="ridotto-") as folder:
        command: list[str | Path] = ["node", "--expose-gc", "server.js", *([folder] if in_files else [])]
        environment = {**os.environ, "NODE_ENV": "production"}
        with running_process("server.js of boardgame.io", command, cwd=PEER_FOLDER, env=environment) as process:
            port = int(process.wait_for_output(LISTEN_DESCRIPTION, r"^port (\d+)"))
            yield MeasuredServers([port], [process], timeout_seconds, collects_garbage=True)


class PeerLoad:
    """The load on boardgame.io: sends commands to load.js, which speaks its protocol and has the same limit."""

    def __init__(self, port: int, timeout_seconds: float) -> None:
        self._port = port
        self._timeout_seconds = timeout_seconds
        self._process: asyncio.subprocess.Process | None = None

    async def _send_command(self, duration_seconds: float = 0, **command: Any) -> dict[str, Any]:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                "node", "load.js", str(self._port), str(self._timeout_seconds),
                cwd=PEER_FOLDER, start_new_session=True, limit=1 << 26,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        process = self._process
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(command).encode() + b"\n")
        answer_timeout_seconds = 10 * (duration_seconds + self._timeout_seconds)
        async with fail_after(answer_timeout_seconds, f"load.js of boardgame.io did not answer {command}"):
            line = await process.stdout.readline()
        answer: dict[str, Any] = json.loads(line or '{"failed": "load.js of boardgame.io has ended"}')
        if "failed" in answer:
            raise (ConnectionLost if answer.get("connectionLost") else BenchmarkFailed)(answer["failed"])
        return answer

    async def open_tables(self, tables: int, players: int) -> None:
        await self._send_command(do="open", tables=tables, players=players)

    async def open_idle_tables(self, tables: int, players: int) -> None:
        await self._send_command(do="idle", tables=tables, players=players)

    async def open_streams(self, streams_per_table: int) -> None:
        await self._send_command(do="watch", streams=streams_per_table)

    async def run_paced(self, rate: int, seconds: float) -> dict[str, Any]:
        return await self._send_command(seconds, do="pace", rate=rate, seconds=seconds)

    async def run_race(self, seconds: float) -> dict[str, Any]:
        return await self._send_command(seconds, do="race", seconds=seconds)

    async def check_streams(self) -> None:
        """Nothing to check: each decision has already been awaited at every socket."""

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
