"""Who leads the first trick."""

import pytest

from ridotto.games.verhext.components import VerhextNote
from tests.at_the_table import do, notes_of_kind
from tests.verhext.table import prophecy_phase


def first_leader(*prophecies, holder=0, **options):
    """Prophecies in the order of choosing; gives the seat that leads."""
    state = prophecy_phase(len(prophecies), holder=holder, **options)
    do(state, *(f"prophecy {text}" for text in prophecies))
    return state.actor()


@pytest.mark.rule("verhext.lead.first")
@pytest.mark.parametrize("holder", [0, 1, 2, 3])
def test_the_highest_potential_leads_whoever_holds_the_ball(holder):
    assert first_leader("1+", "3x", "2x", "0", holder=holder) == (holder + 1) % 4


@pytest.mark.rule("verhext.lead.first", "verhext.lead.potential")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [("3x", "2x"), ("2x", "3+"), ("3+", "2+"), ("3+", "1x"), ("2+", "1+"), ("1x", "1+"), ("1+", "0")],
)
def test_the_order_of_potentials_is_that_of_the_plus_points(higher, lower):
    assert first_leader(higher, lower, lower) == 0
    assert first_leader(lower, higher, lower) == 1
    assert first_leader(lower, lower, higher) == 2


@pytest.mark.rule("verhext.lead.first_tie")
def test_of_equal_potentials_the_last_chooser_leads():
    assert first_leader("2x", "0", "2x", "1x") == 2
    assert first_leader("3+", "3+", "3+", "3+", "2+") == 3
    assert first_leader("2x", "0", "2x", "1x", holder=3) == 1


@pytest.mark.rule("verhext.lead.potential", "verhext.lead.first_tie")
def test_exactly_1_and_at_least_2_tie():
    assert first_leader("1x", "2+", "0") == 1
    assert first_leader("2+", "1x", "0") == 1


@pytest.mark.rule("verhext.lead.all_zero")
@pytest.mark.parametrize(("players", "holder"), [(3, 0), (4, 2), (5, 4)])
def test_if_all_say_0_the_right_hand_neighbour_of_the_holder_leads(players, holder):
    assert first_leader(*["0"] * players, holder=holder) == (holder - 1) % players


@pytest.mark.rule("verhext.lead.first", "verhext.lead.first_tie")
def test_the_example_of_the_rulebook():
    """Felix 0, Nora 3+, Enzo 2x as a new attempt, Marta 2x: Marta chose later than Enzo and leads."""
    state = prophecy_phase(4, round=2, score_cards={2: {"failed": "2x"}})
    do(state, "prophecy 0", "prophecy 3+", "rebid 2x", "prophecy 2x")
    assert state.actor() == 3
    assert notes_of_kind(state, VerhextNote.LEADS_FIRST) == [(3, 4, 0)]
