"""The conformance kit passes a game that keeps the laws, and finds each of many ways to break one."""

from itertools import combinations

import pytest

import ridotto
from ridotto.engine.conformance import LAWS, Broken, Trial, conform, fair
from tests.engine.broken_toys import BROKEN, LosesACard
from tests.engine.leaky_toys import RedealsUnevenly, ShowsAHand
from tests.engine.toys import HushGame

SECONDS = 8.0


@pytest.fixture(scope="module")
def good():
    return HushGame()


def test_a_good_game_conforms_and_every_law_was_exercised(good):
    report = conform(good, seconds=SECONDS)
    assert report.idle == []
    assert report.untried == []
    assert set(report.checks) == set(LAWS)
    assert report.games >= 15


@pytest.mark.parametrize(("kind", "law"), BROKEN, ids=[f"{kind.__name__}-{law}" for kind, law in BROKEN])
def test_a_broken_game_is_found_by_the_law_it_breaks(kind, law):
    with pytest.raises(Broken) as found:
        conform(kind(), seconds=SECONDS, laws=[law])
    assert found.value.law == law


@pytest.mark.parametrize("kind", dict.fromkeys(kind for kind, _ in BROKEN), ids=lambda kind: kind.__name__)
def test_a_broken_game_does_not_conform(kind):
    with pytest.raises(Broken):
        conform(kind(), seconds=3 * SECONDS)


def test_every_law_can_fail():
    assert {law for _, law in BROKEN} == set(LAWS)


@pytest.mark.parametrize("kind", [ShowsAHand, LosesACard])
def test_the_message_is_enough_to_see_it_again(kind):
    game = kind()
    with pytest.raises(Broken) as found:
        conform(game, seconds=SECONDS)
    broken = found.value
    again = Trial(game, broken.players, broken.options, broken.seed, broken.moves)
    with pytest.raises(Broken) as seen_again:
        LAWS[broken.law](again)
    assert seen_again.value.message == broken.message
    assert repr(broken.moves) in str(broken)


def test_every_table_and_every_law_is_tried_however_short_the_time(good):
    report = conform(good, seconds=0.0)
    assert report.untried == []
    assert report.idle == []


def test_a_law_that_never_came_up_is_reported():
    report = conform(ridotto.game("verhext"), seconds=0.0, laws=["commute"])
    assert report.idle == ["commute"]
    assert "Never exercised: commute" in str(report)


def test_a_position_can_be_tried_alone(good):
    state = good.start(players=3, seed=5)
    for seat in range(3):
        state.play(seat, good.parse("high"))
    for law in LAWS.values():
        law(Trial.at(state))


def test_every_hand_is_equally_likely_in_a_fair_redeal(good):
    assert fair(*hands_of_seat_1(good)) > 0


def test_an_uneven_redeal_is_found_by_counting():
    with pytest.raises(Broken, match="not even"):
        fair(*hands_of_seat_1(RedealsUnevenly()))


def hands_of_seat_1(game):
    """Two cards of the ten that seat 0 does not hold: 45 hands, one as likely as the other."""
    state = game.start(players=2, seed=3)
    unseen = [card for card in range(12) if card not in state.hands[0]]
    return state, 0, dict.fromkeys(combinations(unseen, 2), 1), 9000, lambda world: tuple(world.hands[1])
