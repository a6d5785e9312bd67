"""Fixtures for all tests of the terminal: fixed deals for matches without a seed, and a clock that never waits."""

import secrets
from random import Random

import pytest

from ridotto.terminal.bot_pace import SYSTEM_CLOCK
from tests.seeds import seed
from tests.terminal.people import ManualClock


@pytest.fixture(autouse=True)
def fixed_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", Random(seed(1638)).getrandbits)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    monkeypatch.setattr(SYSTEM_CLOCK, "monotonic", clock.monotonic)
    monkeypatch.setattr(SYSTEM_CLOCK, "sleep", clock.sleep)
