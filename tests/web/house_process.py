"""A real house in a process of its own, which tests start and kill."""

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
URL = re.compile(rb"http://[\d.]+:\d+")


def reusable_port() -> int:
    """A free port outside the range for automatic ports, so that a house finds it free again after a restart."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


class HouseProcess:
    """`python -m` a module that prints its URL when the house is open. Logs go to a file."""

    def __init__(self, module: str, *arguments: str, log: Path) -> None:
        self.command = [sys.executable, "-m", module, *arguments]
        self.log = log
        self.address = ""
        self.process: subprocess.Popen[bytes] | None = None

    @classmethod
    def ridotto_serve(cls, database: str, log: Path) -> Self:
        """`ridotto serve` as it is, except that deals never change."""
        return cls("tests.web.fixed_deals", *SERVE, "--database", database, log=log)

    def start(self) -> None:
        """Starts the process without waiting until the house is open."""
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

    def wait_until_open(self) -> str:
        """The URL of the house, as soon as it is open."""
        line = self._read_line()
        found = URL.search(line)
        assert found, (line, self.exit_code, self.log.read_text("utf-8"))
        self.address = found[0].decode()
        return self.address

    def open(self) -> str:
        """Starts the process and returns the URL of the house as soon as it is open."""
        self.start()
        return self.wait_until_open()

    def forward(self, seconds: float = 0) -> None:
        """Moves the time of a `tests.web.controlled_house`, and waits until everything due by then is done."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n".encode())
        self.process.stdin.flush()
        assert self._read_line() == b"rested\n", self.log.read_text("utf-8")

    def _read_line(self) -> bytes:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def kill(self, signal_number: signal.Signals = signal.SIGKILL) -> int:
        """Sends a signal, waits for the end of the process and returns its exit code."""
        process, self.process, self.address = self.process, None, ""
        assert process is not None
        process.send_signal(signal_number)
        process.communicate()
        return process.returncode

    def has_ended(self) -> bool:
        return self.exit_code is not None

    @property
    def exit_code(self) -> int | None:
        """None while the process is running."""
        assert self.process is not None
        return self.process.poll()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()
