"""Three to six players: who reaches ten first is fined, and the last one may catch up."""

import pytest

from ridotto.games.venti import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import (
    actions,
    centre,
    discards,
    frozen,
    hand,
    hoarded,
    numbers,
    phase,
    points,
    public_view,
    table,
    targets,
)

PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")  # one point for 6/0 6/1


def at_nine(*others, points=None, **given):
    """Seat 0 has nine points and can pay `0/0`, worth one; the others hold these cards."""
    owned = {0: "7/8 7/9 7/10", **(points or {})}
    goals = "0/0 2/11 3/11 4/11" if len(others) > 2 else "0/0 2/11 3/11"
    return table("6/0 6/1", *others, **{"targets": goals, "points": owned, **given})


# The fine


@pytest.mark.rule("venti.ten.penalty", "venti.ten.once")
@pytest.mark.parametrize("others", [2, 3, 5])
def test_the_first_to_have_ten_points_is_fined(others):
    state = at_nine(*[""] * others)
    do(state, *PAIR)
    assert (phase(state), state.actor(), state.scores()[0]) == ("penalty", 0, 10)
    assert state.snapshot()["penalty"] == {"for": "first to ten", "due": 2, "target": None}
    assert choices(state) == {"lose 0 (1)", "lose 7 (3)"}
    do(state, "lose 7 (3)")
    assert (phase(state), state.scores()[0], actions(state)) == ("main", 7, (1, 3))
    assert state.snapshot()["first_to_ten"] == 0
    assert notes_of_kind(state, c.FINED) == [(0, c.FIRST_TO_TEN, 0)]


@pytest.mark.rule("venti.ten.penalty")
def test_nine_points_are_not_ten():
    state = at_nine("", "", points={0: "7/8 7/9 7/4"})
    do(state, *PAIR)
    assert (phase(state), state.scores()[0], state.snapshot()["first_to_ten"]) == ("main", 9, None)


@pytest.mark.rule("venti.ten.once")
def test_nobody_is_fined_a_second_time():
    """Neither the same player, coming back to ten, nor another one."""
    state = table("6/0 6/1 6/2 6/3", "", "", targets="0/0 1/4 3/11", points={0: "7/11 7/12 7/0"})
    do(state, *PAIR, "lose 0 (1)", "lose 7 (1)")
    assert state.scores()[0] == 8
    do(state, "fulfil 2", "card 6 (1)", "card 6 (1)")
    assert (phase(state), state.scores()[0]) == ("main", 10)
    state = at_nine("", "", points={1: "4 4 2"}, first_to_ten=0)
    do(state, *PAIR)
    assert (phase(state), state.scores()[0]) == ("main", 10)


@pytest.mark.rule("venti.ten.two_players")
def test_two_players_know_neither_fine_nor_catch_up():
    state = table("6/0 6/1", "5/0", targets="0/0 2/11 3/11", points={0: "7/8 7/9 7/10"})
    do(state, *PAIR)
    assert (phase(state), state.scores(), state.actor()) == ("main", [10, 0], 0)
    assert state.snapshot()["first_to_ten"] is None


@pytest.mark.rule("venti.ten.timing", "venti.fulfil.refill")
def test_the_fine_comes_at_once_after_the_refill():
    state = at_nine("", "", top="5/12")
    do(state, *PAIR)
    assert (phase(state), targets(state), actions(state)) == ("penalty", "5/12 2/11 3/11", (0, 3))
    assert discards(state) == "6/0 6/1"


@pytest.mark.rule("venti.ten.timing", "venti.frozen.fail.other")
def test_the_fine_may_come_in_the_turn_of_another_player():
    state = table("5/0", "", "", targets="0/0 2/11 3/11", frozen={1: 1}, points={1: "7/8 7/9 7/10"}, used=1)
    do(state, "fulfil 1")
    assert (phase(state), state.actor(), points(state, 1)) == ("penalty", 1, "0/0 7/8 7/9 7/10")
    do(state, "lose 7 (3)")
    assert (phase(state), state.actor(), actions(state)) == ("main", 0, (2, 3))


@pytest.mark.rule("venti.ten.timing", "venti.pile.both_empty")
def test_gaps_are_filled_once_more_with_what_the_fine_brings():
    """Every other card is out of play but two chaos cards and what seat 0 pays."""
    state = hoarded("6/0 6/1", "", "", centre="0/1 0/2 0/3 -", targets="0/0 - -", frozen={}, points={0: "7/8 7/9 7/10"})
    do(state, *PAIR)
    assert (phase(state), lying(state)) == ("penalty", {"0/1", "0/2", "0/3", "6/0", "6/1"})
    do(state, "lose 7 (3)")
    assert (phase(state), lying(state)) == ("main", {"0/1", "0/2", "0/3", "6/0", "6/1", "7/8"})


def lying(state):
    """The cards of the display."""
    return {*centre(state).split(), *targets(state).split()} - {"-"}


# The catch-up


@pytest.mark.rule("venti.catch.last", "venti.catch.after_fine", "venti.catch.choice", "venti.catch.point_cards")
def test_the_last_player_may_lay_two_points_from_the_hand():
    state = at_nine("5/4 5/0", "4/4", points={2: "1"})
    do(state, *PAIR)
    assert (phase(state), state.actor()) == ("penalty", 0)  # the fine comes first
    do(state, "lose 7 (3)")
    assert (phase(state), state.actor(), choices(state)) == ("catch up", 1, {"card 5 (1)", "card 5 (2)", "done"})
    assert state.snapshot()["ten"] == {"gainer": 0, "last": 1, "left": 2}
    do(state, "card 5 (2)")
    assert (phase(state), state.actor(), points(state, 1), hand(state, 1)) == ("main", 0, "5/4", "5/0")
    assert state.scores() == [7, 2, 1]
    assert notes_of_kind(state, c.CAUGHT_UP) == [(1, c.CARDS["5/4"] + 128 * 2, 0)]


@pytest.mark.rule("venti.catch.choice")
def test_nothing_a_1_a_2_or_two_1s():
    for moves, laid in (
        (["done"], ""),
        (["card 5 (1)", "done"], "5/0"),
        (["card 5 (2)"], "5/4"),
        (["card 5 (1)", "card 5 (1)"], "5/0 5/1"),
    ):
        state = at_nine("5/0 5/1 5/2 5/4 5/8 j1", "", points={2: "1"})
        do(state, *PAIR, "lose 7 (3)", *moves)
        assert (phase(state), points(state, 1)) == ("main", laid)
        assert len(hand(state, 1).split()) == 6 - len(laid.split())
    state = at_nine("5/0 5/1 5/4 j1", "", points={2: "1"})
    do(state, *PAIR, "lose 7 (3)", "card 5 (1)")
    assert choices(state) == {"card 5 (1)", "done"}
    assert refused(state, "card 5 (2)").clause == "venti.catch.limit"
    assert refused(state, "card joker").clause == "venti.catch.limit"


@pytest.mark.rule("venti.catch.limit")
def test_big_cards_and_jokers_do_not_fit():
    state = at_nine("5/8 5/11 j1", "", points={2: "1"})
    do(state, *PAIR, "lose 7 (3)")
    assert (phase(state), state.actor(), points(state, 1)) == ("main", 0, "")
    state = at_nine("5/8 5/0 j1", "", points={2: "1"})
    do(state, *PAIR, "lose 7 (3)")
    assert choices(state) == {"card 5 (1)", "done"}
    do(state, "card 5 (1)")  # nothing else fits: it ends by itself
    assert (phase(state), state.actor()) == ("main", 0)


@pytest.mark.rule("venti.catch.limit", "venti.turn.steps")
def test_a_2_no_longer_fits_after_a_1():
    state = at_nine("5/0 5/4", "", points={2: "1"})
    do(state, *PAIR, "lose 7 (3)", "card 5 (1)")
    assert (phase(state), points(state, 1), hand(state, 1)) == ("main", "5/0", "5/4")


@pytest.mark.rule("venti.catch.tie")
@pytest.mark.parametrize("owned", [{}, {1: "1", 2: "1"}, {1: "2", 2: "1 1"}, {1: "1", 2: "1", 3: "3"}])
def test_a_shared_last_place_gets_nothing(owned):
    others = ["5/0", "5/1", "5/2"][: 3 if 3 in owned else 2]
    state = at_nine(*others, points=owned)
    do(state, *PAIR, "lose 7 (3)")
    assert (phase(state), state.actor(), notes_of_kind(state, c.MAY_CATCH_UP)) == ("main", 0, [])


@pytest.mark.rule("venti.catch.last", "venti.catch.tie")
def test_last_is_who_has_the_fewest_points_not_cards():
    state = at_nine("5/0", "5/1", "5/2", points={1: "1 1 1", 2: "2", 3: "3"})
    do(state, *PAIR, "lose 7 (3)")
    assert (phase(state), state.actor()) == ("catch up", 2)


@pytest.mark.rule("venti.catch.point_cards")
def test_cards_laid_down_are_point_cards_and_start_no_ten_rule():
    """They count for everything from then on; the ten rule was for the first one."""
    state = at_nine("5/0 5/1", "", "", points={1: "7/11 7/12", 2: "3 3 3", 3: "3 3 3"})
    do(state, *PAIR, "lose 7 (3)", "card 5 (1)", "card 5 (1)")
    assert (phase(state), state.actor(), state.scores()) == ("main", 0, [7, 10, 9, 9])
    do(state, "replace", "replace")
    assert (state.actor(), {"joker from 5 (1)"} <= choices(state)) == (1, True)


@pytest.mark.rule("venti.catch.measure")
def test_the_last_place_is_measured_before_the_fine():
    """Seat 0 falls to three points and is last then, but seat 1 was last when ten was reached."""
    state = table(
        "5/0 6/0 6/1",
        "5/1",
        "5/2",
        targets="0/0 2/11 3/11",
        points={0: "7/11 7/12 7/0", 1: "2 3", 2: "3 3"},
    )
    do(state, *PAIR, "lose 0 (1)", "lose 7 (4)")
    assert (state.scores(), phase(state), state.actor()) == ([5, 5, 6], "catch up", 1)
    state = table("5/0 6/0 6/1", "5/1", "5/2", targets="0/0 2/11 3/11", points={0: "7/11 7/12 7/0", 1: "3 3", 2: "3 3"})
    do(state, *PAIR, "lose 0 (1)", "lose 7 (4)")
    assert (state.scores(), phase(state), state.actor()) == ([5, 6, 6], "main", 0)


@pytest.mark.rule("venti.catch.last", "venti.ten.timing")
def test_the_active_player_may_be_the_one_who_catches_up():
    """Seat 0 fails at a frozen card; its freezer reaches ten, and seat 0 is last."""
    state = table("5/0 j1", "", "", targets="0/12 2/11 3/11", frozen={1: 1}, points={1: "3 3 3", 2: "1"}, used=2)
    do(state, "fulfil 1", "lose 7 (3)")
    assert (phase(state), state.actor()) == ("catch up", 0)
    do(state, "card 5 (1)")
    assert (points(state, 0), state.actor(), frozen(state)) == ("5/0", 1, {})


@pytest.mark.rule("venti.ten.penalty", "venti.catch.choice", "venti.penalty.more")
def test_example_3_of_the_specification():
    """A goes from 8 to 11 with 4, 4, 3; B has 5, C has 4 and holds cards worth 1, 1, 3 and a joker."""
    state = table(
        "2/0 3/0 2/1",
        "",
        "5/0 6/0 5/8 j1",
        targets="1/10 2/11 3/11",  # T T T
        points={0: "7/11 7/12", 1: "3 2", 2: "4"},
    )
    do(state, "fulfil 1", "card 2 (1)", "card 2 (1)", "card 3 (1)")
    assert (state.scores(), choices(state)) == ([11, 5, 4], {"lose 7 (4)", "lose 1 (3)"})
    do(state, "lose 1 (3)")
    assert (state.scores()[0], state.actor()) == (8, 2)
    do(state, "card 5 (1)", "card 6 (1)")
    assert (state.scores(), state.actor()) == ([8, 5, 6], 0)
    assert public_view(state).seats[2].points == numbers(f"5/0 6/0 {points(state, 2).split()[-1]}")
