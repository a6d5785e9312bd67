"""Perft: the number of different sequences of decisions from a position, to a small depth."""

import pytest

from tests.at_the_table import do
from tests.playing import perft
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import dealt, game, prophecy_phase, table, trick


def started(players, seed, **options):
    return game.start(players=players, seed=seed, **options)


def chosen(players, seed, **options):
    """All say 1x: the last chooser leads."""
    state = started(players, seed, **options)
    do(state, *["prophecy 1x"] * players)
    return state


def rebids():
    return prophecy_phase(
        3, round=6, score_cards={0: {"failed": "1x 3+"}, 1: {"zeros": 4}, 2: {"failed": "2x", "zeros": 4}}
    )


def middle(**options):
    """Two tricks are played and potions are left in every hand."""
    state = table("R9 R8 C1 B1 P1 P2 S2", "R1 C2 C3 P3 P1 C4 C5", "B2 B3 R2 S1 P2 B4 B5", trump="S9", **options)
    trick(state, "R9+P1 R1 R2 R8 C2 B2")
    return state


def last_cards():
    """Every seat has two cards left: the sequences run into the next round."""
    state = table("R1", "C1", "B1", trump="S9")
    trick(state, "R1 C1 B1 R2 C2 B2 R3 C3 B3 R4 C4 B4 R5 C5 B5")
    return state


def counting():
    piles = {0: {"zeros": 1}, 1: {"zeros": 1}, 3: {"zeros": 1}}
    return play_round(["2x", "2+", "3+", "1x"], [1, 1, 5, 0], holder=2, round=7, score_cards=piles)


COUNTED = {
    "start of 3": (lambda: started(3, 1), [7, 49, 343, 2401, 5967, 14523]),
    "start of 4": (lambda: started(4, 1), [7, 49, 343, 2401, 16807]),
    "start of 5": (lambda: started(5, 1), [7, 49, 343, 2401, 16807]),
    "first trick of 3": (lambda: chosen(3, 2), [7, 13, 38, 76, 330, 963]),
    "first trick of 4": (lambda: chosen(4, 2), [6, 12, 48, 76, 214, 538]),
    "first trick of 5": (lambda: chosen(5, 2), [7, 9, 18, 58, 166, 422]),
    "first trick, any potions": (lambda: chosen(3, 2, potions_per_play="any"), [7, 13, 38, 76, 258, 829]),
    "new attempts": (rebids, [10, 60, 480, 3360, 23520]),
    "mid-round": (middle, [4, 8, 30, 74, 208, 450]),
    "mid-round, any potions": (lambda: middle(potions_per_play="any"), [4, 8, 30, 74, 172, 438]),
    "last cards": (last_cards, [2, 4, 8, 8, 8, 8, 56]),
    "counting": (counting, [2, 4, 8, 0]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_there_are_as_many_sequences_as_ever(name):
    build, counts = COUNTED[name]
    assert [perft(build(), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.rule("verhext.bid.free", "verhext.bid.max")
@pytest.mark.parametrize("players", [3, 4])
def test_seven_prophecies_each_are_free_of_one_another(players):
    assert [perft(started(players, 5), depth) for depth in range(1, players + 1)] == [
        7**n for n in range(1, players + 1)
    ]


@pytest.mark.rule("verhext.zero.eligible")
def test_three_answers_make_eight_sequences_and_then_the_game_is_over():
    assert [perft(counting(), depth) for depth in (1, 2, 3, 4)] == [2, 4, 8, 0]


# One trick, counted by another way: hands as lists of names, plays as whole plays.


def plays(hand, led):
    """The base card of every play a hand can make: each with every different potion left, and without."""
    follows = [one for one in hand if led and one.split()[0] == led]
    for base in set(follows or hand):
        left = list(hand)
        left.remove(base)
        potions = {one for one in left if one.startswith("potion")}
        yield from [base] * (1 + len(potions))


def tricks(hands, led=None):
    """The number of ways to play one trick, each hand in its turn."""
    if not hands:
        return 1
    return sum(tricks(hands[1:], led or base.split()[0]) for base in plays(hands[0], led))


def ways_through_a_trick(state):
    here = state.trick
    total = 0
    for move in state.moves(state.actor()):
        after = state.copy()
        after.play(after.actor(), move)
        total += 1 if after.trick > here else ways_through_a_trick(after)
    return total


HANDS = [
    ("R9 R8 C1 B1 P1 P2 P2", "R1 C2 C3 P3 P1 B4 S2", "B2 B3 R2 S1 P2 C9 S8"),
    ("R9 C8 C1 B1 S4 S5 S6", "R1 R2 R3 C2 C3 B4 S2", "B2 B3 R4 S1 P1 P2 P3"),
    ("P1 P1 P1 P2 P2 P2 P3", "R1 R2 P3 C2 C3 B4 S2", "B2 B3 R4 S1 C1 C4 C5"),
]


@pytest.mark.rule("verhext.follow.must", "verhext.follow.choice", "verhext.potion.any_time", "verhext.potion.optional")
@pytest.mark.parametrize("hands", HANDS)
def test_a_whole_trick_has_as_many_ways_as_counted_by_hand(hands):
    state = table(*hands, trump="S9")
    assert ways_through_a_trick(state) == tricks(dealt(hands, "S9"))
