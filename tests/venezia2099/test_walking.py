"""Step 1: move a pawn."""

import pytest

from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia2099.table import COLOURS, shown, squares, table, these
from tests.venezia2099.views import coins_on, public

# A pawn in the middle of the board, d4: what it reaches if nothing is in its way.
ROW = these("a4 b4 c4 e4 f4 g4 h4")
COLUMN = these("d1 d2 d3 d5 d6 d7 d8")
DIAGONALS = these("a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1")


def walking(square="d4", others="", water="", **given):
    """Seat 0 walks with its first pawn. Pawns of others stand on the squares named, else on no line with it.

    Some 3s lie where there is to be water, and have been played.
    """
    elsewhere = [far for far in squares(4) if not in_line(square, far) and far not in water + others]
    places = [*others.split(), *elsewhere[::-1]]
    pawns = {seat: " ".join(places[3 * seat - 1 : 3 * seat + 2]) for seat in (1, 2, 3)}
    sinking = list(zip(water.split(), range(1, 7), strict=False))
    swap = ", ".join([f"{sunk} b{row}" for sunk, row in sinking] + [given.pop("swap", "")])
    played = ", ".join(f"{COLOURS[row - 1]} 3" for _, row in sinking)
    state = table(
        4,
        pawns={0: f"{square} {places[0]} {places[1]}", **pawns},
        played=played,
        swap=swap,
        first=-len(sinking) % 4,
        **given,
    )
    do(state, "walk 1")
    return state


def in_line(one, two):
    right, down = abs(ord(one[0]) - ord(two[0])), abs(int(one[1]) - int(two[1]))
    return right == 0 or down == 0 or right == down


@pytest.mark.rule("venezia2099.move.queen")
def test_a_pawn_walks_in_eight_directions_as_far_as_it_likes():
    assert choices(walking()) == ROW | COLUMN | DIAGONALS


@pytest.mark.rule("venezia2099.move.queen")
@pytest.mark.parametrize("square", ["b5", "e6", "c2", "h5"])
def test_and_nowhere_else(square):
    refusal = refused(walking(), square)
    assert (refusal.code, refusal.clause) == ("line", "venezia2099.move.queen")
    assert square in str(refusal)


@pytest.mark.rule("venezia2099.move.at_least_one")
def test_a_walk_covers_at_least_one_square():
    state = walking()
    assert "d4" not in choices(state)
    assert refused(state, "d4").clause == "venezia2099.move.at_least_one"


@pytest.mark.rule("venezia2099.move.at_least_one", "venezia2099.turn.steps")
def test_who_does_not_want_to_move_stays():
    state = table(4, pawns={0: "d4 a7 b7"})
    do(state, "stay")
    assert shown(state, 0)["pawns"] == ["d4", "a7", "b7"]
    assert choices(state) == {"no purchase", "buy 1"}


@pytest.mark.rule("venezia2099.move.not_onto_pawn", "venezia2099.move.not_through_pawn")
def test_a_pawn_of_another_ends_the_way_before_it():
    state = walking(others="a8 b8 f4 d2 g7")
    assert choices(state) == (ROW | COLUMN | DIAGONALS) - these("f4 g4 h4 d2 d1 g7 h8")
    on, behind = refused(state, "f4"), refused(state, "g4")
    assert (on.code, on.clause) == ("occupied", "venezia2099.move.not_onto_pawn")
    assert (behind.code, behind.clause) == ("way", "venezia2099.move.not_through_pawn")


@pytest.mark.rule("venezia2099.move.not_onto_pawn", "venezia2099.move.not_through_pawn")
def test_so_does_an_own_pawn():
    state = walking(others="c4 e5")
    assert choices(state) == (ROW | COLUMN | DIAGONALS) - these("c4 b4 a4 e5 f6 g7 h8")


@pytest.mark.rule("venezia2099.move.not_onto_water", "venezia2099.move.not_through_water")
def test_water_ends_the_way_before_it():
    state = walking(water="e4 d1 c3")
    assert choices(state) == (ROW | COLUMN | DIAGONALS) - these("e4 f4 g4 h4 d1 c3 b2 a1")
    on, behind = refused(state, "e4"), refused(state, "h4")
    assert (on.code, on.clause) == ("water", "venezia2099.move.not_onto_water")
    assert (behind.code, behind.clause) == ("way", "venezia2099.move.not_through_water")
    assert refused(state, "b2").clause == "venezia2099.move.not_through_water"


@pytest.mark.rule("venezia2099.move.platform")
def test_platforms_are_crossed_and_stopped_on():
    """Platforms on e4 and d5: the way goes over them."""
    state = walking(swap="e4 a8, d5 h7")
    assert choices(state) >= these("e4 f4 g4 h4 d5 d6 d7 d8")
    do(state, "e4")
    assert shown(state, 0)["pawns"][0] == "e4"


@pytest.mark.rule("venezia2099.move.coins_do_not_block")
def test_coins_lie_in_nobodys_way():
    paid = {0: {"coins": 9, "treasures": {"red": 1}}, 1: {"coins": 8, "treasures": {"red": 1}}}
    state = walking(turns=4, coins_on={"e4": 3}, seats=paid)
    assert choices(state) >= these("e4 f4 g4 h4")
    do(state, "e4")
    assert coins_on(public(state)) == {"e4": 3}


@pytest.mark.rule("venezia2099.move.diagonal_gap")
def test_a_diagonal_step_passes_between_two_pawns_or_two_waters():
    state = walking(others="a8 b8 d3 e4")
    assert choices(state) >= these("e3 f2 g1")
    state = walking(water="d3 e4")
    assert not choices(state) & these("d3 e4")
    assert choices(state) >= these("e3 f2 g1")


@pytest.mark.rule("venezia2099.move.no_wrap")
@pytest.mark.parametrize(
    ("square", "reached"),
    [
        ("a1", "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8 b2 c3 d4 e5 f6 g7 h8"),
        ("h1", "a1 b1 c1 d1 e1 f1 g1 h2 h3 h4 h5 h6 h7 h8 g2 f3 e4 d5 c6 b7 a8"),
        ("h8", "a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7 a1 b2 c3 d4 e5 f6 g7"),
        ("h5", "a5 b5 c5 d5 e5 f5 g5 h1 h2 h3 h4 h6 h7 h8 g4 f3 e2 d1 g6 f7 e8"),
        ("d8", "a8 b8 c8 e8 f8 g8 h8 d1 d2 d3 d4 d5 d6 d7 c7 b6 a5 e7 f6 g5 h4"),
    ],
)
def test_the_edge_ends_the_way(square, reached):
    assert choices(walking(square)) == these(reached)


@pytest.mark.rule("venezia2099.move.no_value_rule")
def test_a_walk_may_end_on_a_value_that_another_own_pawn_has():
    state = table(4, pawns={0: "d1 e4 d7"})
    do(state, "walk 2")
    assert choices(state) >= these("d3 d4 d5")


@pytest.mark.rule("venezia2099.move.stuck")
def test_a_pawn_without_a_free_square_beside_it_stays_and_may_buy():
    """The pawn on a1 has water on b1 and b2 and another pawn of its seat on a2."""
    state = table(
        4, played="black 3, brown 3, green 3, green 4", hands={0: "green 5"}, pawns={0: "a1 a2 a7", 1: "a8 b7 b8"}
    )
    assert choices(state) == these("stay") | {"walk 2", "gondola 1", "gondola 2", "gondola 3", "walk 3"}
    refusal = refused(state, "walk 1")
    assert (refusal.code, refusal.clause) == ("stuck", "venezia2099.move.stuck")
    do(state, "stay")
    assert "buy 1" in choices(state)


@pytest.mark.rule("venezia2099.move.stuck", "venezia2099.flow.always_asked")
def test_who_can_move_nothing_is_asked_all_the_same():
    """All three pawns in a corner: a1, b1 and a2 beside water on b2, c1, c2, a3 and b3, and no gondola card."""
    sunk = "brown 3, azure 3, black 4, brown 4, green 3, green 4, green 5, green 6"
    state = table(
        4,
        played=sunk,
        swap="a3 b7",
        pawns={0: "a1 b1 a2", 1: "a3 c7 d7"},
        hands={0: "green 7"},
        seats={0: {"gondolas": 0}},
    )
    assert choices(state) == {"stay"}
    do(state, "stay")
    assert choices(state) == {"no purchase", "buy 1", "buy 2", "buy 3"}


@pytest.mark.rule("venezia2099.move.one_pawn")
@pytest.mark.parametrize("pawn", [1, 2, 3])
def test_one_pawn_of_all_may_move_and_then_none(pawn):
    state = table(4, pawns={0: "b1 c2 d3"})
    assert choices(state) >= {"walk 1", "walk 2", "walk 3"}
    do(state, f"walk {pawn}", f"e{pawn}")
    assert [square for square in shown(state, 0)["pawns"] if square[0] == "e"] == [f"e{pawn}"]
    assert choices(state) == {"no purchase", "buy 1", "buy 2", "buy 3"}
    refusal = refused(state, "walk 2")
    assert (refusal.code, refusal.clause) == ("phase", "venezia2099.turn.steps")


@pytest.mark.rule("venezia2099.move.commit")
@pytest.mark.parametrize("how", ["walk 1", "gondola 1"])
@pytest.mark.parametrize("move", ["stay", "walk 1", "walk 2", "gondola 2", "no purchase", "let drown"])
def test_a_pawn_that_was_chosen_must_move(how, move):
    state = table(4, pawns={0: "d4 a7 b7"})
    do(state, how)
    assert move not in choices(state)
    assert all(len(option) == 2 for option in choices(state))
    assert refused(state, move).clause == "venezia2099.move.commit"


@pytest.mark.rule("venezia2099.move.one_pawn", "venezia2099.gondola.own_pawns_only")
def test_only_own_pawns_and_only_those_in_the_game():
    state = table(4, turns=4, pawns={0: "d1 - d3"})
    assert choices(state) == {"stay", "walk 1", "walk 3", "gondola 1", "gondola 3"}
    for move, clause in (("walk 2", "move.one_pawn"), ("gondola 2", "gondola.own_pawns_only")):
        refusal = refused(state, move)
        assert (refusal.code, refusal.clause) == ("no-pawn", f"venezia2099.{clause}")
    before = [shown(state, seat)["pawns"] for seat in (1, 2, 3)]
    do(state, "walk 1", "d2")
    assert [shown(state, seat)["pawns"] for seat in (1, 2, 3)] == before


def test_a_walk_is_told_to_all_with_both_squares():
    state = walking()
    assert state.take_notes() == []
    assert state.seals == 0
    do(state, "d2")
    assert state.seals == -1
    red_5, brown_5 = 8 * 3 + 3, 8 * 1 + 3
    assert notes_of_kind(state, 2) == [(0, 64 * red_5 + 27, 64 * brown_5 + 11)]
