"""People in front of a screen, for tests: they type from a script or by habit, and everything they see is kept."""

from io import StringIO

from rich.console import Console

from ridotto.engine.match import Match
from ridotto.terminal.play import Sitting, dice
from ridotto.terminal.screen import Screen
from ridotto.words import Translator


class Person:
    """Answers every question; raises what the script holds instead of text."""

    def __init__(self, *script, habit=None, width=100, **console):
        self.paper = StringIO()
        self.console = Console(file=self.paper, width=width, height=40, highlight=False, **console)
        self.script = list(script)
        self.habit = habit
        self.asked = []  # (question, what was on the screen since the last one)
        self.seen = 0

    def ask(self, question):
        text = self.paper.getvalue()
        self.asked.append((question.strip(), text[self.seen :]))
        self.seen = len(text)
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
    def screen(self):
        return self.paper.getvalue()

    def shown_before(self, n):
        """What came on the screen just before question n was asked."""
        return self.asked[n][1]

    def in_front(self, language="en"):
        """The screen that this person looks at."""
        return Screen(Translator(language), self.console, self.ask)

    def sit(self, match: Match, language="en"):
        """Sits down at a match and plays it."""
        Sitting(match, self.in_front(language), dice(1)).run()


def first_choice(question):
    """Always the first choice; Enter where a name or a key is asked for."""
    return "1" if question.strip().endswith(">") else ""
