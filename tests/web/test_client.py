"""The player of the documentation plays."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.waiting import ended

pytestmark = pytest.mark.anyio

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.mark.slow
async def test_the_player_in_a_few_lines_plays_to_the_end(address, tmp_path):
    [code] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    program = tmp_path / "player.py"
    program.write_text(code, "utf-8")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(program), address), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await ended(process)
    assert err.decode() == ""
    assert re.fullmatch(r"Scores: -?\d+ -?\d+\nThe record is valid: True\n", out.decode())
