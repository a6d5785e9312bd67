"""A house with a real store on the web: called in this process or over a socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import httpx
import pytest

from ridotto.house.service import House
from ridotto.web.app import App
from ridotto.web.http.rate_limits import Unlimited
from ridotto.web.ops.serve import listen
from ridotto.web.ops.server import new_server
from tests.waiting import DEADLINE
from tests.web import visitors
from tests.web.visitors import Visitor


@pytest.fixture(autouse=True)
def ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "ids", count())


@pytest.fixture
def app(house: House) -> App:
    return App(house, Unlimited())


@pytest.fixture
async def visitor(app: App) -> AsyncIterator[Visitor]:
    """A program without keys or cookies."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
        yield Visitor(client)


@pytest.fixture
async def browser(app: App) -> AsyncIterator[httpx.AsyncClient]:
    """A browser: it keeps cookies and sends the origin of its requests."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    headers = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "origin": "http://house"}
    async with httpx.AsyncClient(transport=transport, base_url="http://house", headers=headers) as client:
        yield client


@asynccontextmanager
async def served(app: App) -> AsyncIterator[str]:
    """The URL of an application on a real socket."""
    server = new_server(app)
    with listen("127.0.0.1", 0) as listening:
        task = asyncio.create_task(server.serve(sockets=[listening]))
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        await task


@pytest.fixture
async def address(app: App) -> AsyncIterator[str]:
    """The URL of the house on a real socket."""
    async with served(app) as url:
        yield url


@pytest.fixture
async def socket_visitor(address: str) -> AsyncIterator[Visitor]:
    """A program that calls the house over a socket."""
    async with httpx.AsyncClient(base_url=address, timeout=DEADLINE) as client:
        yield Visitor(client)
