"""The servers a benchmark starts, and ends again whatever happens: ours, a PostgreSQL cluster, boardgame.io."""

import asyncio
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent
PATIENCE = 30  # seconds for a server to start or to stop


@contextmanager
def running(*command: str | Path, **more: Any) -> Iterator["subprocess.Popen[str]"]:
    """A process in a session of its own, so that Ctrl-C reaches it through us alone; ended with the block."""
    process = subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True, **more,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


def told(process: "subprocess.Popen[str]", pattern: str) -> str:
    """What the process says of itself in the first line that fits."""
    assert process.stdout
    for line in process.stdout:
        if found := re.search(pattern, line):
            return found[1]
    raise SystemExit(f"{process.args!r} ended before it was ready")


def reach(port: int) -> None:
    """Waits until somebody listens."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


class Served:
    """Processes under measurement: where they listen, what they take."""

    def __init__(self, ports: list[int], processes: list[int], collect: bool = False) -> None:
        self.ports = ports
        self._processes = processes
        self._collect = collect

    def memory(self) -> int:
        """Their resident bytes, without what node has not got round to throwing away."""
        if self._collect:
            for process in self._processes:
                os.kill(process, signal.SIGUSR2)
        time.sleep(1)
        page = os.sysconf("SC_PAGE_SIZE")
        return sum(page * int(Path(f"/proc/{it}/statm").read_text().split()[1]) for it in self._processes)

    def cpu(self) -> float:
        """The processor seconds they have taken."""
        seconds = 0.0
        for process in self._processes:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return seconds


@contextmanager
def house(database: str, processes: int = 1) -> Iterator[Served]:
    """`ridotto serve`, once or more often on one database."""
    command = [sys.executable, "-m", "ridotto", "serve", "--port", "0", "--database", database]
    command += ["--no-limits", "--workers", "1", "--log-level", "warning"]
    with ExitStack() as stack:
        served = [stack.enter_context(running(*command)) for _ in range(processes)]
        ports = [int(told(process, r"http://[^\s/]*:(\d+)")) for process in served]
        for port in ports:
            reach(port)
        yield Served(ports, [process.pid for process in served])


@contextmanager
def sqlite(processes: int = 1) -> Iterator[Served]:
    """Our server on a new SQLite file."""
    with TemporaryDirectory(prefix="ridotto-") as folder, house(f"{folder}/house.sqlite", processes) as served:
        yield served


@contextmanager
def postgres(processes: int = 2) -> Iterator[Served]:
    """Our server on a new PostgreSQL cluster with its usual settings: commits are durable."""
    with TemporaryDirectory(prefix="ridotto-") as name:
        user: dict[str, Any] = {}
        if os.getuid() == 0:  # PostgreSQL will not run as root
            who = next(user for user in ("postgres", "nobody") if any(it.pw_name == user for it in pwd.getpwall()))
            user = {"user": who, "group": pwd.getpwnam(who).pw_gid, "extra_groups": []}
            os.chown(name, pwd.getpwnam(who).pw_uid, -1)
        folder = Path(name) / "data"
        init = [tool("initdb"), "-D", folder, "-U", "ridotto", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([str(part) for part in init], check=True, stdout=subprocess.DEVNULL, cwd=name, **user)
        command = [tool("postgres"), "-D", folder, "-k", name, "-c", "listen_addresses="]
        with running(*map(str, command), cwd=name, stderr=subprocess.DEVNULL, **user) as cluster:
            ready = [tool("pg_isready"), "-q", "-h", name, "-U", "ridotto", "-d", "postgres"]
            until = time.monotonic() + PATIENCE
            while subprocess.run([str(part) for part in ready], check=False).returncode:
                if cluster.poll() is not None or time.monotonic() > until:
                    raise SystemExit("PostgreSQL does not start")
                time.sleep(0.1)
            with house(f"postgresql://ridotto@/postgres?host={name}", processes) as served:
                yield served
            cluster.send_signal(signal.SIGINT)  # do not wait for connections


def tool(name: str) -> Path:
    """A program of PostgreSQL: Debian keeps them out of the path."""
    if found := shutil.which(name):
        return Path(found)
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda it: float(it.parts[4]))
    if not versions:
        raise SystemExit(f"{name} of PostgreSQL is missing")
    return versions[-1]


def peer_folder() -> Path:
    """boardgame.io with what it needs from the npm registry, fetched once, under build/."""
    folder = HERE.parent / "build" / "boardgame_io"
    folder.mkdir(parents=True, exist_ok=True)
    fresh = False
    for file in (HERE / "boardgame_io").iterdir():
        there = folder / file.name
        if file.is_file() and (not there.exists() or there.read_bytes() != file.read_bytes()):
            fresh = fresh or file.name == "package.json"
            shutil.copy(file, there)
    if fresh or not (folder / "node_modules" / "boardgame.io").is_dir():
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder


@contextmanager
def boardgame_io(in_files: bool) -> Iterator[Served]:
    """The peer, keeping its matches in files or in memory."""
    folder = peer_folder()
    with TemporaryDirectory(prefix="ridotto-") as data:
        command = ["node", "--expose-gc", "server.js", *([data] if in_files else [])]
        with running(*command, cwd=folder, env={**os.environ, "NODE_ENV": "production"}) as process:
            yield Served([int(told(process, r"^port (\d+)"))], [process.pid], collect=True)


class PeerLoad:
    """The load on boardgame.io: orders to load.js, which knows its protocol."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._process: asyncio.subprocess.Process | None = None

    async def _order(self, **order: Any) -> dict[str, Any]:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                "node", "load.js", str(self._port),
                cwd=peer_folder(), start_new_session=True, limit=1 << 26,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        process = self._process
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(order).encode() + b"\n")
        async with asyncio.timeout(300):  # a refused move is never answered
            line = await process.stdout.readline()
        if not line:
            raise SystemExit("load.js has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def open(self, count: int, players: int) -> None:
        await self._order(do="open", tables=count, players=players)

    async def idle(self, count: int, players: int) -> None:
        await self._order(do="idle", tables=count, players=players)

    async def watch(self, streams: int) -> None:
        await self._order(do="watch", streams=streams)

    async def pace(self, rate: int, seconds: int) -> dict[str, Any]:
        return await self._order(do="pace", rate=rate, seconds=seconds)

    async def race(self, seconds: int) -> dict[str, Any]:
        return await self._order(do="race", seconds=seconds)

    async def check(self) -> None:
        """There is nothing to compare: every decision was waited for at every socket."""

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
