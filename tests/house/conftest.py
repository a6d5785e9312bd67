"""Both real databases, for every test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ridotto.house.store import Store, connect

BOTH = ("sqlite", "postgres")


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database is."""
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    store = await connect(address)
    yield store
    await store.close()
