"""An argparse parser whose errors are one line, in the language of the user."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from ridotto.engine.message import msg
from ridotto.translations import Translator

ARGPARSE_MESSAGES = {
    "usage: ": msg("Usage: "),
    "positional arguments": msg("arguments"),
    "options": msg("options"),
    "show this help message and exit": msg("show this help"),
    "argument %(argument_name)s: %(message)s": msg("%(argument_name)s: %(message)s"),
    "invalid choice: %(value)r (choose from %(choices)s)": msg("unknown value %(value)r (choose from: %(choices)s)"),
    "expected one argument": msg("needs a value"),
    "ignored explicit argument %r": msg("doesn't take a value, but got %r"),
    "unrecognized arguments: %s": msg("unknown: %s"),
    "ambiguous option: %(option)s could match %(matches)s": msg("%(option)s is ambiguous; it could be: %(matches)s"),
    "the following arguments are required: %s": msg("missing: %s"),
}


class OneLineParser(argparse.ArgumentParser):
    """Reports an error in one line, without the usage, and exits with code 2."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)


@contextmanager
def translated_argparse(translator: Translator) -> Iterator[None]:
    """Translates argparse's own messages inside the block.

    Replaces the gettext function of the module argparse, so parsers in other threads are translated, too.
    """
    translated = {text: translator.say(message) for text, message in ARGPARSE_MESSAGES.items()}
    original = vars(argparse)["_"]
    vars(argparse)["_"] = lambda text: translated.get(text, text)
    try:
        yield
    finally:
        vars(argparse)["_"] = original
