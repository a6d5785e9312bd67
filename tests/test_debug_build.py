"""The debug build stops at a fault of the rules that the release build would not notice."""

from pathlib import Path

import pytest

from tests.checkout import ROOT, python

pytestmark = [pytest.mark.slow, pytest.mark.compiler]

RULES = '''
import cython
from ridotto.engine.rng import Rng

if not cython.compiled:
    from ridotto.engine.state import Moves, State


class Wrong(State):
    """Rules whose only move does whatever its number says."""

    def pending(self):
        return 1

    def legal(self, seat, moves):
        moves.add(self.first)

    def apply(self, seat, move):
        if move == 1:
            self.last = self.cards[self.last + 4]
        elif move == 2:
            self.total = self.total * self.total
        elif move == 3:
            self.last = 1 << (self.last + 40)
        elif move == 4:
            self.total = self.total // self.last

    def go(self, first: cython.int, total: cython.int):
        self.first = first
        self.total = total
        moves: Moves = Moves()
        self.legal(0, moves)
        self.apply(0, first)
'''
LAYOUT = """
from ridotto.engine.state cimport Moves, State

cdef class Wrong(State):
    cdef short cards[4]
    cdef int first, total, last
    cdef int pending(self) noexcept nogil
    cdef void legal(self, int seat, Moves moves) noexcept nogil
    cdef void apply(self, int seat, int move) noexcept nogil
"""
BUILD = """
import sys
from pathlib import Path
sys.path.insert(0, {packaging!r})
from setuptools import setup
from c_modules import extensions
setup(name="wrong", ext_modules=extensions(Path("."), "c", debug=True, layouts=Path({layouts!r})))
"""


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with faulty rules, compiled like the debug build."""
    folder = tmp_path_factory.mktemp("wrong")
    (folder / "wrong.py").write_text(RULES)
    (folder / "wrong.pxd").write_text(LAYOUT)
    (folder / "build.py").write_text(BUILD.format(packaging=str(ROOT / "packaging"), layouts=str(ROOT / "src")))
    done = python("build.py", "-q", "build_ext", "--inplace", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def play(folder: Path, move: int, total: int = 7) -> tuple[int, str]:
    done = python("-c", f"import wrong; wrong.Wrong().go({move}, {total})", cwd=folder)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (256, "a move that is not between 0 and 255"),
        (-1, "a move that is not between 0 and 255"),
        (1, "index 4 out of bounds"),
        (2, "signed integer overflow"),
        (3, "shift exponent 40 is too large"),
        (4, "division by zero"),
    ],
)
def test_a_fault_stops_it_with_a_message(wrong: Path, move: int, message: str) -> None:
    code, said = play(wrong, move, total=70_000)
    assert code != 0
    assert message in said


def test_a_legal_game_goes_on(wrong: Path) -> None:
    assert play(wrong, 255) == (0, "")
    assert play(wrong, 2, total=7) == (0, "")
