"""The seeds of tests: always the same, unless RIDOTTO_FRESH asks for others.

`RIDOTTO_FRESH=1` draws new seeds, and the run ends with how to repeat it: `RIDOTTO_FRESH=<that number>`.

A statistical test with new seeds may fail by chance. Therefore each round of `likely` or `check_fairness` fails at most
once in 500 times, and a test fails only after 4 failed rounds: 500 ** -4 < 2e-11. A run has fewer than 2000 such tests,
plain Python and debug build included, so it fails by chance less than once in 25 million times.
"""

import hashlib
import os
import secrets
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

import pytest

from ridotto.engine import conformance
from ridotto.engine.conformance.redeal_laws import ROUNDS
from ridotto.engine.state import State

S = TypeVar("S", bound=State)

NAME = "RIDOTTO_FRESH"
if os.environ.get(NAME) == "1":
    os.environ[NAME] = str(2 + secrets.randbits(40))  # for the processes that are started from here, too

if not os.environ.get(NAME, "0").isdecimal():
    raise pytest.UsageError(f"{NAME} must be a whole number, not {os.environ[NAME]!r}.")

FRESH = int(os.environ.get(NAME, "0"))


def seed(usual: int) -> int:
    """The usual seed, or a new one in its place if RIDOTTO_FRESH is set."""
    return _hash(f"{FRESH} {usual}") >> 192 if FRESH else usual


def bits(purpose: str) -> int:
    """256 bits derived from their purpose, the same in every run: a table always gets the same deal."""
    return _hash(f"0 {purpose}")


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest())


def likely(check: Callable[[int], bool]) -> bool:
    """Does a check succeed with one of several seeds? By chance alone it may fail once in 500 times with each."""
    return any(check(seed(number)) for number in range(1, ROUNDS + 1))


def check_fairness(
    state: S,
    viewer: int,
    worlds: Mapping[Any, float],
    samples: int,
    key: Callable[[S], Hashable],
    recall: bool = True,
) -> float:
    return conformance.check_fairness(state, viewer, worlds, samples, key, recall, seed(0))
