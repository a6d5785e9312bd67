"""The options, each by its other values."""

import pytest

import ridotto
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia2099.table import COLOURS, game, shown, table, turn
from tests.venezia2099.views import public

# The option values


@pytest.mark.rule("venezia2099.option.values")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_option_is_there_with_its_values_the_usual_one_first(players):
    assert {option.name: option.values_for(players) for option in game.options} == {
        "gondola_move": ("instead", "extra"),
        "rescue_to_platform": ("true", "false"),
        "first_player": ("random", *(str(seat) for seat in range(players))),
        "unused_colour": ("random", *COLOURS) if players == 2 else ("random",),
    }
    for option in game.options:
        for value in option.values_for(players):
            assert game.options_of(game.start(players=players, seed=1, **{option.name: value}))[option.name] == value


@pytest.mark.rule("venezia2099.option.values")
def test_they_can_be_combined_freely():
    chosen = {"gondola_move": "extra", "rescue_to_platform": "false", "first_player": "1", "unused_colour": "violet"}
    state = game.start(players=2, seed=1, **chosen)
    assert game.options_of(state) == chosen
    assert public(state).options == chosen
    assert (state.actor(), state.snapshot()["unused"]) == (1, "violet")
    while not state.over:
        state.play(state.actor(), state.moves(state.actor())[0])


@pytest.mark.rule("venezia2099.option.values")
@pytest.mark.parametrize(
    ("players", "options", "hint"),
    [
        (4, {"variant": "fast"}, "gondola_move, rescue_to_platform, first_player, unused_colour"),
        (4, {"gondola_move": "both"}, "instead, extra"),
        (4, {"gondola_move": 1}, "instead, extra"),
        (4, {"gondola_move": None}, "instead, extra"),
        (4, {"rescue_to_platform": "maybe"}, "true, false"),
        (4, {"rescue_to_platform": 0}, "true, false"),
        (4, {"first_player": 4}, "random, 0, 1, 2, 3"),
        (4, {"first_player": -1}, "random, 0, 1, 2, 3"),
        (2, {"first_player": 2}, "random, 0, 1"),
        (3, {"unused_colour": "red"}, "allowed: random"),
        (5, {"unused_colour": "black"}, "allowed: random"),
        (2, {"unused_colour": "pink"}, "random, black, brown, azure, red, violet, green"),
        (2, {"unused_colour": 3}, "random, black, brown, azure, red, violet, green"),
    ],
)
def test_any_other_value_is_refused_with_what_is_allowed(players, options, hint):
    with pytest.raises(ridotto.BadOption, match=hint):
        game.start(players=players, seed=1, **options)


@pytest.mark.rule("venezia2099.option.values")
@pytest.mark.parametrize("players", [-1, 0, 1, 6, True, "4", 4.0, None])
def test_only_two_to_five_can_play(players):
    with pytest.raises(ridotto.BadOption, match="2 to 5"):
        game.validate_options(players, {})


@pytest.mark.rule("venezia2099.option.values")
def test_a_switch_may_be_given_as_a_word_or_a_truth_value():
    assert game.start(players=4, seed=1, rescue_to_platform=False) == game.start(
        players=4, seed=1, rescue_to_platform="false"
    )


@pytest.mark.rule("venezia2099.option.values")
def test_options_of_step_1_and_of_rescues_change_nothing_in_the_setup():
    usual = game.start(players=4, seed=8).snapshot()
    other = game.start(players=4, seed=8, gondola_move="extra", rescue_to_platform=False).snapshot()
    assert {key for key in usual if usual[key] != other[key]} == {"options"}


# Gondola rides as an extra


def extra(**given):
    return table(**{"pawns": {0: "d1 c2 a7"}, "hands": {0: "red 3"}, **given}, gondola_move="extra")


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_a_walk_and_two_rides_in_one_turn_until_the_player_stays():
    state = extra()
    do(state, "walk 1", "e1")
    assert choices(state) == {"stay", "gondola 1", "gondola 2", "gondola 3"}
    do(state, "gondola 1", "h8")
    assert choices(state) == {"stay", "gondola 1", "gondola 2", "gondola 3"}
    do(state, "gondola 2", "h1")
    assert choices(state) == {"stay"}
    do(state, "stay")
    assert shown(state, 0)["pawns"] == ["h8", "h1", "a7"]
    assert shown(state, 0)["gondolas"] == 0
    assert choices(state) == {"no purchase", "buy 2"}
    assert [note.kind for note in state.take_notes()] == [2, 3, 3]


@pytest.mark.rule("venezia2099.option.gondola_extra")
@pytest.mark.parametrize(
    "steps",
    [
        ["walk 1", "e1", "gondola 1", "h1", "gondola 1", "h5"],
        ["gondola 1", "h1", "walk 1", "h2", "gondola 2", "h5"],
        ["gondola 1", "h1", "gondola 1", "h5", "walk 1", "g5"],
        ["gondola 2", "h1", "gondola 1", "h5", "walk 3", "a6"],
        ["walk 2", "d3"],
        ["gondola 3", "h5"],
        [],
    ],
)
def test_in_any_order_with_the_same_or_other_pawns(steps):
    state = extra()
    for move in steps:
        assert public(state).phase in ("move", "walk", "ride")
        do(state, move)
    assert state.actor() == 0
    assert "stay" in choices(state)
    do(state, "stay")
    assert "no purchase" in choices(state)


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_only_one_walk_a_turn():
    state = extra()
    do(state, "walk 1", "e1")
    for pawn in (1, 2, 3):
        refusal = refused(state, f"walk {pawn}")
        assert (refusal.code, refusal.clause) == ("walked", "venezia2099.option.gondola_extra")
    do(state, "gondola 3", "h8")
    assert not any(move.startswith("walk") for move in choices(state))


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_the_next_player_and_the_next_turn_may_walk_again():
    state = extra()
    turn(state, "red 3", "walk 1", "e1", "stay", "no purchase")
    assert state.actor() == 1
    assert "walk 1" in choices(state)
    for _ in range(3):
        do(state, "stay", "no purchase")
        do(state, min(choices(state)))
        if "let drown" in choices(state):
            do(state, "let drown")
    assert state.actor() == 0
    assert "walk 2" in choices(state)


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_stay_is_asked_also_when_nothing_else_is_left():
    state = extra(turns=4, hands={}, seats={0: {"gondolas": 0}})
    do(state, "walk 2", "d3")
    assert choices(state) == {"stay"}
    assert public(state).phase == "move"


@pytest.mark.rule("venezia2099.option.gondola_extra", "venezia2099.gondola.ride_timing")
def test_extra_rides_too_come_before_step_2():
    state = extra()
    do(state, "walk 1", "e1", "stay")
    assert refused(state, "gondola 1").clause == "venezia2099.turn.steps"
    do(state, "buy 1")
    assert refused(state, "gondola 1").clause == "venezia2099.turn.steps"


@pytest.mark.rule("venezia2099.option.gondola_extra", "venezia2099.gondola.several_per_turn")
def test_a_card_left_over_may_still_rescue():
    state = extra()
    turn(state, "red 3", "gondola 1", "b4", "stay", "buy 1")
    assert (state.actor(), "let drown" in choices(state)) == (0, True)
    do(state, "a1")
    assert shown(state, 0)["gondolas"] == 0


def test_without_the_option_nothing_of_a_walk_is_remembered():
    state = table(pawns={0: "d1 c2 a7"})
    do(state, "walk 1", "e1")
    assert public(state).walked is False
    state = extra()
    do(state, "walk 1", "e1")
    assert public(state).walked is True
    do(state, "stay")
    assert public(state).walked is False


# Rescues to city tiles only


@pytest.mark.rule("venezia2099.option.rescue_city_only")
def test_a_rescued_pawn_goes_to_a_city_tile():
    state = table(hands={0: "red 3"}, pawns={1: "b4 d1 a7"}, rescue_to_platform=False)
    turn(state, "red 3")
    assert state.actor() == 1
    city = {f"{column}{row}" for column in "abcdefgh" for row in range(1, 7)}
    assert choices(state) == (city - {"b4", "d1"}) | {"let drown"}
    refusal = refused(state, "h8")
    assert (refusal.code, refusal.clause) == ("platform", "venezia2099.option.rescue_city_only")
    do(state, "a1")
    assert shown(state, 1)["pawns"] == ["a1", "d1", "a7"]


@pytest.mark.rule("venezia2099.option.rescue_city_only")
def test_rides_go_to_platforms_as_ever():
    state = table(pawns={0: "d1 e2 f3"}, rescue_to_platform=False)
    do(state, "gondola 1")
    assert {"g8", "h8"} <= choices(state)


SURVIVORS = "black 8, brown 8, azure 8, red 8, violet 8, green 8, green 7"
CITY = ["g1", "g2", "g3", "g4", "g5", "g6", "f6", "a1", "a2", "a3", "a4", "a5", "a6"]  # all that is dry in the end


def crowded(free=(), turns=34, **options):
    """Five players; seat 4 sinks violet X (or seat 3, a turn before, red X) under the first pawn of seat 0.

    All other pawns stand on the city tiles that stay dry, but for those that are named; the rest is on platforms.
    """
    card = "violet X" if turns == 34 else "red X"
    places = [square for square in CITY if square not in free] + ([] if turns == 34 else ["h5"])
    places += ["a7", "b7", "c7", "d7"][: 14 - len(places)]
    pawns = {seat: " ".join(places[3 * seat - 1 : 3 * seat + 2]) for seat in (1, 2, 3, 4)}
    hands = {4: "violet X"} if turns == 34 else {3: "red X", 4: "violet X"}
    state = table(
        5,
        turns=turns,
        hands=hands,
        aside=SURVIVORS,
        pawns={0: f"{'h5' if turns == 34 else 'h4'} {places[0]} {places[1]}", **pawns},
        **options,
    )
    turn(state, card)
    return state


@pytest.mark.rule("venezia2099.option.rescue_no_target", "venezia2099.flow.always_asked")
def test_without_a_free_city_tile_the_pawn_drowns_and_the_card_is_kept():
    state = crowded(rescue_to_platform=False)
    assert state.over
    assert shown(state, 0)["pawns"][0] is None
    assert shown(state, 0)["gondolas"] == 2
    assert [note.kind for note in state.take_notes()] == [5, 7, 9, 11]


@pytest.mark.rule("venezia2099.option.rescue_no_target")
def test_then_the_game_goes_on_with_the_next_player():
    state = crowded(turns=33, rescue_to_platform=False)
    assert shown(state, 0)["pawns"][0] is None
    assert (state.actor(), public(state).phase) == (4, "move")
    assert notes_of_kind(state, 9) == [(0, 64 * 31 + 31, 0)]


@pytest.mark.rule("venezia2099.option.rescue_no_target", "venezia2099.option.rescue_city_only")
def test_with_one_free_city_tile_it_is_offered():
    state = crowded(free=["g3"], rescue_to_platform=False)
    assert (state.actor(), choices(state)) == (0, {"g3", "let drown"})


@pytest.mark.rule("venezia2099.option.rescue_no_target", "venezia2099.gondola.rescue_target")
def test_by_the_usual_rule_the_platforms_are_there():
    state = crowded()
    assert state.actor() == 0
    platforms = {f"{column}{row}" for column in "abcdefgh" for row in (7, 8)}
    assert choices(state) == (platforms - {"a7"}) | {"let drown"}
