"""Can a condition be paid, and how many cards are missing? Against trying out every way to fill every slot."""

from itertools import product
from random import Random

import pytest

from ridotto.games.venti.components import CONDITIONS
from ridotto.games.venti.conditions import Condition, parse_condition
from ridotto.games.venti.rules.matching import missing

GENERAL = ("4=?", "D=?", "D=4 ?", "?=? C", "S=S=? S", "D=? D=?", "4=? 4", "?=?=? 7 C", "C=C ?=? ?", "5 5=? D ?")
PRINTED = sorted({condition.text for condition in CONDITIONS})


def by_trial(condition: Condition, cards: list[int], jokers: int) -> int:
    """The fewest slots that no card of the hand can fill, over all numbers for the groups and all assignments."""
    best = condition.slots
    for numbers in product(
        *([n for n in range(8) if term.numbers >> n & 1] for term in condition.terms if term.slots > 1)
    ):
        declared = iter(numbers)
        slots: list[int] = []
        for term in condition.terms:
            wanted = 1 << next(declared) if term.slots > 1 else term.numbers
            slots += [wanted] * term.slots
        best = min(best, empty(tuple(slots), tuple(cards)))
    return max(0, best - jokers)


def empty(slots: tuple[int, ...], cards: tuple[int, ...]) -> int:
    """How many slots stay empty at best: the first one is left empty, or filled with any card that suits it."""
    if not slots:
        return 0
    best = 1 + empty(slots[1:], cards)
    for n in range(8):
        if slots[0] >> n & 1 and cards[n]:
            best = min(best, empty(slots[1:], (*cards[:n], cards[n] - 1, *cards[n + 1 :])))
    return best


def hand(chance: Random) -> tuple[list[int], int]:
    """A random hand of up to ten cards, often with few different numbers."""
    numbers = chance.sample(range(8), chance.randint(1, 8))
    cards = [0] * 8
    for _ in range(chance.randint(0, 10)):
        cards[chance.choice(numbers)] += 1
    return cards, chance.choice((0, 0, 0, 1, 1, 2, 3))


@pytest.mark.rule("venti.fulfil.one_each", "venti.fulfil.number", "venti.fulfil.any", "venti.fulfil.symbol")
@pytest.mark.rule("venti.fulfil.equal", "venti.fulfil.equal.independent", "venti.fulfil.joker.several")
@pytest.mark.parametrize("texts", [PRINTED, GENERAL], ids=["printed", "general"])
def test_what_is_missing_is_what_trying_everything_finds(texts):
    chance = Random(20)
    found = set()
    for _ in range(3000):
        condition = parse_condition(chance.choice(texts))
        cards, jokers = hand(chance)
        lacking = missing(condition, cards, jokers)
        assert lacking == by_trial(condition, cards, jokers), (condition.text, cards, jokers)
        found.add(lacking)
    assert found >= {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("condition", "cards", "jokers", "lacking"),
    [
        ("?=? ?=?", [0, 0, 0, 0, 4, 0, 0, 0], 0, 0),  # one number in two groups
        ("?=?=? ?=?", [0, 0, 0, 0, 5, 0, 0, 0], 0, 0),
        ("?=?=? ?=?", [0, 0, 0, 0, 3, 0, 0, 1], 0, 1),
        ("4 D ?", [0, 0, 0, 0, 2, 0, 0, 1], 0, 0),  # the strictest slot first
        ("D D", [1, 1, 0, 0, 1, 0, 0, 0], 0, 1),
        ("C T D S", [0] * 8, 4, 0),  # jokers alone
        ("C T D S", [0] * 8, 0, 4),
        ("4=?", [0, 0, 0, 0, 1, 9, 0, 0], 0, 1),
        ("D=?", [0, 0, 0, 0, 1, 2, 0, 0], 0, 0),
    ],
)
def test_examples(condition, cards, jokers, lacking):
    assert missing(parse_condition(condition), cards, jokers) == lacking
