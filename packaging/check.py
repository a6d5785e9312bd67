"""All that ./test checks: style, types, and the tests compiled, as plain Python and on the debug build."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import chromium
import postgresql
import prepare
import ridotto

ROOT = Path(__file__).resolve().parents[1]
DEBUG = ROOT / "build" / "debug"
REPORTS = ROOT / "build" / "reports"


class Stage(NamedTuple):
    """One check: a command of this Python, and what it finds in its environment."""

    name: str
    arguments: tuple[str, ...]
    environment: dict[str, str]


def rules_tests() -> tuple[str, ...]:
    """The engine's, the bots', every game's and the laws: what is compiled must be right in every way it runs."""
    games = sorted(rules.parent.name for rules in (ROOT / "src" / "ridotto" / "games").glob("*/rules.py"))
    shared = ("test_games_bots.py", "test_games_conform.py", "test_games_moves.py", "test_games_snapshots.py")
    told = ("face", "draw*", "scene*", "story*", "page*", "referee")  # nothing compiled is in these, or it takes long
    others = (f"--ignore-glob=*/test_{name}.py" for name in told)
    return (*(f"tests/{name}" for name in ("bots", "engine", *games, *shared)), *others)


def pytest(name: str, *arguments: str, **environment: str) -> Stage:
    report = REPORTS / f"{name.replace(' ', '-')}.xml"
    usual = ("-q", "-n", "2", "--dist", "worksteal", f"--junitxml={report}")
    return Stage(name, ("-m", "pytest", *usual, *arguments), environment)


def stages() -> list[Stage]:
    checks = [
        Stage("style", ("-m", "ruff", "check"), {}),
        Stage("format", ("-m", "ruff", "format", "--check"), {}),
        Stage("types", ("-m", "mypy"), {}),
    ]
    if not ridotto.compiled:
        print("Not compiled here: the tests run as plain Python only.", flush=True)
        return [*checks, pytest("plain tests", "-m", "not compiler")]
    brief = {"RIDOTTO_CONFORM_SECONDS": "2"}  # for each game and number of players
    abort = {"UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1"}
    return [
        *checks,
        pytest("tests", "-n", "3"),  # those in a browser wait most of the time
        pytest("rules as plain Python", *rules_tests(), RIDOTTO_PURE="1", **brief),
        debug_build(),
        # the sanitizer writes to the real standard error
        pytest("rules on the debug build", *rules_tests(), "--capture=sys", PYTHONPATH=str(DEBUG), **brief, **abort),
    ]


def debug_build() -> Stage:
    """A whole copy of the package under `build`; only what changed is compiled, unless the recipe did."""
    recipe = json.dumps(prepare.wanted()["recipe"])
    mark = ROOT / "build" / "debug-recipe.json"
    if not mark.exists() or mark.read_text() != recipe:
        for folder in (DEBUG, ROOT / "build" / "debug-c"):
            shutil.rmtree(folder, ignore_errors=True)
        mark.write_text(recipe)
    for file in DEBUG.rglob("*.*"):
        source = ROOT / "src" / file.relative_to(DEBUG)
        if file.suffix not in (".so", ".pyc") and not source.exists():
            file.unlink()
    folders = (f"--build-lib={DEBUG}", f"--build-temp={DEBUG}-objects")
    required = {"RIDOTTO_DEBUG": "1", "RIDOTTO_REQUIRE_COMPILED": "1"}
    return Stage("debug build", ("setup.py", "-q", "build", "--parallel=2", *folders), required)


def run(stage: Stage) -> tuple[bool, float]:
    print(f"\n== {stage.name}", flush=True)
    start = time.monotonic()
    quiet = stage.arguments[0] == "setup.py"
    done = subprocess.run(
        [sys.executable, *stage.arguments],
        cwd=ROOT,
        env=os.environ | stage.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
        check=False,
    )
    if quiet and done.returncode:
        print(done.stdout, flush=True)
    return done.returncode == 0, time.monotonic() - start


def counted() -> str:
    """All tests of all stages, as test runners close."""
    total = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for report in REPORTS.glob("*.xml"):
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            for kind in total:
                total[kind] += int(suite.get(kind, 0))
    failed = total["failures"] + total["errors"]
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    return f"{total['tests'] - failed - total['skipped']} passed, {failed} failed{skipped}"


def check_everything() -> int:
    REPORTS.mkdir(parents=True, exist_ok=True)
    for report in REPORTS.glob("*.xml"):
        report.unlink()
    missing = [line for line in (postgresql.bring(), chromium.bring()) if line]
    for lines in missing:
        print(lines, flush=True)
    results = [(stage.name, *run(stage)) for stage in stages()]
    print()
    for name, passed, seconds in results:
        print(f"{'ok    ' if passed else 'FAILED'}  {seconds:6.1f} s  {name}")
    for lines in missing:
        print(lines.splitlines()[-1])
    print(f"tests: {counted()}", flush=True)
    return 0 if all(passed for _, passed, _ in results) else 1


def main() -> int:
    if sys.argv[1:]:
        return subprocess.call([sys.executable, "-m", "pytest", *sys.argv[1:]])
    return check_everything()


if __name__ == "__main__":
    sys.exit(main())
