"""The address by which others reach the house, and what to type where nobody else can."""

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ridotto.engine.message import Message, msg

ANY_ADDRESS = ("0.0.0.0", "::")  # values of --host that open the house to the network
DEFAULT_NETWORK_COMMAND = "ridotto serve --host 0.0.0.0"
_LOCALHOST = re.compile(r"(?:localhost|127(?:\.\d+){3}|\[::1\])(?=:|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Whether a house is open to its network, or only to its own machine and to proxies there."""

    open_to_network: bool = False
    command: str = DEFAULT_NETWORK_COMMAND  # opens this house to the network; shown only on its own machine

    def host_for_others(self, host: str) -> str:
        """The host by which others reach the house; the same one if that is unknown."""
        return replace_localhost(host) if self.open_to_network else host

    def obstacle(self, host: str, on_host_machine: bool) -> tuple[Message, str] | None:
        """Why nobody else can use this host, and the command that helps (or ""); None if they can."""
        if not _LOCALHOST.match(self.host_for_others(host)):
            return None
        if self.open_to_network:
            return msg("This machine isn't on a network right now, so nobody else can join."), ""
        message = msg(
            "Right now only this machine can reach the house. To invite others, close it and start it like this:"
        )
        return message, self.command if on_host_machine else DEFAULT_NETWORK_COMMAND


LOCAL_ONLY = PublicAddress()


def network_command(arguments: Sequence[str], serve: bool) -> str:
    """The command that opens the same house to the network.

    `arguments` are those of the command that was typed. `serve`: is it `ridotto serve`, which needs a --host?
    """
    program = os.environ.get("RIDOTTO_COMMAND") or "ridotto"
    words = [program, *_public_arguments(arguments), *(("--host", ANY_ADDRESS[0]) if serve else ())]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _public_arguments(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments without --host and without the password of a database: they are shown on a page."""
    words = iter(arguments)
    for word in words:
        if word == "--host":
            next(words, None)
        elif not word.startswith("--host="):
            yield re.sub(r"(postgres(?:ql)?://).*", r"\1...", word)


def own_address() -> str:
    """The address of this machine in its network; without a network, the machine's name. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: no machine has this address
            address: str = probe.getsockname()[0]
        except OSError:
            return socket.gethostname()
    return address


def replace_localhost(host: str) -> str:
    """The host with this machine's address in its network instead of `localhost`; unchanged without a network."""
    address = own_address()
    return _LOCALHOST.sub(address, host, count=1) if address[:1].isdecimal() else host
