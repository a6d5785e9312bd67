"""The C constants of rules.pxd are the numbers of cards.py."""

import re
from importlib.resources import files

from ridotto.games.verhext import cards

PXD = files("ridotto.games.verhext").joinpath("rules.pxd").read_text("utf-8")
CONSTANTS = {
    name: int(value)
    for block in re.findall(r"^cdef enum:\n((?:    .*\n)+)", PXD, re.MULTILINE)
    for name, value in re.findall(r"^    (\w+) = (-?\d+)$", block, re.MULTILINE)
}


def test_every_constant_in_c_has_the_value_it_has_in_python():
    assert {name: getattr(cards, name) for name in CONSTANTS} == CONSTANTS


def test_every_line_of_the_enums_was_compared():
    lines = re.findall(r"^    [A-Z_]+ *=.*$", PXD, re.MULTILINE)
    assert len(CONSTANTS) == len(lines) > 30


def test_every_kind_of_note_is_among_them():
    assert {kind.name: kind.value for kind in cards.Told}.items() <= CONSTANTS.items()
