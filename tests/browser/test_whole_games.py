"""Whole matches in a real browser: every game with the mouse, and with keys alone or with a finger on a phone.

With RIDOTTO_EVERY_WAY=1 every game is played in all three ways.
"""

import os

import pytest

import ridotto

SHORT = {"venti": {"max_rounds": 5}}  # rounds; the others are short enough


GAMES = [game.slug for game in ridotto.games()]
BY_KEYS = {"diciassette", "verhext", "venti"}
EVERY_WAY = os.environ.get("RIDOTTO_EVERY_WAY", "") not in ("", "0")
WAYS = [("mouse", game) for game in GAMES]
WAYS += [("keys", game) for game in GAMES if EVERY_WAY or game in BY_KEYS]
WAYS += [("touch", game) for game in GAMES if EVERY_WAY or game not in BY_KEYS]


@pytest.mark.parametrize(("way", "game"), WAYS)
def test_a_match_is_played_to_its_end_on_the_pieces(game, way, house, visit):
    path, [seat] = house.open_table(game, players=min(ridotto.game(game).players), options=SHORT.get(game, {}))
    person = visit(way=way, seed=7)
    person.expected += ["status of 409", "status of 422"]  # others decide at the same time
    person.come(seat)
    assert person.page.url == house.address + path
    assert person.play()
    assert person.page.locator("#ending").is_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
