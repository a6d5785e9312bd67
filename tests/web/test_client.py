"""The example program plays at a table over HTTP."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.waiting import ended

pytestmark = pytest.mark.anyio

PROGRAM = Path(__file__).parents[2] / "examples" / "table_over_http.py"


@pytest.mark.slow
async def test_the_example_plays_a_match_to_the_end(address):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(PROGRAM), address), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await ended(process)
    assert err.decode() == ""
    assert re.fullmatch(r"Scores: -?\d+ -?\d+\nThe record is valid: True\n", out.decode())
