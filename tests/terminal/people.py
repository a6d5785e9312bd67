"""People in front of a screen, for tests: they type from a script or by habit, and everything they see is kept."""

from collections.abc import Callable
from io import StringIO
from typing import Any

from rich.console import Console

from ridotto.engine.match import Match
from ridotto.terminal.bot_pace import Clock
from ridotto.terminal.play import Sitting, dice
from ridotto.terminal.screen import Screen
from ridotto.words import Translator


class Person:
    """Answers every question; raises what the script holds instead of text."""

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
        """What came on the screen just before question n was asked."""
        return self.asked[n][1]

    def in_front(self, language: str = "en") -> Screen:
        """The screen that this person looks at."""
        return Screen(Translator(language), self.console, self.ask)

    def sit(self, match: Match, language: str = "en") -> None:
        """Sits down at a match and plays it."""
        Sitting(match, self.in_front(language), dice(1)).run()


def first_choice(question: str) -> str:
    """Always the first choice; Enter where a name or a key is asked for."""
    return "1" if question.strip().endswith(">") else ""


class HandClock(Clock):
    """Time passes when somebody thinks or waits."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds
