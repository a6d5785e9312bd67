"""Both real databases, for every test that asks for one."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from ridotto.house.store import Store, connect
from tests.house.postgres import run
from tests.manual_time import ManualTime

Later = Callable[[float], Awaitable[None]]

BOTH = ("sqlite", "postgres")


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database is."""
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
    """Lets so many seconds pass. PostgreSQL keeps its own time: there, all that is kept happened earlier instead."""

    async def let_pass(seconds: float) -> None:
        if not address.startswith("postgresql"):
            await time.forward(seconds)
            return
        for column in ("tables.changed", "tables.opened", "entries.at", "leases.until", "presence.at", "codes.until"):
            table, _, name = column.partition(".")
            run(address, f"UPDATE ridotto.{table} SET {name} = {name} - {round(1000 * seconds)}")

    return let_pass
