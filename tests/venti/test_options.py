"""The named options, each with its other values (the table at the end of section 10)."""

from random import Random

import pytest

import ridotto
from ridotto.games.venti import components as c
from ridotto.games.venti.show.view import VentiTarget
from tests.at_the_table import choices, do, notes_of_kind
from tests.venti.table import actions, discards, frozen, game, own_view, phase, points, public_view, table, targets

PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")
TEN_CARDS = "5/0 5/1 5/2 5/3 5/4 5/5 6/0 6/1 6/2 6/3"


def test_the_options_and_what_is_usual():
    assert game.validate_options(4, {}) == {
        "allow_early_end": "false",
        "extra_action_timing": "immediate",
        "frozen_attempt": "reveal_then_pay",
        "failed_own_freeze": "thaw",
        "frozen_view": "memory",
        "penalty_choice": "free",
        "catch_up_measure": "before_penalty",
        "final_turns": "one_each",
        "tiebreak_sacrificed": "jokers_only",
        "max_rounds": "50",
        "start_player": "random",
        "reshuffle": "when_needed",
    }
    for option in game.options:
        for value in option.values_for(4):
            state = game.start(players=4, seed=1, **{option.name: value})
            assert (
                game.options_of(state)[option.name]
                == value
                == game.options_of(game.load(state.snapshot()))[option.name]
            )
            left_out = option.added_later and value == option.values[0]  # as in records from before this option
            assert (option.name not in state.snapshot()["options"]) == left_out


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("failed_own_freeze", "melt", "thaw, stay_frozen, discard"),
        ("frozen_view", "true", "memory, open"),
        ("max_rounds", "0", "whole numbers from 1"),
        ("max_rounds", "-3", "whole numbers from 1"),
        ("max_rounds", "1.5", "whole numbers from 1"),
        ("start_player", "4", "random, 0, 1, 2, 3"),
    ],
)
def test_an_unknown_value_is_refused_with_what_is_allowed(option, value, allowed):
    with pytest.raises(ridotto.BadOption, match=allowed):
        game.start(players=4, **{option: value})


# The option allow_early_end


@pytest.mark.rule("venti.turn.no_pass")
def test_a_turn_may_end_early_by_the_option():
    state = table("", "", options={"allow_early_end": "true"})
    do(state, "end turn")  # even as the first step
    assert (state.actor(), actions(state)) == (1, (0, 3))
    do(state, "replace", "end turn")
    assert state.actor() == 0


@pytest.mark.rule("venti.turn.hand_limit")
def test_the_hand_limit_is_as_usual_then():
    state = table(TEN_CARDS, "", options={"allow_early_end": "true"})
    do(state, "draw 1", "end turn")
    assert (phase(state), actions(state)) == ("hand limit", (1, 3))
    do(state, "card 5 (1)")
    assert state.actor() == 1


# The option extra_action_timing


@pytest.mark.rule("venti.extra.now")
def test_an_extra_action_of_the_next_turn():
    state = table("", "", points={0: "7/4 7/5 7/6 7/8"}, options={"extra_action_timing": "next_turn"})
    do(state, "action from 7 (2)", "action from 7 (2)")
    assert actions(state) == (2, 3)
    do(state, "replace")
    assert (state.actor(), actions(state)) == (1, (0, 3))
    do(state, *["replace"] * 3)
    assert (state.actor(), actions(state)) == (0, (0, 5))


# The option failed_own_freeze


@pytest.mark.rule("venti.frozen.fail.own.card", "venti.freeze.no_peek")
def test_after_a_failure_the_card_may_stay_frozen():
    state = table("", "", frozen={1: 0}, points={0: "7/4 7/5"}, options={"failed_own_freeze": "stay_frozen"})
    do(state, "fulfil 1")
    assert (phase(state), frozen(state)) == ("penalty", {1: 0})
    do(state, "lose 7 (2)")
    assert (frozen(state), targets(state), actions(state)) == ({1: 0}, "2/11 3/11 4/11", (1, 3))
    turned_up = [c.CARDS["2/11"]] * 3
    assert [public_view(state, viewer).targets[0].card for viewer in (-1, 0, 1)] == turned_up
    do(state, "replace")
    assert [public_view(state, viewer).targets[0].card for viewer in (-1, 0, 1)] == [None] * 3
    do(state, "fulfil 1", "lose 7 (2)")
    assert (frozen(state), state.actor()) == ({1: 0}, 1)


@pytest.mark.rule("venti.frozen.fail.own.card", "venti.frozen.refill")
def test_after_a_failure_the_card_may_be_discarded():
    state = table("", "", frozen={1: 0}, points={0: "7/4"}, top="5/0", options={"failed_own_freeze": "discard"})
    do(state, "fulfil 1")
    assert (phase(state), frozen(state), targets(state)) == ("penalty", {}, "- 3/11 4/11")
    do(state, "lose 7 (2)")  # the refill comes after the fine
    assert (targets(state), discards(state), actions(state)) == ("5/0 3/11 4/11", "2/11 7/4", (1, 3))


@pytest.mark.rule("venti.frozen.fail.other")
@pytest.mark.parametrize("option", ["thaw", "stay_frozen", "discard"])
def test_if_another_player_fails_it_is_the_same_in_any_case(option):
    state = table("", "", frozen={1: 1}, top="5/0", options={"failed_own_freeze": option})
    do(state, "fulfil 1")
    assert (points(state, 1), targets(state), frozen(state)) == ("2/11", "5/0 3/11 4/11", {})


# The option frozen_view


@pytest.mark.rule("venti.freeze.owner.public", "venti.freeze.no_peek")
def test_with_open_faces_all_see_frozen_cards():
    both = [
        table("6/0", "", targets="0/0 2/11 3/11", frozen={1: 0}, options={"frozen_view": v}) for v in ("memory", "open")
    ]
    for viewer in (-1, 0, 1):
        assert public_view(both[1], viewer).targets[0] == VentiTarget(c.CARDS["0/0"], 0)
        world = both[1].redeal(viewer, ridotto.Rng(1), False)
        assert targets(world).split()[0] == "0/0"
    assert own_view(both[1], 0).missing[0] == 1
    assert choices(both[0]) == choices(both[1])


def test_what_is_shown_changes_no_rule():
    """The same seed and the same moves: the same game."""
    for seed in range(3):
        states = [game.start(players=4, seed=seed, frozen_view=value) for value in ("memory", "open")]
        chance = Random(seed)
        while not states[0].over:
            seat = states[0].actor()
            assert states[0].moves(seat) == states[1].moves(seat)
            move = chance.choice(states[0].moves(seat))
            for state in states:
                state.play(seat, move)
        shown = [{**state.snapshot(), "options": None} for state in states]
        assert shown[0] == shown[1]


# The option catch_up_measure


@pytest.mark.rule("venti.catch.measure", "venti.catch.last")
def test_measured_after_the_fine_the_fined_player_may_be_last():
    given = {"targets": "0/0 2/11 3/11", "points": {0: "7/11 7/12 7/0", 1: "3 3", 2: "3 3"}}
    state = table("5/0 6/0 6/1", "5/1", "5/2", **given, options={"catch_up_measure": "after_penalty"})
    do(state, *PAIR, "lose 0 (1)", "lose 7 (4)")
    assert (state.scores(), phase(state), state.actor()) == ([5, 6, 6], "catch up", 0)
    do(state, "card 5 (1)")
    assert (state.scores(), state.actor(), actions(state)) == ([6, 6, 6], 0, (1, 3))


@pytest.mark.rule("venti.catch.measure", "venti.catch.tie")
def test_measured_after_the_fine_a_tie_with_the_fined_player_is_a_tie():
    given = {"targets": "0/0 2/11 3/11", "points": {0: "7/11 7/12 7/0", 1: "3 2", 2: "3 3"}}
    state = table("5/0 6/0 6/1", "5/1", "5/2", **given, options={"catch_up_measure": "after_penalty"})
    do(state, *PAIR, "lose 0 (1)", "lose 7 (4)")
    assert (state.scores(), phase(state), state.actor()) == ([5, 5, 6], "main", 0)
    assert notes_of_kind(state, c.MAY_CATCH_UP) == []
