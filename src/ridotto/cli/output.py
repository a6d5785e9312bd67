"""What commands print: JSON, numbers, columns, a progress bar."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ridotto.translations import Translator

REDRAW_SECONDS = 0.1  # between two updates of the progress bar


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def decimal(number: float, digits: int, translator: Translator) -> str:
    return localised(f"{number:.{digits}f}", translator)


def localised(text: str, translator: Translator) -> str:
    """The text with decimal commas instead of points, except in English."""
    return text if translator.language == "en" else re.sub(r"(?<=\d)\.(?=\d)", ",", text)


def short_number(number: float) -> str:
    """12.3 M, 271.1"""
    return f"{number / 1e6:.1f} M" if number >= 1e6 else f"{number:,.1f}"


def print_columns(rows: list[list[str]]) -> None:
    """Prints a table: the first column left-aligned, all others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        print(name.ljust(widths[0]), *map(str.rjust, cells, widths[1:]), sep="   ")


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, if that is a terminal; call the function with what is done so far."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from time import monotonic

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        due = 0.0

        def advance(done: int) -> None:
            nonlocal due
            if (now := monotonic()) >= due or done == total:
                bar.update(task, completed=done)
                due = now + REDRAW_SECONDS

        yield advance
