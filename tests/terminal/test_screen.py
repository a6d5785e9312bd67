"""Keyboard and screen of real (pseudo-)terminals."""

import os
import pty
import subprocess
import sys

import pytest

from ridotto.engine.message import msg
from ridotto.terminal.screen import QuitRequested, parse_number
from tests.terminal.people import Person
from tests.waiting import until

UP = b"\x1b[A"
ASK_TWICE = """
from ridotto.engine.message import msg
from ridotto.terminal.screen import Screen
from ridotto.translations import Translator
screen = Screen(Translator("en"))
for _ in range(2):
    print(f"typed {screen.ask(msg('Card?'))!r}")
"""


def test_arrow_up_does_not_show_what_the_last_person_typed():
    keyboard, terminal = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "INPUTRC": os.devnull}
    with subprocess.Popen(
        [sys.executable, "-c", ASK_TWICE], stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ) as asking:
        os.close(terminal)
        screen = b""
        for typed in (b"rat 8", UP):
            prompts = screen.count(b"Card?")
            while screen.count(b"Card?") == prompts:
                screen += os.read(keyboard, 1024)
            os.write(keyboard, typed + b"\r")
        while screen.count(b"typed") < 2:
            screen += os.read(keyboard, 1024)
        asking.wait()
    os.close(keyboard)
    assert b"typed 'rat 8'" in screen
    assert b"typed ''" in screen


class Terminal:
    """A program on a pseudo-terminal; keeps everything it writes."""

    def __init__(self, *command):
        self.keyboard, terminal = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "INPUTRC": os.devnull, "COLUMNS": "100", "LINES": "40"}
        self.program = subprocess.Popen(
            [sys.executable, *command], stdin=terminal, stdout=terminal, stderr=terminal, env=environment
        )
        os.close(terminal)
        self.screen = b""
        self.seen = 0

    def until(self, text):
        """Reads until a text appears that was not read before; returns what came before it."""
        while (at := self.screen.find(text, self.seen)) < 0:
            self.screen += os.read(self.keyboard, 1024)
        passed, self.seen = self.screen[self.seen : at], at + len(text)
        return passed

    def type(self, keys):
        os.write(self.keyboard, keys)

    def leave(self):
        self.program.terminate()
        self.program.wait()
        os.close(self.keyboard)


@pytest.fixture
def shared_game():
    words = ("verhext", "--lang=en", "--players=3", "--people=Anna,Ben,Cleo", "--seed=3")
    terminal = Terminal("-m", "ridotto", "play", *words)
    yield terminal
    terminal.leave()


CURTAIN = b"press Enter when nobody else is looking. "


def test_typeahead_does_not_lift_the_next_curtain(shared_game):
    shared_game.until(CURTAIN)
    shared_game.type(b"\n")
    shared_game.until(b"> ")
    shared_game.type(b"1\n\n\n\n")
    shared_game.until(CURTAIN)
    shared_game.type(b"still waiting\n")
    assert b"hand" not in shared_game.until(CURTAIN)


def test_nothing_typed_at_a_shared_screen_can_be_recalled(shared_game):
    """Not even by Ctrl-Y, which in a line editor inserts what Ctrl-U deleted."""
    shared_game.until(CURTAIN)
    shared_game.type(b"\n")
    shared_game.until(b"> ")
    shared_game.type(b"secret\x15\n")
    shared_game.until(b"> ")
    shared_game.type(b"\x19\x1b[A\n")
    shared_game.until(b"has no move")
    assert b"secret" not in shared_game.until(b"> ")


def test_the_line_editor_knows_the_prompt():
    """An empty line starts a new line, and redrawing the line draws the prompt, too."""
    terminal = Terminal("-c", ASK_TWICE)
    terminal.until(b"Card? ")
    terminal.type(b"\r")
    assert b"\n" in terminal.until(b"typed ''")
    terminal.until(b"Card? ")
    terminal.type(b"\x0c")  # Ctrl-L draws the line again
    terminal.until(b"Card? ")
    terminal.leave()


def test_long_texts_are_paged_on_a_terminal(monkeypatch):
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    monkeypatch.setenv("LESS", "-R")
    reader = Person(force_terminal=True)
    reader.in_front().page("# Rules")
    assert len(paged) == 1
    assert "Rules" in paged[0]
    assert reader.screen == ""
    printer = Person()
    printer.in_front().page("# Rules")
    assert len(paged) == 1
    assert "Rules" in printer.screen


@pytest.mark.parametrize(
    "gone", [EOFError(), RuntimeError("input(): lost sys.stdin"), ValueError("I/O operation on closed file.")]
)
def test_without_a_keyboard_asking_means_to_quit(gone):
    with pytest.raises(QuitRequested):
        Person(gone).in_front().ask(msg("Card?"))


def ridotto_with(keyboard, *words, **given):
    """Runs the command with its input redirected by `keyboard`."""
    line = " ".join([f'"{sys.executable}" -m ridotto', *words, keyboard])
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False, **given)


def test_a_closed_input_is_no_traceback():
    for words, farewell in ((["play", "verhext"], "You've left"), (["play"], "Goodbye!")):
        done = ridotto_with("<&-", "--lang en", *words)
        assert farewell in done.stdout
        assert "Traceback" not in done.stderr
        assert done.returncode == 0


def test_undecodable_bytes_are_no_traceback():
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = ridotto_with("", "--lang en", "play", input="\udcff\nquit\n", errors="surrogateescape", env=strict)
    assert "Unknown game “\N{REPLACEMENT CHARACTER}”" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("typed", "meant"), [("3", 3), ("003", 3), ("0", None), ("5", None), ("-1", None), ("x", None)]
)
def test_a_number_counts_if_it_is_allowed(typed, meant):
    assert parse_number(typed, range(1, 5)) == meant


def test_endless_digits_are_no_number():
    assert parse_number("9" * 5000, range(1, 5)) is None


def test_a_long_wait_is_announced_on_an_interactive_screen(monkeypatch):
    person, on_paper = Person(force_terminal=True), Person()
    monkeypatch.setattr("ridotto.terminal.screen.BUSY_DELAY_SECONDS", 3600.0)
    with person.in_front().busy(msg("{name} is thinking …", name="Brighella")):
        assert person.screen == ""
    assert person.screen == ""
    monkeypatch.setattr("ridotto.terminal.screen.BUSY_DELAY_SECONDS", 0.0)
    with person.in_front().busy(msg("{name} is thinking …", name="Colombina")):
        until(lambda: "Colombina is thinking …" in person.screen)
        with on_paper.in_front().busy(msg("{name} is thinking …", name="Pantalone")):
            pass
    assert on_paper.screen == ""
