"""A PostgreSQL server for tests, in a temporary folder with its socket."""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any, TypedDict

import psycopg

from tests.waiting import until

STOPPED_WITH_PARENT = '"$@" & cat > /dev/null; kill -INT $!; wait $!'  # when our end of the pipe closes
NOT_DURABLE = ("fsync=off", "full_page_writes=off")
SMALL = ("shared_buffers=16MB", "max_connections=60", "listen_addresses=", "logging_collector=off", "jit=off")


class ProcessOwner(TypedDict, total=False):
    """The user that runs the server, if not ours."""

    user: int
    group: int
    extra_groups: list[int]


class Cluster:
    """A running PostgreSQL; unless `durable`, it is fast and does not survive a power cut."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        self._programs = folder
        self._settings = SMALL if durable else SMALL + NOT_DURABLE
        self._folder = Path(tempfile.mkdtemp(prefix="ridotto-postgres-"))
        self._data = self._folder / "data"
        self._log = (self._folder / "log").open("wb")
        self._numbers = itertools.count()
        self._empty: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._owner: ProcessOwner = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            names = {entry.pw_name: entry for entry in pwd.getpwall()}
            somebody = names.get("postgres") or names["nobody"]
            self._owner = {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}
            os.chown(self._folder, somebody.pw_uid, somebody.pw_gid)
        made = subprocess.run(
            [
                self._programs / "initdb",
                "-D",
                self._data,
                "-U",
                "host",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "-N",
            ],
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
            **self._owner,
        )
        assert made.returncode == 0, made.stderr
        self.start()

    def start(self) -> None:
        settings = [part for setting in self._settings for part in ("-c", setting)]
        server: list[str | Path] = [self._programs / "postgres", "-D", self._data, "-k", self._folder, *settings]
        self._process = subprocess.Popen(
            ["sh", "-c", STOPPED_WITH_PARENT, "sh", *server],
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
            **self._owner,
        )
        until(self._answers)

    def _answers(self) -> bool:
        """Can clients connect? If the server has exited, fails with its log."""
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "log").read_text()
        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT breaks all connections but writes everything; SIGQUIT is like a power cut."""
        if self._process is None:
            return
        os.kill(int((self._data / "postmaster.pid").read_text().split()[0]), how)
        self._process.communicate()
        self._process = None

    def remove(self) -> None:
        self.stop()
        self._log.close()
        shutil.rmtree(self._folder)

    def address(self, database: str) -> str:
        return f"postgresql://host:a-secret-password@/{database}?host={self._folder}"

    def database(self) -> str:
        """The address of an empty database."""
        if self._empty:
            return self._empty.pop()
        name = f"house_{next(self._numbers)}"
        run(self.address("postgres"), f"CREATE DATABASE {name}")
        return self.address(name)

    def clear(self, address: str) -> None:
        """Empties a database for the next use, which is faster than to create one."""
        run(address, "DROP SCHEMA IF EXISTS ridotto CASCADE")
        self._empty.append(address)


def run(address: str, *statements: str) -> list[Any]:
    """Runs statements: the rows of the last one."""
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []
