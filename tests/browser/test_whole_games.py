"""Whole matches in a real browser: every game with the mouse, with keys alone, and with a finger on a phone."""

import pytest

import ridotto

SHORT = {"venti": {"max_rounds": 5}}  # rounds; the others are short enough
GAMES = [game.slug for game in ridotto.games()]


@pytest.mark.parametrize("way", ["mouse", "keys", "touch"])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_end_on_the_pieces(game, way, house, visit):
    path, [seat] = house.open_table(game, players=min(ridotto.game(game).players), options=SHORT.get(game, {}))
    person = visit(way=way, seed=7)
    person.expected += ["status of 409", "status of 422"]  # others decide at the same time
    person.come(seat)
    assert person.page.url == house.address + path
    assert person.play()
    assert person.page.locator("#ending").is_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
