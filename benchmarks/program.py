"""The options that all benchmarks share, and their exit codes.

Exit code 0: everything installed was measured (a line says what is missing); 1: a server misbehaved; 2: wrong
arguments; 130: interrupted. One line says what is wrong, and no process is left behind.
"""

import re
import signal
import sys
from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable

from ridotto.cli.argument_parser import OneLineParser
from ridotto.engine.errors import RidottoError
from wire import Failed


def parser(about: str | None, limit: float = 30, what: str = "answer") -> OneLineParser:
    """A parser with the options of every benchmark; `limit` is the default of `--limit`."""
    made = OneLineParser(description=about, formatter_class=RawDescriptionHelpFormatter)
    made.add_argument("--smallest", action="store_true", help="the smallest load: does it run at all?")
    made.add_argument(
        "--limit", type=seconds, default=limit, help=f"seconds to wait for any one {what} (default {limit:g})"
    )
    return made


def count(text: str) -> int:
    """Parse a whole number above 0."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise ArgumentTypeError(f"{text} is not a whole number from 1")
    return int(text)


def seconds(text: str) -> float:
    """Parse a number of seconds above 0."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return float(text)


def run(main: Callable[[], None]) -> None:
    """Run the main function of a benchmark, and exit with the code for its error, if any."""
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    try:
        main()
    except Failed as failed:
        sys.exit(str(failed))
    except RidottoError as wrong:
        print(wrong, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
