"""The page about a game in docs/games leaves nothing out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ridotto
from ridotto.engine.options import SEAT
from tests.playing import Choices, kinds_of_notes, some_states

SLUGS = [game.slug for game in ridotto.all_games()]


def page(slug: str) -> str:
    return (Path(__file__).parents[1] / "docs" / "games" / f"{slug}.md").read_text("utf-8")


def entries(value: Any) -> Iterator[str]:
    """The names of all entries of a snapshot, at any depth."""
    if isinstance(value, dict):
        yield from value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from entries(part)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_kind_of_note_is_explained(slug):
    assert [kind.name for kind in kinds_of_notes(slug) if f"| `{kind.name}` |" not in page(slug)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_option_is_explained_with_its_values(slug):
    for option in ridotto.game(slug).options:
        (row,) = [line for line in page(slug).splitlines() if line.startswith(f"| `{option.name}` |")]
        assert all(f"`{value}`" in row for value in option.values if value != SEAT)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_entry_of_a_snapshot_is_explained(slug):
    game = ridotto.game(slug)
    chosen = {option.name for option in game.options}
    names = {name for state in some_states(game, Choices(1), every=5) for name in entries(state.snapshot())}
    text = page(slug)
    assert sorted(name for name in names - chosen if f"`{name}`" not in text and f'"{name}": ' not in text) == []
