"""What the bots of Venezia know. That they know no secret is tested for all games in tests/test_games_bots.py."""

from collections import Counter
from pathlib import Path

import pytest

import ridotto
from tests.thinking import best, favourite
from tests.venezia.table import Snapshot, districts, family, game, phase, plan, planned, planning, table

ROOT = Path(__file__).parent.parent.parent
SIMULATIONS = 400 if ridotto.compiled else 60
KNOWLEDGE = game.knowledge()


def found(state):
    """The move that a short search finds for whoever is asked."""
    return game.parse(best(state, SIMULATIONS))


def play_on(state, seat):
    """A searching bot decides as long as this seat is asked."""
    while state.actor() == seat:
        state.play(seat, found(state))


# First sight


def test_a_pigeon_next_to_a_tourist_is_picked_first_and_walks_onto_him():
    state = table("pick", family(piazza="2B 5D 9H"), family(), tourists="5E 1H")
    assert favourite(state) == "5D"
    state.play(0, game.parse("5D"))
    assert favourite(state) == "5E"


def test_a_pincer_is_better_than_another_square_next_to_the_same_tourist():
    state = table("pick", family(piazza="3C 6C"), family(piazza="4C"), tourists="4C 10H")
    state.play(0, game.parse("6C"))
    assert favourite(state) == "5C"


def test_pigeons_of_one_family_keep_away_from_each_other_and_from_the_edge():
    state = planned("piazza 2", "piazza")
    state.play(0, game.parse("5D"))
    weights = KNOWLEDGE.prior_weights(state, 0)
    assert weights[game.parse("8D")] > weights[game.parse("6D")]
    assert weights[game.parse("8D")] > weights[game.parse("10D")]


def test_all_breed_at_first_and_few_when_there_are_no_pigeons_to_come():
    early, late = planning(family(), family(), round=1), planning(family(supply=0, reserve=40), family())
    for state, wanted in ((early, "10"), (late, "4")):
        state.play(0, game.parse("piazza"))
        while favourite(state) not in game.move_texts[22:63]:
            state.play(0, game.parse(favourite(state)))
        assert favourite(state) == wanted


def test_the_hawk_does_not_turn_back_what_his_owner_sends():
    state = districts(family(plan="piazza, hawk_card, dorsoduro 3, san_polo 3"), family(plan="piazza, castello 3"))
    weights = KNOWLEDGE.prior_weights(state, 0)
    own = [weights[game.parse(place)] for place in ("dorsoduro", "san_polo")]
    assert max(own) < min(weights[game.parse(place)] for place in ("cannaregio", "giudecca", "santa_croce"))


def test_the_catcher_comes_where_two_pigeons_are_a_majority():
    state = districts(family(plan="piazza, catcher_card", dorsoduro=1), family(san_polo=2, giudecca=9))
    assert favourite(state) == "san_polo"


MAY = {"action_use": "may"}


@pytest.mark.parametrize(
    ("card", "own", "other"),
    [
        ("catcher_card", {"dorsoduro": 1}, {"san_polo": 2}),  # takes a majority away
        ("clergy_card", {}, {"san_polo": 2, "giudecca": 1}),
        ("vespa", {"dorsoduro": 5}, {"dorsoduro": 1, "san_polo": 1}),  # there are pigeons to spare
        ("family_gathering", {"dorsoduro": 5}, {"cannaregio": 1}),
        ("crumbs", {}, {}),
        ("hawk_card", {}, {"castello": 3}),
    ],
)
def test_where_cards_may_be_declined_a_good_one_is_used(card, own, other):
    state = table("use", family(f"piazza, {card}", **own), family(**other), options=MAY)
    assert favourite(state) == card


@pytest.mark.parametrize(
    ("card", "own"),
    [
        ("catcher_card", {"dorsoduro": 2, "san_polo": 2}),  # only one's own would be caught
        ("vespa", {"castello": 1}),  # nowhere it is worth more than in the home of the other
        ("vespa", {}),
        ("family_gathering", {}),
        ("carrier", {}),
        ("crumbs", {"reserve": 40}),
    ],
)
def test_and_one_that_brings_nothing_is_kept(card, own):
    state = table("use", family(f"piazza, {card}", **own), family(), options=MAY)
    assert favourite(state) == "stop"


# Judgement


def share(first, second, **given):
    """What the first of two families can expect when a round begins."""
    shares = KNOWLEDGE.expected_shares(planning(first, second, **given))
    assert shares is not None
    assert sum(shares) == pytest.approx(1)
    return shares[0]


def test_equal_families_have_equal_chances():
    assert share(family(score=12), family(score=12), round=3) == pytest.approx(0.5)


def test_points_districts_and_pigeons_are_worth_something():
    assert share(family(score=30), family(score=21), round=4) > 0.6
    assert share(family(dorsoduro=2), family(san_michele=2)) > 0.55
    assert share(family(reserve=18), family(reserve=12)) > 0.55


def test_points_are_worth_more_at_the_end():
    early = share(family(score=9), family(score=3), round=2)
    assert share(family(score=45), family(score=39), round=6) > early


def test_a_pigeon_on_the_piazza_is_worth_most_at_the_beginning():
    birds = family(piazza="2B 5B 8B 5E", reserve=8)
    assert share(birds, family(), round=2) > share(birds | {"score": 45}, family(score=45), round=6)


def test_a_round_is_not_judged_before_it_is_over():
    assert KNOWLEDGE.expected_shares(planned("piazza 2", "piazza")) is None
    assert KNOWLEDGE.expected_shares(planning(), after=-1) is None


# What others hide


def imagined(state, viewer, worlds=200):
    return [KNOWLEDGE.sampled_world(state, viewer, word * 0x9E3779B97F4A7C15 % (1 << 64)) for word in range(worlds)]


def test_a_plan_that_nobody_has_seen_is_still_to_be_made():
    state = planning()
    plan(state, 1, "feint 12")
    assert state.actors() == [0]
    (world,) = imagined(state, 0, worlds=1)
    assert world.actors() == [0, 1]


def test_pigeons_fly_where_they_matter():
    """Five of them: not to San Polo, where they have the majority anyway, but against the four in Dorsoduro."""
    state = planned(
        "piazza", "piazza, san_marco 5", families=[family(piazza="1A", dorsoduro=4), family(piazza="9A", san_polo=15)]
    )
    laid = Counter(world.laid[1][0] for world in imagined(state, 0))
    assert laid[2] > 4 * laid[5]
    assert len(laid) > 3


def test_cards_of_others_are_imagined_from_their_hands():
    state = planned(
        "piazza", "piazza, vespa, castello 3, dorsoduro, san_polo 2",
        families=[family(piazza="1A"), family(piazza="9A", played="crumbs hawk_card")], round=4,
    )  # fmt: skip
    for world in imagined(state, 0):
        assert len(set(world.laid[1])) == 3
        assert world.action[1] not in (1, 6)
    assert len({world.action[1] for world in imagined(state, 0)}) == 6


# Searches


def test_the_fifth_district_wins_at_once():
    held: Snapshot = {"cannaregio": 6, "dorsoduro": 3, "san_marco": 3, "san_polo": 3}
    state = districts(family(plan="piazza, vespa", **held), family(castello=5, giudecca=1, santa_croce=4), round=3)
    play_on(state, 0)
    assert state.over
    assert state.rewards()[0] == 1


def test_the_nest_defends_what_wins_the_game():
    """48 points: three more in Cannaregio, where three pigeons are against four, and it is over."""
    mine = family(cannaregio=3, score=48, nest=4, reserve=0)
    state = districts(mine, family(cannaregio=4, castello=6, score=45), round=6)
    play_on(state, 0)
    assert state.flock[0][0] > 4


def test_a_search_uses_the_card_that_wins_and_keeps_the_one_that_loses():
    """The fifth district by Vespa; and no catcher may touch the majorities of the seat."""
    held: Snapshot = {"cannaregio": 6, "dorsoduro": 3, "san_marco": 3, "san_polo": 3}
    rival = family(castello=5, giudecca=1, santa_croce=4)
    state = districts(family(plan="piazza, vespa", **held), rival, round=3, options=MAY)
    assert found(state) == game.parse("vespa")
    held = dict.fromkeys(("cannaregio", "dorsoduro", "san_marco", "san_polo", "santa_croce"), 1)
    state = districts(family(plan="piazza, catcher_card", **held), family(), round=3, options=MAY)
    play_on(state, 0)
    assert state.over
    assert state.rewards()[0] == 1


def test_a_card_can_be_taken_back_and_is():
    state = districts(family(san_giorgio=2, played="vespa clergy_card"), family(), round=4)
    while phase(state) != "recover":
        state.play(state.actor(), found(state))
    assert game.move_texts[found(state)] in ("vespa", "clergy_card")
