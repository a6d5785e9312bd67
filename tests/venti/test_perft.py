"""Perft: the number of different sequences of decisions from a position, to a small depth."""

from itertools import permutations, product

import pytest

from ridotto.games.venti import components as c
from tests.at_the_table import do
from tests.playing import perft
from tests.venti.table import cards, game, phase, table


def started(players, **options):
    return game.start(players=players, seed=1, **options)


def rich(**options):
    """Everything is possible: pay, freeze, attempt, sacrifice."""
    return table(
        "5/0 5/1 5/4 7/0 j1", "6/0", "", "", targets="0/6 1/7 3/11 j2", frozen={3: 1},
        points={0: "7/4 7/8 7/1"}, permanent={0: "6/9"}, options=options,
    )  # fmt: skip


def full_hand():
    """Ten cards before the last action of a turn."""
    hand = "5/0 5/4 5/8 5/11 6/0 6/4 6/8 7/0 7/4 7/8"
    return table(hand, "", used=2, centre="j1 4/0 4/1 4/2")


def ten():
    """Seat 0 reaches ten with its next payment, and seat 1 may catch up."""
    return table(
        "6/0 6/1 6/4", "5/0 4/0 4/4", "", targets="0/0 2/11 3/11", points={0: "7/8 7/4 7/5 7/0 7/1", 2: "1"}, used=2
    )


def finish():
    """The last action of the game; two frozen cards are fined."""
    return table(
        *[""] * 4, trigger=3, final_queue=[], first_to_ten=0, used=2, frozen={1: 0, 2: 1},
        points={0: "7/0 7/4 7/8", 1: "6/0 6/1", 3: "4 4 4 4 4"},
    )  # fmt: skip


COUNTED = {
    "start of 2": (lambda: started(2), [21, 401, 7399, 131611]),
    "start of 3": (lambda: started(3), [19, 362, 6808]),
    "start of 6": (lambda: started(6), [31, 905, 25982]),
    "rich": (rich, [31, 849, 22344]),
    "rich, blind": (lambda: rich(frozen_attempt="blind_commit"), [31, 854, 22557]),
    "rich, early": (lambda: rich(allow_early_end="true", failed_own_freeze="discard"), [32, 902, 24414]),
    "full hand": (full_hand, [23, 352, 6374]),
    "ten": (ten, [26, 514, 9565]),
    "finish": (finish, [23, 96, 148, 144, 104, 34, 0]),
}


@pytest.mark.parametrize("name", COUNTED)
def test_there_are_as_many_sequences_as_ever(name):
    build, counts = COUNTED[name]
    assert [perft(build(), depth) for depth in range(1, len(counts) + 1)] == counts


# The same numbers by another way


def ways_to_pay(condition, hand, permanent):
    """All ways to fill the slots of a condition one after the other: cards that are equal count once."""
    terms = [term.split("=") for term in condition.split()]
    groups = [len(term) > 1 for term in terms]
    resources = [kind_of(name) for name in cards(hand)] + [f"permanent {name[0]}" for name in cards(permanent)]
    slots = sum(map(len, terms))
    found = set()
    for numbers in product("01234567", repeat=sum(groups)):
        declared = iter(numbers)
        wanted = [
            atom
            for term, group in zip(terms, groups, strict=True)
            for atom in ([next(declared)] * len(term) if group else term)
        ]
        for paid in permutations(resources, slots):
            if all(suits(slot, kind) for slot, kind in zip(wanted, paid, strict=True)):
                found.add((numbers, paid))
    return len(found)


def kind_of(name):
    return "joker" if "joker" in name else f"{name[0]} ({c.POINTS[c.CARDS[name]]})"


def suits(slot, kind):
    number = kind.removeprefix("permanent ")[0]
    return kind == "joker" or slot in ("?", number, "CTDS"[int(number) // 2])


def paid_up(state):
    """How many sequences there are until the payment is complete."""
    if phase(state) == "main":
        return 1
    total = 0
    for move in state.moves(0):
        after = state.copy()
        after.play(0, move)
        total += paid_up(after)
    return total


@pytest.mark.rule("venti.fulfil.pay_order", "venti.fulfil.one_each", "venti.fulfil.joker", "venti.fulfil.pjoker")
@pytest.mark.parametrize(
    ("target", "hand", "permanent"),
    [
        ("0/6", "5/0 5/1 5/4 7/0 6/0 j1", "6/9"),  # ?=? S
        ("0/8", "0/0 1/0 2/0 5/0 7/0 7/4 j1", "3/0"),  # C T D S
        ("0/9", "5/0 5/4 5/8 6/0 6/4 j1 j2", ""),  # ?=? ?=?
        ("0/10", "2/0 2/4 5/0 7/0 j1 j2", "7/9"),  # 2 5 7
        ("0/11", "5/0 5/1 5/4 6/0 6/1 j1", ""),  # ?=?=? ?=?
        ("0/3", "3/0 3/4 5/0 7/0 j1 j2", "3/9"),  # 3 ?
        ("1/7", "7/0 7/4 5/0 j1 j2", "7/9"),  # 7 ?=?
        ("0/0", "5/0 4/0 j1 j2 j3", "4/9"),  # ?=?
    ],
)
def test_there_are_as_many_ways_to_pay_as_trying_them_all_finds(target, hand, permanent):
    state = table(hand, "", targets=target, permanent={0: permanent})
    do(state, "fulfil 1")
    counted = ways_to_pay(c.CONDITIONS[c.CARDS[target]].text, hand, permanent)
    assert paid_up(state) == counted > 1


def test_draw_replace_exchange_and_freeze_alone_are_counted_by_hand():
    """Nobody can pay or sacrifice: 4 draws, a replacement, 3 x 4 exchanges and 3 freezes.

    After a freeze there are 4 + 1 + 8 and an attempt at the frozen card; all other actions leave 20 choices again.
    """
    state = table("", "", top="7/11 7/12 6/11 6/12 5/11 5/12 4/12 3/12 2/12 1/12")
    assert perft(state, 1) == 4 + 1 + 12 + 3
    assert perft(state, 2) == 17 * 20 + 3 * 14
