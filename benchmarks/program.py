"""What the programs here have in common: their options, and how they end.

Exit code 0: all was measured that could be (a line says what is missing); 1: a server did not do what it should;
2: wrong arguments; 130: interrupted. What is wrong is said in one line, and no process is left behind.
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
    """The options of every benchmark; so many seconds it waits for one answer, usually."""
    made = OneLineParser(description=about, formatter_class=RawDescriptionHelpFormatter)
    made.add_argument("--smallest", action="store_true", help="the smallest load: does it run at all?")
    made.add_argument(
        "--limit", type=seconds, default=limit, help=f"seconds to wait for any one {what} (default {limit:g})"
    )
    return made


def count(text: str) -> int:
    """A number of things, as it is typed."""
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise ArgumentTypeError(f"{text} is not a whole number from 1")
    return int(text)


def seconds(text: str) -> float:
    """A time, as it is typed."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise ArgumentTypeError(f"{text} is not a number of seconds above 0")
    return float(text)


def run(main: Callable[[], None]) -> None:
    """Runs a program, and ends it."""
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
