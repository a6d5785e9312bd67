"""Gondola cards: rides and rescues."""

import pytest

from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia2099.table import is_dry, shown, table, turn
from tests.venezia2099.views import dry_squares, public


def fallen(players=4, owner=1, **given):
    """Seat 0 has sunk red 3 under the first pawn of another seat, or of its own."""
    pawns = {owner: "b4 d1 a7" if players != 3 else "b4 d1 a7 b7"}
    state = table(players, **{"hands": {0: "red 3"}, "pawns": pawns, **given})
    turn(state, "red 3")
    return state


def standing(state):
    return {square for seat in state.snapshot()["seats"] for square in seat["pawns"] if square}


def free(state):
    return dry_squares(public(state)) - standing(state)


# Rides


@pytest.mark.rule("venezia2099.gondola.ride", "venezia2099.gondola.ride_target")
def test_a_ride_goes_to_any_free_square_wherever_it_is():
    """Water beside it, pawns in the way, platforms: nothing matters but that the square is dry and free."""
    state = table(turns=8, pawns={0: "a1 a2 a3", 1: "h4 d1 d2"}, seats={0: {"gondolas": 1}})
    do(state, "gondola 1")
    assert choices(state) == free(state)
    assert {"h8", "h1", "a4", "g7"} <= choices(state)
    do(state, "h1")
    assert shown(state, 0)["pawns"] == ["h1", "a2", "a3"]


@pytest.mark.rule("venezia2099.gondola.ride_target")
@pytest.mark.parametrize(
    ("square", "code"), [("a1", "occupied"), ("d2", "occupied"), ("d8", "occupied"), ("b4", "water")]
)
def test_not_to_a_pawn_nor_to_water_nor_where_it_stands(square, code):
    state = table(played="red 3, azure 3, violet 3, green 3", pawns={0: "a1 d2 a7", 1: "d8 b7 c7"})
    do(state, "gondola 1")
    assert square not in choices(state)
    refusal = refused(state, square)
    assert (refusal.code, refusal.clause) == (code, "venezia2099.gondola.ride_target")


@pytest.mark.rule("venezia2099.gondola.ride_own_turn")
def test_nobody_rides_in_the_turn_of_another():
    state = table()
    for seat in (1, 2, 3):
        assert state.moves(seat) == []
        refusal = refused(state, "gondola 1", seat=seat)
        assert (refusal.code, refusal.clause) == ("turn", "venezia2099.turn.clockwise")


@pytest.mark.rule("venezia2099.gondola.ride_timing", "venezia2099.turn.no_move_after_buy")
@pytest.mark.parametrize(
    ("steps", "clause"),
    [
        (["stay"], "turn.steps"),
        (["walk 1", "d2"], "turn.steps"),
        (["stay", "no purchase"], "turn.steps"),
        (["stay", "buy 1"], "turn.steps"),
    ],
)
def test_no_ride_after_step_1(steps, clause):
    state = table(pawns={0: "d1 a7 b7"})
    do(state, *steps)
    assert not any(move.startswith(("gondola", "walk")) for move in choices(state))
    assert refused(state, "gondola 1").clause == f"venezia2099.{clause}"


@pytest.mark.rule("venezia2099.gondola.ride_replaces_walk", "venezia2099.gondola.buy_after_ride")
def test_a_ride_takes_the_place_of_the_walk_and_the_new_tile_may_be_bought():
    state = table(pawns={0: "a7 d1 b7"})
    do(state, "gondola 1", "e5")
    assert choices(state) == {"no purchase", "buy 1", "buy 2"}
    do(state, "buy 1")
    assert shown(state, 0)["treasures"] == {"violet": 1}


@pytest.mark.rule("venezia2099.gondola.discard")
def test_each_ride_costs_a_card_and_without_cards_there_is_none():
    state = table(2, pawns={0: "a6 b6 c6"})
    used = []
    for target in ("a1", "a2"):
        do(state, "gondola 1", target, "no purchase", min(choices_of_prophecy(state)))
        used.append(shown(state, 0)["gondolas"])
        turn(state, min(choices_of_prophecy(state)))
    assert used == [1, 0]
    assert choices(state) == {"stay", "walk 1", "walk 2", "walk 3"}
    refusal = refused(state, "gondola 1")
    assert (refusal.code, refusal.clause) == ("no-gondola", "venezia2099.gondola.discard")
    assert shown(state, 1)["gondolas"] == 2


def choices_of_prophecy(state):
    """What the player at turn will be able to play, from any step of the turn."""
    lowest = min(card.split()[1] for card in shown(state, state.actor())["hand"])
    return {card for card in shown(state, state.actor())["hand"] if card.split()[1] == lowest}


@pytest.mark.rule("venezia2099.gondola.own_pawns_only")
def test_a_card_moves_only_a_pawn_of_its_owner():
    state = table()
    before = [shown(state, seat)["pawns"] for seat in (1, 2, 3)]
    do(state, "gondola 2", "h1")
    assert shown(state, 0)["pawns"][1] == "h1"
    assert [shown(state, seat)["pawns"] for seat in (1, 2, 3)] == before
    assert [shown(state, seat)["gondolas"] for seat in range(4)] == [1, 2, 2, 2]


def test_a_ride_is_told_to_all_with_both_squares():
    state = table(pawns={0: "d1 a7 b7"})
    do(state, "gondola 1")
    assert (state.take_notes(), state.seals) == ([], 0)
    do(state, "h8")
    assert state.seals == -1
    assert notes_of_kind(state, 3) == [(0, 64 * 3 + 3, 64 * 48 + 63)]


# Rescues


@pytest.mark.rule(
    "venezia2099.gondola.rescue", "venezia2099.gondola.rescue_any_turn", "venezia2099.gondola.rescue_at_once"
)
@pytest.mark.parametrize("owner", [0, 1, 2, 3])
def test_the_owner_is_asked_at_once_whosever_turn_it_is(owner):
    state = fallen(owner=owner)
    assert state.actors() == [owner]
    assert public(state).turn == 0
    do(state, "h5")
    assert shown(state, owner)["pawns"] == ["h5", "d1", "a7"]
    assert shown(state, owner)["gondolas"] == 1
    assert state.actor() == 1


@pytest.mark.rule("venezia2099.gondola.rescue_any_turn", "venezia2099.gondola.own_pawns_only")
def test_nobody_else_may_answer():
    state = fallen(owner=2)
    for seat in (0, 1, 3):
        assert state.moves(seat) == []
        for move in ("h5", "let drown", "stay"):
            refusal = refused(state, move, seat=seat)
            assert (refusal.code, refusal.clause) == ("turn", "venezia2099.gondola.rescue_any_turn")


@pytest.mark.rule("venezia2099.gondola.rescue_at_once")
@pytest.mark.parametrize("move", ["stay", "walk 1", "gondola 1", "no purchase", "buy 2", "black 5"])
def test_nothing_else_may_be_done_before(move):
    refusal = refused(fallen(), move)
    assert (refusal.code, refusal.clause) == ("phase", "venezia2099.gondola.rescue_at_once")


@pytest.mark.rule("venezia2099.gondola.rescue_optional", "venezia2099.gondola.no_return")
def test_the_owner_may_decline_and_keeps_the_card_but_not_the_pawn():
    state = fallen()
    state.take_notes()
    do(state, "let drown")
    assert notes_of_kind(state, 9) == [(1, 64 * 25 + 25, 0)]
    assert shown(state, 1)["pawns"] == [None, "d1", "a7"]
    assert shown(state, 1)["gondolas"] == 2
    assert choices(state) == {"stay", "walk 2", "walk 3", "gondola 2", "gondola 3"}
    while not state.over:
        state.play(state.actor(), state.moves(state.actor())[0])
        assert shown(state, 1)["pawns"][0] is None


@pytest.mark.rule("venezia2099.gondola.rescue_target", "venezia2099.gondola.rescue_not_back")
def test_to_any_free_square_but_not_back_nor_to_water():
    state = fallen(played="azure 3, violet 3, green 3, black 3")
    assert choices(state) == free(state) | {"let drown"}
    assert len(choices(state)) == 64 - 5 - 11 + 1
    for square in ("b4", "b3", "b1"):
        assert not is_dry(state, square)
        refusal = refused(state, square)
        assert (refusal.code, refusal.clause) == ("water", "venezia2099.gondola.rescue_not_back")
    refusal = refused(state, "d1")
    assert (refusal.code, refusal.clause) == ("occupied", "venezia2099.gondola.rescue_target")


@pytest.mark.rule("venezia2099.gondola.rescue_target")
def test_platforms_are_as_good_as_city_tiles():
    state = fallen()
    assert {"h8", "g8", "a1"} <= choices(state)
    do(state, "h8")
    assert shown(state, 1)["pawns"][0] == "h8"
    assert notes_of_kind(state, 8) == [(1, 64 * 25 + 25, 64 * 48 + 63)]


@pytest.mark.rule("venezia2099.gondola.rescue_no_buy", "venezia2099.turn.clockwise")
@pytest.mark.parametrize("answer", ["h5", "let drown"])
@pytest.mark.parametrize(
    ("turns", "owner", "following"), [(0, 0, 1), (0, 2, 1), (0, 3, 1), (3, 2, 0), (3, 3, 0), (3, 0, 0)]
)
def test_a_rescue_gives_nothing_more_and_the_next_is_left_of_whose_turn_it_was(turns, owner, following, answer):
    cards = {turns % 4: "red 4"}
    state = table(turns=turns, hands=cards, pawns={owner: "c4 d1 a7"})
    turn(state, "red 4")
    before = [(shown(state, seat)["coins"], shown(state, seat)["treasures"]) for seat in range(4)]
    assert state.actor() == owner
    do(state, answer)
    assert [(shown(state, seat)["coins"], shown(state, seat)["treasures"]) for seat in range(4)] == before
    assert state.actor() == following
    assert "stay" in choices(state)


@pytest.mark.rule("venezia2099.gondola.several_per_turn", "venezia2099.gondola.discard")
def test_a_ride_and_a_rescue_in_one_turn_with_two_cards():
    state = table(hands={0: "red 3"}, pawns={0: "a7 d1 b7"})
    turn(state, "red 3", "gondola 1", "b4", "buy 1")
    assert state.actor() == 0
    do(state, "a1")
    assert shown(state, 0) | {"hand": []} == {
        "pawns": ["a1", "d1", "b7"], "gondolas": 0, "coins": 9, "treasures": {"red": 1}, "hand": [],
    }  # fmt: skip
    assert state.actor() == 1


@pytest.mark.rule("venezia2099.gondola.none_left", "venezia2099.flow.always_asked")
def test_without_a_card_the_pawn_drowns_and_nobody_is_asked():
    state = table(turns=8, hands={0: "red 5"}, pawns={1: "d4 d1 a7"}, seats={1: {"gondolas": 0}})
    turn(state, "red 5")
    kinds = [note.kind for note in state.take_notes()]
    assert kinds == [5, 7, 9]
    assert shown(state, 1)["pawns"] == [None, "d1", "a7"]
    assert (state.actor(), "stay" in choices(state)) == (1, True)


@pytest.mark.rule("venezia2099.gondola.none_left")
def test_cards_of_others_do_not_help():
    state = table(turns=8, hands={0: "red 5"}, pawns={1: "d4 d1 a7"}, seats={1: {"gondolas": 0}})
    turn(state, "red 5")
    assert [shown(state, seat)["gondolas"] for seat in range(4)] == [2, 0, 2, 2]
    assert state.actor() == 1


@pytest.mark.rule("venezia2099.gondola.no_return")
def test_a_drowned_pawn_can_neither_walk_nor_ride_nor_buy():
    state = fallen()
    do(state, "let drown")
    assert refused(state, "gondola 1").code == refused(state, "walk 1").code == "no-pawn"
    do(state, "stay")
    assert refused(state, "buy 1").code == "no-pawn"
