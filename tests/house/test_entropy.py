"""Entropy: a house deals what nobody can foresee. In tests it deals what follows from the purpose."""

import subprocess
import sys

import pytest

from ridotto.house import entropy
from ridotto.house.service import House
from ridotto.house.tables.events import decode, moves_of
from ridotto.house.tables.new_table import NewTable
from tests.house.guests import Party
from tests.manual_time import ManualTime

DRAWN = """
from ridotto.house import entropy
from ridotto.house.tables.new_table import NewTable

print(*(NewTable(game="venti").opened("lock").seed for _ in range(20)))
print(*(entropy.new_secret().hex() for _ in range(20)))
print(*(f"{entropy.fresh('the same thought'):064x}" for _ in range(20)))
"""


def drawn() -> list[str]:
    """What a house outside the tests draws."""
    done = subprocess.run([sys.executable, "-c", DRAWN], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.split()


def test_no_two_deals_secrets_or_thoughts_are_alike_in_two_houses() -> None:
    found = drawn() + drawn()
    assert len(set(found)) == len(found) == 120
    assert {len(number) for number in found} == {64}


def test_every_bit_of_a_seed_is_drawn() -> None:
    """60 numbers: a bit that is the same in all of them by chance comes up less than once in 10^15 runs."""
    numbers = [int(number, 16) for number in drawn()]
    ones, zeros = 0, 0
    for number in numbers:
        ones, zeros = ones | number, zeros | ~number
    assert ones == zeros & ((1 << entropy.BITS) - 1) == (1 << entropy.BITS) - 1


def test_in_tests_every_table_of_a_game_has_the_same_deal() -> None:
    assert len({NewTable(game="venti").opened("lock").seed for _ in range(20)}) == 1


async def decisions(house: House, table: str) -> dict[int, list[str]]:
    """By seat: where several decide at the same time, any of them may be the first."""
    found: dict[int, list[str]] = {}
    for row in await house.store.read(table):
        for move in moves_of(decode(row.body)):
            found.setdefault(move.seat, []).append(move.move)
    return found


@pytest.mark.slow
@pytest.mark.anyio
@pytest.mark.parametrize("slug", ["diciassette", "venezia"])
async def test_in_tests_bots_play_the_same_match_whenever_they_come_to_think(
    house: House, time: ManualTime, slug: str
) -> None:
    bots = dict.fromkeys(range(3), "novice")
    parties = [await Party.open(house, game=slug, players=3, bots=bots, id=id) for id in ("one", "other")]
    for party in parties:
        await party.begin()
    await time.rest()
    one, other = [await decisions(house, party.id) for party in parties]
    assert len(one) == 3
    assert one == other
