"""Which values of the `Host` header a house accepts: links repeat the host, so it must be the house's own.

This also prevents DNS rebinding: another site's domain that resolves to this machine, so that browsers take its pages
for the house's.
"""

import re
import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address, ip_network

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.house.refusals import Refused

PRIVATE_NETWORKS = [
    *map(ip_network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")),
    *map(ip_network, ("169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10")),
]
LOCAL_SUFFIXES = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")  # of names in home networks
_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,253})(?::\d{1,5})?", re.IGNORECASE)
_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.IGNORECASE)


class UnknownHost(Refused):
    def __init__(self, host: str) -> None:
        name = host[:100]
        message = msg(
            "This house isn't known as {name}. Whoever runs it can add the name: --host-name {name}", name=name
        )
        super().__init__("unknown-host", message)


class HostNames:
    """The names of a house: of this machine, private addresses, the address it listens at, and configured names."""

    def __init__(self, names: Iterable[str] = (), opened_at: str = "") -> None:
        """Raises `RidottoError` if a name is not valid."""
        self._names = {_canonical_address(opened_at), *map(_valid_name, names)}

    def check(self, host: str | None, local_address: str) -> None:
        """Refuses a `Host` header that names another house; no header is fine.

        `local_address` is this machine's end of the connection.
        """
        if host is not None and not self._is_known(host.strip().lower(), local_address):
            raise UnknownHost(host)

    def _is_known(self, host: str, local_address: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").removesuffix(".")
        try:
            address = ip_address(name)
        except ValueError:
            return name == "localhost" or name in self._names or name in _machine_names()
        is_private = any(address in network for network in PRIVATE_NETWORKS if network.version == address.version)
        return is_private or str(address) in (_canonical_address(local_address), *self._names)


def _canonical_address(address: str) -> str:
    """One form of each address, for comparisons. An IPv4 address mapped to IPv6 becomes IPv4 again."""
    try:
        found = ip_address(address)
    except ValueError:
        return address.lower()
    return str(getattr(found, "ipv4_mapped", None) or found)


def _valid_name(name: str) -> str:
    bare = name.strip().lower().removesuffix(".").strip("[]")
    try:
        return str(ip_address(bare))
    except ValueError:
        if len(bare) > 253 or not _NAME.fullmatch(bare):
            raise RidottoError(msg("{name} isn't a valid host name.", name=name[:100])) from None
    return bare


@cache
def _machine_names() -> frozenset[str]:
    """The names of this machine in its network."""
    name = socket.gethostname().lower()
    return frozenset({name, *(name.partition(".")[0] + suffix for suffix in LOCAL_SUFFIXES)})
