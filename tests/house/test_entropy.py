"""Entropy: unpredictable in production, derived from the purpose in tests."""

import subprocess
import sys

import pytest

from ridotto.house import entropy
from ridotto.house.service import House
from ridotto.house.tables.events import decode, moves_of
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party
from tests.manual_time import ManualTime

PROGRAM = """
from ridotto.house import entropy
from ridotto.house.tables.new_table import NewTable

print(*(NewTable(game="venti").opening("hash").seed for _ in range(20)))
print(*(entropy.new_secret().hex() for _ in range(20)))
print(*(f"{entropy.random_bits('the same purpose'):064x}" for _ in range(20)))
"""


def random_numbers() -> list[str]:
    """Random numbers from a process in which tests have not replaced `entropy.random_bits`."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.split()


def test_seeds_and_secrets_differ_between_processes() -> None:
    found = random_numbers() + random_numbers()
    assert len(set(found)) == len(found) == 120
    assert {len(number) for number in found} == {64}


def test_every_bit_is_random() -> None:
    """With 60 numbers, a bit is the same in all of them by chance less than once in 10^15 runs."""
    numbers = [int(number, 16) for number in random_numbers()]
    ones, zeros = 0, 0
    for number in numbers:
        ones, zeros = ones | number, zeros | ~number
    assert ones == zeros & ((1 << entropy.BITS) - 1) == (1 << entropy.BITS) - 1


def test_tests_always_get_the_same_deal() -> None:
    assert len({NewTable(game="venti").opening("hash").seed for _ in range(20)}) == 1


async def decisions(house: House, table: str) -> dict[int, list[str]]:
    """The moves of each seat. Seats that decide at the same time may do so in any order."""
    found: dict[int, list[str]] = {}
    for row in await house.store.read(table):
        for move in moves_of(decode(row.body)):
            found.setdefault(move.seat, []).append(move.move)
    return found


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("slug", ["diciassette", "venezia"])
async def test_in_tests_bots_always_play_the_same_match(house: House, time: ManualTime, slug: str) -> None:
    bots = dict.fromkeys(range(3), "novice")
    parties = [await Party.open(house, game=slug, players=3, bots=bots, id=id) for id in ("one", "other")]
    for party in parties:
        await party.begin()
    await time.rest()
    one, other = [await decisions(house, party.id) for party in parties]
    assert len(one) == 3
    assert one == other
