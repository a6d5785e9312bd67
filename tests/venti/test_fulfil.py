"""Fulfil a target: what a condition wants, and what may pay it."""

import pytest

from ridotto.games.venti import components as c
from ridotto.games.venti.show.view import VentiPayment
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import actions, discards, hand, numbers, own_view, phase, points, public_view, table, targets


def facing(target, hand, **given):
    """Seat 0 with this hand before this target, which is the first one."""
    return table(hand, "", **{"targets": f"{target} 2/11 3/11", **given})


def payable(target, hand, **given):
    return "fulfil 1" in choices(facing(target, hand, **given))


@pytest.mark.rule("venti.fulfil.pay", "venti.fulfil.score", "venti.fulfil.refill", "venti.fulfil.show")
def test_hand_cards_pay_for_a_target():
    state = facing("0/1", "2/0 3/0 4/0 7/0", top="6/0 6/1", centre="0/2 0/3 1/1 1/2")  # T D
    do(state, "fulfil 1", "card 3 (1)")
    assert (hand(state, 0), discards(state), points(state, 0)) == ("2/0 3/0 4/0 7/0", "", "")
    assert public_view(state, 1).payment == VentiPayment(0, (), numbers("3/0"))
    do(state, "card 4 (1)")
    assert (hand(state, 0), discards(state), points(state, 0)) == ("2/0 7/0", "3/0 4/0", "0/1")
    assert (targets(state), actions(state), state.scores()) == ("6/0 2/11 3/11", (1, 3), [1, 0])
    assert [c.CLASS_NAMES[kind] for _, kind, _ in notes_of_kind(state, c.PAID)] == ["3 (1)", "4 (1)"]
    for viewer in (-1, 0, 1):
        view = public_view(state, viewer)
        assert (view.discards, view.seats[0].points, view.seats[0].score) == (numbers("3/0 4/0"), numbers("0/1"), 1)


@pytest.mark.rule("venti.fulfil.hand_only")
def test_neither_centre_cards_nor_other_peoples_cards_pay():
    assert not payable("0/0", "5/0", centre="5/1 0/2 0/3 1/1")
    assert not payable("0/0", "5/0", centre="j1 0/2 0/3 1/1")
    assert not payable("0/0", "5/0", points={0: "5/1"}, extra={0: "5/4"})
    state = table("5/0", "5/1 5/2", targets="0/0 2/11 3/11", permanent={1: "5/3"})
    assert refused(state, "fulfil 1").clause == "venti.fulfil.payable"
    assert payable("0/0", "5/0", permanent={0: "5/1"})


@pytest.mark.rule("venti.fulfil.number")
def test_a_number_wants_just_this_number():
    assert payable("0/4", "1/1 4/1", centre="0/1 0/2 0/3 1/2")  # 1 4
    assert not payable("0/4", "0/5 4/1")
    assert not payable("0/4", "1/3 5/1")
    state = facing("0/4", "1/3 4/1 4/9 0/5")
    do(state, "fulfil 1")
    assert choices(state) == {"card 1 (1)"}
    do(state, "card 1 (1)")
    assert choices(state) == {"card 4 (1)", "card 4 (3)"}


@pytest.mark.rule("venti.fulfil.any")
def test_a_question_mark_takes_any_number():
    state = facing("0/3", "3/0 0/5 3/9 7/11", centre="0/1 0/2 1/1 1/2")  # 3 ?
    do(state, "fulfil 1", "card 3 (1)")
    assert choices(state) == {"card 0 (2)", "card 3 (3)", "card 7 (4)"}


@pytest.mark.rule("venti.fulfil.symbol")
@pytest.mark.parametrize(
    ("target", "pair"), [("4/2", "0/5 1/5"), ("6/2", "2/5 3/5"), ("0/2", "4/5 5/5"), ("2/2", "6/5 7/5")]
)
def test_a_symbol_wants_one_of_its_two_numbers(target, pair):
    """C C, T T, D D, S S."""
    given = {"centre": "0/1 0/3 1/1 1/2"}
    assert payable(target, pair, **given)
    for other in ("0/6", "1/6", "2/6", "3/6", "4/6", "5/6", "6/6", "7/6"):
        first = pair.split()[0]
        assert payable(target, f"{first} {other}", **given) == (int(other[0]) // 2 == int(first[0]) // 2)


@pytest.mark.rule("venti.fulfil.equal")
def test_a_group_wants_equal_numbers():
    assert payable("0/7", "5/0 5/1 5/4")  # ?=?=?
    assert not payable("0/7", "5/0 5/1 4/4")
    state = facing("0/7", "5/0 5/1 5/4 6/0 6/1 6/2 7/0 7/1")
    do(state, "fulfil 1")
    assert (phase(state), choices(state)) == ("declare", {"declare 5", "declare 6"})
    do(state, "declare 5")
    assert choices(state) == {"card 5 (1)", "card 5 (2)"}
    do(state, "card 5 (2)", "card 5 (1)")
    assert choices(state) == {"card 5 (1)"}
    do(state, "card 5 (1)")
    assert hand(state, 0) == "6/0 6/1 6/2 7/0 7/1"


@pytest.mark.rule("venti.fulfil.equal.independent")
def test_two_groups_may_show_the_same_number():
    state = facing("0/9", "5/0 5/1 5/4 5/5")  # ?=? ?=?
    do(state, "fulfil 1", "declare 5", "card 5 (1)", "card 5 (1)", "declare 5", "card 5 (2)", "card 5 (2)")
    assert (points(state, 0), hand(state, 0)) == ("0/9", "")
    assert payable("0/11", "5/0 5/1 5/2 5/4 5/5")  # ?=?=? ?=?
    assert payable("1/7", "7/0 7/1 7/2")  # 7 ?=?
    assert not payable("0/9", "5/0 5/1 5/4 6/5")


@pytest.mark.rule("venti.fulfil.one_each")
def test_one_card_a_slot_and_nothing_on_top():
    assert not payable("0/2", "4/0", permanent={0: "0/5"}, centre="0/1 0/3 1/1 1/2")  # D D
    state = facing("0/0", "5/0 5/1 5/2")
    do(state, "fulfil 1", "declare 5", "card 5 (1)", "card 5 (1)")
    assert (phase(state), hand(state, 0)) == ("main", "5/2")


@pytest.mark.rule("venti.fulfil.payable")
def test_a_payment_once_begun_is_completed():
    state = facing("0/0", "5/0 5/1 5/2")
    do(state, "fulfil 1")
    for move in ("end turn", "draw 1", "fulfil 1", "done"):
        assert refused(state, move).clause == "venti.fulfil.pay_order"
    do(state, "declare 5")
    for move in ("end turn", "draw 1", "done", "declare 5"):
        assert refused(state, move).code == "phase"
    assert not payable("0/0", "5/0 4/1")
    assert refused(facing("0/0", "5/0 4/1"), "fulfil 1").code == "not-payable"


@pytest.mark.rule("venti.fulfil.pay_order")
def test_slots_are_paid_in_printed_order_and_the_rest_stays_payable():
    """2 5 7 with one joker, and no 5: it must be kept for the 5."""
    state = facing("0/10", "2/0 2/4 7/0 j1")
    do(state, "fulfil 1")
    assert choices(state) == {"card 2 (1)", "card 2 (2)"}
    assert refused(state, "card joker").clause == "venti.fulfil.pay_order"
    do(state, "card 2 (2)")
    assert choices(state) == {"card joker"}
    do(state, "card joker")
    assert choices(state) == {"card 7 (1)"}
    do(state, "card 7 (1)")
    assert discards(state) == "2/4 7/0 j1"


@pytest.mark.rule("venti.fulfil.pay_order")
def test_a_number_is_declared_before_its_group_and_only_one_that_can_be_completed():
    state = facing("1/7", "7/0 5/0 5/1 7/1")  # 7 ?=?
    do(state, "fulfil 1")
    assert (phase(state), choices(state)) == ("pay", {"card 7 (1)"})
    do(state, "card 7 (1)")
    assert (phase(state), choices(state)) == ("declare", {"declare 5"})
    assert refused(state, "declare 7").code == "not-payable"
    state = facing("0/6", "6/0 6/1 5/0 5/1")  # ?=? S: the pair of 6 would leave no square
    do(state, "fulfil 1")
    assert choices(state) == {"declare 5"}


@pytest.mark.rule("venti.fulfil.pay_order")
def test_a_slot_takes_nothing_that_a_later_one_needs():
    """C T D with one circle card: nothing else will do, and `?` after a 3 may not take the only 3."""
    state = facing("1/3", "3/0 4/0 5/0", centre="0/1 0/2 0/3 1/1")  # 3 D
    do(state, "fulfil 1")
    assert choices(state) == {"card 3 (1)"}
    state = facing("5/7", "3/0 2/0 2/1 3/1")  # 3 ?=?
    do(state, "fulfil 1", "card 3 (1)")
    assert choices(state) == {"declare 2"}


@pytest.mark.rule("venti.fulfil.joker", "venti.fulfil.joker.discard")
def test_a_joker_stands_for_any_number_or_symbol_and_is_discarded():
    for target in ("0/4", "0/2"):  # 1 4, D D
        state = facing(target, "4/0 j1", centre="0/1 0/3 1/1 1/2")
        do(state, "fulfil 1")
        first = "card joker" if target == "0/4" else "card 4 (1)"
        second = "card 4 (1)" if target == "0/4" else "card joker"
        do(state, first, second)
        assert (hand(state, 0), discards(state), points(state, 0)) == ("", "4/0 j1", target)
    state = facing("0/7", "5/0 5/1 j2")
    do(state, "fulfil 1", "declare 5", "card joker", "card 5 (1)", "card 5 (1)")
    assert discards(state) == "5/0 5/1 j2"


@pytest.mark.rule("venti.fulfil.joker")
def test_its_user_says_which_number_a_joker_is():
    state = facing("0/0", "5/0 6/0 j1")
    do(state, "fulfil 1")
    assert choices(state) == {"declare 5", "declare 6"}
    do(state, "declare 6")
    assert choices(state) == {"card 6 (1)", "card joker"}


@pytest.mark.rule("venti.fulfil.joker.several")
def test_jokers_may_fill_all_slots_even_if_a_real_card_would_do():
    state = facing("0/8", "j1 j2 j3 j4 0/0 2/0", centre="0/1 0/2 0/3 1/1")  # C T D S
    do(state, "fulfil 1")
    assert choices(state) == {"card 0 (1)", "card joker"}
    do(state, *["card joker"] * 4)
    assert (points(state, 0), hand(state, 0), discards(state)) == ("0/8", "0/0 2/0", "j1 j2 j3 j4")
    state = facing("0/0", "j1 j2")
    do(state, "fulfil 1")
    assert choices(state) == {f"declare {n}" for n in range(8)}


@pytest.mark.rule("venti.fulfil.pjoker")
def test_a_permanent_joker_is_its_number_or_its_symbol_once_a_condition():
    for target, other in (("0/4", "1/3"), ("0/2", "5/0"), ("0/1", "2/0"), ("0/0", "4/0")):  # 1 4, D D, T D, ?=?
        centre = " ".join(name for name in ("0/3", "1/1", "1/2", "1/5"))
        assert payable(target, other, permanent={0: "4/9"}, centre=centre)
        assert not payable(target, "", permanent={0: "4/9"}, centre=centre)
    assert not payable("2/3", "6/0", permanent={0: "4/9"})  # 5 ?: a 4 is a diamond, but no 5
    assert not payable("2/2", "6/0", permanent={0: "4/9"})  # S S
    state = facing("0/9", "4/0 6/0 6/1", permanent={0: "4/9"})
    do(state, "fulfil 1", "declare 4", "permanent 4")
    assert choices(state) == {"card 4 (1)"}
    assert refused(state, "permanent 4").clause == "venti.fulfil.pjoker"
    assert refused(state, "permanent 6").code == "no-card"


@pytest.mark.rule("venti.fulfil.pjoker.keep", "venti.fulfil.pjoker.only", "venti.fulfil.many", "venti.joker.any_number")
def test_permanent_jokers_stay_and_serve_again_in_the_same_turn():
    state = table("", "", targets="0/0 1/0 2/0", permanent={0: "5/9 5/8"})
    for target in (1, 2, 3):
        do(state, f"fulfil {target}", "declare 5", "permanent 5", "permanent 5")
    assert state.actor() == 1
    assert state.snapshot()["seats"][0]["permanent"] == ["5/8", "5/9"]
    assert (points(state, 0), discards(state)) == ("0/0 1/0 2/0", "")


@pytest.mark.rule("venti.fulfil.many", "venti.turn.free_mix")
def test_several_targets_in_a_turn_cost_an_action_each():
    state = table("5/0 5/1 6/0 6/1", "", targets="0/0 1/0 3/11")
    do(state, "fulfil 2", "declare 5", "card 5 (1)", "card 5 (1)")
    assert actions(state) == (1, 3)
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")
    assert (actions(state), points(state, 0)) == ((2, 3), "0/0 1/0")


@pytest.mark.rule("venti.fulfil.value_dead")
def test_only_the_condition_of_a_target_counts_and_only_the_value_of_a_hand_card():
    """A 5 among the targets is no 5, its own number does not pay for it; conditions in hand want nothing."""
    assert not payable("5/1", "5/0 5/2")  # S T, two fives
    one, other = facing("0/0", "5/0 5/1"), facing("0/0", "5/2 5/3")
    for state in (one, other):
        do(state, "fulfil 1", "declare 5", "card 5 (1)", "card 5 (1)")
    assert choices(one) == choices(other)
    assert (one.scores(), other.scores()) == ([1, 0], [1, 0])  # whatever was paid with
    state = facing("0/0", "5/11 5/12")
    do(state, "fulfil 1", "declare 5", "card 5 (4)", "card 5 (4)")
    assert state.scores() == [1, 0]


@pytest.mark.rule("venti.fulfil.joker_target")
def test_a_joker_among_the_targets_cannot_be_fulfilled():
    state = table("j2 j3 j4 5/0", "", targets="j1 2/11 3/11")
    assert refused(state, "fulfil 1").clause == "venti.fulfil.joker_target"
    assert own_view(state, 0).missing[0] is None


@pytest.mark.rule("venti.fulfil.score")
@pytest.mark.parametrize(
    ("target", "held", "moves", "worth"),
    [
        ("1/2", "4/0 5/0", ["card 4 (1)", "card 5 (1)"], 1),
        ("1/4", "6/0 6/1", ["card 6 (1)", "card 6 (1)"], 2),
        ("1/10", "2/0 3/0 2/1", ["card 2 (1)", "card 3 (1)", "card 2 (1)"], 3),
        ("1/12", "5/0 5/1 5/2 5/3", ["declare 5", *["card 5 (1)"] * 4], 4),
    ],
)
def test_a_card_counts_its_printed_points(target, held, moves, worth):
    state = facing(target, held, centre="0/1 0/2 0/3 1/1")
    do(state, "fulfil 1", *moves)
    assert state.scores() == [worth, 0]


@pytest.mark.rule("venti.fulfil.payable", "venti.fulfil.hand_only", "venti.draw.take")
def test_a_target_may_be_chosen_as_soon_as_it_can_be_paid():
    """A card from the centre completes the pair; a target that is exchanged in can be paid at once."""
    state = facing("0/0", "5/0", centre="5/1 0/2 1/0 1/1")
    assert "fulfil 1" not in choices(state)
    do(state, "draw 1")
    assert {"fulfil 1"} == {move for move in choices(state) if move.startswith("fulfil")}
    do(state, "exchange 2 3")
    assert {"fulfil 1", "fulfil 2"} == {move for move in choices(state) if move.startswith("fulfil")}
    do(state, "fulfil 1", "declare 5", "card 5 (1)", "card 5 (1)")
    assert state.actor() == 1
    assert not {move for move in choices(state) if move.startswith("fulfil")}  # nobody else can
