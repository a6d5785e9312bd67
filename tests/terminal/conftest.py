"""In a terminal, too, matches without a seed are dealt and played alike in every run."""

import secrets
from random import Random

import pytest

from tests.seeds import seed


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", Random(seed(1638)).getrandbits)
