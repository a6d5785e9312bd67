"""Codes: short names of tables that people can say and type, for as long as a guest can still sit down there.

The name of a table cannot be guessed, and nobody types it. A code can be short because it holds for a while only, and
because wrong ones are counted (`web/limits.py`): SECURITY.md has the arithmetic.
"""

import re
import secrets
from typing import TYPE_CHECKING

from ridotto.engine.message import msg
from ridotto.house.refusals import Refused

if TYPE_CHECKING:
    from ridotto.house.service import House

LETTERS = "BCDFGHKLMNPRSTVXZ"  # no vowels, so no words; none that looks like another one, or has a name of two words
LENGTH = 6
SECONDS = 2 * 60 * 60.0  # that a code holds
DRAWS = 20  # until one is found that no other table has: far more than it ever takes
# What people read into letters without vowels, in one of our languages.
RUDE = re.compile(
    r"FCK|FKK|FK|KKK|SS|SX|KZ|NSD|NZ|HH|CNT|KNT|DCK|CCK|CK|NGR|NGG|SHT|SLT|BTC|PSS|PRN|CZZ|STRN|FG|PTT|MRD|TTT|XXX"
)


def new_code() -> str:
    """One that nobody can foretell, and nobody minds reading aloud."""
    while RUDE.search(code := "".join(secrets.choice(LETTERS) for _ in range(LENGTH))):
        pass
    return code


def read_code(text: str) -> str:
    """The code that somebody typed, however it was set apart; nothing if it can be none."""
    bare = re.sub(r"[\s.\-–]", "", text).upper()
    return bare if len(bare) == LENGTH and set(bare) <= set(LETTERS) else ""


async def code_of(house: "House", table: str) -> str:
    """The code of a table that still has a free chair; nothing if it has none."""
    found = await house.table(table)
    if found.phase != "open" or not found.free():
        return ""
    for _ in range(DRAWS):
        if code := await house.store.give_code(table, new_code(), SECONDS):
            return code
    return ""


async def table_of(house: "House", code: str) -> str:
    """The table that a code leads to. Whether it was never given, or is over, nobody is told."""
    table = await house.store.table_of_code(code)
    if table is None or not (await house.table(table)).free():
        raise UnknownCode
    return table


class UnknownCode(Refused):
    def __init__(self) -> None:
        told = msg(
            "No table has this code. Codes work for {hours} hours, as long as a seat is free.",
            hours=round(SECONDS / 3600),
        )
        super().__init__("unknown-code", told)
