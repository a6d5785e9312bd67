"""The stages of ./test: commands with environment variables, run one after the other, and the results of pytest."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import javascript
import prepare

ROOT = Path(__file__).resolve().parents[1]
DEBUG_BUILD = ROOT / "build" / "debug"
REPORTS = Path(os.environ.get("RIDOTTO_REPORTS", ROOT / "build" / "reports"))
GAMES = tuple(sorted(rules.parent.name for rules in (ROOT / "src" / "ridotto" / "games").glob("*/rules")))
GAME_TESTS = tuple(f"tests/test_games_{name}.py" for name in ("bots", "conform", "moves", "snapshots"))
SKIPPED_TESTS = (  # of what is not compiled, and those that take too long as plain Python
    *(f"*/test_{name}.py" for name in ("face", "drawn_zones", "scene*", "story", "lessons", "conformance")),
    *(f"*/{game}/test_referee.py" for game in ("venezia", "venezia2099", "venti")),
)


class Stage(NamedTuple):
    name: str
    command: tuple[str, ...]
    environment: dict[str, str]
    quiet: bool = False  # show the output only if it fails

    @property
    def report(self) -> Path:
        """The file with the results of pytest."""
        return REPORTS / f"{self.name.replace(' ', '-')}.xml"


class Result(NamedTuple):
    stage: Stage
    passed: bool
    seconds: float


def python_stage(name: str, *arguments: str, **environment: str) -> Stage:
    return Stage(name, (sys.executable, *arguments), environment)


def pytest_stage(name: str, *arguments: str, **environment: str) -> Stage:
    stage = python_stage(name, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", **environment)
    return stage._replace(command=(*stage.command, f"--junitxml={stage.report}", *arguments))


def style() -> list[Stage]:
    return [
        python_stage("style", "-m", "ruff", "check"),
        python_stage("format", "-m", "ruff", "format", "--check"),
        python_stage("types", "-m", "mypy"),
        *(Stage(name, tuple(command), {}) for name, command in javascript.check_commands().items()),
    ]


def rules_tests() -> tuple[str, ...]:
    """The tests of compiled modules: they run compiled, as plain Python and on the debug build."""
    folders = (f"tests/{name}" for name in ("bots", "engine", *GAMES))
    skipped = (f"--ignore-glob={pattern}" for pattern in SKIPPED_TESTS)
    return (*folders, *GAME_TESTS, *skipped)


def debug_build() -> Stage:
    """Build a copy of the package under `build`. If a build script has changed, everything is compiled again."""
    build_scripts = json.dumps(prepare.expected_stamp()["build_scripts"])
    stamp = ROOT / "build" / "debug-builders.json"
    if not stamp.exists() or stamp.read_text() != build_scripts:
        for folder in (DEBUG_BUILD, ROOT / "build" / "debug-c"):
            shutil.rmtree(folder, ignore_errors=True)
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(build_scripts)
    for file in DEBUG_BUILD.rglob("*.*"):
        source = ROOT / "src" / file.relative_to(DEBUG_BUILD)
        if file.suffix not in (".so", ".pyc") and not source.exists():
            file.unlink()
    folders = (f"--build-lib={DEBUG_BUILD}", f"--build-temp={DEBUG_BUILD}-objects")
    required = {"RIDOTTO_DEBUG": "1", "RIDOTTO_REQUIRE_COMPILED": "1"}
    stage = python_stage("debug build", "setup.py", "-q", "build", "--parallel=2", *folders, **required)
    return stage._replace(quiet=True)


# Running them


def run(stage: Stage) -> Result:
    print(f"\n== {stage.name}", flush=True)
    stage.report.unlink(missing_ok=True)
    start = time.monotonic()
    done = subprocess.run(
        stage.command,
        cwd=ROOT,
        env=os.environ | stage.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if stage.quiet else None,
        stderr=subprocess.STDOUT if stage.quiet else None,
        text=True,
        check=False,
    )
    if stage.quiet and done.returncode:
        print(done.stdout, flush=True)
    return Result(stage, done.returncode == 0, time.monotonic() - start)


def run_all(stages: Iterable[Stage]) -> list[Result]:
    REPORTS.mkdir(parents=True, exist_ok=True)
    return [run(stage) for stage in stages]


def test_counts(stages: Iterable[Stage]) -> Counter[str]:
    """How many tests were run, and how many passed, failed or were skipped."""
    total: Counter[str] = Counter()
    for suite in suites(stages):
        for kind in ("tests", "failures", "errors", "skipped"):
            total[kind] += int(suite.get(kind, 0))
    total["failed"] = total["failures"] + total["errors"]
    total["passed"] = total["tests"] - total["failed"] - total["skipped"]
    return total


def failed_tests(stages: Iterable[Stage]) -> list[str]:
    """The ids of the tests that failed, as pytest takes them."""
    return [
        test_id(case)
        for suite in suites(stages)
        for case in suite.iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    ]


def test_id(case: ElementTree.Element) -> str:
    """The id of a test for pytest. In a report, file and class are one name with dots."""
    words = case.get("classname", "").split(".")
    classes: list[str] = []
    while words and not (ROOT / "/".join(words)).with_suffix(".py").exists():
        classes.insert(0, words.pop())
    return "::".join(["/".join(words) + ".py", *classes, case.get("name", "")])


def suites(stages: Iterable[Stage]) -> list[ElementTree.Element]:
    reports = [stage.report for stage in stages if stage.report.exists()]
    return [suite for report in reports for suite in ElementTree.parse(report).getroot().iter("testsuite")]


def result_table(results: Sequence[Result]) -> str:
    return "\n".join(
        f"{'ok    ' if passed else 'FAILED'}  {seconds:6.1f} s  {stage.name}" for stage, passed, seconds in results
    )


def summary(stages: Iterable[Stage]) -> str:
    """The counts of all stages in one line, as the last line of a test runner."""
    total = test_counts(stages)
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    return f"{total['passed']} passed, {total['failed']} failed{skipped}"
