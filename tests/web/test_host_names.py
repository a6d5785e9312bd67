"""The host names a house answers to."""

import socket

import httpx
import pytest

from ridotto.engine.errors import RidottoError
from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.host_names import HostNames, UnknownHost
from ridotto.web.http.rate_limits import Unlimited

pytestmark = pytest.mark.anyio

OWN_ADDRESS = "203.0.113.7"  # this machine's end of the connection


def accepts(host: str | None, *names: str) -> bool:
    try:
        HostNames(names).check(host, OWN_ADDRESS)
    except UnknownHost:
        return False
    return True


@pytest.mark.parametrize(
    "host",
    [
        None,
        "localhost",
        "LOCALHOST:1638",
        "127.0.0.1:1638",
        "127.9.9.9",
        "[::1]:80",
        "10.0.0.4",
        "172.16.0.1",
        "192.168.178.20:1638",
        "169.254.7.7",
        "[fd00::7]",
        "[fe80::1]",
        OWN_ADDRESS,
        f"{OWN_ADDRESS}:1638",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:1638",
    ],
)
def test_names_of_this_machine_and_private_addresses_are_accepted(host: str | None) -> None:
    assert accepts(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "ridotto.example.org",
        "localhost.example.org",
        "127.0.0.1.example.org",
        "8.8.8.8",
        "203.0.113.8",
        "[2001:db8::1]",
        "localhost:x",
        "localhost:123456",
        "localhost@example.org",
        "localhost/",
        "localhost, example.org",
        "[::1",
        "h\u00f6lle",
        "x" * 3000,
    ],
)
def test_others_are_refused(host: str) -> None:
    assert not accepts(host)


def test_addresses_are_compared_in_one_form() -> None:
    for host, local in (("203.0.113.7", "::ffff:203.0.113.7"), ("[2001:DB8:0:0::7]", "2001:db8::7")):
        HostNames().check(host, local)
    HostNames(opened_at="2001:DB8::7").check("[2001:db8::7]:1638", "")


def test_configured_names_are_accepted() -> None:
    for host in ("ridotto.example.org", "Ridotto.Example.org.", "ridotto.example.org:8443"):
        assert accepts(host, "Ridotto.example.ORG")
    assert not accepts("www.ridotto.example.org", "ridotto.example.org")
    assert accepts("[2001:db8::1]:80", "[2001:DB8:0::1]")
    assert accepts("8.8.8.8", "8.8.8.8")


@pytest.mark.parametrize("name", ["", "https://example.org", "example.org:80", "-x.org", "a b", "x" * 254, "*"])
def test_invalid_names_are_refused(name: str) -> None:
    with pytest.raises(RidottoError, match="isn't a valid host name") as refused:
        HostNames([name])
    assert "\n" not in str(refused.value)


async def test_refusals_are_in_the_language_of_the_visitor(house: House) -> None:
    app = App(house, Unlimited(), host_names=HostNames(["ridotto.example.org"]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://ridotto.example.org") as client:
        assert (await client.get("/health")).status_code == 200
        for headers in ({"host": "evil.example"}, {"host": "x" * 3000}):
            answer = await client.get("/tables", headers={**headers, "accept-language": "it"})
            assert answer.status_code == 421
            assert headers["host"][:100] in answer.text
            assert "--host-name" in answer.text
            assert "Questa casa" in answer.text
            answer = await client.post("/tables", json={"game": "venti", "id": "x" * 20}, headers=headers)
            assert answer.json()["error"]["code"] == "unknown-host"
        assert await house.listed_tables() == []
