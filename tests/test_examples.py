"""The programs in `examples/` do what they say. `tests/web/test_client.py` runs the one that needs a house."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAMS = sorted(path.name for path in EXAMPLES.glob("*.py"))


def run(program: str, *arguments: object) -> str:
    """What a program prints."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout


def test_there_are_five_programs_and_the_page_lists_them():
    assert len(PROGRAMS) == 5
    assert sorted(set(re.findall(r"\]\((\w+\.py)\)", (EXAMPLES / "README.md").read_text("utf-8")))) == PROGRAMS


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_explains_its_options(program):
    assert run(program, "--help").startswith("usage:")


def test_a_game_is_played_to_the_end():
    lines = run("play_a_game.py", "verhext", "--players", 4).splitlines()
    assert re.fullmatch(r"seat \d: prophecy \d[x+]?", lines[0])
    assert any(re.fullmatch(r"seat \d comes in 1\. with -?\d+ points", line) for line in lines[-4:])
    assert run("play_a_game.py", "verhext", "--players", 4).splitlines() == lines


@pytest.mark.slow
def test_a_bot_of_ones_own_beats_chance():
    lines = run("bot_of_your_own.py", "venezia2099", "--games", 20).splitlines()
    [share] = re.findall(r"^patient wins (\d+)% of 20 games", "\n".join(lines), re.MULTILINE)
    assert int(share) > 60


def test_a_position_is_searched():
    first, *rows = run("search_a_position.py", "venezia2099", "--simulations", 300).splitlines()
    assert first.startswith("300 simulated games, ")
    visits = [int(row.removesuffix(" visits").split()[-1]) for row in rows]
    assert sum(visits) == 300
    assert visits == sorted(visits, reverse=True)


def test_a_simulation_is_drawn(tmp_path):
    drawing = tmp_path / "scores.svg"
    assert run("simulation_with_plot.py", "venti", "--players", 3, "--games", 20, "--out", drawing).startswith(
        "20 games"
    )
    curves = ElementTree.parse(drawing).getroot().findall("{http://www.w3.org/2000/svg}polyline")
    assert len(curves) == 3
