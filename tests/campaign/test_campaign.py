"""The campaign in its smallest form: every part ends and prints its figures.

Its checks are tested with houses that break their promises.
"""

import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from ridotto.house.store.protocol import StoredEvent
from ridotto.house.tables.events import Event, Moved, encode
from tests.campaign import __main__ as campaign
from tests.campaign.faults import is_clean
from tests.campaign.figures import Figures, part_of, table
from tests.campaign.flooder import FLOODS
from tests.campaign.kills import differences
from tests.campaign.people import Timed
from tests.campaign.timing import best_guess, hold_chance
from tests.checkout import ROOT
from tests.web.acknowledgements import Acknowledgements

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the campaign reads /proc")

EXPECTED = {
    "kills": ["SQLite: kills", "SQLite: acknowledged decisions", "SQLite: acknowledged and lost", "SQLite: done twice"],
    "faults": [
        "disk full: all is answered again after",
        "database locked: bots go on after",
        "streams nobody reads: answers that are not clean",
    ],
    "floods": [f"{name}: slowest answer of a novice" for name in FLOODS],
    "timing": ["refusals: times and steps: chance of such ranks", "verhext: steps of masters that were seen"],
    "churn": ["memory after the first 10 tables (moved clock)", "matches that go on when everybody has left"],
}


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.campaign", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)


@pytest.mark.slow
@pytest.mark.parametrize("part", campaign.PARTS)
def test_every_part_in_its_smallest_form(part: str) -> None:
    done = run("--smallest", "--only", part)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines() if line[0] == "|"]
    assert {row[0] for row in rows[2:]} == {part}
    assert [what for what in EXPECTED[part] if what not in [row[1] for row in rows]] == []
    assert {row[4] for row in rows[2:]} <= {"", "kept", "not judged"}


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--minutes", "0"], "minutes"),
        (["--minutes", "x"], "minutes"),
        (["--minutes", "-1"], "--minutes"),
        (["--only", "peace"], "peace"),
        (["--seed", "x"], "--seed"),
        (["--more"], "--more"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(
    arguments: list[str], word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["campaign", *arguments])
    with pytest.raises(SystemExit) as ended:
        campaign.main()
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert word in printed.err
    assert printed.err.count("\n") == 1


Run = Callable[[Figures, float, Path, int], Awaitable[None]]


async def fine(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    figures.count("lost", 0)


async def bad(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    figures.count("lost", 1)


async def slow(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    figures.measure("time", "2 s", "<= 1 s", kept=False)


async def broken(figures: Figures, seconds: float, folder: Path, seed: int) -> None:
    raise ExceptionGroup("several", [AssertionError("the house\nhas ended")])


@pytest.mark.parametrize(
    ("part", "arguments", "code", "line"),
    [
        (fine, [], 0, "Promises: 1 kept, 0 broken."),
        (bad, [], 1, "Promises: 0 kept, 1 broken."),
        (bad, ["--smallest"], 1, "Promises: 0 kept, 1 broken."),
        (slow, [], 1, "Promises: 0 kept, 1 broken."),
        (slow, ["--smallest"], 0, "Promises: 0 kept, 0 broken."),
        (broken, [], 1, "the house has ended"),
    ],
)
def test_exit_codes(
    part: Run,
    arguments: list[str],
    code: int,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(campaign, "PARTS", {"part": campaign.Part(part, 1.0)})
    monkeypatch.setattr(sys, "argv", ["campaign", *arguments])
    assert campaign.main() == code
    assert line in capsys.readouterr().out


def test_differences_between_answers_and_logs_are_counted() -> None:
    def log(*events: Event) -> list[StoredEvent]:
        return [StoredEvent(n, 0, encode(event)) for n, event in enumerate(events)]

    done = Moved(0, "pass", "first-request")
    acknowledged = Acknowledgements(done={("a", 0, "first-request"): done}, refused={("a", 0, "second-request")})
    found = [
        list(differences(acknowledged, {"a": log(*events)}).values())
        for events in [
            (done,),
            (),
            (done, done),
            (Moved(0, "call", "first-request"),),
            (done, Moved(0, "pass", "second-request")),
        ]
    ]
    assert found == [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize(
    ("status", "body", "clean"),
    [
        (200, b"", True),
        (409, b"", True),
        (503, b"Nothing is lost: try again.", True),
        (503, b"There's no space left for the database /srv/house.sqlite.", False),
        (500, b"Something went wrong on our side.", False),
        (0, b"", False),
    ],
)
def test_clean_answers(status: int, body: bytes, clean: bool) -> None:
    assert is_clean(Timed("look", status, 0.1, body)) is clean


def test_timing_leaks_are_found() -> None:
    chance, figures = Random(1), Figures("timing")
    labels = [0, 1] * 20
    hold_chance(figures, "told", [label + chance.random() / 2 for label in labels], labels, chance)
    hold_chance(figures, "told the other way", [-label + chance.random() / 2 for label in labels], labels, chance)
    hold_chance(figures, "not told", [chance.random() for _ in labels], labels, chance)
    assert [row.kept for row in figures.rows] == [False, False, True]


@pytest.mark.parametrize(
    ("values", "labels", "right"),
    [
        ([1, 2, 3, 4], [0, 0, 1, 1], 1.0),
        ([1, 2, 3, 4], [1, 1, 0, 0], 1.0),
        ([1, 1, 1, 1], [0, 1, 1, 1], 0.75),
        ([1, 2, 3, 4], [0, 1, 0, 1], 0.75),
        ([2, 2, 3, 3], [0, 1, 0, 1], 0.5),
    ],
)
def test_best_guess(values: list[float], labels: list[int], right: float) -> None:
    assert best_guess(values, labels) == right


def test_figures_in_columns() -> None:
    figures = Figures("kills")
    figures.tell("kills", 3)
    figures.count("lost", 0)
    assert table(figures.rows).splitlines() == [
        "| part  | what  | figure | promised | verdict |",
        "| ----- | ----- | ------ | -------- | ------- |",
        "| kills | kills | 3      |          |         |",
        "| kills | lost  | 0      | 0        | kept    |",
    ]
    assert [part_of([3, 1, 2], share) for share in (0, 0.5, 1)] == [1, 2, 3]
