"""The C constants of a game's layouts (rules.pxd and others) are the numbers of its Python module."""

import re
from importlib.resources import files

import pytest

import ridotto
from tests.playing import components, kinds_of_notes

SLUGS = [game.slug for game in ridotto.all_games()]
_BLOCK = re.compile(r"^cdef enum:\n((?:    .*\n)+)", re.MULTILINE)
_CONSTANT = re.compile(r"^    (\w+) = (-?\d+)(?: *#.*)?$", re.MULTILINE)


def layout(slug: str) -> str:
    folder = files(f"ridotto.games.{slug}")
    return "".join(
        file.read_text("utf-8")
        for room in ("rules", "bot")
        for file in (folder / room).iterdir()
        if file.name.endswith(".pxd")
    )


def constants(slug: str) -> dict[str, int]:
    return {name: int(value) for block in _BLOCK.findall(layout(slug)) for name, value in _CONSTANT.findall(block)}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_constant_in_c_has_the_value_it_has_in_python(slug):
    known = components(slug)
    assert {name: getattr(known, name) for name in constants(slug)} == constants(slug)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_line_of_the_enums_was_compared(slug):
    lines = [line for block in _BLOCK.findall(layout(slug)) for line in block.splitlines() if line.strip()]
    assert len(constants(slug)) == len(lines) > 20


@pytest.mark.parametrize("slug", SLUGS)
def test_every_kind_of_note_is_among_them(slug):
    assert {kind.name: kind.value for kind in kinds_of_notes(slug)}.items() <= constants(slug).items()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_compiled_state_is_no_larger_than_a_kibibyte(slug):
    """It is copied for every simulated game."""
    game = ridotto.game(slug)
    for players in game.players:
        _, (_, block) = game.start(players=players, seed=1).__reduce__()
        assert not ridotto.compiled or len(block) <= 1024
