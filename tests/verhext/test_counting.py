"""The counting phase: prophecies, zero cards and the witch hat."""

import pytest

from ridotto.games.verhext.components import VerhextNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import game, score_card, trick
from tests.verhext.table import table as position
from tests.verhext.views import prophecy_names, public_of

POINTS = {"1x": (2, 1), "1+": (1, 1), "2x": (4, 2), "2+": (2, 2), "3x": (6, 3), "3+": (3, 3)}


def judged(prophecy, won):
    """One player with this prophecy wins so many tricks of seven; the others share the rest and say 0."""
    state = play_round([prophecy, "0", "0"], [won, 7 - won, 0])
    assert state.round == 2
    return state


@pytest.mark.rule("verhext.count.exact", "verhext.count.plus", "verhext.count.minus", "verhext.final.sum")
@pytest.mark.parametrize("won", range(8))
@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_exact_prophecy_needs_precisely_its_number(number, won):
    text = f"{number}x"
    state = judged(text, won)
    plus, minus = POINTS[text]
    pile = score_card(state, 0)
    if won == number:
        assert (pile["fulfilled"], pile["failed"]) == ([text], [])
        assert state.scores()[0] == plus + pile["hats"]
    else:
        assert (pile["fulfilled"], pile["failed"]) == ([], [text])
        assert state.scores()[0] == -minus + pile["hats"]


@pytest.mark.rule("verhext.count.at_least", "verhext.count.plus", "verhext.count.minus", "verhext.count.no_per_trick")
@pytest.mark.parametrize("won", range(8))
@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_at_least_prophecy_needs_its_number_or_more_and_more_bring_nothing(number, won):
    text = f"{number}+"
    state = judged(text, won)
    plus, minus = POINTS[text]
    pile = score_card(state, 0)
    if won >= number:
        assert (pile["fulfilled"], pile["failed"]) == ([text], [])
        assert state.scores()[0] == plus + pile["hats"]
    else:
        assert (pile["fulfilled"], pile["failed"]) == ([], [text])
        assert state.scores()[0] == -minus + pile["hats"]


@pytest.mark.rule("verhext.count.no_per_trick")
def test_tricks_as_such_score_nothing():
    """Seat 1 wins three tricks and failed its 0: no points, and the hat is shared."""
    state = play_round(["3x", "0", "0"], [3, 3, 1])
    assert state.scores() == [6, 0, 0]


@pytest.mark.rule("verhext.count.visible", "verhext.vis.table")
def test_collected_cards_stay_visible_to_everybody():
    state = play_round(["3x", "1+", "0"], [4, 3, 0], round=2, score_cards={2: {"failed": "2x"}})
    for viewer in (-1, 0, 1, 2):
        seats = game.view(state, viewer).public.seats
        assert prophecy_names(seats[0].failed) == ["3x"]
        assert seats[0].hats == 1
        assert prophecy_names(seats[1].fulfilled) == ["1+"]
        assert (prophecy_names(seats[2].failed), seats[2].zeros) == (["2x"], 1)


# Zero cards


@pytest.mark.rule("verhext.zero.success")
def test_a_0_without_a_trick_is_stored_and_brings_no_points():
    state = play_round(["3+", "0", "0"], [7, 0, 0])
    assert score_card(state, 1) == {"hats": 0, "zeros": 1, "fulfilled": [], "failed": []}
    assert state.scores()[1:] == [0, 0]
    assert state.stacks[0] == 6


@pytest.mark.rule("verhext.zero.fail")
def test_a_0_with_a_trick_goes_back_without_loss():
    state = play_round(["3+", "0", "0"], [5, 1, 1])
    assert score_card(state, 1) == {"hats": 0, "zeros": 0, "fulfilled": [], "failed": []}
    assert state.scores()[1:] == [0, 0]
    assert state.stacks[0] == 8


def short_of(prophecy, won, zeros, **options):
    """Seat 1 has this prophecy, won so many of seven tricks and stored so many zero cards; seat 0 takes the rest."""
    return play_round(["3+", prophecy, "0"], [7 - won, won, 0], round=6, score_cards={1: {"zeros": zeros}}, **options)


def is_asked(state):
    return state.snapshot()["phase"] == "count" and state.actor() == 1


@pytest.mark.rule("verhext.zero.bonus", "verhext.zero.return", "verhext.zero.both_sides", "verhext.zero.timing")
@pytest.mark.parametrize("text", ["1x", "1+", "2x", "2+", "3x", "3+"])
def test_a_stored_zero_replaces_a_missing_trick_for_both_sides(text):
    state = short_of(text, int(text[0]) - 1, 2)
    assert is_asked(state)
    stack = state.stacks[0]
    do(state, "spend zero")
    pile = score_card(state, 1)
    assert (pile["fulfilled"], pile["failed"], pile["zeros"]) == ([text], [], 1)
    assert state.stacks[0] == stack + 1
    assert state.scores()[1] == POINTS[text][0]


@pytest.mark.rule("verhext.zero.optional")
def test_using_it_is_voluntary():
    state = short_of("2x", 1, 1)
    assert choices(state) == {"keep zero", "spend zero"}
    do(state, "keep zero")
    pile = score_card(state, 1)
    assert (pile["failed"], pile["zeros"], state.scores()[1]) == (["2x"], 1, -2)


@pytest.mark.rule("verhext.zero.several")
def test_two_zero_cards_complete_an_exact_3_missed_by_two():
    state = short_of("3x", 1, 3)
    stack = state.stacks[0]
    do(state, "spend zero")
    assert (score_card(state, 1)["fulfilled"], score_card(state, 1)["zeros"]) == (["3x"], 1)
    assert state.stacks[0] == stack + 2


@pytest.mark.rule("verhext.zero.complete_only", "verhext.zero.eligible")
@pytest.mark.parametrize(
    ("text", "won", "zeros", "asked"),
    [
        ("3x", 0, 2, False),  # one too few
        ("3x", 0, 3, True),
        ("3x", 1, 1, False),
        ("3+", 1, 2, True),
        ("2+", 1, 0, False),
        ("2+", 1, 1, True),
        ("2+", 2, 4, False),  # nothing missing
        ("1x", 1, 4, False),
        ("0", 0, 4, False),
        ("0", 1, 4, False),
    ],
)
def test_exactly_those_who_can_complete_their_prophecy_are_asked(text, won, zeros, asked):
    assert is_asked(short_of(text, won, zeros)) == asked


@pytest.mark.rule("verhext.zero.missing_only")
@pytest.mark.parametrize(("text", "won"), [("1x", 2), ("2x", 3), ("3x", 4), ("1x", 3)])
def test_zero_cards_do_not_remove_surplus_tricks(text, won):
    state = short_of(text, won, 4)
    assert not is_asked(state)
    assert (score_card(state, 1)["failed"], score_card(state, 1)["zeros"]) == ([text], 4)


@pytest.mark.rule("verhext.zero.both_sides", "verhext.rebid.like_new")
def test_example_c_a_rebid_with_a_zero_card():
    """Paul's failed 2 is out as 2x; he wins one trick and has one zero card: +4 if spent, back at -2 if kept."""
    start = play_round(["3+", "rebid 2x", "0"], [6, 1, 0], round=3, score_cards={1: {"zeros": 1}})
    spent, kept = start.copy(), start.copy()
    do(spent, "spend zero")
    assert (spent.scores()[1], score_card(spent, 1)["zeros"]) == (4, 0)
    assert spent.stacks[0] == start.stacks[0] + 1
    do(kept, "keep zero")
    assert (kept.scores()[1], score_card(kept, 1)["zeros"]) == (-2, 1)


@pytest.mark.rule("verhext.zero.not_hat")
def test_zero_cards_do_not_count_for_the_hat():
    """Two tricks each for seats 0 and 1: the zero card that makes three of them does not win the hat."""
    state = play_round(["2x", "3+", "1+", "0"], [2, 2, 1, 1], round=3, score_cards={1: {"zeros": 1}})
    do(state, "spend zero")
    assert list(state.hats)[:4] == [0, 0, 0, 0]
    assert notes_of_kind(state, VerhextNote.HAT_BOXED) == [(2, 0b0011, 0)]


@pytest.mark.rule("verhext.zero.not_hat", "verhext.hat.most")
@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("3+", [3, 2, 1, 0]),  # one zero card draws level
        ("3x", [3, 1, 0, 2]),  # two do
        ("3x", [2, 1, 1, 0]),  # two go past
    ],
)
def test_who_draws_level_by_zero_cards_does_not_share_the_most(text, won):
    state = play_round(["1x", text, "0", "0"], won, round=4, score_cards={1: {"zeros": 2}})
    do(state, "spend zero")
    assert score_card(state, 1)["fulfilled"] == [text]
    assert list(state.hats)[:4] == [1, 0, 0, 0]
    assert notes_of_kind(state, VerhextNote.HAT_WON) == [(0, won[0], 0)]


@pytest.mark.rule("verhext.zero.not_same_round")
def test_a_zero_earned_now_cannot_be_used_now():
    """A zero card needs a fulfilled 0 of an earlier round: without a stored one seat 1 is not asked."""
    state = short_of("1x", 0, 0)
    assert not is_asked(state)
    assert score_card(state, 2)["zeros"] == 1  # seat 2 got one for its 0, in the same counting
    assert score_card(state, 1)["failed"] == ["1x"]


@pytest.mark.rule("verhext.zero.no_bid")
def test_a_stored_zero_is_no_prophecy():
    """The 0 stack is empty: four stored zero cards do not help to predict 0."""
    state = game.load(
        {
            **position("R1", "C1", "B1", prophecies=[None] * 3).snapshot(),
            "round": 5,
            "stacks": [0, 16, 12, 8],
            "seats": [
                {"hand": [f"{suit} {value}" for value in range(1, 8)], "zeros": zeros}
                for suit, zeros in (("rat", 4), ("crow", 4), ("broom", 0))
            ],
        }
    )
    assert "prophecy 0" not in choices(state)
    assert not any("rebid" in move for move in choices(state))


@pytest.mark.rule("verhext.zero.order", "verhext.zero.timing", "verhext.zero.eligible")
def test_the_eligible_decide_clockwise_from_the_holder_then_all_are_judged():
    """Holder is seat 2. Seats 0, 1 and 3 each miss one trick and have a zero card; seat 2 has nothing to decide."""
    piles = {0: {"zeros": 1}, 1: {"zeros": 1}, 3: {"zeros": 1}}
    state = play_round(["2x", "2+", "3+", "1x"], [1, 1, 5, 0], holder=2, round=2, score_cards=piles)
    asked = []
    for answer, stack in (("spend zero", 6), ("keep zero", 6), ("spend zero", 7)):
        asked.append(state.actor())
        assert refused(state, answer, seat=2).code == "turn"
        state.take_notes()
        do(state, answer)
        if state.round == 2:
            assert state.stacks[0] == stack
            assert all(score_card(state, seat)["fulfilled"] == [] for seat in range(4))
            assert [note.kind for note in state.take_notes()] == [VerhextNote.ZERO_DECIDED]
    assert asked == [3, 0, 1]
    assert [score_card(state, seat)["fulfilled"] for seat in range(4)] == [[], ["2+"], ["3+"], ["1x"]]
    assert score_card(state, 0) == {"hats": 0, "zeros": 1, "fulfilled": [], "failed": ["2x"]}


@pytest.mark.rule("verhext.zero.order", "verhext.zero.eligible")
@pytest.mark.parametrize("answer", ["keep zero", "spend zero"])
@pytest.mark.parametrize("holder", range(4))
def test_an_eligible_holder_is_asked_first_and_everybody_once(holder, answer):
    """All miss one trick, and have a zero card left after spending one."""
    piles = {seat: {"zeros": 2} for seat in range(4)}
    state = play_round(["3x", "3+", "3x", "1x"], [2, 2, 2, 0], holder=holder, round=3, score_cards=piles)
    for turn in range(4):
        assert (state.round, state.actor()) == (3, (holder + turn) % 4)
        do(state, answer)
    assert state.round == 4
    assert [score_card(state, seat)["zeros"] for seat in range(4)] == [1 if answer == "spend zero" else 2] * 4


@pytest.mark.rule("verhext.zero.eligible")
def test_the_eligible_are_asked_even_in_the_last_round():
    state = play_round(["3+", "1x", "0"], [7, 0, 0], round=7, score_cards={1: {"zeros": 1}})
    assert (state.over, state.actor()) == (False, 1)
    do(state, "keep zero")
    assert state.over
    assert score_card(state, 1)["zeros"] == 1


@pytest.mark.rule("verhext.zero.timing", "verhext.zero.fail")
def test_failed_0_cards_return_only_when_all_are_judged():
    """Seat 2 said 0 and won a trick: its card is still out while seat 1 decides."""
    state = play_round(["3+", "1x", "0"], [6, 0, 1], round=2, score_cards={1: {"zeros": 1}})
    assert state.stacks[0] == 6
    do(state, "spend zero")
    assert state.stacks[0] == 8


@pytest.mark.rule("verhext.zero.order")
def test_the_refusal_in_the_counting_phase_names_the_order_of_asking():
    state = play_round(["3+", "1x", "0"], [6, 0, 1], round=2, score_cards={1: {"zeros": 1}})
    assert refused(state, "keep zero", seat=0).clause == "verhext.zero.order"


# The witch hat


@pytest.mark.rule("verhext.hat.most", "verhext.hat.every_round")
def test_the_one_with_the_most_tricks_gets_a_hat_even_if_the_prophecy_failed():
    state = play_round(["1x", "0", "2x"], [4, 1, 2])
    assert list(state.hats)[:3] == [1, 0, 0]
    assert score_card(state, 0)["failed"] == ["1x"]
    assert state.scores() == [-1 + 1, 0, 4]
    assert notes_of_kind(state, VerhextNote.HAT_WON) == [(0, 4, 0)]
    assert public_of(state).hats_left == 6


@pytest.mark.rule("verhext.hat.tie", "verhext.hat.every_round")
def test_if_two_share_the_most_the_hat_goes_to_the_box():
    state = play_round(["1x", "0", "2x"], [3, 3, 1])
    assert list(state.hats)[:3] == [0, 0, 0]
    assert public_of(state).hats_left == 6


@pytest.mark.rule("verhext.hat.none_won", "verhext.hat.tie", "verhext.tie.nobody", "verhext.zero.success")
def test_a_round_without_any_won_trick_boxes_the_hat():
    """Four level tricks: seat 1 burns a potion in each of the first three and is out of cards after the fourth."""
    state = position(
        "R7 C6 B8 S3 R9 C9 P1", "R5 C5 B5 S4 P2 P1 P3", "R1 C1 B1 S1 R2 C2 B2", trump="P3",
        prophecies=["3x", "1+", "0"],
    )  # fmt: skip
    trick(state, "R7 R5+P2 R1")  # rat 7 twice: seat 1 leads
    trick(state, "C5+P1 C1 C6")  # crow 6 twice: seat 0 leads
    trick(state, "B8 B5+P3 B1")  # broom 8 twice: seat 1 leads
    trick(state, "S4 S1 S3+P1")  # spider 4 twice
    assert state.round == 2
    assert notes_of_kind(state, VerhextNote.HAT_BOXED) == [(0, 0b111, 0)]
    assert [score_card(state, seat)["failed"] for seat in range(3)] == [["3x"], ["1+"], []]
    assert score_card(state, 2)["zeros"] == 1
