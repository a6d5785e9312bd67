"""The options that all benchmarks share, and their exit codes.

Exit code 0: everything installed was measured (a line says what is missing); 1: a server misbehaved; 2: wrong
arguments; 130: interrupted. One line says what is wrong, and no process is left behind.
"""

import re
import signal
import sys
from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable

from http_client import BenchmarkFailed
from ridotto.cli.argument_parser import OneLineParser
from ridotto.engine.errors import RidottoError


def create_parser(description: str | None, default_limit: float = 30, awaited: str = "answer") -> OneLineParser:
    """A parser with the options of every benchmark. `--limit` says how many seconds to wait for what is `awaited`."""
    parser = OneLineParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--smallest", action="store_true", help="the smallest load: does it run at all?")
    limit_help = f"seconds to wait for any one {awaited} (default {default_limit:g})"
    parser.add_argument("--limit", type=parse_seconds, default=default_limit, help=limit_help)
    return parser


def parse_count(text: str) -> int:
    """Parse a whole number above 0."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise ArgumentTypeError(f"{text} is not a whole number from 1")
    return int(text)


def parse_seconds(text: str) -> float:
    """Parse a number of seconds above 0."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return float(text)


def run(main: Callable[[], None]) -> None:
    """Run the main function of a benchmark, and exit with the code for its error, if any."""
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, signal.default_int_handler)
    try:
        main()
    except BenchmarkFailed as error:
        sys.exit(str(error))
    except RidottoError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
