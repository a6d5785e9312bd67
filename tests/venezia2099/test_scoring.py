"""The end: treasures, pawns, coins and ties."""

import pytest

from tests.venezia2099.table import table

# Example A: of black, violet and green only the 2 is dry, of brown one more, of azure two more, of red three more.
STAND = {
    "black": "2", "brown": "28", "azure": "257", "red": "245X", "violet": "2", "green": "2",
}  # fmt: skip
SUNK = ", ".join(f"{colour} {value}" for colour, dry in STAND.items() for value in "345678X" if value not in dry)


def example_a():
    """Ada on seat 0 and Bruno on seat 1, after the last card."""
    return table(
        phase="over",
        turn=0,
        sunk=SUNK,
        pawns={0: "g2 a8 h4", 1: "d3 - -"},
        things={
            0: {"coins": 1, "treasures": {"black": 2, "red": 1, "azure": 1}},
            1: {"coins": 0, "treasures": {"violet": 3, "brown": 3}},
        },
    )


@pytest.mark.rule(
    "venezia2099.score.treasure", "venezia2099.score.pawn_number", "venezia2099.score.pawn_platform",
    "venezia2099.score.pawn_x", "venezia2099.score.x_counts_itself", "venezia2099.score.coins",
    "venezia2099.score.total",
)  # fmt: skip
def test_example_a_the_points():
    state = example_a()
    assert [state.worth(colour) for colour in range(6)] == [6, 3, 2, 1, 6, 6]
    assert (state.points_of_treasures(0), state.points_of_pawns(0), state.scores()[0]) == (15, 16, 32)
    assert [state.worth_of_pawn(0, pawn) for pawn in range(3)] == [8, 0, 8]
    assert (state.points_of_treasures(1), state.points_of_pawns(1), state.scores()[1]) == (27, 5, 32)


@pytest.mark.rule("venezia2099.tie.pawn_points", "venezia2099.tie.x_points_count")
def test_example_a_ada_wins_by_her_pawns():
    state = example_a()
    assert state.places()[:2] == [1, 2]
    assert state.rewards()[:2] == [1.0, 0.0]


@pytest.mark.rule("venezia2099.tie.shared", "venezia2099.tie.places")
def test_seats_that_are_equal_in_both_share_a_place_and_the_next_is_left_out():
    state = example_a()
    assert state.scores()[2:] == [10, 10]
    assert state.places() == [1, 2, 3, 3]
