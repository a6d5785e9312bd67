"""A pawn in the water, and the gondola that saves it."""

import pytest

from ridotto.games.venezia2099.tiles import Told
from tests.venezia2099.table import choices, do, refused, table, told

ROUND = "black 3, brown 3, azure 3, red 3"


def before_violet_4_sinks(**given):
    """Seat 0 is about to play violet 4, on which a pawn stands: of seat 1, unless `pawns` says another."""
    return table(**{"pawns": {1: "c5"}, "sunk": ROUND, "hands": {0: "violet 4"}, "phase": "prophecy"} | given)


@pytest.mark.rule(
    "venezia2099.gondola.rescue", "venezia2099.gondola.rescue_any_turn", "venezia2099.gondola.rescue_no_buy",
    "venezia2099.gondola.discard",
)  # fmt: skip
def test_the_owner_saves_the_pawn_and_the_turn_goes_on_from_the_turn_player():
    state = before_violet_4_sinks(pawns={2: "c5"})
    do(state, "violet 4")
    assert (state.actor(), state.turn) == (2, 0)
    do(state, "h1")
    assert (state.actor(), state.turn) == (1, 1)
    assert state.pawn[2][0] == 7
    assert state.gondolas[2] == 1
    assert choices(state) >= {"stay", "walk 1"}


@pytest.mark.rule("venezia2099.gondola.rescue_target", "venezia2099.gondola.rescue_not_back")
def test_it_goes_to_any_dry_square_without_a_pawn():
    state = before_violet_4_sinks()
    do(state, "violet 4")
    water = {"b1", "b2", "b3", "b4", "c5"}
    assert len(choices(state)) == 64 - len(water) - 11 + 1  # 11 other pawns, and letting it drown
    assert not choices(state) & water
    assert refused(state, "c5").clause == "venezia2099.gondola.rescue_not_back"


@pytest.mark.rule(
    "venezia2099.gondola.rescue_optional", "venezia2099.gondola.no_return", "venezia2099.pawnless.plays_cards"
)
def test_a_declined_pawn_is_gone_and_the_cards_stay():
    state = before_violet_4_sinks(
        pawns={1: "c5 - -"}, sunk=ROUND, things={1: {"gondolas": 2}}, hands={0: "violet 4", 1: "green 4"}
    )
    do(state, "violet 4", "let drown")
    assert told(state, Told.PAWNLESS) == [(1, 0, 0)]
    assert (state.actor(), state.gondolas[1]) == (1, 2)
    assert choices(state) == {"stay"}
    do(state, "stay")
    assert choices(state) == {"no purchase"}
    do(state, "no purchase")
    assert choices(state) == {"green 4"}


@pytest.mark.rule("venezia2099.gondola.none_left", "venezia2099.sink.own_pawn")
def test_without_a_gondola_the_pawn_drowns_at_once():
    state = before_violet_4_sinks(
        pawns={0: "c5"}, things={0: {"gondolas": 0}}, sunk=f"{ROUND}, violet 3, green 3, black 4, brown 4"
    )
    do(state, "violet 4")
    assert told(state, Told.DROWNED) == [(0, 64 * 34 + 34, 0)]
    assert state.actor() == 1


@pytest.mark.rule("venezia2099.option.rescue_city_only")
def test_by_the_option_only_city_tiles_save():
    state = before_violet_4_sinks(rescue_to_platform="false")
    do(state, "violet 4")
    assert not choices(state) & {f"{column}7" for column in "abcdefgh"}
    assert refused(state, "a7").clause == "venezia2099.option.rescue_city_only"
    assert "a1" in choices(state)


@pytest.mark.rule("venezia2099.option.rescue_no_target")
def test_where_no_city_tile_is_free_the_pawn_drowns_and_the_card_stays():
    """Five players, the last card: 13 tiles are left, and a pawn stands on each of them."""
    dry = ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2", "b3", "b4", "b5", "b6", "c1"]
    aside = "black 3, brown 3, azure 3, red 3, violet 3, green 3, black 4"
    sunk = ", ".join(
        f"{colour} {value}"
        for value in "45678X"
        for colour in ("black", "brown", "azure", "red", "violet", "green")
        if f"{colour} {value}" not in ("black 4", "green X")
    )
    squares = [*dry, "h6"]
    pawns = {seat: " ".join(squares[3 * seat : 3 * seat + 3]) for seat in range(5)}
    given = {"players": 5, "turn": 2, "pawns": pawns, "sunk": sunk, "set_aside": aside, "phase": "prophecy"}
    state = table(**given, rescue_to_platform="false")
    do(state, "green X")
    assert state.over
    assert told(state, Told.DROWNED) == [(4, 64 * 47 + 47, 0)]
    assert state.gondolas[4] == 2
    state = table(**given, rescue_to_platform="true")
    do(state, "green X")
    assert state.actor() == 4
