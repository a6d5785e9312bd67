"""Redeals where a hand must be able to do what it is asked for: even, however few hands can."""

from itertools import combinations, product

import pytest

import ridotto
from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import parse_condition
from ridotto.games.venti.rules.matching import missing
from tests.at_the_table import do
from tests.seeds import check_fairness
from tests.venti.table import game, table


def pile_without(*numbers: int, worth: range = range(1, 5)) -> str:
    """All number cards but those of these numbers, and only those worth so much."""
    return " ".join(
        name
        for card, name in enumerate(c.CARD_NAMES[: c.JOKER])
        if c.number_of(card) not in numbers and c.POINTS[card] in worth
    )


def without(cards: str, *others: str) -> str:
    return " ".join(card for card in cards.split() if card not in " ".join(others).split())


def hand_of(seat):
    return lambda world: tuple(c.cards_in(world.hand[seat]))


def can_pay(cards, text):
    numbers = [c.number_of(card) for card in cards]
    return missing(parse_condition(text), [numbers.count(n) for n in range(8)], numbers.count(8)) == 0


@pytest.mark.parametrize("recall", [True, False])
def test_whoever_is_paying_can_pay(recall):
    state = table("0/0", "", targets="6/10", secret={1: "0/1 3/0 5/0"}, turn=1, pile="0/5 1/1 2/2 3/3 5/5 j1")
    do(state, "fulfil 1")
    cards = [card for card in c.cards_in(state.unseen) if not c.has(state.hand[0], card)]
    fitting = [hand for hand in combinations(cards, 3) if can_pay(hand, "0 3 5")]
    check_fairness(state, 0, dict.fromkeys(fitting, 1), 4000, hand_of(1), recall)


CENTRE, GOALS = "4/0 4/1 4/2 4/3", "1/4 4/4 4/5"


@pytest.mark.parametrize("recall", [True, False])
def test_even_if_hardly_any_hand_can(recall):
    """Three pairs of 6s, out of 2,900 hands of two cards."""
    pile = without(pile_without(6), CENTRE, GOALS) + " 6/2"
    state = table("", "", targets=GOALS, centre=CENTRE, secret={1: "6/0 6/1"}, turn=1, pile=pile)
    do(state, "fulfil 1")
    pairs = combinations([c.CARDS[name] for name in ("6/0", "6/1", "6/2")], 2)
    check_fairness(state, 0, dict.fromkeys(pairs, 1), 300 if ridotto.compiled else 60, hand_of(1), recall)


@pytest.mark.parametrize("recall", [True, False])
def test_whoever_is_asked_to_catch_up_has_a_card_that_fits(recall):
    """Of forty unseen cards two are worth less than three points; one of them is held."""
    points = {0: "0/8 0/9 0/10 0/0", 1: "1/0"}
    pile = without(pile_without(0, worth=range(3, 5)), CENTRE, GOALS) + " 1/2"
    state = table(
        *("", "", ""), targets=GOALS, centre=CENTRE, secret={2: "1/1"}, points=points, pile=pile,
        first_to_ten=0, phase="catch up", ten={"gainer": 0, "last": 2, "left": 2},
    )  # fmt: skip
    held = {(c.CARDS["1/1"],): 1, (c.CARDS["1/2"],): 1}
    check_fairness(state, 0, held, 300, hand_of(2), recall)


@pytest.mark.parametrize("recall", [True, False])
def test_such_worlds_are_positions_of_the_game(recall):
    pile = without(pile_without(6), CENTRE, GOALS) + " 6/2"
    state = table("", "", targets=GOALS, centre=CENTRE, secret={1: "6/0 6/1"}, turn=1, pile=pile)
    do(state, "fulfil 1", "card 6 (1)")
    for seed in range(50):
        world = state.redeal(0, ridotto.Rng(seed), recall)
        assert game.load(world.snapshot()) == world
        do(world, "card 6 (1)")


def paying_with_high_cards():
    """Seat 1 pays with the highest cards of their classes, which bars all lower ones; target 2 is frozen."""
    return table(
        *("", "", ""), targets="0/9 2/8 3/11", frozen={2: 0}, turn=1,
        secret={0: "5/0 j1", 1: "5/3 5/2 j4 j3 7/7 6/0", 2: "6/1 j2"},
    )  # fmt: skip


STEPS = {
    "declare": ["fulfil 1", "declare 5", "card joker", "card 5 (1)"],
    "pay": ["fulfil 1", "declare 5", "card joker", "card joker", "declare 5", "card 5 (1)"],
}


def check_worlds(state, phase):
    assert state.snapshot()["phase"] == phase
    for viewer, recall, seed in product((-1, 0, 1, 2), (True, False), range(25)):
        world = state.redeal(viewer, ridotto.Rng(seed), recall)
        assert game.view(world, viewer) == game.view(state, viewer)
        assert game.load(world.snapshot()) == world


@pytest.mark.rule("venti.pile.lowest_id", "venti.fulfil.show")
@pytest.mark.parametrize("phase", STEPS)
def test_whoever_pays_has_nothing_lower_even_to_the_forgetful(phase):
    state = paying_with_high_cards()
    do(state, *STEPS[phase])
    check_worlds(state, phase)


@pytest.mark.rule("venti.pile.lowest_id", "venti.fulfil.show")
def test_whoever_commits_has_nothing_lower_either():
    state = table(
        *("", "", ""), targets="0/9 2/8 3/11", frozen={2: 0}, options={"frozen_attempt": "blind_commit"},
        secret={0: "5/3 7/7 j4 6/0", 1: "5/0 j1", 2: "6/1 j2"},
    )  # fmt: skip
    do(state, "fulfil 2", "card 5 (1)", "card joker", "card 7 (2)")
    check_worlds(state, "commit")
