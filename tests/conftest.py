"""What all tests share: the marker of clauses, chance that is always the same, a PostgreSQL, a house."""

import signal
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from ridotto.house import entropy
from tests import seeds
from tests.checkout import ROOT

if TYPE_CHECKING:
    from ridotto.house.service import House
    from tests.house.postgres import Cluster
    from tests.manual_time import ManualTime

settings.register_profile(
    "house",
    deadline=None,
    database=None,
    derandomize=not seeds.FRESH,
    suppress_health_check=list(HealthCheck) if seeds.FRESH else [HealthCheck.too_slow],  # slow: a busy machine
)
settings.load_profile("house")
entropy.random_bits = seeds.bits  # every house opened in this process deals the same cards


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if seeds.FRESH:
        config.option.hypothesis_seed = str(seeds.FRESH)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell; programs would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "rule(*clauses): the clauses of docs/rules that this test asserts")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if seeds.FRESH:
        terminalreporter.write_line(f"Fresh seeds. To have them again: {seeds.NAME}={seeds.FRESH}")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Cluster]":
    """A PostgreSQL that all tests of this process share."""
    from tests.house.postgres import Cluster

    sys.path.insert(0, str(ROOT / "packaging"))
    from postgresql import MISSING, programs

    folder = programs()
    if folder is None:
        pytest.skip(MISSING)
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
def time() -> "ManualTime":
    """The time of the house: it stands still until the test moves it."""
    from tests.manual_time import ManualTime

    return ManualTime()


@pytest.fixture
async def house(tmp_path: Path, time: "ManualTime") -> "AsyncIterator[House]":
    """A house whose bots answer at once; a hint is the same however busy the machine is."""
    from ridotto.bots.search import Budget
    from ridotto.house.autoplay.bot_pool import BotPool
    from ridotto.house.service import House
    from ridotto.house.store.connect import connect

    store = await connect(str(tmp_path / "house.sqlite"), time)
    bot_pool = BotPool(1, Budget(simulations=200))
    opened = House(store, bot_pool, beat_seconds=0.0)
    time.govern(opened)
    await opened.start()
    yield opened
    await opened.stop()
    await bot_pool.close()
    await store.close()
