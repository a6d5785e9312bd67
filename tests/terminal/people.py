"""People in front of a terminal: they type from a script or by habit, and keep everything they see."""

from collections.abc import Callable
from io import StringIO
from typing import Any

from rich.console import Console

from ridotto.engine.match import Match
from ridotto.terminal.bot_pace import MonotonicClock
from ridotto.terminal.play import bot_rng
from ridotto.terminal.screen import Screen
from ridotto.terminal.session import TerminalSession
from ridotto.translations import Translator


class Person:
    """Answers every question: from the script, then by habit. An exception in the script is raised."""

    def __init__(
        self,
        *script: str | BaseException,
        habit: Callable[[str], str] | None = None,
        width: int = 100,
        height: int = 40,
        **console: Any,
    ) -> None:
        self.paper = StringIO()
        self.console = Console(file=self.paper, width=width, height=height, highlight=False, **console)
        self.script = list(script)
        self.habit = habit
        self.asked: list[tuple[str, str]] = []  # (question, what was on the screen since the last one)
        self.seen = 0

    def ask(self, question: str) -> str:
        text = self.paper.getvalue()
        self.asked.append((question.strip(), text[self.seen :]))
        self.seen = len(text)
        answer: str | BaseException
        if self.script:
            answer = self.script.pop(0)
        elif self.habit:
            answer = self.habit(question)
        else:
            answer = EOFError()
        if isinstance(answer, BaseException):
            raise answer
        return answer

    @property
    def screen(self) -> str:
        return self.paper.getvalue()

    def shown_before(self, n: int) -> str:
        """What was written to the screen between question n and the question before it."""
        return self.asked[n][1]

    def in_front(self, language: str = "en") -> Screen:
        """A screen with this person in front of it."""
        return Screen(Translator(language), self.console, self.ask)

    def sit(self, match: Match, language: str = "en") -> None:
        """Plays a match until it is over or the person quits."""
        TerminalSession(match, self.in_front(language), bot_rng(1)).run()


def first_choice(question: str) -> str:
    """A habit: always the first choice; Enter if a name or a key is asked for."""
    return "1" if question.strip().endswith(">") else ""


class ManualClock(MonotonicClock):
    """A clock that only moves when somebody sleeps."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds
