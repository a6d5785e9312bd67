"""Placing the pawns."""

import pytest

from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia2099.table import PAWNS_EACH, VALUES, squares, table
from tests.venezia2099.views import own

PLAYERS = (2, 3, 4, 5)


def placing(players=4, **given):
    return table(players, phase="placement", **given)


@pytest.mark.rule("venezia2099.setup.place_round_robin", "venezia2099.setup.pawns", "venezia2099.two.resources")
@pytest.mark.parametrize("players", PLAYERS)
def test_one_pawn_each_from_the_first_player_round_by_round(players):
    state = placing(players, first=players - 1)
    asked = []
    while "stay" not in choices(state):
        asked.append(state.actor())
        do(state, max(choices(state)))
    once = [(players - 1 + i) % players for i in range(players)]
    assert asked == once * PAWNS_EACH[players]
    assert state.actor() == players - 1
    assert all(None not in seat["pawns"] for seat in state.snapshot()["seats"])


@pytest.mark.rule("venezia2099.setup.place_round_robin")
@pytest.mark.parametrize("move", ["stay", "no purchase", "let drown", "walk 1", "gondola 1", "black 3"])
def test_nobody_may_leave_a_pawn_off_the_board(move):
    refusal = refused(placing(), move)
    assert (refusal.code, refusal.clause) == ("phase", "venezia2099.setup.place_round_robin")


@pytest.mark.rule("venezia2099.setup.place_round_robin")
def test_nobody_places_out_of_turn():
    refusal = refused(placing(first=2), "a1", seat=0)
    assert (refusal.code, refusal.clause) == ("turn", "venezia2099.setup.place_round_robin")


@pytest.mark.rule("venezia2099.setup.grid")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_pawn_may_stand_anywhere(players):
    assert choices(placing(players)) == set(squares(players))


@pytest.mark.rule("venezia2099.setup.place_single")
def test_a_square_holds_one_pawn():
    state = placing()
    do(state, "d1", "a7")
    assert choices(state) == set(squares(4)) - {"d1", "a7"}
    refusal = refused(state, "a7")
    assert (refusal.code, refusal.clause) == ("occupied", "venezia2099.setup.place_single")


@pytest.mark.rule("venezia2099.setup.place_distinct_values")
@pytest.mark.parametrize("value", VALUES)
def test_the_pawns_of_a_player_stand_on_different_values(value):
    """Seat 0 has a pawn on the red tile of that value: a column of the usual board is closed to it, in all colours."""
    column = "abcdefgh"[VALUES.index(value)]
    state = placing(3)
    do(state, f"{column}4", "a7", "b7")
    closed = {f"{column}{row}" for row in range(1, 7)}
    assert choices(state) == set(squares(3)) - closed - {"a7", "b7"}
    refusal = refused(state, f"{column}1")
    clause = "place_x_is_a_value" if value == "X" else "place_distinct_values"
    assert (refusal.code, refusal.clause) == ("value", f"venezia2099.setup.{clause}")
    assert value in str(refusal)


@pytest.mark.rule("venezia2099.setup.place_distinct_values")
def test_three_values_close_three_columns_and_the_colour_does_not_matter():
    state = placing(3, pawns={0: "b1 d1 f1 -", 1: "a2 c2 e2 -", 2: "a7 b7 c7 -"})
    open_columns = {f"{column}{row}" for column in "acegh" for row in range(1, 7)}
    platforms = {f"{column}{row}" for column in "abcdefgh" for row in (7, 8)}
    assert choices(state) == (open_columns | platforms) - {"a2", "c2", "e2", "a7", "b7", "c7"}
    do(state, "g1")
    assert "g2" in choices(state)


@pytest.mark.rule("venezia2099.setup.place_distinct_values")
def test_pawns_of_others_close_nothing_but_their_square():
    state = placing(4)
    do(state, "d1")
    assert choices(state) == set(squares(4)) - {"d1"}
    do(state, "d2", "d3", "d4")
    assert not choices(state) & {f"d{row}" for row in range(1, 7)}


@pytest.mark.rule("venezia2099.setup.place_x_is_a_value")
@pytest.mark.parametrize("players", PLAYERS)
def test_no_two_pawns_of_a_player_on_x(players):
    column = "f" if players == 2 else "h"
    state = placing(players)
    do(state, f"{column}1", *(f"a{seat}" for seat in range(1, players)))
    rows = 5 if players == 2 else 6
    assert not choices(state) & {f"{column}{row}" for row in range(1, rows + 1)}
    assert f"{column}{rows + 1}" in choices(state)


@pytest.mark.rule("venezia2099.setup.place_platform", "venezia2099.setup.place_platform_many")
def test_all_pawns_may_stand_on_platforms():
    state = placing(3)
    places = [f"{column}{row}" for row in (7, 8) for column in "abcdef"]
    do(state, *places)
    assert choices(state) >= {"stay", "gondola 1", "gondola 4"}
    assert sorted(square for seat in state.snapshot()["seats"] for square in seat["pawns"]) == sorted(places)


@pytest.mark.rule("venezia2099.setup.place_platform_many")
def test_a_platform_closes_no_value():
    state = placing(4)
    do(state, "a7", "b7", "c7", "d7")
    assert choices(state) == set(squares(4)) - {"a7", "b7", "c7", "d7"}


@pytest.mark.rule("venezia2099.setup.place_round_robin")
def test_a_pawn_keeps_the_number_of_its_placement():
    state = placing(4, first=1)
    do(state, "a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4")
    pawns = [seat["pawns"] for seat in state.snapshot()["seats"]]
    assert pawns == [["a4", "b4", "c4"], ["a1", "b1", "c1"], ["a2", "b2", "c2"], ["a3", "b3", "c3"]]
    assert state.actor() == 1


def test_every_placement_is_told_to_all_and_final():
    state = placing(4)
    do(state, "d1")
    assert state.seals == -1
    assert notes_of_kind(state, 1) == [(0, 64 * 3 + 3, 0)]
    do(state, "a7", "b7", "c7", "b6")
    assert notes_of_kind(state, 1)[-1] == (0, 64 * 41 + 41, 1)


@pytest.mark.rule("venezia2099.setup.place_distinct_values", "venezia2099.move.no_value_rule")
def test_the_restriction_ends_with_the_placement():
    """Seat 0 stands on a 5 and walks to another 5; with the next pawn it rides to a third."""
    state = table(4, pawns={0: "d1 e2 a7"}, gondola_move="extra")
    do(state, "walk 2", "d2", "gondola 3", "d3")
    assert state.snapshot()["seats"][0]["pawns"] == ["d1", "d2", "d3"]


def test_with_no_pawn_placed_all_squares_are_shown_as_offered():
    state = placing(5)
    assert own(state, 0).moves == tuple(range(64))
    assert own(state, 1).moves == ()
