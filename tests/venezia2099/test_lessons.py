"""When a first game explains what: prices and worths when the reader may buy, not while others do."""

import ridotto
from tests.venezia2099.scenes import ROUND, do, table


def told(state, viewer=0):
    game = ridotto.game("venezia2099")
    view = game.view(state, viewer)
    return {lesson.id for lesson in game.lessons if lesson.when(view)}


def test_coins_and_worths_are_explained_once_the_reader_may_buy():
    others = {1: {"coins": 12, "treasures": {"red": 1}}}
    state = table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 13}, **others})
    assert not {"buy", "worth", "coins"} & told(state)
    do(state, "stay")
    assert {"buy", "worth", "coins"} <= told(state)
    do(state, "no purchase")
    assert not {"buy", "worth", "coins"} & told(state)


def test_whoever_has_bought_may_read_of_worths_at_any_time():
    state = table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 12, "treasures": {"red": 1}}})
    assert {"worth", "coins"} <= told(state)
