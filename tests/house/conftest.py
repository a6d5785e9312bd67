"""Fixtures: stores in both databases, SQLite and PostgreSQL."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ridotto.house.autoplay.bot_pool import BotPool
from ridotto.house.service import House
from ridotto.house.store.connect import connect
from ridotto.house.store.protocol import Store
from tests.house.postgres import run
from tests.manual_time import ManualTime

if TYPE_CHECKING:
    from tests.house.worker_games import Thinking

Later = Callable[[float], Awaitable[None]]

DATABASES = ("sqlite", "postgres")


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
async def store(address: str, time: ManualTime) -> AsyncIterator[Store]:
    store = await connect(address, time)
    yield store
    await store.close()


@pytest.fixture
def later(address: str, time: ManualTime) -> Later:
    """Lets seconds pass. PostgreSQL has its own clock, so there all stored times are moved into the past instead."""

    async def advance(seconds: float) -> None:
        if not address.startswith("postgresql"):
            await time.forward(seconds)
            return
        for column in ("tables.changed", "tables.opened", "entries.at", "leases.until", "presence.at", "codes.until"):
            table, _, name = column.partition(".")
            run(address, f"UPDATE ridotto.{table} SET {name} = {name} - {round(1000 * seconds)}")

    return advance


@pytest.fixture
def thinking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Thinking":
    """The workers that think about a slow game."""
    from tests.house.worker_games import THINKING_FOLDER, Thinking

    monkeypatch.setenv(THINKING_FOLDER, str(tmp_path))
    return Thinking(tmp_path)


@pytest.fixture
async def paced(tmp_path: Path, time: ManualTime) -> AsyncIterator[House]:
    """A house with a pace of one second."""
    store, bot_pool = await connect(str(tmp_path / "house.sqlite"), time), BotPool(1)
    house = House(store, bot_pool, beat_seconds=1.0)
    time.govern(house)
    await house.start()
    yield house
    await house.stop()
    await bot_pool.close()
    await store.close()


async def open_table(store: Store, table: str = "rialto", listed: bool = True) -> int:
    """Opens a table in a store: its time."""
    at = await store.open(table, b"opened", listed)
    assert at is not None
    return at


async def start_match(store: Store, table: str) -> None:
    await open_table(store, table)
    assert await store.append(table, 1, b"started", "running") is not None
