"""Screen and keyboard of a terminal; tests pass in their own."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from threading import Timer

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from ridotto.engine.message import Message
from ridotto.terminal.blocks import in_ascii
from ridotto.translations import Translator

BUSY_DELAY_SECONDS = 0.3  # shorter waits are not announced


class QuitRequested(Exception):
    """The person quits, or the input has ended."""


def default_console() -> Console:
    """The console on standard output, with colours unless NO_COLOR is set; input gets line editing without history."""
    with contextlib.suppress(ImportError):
        import readline  # arrow keys at the prompt

        readline.set_auto_history(False)  # arrow-up would show the next person what the last one typed
    return Console(highlight=False)


def stdin_is_terminal() -> bool:
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def parse_number(text: str, allowed: range) -> int | None:
    """The typed number, or None if it is not allowed. Endless digits are not converted."""
    return int(text) if text.isdecimal() and len(text) < 10 and int(text) in allowed else None


class Screen:
    """Writes to the people in front of the terminal, and reads what they type."""

    def __init__(
        self, translator: Translator, console: Console | None = None, ask: Callable[[str], str] | None = None
    ) -> None:
        self.translator = translator
        self.console = console or default_console()
        self.is_shared = False  # by several people: nobody may recall lines that another person typed
        self._ask = ask or self._read_line
        self._has_keyboard = ask is not None or stdin_is_terminal()

    @property
    def plain(self) -> bool:
        return self.console.options.ascii_only

    @property
    def is_interactive(self) -> bool:
        """Are both input and output a terminal?"""
        return self._has_keyboard and self.console.is_terminal and not self.console.is_dumb_terminal

    def show(self, message: Message, style: str = "", indent: int = 0) -> None:
        self.write(self.translator.say(message), style, indent)

    def write(self, text: str, style: str = "", indent: int = 0) -> None:
        line = Text(in_ascii(text) if self.plain else text, style)
        for part in line.wrap(self.console, max(20, self.console.width - indent)) if indent else [line]:
            self.console.print(Text(" " * indent).append_text(part))

    def markdown(self, text: str) -> None:
        if self.plain:
            self.write(text)
        else:
            self.console.print(Markdown(text))

    def page(self, text: str) -> None:
        """Shows a long Markdown text in a pager; without a terminal, writes it."""
        if self.plain or not self.is_interactive:
            self.markdown(text)
            return
        os.environ.setdefault("LESS", "-R")  # so that the pager shows colours
        with self.console.pager(styles=True):
            self.console.print(Markdown(text), width=min(self.console.width, 88))

    def ask(self, message: Message) -> str:
        """Asks for a line. Raises QuitRequested at the end of the input; KeyboardInterrupt passes through."""
        prompt = self.translator.say(message) + " "
        try:
            return self._ask(in_ascii(prompt) if self.plain else prompt).strip()
        except (EOFError, RuntimeError, ValueError):  # the last two: the input is closed or was taken away
            raise QuitRequested from None

    def ask_discarding_typeahead(self, message: Message) -> str:
        """Asks for a line, ignoring what was typed before the question."""
        with contextlib.suppress(ImportError):  # Windows
            import termios

            if stdin_is_terminal():
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
        return self.ask(message)

    def _read_line(self, prompt: str) -> str:
        if not self.is_shared:
            return input(prompt)  # with the prompt, because readline redraws it
        # Not with readline: its history and its kill ring would remember the line.
        print(prompt, end="", flush=True)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EOFError
        return line

    @contextlib.contextmanager
    def busy(self, message: Message) -> Iterator[None]:
        """Shows a spinner with the message if the block takes long and the screen is interactive."""
        if not self.is_interactive:
            yield
            return
        status = self.console.status(self.translator.say(message), spinner="line" if self.plain else "dots")
        timer = Timer(BUSY_DELAY_SECONDS, status.start)
        try:
            timer.start()
            yield
        finally:
            timer.cancel()
            if timer.ident is not None:
                timer.join()
            status.stop()

    def clear(self) -> None:
        """Clears the screen and the scrollback of a terminal."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def cover(self) -> None:
        """Hides everything on the screen: clears a terminal, or scrolls it away."""
        self.clear()
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            self.console.print("\n" * (self.console.height + 20))
