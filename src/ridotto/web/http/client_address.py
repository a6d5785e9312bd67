"""The address of a client, also behind trusted proxies."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple

from starlette.types import Scope

UNKNOWN_ADDRESS = "?"  # of a Unix socket, for example
HOUSEHOLD_PREFIX_BITS = 56  # of the IPv6 network that providers give to one household


class Visitor(NamedTuple):
    address: str  # for rate limits: of IPv6 only the network of the household
    secure: bool  # HTTPS
    local: bool = False  # on the machine of the house, and not through a proxy there


def visitor_of(scope: Scope, proxies: int) -> Visitor:
    """The client of a request that has passed through this number of trusted proxies.

    Each proxy appends the address that called it to `X-Forwarded-For`. So only the last entries can be trusted: one
    for each proxy. All others may be forged.
    """
    peer = scope["client"][0] if scope.get("client") else UNKNOWN_ADDRESS
    secure = scope.get("scheme") == "https"
    hops = [*_header_entries(scope, b"x-forwarded-for"), peer]
    local = all(_is_loopback(hop) for hop in hops)
    if proxies:
        peer = hops[max(0, len(hops) - 1 - proxies)]
        if schemes := _header_entries(scope, b"x-forwarded-proto"):
            secure = schemes[max(0, len(schemes) - proxies)].lower() == "https"
    return Visitor(household(peer), secure, local)


@lru_cache(4096)
def household(text: str) -> str:
    """The address for rate limits: of IPv6 the network of the household, without the machine."""
    address = _parsed(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, HOUSEHOLD_PREFIX_BITS), strict=False))
    return UNKNOWN_ADDRESS if address is None else str(address)


@lru_cache(4096)
def _is_loopback(text: str) -> bool:
    address = _parsed(text)
    return address is not None and address.is_loopback


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """The address in `10.0.0.1`, `10.0.0.1:80`, `::1` or `[::1]:80`; `::ffff:10.0.0.1` becomes `10.0.0.1`."""
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


def _header_entries(scope: Scope, name: bytes) -> list[str]:
    """The entries of all headers with this name."""
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return [entry.strip() for entry in ",".join(values).split(",") if entry.strip()]
