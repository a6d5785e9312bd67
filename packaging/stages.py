"""The checks of ./test, one after the other: each a command, with what it finds in its environment."""

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
DEBUG = ROOT / "build" / "debug"
REPORTS = Path(os.environ.get("RIDOTTO_REPORTS", ROOT / "build" / "reports"))
GAMES = tuple(sorted(rules.parent.name for rules in (ROOT / "src" / "ridotto" / "games").glob("*/rules")))
LAWS = tuple(f"tests/test_games_{name}.py" for name in ("bots", "conform", "moves", "snapshots"))
UNCOMPILED = ("face", "draw*", "scene*", "story*", "page*", "lessons", "figures", "conformance")  # never compiled


class Stage(NamedTuple):
    name: str
    command: tuple[str, ...]
    environment: dict[str, str]
    quiet: bool = False  # what it prints is shown only when it fails

    @property
    def report(self) -> Path:
        """Where pytest leaves its verdicts."""
        return REPORTS / f"{self.name.replace(' ', '-')}.xml"


class Result(NamedTuple):
    stage: Stage
    passed: bool
    seconds: float


def python(name: str, *arguments: str, **environment: str) -> Stage:
    return Stage(name, (sys.executable, *arguments), environment)


def pytest(name: str, *arguments: str, **environment: str) -> Stage:
    stage = python(name, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", **environment)
    return stage._replace(command=(*stage.command, f"--junitxml={stage.report}", *arguments))


def style() -> list[Stage]:
    return [
        python("style", "-m", "ruff", "check"),
        python("format", "-m", "ruff", "format", "--check"),
        python("types", "-m", "mypy"),
        *(Stage(name, tuple(command), {}) for name, command in javascript.checks().items()),
    ]


def tests_of_rules() -> tuple[str, ...]:
    """The engine's, the bots', every game's and the laws: what is compiled must be right in every way it runs."""
    folders = (f"tests/{name}" for name in ("bots", "engine", *GAMES))
    skipped = (f"--ignore-glob=*/test_{name}.py" for name in (*UNCOMPILED, "referee"))
    return (*folders, *LAWS, *skipped)


def debug_build() -> Stage:
    """A whole copy of the package under `build`; only what changed is compiled, unless the builders did."""
    builders = json.dumps(prepare.wanted()["builders"])
    mark = ROOT / "build" / "debug-builders.json"
    if not mark.exists() or mark.read_text() != builders:
        for folder in (DEBUG, ROOT / "build" / "debug-c"):
            shutil.rmtree(folder, ignore_errors=True)
        mark.parent.mkdir(exist_ok=True)
        mark.write_text(builders)
    for file in DEBUG.rglob("*.*"):
        source = ROOT / "src" / file.relative_to(DEBUG)
        if file.suffix not in (".so", ".pyc") and not source.exists():
            file.unlink()
    folders = (f"--build-lib={DEBUG}", f"--build-temp={DEBUG}-objects")
    required = {"RIDOTTO_DEBUG": "1", "RIDOTTO_REQUIRE_COMPILED": "1"}
    stage = python("debug build", "setup.py", "-q", "build", "--parallel=2", *folders, **required)
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


def verdicts(stages: Iterable[Stage]) -> Counter[str]:
    """How many tests there were, and how many failed or were skipped."""
    total: Counter[str] = Counter()
    for suite in suites(stages):
        for kind in ("tests", "failures", "errors", "skipped"):
            total[kind] += int(suite.get(kind, 0))
    total["failed"] = total["failures"] + total["errors"]
    total["passed"] = total["tests"] - total["failed"] - total["skipped"]
    return total


def failures(stages: Iterable[Stage]) -> list[str]:
    """The tests that failed, by the names that pytest takes."""
    return [
        test_id(case)
        for suite in suites(stages)
        for case in suite.iter("testcase")
        if case.find("failure") is not None or case.find("error") is not None
    ]


def test_id(case: ElementTree.Element) -> str:
    """The file, the class if there is one, and the test: a report has them all in dots."""
    words = case.get("classname", "").split(".")
    classes: list[str] = []
    while words and not (ROOT / "/".join(words)).with_suffix(".py").exists():
        classes.insert(0, words.pop())
    return "::".join(["/".join(words) + ".py", *classes, case.get("name", "")])


def suites(stages: Iterable[Stage]) -> list[ElementTree.Element]:
    reports = [stage.report for stage in stages if stage.report.exists()]
    return [suite for report in reports for suite in ElementTree.parse(report).getroot().iter("testsuite")]


def table(results: Sequence[Result]) -> str:
    return "\n".join(
        f"{'ok    ' if passed else 'FAILED'}  {seconds:6.1f} s  {stage.name}" for stage, passed, seconds in results
    )


def counted(stages: Iterable[Stage]) -> str:
    """All tests of all stages, as test runners close."""
    total = verdicts(stages)
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    return f"{total['passed']} passed, {total['failed']} failed{skipped}"
