"""Snapshots of positions that cannot be: pawns, coins, treasures and gondola cards."""

import pytest

from tests.at_the_table import do
from tests.venezia2099.table import game, position, table, turn
from tests.venezia2099.test_impossible import in_seat, refusal

# Pawns


def test_a_pawn_on_water():
    assert refusal(position(played="red 3", pawns={2: "b4 a1 a2"})) == "A pawn stands on water: b4."


def test_two_pawns_on_a_square():
    assert refusal(position(pawns={2: "a1 a1 a2"})) == "Two pawns stand on a1."
    assert refusal(position(pawns={1: "a1 a3 a4", 2: "a1 a5 a2"})) == "Two pawns stand on a1."


@pytest.mark.parametrize(("pawns", "given"), [(["a1", "a2"], 2), (["a1", "a2", "a3", "a4"], 4), ([], 0)])
def test_too_few_or_too_many_pawns(pawns, given):
    assert refusal(in_seat(position(), 0, pawns=pawns)) == f"Seat 0 must have 3 pawns, not {given}."


@pytest.mark.parametrize("square", ["a9", "i1", "A1", "water", 3, True])
def test_a_square_that_does_not_exist(square):
    assert "seat 0, pawns: there is no" in refusal(in_seat(position(), 0, pawns=[square, "a1", "a2"]))


@pytest.mark.parametrize("square", ["g1", "a7", "h8"])
def test_a_square_outside_the_small_board(square):
    assert "seat 0, pawns: there is no" in refusal(in_seat(position(2), 0, pawns=[square, "a1", "a2"]))


def test_more_pawns_drowned_than_tiles_sunk():
    assert refusal(position(pawns={0: "- a1 a2"})) == "More pawns have drowned (1) than tiles have sunk (0)."
    assert "(2) than tiles have sunk (1)" in refusal(position(turns=1, pawns={0: "- a1 -"}))
    assert game.load(position(turns=2, pawns={0: "- a1 -"})).actor() == 2


def test_pawns_placed_out_of_order():
    assert "placed one after the other" in refusal(position(phase="placement", pawns={1: "a1 - -"}))
    assert "placed one after the other" in refusal(position(phase="placement", pawns={0: "- a1 -"}))
    assert "placed one after the other" in refusal(position(phase="placement", pawns={0: "a1 b2 -"}))
    assert game.load(position(phase="placement", first=1, pawns={1: "a1 - -"})).actor() == 2


def test_pawns_placed_on_equal_values():
    shown = position(3, phase="placement", pawns={0: "d1 d2 - -", 1: "a7 - - -", 2: "b7 - - -"})
    assert refusal(shown) == "Seat 0 has placed two pawns on tiles of the same value."
    shown = position(3, phase="placement", pawns={0: "h1 h2 - -", 1: "a7 - - -", 2: "b7 - - -"})
    assert refusal(shown) == "Seat 0 has placed two pawns on tiles of the same value."
    game.load(position(3, phase="placement", pawns={0: "c7 d7 - -", 1: "a7 - - -", 2: "b7 - - -"}))


def test_a_placement_that_is_complete():
    shown = {**position(), "phase": "placement"}
    assert refusal(shown) == "All pawns are placed: the first turn has begun."


def test_a_turn_before_all_pawns_are_placed():
    """A pawn that is not on the board has drowned, and no tile has sunk."""
    assert "drowned" in refusal({**position(phase="placement"), "phase": "move"})


@pytest.mark.parametrize("phase", ["move", "buy", "prophecy"])
def test_a_chosen_pawn_where_none_is_chosen(phase):
    assert "No pawn is chosen" in refusal({**position(phase=phase), "pawn": 1})


@pytest.mark.parametrize("phase", ["walk", "ride"])
@pytest.mark.parametrize("pawn", [None, 0, 4, True, "1"])
def test_a_chosen_pawn_that_is_not_there(phase, pawn):
    assert "pawn must be a number from 1 to 3" in refusal({**position(phase=phase), "pawn": pawn})


def test_a_chosen_pawn_that_cannot_move():
    drowned = position(turns=4, phase="ride", pawns={0: "- a1 a2"})
    assert refusal({**drowned, "pawn": 1}) == "Pawn 1 of seat 0 is not on the board."
    hemmed = position(pawns={0: "a1 b1 a2", 1: "b2 c1 c2"}, phase="walk")
    assert refusal({**hemmed, "pawn": 1}) == "Pawn 1 of seat 0 cannot walk."


def test_a_walk_after_the_walk_of_the_turn():
    """Extra rides: with the one walk made, nobody is choosing where to walk."""
    shown = {**position(phase="walk", gondola_move="extra"), "pawn": 1}
    assert game.load(shown).snapshot()["phase"] == "walk"
    assert "walked" in refusal(shown, walked=True)


# Rescues


def rescue(**given):
    state = table(**{"hands": {0: "red 3"}, "pawns": {2: "b4 a1 c2"}, **given})
    turn(state, "red 3")
    return state.snapshot()


def test_a_rescue_without_a_pawn_in_the_water():
    shown = rescue()
    assert "No pawn is in the water at b4" in refusal(in_seat(shown, 2, pawns=["b3", "a1", "c2"]))
    assert "no prophecy has been played" in refusal(position(), phase="rescue", pawn=1)


@pytest.mark.parametrize("pawn", [2, None, 0, 4])
def test_a_rescue_of_another_pawn(pawn):
    assert "awn" in refusal(rescue(), pawn=pawn)


@pytest.mark.parametrize("player", [0, 1, 3])
def test_a_rescue_by_another_player(player):
    assert "player would be 2" in refusal(rescue(), player=player)


def test_a_rescue_without_a_gondola_card():
    state = table(turns=8, hands={0: "red 5"}, pawns={2: "d4 a1 a2"})
    turn(state, "red 5")
    message = refusal(in_seat(state.snapshot(), 2, gondolas=0))
    assert message == "Seat 2 has no gondola card to rescue its pawn with."


def test_a_second_pawn_in_the_water():
    shown = rescue(turns=0)
    shown["seats"][1]["pawns"][0] = "b4"
    assert refusal(shown) == "Two pawns stand on b4."


# Coins and treasures


def test_a_pile_on_a_platform():
    shown = position(turns=8, coins_on={"a7": 3}, seats={0: {"coins": 7, "treasures": {"red": 2}}})
    assert refusal(shown) == "Coins lie on a platform: a7."


def test_a_pile_on_water():
    shown = position(played="red 3", coins_on={"b4": 1}, seats={0: {"coins": 9, "treasures": {"red": 1}}})
    assert refusal(shown) == "Coins lie on water: b4."


def test_a_pile_outside_the_small_board():
    shown = position(2, turns=2, coins_on={"g1": 1}, seats={0: {"coins": 10, "treasures": {"red": 1}}})
    assert "g1" in refusal(shown)


@pytest.mark.parametrize("coins", [2, 4, 5, 6, 8, 10, 14])
def test_a_pile_of_another_size(coins):
    assert refusal(position(turns=8, coins_on={"d1": coins})) == f"On a tile lie 1, 3, 7 or 15 coins, not {coins}."


@pytest.mark.parametrize("coins", [0, -1, 16, 31, True, "3", None, 1.0])
def test_a_pile_that_is_no_number_of_coins(coins):
    assert "coins_on, d1" in refusal(position(turns=8, coins_on={"d1": coins}))


@pytest.mark.parametrize(("key", "values"), [("coins", [-1, 11, True, "3"]), ("gondolas", [-1, 3, True, None])])
def test_more_than_a_player_was_given(key, values):
    for number in values:
        assert f"seat 1, {key}" in refusal(in_seat(position(), 1, **{key: number}))


def test_coins_that_do_not_add_up():
    assert "cannot have paid 1 for its treasures (0)" in refusal(in_seat(position(turns=4), 0, coins=9))
    shown = position(turns=8, seats={0: {"coins": 9, "treasures": {"red": 1, "azure": 1}}})
    assert "cannot have paid 1 for its treasures (2)" in refusal(shown)
    paid = {0: {"coins": 9, "treasures": {"red": 1}}}
    assert "do not add up" in refusal(position(turns=4, coins_on={"d1": 1}, seats=paid))
    assert "do not add up" in refusal(position(turns=4, coins_on={"d4": 3}, seats=paid))
    assert "do not add up" in refusal(position(turns=4, coins_on={"d4": 1, "e4": 1}, seats=paid))
    assert game.load(position(turns=4, coins_on={"d4": 1}, seats=paid)).actor() == 0


@pytest.mark.parametrize(("mine", "owned", "others", "pile"), [(3, 1, 4, 7), (7, 2, 8, 15), (5, 1, 2, 7), (3, 1, 0, 3)])
def test_a_sum_that_is_not_made_of_prices(mine, owned, others, pile):
    """Prices are 1, 2, 4 and 8: nobody pays 3 or 5 for one treasure, nor 7 for two, even if the pile is right."""
    seats = {
        0: {"coins": 10 - mine, "treasures": {"red": owned}},
        1: {"coins": 10 - others, "treasures": {"red": 2} if others else {}},
    }
    message = refusal(position(turns=12, coins_on={"d4": pile}, seats=seats))
    assert message == f"Seat 0 cannot have paid {mine} for its treasures ({owned})."


def test_a_pile_for_which_nobody_has_a_treasure():
    assert "do not add up" in refusal(position(turns=4, coins_on={"d1": 1}))


def test_more_treasures_than_purchases():
    shown = position(turns=4, coins_on={"d4": 1, "e4": 1}, seats={0: {"coins": 8, "treasures": {"red": 2}}})
    assert refusal(shown) == "Seat 0 has more treasures (2) than it can have bought (1)."
    bought = {"coins": 9, "treasures": {"red": 1}}
    assert "more treasures (1) than it can have bought (0)" in refusal(position(coins_on={"d4": 1}, seats={0: bought}))
    assert game.load(position(phase="prophecy", coins_on={"d4": 1}, seats={0: bought})).actor() == 0


def test_more_treasures_than_there_are():
    seats = {seat: {"coins": 5, "treasures": {"red": 4}} for seat in range(3)}
    assert "more treasures than the game has of this colour: red" in refusal(position(turns=20, seats=seats))
    unused = position(2, turns=2, seats={0: {"coins": 10, "treasures": {"green": 1}}})
    assert "green" in refusal(unused)


@pytest.mark.parametrize("number", [0, -1, 11, True, "1", None])
def test_a_number_of_treasures_that_is_none(number):
    assert "seat 0, treasures, red" in refusal(in_seat(position(turns=8), 0, treasures={"red": number}))


# Gondola cards


def test_gondola_cards_used_before_the_first_turn():
    shown = in_seat(position(phase="placement"), 0, gondolas=1)
    assert refusal(shown) == "Nobody uses a gondola card before all pawns are placed."
    assert "More gondola cards are used" in refusal(in_seat(position(), 0, gondolas=1))
    assert "More gondola cards are used" in refusal(in_seat(position(), 1, gondolas=1))


def test_more_gondola_cards_used_than_rides_and_rescues():
    """After one turn seat 0 may have ridden, and somebody been rescued."""
    shown = position(turns=1)
    assert game.load(in_seat(shown, 0, gondolas=0)).actor() == 1
    assert game.load(in_seat(shown, 3, gondolas=1)).actor() == 1
    assert "More gondola cards" in refusal(in_seat(shown, 3, gondolas=0))
    assert "More gondola cards" in refusal(in_seat(in_seat(shown, 3, gondolas=1), 2, gondolas=1))


def test_a_ride_without_a_card():
    shown = {**position(turns=8, phase="ride", seats={0: {"gondolas": 0}}), "pawn": 1}
    assert refusal(shown) == "Seat 0 has no gondola card to ride with."


def test_extra_rides_use_both_cards_in_one_turn():
    shown = in_seat(position(phase="buy", gondola_move="extra"), 0, gondolas=0)
    state = game.load(shown)
    do(state, "no purchase")
    assert "More gondola cards" in refusal(in_seat(position(phase="buy"), 0, gondolas=0))
