"""Every benchmark still runs: with the smallest load it ends and prints its figures.

If a server dies or hangs, the benchmark says so in one line and leaves no process behind.
"""

import importlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

import ridotto
from tests.checkout import ROOT, program

sys.path.insert(0, str(ROOT / "packaging"))
sys.path.insert(0, str(ROOT / "benchmarks"))
import chromium
import postgresql
import program as benchmark_program
import servers
from wire import Failed

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="benchmarks read /proc")]

DEADLINE = 120  # seconds for a benchmark on a busy machine
HOUSE, BROWSER, LEVELS, WAITING = (
    ROOT / "benchmarks" / f"{name}.py" for name in ("house", "browser", "levels", "waiting")
)
PEER = shutil.which("node") is not None and (servers.PEER / "node_modules" / "boardgame.io").is_dir()
SOME = {"KB an open stream", "KB an idle table", "ms of CPU a decision, race"}  # too little of it may be none


class Benchmark:
    """A running benchmark."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.started: dict[int, str] = {}  # processes and their commands
        self._ended: dict[int, int] = {}  # file descriptors that become readable when they end

    def wait_for(self, line: str) -> None:
        """Waits until it prints this line, then records the processes it has started."""
        assert self.process.stderr
        for said in self.process.stderr:
            if said.strip() == line:
                break
        else:
            raise AssertionError(f"it ended before it came to {line}")
        for process in descendants(self.process.pid):
            with suppress(OSError):  # it has ended meanwhile
                self._ended[process] = os.pidfd_open(process)
                self.started[process] = Path(f"/proc/{process}/cmdline").read_text()

    def send(self, how: signal.Signals, command: str) -> None:
        """Sends a signal to all its processes with this text in their command: a script may be between them."""
        for process in [process for process, words in self.started.items() if command in words]:
            with suppress(ProcessLookupError):  # the benchmark has given it up already
                os.kill(process, how)

    def end(self) -> tuple[int, str, str]:
        """Waits until it and everybody who shares its pipes have ended: exit code, standard output and error."""
        assert self.process.stdout
        assert self.process.stderr
        said, printed = self.process.stderr.read(), self.process.stdout.read()
        return self.process.wait(), printed, said

    def left_behind(self) -> list[str]:
        """The commands of the processes that it started and did not end."""
        return [
            self.started[process]
            for process, ended in self._ended.items()
            if not select.select([ended], [], [], DEADLINE)[0]
        ]

    def sweep(self) -> None:
        """Ends all processes that are left, also after a failure."""
        self.process.terminate()
        for ended in self._ended.values():
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(ended, signal.SIGKILL)
            os.close(ended)
        self.process.communicate(timeout=DEADLINE)


def descendants(process: int) -> set[int]:
    """All child processes of a process, direct and indirect."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found: set[int] = set()
    new = {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found |= new
    return found


@contextmanager
def running(*command: str | Path, **environment: str) -> Iterator[Benchmark]:
    """Runs a benchmark. At the deadline it is told to end, and then ends its servers, too."""
    process = subprocess.Popen(
        [sys.executable, *map(str, command)],
        env=os.environ | environment, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    too_late = Timer(DEADLINE, process.terminate)
    too_late.start()
    benchmark = Benchmark(process)
    try:
        yield benchmark
    finally:
        too_late.cancel()
        benchmark.sweep()


def run(*command: str | Path, **environment: str) -> tuple[int, str, str]:
    with running(*command, **environment) as benchmark:
        return benchmark.end()


def rows(table: str) -> list[list[str]]:
    """The cells of a table that was printed, without its head."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


# Figures


def demand_figures_of_a_house(printed: str, column: str) -> None:
    import house

    found = {title: float(figure) for title, figure in rows(printed)}
    assert list(found) == [title for title, _ in house.ROWS.values()]
    assert [title for title, figure in found.items() if figure <= 0 and title not in SOME] == []
    assert re.search(rf"^{column}: the generator took \d+ % of a core in the race", printed, re.MULTILINE)


@pytest.mark.parametrize("column", ["house", "house-json"])
def test_the_house_under_load(column: str) -> None:
    code, printed, said = run(HOUSE, "--smallest", "--only", column)
    assert code == 0, said
    demand_figures_of_a_house(printed, column)


def test_the_house_on_postgresql_under_load() -> None:
    code, printed, said = run(HOUSE, "--smallest", "--only", "house-postgres")
    assert code == 0, said
    if postgresql.programs() is None:
        assert "house-postgres is skipped: PostgreSQL is not installed here" in said
    else:
        demand_figures_of_a_house(printed, "house-postgres")


def test_the_peer_under_load() -> None:
    code, printed, said = run(HOUSE, "--smallest", "--only", "peer-memory")
    assert code == 0, said
    if PEER:
        demand_figures_of_a_house(printed, "peer-memory")
    else:
        assert "peer-memory is skipped: " in said


def test_tables_in_a_browser() -> None:
    code, printed, said = run(BROWSER, "--smallest", "--game", "verhext", "--json")
    assert code == 0, said
    if chromium.program() is None:
        assert "Chromium is not installed here" in said
        return
    found = json.loads(printed)["games"]["verhext"]
    assert found.pop("shift") >= 0
    assert len(found) == 6
    assert min(found.values()) > 0


def test_levels_of_bots(tmp_path: Path) -> None:
    code, printed, said = run(LEVELS, "--smallest", tmp_path, "diciassette")
    assert code == 0, said
    found = rows(printed)
    assert [(lower, upper) for _, _, lower, upper, *_ in found] == [
        ("novice", "casual@2"),
        ("casual@2", "expert@4"),
        ("expert@4", "master@6"),
    ]
    for _, players, _, _, games, wins, wanted, *thinks in found:
        assert int(games) == int(players)
        assert re.fullmatch(r"\d+ % \(\d+ to \d+\)", wins)
        assert re.fullmatch(r"\d+ %", wanted)
        assert all(float(time.removesuffix(" ms")) > 0 for time in thinks)
    assert run(LEVELS, "--smallest", tmp_path, "diciassette") == (0, printed, "")  # all these games have been played


def test_how_long_one_waits() -> None:
    code, printed, said = run(WAITING, "--smallest", "venti")
    assert code == 0, said
    ((_, rounds, *waits),) = rows(printed)
    assert int(rounds) > 0
    assert all(float(wait.removesuffix(" s")) > 0 for wait in waits)


def test_how_fast_it_is() -> None:
    code, printed, said = run("-m", "ridotto", "bench", "--peers", "--smallest", "--json", "--lang", "en")
    assert code == 0, said
    measured: dict[str, list[dict[str, Any]]] = {}
    for row in json.loads(printed)["rows"]:
        measured.setdefault(row["game"], []).append(row)
    assert list(measured) == [game.slug for game in ridotto.all_games()]
    skipped = "Skipping OpenSpiel: it isn't installed here (pip install open_spiel).\n" in said
    for found in measured.values():
        assert [row["what"] for row in found] == [
            *("rollouts", "driven", "search", "simulated", "clone", "thinking", "import"),
        ]
        assert min(row["ours"] for row in found) > 0
        assert [row["what"] for row in found if row.get("theirs", 0) <= 0] == (
            [row["what"] for row in found] if skipped else ["thinking"]
        )


# What is missing is skipped

AS_IF = """
import os, runpy, sys
sys.path[:0] = sys.argv.pop(1).split(os.pathsep)
exec(sys.argv.pop(1))
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


def run_as_if(gone: str, folder: Path, script: str, *arguments: str) -> list[str]:
    """Runs a benchmark of a checkout as if something were not installed: its output."""
    where = os.pathsep.join(str(folder / name) for name in ("benchmarks", "packaging"))
    code, printed, said = run("-c", AS_IF, where, gone, folder / "benchmarks" / script, "--smallest", *arguments)
    assert (code, printed) == (0, "")
    return [line for line in said.splitlines() if not line.endswith("...")]


def test_a_column_whose_software_was_never_fetched_is_skipped(tmp_path: Path) -> None:
    for folder in ("benchmarks", "packaging"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    program(tmp_path / "node", "exit 1")
    gone = f"import postgresql; postgresql.programs = lambda: None; os.environ['PATH'] = {str(tmp_path)!r}"
    fetch = f"npm install --no-package-lock --prefix {tmp_path}/benchmarks/boardgame_io"
    assert run_as_if(gone, tmp_path, "house.py", "--only", "house-postgres", "peer", "peer-memory") == [
        "house-postgres is skipped: PostgreSQL is not installed here (on Debian and Ubuntu: apt install postgresql).",
        f"peer is skipped: boardgame.io is not installed here ({fetch}).",
        f"peer-memory is skipped: boardgame.io is not installed here ({fetch}).",
    ]


def test_a_column_without_node_or_psycopg_is_skipped() -> None:
    gone = (
        "import postgresql; postgresql.programs = lambda: '/'; sys.modules['psycopg'] = None; os.environ['PATH'] = ''"
    )
    assert run_as_if(gone, ROOT, "house.py", "--only", "house-postgres", "peer") == [
        "house-postgres is skipped: psycopg is not installed here (pip install 'psycopg[binary]').",
        "peer is skipped: node is not installed here (on Debian and Ubuntu: apt install nodejs npm).",
    ]


@pytest.mark.parametrize(
    ("gone", "line"),
    [
        (
            "os.environ['RIDOTTO_CHROMIUM'] = 'nowhere'",
            "Chromium is not installed here (on Debian and Ubuntu: apt install chromium)",
        ),
        ("sys.modules['playwright'] = None", "Playwright is not installed here (pip install playwright)"),
    ],
    ids=["Chromium", "Playwright"],
)
def test_without_a_browser_nothing_is_measured(gone: str, line: str) -> None:
    assert run_as_if(gone, ROOT, "browser.py") == [f"Nothing is measured: {line}."]


# What goes wrong

SERVERS = {"house-json": "ridotto\0serve"} | ({"peer-memory": "server.js"} if PEER else {})


@pytest.mark.parametrize("column", SERVERS)
@pytest.mark.parametrize(
    ("how", "limit", "line"),
    [(signal.SIGKILL, "120", r".+ \(.+ was killed by SIGKILL\)"), (signal.SIGSTOP, "1", r".+ within 1 seconds")],
    ids=["dies", "does-not-answer"],
)
def test_a_server_that_is_gone_or_stuck_ends_a_benchmark(
    column: str, how: signal.Signals, limit: str, line: str
) -> None:
    with running(HOUSE, "--smallest", "--seconds", "60", "--limit", limit, "--only", column) as benchmark:
        benchmark.wait_for("2 tables ...")
        benchmark.send(how, SERVERS[column])
        code, printed, said = benchmark.end()
        assert (code, printed) == (1, "")
        assert re.search(rf"^{column}: {line}\n\Z", said, re.MULTILINE)
        assert benchmark.left_behind() == []


@pytest.mark.skipif(chromium.program() is None, reason=chromium.MISSING)
def test_a_browser_that_does_not_answer_ends_a_benchmark() -> None:
    with running(BROWSER, "--smallest", "--game", "verhext", "--limit", "1") as benchmark:
        benchmark.wait_for("verhext ...")
        benchmark.send(signal.SIGSTOP, "--remote-debugging-pipe")
        code, printed, said = benchmark.end()
        assert (code, printed) == (1, "")
        assert re.fullmatch(r"verhext, \w+: .+ (within \d+ seconds|Timeout 1000ms exceeded\.)\n", said)
        assert benchmark.left_behind() == []


def test_a_benchmark_that_is_ended_ends_its_servers() -> None:
    with running(HOUSE, "--smallest", "--seconds", "60", "--only", "house") as benchmark:
        benchmark.wait_for("2 tables ...")
        benchmark.process.terminate()
        assert benchmark.end()[0] == 130
        assert benchmark.started
        assert benchmark.left_behind() == []


def test_a_house_that_cannot_open_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Failed) as failed, servers.house(f"{tmp_path}/nowhere/house.sqlite", 1):
        pass
    assert str(failed.value) == (
        "ridotto serve ended before it said where it listens (ridotto serve ended with exit code 2)"
    )
    assert capfd.readouterr().err.count("\n") == 1  # it says why


@pytest.mark.parametrize("command", [["sleep", "600"], ["yes"]], ids=["nothing", "nothing-to-the-point"])
def test_a_server_that_says_nothing_is_told(command: list[str | Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "PATIENCE", 0.1)
    with pytest.raises(Failed) as failed, servers.running("a dull server", command) as server:
        server.told("where it listens", r"port (\d+)")
    assert str(failed.value) == "a dull server did not say where it listens within 0.1 seconds"
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


def test_a_game_that_does_not_end_is_told(tmp_path: Path) -> None:
    code, _, said = run(LEVELS, tmp_path, "verhext", "--limit", "0.001")
    assert (code, said) == (1, "verhext, novice against casual: no game ended within 0.001 seconds\n")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("house --tables 0", "house: argument --tables: 0 is not a whole number from 1"),
        ("house --idle many", "house: argument --idle: many is not a whole number from 1"),
        ("house --race 0.0", "house: argument --race: 0.0 is not a number of seconds above 0"),
        ("house --limit nan", "house: argument --limit: nan is not a number of seconds above 0"),
        ("house --only nowhere", "house: argument --only: invalid choice: 'nowhere'"),
        ("house --people 2", "house: Verhext! is for 3 to 5 people, not 2"),
        ("house --streams 3", "house: 4 people need a stream each, not 3 at a table"),
        ("browser --game poker", "browser: argument --game: invalid choice: 'poker'"),
        ("levels", "levels: the following arguments are required: FOLDER"),
        ("levels /dev/null", "levels: /dev/null cannot be a folder: File exists"),
        ("levels nowhere poker", "Unknown game “poker”"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_code_2(
    command: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", command.split())
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with pytest.raises(SystemExit) as stopped:
        benchmark_program.run(importlib.import_module(sys.argv[0]).main)
    assert stopped.value.code == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith(line)
