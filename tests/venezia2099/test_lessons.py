"""When a first game explains what: prices and worths when the reader may buy, not while others do."""

import ridotto
from tests.at_the_table import lesson_text
from tests.venezia2099.scenes import ROUND, do, table


def lesson_ids(state, viewer=0):
    game = ridotto.game("venezia2099")
    view = game.view(state, viewer)
    return {lesson.id for lesson in game.lessons if lesson.when(view)}


def test_coins_and_worths_are_explained_once_the_reader_may_buy():
    others = {1: {"coins": 12, "treasures": {"red": 1}}}
    state = table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 13}, **others})
    assert not {"buy", "worth", "coins"} & lesson_ids(state)
    do(state, "stay")
    assert {"buy", "worth", "coins"} <= lesson_ids(state)
    do(state, "no purchase")
    assert not {"buy", "worth", "coins"} & lesson_ids(state)


def test_whoever_has_bought_may_read_of_worths_at_any_time():
    state = table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 12, "treasures": {"red": 1}}})
    assert {"worth", "coins"} <= lesson_ids(state)


def test_where_rides_are_extra_nobody_is_told_to_ride_instead_of_walking():
    assert lesson_text("venezia2099", "gondola").startswith("Instead of walking, you may play a gondola card")
    extra = lesson_text("venezia2099", "gondola", gondola_move="extra")
    assert extra.startswith("Before or after walking, you may play gondola cards")


def test_where_platforms_take_no_rescued_pawn_the_lesson_says_so():
    assert "takes it to any free square" in lesson_text("venezia2099", "rescue")
    city_only = lesson_text("venezia2099", "rescue", rescue_to_platform="false")
    assert "takes it to any free city tile right away, but not to a platform" in city_only
