"""More options: penalties, last turns, ties, rounds."""

from itertools import combinations

import pytest

from tests.at_the_table import choices, do, refused
from tests.venti.table import game, phase, points, public_view, table, worth

PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")


# The option penalty_choice


def smallest(cards, due):
    """Which cards belong to a set of the smallest total that covers what is due; all, if nothing does."""
    sets = [chosen for n in range(1, len(cards) + 1) for chosen in combinations(cards, n)]
    totals = [sum(map(worth, chosen)) for chosen in sets]
    least = min((total for total in totals if total >= due), default=None)
    if least is None:
        return set(cards)
    return {card for chosen, total in zip(sets, totals, strict=True) if total == least for card in chosen}


@pytest.mark.rule("venti.penalty.choice", "venti.penalty.two")
def test_with_minimal_penalties_as_few_points_as_possible_are_lost():
    """All piles of up to five cards worth 1 to 4, and a second card where one is not enough."""
    sizes = {1: "7/0 7/1 7/2", 2: "7/4 7/5", 3: "7/8 7/9", 4: "7/11"}
    owned = [card for cards in sizes.values() for card in cards.split()]
    for n in range(1, 6):
        for pile in combinations(owned, n):
            if sum(map(worth, pile)) >= 20:
                continue
            state = table("", "", frozen={1: 0}, points={0: " ".join(pile)}, options={"penalty_choice": "minimal"})
            do(state, "fulfil 1")
            due, left = 2, list(pile)
            while phase(state) == "penalty":
                allowed = smallest(left, due)
                assert choices(state) == {f"lose 7 ({worth(card)})" for card in allowed}
                lost = min(allowed)
                do(state, f"lose 7 ({worth(lost)})")
                left = points(state, 0).split()
                due -= worth(lost)
            assert sum(map(worth, pile)) - state.scores()[0] <= 4


@pytest.mark.rule("venti.penalty.choice", "venti.penalty.one")
def test_examples_of_minimal_penalties():
    for owned, allowed in (
        ("7/0 7/11", {"4"}),  # 4, not 1 + 4
        ("7/0 7/8 7/11", {"3"}),
        ("7/0 7/4", {"2"}),
        ("7/0 7/1 7/4", {"1", "2"}),
        ("7/0", {"1"}),
        ("7/8 7/11", {"3"}),
    ):
        state = table("", "", frozen={1: 0}, points={0: owned}, options={"penalty_choice": "minimal"})
        do(state, "fulfil 1")
        assert {move[-2] for move in choices(state)} == allowed
        for barred in {"1", "2", "3", "4"} - allowed:
            code = "not-minimal" if any(worth(card) == int(barred) for card in owned.split()) else "no-card"
            assert refused(state, f"lose 7 ({barred})").code == code


# The option final_turns


@pytest.mark.rule("venti.end.last_turns", "venti.end.last_turns.each")
@pytest.mark.parametrize(
    ("starter", "turn", "rest"), [(0, 0, [1, 2, 3]), (0, 2, [3]), (0, 3, []), (2, 0, [1]), (2, 1, [])]
)
def test_only_the_round_may_be_finished(starter, turn, rest):
    state = by_twenty(starter, turn, turn)
    do(state, *PAIR)
    assert state.snapshot()["final_queue"] == rest
    assert seats_to_come(state) == [turn, *rest]


@pytest.mark.rule("venti.end.trigger.any_turn", "venti.end.last_turns.order")
@pytest.mark.parametrize(("turn", "freezer", "rest"), [(0, 2, [1, 2, 3]), (2, 0, [3]), (3, 1, [])])
def test_the_trigger_player_plays_too_if_the_turn_is_still_to_come(turn, freezer, rest):
    state = by_twenty(0, turn, freezer, frozen={1: freezer}, hand="")
    do(state, "fulfil 1")
    assert (state.snapshot()["trigger"], state.snapshot()["final_queue"]) == (freezer, rest)
    assert seats_to_come(state) == [turn, *rest]


def by_twenty(starter, turn, seat, hand="6/0 6/1", **given):
    """Four players; this seat has nineteen points."""
    hands = [hand if other == turn else "" for other in range(4)]
    return table(
        *hands,
        turn=turn,
        starter=starter,
        targets="0/0 2/11 3/11 4/11",
        points={seat: "4 4 4 4 3"},
        first_to_ten=0,
        options={"final_turns": "finish_round"},
        **given,
    )


def seats_to_come(state):
    seats = []
    while not state.over:
        seats.append(state.actor())
        while not state.over and state.actor() == seats[-1]:
            do(state, "replace")
    return seats


# The option tiebreak_sacrificed


@pytest.mark.rule("venti.end.tie_sacrificed")
@pytest.mark.parametrize(("value", "places"), [("jokers_only", [1, 2]), ("all", [2, 1])])
def test_sacrificed_points_may_be_all_of_them(value, places):
    """Seat 0 has an extra action of 2; seat 1 a permanent joker of 1."""
    given = {"points": {0: "4 4 4 4 4", 1: "4 4 4 4 4"}, "extra": {0: "0/4"}, "permanent": {1: "0/0"}}
    state = table("", "", phase="over", trigger=0, turn=1, **given, options={"tiebreak_sacrificed": value})
    assert state.places() == places
    assert public_view(state).seats[0].sacrificed == (2 if value == "all" else 0)


@pytest.mark.rule("venti.end.tie_sacrificed")
@pytest.mark.parametrize(
    ("value", "sacrificed", "places"),
    [("jokers_only", [0, 1, 6, 7, 8], [1, 2, 3, 4, 5]), ("all", [0, 7, 6, 7, 8], [1, 3, 2, 3, 5])],
)
def test_all_sacrificed_points_are_those_of_the_jokers_and_of_both_extra_actions(value, sacrificed, places):
    """Seat 1 has a joker of 1 and extra actions of 4 and 2; seats 2 to 4, with equal points, have jokers only."""
    state = table(
        "", "", "", "", "",
        phase="over", trigger=0, first_to_ten=0, turn=4, options={"tiebreak_sacrificed": value},
        points={0: "4 4 4 4 4", 1: "3", 2: "3", 3: "3", 4: "3"},
        permanent={1: "0/0", 2: "0/8 0/9", 3: "1/8 1/11", 4: "0/12 1/12"}, extra={1: "0/11 1/4"},
    )  # fmt: skip
    assert [seat.sacrificed for seat in public_view(state).seats] == sacrificed
    assert state.places() == places


# The options max_rounds and start_player


@pytest.mark.rule("venti.end.cap")
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_any_number_of_rounds(rounds):
    state = game.start(players=3, seed=1, max_rounds=rounds)
    assert len(seats_to_come(state)) == 3 * rounds


@pytest.mark.rule("venti.setup.start.random")
def test_the_starting_player_may_be_fixed():
    for seat in range(5):
        assert {game.start(players=5, seed=seed, start_player=seat).actor() for seed in range(5)} == {seat}
