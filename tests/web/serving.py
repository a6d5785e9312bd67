"""A real house in a process of its own, started and killed as often as a test likes."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[2]
SERVE = ("serve", "--port", "0", "--no-limits", "--workers", "1", "--log-level", "warning", "--lang", "en")
OPEN = re.compile(rb"http://[\d.]+:\d+")


def quiet_port() -> int:
    """A port that is free, and that nobody is given who asks for any: a house can come back to it."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


class Served:
    """`python -m` something that prints its address when it is open. What it logs goes to a file."""

    def __init__(self, module: str, *arguments: str, log: Path) -> None:
        self.command = [sys.executable, "-m", module, *arguments]
        self.log = log
        self.address = ""
        self.process: subprocess.Popen[bytes] | None = None

    @classmethod
    def ridotto(cls, database: str, log: Path) -> Self:
        """`ridotto serve` as everybody runs it; its deals are the same every time."""
        return cls("tests.web.same_deals", *SERVE, "--database", database, log=log)

    def begin(self) -> None:
        """Starts it, and does not wait for it to open."""
        assert self.process is None
        paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=self.log.parent,
                env=environment,
            )

    def wait(self) -> str:
        """Waits until it is open: its address."""
        line = self._hear()
        found = OPEN.search(line)
        assert found, (line, self.code, self.log.read_text("utf-8"))
        self.address = found[0].decode()
        return self.address

    def forward(self, seconds: float = 0) -> None:
        """Lets time pass in a `tests.web.one_house`, and waits until everything is done that was to be done by then."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n".encode())
        self.process.stdin.flush()
        assert self._hear() == b"rested\n", self.log.read_text("utf-8")

    def _hear(self) -> bytes:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def open(self) -> str:
        self.begin()
        return self.wait()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Ends it: with which code."""
        process, self.process, self.address = self.process, None, ""
        assert process is not None
        process.send_signal(how)
        process.communicate()
        return process.returncode

    def has_ended(self) -> bool:
        return self.code is not None

    @property
    def code(self) -> int | None:
        """With which code it ended, if it did."""
        assert self.process is not None
        return self.process.poll()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()
