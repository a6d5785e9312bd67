"""Magic potions: alone, added to a card, and on one another."""

import pytest

from tests.at_the_table import choices, do, refused
from tests.verhext.table import card, game, lay, table, trick


def won(state):
    return list(state.won)[: state.seats]


def last_plays(state):
    return state.snapshot()["tricks"][-1]["plays"]


@pytest.mark.rule("verhext.potion.alone")
def test_a_potion_alone_is_a_card_of_its_own_suit_with_its_value():
    state = table("P1 R1", "P3 C1", "P2 B1", trump="S9")
    trick(state, "P1 P3 P2")
    assert won(state) == [0, 1, 0]


@pytest.mark.rule("verhext.potion.attach")
@pytest.mark.parametrize("potion", [1, 2, 3])
def test_a_potion_lifts_its_card_by_its_value(potion):
    """Rat 5 + potion is level with the rat of that value and loses to the next."""
    for rival, top in ((5 + potion, [0, 1]), (5 + potion + 1, [1])):
        state = table(f"R5 P{potion} C1", f"R{rival} B1", "S1", trump="S9")
        trick(state, f"R5+P{potion} R{rival}")
        assert state.top_seats(0) == top


@pytest.mark.rule("verhext.potion.attach", "verhext.potion.any_time")
@pytest.mark.parametrize("base", ["R1", "C9", "B5", "S1", "P2"])
def test_a_potion_may_be_added_to_any_card(base):
    state = table(f"{base} P3 R5", "C2", "B2", trump="S9")
    do(state, card(base))
    assert "add 3" in choices(state)
    do(state, "add 3")
    assert state.actor() == 1


@pytest.mark.rule("verhext.potion.takes_suit", "verhext.trump.potion")
def test_with_potions_as_trump_a_rat_with_a_potion_is_a_rat():
    """Broom 1 is led: rat 9 + 3 is no trump and loses; a lone potion +1 is one and wins."""
    state = table("B1 C1", "R9 P3", "S1 P1", trump="P2")
    trick(state, "B1 R9+P3 S1")
    assert won(state) == [1, 0, 0]
    state = table("B1 C1", "R9 P3", "S1 P1", trump="P2")
    trick(state, "B1 R9+P3 P1")
    assert won(state) == [0, 0, 1]


@pytest.mark.rule("verhext.potion.on_potion")
@pytest.mark.parametrize(
    ("first", "second", "total"), [(1, 1, 2), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 5), (3, 3, 6)]
)
def test_two_potions_are_a_potion_of_their_sum(first, second, total):
    """Against a lone potion or a pair of one less, of the same, of one more."""
    pairs = {1: "P1", 2: "P2", 3: "P3", 4: "P3+P1", 5: "P3+P2"}
    copies = [first, second]
    for rival, play in pairs.items():
        values = copies + [int(part[1]) for part in play.split("+")]
        if any(values.count(value) > 3 for value in values):
            continue
        hand = play.replace("+", " ")
        state = table(f"P{first} P{second} R1", f"{hand} C1", "B1", trump="S9")
        trick(state, f"P{first}+P{second} {play} B1")
        assert won(state) == [int(total > rival), int(total < rival), 0]


@pytest.mark.rule("verhext.potion.one")
def test_at_most_one_potion_is_added():
    state = table("R5 P1 P1 P2 P3 C1 C2", "C5", "B1", trump="S9")
    do(state, "rat 5")
    assert choices(state) == {"no potion", "add 1", "add 2", "add 3"}
    do(state, "add 1")
    assert state.actor() == 1
    assert last_plays(state) == ["rat 5 + potion 1"]


@pytest.mark.rule("verhext.potion.pair_order")
@pytest.mark.parametrize(("one", "other"), [(1, 3), (1, 2), (2, 3)])
def test_both_orders_of_two_potions_give_the_same_state(one, other):
    start = table(f"P{one} P{other} R1", "C1", "B1", trump="S9")
    first, second = start.copy(), start.copy()
    do(first, f"potion {one}", f"add {other}")
    do(second, f"potion {other}", f"add {one}")
    assert first == second
    assert last_plays(first) == [f"potion {other} + potion {one}"]


@pytest.mark.rule("verhext.potion.any_time")
def test_adding_is_allowed_when_leading_following_trumping_and_discarding():
    state = table("B5 P1 R1", "B6 P1 R5", "S1 P2 C1", "C9 P3 R9", trump="S9")
    trick(state, "B5+P1 B6+P1 S1+P2 C9+P3")
    assert won(state) == [0, 0, 1, 0]
    assert last_plays(state) == ["broom 5 + potion 1", "broom 6 + potion 1", "spider 1 + potion 2", "crow 9 + potion 3"]


@pytest.mark.rule("verhext.potion.optional")
def test_adding_is_never_compulsory():
    state = table("B5 P1 P2 P3 R1", "B6", "C1", trump="S9")
    do(state, "broom 5")
    assert "no potion" in choices(state)
    do(state, "no potion")
    assert (state.actor(), last_plays(state)) == (1, ["broom 5"])


@pytest.mark.rule("verhext.potion.optional")
def test_the_potion_step_does_not_exist_without_a_potion():
    state = table("B5 R1", "P1 C1", "B6", trump="S9")
    do(state, "broom 5")
    assert state.actor() == 1
    do(state, "potion 1")
    assert state.actor() == 2  # the last potion is the base card: nothing left to add


@pytest.mark.rule("verhext.potion.no_cap")
def test_values_are_not_capped():
    """Rat 9 + 3 = 12 beats rat 8 + 3 = 11."""
    state = table("R8 P3 C1", "R9 P3 B1", "S1", trump="S9", leads=0)
    trick(state, "R8+P3 R9+P3")
    assert state.top_seats(0) == [1]


@pytest.mark.rule("verhext.potion.simultaneous")
def test_nothing_is_shown_until_the_play_is_complete():
    state = table("B5 P2 R1", "B6", "C1", trump="S9")
    state.take_notes()
    do(state, "broom 5")
    assert state.snapshot()["tricks"] == []
    assert state.take_notes() == []
    assert game.view(state, 1).public.tricks == ()
    do(state, "add 2")
    assert last_plays(state) == ["broom 5 + potion 2"]


@pytest.mark.rule("verhext.potion.simultaneous")
def test_nothing_is_added_later_and_nothing_taken_back():
    state = table("B5 P2 P1 R1", "B6 P1 C1", "C5", trump="S9")
    do(state, "broom 5")
    assert refused(state, "rat 1").clause == "verhext.potion.simultaneous"
    do(state, "add 2")
    assert refused(state, "add 1", seat=0).code == "turn"
    assert refused(state, "add 1").code == "phase"


@pytest.mark.rule("verhext.potion.attach")
def test_a_potion_that_one_does_not_hold_cannot_be_added():
    state = table("B5 P2 R1", "B6", "C1", trump="S9")
    do(state, "broom 5")
    error = refused(state, "add 3")
    assert (error.code, error.clause) == ("no-card", "verhext.potion.attach")


@pytest.mark.rule("verhext.potion.spent")
def test_both_cards_leave_the_hand():
    state = table("B5 P2 R1", "B6", "C1", trump="S9")
    lay(state, "B5+P2")
    assert [len(seat["hand"]) for seat in state.snapshot()["seats"]] == [5, 7, 7]
    assert game.view(state, 2).public.seats[0].cards == 5
