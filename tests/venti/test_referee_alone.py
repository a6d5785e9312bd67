"""The second referee by itself: whole games, nothing lost, and the examples of the specification."""

import random
from collections import Counter

import pytest

from tests.venti.referee import (
    CHAOS,
    DONE,
    DRAW,
    FULFIL,
    HAND_CARD,
    MAKE_EXTRA,
    POINT_CARD,
    POINTS,
    REPLACE,
    TABLE,
    Referee,
    kind,
    payable,
)

VALUES = {
    "allow_early_end": ["false", "true"],
    "extra_action_timing": ["immediate", "next_turn"],
    "frozen_attempt": ["reveal_then_pay", "blind_commit"],
    "failed_own_freeze": ["thaw", "stay_frozen", "discard"],
    "frozen_view": ["memory", "open"],
    "penalty_choice": ["free", "minimal"],
    "catch_up_measure": ["before_penalty", "after_penalty"],
    "final_turns": ["one_each", "finish_round"],
    "tiebreak_sacrificed": ["jokers_only", "all"],
    "max_rounds": ["50", "1", "20"],
    "start_player": ["random", "0", "1"],
    "reshuffle": ["when_needed", "at_once"],
}
TWO_PAIRS = 100  # worth 3
USUAL = {name: values[0] for name, values in VALUES.items()}


class Luck:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def beginner(self, players):
        return self.random.randrange(players)

    def shuffled(self, cards):
        return self.random.sample(cards, len(cards))


def everything(referee):
    """All cards, wherever they are."""
    heaps = [referee.pile, referee.discards, *referee.hands, *referee.points, *referee.permanent, *referee.extra]
    shown = [card for card in referee.centre + referee.targets if card is not None]
    return sorted([card for heap in heaps for card in heap] + shown)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("option", "value"), [(name, value) for name, values in VALUES.items() for value in values])
def test_a_game_ends_and_loses_no_card(players, option, value):
    luck = Luck(f"{players} {option} {value}")
    options = {name: luck.random.choice(values) for name, values in VALUES.items()} | {option: value}
    referee = Referee(players, options, luck).start()
    while referee.asked is not None:
        assert referee.possible
        assert everything(referee) == list(range(110))
        assert not {*CHAOS} & {*referee.centre, *referee.targets, *(card for hand in referee.hands for card in hand)}
        assert len(referee.frozen_by) <= (1 if players < 4 else 2)
        referee.play(keen(referee.possible, luck.random))
    assert referee.phase == "over"
    assert min(referee.places()) == 1


def keen(possible, luck):
    """A random move of somebody who would rather fulfil, and then convert."""
    fulfilling = [move for move in possible if move in range(FULFIL, FULFIL + 4)]
    converting = [move for move in possible if move in range(35, 99)]
    wanted = fulfilling if fulfilling and luck.random() < 0.8 else converting
    return luck.choice(sorted(wanted if wanted and luck.random() < 0.5 else possible))


def table(players, points, hands=(), **options):
    """A game in its first turn, seat 0 to act, with these points; everything else of the deck is in the pile."""
    referee = Referee(players, USUAL | options, Luck(1))
    left = [card for card in range(110) if card not in CHAOS]
    for kept, wanted in [*zip(referee.points, points, strict=False), *zip(referee.hands, hands, strict=False)]:
        for worth in wanted:
            card = next(card for card in left if POINTS.get(card, 0) == worth)
            left.remove(card)
            kept.add(card)
    referee.pile = left
    referee.refill()
    return referee


def losing(referee):
    return sorted({(move - POINT_CARD) % 4 + 1 for move in referee.possible})


def test_the_cards_of_the_specification():
    assert len(TABLE) == 104
    assert Counter(POINTS.values()) == {1: 32, 2: 32, 3: 24, 4: 16}


def test_example_1_fewer_cards_win():
    referee = table(2, [[4, 4, 4, 3, 3, 2], [4, 4, 3, 3, 3, 1, 2]])
    referee.permanent[0] = {0}
    assert referee.scores() == [20, 20]
    assert referee.places() == [1, 2]


def test_example_2_a_card_left_frozen():
    referee = table(2, [[4, 4, 4, 3, 3, 3], [4, 4, 4, 4, 3]], max_rounds="1")
    referee.frozen_by = {1: 0}
    referee.follow(referee.course(1))
    for _ in range(3):
        referee.play(DRAW)
    assert (referee.phase, referee.asked, losing(referee)) == ("penalty", 0, [3, 4])
    referee.play(POINT_CARD + kind(next(card for card in referee.points[0] if POINTS[card] == 3)))
    assert (referee.phase, referee.scores(), referee.places()) == ("over", [18, 19], [2, 1])


def test_example_3_the_first_to_reach_ten():
    referee = table(3, [[4, 4], [4, 1], [4]], hands=[[0, 0, 0, 1], [], [1, 1, 3, 0]])
    referee.targets[0], referee.pile[referee.pile.index(TWO_PAIRS)] = TWO_PAIRS, referee.targets[0]
    referee.follow(referee.course(0))
    referee.play(FULFIL)
    while referee.phase != "penalty":
        referee.play(min(referee.possible))
    assert (referee.asked, referee.scores(), losing(referee)) == (0, [11, 5, 4], [3, 4])
    referee.play(POINT_CARD + kind(TWO_PAIRS))
    assert (referee.phase, referee.asked, referee.scores()) == ("catch up", 2, [8, 5, 4])
    for _ in range(2):
        assert {(move - HAND_CARD) % 4 + 1 for move in referee.possible - {DONE}} == {1}
        referee.play(min(referee.possible - {DONE}))
    assert (referee.phase, referee.scores()) == ("main", [8, 5, 6])


def test_example_4_extra_actions_count_at_once():
    referee = table(2, [[2, 2, 2, 1]])
    referee.follow(referee.course(0))
    for move in (REPLACE, REPLACE):
        referee.play(move)
    for left in (5, 3):
        referee.play(min(move for move in referee.possible if move in range(MAKE_EXTRA, HAND_CARD)))
        assert (referee.asked, referee.scores()[0]) == (0, left)
    referee.play(REPLACE)
    assert referee.asked == 1


@pytest.mark.parametrize(
    ("condition", "pool", "expected"),
    [
        ("?=? ?=?", [4, 4, 4, 4], True),
        ("?=?=? ?=?", [1, 1, 2, 2], False),
        ("?=?=? ?=?", [1, 1, 2, 2, 8], True),
        ("4=? D", [4, 4, 5], True),
        ("4=? D", [5, 5, 4], False),
        ("D=? 4", [5, 5, 4], True),
        ("C T ?", [0, 1, 2], True),
        ("C T T", [0, 1, 2], False),
        ("6 6", [8, 8], True),
    ],
)
def test_conditions(condition, pool, expected):
    assert payable(tuple(tuple(term.split("=")) for term in condition.split()), tuple(pool)) == expected
