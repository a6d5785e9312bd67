"""The end: twenty points, the last turns, the ranking."""

import pytest

from ridotto.games.venti import components as c
from tests.at_the_table import choices, do, notes_of_kind
from tests.venti.table import actions, frozen, game, phase, points, table

PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")  # one point for 6/0 6/1
NINETEEN = "4 4 4 4 3"


def turn(state):
    """The rest of the turn of whoever is to act: replacing, and no more."""
    seat = state.actor()
    while phase(state) == "main" and state.actor() == seat:
        do(state, "replace")


def order(state):
    """Who has a turn from now on, until the game is over."""
    seats = []
    while not state.over:
        seats.append(state.actor())
        turn(state)
    return seats


def before_twenty(players, seat=0, owned=None, hands=None, **given):
    """This seat has nineteen points and can pay `0/0`."""
    held = [(hands or {}).get(other, "") for other in range(players)]
    held[seat] = "6/0 6/1"
    goals = "0/0 2/11 3/11 4/11" if players > 3 else "0/0 2/11 3/11"
    owned = {seat: NINETEEN, **(owned or {})}
    return table(
        *held, **{"turn": seat, "targets": goals, "points": owned, "first_to_ten": 0 if players > 2 else None, **given}
    )


@pytest.mark.rule("venti.end.trigger", "venti.end.last_turns", "venti.end.last_turns.each", "venti.end.finish_turn")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("seat", [0, 1])
def test_twenty_points_start_the_last_turns_one_for_each_other_player(players, seat):
    state = before_twenty(players, seat)
    do(state, *PAIR)
    others = [(seat + 1 + i) % players for i in range(players - 1)]
    shown = state.snapshot()
    assert (state.scores()[seat], shown["trigger"], shown["final_queue"]) == (20, seat, others)
    assert (state.actor(), actions(state)) == (seat, (1, 3))  # the turn in progress goes on
    assert notes_of_kind(state, c.REACHED_TWENTY) == [(seat, players - 1, 0)]
    assert order(state) == [seat, *others]


@pytest.mark.rule("venti.end.trigger")
def test_nineteen_points_are_not_enough():
    state = before_twenty(2, owned={0: "4 4 4 4 2"})
    do(state, *PAIR)
    assert (state.scores()[0], state.snapshot()["trigger"]) == (19, None)


@pytest.mark.rule("venti.end.finish_turn")
def test_whoever_reached_twenty_finishes_the_turn_with_all_actions():
    state = before_twenty(2, extra={0: "7/4"})
    do(state, *PAIR)
    for used in (1, 2, 3):
        assert (state.actor(), actions(state)) == (0, (used, 4))
        do(state, "replace")
    assert state.actor() == 1


@pytest.mark.rule("venti.end.trigger.any_turn", "venti.end.last_turns.order", "venti.end.finish_turn")
@pytest.mark.parametrize(("active", "freezer", "last"), [(0, 2, [1, 3, 0]), (0, 1, [2, 3, 0]), (2, 0, [3, 1, 2])])
def test_twenty_reached_in_the_turn_of_another_player(active, freezer, last):
    """That player finishes the turn, and has the very last one."""
    state = table(
        *[""] * 4,
        turn=active,
        targets="0/0 2/11 3/11 4/11",
        frozen={1: freezer},
        points={freezer: NINETEEN},
        first_to_ten=0,
    )
    do(state, "fulfil 1")
    assert (state.actor(), actions(state), state.snapshot()["trigger"]) == (active, (1, 3), freezer)
    assert state.snapshot()["final_queue"] == last
    assert order(state) == [active, *last]


@pytest.mark.rule("venti.end.latch")
def test_points_lost_later_do_not_undo_the_end():
    state = before_twenty(2, targets="0/0 2/11 3/11", frozen={2: 0})
    do(state, *PAIR, "fulfil 2", "lose 7 (3)")
    assert (state.scores(), state.snapshot()["trigger"]) == ([17, 0], 0)
    assert order(state) == [0, 1]
    state = before_twenty(2)
    do(state, *PAIR, "joker from 7 (4)")
    assert (state.scores(), state.snapshot()["trigger"], order(state)) == ([16, 0], 0, [0, 1])


@pytest.mark.rule("venti.end.second_20")
def test_others_who_reach_twenty_change_nothing():
    state = before_twenty(3, hands={1: "5/0 5/1"}, owned={1: "4 4 4 4 3"}, targets="0/0 1/0 3/11")
    do(state, *PAIR, "replace", "replace", "fulfil 2", "declare 5", "card 5 (1)", "card 5 (1)")
    assert state.scores() == [20, 20, 0]
    assert (state.snapshot()["trigger"], state.snapshot()["final_queue"]) == (0, [2])
    assert order(state) == [1, 2]


@pytest.mark.rule("venti.end.last_turns.normal", "venti.turn.hand_limit")
def test_a_last_turn_is_a_turn_like_any_other():
    """Four actions for an extra one, the hand limit, freezing, and no passing."""
    ten = "5/0 5/1 5/2 5/3 5/4 5/5 5/6 5/7 5/8 5/9"
    state = table("", ten, trigger=0, final_queue=[], turn=1, extra={1: "7/4"}, points={0: "4 4 4 4 4", 1: "7/8"})
    assert (actions(state), "end turn" in choices(state)) == ((0, 4), False)
    do(state, "freeze 1", "draw 1", "replace", "replace")
    assert phase(state) == "hand limit"
    do(state, "card 0 (1)")
    assert (phase(state), state.actor(), frozen(state)) == ("penalty", 1, {1: 1})
    do(state, "lose 7 (3)")
    assert state.over


# The ranking


def ended(*piles, options=None, **given):
    """The game is over: the points piles of the seats."""
    state = table(
        *[""] * len(piles),
        points=dict(enumerate(piles)),
        phase="over",
        trigger=0,
        first_to_ten=0 if len(piles) > 2 else None,
        turn=len(piles) - 1,
        options=options,
        **given,
    )
    assert state.over
    return state


@pytest.mark.rule("venti.end.winner")
def test_most_points_win():
    state = ended("4 4 4 4 4", "4 4 4 4 4 1", "4 1")
    assert (state.scores(), state.places(), state.rewards()) == ([20, 21, 5], [2, 1, 3], [0, 1, 0])


@pytest.mark.rule("venti.end.tie_cards")
def test_of_equals_fewer_cards_win():
    assert ended("4 4 4 4 4", "3 3 3 3 4 4").places() == [1, 2]
    assert ended("3 3 3 3 4 4", "4 4 4 4 4").places() == [2, 1]


@pytest.mark.rule("venti.end.tie_cards.count")
def test_only_the_points_pile_is_counted():
    """Permanent jokers and extra actions are no cards; cards that were caught up with are."""
    assert ended(
        "4 4 4 4 4", "4 4 4 4 3 1", permanent={0: "0/0 0/1"}, extra={0: "0/4 0/5"}, centre="1/0 1/1 1/2 1/3"
    ).places() == [1, 2]


@pytest.mark.rule("venti.end.tie_sacrificed")
def test_still_tied_fewer_points_on_permanent_jokers_win():
    twenty = "4 4 4 4 4"
    assert ended(twenty, twenty, permanent={0: "0/0", 1: "1/0 2/0"}).places() == [1, 2]
    assert ended(twenty, twenty, permanent={0: "0/8", 1: "1/0 2/0"}).places() == [2, 1]  # points, not cards
    assert ended(twenty, twenty, permanent={0: "0/0"}).places() == [2, 1]
    assert ended(twenty, twenty, extra={0: "0/4"}).places() == [1, 1]


@pytest.mark.rule("venti.end.draw", "venti.end.places")
def test_equal_in_all_is_a_draw():
    twenty = "4 4 4 4 4"
    state = ended(twenty, twenty, permanent={0: "0/0", 1: "1/0"})
    assert (state.places(), state.rewards()) == ([1, 1], [0.5, 0.5])


@pytest.mark.rule("venti.end.places")
def test_equal_players_share_a_place_and_the_next_is_left_out():
    assert ended("4 4 4 4 4", "4 4 4 4 4", "1 1").places() == [1, 1, 3]
    assert ended("4 4 4 4 4", "3", "3", "2", "2", "2").places() == [1, 2, 2, 4, 4, 4]
    assert ended("4 4 4 4 4", "2", "1 1", "2").places() == [1, 2, 4, 2]
    assert ended("4 4 4 4 4", "3", "3", permanent={1: "0/0"}).places() == [1, 3, 2]
    view = game.view(ended("4 4 4 4 4", "3", "3"), -1)
    assert (view.public.places, view.public.phase, view.moves) == ((1, 2, 2), "over", ())


@pytest.mark.rule("venti.end.tie_cards", "venti.end.winner")
def test_example_1_of_the_specification():
    state = ended("4 4 4 3 3 2", "4 4 3 3 3 1 2", permanent={0: "0/0"})
    assert (state.scores(), state.places()) == ([20, 20], [1, 2])


@pytest.mark.rule("venti.end.winner", "venti.frozen.end", "venti.penalty.more", "venti.end.latch")
def test_example_2_of_the_specification():
    state = table("", "", points={0: "4 4 4 3 3 3", 1: "4 4 4 4 3"}, frozen={1: 0}, trigger=0, turn=1, used=2)
    do(state, "replace")
    assert (state.actor(), {move[-2] for move in choices(state)}) == (0, {"3", "4"})
    do(state, next(move for move in sorted(choices(state)) if "(3)" in move))
    assert (state.scores(), state.places()) == ([18, 19], [2, 1])


# The cap


@pytest.mark.rule("venti.end.cap")
def test_after_fifty_rounds_the_game_ends():
    state = table("", "", "", round=50, starter=1, turn=2, points={0: "2"}, frozen={1: 0})
    turn(state)
    assert (state.actor(), state.snapshot()["round"]) == (0, 50)
    turn(state)
    assert (phase(state), state.actor(), state.snapshot()["penalty"]["for"]) == ("penalty", 0, "still frozen")
    do(state, "lose 7 (2)")
    assert (state.over, points(state, 0), state.places()) == (True, "", [1, 1, 1])


@pytest.mark.rule("venti.end.cap")
def test_round_49_is_not_the_last():
    state = table("", "", round=49, turn=1)
    turn(state)
    assert (state.actor(), state.snapshot()["round"]) == (0, 50)


@pytest.mark.rule("venti.end.cap", "venti.end.last_turns.each")
def test_twenty_reached_in_round_fifty_still_has_its_last_turns():
    state = before_twenty(3, seat=2, round=50)
    do(state, *PAIR)
    assert order(state) == [2, 0, 1]


@pytest.mark.rule("venti.end.cap")
def test_everybody_has_had_fifty_turns():
    state, turns = game.start(players=2, seed=3), [0, 0]
    while not state.over:
        turns[state.actor()] += 1
        do(state, "exchange 1 1", "exchange 1 1", "exchange 1 1")
    assert (turns, state.snapshot()["round"]) == ([50, 50], 50)


@pytest.mark.rule("venti.end.last_turns.normal", "venti.end.cap")
def test_rounds_are_counted_in_the_last_turns_too():
    """A round begins whenever the turn comes back to the starting player; who has no last turn begins none."""
    state = before_twenty(3, seat=1, round=7)
    do(state, *PAIR)
    turn(state)
    turn(state)
    assert (state.actor(), state.snapshot()["round"]) == (0, 8)
    state = before_twenty(3, seat=1, round=7, starter=1)
    do(state, *PAIR)
    assert order(state) == [1, 2, 0]
    assert state.snapshot()["round"] == 7
