"""Invitation codes: short names of tables that people can say and type, valid while a guest can still sit down.

Names of tables cannot be guessed, but are too long to type. A code can be short because it expires and because wrong
attempts are counted (`web/http/rate_limits.py`); SECURITY.md has the arithmetic.
"""

import re
import secrets
from typing import Protocol

from ridotto.engine.message import msg
from ridotto.house.refusals import Refused
from ridotto.house.store.protocol import Store
from ridotto.house.tables.table import Table

CODE_LETTERS = "BCDFGHKLMNPRSTVXZ"  # no vowels, so no words; no two look alike, none has a name of two words
CODE_LENGTH = 6
CODE_SECONDS = 2 * 60 * 60.0  # how long a code is valid
MAX_DRAWS = 20  # for a code that no other table has: far more than needed
# What people read into letters without vowels, in one of our languages.
RUDE_LETTERS = re.compile(
    r"FCK|FKK|FK|KKK|SS|SX|KZ|NSD|NZ|HH|CNT|KNT|DCK|CCK|CK|NGR|NGG|SHT|SLT|BTC|PSS|PRN|CZZ|STRN|FG|PTT|MRD|TTT|XXX"
)


class TableSource(Protocol):
    """A house: its tables and its store."""

    @property
    def store(self) -> Store: ...
    async def table(self, table_id: str) -> Table: ...


class UnknownCode(Refused):
    """No table has this code. Whether it was never given or has expired is a secret."""

    def __init__(self) -> None:
        message = msg(
            "No table has this code. Codes work for {hours} hours, as long as a seat is free.",
            hours=round(CODE_SECONDS / 3600),
        )
        super().__init__("unknown-code", message)


def new_code() -> str:
    """A random code without rude letters."""
    while RUDE_LETTERS.search(code := "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))):
        pass
    return code


def read_code(text: str) -> str:
    """The code that somebody typed, in either case and with any separators; empty if it is no code."""
    bare = re.sub(r"[\s.\-–]", "", text).upper()
    return bare if len(bare) == CODE_LENGTH and set(bare) <= set(CODE_LETTERS) else ""


async def code_of(house: TableSource, table_id: str) -> str:
    """The code of an open table with a free chair; empty for all others."""
    table = await house.table(table_id)
    if table.phase != "open" or not table.chairs.free_seats():
        return ""
    for _ in range(MAX_DRAWS):
        if code := await house.store.give_code(table_id, new_code(), CODE_SECONDS):
            return code
    return ""


async def table_of(house: TableSource, code: str) -> str:
    """The table with this code; raises `UnknownCode` if there is none or it has no free chair."""
    table = await house.store.table_of_code(code)
    if table is None or not (await house.table(table)).chairs.free_seats():
        raise UnknownCode
    return table
