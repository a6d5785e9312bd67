"""The second referee by himself: the examples of the specification, and games without the game."""

from collections import Counter

import pytest

from tests.playing import Choices
from tests.venezia.habits import HABITS, habitual, some, some_habits, spinner
from tests.venezia.referee import (
    ACTIONS,
    CODE,
    DISTRICTS,
    MOVES,
    SQUARES,
    USABLE,
    Referee,
    majority,
    neighbours,
)

USUAL = {
    "tourists": "2", "hunters": "1", "max_rounds": "20", "start_reserve": "12", "cancelled_gathering": "blocks",
    "action_use": "must",
}  # fmt: skip
RED, BLUE, GREEN = range(3)
DECISIONS = (
    "HOME", "PLAN_FIRST", "PLAN_ACTION", "PLAN_DISTRICT", "PLAN_COUNT", "PLACE", "FEINT_SPLIT", "MOVE_PICK",
    "MOVE_TARGET", "JUMP_ON", "REINFORCE", "ACT_FAMILY", "ACT_HAWK", "ACT_CATCHER", "ACT_CLERGY", "ACT_HOUSE_TO",
    "ACT_HOUSE_TAKE", "ACT_VESPA_FROM", "ACT_VESPA_COUNT", "ACT_VESPA_TO", "ACT_CARRIER_SLOT", "ACT_CARRIER_CARD",
    "RECOVER", "FETCH",
)  # fmt: skip


def example(homes=("san_polo", "castello", "dorsoduro"), scores=(0, 0, 0), held=(0, 0, 0)):
    """Three players at a scoring; each holds some districts, in the order of the list, with one bird each."""
    referee = Referee(3, USUAL, RED, max)
    districts = iter(DISTRICTS)
    for family, home, score, number in zip(referee.families, homes, scores, held, strict=True):
        family.home, family.score = home, score
        family.city.update(next(districts) for _ in range(number))
    return referee


def test_the_moves_are_numbered_as_in_the_specification():
    assert len(MOVES) == len(CODE) == 143
    starts = ("stop", "piazza", "family_gathering", "cannaregio", "slot 3", 0, "1A", "8G", "10H")
    assert [CODE[thing] for thing in starts] == [0, 1, 3, 11, 19, 22, 63, 130, 142]


def test_the_piazza_has_79_squares_and_no_edge_is_crossed():
    assert len(USABLE) == 79
    assert Counter(len(neighbours(square)) for square in SQUARES) == {8: 8 * 6, 5: 2 * (8 + 6), 3: 4}
    assert neighbours("10A") == {"9A", "9B", "10B"}


def test_example_a():
    referee = example()
    birds = {
        "castello": (3, 2, 0),
        "san_polo": (2, 0, 1),
        "dorsoduro": (0, 2, 2),
        "giudecca": (0, 1, 0),
        "san_marco": (1, 0, 2),
    }
    for district, numbers in birds.items():
        for family, number in zip(referee.families, numbers, strict=True):
            family.city[district] = number
    referee.edge, referee.grey["san_marco"] = 3, 3
    referee.score_districts()
    assert [family.score for family in referee.families] == [9, 3, 0]
    assert not referee.is_over()
    referee.chase()
    assert [family.reserve for family in referee.families] == [12 + 1, 12, 12 + 2]
    assert (referee.edge, referee.grey.total()) == (6, 0)
    assert not any(family.city["san_marco"] for family in referee.families)


@pytest.mark.parametrize(("fifth", "places"), [(5, [3, 2, 1]), (4, [2, 1, 3])])
def test_example_b(fifth, places):
    homes = ("castello", "santa_croce", "cannaregio")
    referee = example(homes, (45, 48, 15), (1, 1, fifth))
    referee.score_districts()
    assert [family.score for family in referee.families] == [51, 54, 33 if fifth == 5 else 27]
    assert referee.is_over()
    assert referee.places() == places


def test_example_c():
    referee = example(("cannaregio", "dorsoduro", "santa_croce"), (45, 42, 0), (2, 3, 0))
    referee.score_districts()
    assert [family.score for family in referee.families] == [51, 51, 0]
    assert referee.places() == [2, 1, 3]


def test_a_chain_of_jumps_stops_at_a_tourist_and_never_comes_back():
    referee = Referee(2, USUAL, RED, max)
    referee.families[RED].piazza, referee.families[BLUE].piazza = {"1A"}, {"2A", "4A", "3B", "5B", "10H"}
    assert referee.jumps("1A") == {"3A"}
    referee.families[RED].piazza, referee.path = {"3A"}, ["1A", "3A"]
    assert referee.jumps("3A") == {"5A", "3C"}
    referee.tourists, referee.hunters = ["4A"], ["3C"]
    assert referee.jumps("3A") == set()


def test_a_majority_is_more_than_each_rival_and_than_the_grey_ones():
    assert majority({0: 2, 1: 1}) == 0
    assert majority({0: 2, 1: 2, 2: 1}) is None
    assert majority({0: 2, 1: 1}, grey=2) is None
    assert majority({0: 0, 1: 0}) is None


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("habit", HABITS)
def test_nothing_is_lost_and_every_game_ends(players, habit):
    choice = Choices(players)
    options = USUAL | {"tourists": "3", "hunters": "2", "cancelled_gathering": "ignored"}
    referee = Referee(players, options, choice.below(players), spinner(choice))
    while referee.asked:
        assert referee.asked.keys() <= set(range(players))
        assert len(referee.asked) == 1 or all(asked[0].startswith("PLAN") for asked in referee.asked.values())
        seat = some(sorted(referee.asked), choice)
        referee.play(seat, habitual(referee, seat, habit, choice))
        complete(referee)
    assert 1 in referee.places()


@pytest.mark.slow
def test_habits_lead_to_every_decision_every_end_and_long_jumps():
    decisions, ends, longest = set(), set(), 0
    for seed in range(60):
        choice = Choices(seed)
        habits = some_habits(4, seed, choice)
        referee = Referee(4, USUAL, RED, spinner(choice))
        while referee.asked:
            seat = some(sorted(referee.asked), choice)
            decisions.add(referee.asked[seat][0])
            longest = max(longest, len(referee.path))
            referee.play(seat, habitual(referee, seat, habits[seat], choice))
        five = max(map(referee.districts_held, range(4))) >= 5
        fifty = max(family.score for family in referee.families) >= 50
        ends.add("five" if five else "fifty" if fifty else "limit")
    assert decisions == set(DECISIONS)
    assert ends == {"five", "fifty", "limit"}
    assert longest > 5


def complete(referee):
    """Forty pigeons and eight action cards a family, and six grey pigeons. Plans take nothing until all are made."""
    planning = any(decision.startswith("PLAN") for decision, _ in referee.asked.values())
    for family in referee.families:
        planned = 0 if planning else sum(family.plan.pigeons)
        held = [family.reserve, family.nest, family.supply, family.san_michele, planned, *family.city.values()]
        assert min(held) >= 0
        assert sum(held) + len(family.piazza) == 40
        assert len(family.piazza) <= 10
        laid = set() if planning else {family.plan.action} - {None}
        assert sorted([*family.actions, *family.played, *laid]) == sorted(ACTIONS)
    assert referee.edge + referee.grey.total() == 6
    assert len(referee.standing()) == sum(len(family.piazza) for family in referee.families)
    assert referee.standing() <= USABLE.difference(referee.hunters)
