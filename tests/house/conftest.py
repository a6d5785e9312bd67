"""Both real databases, for every test that asks for one."""

import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from ridotto.house.house import House
from ridotto.house.minds import Minds
from ridotto.house.store import Store, connect
from tests.checkout import ROOT
from tests.house.postgres import Cluster

sys.path.insert(0, str(ROOT / "packaging"))
from postgresql import programs

BOTH = ("sqlite", "postgres")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that all tests of this process share."""
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed here")
    cluster = Cluster(folder)
    yield cluster
    cluster.remove()


@pytest.fixture
def postgres(cluster: Cluster) -> Iterator[str]:
    """The address of an empty database in PostgreSQL."""
    address = cluster.database()
    yield address
    cluster.clear(address)


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


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house in no time: bots answer at once."""
    store = await connect(str(tmp_path / "house.sqlite"))
    minds = Minds(1)
    opened = House(store, minds, pace=0.0, rounds=0.1)
    await opened.start()
    yield opened
    await opened.stop()
    await minds.close()
    await store.close()
