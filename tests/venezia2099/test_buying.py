"""Step 2: buy a treasure."""

import pytest

import ridotto
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.playing import Choices, some_states
from tests.venezia2099 import views
from tests.venezia2099.table import COLOURS, game, shown, table


def buying(players=4, pawns="d1 a7 b7", **given):
    """Seat 0 has not moved."""
    state = table(players, pawns={0: pawns, **given.pop("pawns_of", {})}, **given)
    do(state, "stay")
    return state


def coins_on(state):
    return views.coins_on(views.public(state))


def supply(state):
    return views.by_colour(views.public(state), "supply")


@pytest.mark.rule("venezia2099.buy.colour", "venezia2099.buy.take")
@pytest.mark.parametrize(("row", "colour"), list(enumerate(COLOURS, start=1)))
def test_the_treasure_has_the_colour_of_the_tile_and_comes_from_the_supply(row, colour):
    state = buying(pawns=f"d{row} a7 b7")
    do(state, "buy 1")
    assert shown(state, 0)["treasures"] == {colour: 1}
    assert supply(state) == {c: 10 - (c == colour) for c in COLOURS}


@pytest.mark.rule("venezia2099.buy.take")
def test_a_treasure_is_kept_for_the_rest_of_the_game():
    state = buying()
    do(state, "buy 1")
    choice = Choices(3)
    while not state.over:
        assert shown(state, 0)["treasures"]["black"] >= 1
        moves = state.moves(state.actor())
        state.play(state.actor(), moves[choice.below(len(moves))])
    assert shown(state, 0)["treasures"]["black"] >= 1


@pytest.mark.rule("venezia2099.buy.any_own_pawn", "venezia2099.buy.choose_tile")
def test_any_own_pawn_may_buy_whether_or_not_it_moved():
    state = table(4, pawns={0: "d1 e3 f5"})
    do(state, "walk 1", "d2")
    assert choices(state) == {"no purchase", "buy 1", "buy 2", "buy 3"}
    for pawn, colour in ((1, "brown"), (2, "azure"), (3, "violet")):
        twin = state.copy()
        do(twin, f"buy {pawn}")
        assert shown(twin, 0)["treasures"] == {colour: 1}


@pytest.mark.rule("venezia2099.buy.any_own_pawn")
def test_pawns_of_others_and_drowned_ones_buy_nothing():
    state = buying(pawns="d1 - a7", pawns_of={1: "d2 e3 f4"}, turns=4)
    assert choices(state) == {"no purchase", "buy 1"}
    refusal = refused(state, "buy 2")
    assert (refusal.code, refusal.clause) == ("no-pawn", "venezia2099.buy.any_own_pawn")
    assert refused(state, "buy 4").code == "no-pawn"


@pytest.mark.rule("venezia2099.buy.platform_never")
def test_nothing_is_sold_on_a_platform():
    state = buying(pawns="a7 b7 d1")
    assert choices(state) == {"no purchase", "buy 3"}
    refusal = refused(state, "buy 1")
    assert (refusal.code, refusal.clause) == ("platform", "venezia2099.buy.platform_never")
    assert choices(buying(pawns="a7 b7 c7")) == {"no purchase"}


@pytest.mark.rule("venezia2099.buy.one_per_turn", "venezia2099.turn.no_move_after_buy")
@pytest.mark.parametrize("move", ["buy 2", "buy 1", "no purchase", "walk 1", "gondola 1", "stay"])
def test_after_a_purchase_only_a_prophecy_may_follow(move):
    state = buying(pawns="d1 e3 f5", hands={0: "green 3"})
    do(state, "buy 1")
    assert choices(state) == {"green 3"}
    clause = "turn.steps" if move in ("walk 1", "gondola 1") else "prophecy.compulsory"
    assert refused(state, move).clause == f"venezia2099.{clause}"


@pytest.mark.rule("venezia2099.buy.price", "venezia2099.buy.coins_stay", "venezia2099.buy.shared_pile")
def test_on_one_tile_the_prices_run_1_2_4_8_whoever_buys():
    """One after the other they ride to black 5 and buy there; a round later each leaves for a platform beside it."""
    state = table(4, pawns={0: "d1 a7 b7"}, swap="c1 f8, d2 g8, e1 h8", aside="black 5")
    paid: list[int] = []
    while len(paid) < 4:
        seat = state.actor()
        if seat == len(paid) and not any("d1" in shown(state, before)["pawns"] for before in range(seat)):
            before = shown(state, seat)["coins"]
            do(state, *(("gondola 1", "d1") if seat else ("stay",)), "buy 1")
            paid.append(before - shown(state, seat)["coins"])
            assert coins_on(state) == {"d1": sum(paid)}
        else:
            do(state, *(("walk 1", ["c1", "d2", "e1"][seat]) if "d1" in shown(state, seat)["pawns"] else ("stay",)))
            do(state, "no purchase")
        do(state, min(choices(state)))
    assert paid == [1, 2, 4, 8]
    assert [shown(state, seat)["treasures"] for seat in range(4)] == [{"black": 1}] * 4
    assert supply(state)["black"] == 6
    assert notes_of_kind(state, 4) == [(seat, 64 * 3 + 3, price) for seat, price in enumerate(paid)]


@pytest.mark.rule("venezia2099.buy.price", "venezia2099.buy.coins_stay", "venezia2099.sink.coins")
def test_example_b():
    """Carla's pawn stands on green 4 where 3 coins lie: she pays 4, the next buyer would pay 8, then all is lost."""
    carla, other = 2, 3
    state = table(
        4,
        turns=6,
        aside="green X",
        hands={carla: "azure 4", other: "green 4"},
        pawns={carla: "c6 a7 b7"},
        coins_on={"c6": 3},
        seats={0: {"coins": 8, "treasures": {"green": 1}}, 1: {"coins": 9, "treasures": {"green": 1}}},
    )
    assert state.actor() == carla
    do(state, "stay", "buy 1")
    assert shown(state, carla)["coins"] == 10 - 4
    assert coins_on(state) == {"c6": 7}
    do(state, "azure 4")
    assert supply(state)["green"] == 7
    state.take_notes()
    do(state, "stay", "no purchase", "green 4")
    assert coins_on(state) == {}
    assert notes_of_kind(state, 6) == [(7, 64 * 42 + 42, 0)]
    assert [shown(state, seat)["coins"] for seat in range(4)] == [8, 9, 6, 10]


@pytest.mark.rule("venezia2099.buy.price", "venezia2099.buy.afford")
def test_the_next_buyer_of_example_b_would_pay_8():
    for coins in (8, 7):
        state = buying(
            turns=12,
            aside="green 4",
            pawns="c6 a7 b7",
            coins_on={"c6": 7},
            seats={
                0: {"coins": coins, "treasures": dict.fromkeys(COLOURS[: 10 - coins], 1)},
                1: {"coins": 7, "treasures": {"green": 2}},
                2: {"coins": 6, "treasures": {"green": 1}},
            },
        )
        assert ("buy 1" in choices(state)) == (coins == 8)
        if coins == 8:
            do(state, "buy 1")
            assert shown(state, 0)["coins"] == 0
            assert coins_on(state) == {"c6": 15}


@pytest.mark.rule("venezia2099.buy.choose_tile", "venezia2099.buy.price")
def test_one_colour_at_two_prices():
    state = buying(
        turns=4,
        aside="red 5, red 6",
        pawns="d4 e4 a7",
        coins_on={"d4": 1},
        seats={1: {"coins": 9, "treasures": {"red": 1}}},
    )
    assert choices(state) == {"no purchase", "buy 1", "buy 2"}
    dear, cheap = state.copy(), state.copy()
    do(dear, "buy 1")
    do(cheap, "buy 2")
    assert [shown(one, 0)["treasures"] for one in (dear, cheap)] == [{"red": 1}] * 2
    assert [shown(one, 0)["coins"] for one in (dear, cheap)] == [8, 9]
    assert [coins_on(one) for one in (dear, cheap)] == [{"d4": 3}, {"d4": 1, "e4": 1}]


@pytest.mark.rule("venezia2099.buy.afford")
@pytest.mark.parametrize(
    ("coins", "owned", "allowed"),
    [
        (4, dict.fromkeys(COLOURS, 1), True),
        (3, {"black": 2, "brown": 2, "azure": 2, "violet": 1}, False),
        (0, {"black": 2, "brown": 2, "azure": 2, "violet": 1}, False),
    ],
)
def test_the_full_price_must_be_there(coins, owned, allowed):
    """3 coins of seat 1 lie on red 5; what seat 0 has paid is lost with tiles that sank, for some it paid 2 coins."""
    state = buying(
        turns=28,
        aside="red 5, red 6, red 7, red 8, red X, violet X",
        coins_on={"d4": 3},
        pawns="d4 a7 b7",
        seats={0: {"coins": coins, "treasures": owned}, 1: {"coins": 7, "treasures": {"red": 2}}},
    )
    assert choices(state) == {"no purchase", "buy 1"} if allowed else {"no purchase"}
    if not allowed:
        refusal = refused(state, "buy 1")
        assert (refusal.code, refusal.clause) == ("price", "venezia2099.buy.afford")
        assert str(refusal) == f"It costs 4, but you only have {coins}."


@pytest.mark.rule("venezia2099.buy.supply_limit")
@pytest.mark.parametrize(("left", "allowed"), [(1, True), (0, False)])
def test_a_colour_without_treasures_cannot_be_bought(left, allowed):
    """Nine or ten black treasures are sold, on six tiles that have sunk; black 8 is dry and has no coins."""
    state = buying(
        turns=32,
        aside="black 8, green 8, green 7, green 6, green 5, green 4",
        pawns="g1 d6 b7",
        seats={
            0: {"coins": 6, "treasures": {"black": 4}},
            1: {"coins": 2 * left, "treasures": {"black": 6 - left}},
        },
    )
    assert supply(state)["black"] == left
    assert ("buy 1" in choices(state)) == allowed
    assert "buy 2" in choices(state)
    if allowed:
        do(state, "buy 1")
        assert supply(state)["black"] == 0
    else:
        refusal = refused(state, "buy 1")
        assert (refusal.code, refusal.clause) == ("sold-out", "venezia2099.buy.supply_limit")
        assert "black" in str(refusal)


@pytest.mark.rule("venezia2099.buy.no_income")
def test_in_no_game_anybody_gets_coins_or_loses_treasures():
    for seed in range(2 if ridotto.compiled else 1):
        before = None
        for state in some_states(game, Choices(seed), every=1):
            now = [(seat["coins"], seat["treasures"]) for seat in state.snapshot()["seats"]]
            if before is not None and len(before) == len(now) and state.snapshot()["phase"] != "placement":
                for (had, owned), (has, owns) in zip(before, now, strict=True):
                    assert has <= had
                    assert all(owns.get(colour, 0) >= number for colour, number in owned.items())
            before = now


@pytest.mark.rule("venezia2099.turn.steps")
def test_buying_is_optional():
    state = buying()
    state.take_notes()
    do(state, "no purchase")
    assert shown(state, 0)["coins"] == 10
    assert shown(state, 0)["treasures"] == {}
    assert coins_on(state) == {}
    assert state.take_notes() == []
    assert refused(state, "buy 1").clause == "venezia2099.prophecy.compulsory"
