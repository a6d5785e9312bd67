"""The command ./test: runs all checks, the quick ones, chosen tests, or the same tests several times."""

import argparse
import os
import secrets
import sys
import time
from pathlib import Path
from typing import NoReturn

import chromium
import coverage_floor
import javascript
import postgresql
import repeating
import ridotto
import stages
from stages import ROOT, Result, Stage

SHORT_CONFORMANCE = {"RIDOTTO_CONFORM_WORK": "4000"}  # for each game and number of players
SHORT_OPTIONS_WITH_VALUE = tuple("kmnpocWr")  # options of pytest whose value is the next word
FLAGS = (  # long options of pytest without a value
    *("lf", "last-failed", "ff", "failed-first", "nf", "new-first", "sw", "stepwise", "stepwise-skip", "pdb", "trace"),
    *("co", "collect-only", "exitfirst", "verbose", "quiet", "showlocals", "full-trace", "runxfail", "cache-clear"),
    *("setup-show", "setup-only", "setup-plan", "fixtures", "markers", "no-header", "no-summary", "no-showlocals"),
)


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Exit with one line."""
        self.exit(2, f"./test: {message}\n")


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our options, and the arguments for pytest: paths and its own options."""
    parser = Parser(
        prog="./test",
        usage="./test [--quick | --coverage | --repeat N [--load L]] [--fresh] [PATH ...] [OPTION OF PYTEST ...]",
        description="Sets everything up and runs every check there is; with paths, pytest on these alone.",
        allow_abbrev=False,
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="style, types, units, laws by sample, one table in a browser")
    how.add_argument("--coverage", action="store_true", help="measure branch coverage of what is not compiled")
    how.add_argument("--repeat", type=whole_number, metavar="N", help="run it N times, and say what failed how often")
    parser.add_argument("--load", type=whole_number, metavar="L", help="with --repeat: beside L busy processes")
    parser.add_argument("--fresh", action="store_true", help="other seeds for statistical tests than the usual ones")
    options, rest = parser.parse_known_args(arguments)
    if options.load is not None and options.repeat is None:
        parser.error("--load goes with --repeat.")
    if rest and (options.quick or options.coverage):
        parser.error(f"{'--quick' if options.quick else '--coverage'} takes no paths and no options of pytest.")
    given_paths = paths(rest)
    for path in given_paths:
        if not (ROOT / path.partition("::")[0]).exists() and not Path(path.partition("::")[0]).exists():
            parser.error(f"there is no {path}.")
    return options, [from_root(word) if word in given_paths else word for word in rest]


def from_root(path: str) -> str:
    """The path as seen from the root, where the tests run; absolute if it only exists in the current folder."""
    return path if (ROOT / path.partition("::")[0]).exists() else str(Path.cwd() / path)


def whole_number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def paths(words: list[str]) -> list[str]:
    """The arguments for pytest that are neither options nor their values."""
    found = []
    for before, word in zip(["", *words], words, strict=False):
        value = before.startswith("--") and "=" not in before and before[2:] not in FLAGS
        if (
            not word.startswith("-")
            and not value
            and before not in [f"-{letter}" for letter in SHORT_OPTIONS_WITH_VALUE]
        ):
            found.append(word)
    return found


# The checks


def all_stages() -> list[Stage]:
    if not ridotto.compiled:
        print("Not compiled here: the tests run as plain Python only.", flush=True)
        return [*stages.style(), stages.pytest_stage("plain tests", "-m", "not compiler")]
    abort = {"UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1"}
    debug = {"PYTHONPATH": str(stages.DEBUG_BUILD), **SHORT_CONFORMANCE, **abort}
    return [
        *stages.style(),
        stages.pytest_stage("tests", "-n", "3"),  # three processes: tests in a browser mostly wait
        stages.pytest_stage("rules as plain Python", *stages.rules_tests(), RIDOTTO_PURE="1", **SHORT_CONFORMANCE),
        # the sanitizer writes to the real stderr
        stages.pytest_stage("rules on the debug build", *stages.rules_tests(), "--capture=sys", **debug),
    ]


def quick_stages() -> list[Stage]:
    return [*stages.style(), stages.pytest_stage("quick tests", "-m", "not slow", **SHORT_CONFORMANCE)]


def install_programs() -> list[str]:
    """Install the programs that tests need. Returns a line for each that is missing."""
    missing = [lines for lines in (postgresql.install(), chromium.install(), javascript.install()) if lines]
    for lines in missing:
        print(lines, flush=True)
    return [lines.splitlines()[-1] for lines in missing]


def prepare_checks() -> tuple[list[Result], list[str]]:
    """Install programs and make the debug build."""
    missing = install_programs()
    return stages.run_all([stages.debug_build()] if ridotto.compiled else []), missing


def check(options: argparse.Namespace) -> int:
    """Run all checks, or the quick ones."""
    start = time.monotonic()
    built, missing = ([], install_programs()) if options.quick else prepare_checks()
    ready = time.monotonic()
    to_run = quick_stages() if options.quick else all_stages()
    if not all(result.passed for result in built):
        to_run = []
    results = built + stages.run_all(to_run)
    print(f"\n{stages.result_table(results)}")
    for line in missing:
        print(line)
    print(f"set-up: {ready - start:.0f} s, checks: {time.monotonic() - ready:.0f} s")
    print(f"tests: {stages.summary(to_run)}", flush=True)
    return 0 if all(result.passed for result in results) else 1


def main() -> int:
    options, rest = parse(sys.argv[1:])
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each process would compile everything to bytecode again
    if options.fresh:
        if os.environ.get("RIDOTTO_FRESH", "1") == "1":
            os.environ["RIDOTTO_FRESH"] = str(2 + secrets.randbits(30))
        print(f"Fresh seeds: RIDOTTO_FRESH={os.environ['RIDOTTO_FRESH']} repeats them.", flush=True)
    if options.repeat is not None:
        built, _ = ([], install_programs()) if rest else prepare_checks()
        to_run = [stages.pytest_stage("repeated tests", *rest)] if rest else all_stages()
        passed = all(result.passed for result in built) and repeating.repeat(options.repeat, options.load or 0, to_run)
        return 0 if passed else 1
    if options.coverage:
        if install_programs():
            print("Without that, coverage is not what it was measured to be: there is nothing to compare.", flush=True)
            return 2
        return coverage_floor.check()
    if rest:
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *rest])
    return check(options)


if __name__ == "__main__":
    sys.exit(main())
