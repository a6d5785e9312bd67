"""What all tests share: the marker that names the clauses a test asserts, Hypothesis without clocks, a PostgreSQL."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.checkout import ROOT

if TYPE_CHECKING:
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
