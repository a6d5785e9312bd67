"""Reach: by which address others come to the house, and what its keeper must type where nobody else can."""

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ridotto.engine.message import Message, msg

EVERYWHERE = ("0.0.0.0", "::")  # hosts by which a house is open to its network
USUAL = "ridotto serve --host 0.0.0.0"  # opens a house to the network
_HERE = re.compile(r"(?:localhost|127(?:\.\d+){3}|\[::1\])(?=:|$)", re.IGNORECASE)  # every machine calls itself so


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a house is open: to its network, or to its own machine (and to proxies there)."""

    network: bool = False
    command: str = USUAL  # what would open it to the network; for nobody but its keeper

    def known_as(self, host: str) -> str:
        """A host as others can call it, if that can be told."""
        return for_others(host) if self.network else host

    def obstacle(self, host: str, keeper: bool) -> tuple[Message, str] | None:
        """Why nobody else can follow somebody who came by this host, and the command that helps."""
        if not _HERE.match(self.known_as(host)):
            return None
        if self.network:
            return msg("This machine isn't on a network right now, so nobody else can join."), ""
        told = msg(
            "Right now only this machine can reach the house. To invite others, close it and start it like this:"
        )
        return told, self.command if keeper else USUAL


ONLY_HERE = Reach()


def wider(typed: Sequence[str], serve: bool) -> str:
    """What opens a house to the network that was opened by these words, with or without the command `serve`."""
    name = os.environ.get("RIDOTTO_COMMAND") or "ridotto"
    words = [name, *_told(typed), *(("--host", EVERYWHERE[0]) if serve else ())]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _told(typed: Sequence[str]) -> Iterator[str]:
    """Words of a command that may stand on a page: without the host, and no password of a database."""
    words = iter(typed)
    for word in words:
        if word == "--host":
            next(words, None)
        elif not word.startswith("--host="):
            yield re.sub(r"(postgres(?:ql)?://).*", r"\1...", word)


def own_address() -> str:
    """By which address others in the network know this machine, else its name. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nobody has it
            address: str = probe.getsockname()[0]
        except OSError:
            return socket.gethostname()
    return address


def for_others(host: str) -> str:
    """A host as others in the network can call it, if it can be told."""
    address = own_address()
    return _HERE.sub(address, host, count=1) if address[:1].isdecimal() else host
