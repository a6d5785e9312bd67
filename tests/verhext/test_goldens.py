"""The golden play-throughs, move by move."""

import pytest

from tests.goldens import verhext


@pytest.mark.parametrize("players", verhext.GAMES)
def test_the_game_is_played_as_it_was(players):
    """If a change of the rules or of chance is meant: `python -m tests.goldens`, and read the difference."""
    assert verhext.text(players).splitlines() == verhext.path(players).read_text("utf-8").splitlines()
