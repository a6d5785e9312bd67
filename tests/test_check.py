"""./test: its arguments, repeated runs, and the floors of coverage."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checkout import ROOT
from tests.waiting import until

sys.path.insert(0, str(ROOT / "packaging"))

import check
import coverage_floor
import stages

FLAKY = """
from pathlib import Path

import pytest

class TestLuck:
    @pytest.mark.parametrize("n", [1])
    def test_every_second_time(self, n):
        seen = Path(__file__).with_suffix(".seen")
        seen.write_text(seen.read_text() + "x" if seen.exists() else "x")
        assert len(seen.read_text()) % 2

def test_never():
    pass
"""


FEW_PLUGINS = "-p no:schemathesis -p no:hypothesispytest"  # they take seconds to load


UNDER_LOAD = """
import subprocess, sys, threading
sys.path.insert(0, "packaging")
import repeating
start = subprocess.Popen
def start_and_print(*command):
    started = start(*command)
    print(started.pid, flush=True)
    return started
subprocess.Popen = start_and_print
with repeating.under_load(1):
    threading.Event().wait()
"""
REPEAT = """
import sys
sys.path.insert(0, "packaging")
import repeating, stages
rounds, load, file = sys.argv[1:]
sys.exit(0 if repeating.repeat(int(rounds), int(load), [stages.pytest_stage("repeated tests", file, "-n", "0")]) else 1)
"""


def repeat(rounds: int, file: Path, load: int = 0) -> "subprocess.CompletedProcess[str]":
    """Run `./test --repeat` without its setup."""
    command = [sys.executable, "-c", REPEAT, str(rounds), str(load), str(file)]
    reports = file.parent
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        command,
        cwd=ROOT,
        env=inherited | {"RIDOTTO_REPORTS": str(reports), "PYTEST_ADDOPTS": FEW_PLUGINS},
        capture_output=True,
        text=True,
        check=False,
    )


class TestArguments:
    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            (["--repeat", "0"], "./test: argument --repeat: '0' is not a whole number from 1 on\n"),
            (["--repeat", "2", "--load", "x"], "./test: argument --load: 'x' is not a whole number from 1 on\n"),
            (["--repeat"], "./test: argument --repeat: expected one argument\n"),
            (["--load", "2"], "./test: --load goes with --repeat.\n"),
            (["tests/nowhere"], "./test: there is no tests/nowhere.\n"),
            (["-x", "tests/test_check.py", "tests/no.py::test"], "./test: there is no tests/no.py::test.\n"),
            (["--repeat", "2", "nowhere"], "./test: there is no nowhere.\n"),
            (["--lf", "nowhere"], "./test: there is no nowhere.\n"),
            (["--quick", "tests/engine"], "./test: --quick takes no paths and no options of pytest.\n"),
            (
                ["--quick", "--coverage"],
                "./test: argument --coverage: not allowed with argument --quick\n",
            ),
        ],
        ids=" ".join,
    )
    def test_wrong_arguments_are_refused_in_one_line(
        self, arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit) as ended:
            check.parse(arguments)
        assert ended.value.code == 2
        assert capsys.readouterr().err == line

    @pytest.mark.parametrize(
        "arguments",
        [
            ["tests/verhext", "-k", "potion"],
            ["-n", "2", "--dist", "worksteal", "tests/test_check.py::TestArguments"],
            ["--durations", "5", "-m", "not slow"],
            ["--lf", "tests/engine"],
            ["--junitxml", "build/report.xml", "--basetemp", "build/folder", "tests/engine"],
        ],
        ids=" ".join,
    )
    def test_arguments_of_pytest_are_passed_on(self, arguments: list[str]) -> None:
        assert check.parse(arguments)[1] == arguments

    def test_a_path_may_be_relative_to_the_current_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(ROOT / "tests")
        assert check.parse(["engine", "tests/house"])[1] == [str(ROOT / "tests" / "engine"), "tests/house"]

    def test_missing_programs_are_named(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for program in ("postgresql", "javascript"):
            monkeypatch.setattr(f"{program}.install", str)
        monkeypatch.setattr("chromium.install", lambda: "E: no such package\nChromium could not be installed.")
        assert check.install_programs() == ["Chromium could not be installed."]
        assert capsys.readouterr().out == "E: no such package\nChromium could not be installed.\n"
        monkeypatch.setattr(sys, "argv", ["check.py", "--coverage"])
        assert check.main() == 2

    def test_our_own_options_are_not_passed_on(self) -> None:
        options, rest = check.parse(["--repeat", "3", "tests/engine", "--load", "6", "-x", "--fresh"])
        assert (options.repeat, options.load, options.fresh) == (3, 6, True)
        assert rest == ["tests/engine", "-x"]


@pytest.mark.slow
class TestRepeating:
    def test_it_counts_failures(self, tmp_path: Path) -> None:
        file = tmp_path / "test_luck.py"
        file.write_text(FLAKY)
        done = repeat(3, file, load=1)
        assert done.returncode == 1
        assert "round 2 of 3: 1 passed, 1 failed" in done.stdout
        assert "3 rounds beside 1 busy processes" in done.stdout
        [line] = [line for line in done.stdout.splitlines() if line.startswith("failed ")]
        assert line.startswith("failed 1 of 3 times: ")
        assert line.endswith("TestLuck::test_every_second_time[1]")

    def test_a_collection_error_is_a_failure(self, tmp_path: Path) -> None:
        (tmp_path / "test_broken.py").write_text("import nothing_of_that_name\n")
        done = repeat(1, tmp_path / "test_broken.py")
        assert done.returncode == 1
        assert "failed 1 of 1 times: " in done.stdout

    def test_nothing_failed(self, tmp_path: Path) -> None:
        (tmp_path / "test_fine.py").write_text("def test_fine():\n    pass\n")
        done = repeat(2, tmp_path / "test_fine.py")
        assert done.stdout.splitlines()[-1] == "nothing failed"
        assert done.returncode == 0

    def test_busy_processes_end_with_their_parent(self) -> None:
        parent = subprocess.Popen([sys.executable, "-c", UNDER_LOAD], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert parent.stdout is not None
        busy = int(parent.stdout.readline())
        parent.kill()
        parent.communicate()
        until(lambda: not Path(f"/proc/{busy}").exists() or "Z" in Path(f"/proc/{busy}/stat").read_text().split()[2])

    def test_if_the_build_fails_results_of_an_earlier_run_do_not_count(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(stages, "REPORTS", tmp_path)
        stage = stages.pytest_stage("tests")
        stage.report.write_text('<testsuites><testsuite tests="7"/></testsuites>')
        assert stages.summary([stage]) == "7 passed, 0 failed"
        built = stages.Result(stages.python_stage("debug build"), False, 1.0)
        monkeypatch.setattr(check, "prepare_checks", lambda: ([built], []))
        monkeypatch.setattr(check, "all_stages", lambda: [stage])
        assert check.check(check.parse([])[0]) == 1
        assert "tests: 0 passed, 0 failed\n" in capsys.readouterr().out

    def test_ids_of_tests_are_those_of_pytest(self) -> None:
        from xml.etree.ElementTree import Element

        case = Element("testcase", classname="tests.house.test_house.TestTables", name="test_it[1]")
        assert stages.test_id(case) == "tests/house/test_house.py::TestTables::test_it[1]"


COVERED = {
    "src/ridotto/house/service.py": (80, 100, 10, 20),
    "src/ridotto/house/store/sqlite.py": (20, 20, 10, 10),
    "src/ridotto/cli.py": (5, 10, 0, 0),
    "src/ridotto/engine/state.py": (0, 100, 0, 0),  # compiled
}


class TestCoverage:
    def test_coverage_by_layer_is_compared_with_floors(self, capsys: pytest.CaptureFixture[str]) -> None:
        names = ("covered_lines", "num_statements", "covered_branches", "num_branches")
        files = {file: {"summary": dict(zip(names, counts, strict=True))} for file, counts in COVERED.items()}
        layers = coverage_floor.by_layer(files)
        assert layers == {"house": 80.0, "cli": 50.0}
        assert coverage_floor.compare(layers, {"house": 80.0, "cli": 50.1}) == ["cli"]
        assert "FALLEN   50.0 %  cli (at least 50.1 %)" in capsys.readouterr().out
        assert coverage_floor.floor_of(97.65) == 97.3

    def test_every_layer_has_a_floor(self) -> None:
        floors = json.loads(coverage_floor.FLOORS.read_text())
        folder = ROOT / "src" / "ridotto"
        layers = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
        assert set(floors) == layers
