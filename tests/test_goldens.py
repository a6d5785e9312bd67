"""The golden play-throughs, move by move."""

import pytest

from tests import goldens


@pytest.mark.parametrize(("slug", "players"), goldens.GAMES)
def test_the_game_is_played_as_it_was(slug, players):
    """If a change of the rules or of chance is meant: `python -m tests.goldens`, and read the difference."""
    assert goldens.text(slug, players).splitlines() == goldens.path(slug, players).read_text("utf-8").splitlines()
