"""Who can come to the house: invitations that work, and those that say that they do not."""

import shlex
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from ridotto.house.people.presence import LATELY
from ridotto.house.service import House
from ridotto.house.tables.table import HOST
from ridotto.web.app import App
from ridotto.web.http.rate_limits import NoLimits
from ridotto.web.ops import public_address
from ridotto.web.ops.public_address import USUAL, Reach, for_others, wider
from tests.house import guests
from tests.manual_time import ManualTime
from tests.web.visitors import new

pytestmark = pytest.mark.anyio


def test_what_every_machine_calls_itself_means_nothing_to_others(monkeypatch):
    monkeypatch.setattr("ridotto.web.ops.public_address.own_address", lambda: "192.168.1.7")
    assert for_others("localhost:1638") == "192.168.1.7:1638"
    assert for_others("127.0.0.1") == "192.168.1.7"
    assert for_others("[::1]:80") == "192.168.1.7:80"
    for known in ("192.168.1.9:1638", "games.example", "localhost.example:1638", "127.0.0.1.example"):
        assert for_others(known) == known
    monkeypatch.setattr("ridotto.web.ops.public_address.own_address", lambda: "a-name")
    assert for_others("localhost:1638") == "localhost:1638", "others may not know it by that name"


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
@pytest.mark.skipif(sys.platform == "win32", reason="words are quoted in another way there")
def test_the_command_has_the_words_by_which_the_house_was_opened(monkeypatch, command, typed, wanted):
    monkeypatch.setenv("RIDOTTO_COMMAND", command)
    assert wider(shlex.split(typed), serve="serve" in typed) == f"{command} {wanted}".strip()


@pytest.mark.parametrize("typed", [["--database", "{}"], ["--database={}"]])
@pytest.mark.parametrize("address", ["postgresql://ridotto:secret@db/house", "postgres://db/house?password=secret"])
def test_no_password_is_in_the_command(typed, address):
    shown = wider(["serve", *(word.format(address) for word in typed)], serve=True)
    assert "secret" not in shown
    assert address.partition("//")[0] + "//..." in shown


@asynccontextmanager
async def visiting(
    house: House, how_far: Reach, host: str, caller: str = "127.0.0.1"
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser that came by this address."""
    transport = httpx.ASGITransport(App(house, NoLimits(), reach=how_far), client=(caller, 123))
    headers = {"accept": "text/html", "origin": f"http://{host}"}
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", headers=headers) as browser:
        yield browser


async def waiting_room(house: House, how_far: Reach, host: str, caller: str = "127.0.0.1") -> tuple[str, str]:
    """The page of a table before the match, and that of its links."""
    async with visiting(house, how_far, host, caller) as browser:
        order = {"game": "venti", "chairs.0.who": "here", "chairs.0.mask": "sole", "id": new()}
        table = (await browser.post("/tables", data=order)).headers["location"]
        return (await browser.get(table)).text, (await browser.get(f"{table}/links")).text


@pytest.mark.parametrize("host", ["127.0.0.1:1638", "localhost:1638", "[::1]:1638", "127.0.0.7"])
@pytest.mark.parametrize("caller", ["127.0.0.1", "192.168.1.9"])
async def test_a_house_for_this_machine_names_the_command_that_opens_it(house, host, caller):
    """To its keeper with all the words by which it was opened; a proxy may bring others by such a host."""
    command = "ridotto serve --port 9000 --host 0.0.0.0"
    pages = await waiting_room(house, Reach(network=False, command=command), host, caller)
    for shown in pages:
        assert "Right now only this machine can reach the house." in shown
        assert f'value="{command if caller == "127.0.0.1" else USUAL}"' in shown
        assert 'class="qr"' not in shown
    assert 'id="invitation"' not in pages[0]


@pytest.mark.parametrize(("host", "reached"), [("localhost:1638", False), ("games.example", True)])
async def test_so_does_the_page_that_gives_a_chair_away(
    house: House, time: ManualTime, host: str, reached: bool
) -> None:
    party = await guests.Party.open(house, game="verhext", players=3)
    await party.begin()
    with house.watch(party.id, HOST, 0, 1):
        await time.forward(2 * LATELY)
        async with visiting(house, Reach(network=False), host) as browser:
            await browser.post(f"/keys/{party.id}.{party.host}")
            shown = (await browser.post(f"/tables/{party.id}/offers", data={"seat": "2", "id": new()})).text
    assert f'value="http://{host}/tables/{party.id}/chairs/' in shown
    assert ("Right now only this machine can reach the house." not in shown) == reached
    assert ('class="qr"' in shown) == reached


async def test_a_house_for_the_network_invites_to_the_address_that_others_can_reach(house, monkeypatch):
    monkeypatch.setattr(public_address, "own_address", lambda: "192.168.1.7")
    for host, known in (("localhost:1638", "192.168.1.7:1638"), ("10.0.0.4:1638", "10.0.0.4:1638")):
        table, links = await waiting_room(house, Reach(network=True), host)
        assert f'value="http://{known}/tables/' in table
        assert f"for the hall at {known}:" in table
        assert f'value="http://{known}/keys/' in links
        for shown in (table, links):
            assert 'class="qr"' in shown
            assert "can reach" not in shown


async def test_behind_a_proxy_of_this_machine_everybody_can_come(house):
    table, _ = await waiting_room(house, Reach(network=False), "games.example")
    assert 'value="http://games.example/tables/' in table


async def test_a_machine_in_no_network_says_so(house, monkeypatch):
    monkeypatch.setattr(public_address, "own_address", lambda: "palazzo")
    table, _ = await waiting_room(house, Reach(network=True), "localhost:1638")
    assert "so nobody else can join." in table
    assert "0.0.0.0" not in table
