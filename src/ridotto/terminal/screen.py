"""The screen and the keyboard, given in so that tests can sit in front of them."""

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
from ridotto.words import Translator

PATIENCE = 0.3  # seconds that nobody notices


class Left(Exception):
    """Whoever sat here has gone: the end of the input."""


def usual_console() -> Console:
    """Colours where they are wanted (NO_COLOR is respected)."""
    with contextlib.suppress(ImportError):
        import readline  # arrow keys at the prompt

        readline.set_auto_history(False)  # arrow-up would show the next person what the last one typed
    return Console(highlight=False)


def keyboard() -> bool:
    """Does the input come from a terminal?"""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


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
        self.shared = False  # by several people: nobody may call back what another one typed
        self._ask = ask or self._typed
        self._by_hand = ask is not None or keyboard()

    @property
    def plain(self) -> bool:
        return self.console.options.ascii_only

    @property
    def by_hand(self) -> bool:
        """Does somebody sit here, at a real terminal?"""
        return self._by_hand and self.console.is_terminal and not self.console.is_dumb_terminal

    def tell(self, message: Message, style: str = "", indent: int = 0) -> None:
        self.write(self.words.say(message), style, indent)

    def write(self, text: str, style: str = "", indent: int = 0) -> None:
        line = Text(in_ascii(text) if self.plain else text, style)
        for part in line.wrap(self.console, max(20, self.console.width - indent)) if indent else [line]:
            self.console.print(Text(" " * indent).append_text(part))

    def markdown(self, text: str) -> None:
        if self.plain:
            self.write(text)
        else:
            self.console.print(Markdown(text))

    def leaf(self, text: str) -> None:
        """A long text, to leaf through where there is a terminal."""
        if self.plain or not self.by_hand:
            self.markdown(text)
            return
        os.environ.setdefault("LESS", "-R")  # or it would spell the colours out
        with self.console.pager(styles=True):
            self.console.print(Markdown(text), width=min(self.console.width, 88))

    def ask(self, message: Message) -> str:
        """A line typed by somebody; Left when nobody will type any more. Ctrl-C is passed on."""
        prompt = self.words.say(message) + " "
        try:
            return self._ask(in_ascii(prompt) if self.plain else prompt).strip()
        except (EOFError, RuntimeError, ValueError):  # the last two: the input was closed before, or taken away
            raise Left from None

    def ask_anew(self, message: Message) -> str:
        """A line that was not typed before it was asked for."""
        with contextlib.suppress(ImportError):  # another system
            import termios

            if keyboard():
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
        return self.ask(message)

    def _typed(self, prompt: str) -> str:
        if not self.shared:
            return input(prompt)  # which must know the prompt, to draw the line again
        # Past readline: its arrow keys and its kill ring remember.
        print(prompt, end="", flush=True)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EOFError
        return line

    @contextlib.contextmanager
    def busy(self, message: Message) -> Iterator[None]:
        """Says what takes so long, if it does, where somebody sits."""
        if not self.by_hand:
            yield
            return
        status = self.console.status(self.words.say(message), spinner="line" if self.plain else "dots")
        late = Timer(PATIENCE, status.start)
        try:
            late.start()
            yield
        finally:
            late.cancel()
            if late.ident is not None:
                late.join()
            status.stop()

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
