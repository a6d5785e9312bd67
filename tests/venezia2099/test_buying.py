"""Step 2: prices, and the coins that stay on the tiles."""

import pytest

from ridotto.games.venezia2099.tiles import Told
from tests.venezia2099.table import choices, do, refused, table, told

GREEN_4 = 42  # the number of its square c6, and of the tile itself


def carla_on_green_4(**given):
    """Two others have bought there: 3 coins lie on the tile; Carla, on seat 0, is at step 2."""
    return table(
        pawns={0: "c6"},
        coins_on={"c6": 3},
        sunk="black 3, brown 3, azure 3, red 3",
        hands={0: "green 4"},
        things={1: {"coins": 9, "treasures": {"green": 1}}, 2: {"coins": 8, "treasures": {"green": 1}}, **given},
        phase="buy",
    )


@pytest.mark.rule("venezia2099.buy.price", "venezia2099.buy.coins_stay", "venezia2099.buy.take")
def test_example_b_the_fourth_coin_and_three_more():
    state = carla_on_green_4()
    do(state, "buy 1")
    assert (state.coins[0], state.treasures[0][5], state.supply[5]) == (6, 1, 7)
    assert state.coins_on[GREEN_4] == 7
    assert told(state, Told.BOUGHT) == [(0, 64 * GREEN_4 + GREEN_4, 4)]


@pytest.mark.rule("venezia2099.sink.coins")
def test_example_b_seven_coins_go_down_with_the_tile():
    state = carla_on_green_4()
    do(state, "buy 1", "green 4")
    assert state.coins_on[GREEN_4] == 0
    assert told(state, Told.COINS_LOST) == [(7, 64 * GREEN_4 + GREEN_4, 0)]


@pytest.mark.rule("venezia2099.buy.afford")
def test_the_price_must_be_paid_in_full():
    """After five rounds seat 0 has 3 coins left: too few where 3 lie."""
    state = table(
        players=2,
        turn=0,
        pawns={0: "d1"},
        coins_on={"d1": 3, "d2": 7},
        sunk="black 3, brown 3, azure 3, red 3, violet 3, black 4, brown 4, azure 4",
        things={0: {"coins": 3, "treasures": {"black": 1, "brown": 3}}, 1: {"coins": 9, "treasures": {"black": 1}}},
        phase="buy",
    )
    assert choices(state) == {"no purchase"}
    refusal = refused(state, "buy 1")
    assert (refusal.code, refusal.clause) == ("price", "venezia2099.buy.afford")
    assert str(refusal) == "It costs 4, and you have 3."


@pytest.mark.rule("venezia2099.buy.platform_never")
def test_platforms_sell_nothing():
    state = table(phase="buy")
    assert choices(state) == {"no purchase"}
    assert refused(state, "buy 1").clause == "venezia2099.buy.platform_never"


@pytest.mark.rule("venezia2099.turn.no_move_after_buy")
def test_nobody_moves_after_buying():
    state = table(pawns={0: "d1"}, phase="buy")
    do(state, "buy 1")
    assert refused(state, "walk 1").clause == "venezia2099.turn.no_move_after_buy"
    assert refused(state, "gondola 1").clause == "venezia2099.turn.no_move_after_buy"
