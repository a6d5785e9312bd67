"""In a terminal, too, matches without a seed are dealt and played alike in every run, and no test waits for bots."""

import secrets
from random import Random

import pytest

from ridotto.terminal.bot_pace import CLOCK
from tests.seeds import seed
from tests.terminal.people import HandClock


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", Random(seed(1638)).getrandbits)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = HandClock()
    monkeypatch.setattr(CLOCK, "monotonic", hand.monotonic)
    monkeypatch.setattr(CLOCK, "sleep", hand.sleep)
