"""A real house in a process of its own, started and killed as often as a test likes."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Self

ROOT = Path(__file__).parents[2]
SERVE = ("ridotto", "serve", "--port", "0", "--no-limits", "--workers", "1", "--log-level", "warning", "--lang", "en")
OPEN = re.compile(rb"http://[\d.]+:\d+")


class Served:
    """`python -m` something that prints its address when it is open. What it logs goes to a file."""

    def __init__(self, module: str, *arguments: str, log: Path) -> None:
        self.command = [sys.executable, "-m", module, *arguments]
        self.log = log
        self.address = ""
        self.process: subprocess.Popen[bytes] | None = None

    @classmethod
    def ridotto(cls, database: str, log: Path) -> Self:
        module, *arguments = SERVE
        return cls(module, *arguments, "--database", database, log=log)

    def begin(self) -> None:
        """Starts it, and does not wait for it to open."""
        assert self.process is None
        paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=subprocess.PIPE, stderr=log, cwd=self.log.parent, env=environment
            )

    def wait(self) -> str:
        """Waits until it is open: its address."""
        assert self.process is not None
        output: IO[bytes] | None = self.process.stdout
        assert output is not None
        line = output.readline()
        found = OPEN.search(line)
        assert found, (line, self.process.poll(), self.log.read_text("utf-8"))
        self.address = found[0].decode()
        return self.address

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
