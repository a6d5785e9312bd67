"""Whole matches: every game by mouse, keyboard and touch."""

import pytest

import ridotto
from tests.browser.browser_players import House, Visit, Way

SHORT = {"venti": {"max_rounds": 5}}  # the others are short enough
SEEDS: dict[Way, int] = {"mouse": 7, "keys": 8, "touch": 9}  # three different matches
MATCHES = [(game.slug, way) for game in ridotto.all_games() for way in SEEDS]
QUICK = ("diciassette", "touch")  # one table for ./test --quick


@pytest.mark.parametrize(
    ("game", "way"), [pytest.param(*match, marks=[] if match == QUICK else pytest.mark.slow) for match in MATCHES]
)
def test_a_match_is_played_to_its_end_by_its_pieces(game: str, way: Way, house: House, visit: Visit) -> None:
    path, [seat] = house.open_table(game, players=min(ridotto.game(game).players), options=SHORT.get(game, {}))
    person = visit(way=way, seed=SEEDS[way])
    person.visit(seat)
    assert person.page.url == house.address + path
    assert person.play()
    assert person.page.locator("#ending").is_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
