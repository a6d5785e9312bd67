"""The keyboard and the screen themselves, as a terminal has them."""

import os
import pty
import subprocess
import sys

import pytest

from ridotto.engine.message import msg
from ridotto.terminal.screen import Left, number
from tests.terminal.people import Person

UP = b"\x1b[A"
ASKING = """
from ridotto.engine.message import msg
from ridotto.terminal.screen import Screen
from ridotto.words import Translator
screen = Screen(Translator("en"))
for _ in range(2):
    print(f"typed {screen.ask(msg('Card?'))!r}")
"""


def test_arrow_up_does_not_show_what_the_last_person_typed():
    keyboard, terminal = pty.openpty()
    surroundings = os.environ | {"TERM": "xterm", "INPUTRC": os.devnull}
    with subprocess.Popen(
        [sys.executable, "-c", ASKING], stdin=terminal, stdout=terminal, stderr=terminal, env=surroundings
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


@pytest.mark.parametrize(
    "gone", [EOFError(), RuntimeError("input(): lost sys.stdin"), ValueError("I/O operation on closed file.")]
)
def test_without_a_keyboard_everybody_has_left(gone):
    with pytest.raises(Left):
        Person(gone).in_front().ask(msg("Card?"))


def ridotto_with(keyboard, *words, **given):
    """What the command says when its input comes from here."""
    line = " ".join([f'"{sys.executable}" -m ridotto', *words, keyboard])
    return subprocess.run(line, shell=True, capture_output=True, text=True, check=False, **given)


def test_a_closed_input_is_no_traceback():
    for words, farewell in ((["play", "verhext"], "You have left"), ([], "Goodbye!")):
        done = ridotto_with("<&-", "--lang en", *words)
        assert farewell in done.stdout
        assert "Traceback" not in done.stderr
        assert done.returncode == 0


def test_bytes_that_are_no_letters_are_no_traceback():
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = ridotto_with("", "--lang en", input="\udcff\nquit\n", errors="surrogateescape", env=strict)
    assert "There is no game \N{REPLACEMENT CHARACTER}." in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("typed", "meant"), [("3", 3), ("003", 3), ("0", None), ("5", None), ("-1", None), ("x", None)]
)
def test_a_number_counts_if_it_is_allowed(typed, meant):
    assert number(typed, range(1, 5)) == meant


def test_digits_without_end_are_no_number():
    assert number("9" * 5000, range(1, 5)) is None
