"""The redeal is fair: every deal that fits what a viewer knows comes equally often."""

from collections import Counter

import pytest

import ridotto
from ridotto.engine.conformance import Broken
from ridotto.games.venti import components as c
from tests.at_the_table import do
from tests.seeds import check_fairness
from tests.venti.table import phase, table
from tests.venti.worlds import contents, places, worlds

SAMPLES = 4_000 if ridotto.compiled else 600
EACH = 12 if ridotto.compiled else 6  # redeals for each possible world, at least
RARE_SAMPLES = 2_500  # of worlds that plain Python takes long to find
A_FEW = 15
SPECTATOR = -1


def check(state, viewer, recall=True):
    possible, here = worlds(state, viewer, recall), places(state.snapshot(), viewer, recall)
    samples = max(SAMPLES, EACH * len(possible))
    check_fairness(state, viewer, possible, samples, key=lambda world: contents(world, here), recall=recall)
    return possible


def check_asked(state, viewer, recall=True):
    """Only the hand of seat 0, which is asked: with how many deals to all others each of its hands goes."""
    here = places(state.snapshot(), viewer, recall)
    hands = Counter(world[0] for world in worlds(state, viewer, recall))
    check_rare(state, viewer, hands, RARE_SAMPLES, lambda world: contents(world, here[:1])[0], recall)


def check_rare(state, viewer, possible, samples, key, recall=True):
    """Plain Python deals the same worlds (tests/test_compiled_and_pure.py): here they only have to be possible."""
    if ridotto.compiled:
        check_fairness(state, viewer, possible, samples, key, recall)
    else:
        rng = ridotto.Rng(1)
        assert {key(state.redeal(viewer, rng, recall)) for _ in range(A_FEW)} <= set(possible)


def small(**given):
    """Few cards are hidden: four in hands and three in the pile."""
    return table("1/9", "", "", **{"secret": {0: "5/8", 1: "6/0 4/0", 2: "j1"}, "pile": "5/0 x1 7/0", **given})


@pytest.mark.rule("venti.info.hand", "venti.setup.pile")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_secret_hands_and_the_pile_are_dealt_evenly(viewer, recall):
    assert len(check(small(), viewer, recall)) > 10


@pytest.mark.rule("venti.pile.lowest_id", "venti.info.hand")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_what_seats_are_known_to_lack_binds(viewer):
    state = small(barred={0: "5/0 4/0", 1: "5/0 j1 7/0", 2: "5/8 7/0"})
    assert len(check(state, viewer)) < len(worlds(small(), viewer, True))


@pytest.mark.rule("venti.pile.reshuffle", "venti.info.hand")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_a_pile_of_known_cards_gives_none_to_the_hands(viewer):
    assert len(check(small(pile_known=True), viewer)) == {SPECTATOR: 12, 0: 3, 1: 2}[viewer]


@pytest.mark.rule("venti.freeze.no_peek", "venti.freeze.no_joker", "venti.chaos.never_kept")
@pytest.mark.parametrize("view", ["memory", "open"])
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_frozen_faces_are_dealt_where_nothing_is_remembered(viewer, recall, view):
    state = table(
        "", "", secret={0: "5/8", 1: "6/0 j2"}, pile="j1 x1 7/0", frozen={2: 0}, options={"frozen_view": view}
    )
    check(state, viewer, recall)


@pytest.mark.rule("venti.freeze.limit", "venti.freeze.no_peek")
def test_two_frozen_faces():
    state = table("", "", "", "", secret={0: "5/8", 1: "j2"}, pile="j1 7/0", frozen={2: 0, 4: 3})
    check(state, 1, recall=False)


# Whoever has failed could not pay


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.info.hand")
@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 2])
def test_what_a_hand_has_failed_at_binds(viewer):
    """`?=?` with three secret cards; then one of them is shown."""
    state = table(
        *("", "", ""), secret={0: "5/0 3/0 1/0", 1: "5/1 j1", 2: "3/1"}, pile="2/2 4/1 7/0 6/1 1/1 5/2",
        targets="0/0 2/3 3/11", frozen={1: 1}, centre="0/1 0/2 0/3 6/0",
    )  # fmt: skip
    free = len(worlds(state, viewer, True))
    do(state, "fulfil 1", "draw 1")
    assert len(check(state, viewer)) < free / 2
    do(state, "fulfil 2", "card 5 (1)", "card 0 (1)")
    check(state, viewer)


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.info.hand")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_hands_that_have_failed_beside_each_other(viewer):
    out = {0: ["5"], 1: ["4 7", "5 6", "joker"], 2: ["6", "7"]}
    state = small(secret={0: "4/8", 1: "6/0 4/0", 2: "j1"}, ruled_out=out, barred={2: "5/0"})
    check(state, viewer)


def strict(**given):
    """Seat 0 has failed so often that only two 6s and a 7 are left of all that it could hold."""
    pile = " ".join(f"{n}/{t}" for n in (2, 3, 5) for t in range(5))
    out = [*"01234", "5", "joker", "7 7", "6 6 6"]
    given = {"secret": {0: "6/0 6/1 7/1", 1: "7/2"}, "pile": f"{pile} 6/2", "ruled_out": {0: out}, **given}
    return table("", "", **given)


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.info.hand")
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_a_hand_that_hardly_any_deal_gives(viewer):
    check_asked(strict(), viewer)


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.info.hand")
def test_such_a_hand_beside_another_and_one_that_lacks_much():
    """Seat 1 holds a 6 or a 7 as well, and seat 2 what is left of four cards: 6/0, 6/1, 7/1 and 7/2."""
    pile = " ".join(f"{n}/{t}" for n in (2, 3, 5) for t in range(5))
    out = [*"01234", "5", "joker"]
    state = table(
        *("", "", ""), secret={0: "6/0 6/1 7/1", 1: "6/2", 2: "7/2"}, pile=pile,
        ruled_out={0: [*out, "7 7", "6 6 6"], 1: out}, barred={2: f"{pile} 6/2"},
    )  # fmt: skip
    check_rare(state, SPECTATOR, worlds(state, SPECTATOR, True), RARE_SAMPLES, contents_of(state))


def contents_of(state):
    here = places(state.snapshot(), SPECTATOR, True)
    return lambda world: contents(world, here)


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.fulfil.payable", "venti.info.hand")
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_whoever_pays_after_a_failure_can_pay_now_and_could_not_then(viewer):
    """`?=?` failed; then a 5 was drawn, with which `?=? S` is paid: there are a 5 and a square, but no pair."""
    state = table(
        *("", ""), secret={0: "5/0 7/0 1/0", 1: "4/0"}, pile="5/2 6/0 2/0 7/1 3/0",
        targets="0/0 0/6 3/11", frozen={1: 1}, centre="5/9 0/1 0/2 6/9",
    )  # fmt: skip
    do(state, "fulfil 1", "draw 1", "fulfil 2")
    check(state, viewer)
    do(state, "declare 5", "card 5 (1)")
    check(state, viewer)


# Whoever is asked can answer


def paying(target, secret, pile, **given):
    """Seat 0 is about to pay this target."""
    state = table("", "", "", secret={0: secret, 1: "4/0", 2: "j1"}, pile=pile, targets=f"{target} 2/11 3/11", **given)
    do(state, "fulfil 1")
    return state


@pytest.mark.rule("venti.fulfil.payable", "venti.fulfil.pay_order", "venti.info.hand")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize("steps", [[], ["declare 5"], ["declare 5", "card 5 (1)"]])
def test_whoever_pays_has_what_is_needed(viewer, recall, steps):
    state = paying("0/6", "5/0 5/1 7/0", "5/2 6/0 2/0")  # ?=? S
    do(state, *steps)
    check(state, viewer, recall)


@pytest.mark.rule("venti.fulfil.pjoker", "venti.info.hand")
def test_known_cards_and_permanent_jokers_pay_with_the_secret_ones():
    state = table(
        "5/0",
        "",
        "",
        secret={0: "7/0 2/0", 1: "4/0"},
        pile="5/2 6/0 2/1 j1",
        targets="0/6 2/11 3/11",
        permanent={0: "5/9"},
    )
    do(state, "fulfil 1")
    check(state, 1)
    do(state, "declare 5", "permanent 5", "card 5 (1)")
    check(state, 1)


@pytest.mark.rule("venti.pile.lowest_id", "venti.fulfil.show")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_whoever_has_paid_holds_no_lower_card_of_that_class(viewer, recall):
    """Seat 0 has shown 5/2 and joker 3, so the lower ones are elsewhere; and a joker is not under the ice."""
    targets = "0/10 2/8 3/11"  # 2 5 7
    state = table("", "", secret={0: "5/2 j3 7/0 6/0", 1: "4/0"}, pile="5/0 j1 5/3 j4", targets=targets, frozen={2: 1})
    do(state, "fulfil 1", "card joker", "card 5 (1)")
    assert phase(state) == "pay"
    check(state, viewer, recall)


@pytest.mark.rule("venti.catch.choice", "venti.catch.limit", "venti.info.hand")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_whoever_is_asked_to_catch_up_has_a_small_card(viewer, recall):
    state = table(
        "6/0 6/1", "", "", secret={1: "5/0 5/8", 2: "4/4"}, pile="7/0 7/8 j1 3/4", targets="0/0 2/11 3/11",
        points={0: "7/12 7/11 1/0", 2: "1/3"}, centre="0/1 0/2 0/3 1/1",
    )  # fmt: skip
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)", "lose 7 (4)")
    check(state, viewer, recall)


def rare(**given):
    """Seat 0 pays `6 6` with three secret cards; of some twenty hidden cards just two are a 6."""
    pile = " ".join(f"{n}/{t}" for n in (2, 3, 5) for t in range(5))
    given = {"secret": {0: "6/0 6/1 7/1", 1: "4/0"}, "pile": pile, "targets": "1/4 2/11 3/11", **given}
    state = table("", "", **given)
    do(state, "fulfil 1")
    return state


@pytest.mark.rule("venti.fulfil.payable", "venti.info.hand")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_a_hand_that_chance_would_seldom_deal(viewer, recall):
    check_asked(rare(), viewer, recall)


@pytest.mark.slow
@pytest.mark.rule("venti.fulfil.payable", "venti.info.hand")
def test_a_rare_hand_beside_one_that_is_known_to_lack_much():
    """Seat 1 holds one of two cards; if seat 0 has one of these, there is one way left instead of two."""
    pile = [f"{n}/{t}" for n in (2, 3, 5) for t in range(9)]
    state = rare(pile=" ".join(pile), barred={1: " ".join(["6/0", "6/1", *pile])})

    def has_one_of_these(world):
        return any(c.has(world.hand[0], c.CARDS[card]) for card in ("4/0", "7/1"))

    check_rare(state, SPECTATOR, {True: 2 * 1, False: len(pile) * 2}, 2 * RARE_SAMPLES, has_one_of_these)


@pytest.mark.rule("venti.fulfil.payable", "venti.freeze.no_peek")
def test_a_rare_hand_beside_a_frozen_card():
    """It is a number card: the more jokers seat 0 has, the more cards it may be."""
    state = rare(secret={0: "6/0 6/1 7/1", 1: "j2 j3 j4"}, pile="j1 2/0", frozen={2: 1}, targets="1/4 2/11 3/11")
    check_asked(state, 1, recall=False)
    check_asked(state, SPECTATOR, recall=False)


# Against a wrong count


def test_the_count_finds_an_uneven_redeal():
    state = small()
    here = places(state.snapshot(), 0, True)
    uneven = {world: 1 + 2 * (place % 2) for place, world in enumerate(worlds(state, 0, True))}
    with pytest.raises(Broken, match="not even"):
        check_fairness(state, 0, uneven, SAMPLES, key=lambda world: contents(world, here))


def test_the_count_finds_an_impossible_world():
    state, strict = small(), small(barred={1: "5/0"})
    here = places(state.snapshot(), 0, True)
    with pytest.raises(Broken, match="impossible world"):
        check_fairness(state, 0, worlds(strict, 0, True), SAMPLES, key=lambda world: contents(world, here))
