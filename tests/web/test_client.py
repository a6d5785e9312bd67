"""The example program plays at a table over HTTP."""

import asyncio
import re
import sys
from pathlib import Path
from textwrap import indent

import pytest

from tests.waiting import ended

pytestmark = pytest.mark.anyio

PROGRAM = Path(__file__).parents[2] / "examples" / "table_over_http.py"


def test_the_documentation_quotes_the_example():
    page = (PROGRAM.parents[1] / "docs" / "api.md").read_text("utf-8")
    [quotation] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert indent(quotation, "    ") in PROGRAM.read_text("utf-8")


@pytest.mark.slow
async def test_the_example_plays_a_match_to_the_end(address):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(PROGRAM), address), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await ended(process)
    assert err.decode() == ""
    assert re.fullmatch(r"Scores: -?\d+ -?\d+\nThe record is valid: True\n", out.decode())
