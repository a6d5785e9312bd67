"""The screen and the keyboard, given in so that tests can sit in front of them."""

import contextlib
import sys
from collections.abc import Callable

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from ridotto.engine.message import Message
from ridotto.terminal.blocks import in_ascii
from ridotto.words import Translator


class Left(Exception):
    """Whoever sat here has gone: the end of the input."""


def usual_console() -> Console:
    """Colours where they are wanted (NO_COLOR is respected); a character the terminal lacks does no harm."""
    for stream in (sys.stdin, sys.stdout):
        with contextlib.suppress(AttributeError, ValueError):  # no stream, another kind, closed, or read from before
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    with contextlib.suppress(ImportError):
        import readline  # arrow keys at the prompt

        readline.set_auto_history(False)  # arrow-up would show the next person what the last one typed
    return Console(highlight=False)


def number(text: str, allowed: range) -> int | None:
    """The number that was typed, if it is allowed; digits without end are none."""
    return int(text) if text.isdecimal() and len(text) < 10 and int(text) in allowed else None


class Screen:
    """Says things to the people in front of it, and asks them."""

    def __init__(
        self, words: Translator, console: Console | None = None, ask: Callable[[str], str] | None = None
    ) -> None:
        self.words = words
        self.console = console or usual_console()
        self._ask = ask or (lambda prompt: self.console.input(Text(prompt)))

    @property
    def plain(self) -> bool:
        return self.console.options.ascii_only

    def tell(self, message: Message, style: str = "") -> None:
        self.write(self.words.say(message), style)

    def write(self, text: str, style: str = "") -> None:
        self.console.print(Text(in_ascii(text) if self.plain else text, style))

    def markdown(self, text: str) -> None:
        if self.plain:
            self.write(text)
        else:
            self.console.print(Markdown(text))

    def ask(self, message: Message) -> str:
        """A line typed by somebody; Left when nobody will type any more. Ctrl-C is passed on."""
        prompt = self.words.say(message) + " "
        try:
            return self._ask(prompt).strip()
        except (EOFError, RuntimeError, ValueError):  # the last two: the input was closed before, or taken away
            raise Left from None

    def clear(self) -> None:
        """A clean screen, with nothing to scroll back to."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def cover(self) -> None:
        """Nothing of what was on the screen stays readable."""
        self.clear()
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            self.console.print("\n" * (self.console.height + 20))
