"""The example program plays at a table over HTTP."""

import asyncio
import re
import runpy
import sys
from pathlib import Path
from textwrap import indent

import pytest

from ridotto.web.app import App
from ridotto.web.http.rate_limits import RATES, Rate, RateLimits
from tests.waiting import ended
from tests.web.conftest import served

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


@pytest.mark.slow
async def test_the_example_waits_as_long_as_the_house_demands(house, time, monkeypatch, capsys):
    waits: list[float] = []
    loop = asyncio.get_running_loop()

    def sleep(seconds):
        waits.append(seconds)
        asyncio.run_coroutine_threadsafe(time.forward(seconds), loop).result()

    async with served(App(house, RateLimits(RATES | {"decide": Rate(8, 4)}, time=time))) as url:
        monkeypatch.setattr(sys, "argv", [PROGRAM.name, url])
        main = runpy.run_path(str(PROGRAM))["main"]
        monkeypatch.setitem(main.__globals__, "sleep", sleep)
        await asyncio.to_thread(main)
    assert "The record is valid: True" in capsys.readouterr().out
    assert waits
