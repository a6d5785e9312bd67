"""What all tests share: the marker of clauses, Hypothesis without clocks, a PostgreSQL, a house."""

import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.checkout import ROOT

if TYPE_CHECKING:
    from ridotto.house.house import House
    from tests.house.postgres import Cluster

settings.register_profile("house", deadline=None, derandomize=True, database=None)
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*clauses): the clauses of docs/rules that this test asserts")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Cluster]":
    """A PostgreSQL that all tests of this process share."""
    from tests.house.postgres import Cluster

    sys.path.insert(0, str(ROOT / "packaging"))
    from postgresql import programs

    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed here")
    cluster = Cluster(folder)
    yield cluster
    cluster.remove()


@pytest.fixture
def postgres(cluster: "Cluster") -> Iterator[str]:
    """The address of an empty database in PostgreSQL."""
    address = cluster.database()
    yield address
    cluster.clear(address)


@pytest.fixture
async def house(tmp_path: Path) -> "AsyncIterator[House]":
    """A house in no time: bots answer at once."""
    from ridotto.house.house import House
    from ridotto.house.minds import Minds
    from ridotto.house.store import connect

    store = await connect(str(tmp_path / "house.sqlite"))
    minds = Minds(1)
    opened = House(store, minds, pace=0.0, rounds=0.1)
    await opened.start()
    yield opened
    await opened.stop()
    await minds.close()
    await store.close()
