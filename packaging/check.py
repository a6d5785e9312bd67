"""What ./test does: every check, the quick ones, some tests alone, or the same ones again and again."""

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

BRIEF = {"RIDOTTO_CONFORM_WORK": "4000"}  # for each game and number of players
TAKES_VALUE = tuple("kmnpocWr")  # options of pytest with one letter whose value is the next word
ALONE = (  # and those of several letters that have none
    *("lf", "last-failed", "ff", "failed-first", "nf", "new-first", "sw", "stepwise", "stepwise-skip", "pdb", "trace"),
    *("co", "collect-only", "exitfirst", "verbose", "quiet", "showlocals", "full-trace", "runxfail", "cache-clear"),
    *("setup-show", "setup-only", "setup-plan", "fixtures", "markers", "no-header", "no-summary", "no-showlocals"),
)


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line."""
        self.exit(2, f"./test: {message}\n")


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our options, and what is left for pytest: paths, and options of its own."""
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
    places = paths(rest)
    for path in places:
        if not (ROOT / path.partition("::")[0]).exists() and not Path(path.partition("::")[0]).exists():
            parser.error(f"there is no {path}.")
    return options, [from_root(word) if word in places else word for word in rest]


def from_root(path: str) -> str:
    """The tests run in the folder of the project; what is there only from where somebody stands is named in full."""
    return path if (ROOT / path.partition("::")[0]).exists() else str(Path.cwd() / path)


def whole_number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def paths(words: list[str]) -> list[str]:
    """The words for pytest that are paths: neither options nor their values."""
    found = []
    for before, word in zip(["", *words], words, strict=False):
        value = before.startswith("--") and "=" not in before and before[2:] not in ALONE
        if not word.startswith("-") and not value and before not in [f"-{letter}" for letter in TAKES_VALUE]:
            found.append(word)
    return found


# What is checked


def everything() -> list[Stage]:
    if not ridotto.compiled:
        print("Not compiled here: the tests run as plain Python only.", flush=True)
        return [*stages.style(), stages.pytest("plain tests", "-m", "not compiler")]
    abort = {"UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1"}
    debug = {"PYTHONPATH": str(stages.DEBUG), **BRIEF, **abort}
    return [
        *stages.style(),
        stages.pytest("tests", "-n", "3"),  # those in a browser wait most of the time
        stages.pytest("rules as plain Python", *stages.tests_of_rules(), RIDOTTO_PURE="1", **BRIEF),
        # the sanitizer writes to the real standard error
        stages.pytest("rules on the debug build", *stages.tests_of_rules(), "--capture=sys", **debug),
    ]


def quick() -> list[Stage]:
    return [*stages.style(), stages.pytest("quick tests", "-m", "not slow", **BRIEF)]


def bring_programs() -> list[str]:
    """Installs the programs that tests need, and says what cannot be had: a line for each."""
    missing = [lines for lines in (postgresql.bring(), chromium.bring(), javascript.bring()) if lines]
    for lines in missing:
        print(lines, flush=True)
    return [lines.splitlines()[-1] for lines in missing]


def set_up() -> tuple[list[Result], list[str]]:
    """What a fresh clone lacks, apart from the environment: programs, and the debug build."""
    missing = bring_programs()
    return stages.run_all([stages.debug_build()] if ridotto.compiled else []), missing


def check(options: argparse.Namespace) -> int:
    """All checks there are, or the quick ones."""
    start = time.monotonic()
    built, missing = ([], bring_programs()) if options.quick else set_up()
    ready = time.monotonic()
    wanted = quick() if options.quick else everything()
    if not all(result.passed for result in built):
        wanted = []
    results = built + stages.run_all(wanted)
    print(f"\n{stages.table(results)}")
    for line in missing:
        print(line)
    print(f"set-up: {ready - start:.0f} s, checks: {time.monotonic() - ready:.0f} s")
    print(f"tests: {stages.counted(wanted)}", flush=True)
    return 0 if all(result.passed for result in results) else 1


def main() -> int:
    options, rest = parse(sys.argv[1:])
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what was compiled once is not compiled by every process again
    if options.fresh:
        if os.environ.get("RIDOTTO_FRESH", "1") == "1":
            os.environ["RIDOTTO_FRESH"] = str(2 + secrets.randbits(30))
        print(f"Fresh seeds: RIDOTTO_FRESH={os.environ['RIDOTTO_FRESH']} repeats them.", flush=True)
    if options.repeat is not None:
        built, _ = ([], bring_programs()) if rest else set_up()
        wanted = [stages.pytest("repeated tests", *rest)] if rest else everything()
        passed = all(result.passed for result in built) and repeating.repeat(options.repeat, options.load or 0, wanted)
        return 0 if passed else 1
    if options.coverage:
        if bring_programs():
            print("Without that, coverage is not what it was measured to be: there is nothing to compare.", flush=True)
            return 2
        return coverage_floor.check()
    if rest:
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *rest])
    return check(options)


if __name__ == "__main__":
    sys.exit(main())
