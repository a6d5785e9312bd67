"""Who is at the other end: the address a request comes from, also behind proxies that we trust."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple

from starlette.types import Scope

NOBODY = "?"  # no address: a local socket
HOUSEHOLD = 56  # bits of an IPv6 address that providers give to one household


class Client(NamedTuple):
    """Whom limits count, and how they came."""

    name: str
    secure: bool
    here: bool = False  # on the machine of the house, and not through a proxy there


def client_of(scope: Scope, proxies: int) -> Client:
    """The client of a request that has come through so many proxies of ours. Without any, it is not believed a word.

    Every proxy appends to `X-Forwarded-For` the address it was called from. So the last entries are theirs, and what
    stands further left may be invented.
    """
    peer = scope["client"][0] if scope.get("client") else NOBODY
    secure = scope.get("scheme") == "https"
    hops = [*_listed(scope, b"x-forwarded-for"), peer]
    here = all(_is_here(hop) for hop in hops)
    if proxies:
        peer = hops[max(0, len(hops) - 1 - proxies)]
        if schemes := _listed(scope, b"x-forwarded-proto"):
            secure = schemes[max(0, len(schemes) - proxies)].lower() == "https"
    return Client(household(peer), secure, here)


def household(text: str) -> str:
    """The address as limits know it: of IPv6 the part that one household has to itself."""
    address = _address(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, HOUSEHOLD), strict=False))
    return NOBODY if address is None else str(address)


def _is_here(text: str) -> bool:
    address = _address(text)
    return address is not None and address.is_loopback


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """`10.0.0.1`, `10.0.0.1:80`, `::1`, `[::1]:80`; `::ffff:10.0.0.1` is the first of them."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
        return getattr(address, "ipv4_mapped", None) or address
    except ValueError:
        return None


def _listed(scope: Scope, name: bytes) -> list[str]:
    """All entries of a header, wherever the commas are."""
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return [entry.strip() for entry in ",".join(values).split(",") if entry.strip()]
