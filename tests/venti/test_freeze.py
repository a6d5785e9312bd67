"""Freeze a target, and go for a frozen one."""

import pytest

from ridotto.games.venti import components as c
from ridotto.games.venti.show.view import VentiTarget
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import (
    actions,
    centre,
    discards,
    frozen,
    game,
    hand,
    own_view,
    phase,
    points,
    public_view,
    table,
    targets,
)

VIEWERS = (-1, 0, 1)
PAIR = ("declare 6", "card 6 (1)", "card 6 (1)")  # pays ?=? with 6/0 6/1


def freezable(state):
    return {move for move in choices(state) if move.startswith("freeze")}


def alone(hand="", freezer=0, **given):
    """Two players; target 1 is a pair, `0/0`, frozen."""
    return table(hand, "", **{"targets": "0/0 2/11 3/11", "frozen": {1: freezer}, **given})


# Freezing


@pytest.mark.rule("venti.freeze.turn_down", "venti.freeze.owner", "venti.freeze.owner.public")
def test_a_frozen_target_lies_face_down_and_everybody_knows_who_froze_it():
    state = table("", "", "")
    do(state, "freeze 2")
    assert (frozen(state), targets(state), actions(state)) == ({2: 0}, "2/11 3/11 4/11", (1, 3))
    for viewer in (-1, 0, 1, 2):
        assert public_view(state, viewer).targets == (
            VentiTarget(c.CARDS["2/11"], None),
            VentiTarget(None, 0),
            VentiTarget(c.CARDS["4/11"], None),
        )
    assert not {move for move in choices(state) if move.startswith("exchange 2")}
    assert notes_of_kind(state, c.FROZE) == [(0, 1, 0)]


@pytest.mark.rule("venti.freeze.owner", "venti.freeze.owner.public")
def test_the_freezer_is_remembered_over_the_turns():
    state = table("", "", "", "")
    do(state, "freeze 3", "replace", "replace", "freeze 1", "replace", "replace", "replace")
    assert frozen(state) == {3: 0, 1: 1}
    assert [target.freezer for target in public_view(state, 2).targets] == [1, None, 0, None]


@pytest.mark.rule("venti.freeze.face_up_first")
def test_only_a_card_that_lies_face_up_is_frozen():
    state = table("", "", "", "", frozen={2: 1})
    assert freezable(state) == {"freeze 1", "freeze 3", "freeze 4"}
    assert refused(state, "freeze 2").clause == "venti.freeze.face_up_first"


@pytest.mark.rule("venti.freeze.same_turn", "venti.freeze.face_up_first")
def test_a_card_may_be_frozen_in_the_turn_in_which_it_appeared():
    state = table("", "")
    do(state, "exchange 1 2", "freeze 1")  # from the centre
    assert (frozen(state), targets(state).split()[0]) == ({1: 0}, "0/2")
    state = table("6/0 6/1", "", targets="0/0 2/11 3/11", top="5/12")
    do(state, "fulfil 1", *PAIR, "freeze 1")  # from the pile
    assert (frozen(state), targets(state).split()[0]) == ({1: 0}, "5/12")


@pytest.mark.rule("venti.freeze.no_peek", "venti.freeze.owner.public")
def test_nobody_sees_a_frozen_card_again():
    state, other = (table("6/0 6/1", "6/2 6/3", targets=f"{card} 2/11 3/11") for card in ("0/0", "0/12"))
    assert (own_view(state, 0).missing[0], own_view(other, 0).missing[0]) == (0, 3)
    do(state, "freeze 1")
    do(other, "freeze 1")
    for viewer in VIEWERS:
        assert public_view(state, viewer).targets[0] == VentiTarget(None, 0)
        assert viewer < 0 or own_view(state, viewer).missing[0] is None
        assert game.view(state, viewer) == game.view(other, viewer)
    do(state, "fulfil 1")  # until somebody goes for it
    assert all(public_view(state, viewer).targets[0] == VentiTarget(c.CARDS["0/0"], None) for viewer in VIEWERS)


@pytest.mark.rule("venti.freeze.limit")
@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_one_target_may_be_frozen_at_a_time_and_two_with_four_players(players, most):
    state = table(*[""] * players)
    for target in range(1, most + 1):
        do(state, f"freeze {target}")
    assert not freezable(state)
    assert refused(state, "freeze 3").clause == "venti.freeze.limit"


@pytest.mark.rule("venti.freeze.limit")
def test_the_limit_is_for_the_whole_table_and_only_at_a_time():
    state = table("6/0 6/1", "", targets="0/0 2/11 3/11", frozen={1: 1})
    assert not freezable(state)
    do(state, "fulfil 1", *PAIR)
    assert freezable(state)


@pytest.mark.rule("venti.freeze.limit.same")
def test_one_player_may_own_both_frozen_cards():
    state = table("", "", "", "")
    do(state, "freeze 1", "freeze 4")
    assert frozen(state) == {1: 0, 4: 0}


@pytest.mark.rule("venti.freeze.no_joker")
def test_a_joker_cannot_be_frozen():
    state = table("", "", targets="j1 2/11 3/11")
    assert freezable(state) == {"freeze 2", "freeze 3"}
    assert refused(state, "freeze 1").clause == "venti.freeze.no_joker"


@pytest.mark.rule("venti.freeze.no_undo")
def test_no_action_thaws_a_card():
    """Whatever else the freezer does with it, it is an attempt."""
    state = alone()
    about = {move for move in choices(state) if move.split()[-1] == "1" and not move.startswith(("draw", "exchange"))}
    assert about == {"fulfil 1"}
    for move in sorted(choices(state) - {"fulfil 1"}):
        after = state.copy()
        do(after, move)
        assert frozen(after) == {1: 0}
    assert not [text for text in game.move_texts if "thaw" in text]


# Attempts


@pytest.mark.rule("venti.frozen.attempt", "venti.frozen.attempt.always")
@pytest.mark.parametrize("freezer", [0, 1])
@pytest.mark.parametrize("held", ["", "5/0", "6/0 6/1", "j1 j2"])
def test_anybody_may_try_whatever_the_hand(freezer, held):
    state = alone(held, freezer)
    assert "fulfil 1" in choices(state)
    assert own_view(state, 0).clauses[state.moves(0).index(game.parse("fulfil 1"))] == "venti.frozen.attempt"


@pytest.mark.rule("venti.frozen.attempt.always", "venti.freeze.no_peek")
def test_the_choices_tell_nothing_of_a_frozen_card():
    """An easy one and a hard one: the same choices, the same refusals."""
    easy, hard = (table("6/0 6/1", "", targets=f"{card} 2/11 3/11", frozen={1: 1}) for card in ("0/0", "0/12"))
    assert choices(easy) == choices(hard)
    assert all(game.view(easy, viewer) == game.view(hard, viewer) for viewer in VIEWERS)


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.frozen.success.other", "venti.frozen.refill")
@pytest.mark.rule("venti.frozen.attempt.action")
@pytest.mark.parametrize("freezer", [0, 1])
def test_a_card_that_can_be_paid_must_be_paid_and_counts_as_usual(freezer):
    state = alone("6/0 6/1", freezer, points={0: "7/4", 1: "7/5"}, top="5/0")
    do(state, "fulfil 1")
    assert (frozen(state), phase(state), choices(state)) == ({}, "declare", {"declare 6"})
    assert notes_of_kind(state, c.REVEALED) == [(0, 0, 0)]
    do(state, *PAIR)
    assert (points(state, 0), points(state, 1)) == ("0/0 7/4", "7/5")  # nobody is punished
    assert (targets(state), frozen(state), discards(state)) == ("5/0 2/11 3/11", {}, "6/0 6/1")
    assert (phase(state), actions(state)) == ("main", (1, 3))
    assert public_view(state).targets[0] == VentiTarget(c.CARDS["5/0"], None)


@pytest.mark.rule("venti.frozen.fail.other", "venti.frozen.attempt.action", "venti.frozen.refill")
def test_if_another_player_fails_the_freezer_gets_the_card():
    state = alone("6/0 5/1", 1, points={0: "7/4"}, top="5/0")
    do(state, "fulfil 1")
    assert (points(state, 0), points(state, 1)) == ("7/4", "0/0")
    assert (targets(state), frozen(state), discards(state)) == ("5/0 2/11 3/11", {}, "")
    assert (hand(state, 0), actions(state), state.actor()) == ("5/1 6/0", (1, 3), 0)
    assert notes_of_kind(state, c.FAILED) == [(0, c.CARDS["0/0"] + 128 * 1, 1)]


@pytest.mark.rule("venti.frozen.attempt.action")
def test_on_failure_nothing_of_the_hand_is_shown():
    """A hand that nobody has seen is as secret as before: only that it cannot pay is known."""
    state = table("", "", secret={0: "6/0 5/1 4/2"}, targets="0/0 2/11 3/11", frozen={1: 1})
    do(state, "fulfil 1")
    assert state.snapshot()["seats"][0]["secret"] == ["4/2", "5/1", "6/0"]
    assert not {c.PAID, c.COMMITTED, c.DISCARDED} & {note.kind for note in state.take_notes()}


@pytest.mark.rule("venti.frozen.fail.own", "venti.frozen.fail.own.card", "venti.frozen.attempt.action")
def test_if_the_freezer_fails_there_is_a_penalty_and_the_card_is_thawed():
    state = alone("6/0 5/1", 0, points={0: "7/4 7/8", 1: "6/4"}, top="5/0")
    do(state, "fulfil 1")
    assert (phase(state), state.actor(), choices(state)) == ("penalty", 0, {"lose 7 (2)", "lose 7 (3)"})
    assert (frozen(state), actions(state)) == ({}, (0, 3))
    do(state, "lose 7 (2)")
    assert (points(state, 0), discards(state), points(state, 1)) == ("7/8", "7/4", "6/4")
    assert (targets(state), centre(state)) == ("0/0 2/11 3/11", "0/1 0/2 0/3 1/1")
    assert all(public_view(state, viewer).targets[0] == VentiTarget(c.CARDS["0/0"], None) for viewer in VIEWERS)
    assert (phase(state), actions(state), hand(state, 0)) == ("main", (1, 3), "5/1 6/0")
    assert {"exchange 1 1", "freeze 1"} <= choices(state)


@pytest.mark.rule("venti.frozen.fail.own", "venti.penalty.none")
def test_a_freezer_without_points_fails_unpunished():
    state = alone("", 0, used=2)
    do(state, "fulfil 1")
    assert (state.actor(), frozen(state), targets(state)) == (1, {}, "0/0 2/11 3/11")
    assert notes_of_kind(state, c.UNPUNISHED) == [(0, c.OWN_FREEZE, 0)]


@pytest.mark.rule("venti.frozen.attempt", "venti.freeze.limit.same")
def test_with_two_frozen_cards_each_has_its_own_freezer():
    state = table("6/0 6/1", "", "", "", targets="0/0 0/12 3/11 4/11", frozen={1: 1, 2: 2})
    do(state, "fulfil 2")
    assert (points(state, 2), frozen(state)) == ("0/12", {1: 1})
    do(state, "fulfil 1", *PAIR)
    assert (points(state, 0), frozen(state)) == ("0/0", {})


@pytest.mark.rule("venti.frozen.attempt")
def test_an_attempt_is_made_in_the_own_turn():
    state = alone("", 1)
    assert state.moves(1) == []
    assert refused(state, "fulfil 1", 1).clause == "venti.turn.order"
