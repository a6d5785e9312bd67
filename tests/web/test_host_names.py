"""By which names a house is called, and by which it does not answer."""

import socket

import httpx
import pytest

from ridotto.engine.errors import RidottoError
from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.host_names import HostNames, UnknownHost
from ridotto.web.http.rate_limits import NoLimits

pytestmark = pytest.mark.anyio

OWN = "203.0.113.7"  # the address that somebody called


def answers(host: str | None, *names: str) -> bool:
    try:
        HostNames(names).demand(host, OWN)
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
        OWN,
        f"{OWN}:1638",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:1638",
    ],
)
def test_this_machine_is_known(host: str | None) -> None:
    assert answers(host)


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
def test_others_are_not(host: str) -> None:
    assert not answers(host)


def test_an_address_is_the_same_however_it_is_written() -> None:
    for host, own in (("203.0.113.7", "::ffff:203.0.113.7"), ("[2001:DB8:0:0::7]", "2001:db8::7")):
        HostNames().demand(host, own)
    HostNames(opened_at="2001:DB8::7").demand("[2001:db8::7]:1638", "")


def test_the_keeper_gives_it_names() -> None:
    for host in ("ridotto.example.org", "Ridotto.Example.org.", "ridotto.example.org:8443"):
        assert answers(host, "Ridotto.example.ORG")
    assert not answers("www.ridotto.example.org", "ridotto.example.org")
    assert answers("[2001:db8::1]:80", "[2001:DB8:0::1]")
    assert answers("8.8.8.8", "8.8.8.8")


@pytest.mark.parametrize("name", ["", "https://example.org", "example.org:80", "-x.org", "a b", "x" * 254, "*"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(RidottoError, match="isn't a valid host name") as refused:
        HostNames([name])
    assert "\n" not in str(refused.value)


async def test_a_request_for_somebody_else_is_refused_in_the_language_of_the_visitor(house: House) -> None:
    app = App(house, NoLimits(), names=HostNames(["ridotto.example.org"]))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://ridotto.example.org") as client:
        assert (await client.get("/health")).status_code == 200
        for headers in ({"host": "evil.example"}, {"host": "x" * 3000}):
            answer = await client.get("/tables", headers={**headers, "accept-language": "it"})
            assert answer.status_code == 421
            assert headers["host"][:100] in answer.text
            assert "--host-name" in answer.text
            assert "Questa casa" in answer.text
            told = await client.post("/tables", json={"game": "venti", "id": "x" * 20}, headers=headers)
            assert told.json()["error"]["code"] == "unknown-host"
        assert await house.lobby() == []
