"""The page about Verhext! leaves nothing out."""

from pathlib import Path

import pytest

from ridotto.games.verhext.cards import Told
from tests.verhext.rounds import play_round
from tests.verhext.table import game

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "verhext.md").read_text("utf-8")


@pytest.mark.parametrize("kind", Told)
def test_every_kind_of_note_is_explained(kind):
    assert f"| `{kind.name}` |" in PAGE


@pytest.mark.parametrize("option", game.options, ids=lambda option: option.name)
def test_every_option_is_explained_with_its_values(option):
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{option.name}` |")]
    assert all(f"`{value}`" in row for value in option.values if value != "seat")


def test_every_entry_of_a_snapshot_is_explained():
    states = (game.start(seed=1), play_round(["3+", "0", "0"], [7, 0, 0], round=7))
    for shown in (state.snapshot() for state in states):
        assert all(f"`{key}`" in PAGE for key in (*shown, *shown["seats"][0]))
