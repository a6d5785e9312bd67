"""By which names a house may be called. Links repeat the name, and a page from elsewhere may have led a browser here.

Without a list, somebody's domain could point to this machine, and its pages would be taken for the house's own.
"""

import re
import socket
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address, ip_network

from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.house.refusals import Refused

PRIVATE = [
    *map(ip_network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")),
    *map(ip_network, ("169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10")),
]  # this machine, and networks of homes and offices
NETWORKS = ("", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")  # where machines have short names
_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,253})(?::\d{1,5})?", re.IGNORECASE)
_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*", re.IGNORECASE)


class UnknownHost(Refused):
    def __init__(self, host: str) -> None:
        name = host[:100]
        told = msg("This house isn't known as {name}. Whoever runs it can add the name: --host-name {name}", name=name)
        super().__init__("unknown-host", told)


class HostNames:
    """The names of a house: this machine and its addresses, and those that its keeper has given it."""

    def __init__(self, names: Iterable[str] = (), opened_at: str = "") -> None:
        self._names = {canonical(opened_at), *map(checked, names)}

    def demand(self, host: str | None, own_address: str) -> None:
        """Refuses a request that was meant for somebody else; who says nothing, means us."""
        if host is not None and not self._knows(host.strip().lower(), own_address):
            raise UnknownHost(host)

    def _knows(self, host: str, own_address: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").removesuffix(".")
        try:
            address = ip_address(name)
        except ValueError:
            return name == "localhost" or name in self._names or name in own_names()
        own = any(address in network for network in PRIVATE if network.version == address.version)
        return own or str(address) in (canonical(own_address), *self._names)


def canonical(address: str) -> str:
    """An address in the one form that is compared: IPv4 is IPv4, also on a socket for both."""
    try:
        found = ip_address(address)
    except ValueError:
        return address.lower()
    return str(getattr(found, "ipv4_mapped", None) or found)


def checked(name: str) -> str:
    """A name as it can be called, or a refusal."""
    bare = name.strip().lower().removesuffix(".").strip("[]")
    try:
        return str(ip_address(bare))
    except ValueError:
        if len(bare) > 253 or not _NAME.fullmatch(bare):
            raise RidottoError(msg("{name} isn't a valid host name.", name=name[:100])) from None
    return bare


@cache
def own_names() -> frozenset[str]:
    """How this machine may be called in its network."""
    name = socket.gethostname().lower()
    return frozenset({name, *(name.partition(".")[0] + network for network in NETWORKS)})
