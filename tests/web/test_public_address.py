"""Who can reach the house: invitations that work, and pages that say why nobody else can come."""

import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from ridotto.house.people.presence import LONG_ABSENCE_SECONDS
from ridotto.house.service import House
from ridotto.house.tables.chairs import HOST
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.ops import public_address
from ridotto.web.ops.public_address import (
    DEFAULT_NETWORK_COMMAND,
    PublicAddress,
    network_command,
    replace_localhost,
)
from tests.house import guests
from tests.manual_time import ManualTime
from tests.web.visitors import new_id

pytestmark = pytest.mark.anyio


def test_localhost_is_replaced_by_an_address_for_others(monkeypatch):
    monkeypatch.setattr("ridotto.web.ops.public_address.own_address", lambda: "192.168.1.7")
    assert replace_localhost("localhost:1638") == "192.168.1.7:1638"
    assert replace_localhost("127.0.0.1") == "192.168.1.7"
    assert replace_localhost("[::1]:80") == "192.168.1.7:80"
    for known in ("192.168.1.9:1638", "games.example", "localhost.example:1638", "127.0.0.1.example"):
        assert replace_localhost(known) == known
    monkeypatch.setattr("ridotto.web.ops.public_address.own_address", lambda: "a-name")
    assert replace_localhost("localhost:1638") == "localhost:1638", "others may not know this name"


@pytest.mark.parametrize("command", ["ridotto", "./play"])
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("serve", "serve --host 0.0.0.0"),
        ("serve --port 9000 --database sqlite:///a.db", "serve --port 9000 --database sqlite:///a.db --host 0.0.0.0"),
        ("serve --host 127.0.0.1 --host-name house.example", "serve --host-name house.example --host 0.0.0.0"),
        ("--lang de serve --host=::1", "--lang de serve --host 0.0.0.0"),
        ("serve --database 'my club.db'", "serve --database 'my club.db' --host 0.0.0.0"),
        ("--host 127.0.0.1 --port 9000", "--port 9000"),  # without a command it is open to the network
        ("--host localhost", ""),
    ],
)  # fmt: skip
@pytest.mark.skipif(sys.platform == "win32", reason="arguments are quoted differently there")
def test_the_command_repeats_the_typed_arguments(monkeypatch, command, typed, wanted):
    monkeypatch.setenv("RIDOTTO_COMMAND", command)
    assert network_command(shlex.split(typed), serve="serve" in typed) == f"{command} {wanted}".strip()


@pytest.mark.parametrize("typed", [["--database", "{}"], ["--database={}"]])
@pytest.mark.parametrize("address", ["postgresql://ridotto:secret@db/house", "postgres://db/house?password=secret"])
def test_no_password_is_in_the_command(typed, address):
    shown = network_command(["serve", *(word.format(address) for word in typed)], serve=True)
    assert "secret" not in shown
    assert address.partition("//")[0] + "//..." in shown


@asynccontextmanager
async def browser_at(
    house: House, house_address: PublicAddress, host: str, client: str = "127.0.0.1"
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that uses this host, at a client's address."""
    app = App(house, Unlimited(), public_address=house_address)
    transport = httpx.ASGITransport(app, client=(client, 123))
    headers = {"accept": "text/html", "origin": f"http://{host}"}
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", headers=headers) as browser:
        yield browser


async def waiting_room(
    house: House, house_address: PublicAddress, host: str, client: str = "127.0.0.1"
) -> tuple[str, str]:
    """The page of a table before the match, and the page with its links."""
    async with browser_at(house, house_address, host, client) as browser:
        order = {"game": "venti", "chairs.0.who": "here", "chairs.0.mask": "sole", "id": new_id()}
        table = (await browser.post("/tables", data=order)).headers["location"]
        return (await browser.get(table)).text, (await browser.get(f"{table}/links")).text


@pytest.mark.parametrize("host", ["127.0.0.1:1638", "localhost:1638", "[::1]:1638", "127.0.0.7"])
@pytest.mark.parametrize("client", ["127.0.0.1", "192.168.1.9"])
async def test_a_local_house_shows_the_command_that_opens_it_to_the_network(house, host, client):
    """The typed arguments are shown on the house's own machine only; a proxy may bring others to such a host."""
    command = "ridotto serve --port 9000 --host 0.0.0.0"
    pages = await waiting_room(house, PublicAddress(open_to_network=False, command=command), host, client)
    for shown in pages:
        assert "Right now only this machine can reach the house." in shown
        assert f'value="{command if client == "127.0.0.1" else DEFAULT_NETWORK_COMMAND}"' in shown
        assert 'class="qr-code"' not in shown
    assert 'id="invitation"' not in pages[0]


@pytest.mark.parametrize(("host", "reached"), [("localhost:1638", False), ("games.example", True)])
async def test_a_chair_offer_says_so_too(house: House, time: ManualTime, host: str, reached: bool) -> None:
    party = await guests.Party.open(house, game="verhext", players=3)
    await party.begin()
    with house.subscribe(party.id, HOST, 0, 1):
        await time.forward(2 * LONG_ABSENCE_SECONDS)
        async with browser_at(house, PublicAddress(open_to_network=False), host) as browser:
            await browser.post(f"/keys/{party.id}.{party.host}")
            shown = (await browser.post(f"/tables/{party.id}/offers", data={"seat": "2", "id": new_id()})).text
    assert f'value="http://{host}/tables/{party.id}/chairs/' in shown
    assert ("Right now only this machine can reach the house." not in shown) == reached
    assert ('class="qr-code"' in shown) == reached


async def test_a_house_open_to_the_network_shows_links_that_others_can_use(house, monkeypatch):
    monkeypatch.setattr(public_address, "own_address", lambda: "192.168.1.7")
    for host, known in (("localhost:1638", "192.168.1.7:1638"), ("10.0.0.4:1638", "10.0.0.4:1638")):
        table, links = await waiting_room(house, PublicAddress(open_to_network=True), host)
        assert f'value="http://{known}/tables/' in table
        assert f"for the hall at {known}:" in table
        assert f'value="http://{known}/keys/' in links
        for shown in (table, links):
            assert 'class="qr-code"' in shown
            assert "can reach" not in shown


async def test_others_can_come_through_a_proxy_on_this_machine(house):
    table, _ = await waiting_room(house, PublicAddress(open_to_network=False), "games.example")
    assert 'value="http://games.example/tables/' in table


async def test_a_machine_without_a_network_says_so(house, monkeypatch):
    monkeypatch.setattr(public_address, "own_address", lambda: "palazzo")
    table, _ = await waiting_room(house, PublicAddress(open_to_network=True), "localhost:1638")
    assert "so nobody else can join." in table
    assert "0.0.0.0" not in table
