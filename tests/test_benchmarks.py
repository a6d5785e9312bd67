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
from http_client import BenchmarkFailed

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="benchmarks read /proc")]

TIMEOUT_SECONDS = 120  # for a benchmark on a busy machine
HOUSE_SCRIPT, BROWSER_SCRIPT, LEVELS_SCRIPT, WAITING_SCRIPT = (
    ROOT / "benchmarks" / f"{name}.py" for name in ("house", "browser", "levels", "waiting")
)
PEER_INSTALLED = shutil.which("node") is not None and (servers.PEER_FOLDER / "node_modules" / "boardgame.io").is_dir()
MAY_BE_ZERO = {"KB an open stream", "KB an idle table", "ms of CPU a decision, race"}  # with a small load


class Benchmark:
    """A running benchmark."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.commands: dict[int, str] = {}  # of the processes it has started, by process
        self._pidfds: dict[int, int] = {}  # file descriptors that become readable when they end

    def wait_for(self, line: str) -> None:
        """Waits until it prints this line, then records the processes it has started."""
        assert self.process.stderr
        for printed in self.process.stderr:
            if printed.strip() == line:
                break
        else:
            raise AssertionError(f"it ended before it came to {line}")
        for process in descendants(self.process.pid):
            with suppress(OSError):  # it has ended meanwhile
                self._pidfds[process] = os.pidfd_open(process)
                self.commands[process] = Path(f"/proc/{process}/cmdline").read_text()

    def send_signal(self, signal_number: signal.Signals, command: str) -> None:
        """Sends a signal to all its processes with this text in their command: a script may be between them."""
        for process in [process for process, text in self.commands.items() if command in text]:
            with suppress(ProcessLookupError):  # the benchmark has given it up already
                os.kill(process, signal_number)

    def wait_for_end(self) -> tuple[int, str, str]:
        """Waits until it and everybody who shares its pipes have ended: exit code, standard output and error."""
        assert self.process.stdout
        assert self.process.stderr
        stderr, stdout = self.process.stderr.read(), self.process.stdout.read()
        return self.process.wait(), stdout, stderr

    def commands_left_running(self) -> list[str]:
        """The commands of the processes that it started and did not end."""
        return [
            self.commands[process]
            for process, pidfd in self._pidfds.items()
            if not select.select([pidfd], [], [], TIMEOUT_SECONDS)[0]
        ]

    def kill_processes(self) -> None:
        """Ends all processes that are left, also after a failure."""
        self.process.terminate()
        for pidfd in self._pidfds.values():
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            os.close(pidfd)
        self.process.communicate(timeout=TIMEOUT_SECONDS)


def descendants(process: int) -> set[int]:
    """All child processes of a process, direct and indirect."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found: set[int] = set()
    generation = {process}
    while generation:
        generation = {child for child, parent in parents.items() if parent in generation}
        found |= generation
    return found


@contextmanager
def running(*command: str | Path, **environment: str) -> Iterator[Benchmark]:
    """Runs a benchmark. After the timeout it is told to end, and then ends its servers, too."""
    process = subprocess.Popen(
        [sys.executable, *map(str, command)],
        env=os.environ | environment, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    timer = Timer(TIMEOUT_SECONDS, process.terminate)
    timer.start()
    benchmark = Benchmark(process)
    try:
        yield benchmark
    finally:
        timer.cancel()
        benchmark.kill_processes()


def run(*command: str | Path, **environment: str) -> tuple[int, str, str]:
    with running(*command, **environment) as benchmark:
        return benchmark.wait_for_end()


def table_rows(table: str) -> list[list[str]]:
    """The cells of a table that was printed, without its head."""
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[2:]]


# Figures


def assert_house_figures(stdout: str, column: str) -> None:
    import house

    found = {title: float(figure) for title, figure in table_rows(stdout)}
    assert list(found) == [title for title, _ in house.ROWS.values()]
    assert [title for title, figure in found.items() if figure <= 0 and title not in MAY_BE_ZERO] == []
    assert re.search(rf"^{column}: the generator took \d+ % of a core in the race", stdout, re.MULTILINE)


@pytest.mark.parametrize("column", ["house", "house-json"])
def test_the_house_under_load(column: str) -> None:
    code, stdout, stderr = run(HOUSE_SCRIPT, "--smallest", "--only", column)
    assert code == 0, stderr
    assert_house_figures(stdout, column)


def test_the_house_on_postgresql_under_load() -> None:
    code, stdout, stderr = run(HOUSE_SCRIPT, "--smallest", "--only", "house-postgres")
    assert code == 0, stderr
    if postgresql.programs() is None:
        assert "house-postgres is skipped: PostgreSQL is not installed here" in stderr
    else:
        assert_house_figures(stdout, "house-postgres")


def test_the_peer_under_load() -> None:
    code, stdout, stderr = run(HOUSE_SCRIPT, "--smallest", "--only", "peer-memory")
    assert code == 0, stderr
    if PEER_INSTALLED:
        assert_house_figures(stdout, "peer-memory")
    else:
        assert "peer-memory is skipped: " in stderr


def test_tables_in_a_browser() -> None:
    code, stdout, stderr = run(BROWSER_SCRIPT, "--smallest", "--game", "verhext", "--json")
    assert code == 0, stderr
    if chromium.program() is None:
        assert "Chromium is not installed here" in stderr
        return
    found = json.loads(stdout)["games"]["verhext"]
    assert found.pop("shift") >= 0
    assert len(found) == 6
    assert min(found.values()) > 0


def test_levels_of_bots(tmp_path: Path) -> None:
    code, stdout, stderr = run(LEVELS_SCRIPT, "--smallest", tmp_path, "diciassette")
    assert code == 0, stderr
    found = table_rows(stdout)
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
    second_run = run(LEVELS_SCRIPT, "--smallest", tmp_path, "diciassette")
    assert second_run == (0, stdout, "")  # all these games have been played


def test_how_long_one_waits() -> None:
    code, stdout, stderr = run(WAITING_SCRIPT, "--smallest", "venti")
    assert code == 0, stderr
    ((_, rounds, *waits),) = table_rows(stdout)
    assert int(rounds) > 0
    assert all(float(wait.removesuffix(" s")) > 0 for wait in waits)


def test_how_fast_it_is() -> None:
    code, stdout, stderr = run("-m", "ridotto", "bench", "--peers", "--smallest", "--json", "--lang", "en")
    assert code == 0, stderr
    measured: dict[str, list[dict[str, Any]]] = {}
    for row in json.loads(stdout)["rows"]:
        measured.setdefault(row["game"], []).append(row)
    assert list(measured) == [game.slug for game in ridotto.all_games()]
    skipped = "Skipping OpenSpiel: it isn't installed here (pip install open_spiel).\n" in stderr
    for found in measured.values():
        assert [row["what"] for row in found] == [
            *("rollouts", "driven", "search", "simulated", "clone", "thinking", "import"),
        ]
        assert min(row["ours"] for row in found) > 0
        assert [row["what"] for row in found if row.get("theirs", 0) <= 0] == (
            [row["what"] for row in found] if skipped else ["thinking"]
        )


# What is missing is skipped

RUN_AFTER_SETUP = """
import os, runpy, sys
sys.path[:0] = sys.argv.pop(1).split(os.pathsep)
exec(sys.argv.pop(1))
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


def run_after_setup(setup: str, folder: Path, script: str, *arguments: str) -> list[str]:
    """Runs a benchmark of a checkout after this code, as if something were not installed. Returns its output."""
    search_path = os.pathsep.join(str(folder / name) for name in ("benchmarks", "packaging"))
    code, stdout, stderr = run(
        "-c", RUN_AFTER_SETUP, search_path, setup, folder / "benchmarks" / script, "--smallest", *arguments
    )
    assert (code, stdout) == (0, "")
    return [line for line in stderr.splitlines() if not line.endswith("...")]


def test_a_column_whose_software_was_never_fetched_is_skipped(tmp_path: Path) -> None:
    for folder in ("benchmarks", "packaging"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    program(tmp_path / "node", "exit 1")
    setup = f"import postgresql; postgresql.programs = lambda: None; os.environ['PATH'] = {str(tmp_path)!r}"
    npm_install = f"npm install --no-package-lock --prefix {tmp_path}/benchmarks/boardgame_io"
    assert run_after_setup(setup, tmp_path, "house.py", "--only", "house-postgres", "peer", "peer-memory") == [
        "house-postgres is skipped: PostgreSQL is not installed here (on Debian and Ubuntu: apt install postgresql).",
        f"peer is skipped: boardgame.io is not installed here ({npm_install}).",
        f"peer-memory is skipped: boardgame.io is not installed here ({npm_install}).",
    ]


def test_a_column_without_node_or_psycopg_is_skipped() -> None:
    setup = (
        "import postgresql; postgresql.programs = lambda: '/'; sys.modules['psycopg'] = None; os.environ['PATH'] = ''"
    )
    assert run_after_setup(setup, ROOT, "house.py", "--only", "house-postgres", "peer") == [
        "house-postgres is skipped: psycopg is not installed here (pip install 'psycopg[binary]').",
        "peer is skipped: node is not installed here (on Debian and Ubuntu: apt install nodejs npm).",
    ]


@pytest.mark.parametrize(
    ("setup", "line"),
    [
        (
            "os.environ['RIDOTTO_CHROMIUM'] = 'nowhere'",
            "Chromium is not installed here (on Debian and Ubuntu: apt install chromium)",
        ),
        ("sys.modules['playwright'] = None", "Playwright is not installed here (pip install playwright)"),
    ],
    ids=["Chromium", "Playwright"],
)
def test_without_a_browser_nothing_is_measured(setup: str, line: str) -> None:
    assert run_after_setup(setup, ROOT, "browser.py") == [f"Nothing is measured: {line}."]


# What goes wrong

SERVER_COMMANDS = {"house-json": "ridotto\0serve"} | ({"peer-memory": "server.js"} if PEER_INSTALLED else {})


@pytest.mark.parametrize("column", SERVER_COMMANDS)
@pytest.mark.parametrize(
    ("signal_number", "limit", "line"),
    [(signal.SIGKILL, "120", r".+ \(.+ was killed by SIGKILL\)"), (signal.SIGSTOP, "1", r".+ within 1 seconds")],
    ids=["dies", "does-not-answer"],
)
def test_a_dead_or_stuck_server_ends_a_benchmark(
    column: str, signal_number: signal.Signals, limit: str, line: str
) -> None:
    with running(HOUSE_SCRIPT, "--smallest", "--seconds", "60", "--limit", limit, "--only", column) as benchmark:
        benchmark.wait_for("2 tables ...")
        benchmark.send_signal(signal_number, SERVER_COMMANDS[column])
        code, stdout, stderr = benchmark.wait_for_end()
        assert (code, stdout) == (1, "")
        assert re.search(rf"^{column}: {line}\n\Z", stderr, re.MULTILINE)
        assert benchmark.commands_left_running() == []


@pytest.mark.skipif(chromium.program() is None, reason=chromium.MISSING)
def test_a_browser_that_does_not_answer_ends_a_benchmark() -> None:
    with running(BROWSER_SCRIPT, "--smallest", "--game", "verhext", "--limit", "1") as benchmark:
        benchmark.wait_for("verhext ...")
        benchmark.send_signal(signal.SIGSTOP, "--remote-debugging-pipe")
        code, stdout, stderr = benchmark.wait_for_end()
        assert (code, stdout) == (1, "")
        assert re.fullmatch(r"verhext, \w+: .+ (within \d+ seconds|Timeout 1000ms exceeded\.)\n", stderr)
        assert benchmark.commands_left_running() == []


def test_a_benchmark_that_is_ended_ends_its_servers() -> None:
    with running(HOUSE_SCRIPT, "--smallest", "--seconds", "60", "--only", "house") as benchmark:
        benchmark.wait_for("2 tables ...")
        benchmark.process.terminate()
        assert benchmark.wait_for_end()[0] == 130
        assert benchmark.commands
        assert benchmark.commands_left_running() == []


def test_a_house_that_cannot_open_is_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BenchmarkFailed) as failure, servers.running_house(f"{tmp_path}/nowhere/house.sqlite", 1):
        pass
    assert str(failure.value) == (
        "ridotto serve ended before it said where it listens (ridotto serve ended with exit code 2)"
    )
    assert capfd.readouterr().err.count("\n") == 1  # it says why


@pytest.mark.parametrize("command", [["sleep", "600"], ["yes"]], ids=["nothing", "nothing-to-the-point"])
def test_a_server_without_the_expected_output_is_reported(
    command: list[str | Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "START_STOP_TIMEOUT_SECONDS", 0.1)
    with pytest.raises(BenchmarkFailed) as failure, servers.running_process("a dull server", command) as server:
        server.wait_for_output("where it listens", r"port (\d+)")
    assert str(failure.value) == "a dull server did not say where it listens within 0.1 seconds"
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


def test_a_game_that_does_not_end_is_reported(tmp_path: Path) -> None:
    code, _, stderr = run(LEVELS_SCRIPT, tmp_path, "verhext", "--limit", "0.001")
    assert (code, stderr) == (1, "verhext, novice against casual: no game ended within 0.001 seconds\n")


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
    with pytest.raises(SystemExit) as exit_info:
        benchmark_program.run(importlib.import_module(sys.argv[0]).main)
    assert exit_info.value.code == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert output.err.startswith(line)
