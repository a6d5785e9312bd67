"""Houses with a real database, for asynchronous tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ridotto.house.house import House
from ridotto.house.minds import Minds
from ridotto.house.store import connect


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house that is in no hurry for nothing: bots answer at once."""
    store = await connect(str(tmp_path / "house.sqlite"))
    minds = Minds(1)
    opened = House(store, minds, pace=0.0, rounds=0.1)
    await opened.start()
    yield opened
    await opened.stop()
    await minds.close()
    await store.close()
