"""The named options, each with every value and combined (the table at the end of section 10)."""

import pytest

from tests.at_the_table import choices, do, refused
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import cards, game, lay, prophecy_phase, score_card, table, trick
from tests.verhext.test_end import final
from tests.verhext.views import card_names, own_of

# point_table


@pytest.mark.rule("verhext.comp.points", "verhext.setup.options")
@pytest.mark.parametrize(("number", "cost"), [(1, 2), (2, 4), (3, 6)])
def test_double_stakes_a_failed_exact_card_costs_double(number, cost):
    state = play_round([f"{number}x", "0", "0"], [0, 7, 0], point_table="double_stakes")
    assert state.scores()[0] == -cost


@pytest.mark.rule("verhext.comp.points", "verhext.setup.options")
@pytest.mark.parametrize("derive_table_id", ["standard", "double_stakes"])
def test_all_else_costs_and_brings_the_same_with_both_tables(derive_table_id):
    for number in (1, 2, 3):
        at_least = play_round([f"{number}+", "0", "0"], [0, 7, 0], point_table=derive_table_id)
        assert at_least.scores()[0] == -number
        exact = play_round([f"{number}x", "0", "0"], [number, 7 - number, 0], point_table=derive_table_id)
        assert exact.scores()[0] == 2 * number
    potentials = prophecy_phase(3, point_table=derive_table_id)
    do(potentials, "prophecy 2x", "prophecy 3+", "prophecy 1x")
    assert potentials.actor() == 0


# potions_per_play


@pytest.mark.rule("verhext.potion.one", "verhext.setup.options")
def test_any_potions_the_step_is_asked_again_while_a_potion_remains():
    state = table("R5 P1 P2 P3 C1", "C5", "B1", potions_per_play="any")
    do(state, "rat 5")
    assert choices(state) == {"no potion", "add 1", "add 2", "add 3"}
    do(state, "add 2")
    assert (state.actor(), choices(state)) == (0, {"no potion", "add 1", "add 3"})
    do(state, "add 3")
    assert choices(state) == {"no potion", "add 1"}
    do(state, "no potion")
    assert state.actor() == 1
    assert state.snapshot()["tricks"][0]["plays"] == ["rat 5 + potion 2 + potion 3"]


@pytest.mark.rule("verhext.potion.one", "verhext.setup.options")
def test_any_potions_the_play_ends_by_itself_when_none_remains():
    state = table("R5 P1 P2 C1", "C5", "B1", potions_per_play="any")
    do(state, "rat 5", "add 1", "add 2")
    assert state.actor() == 1


@pytest.mark.rule("verhext.potion.one", "verhext.potion.no_cap", "verhext.potion.takes_suit")
def test_any_potions_all_of_them_count_in_the_suit_of_the_base_card():
    """Rat 1 + 3 + 3 + 2 = 9 is level with rat 9, and no trump although potions are."""
    state = table("R9 C1", "R1 P3 P3 P2 B1", "S1", trump="P1", potions_per_play="any")
    trick(state, "R9 R1+P3+P3+P2 S1")
    assert list(state.won)[:3] == [0, 0, 0]
    assert state.actor() == 1


@pytest.mark.rule("verhext.potion.one", "verhext.potion.no_cap")
def test_any_potions_the_largest_plays():
    """Spider 9 + 3 + 3 + 3 + 2 + 2 + 2 = 24 uses a whole hand and ends the round after one trick."""
    state = table("S9 P3 P3 P3 P2 P2 P2", "S8 P1", "S7 R1", trump="S1", potions_per_play="any")
    lay(state, "S9+P3+P3+P3+P2+P2+P2")
    lay(state, "S8+P1")
    lay(state, "S7")
    assert (state.round, state.hats[0]) == (2, 1)


@pytest.mark.rule("verhext.trick.win_trump", "verhext.trump.potion", "verhext.potion.one")
@pytest.mark.parametrize(("face_up", "low"), [("S9", "S1"), ("P1", "P1")])
def test_any_potions_the_lowest_trump_beats_even_a_led_24(face_up, low):
    state = table("B9 P3 P3 P3 P2 P2 P2", f"{low} S2", "C1", trump=face_up, potions_per_play="any")
    trick(state, f"B9+P3+P3+P3+P2+P2+P2 {low} C1")
    assert (state.round, list(state.hats)[:3]) == (2, [0, 1, 0])


@pytest.mark.rule("verhext.play.trick_count", "verhext.play.end", "verhext.play.finish_trick")
def test_any_potions_a_round_may_last_one_trick():
    state = table("R1 P1 P1 P1 P2 P2 P2", "R2 P3", "C1", potions_per_play="any", prophecies=["1x", "0", "0"])
    trick(state, "R1+P1+P1+P1+P2+P2+P2 R2 C1")
    assert state.round == 2
    assert score_card(state, 0)["fulfilled"] == ["1x"]


@pytest.mark.rule("verhext.potion.pair_order", "verhext.setup.options")
def test_any_potions_a_set_of_potions_has_its_highest_as_base_in_every_order():
    start = table("P1 P2 P3 P1 R1", "C1", "B1", potions_per_play="any")
    states = []
    for first, *more in (("1", "2", "3"), ("2", "1", "3"), ("3", "2", "1"), ("2", "3", "1")):
        state = start.copy()
        do(state, f"potion {first}", *(f"add {value}" for value in more), "no potion")
        states.append(state)
    assert all(state == states[0] for state in states)
    assert states[0].snapshot()["tricks"][0]["plays"] == ["potion 3 + potion 1 + potion 2"]


@pytest.mark.rule("verhext.vis.pending", "verhext.vis.declined", "verhext.setup.options")
def test_any_potions_nothing_shows_before_the_play_is_complete():
    state = table("R5 P1 P2 P3 C1", "C5", "B1", potions_per_play="any")
    before = [game.view(state, viewer) for viewer in (-1, 1, 2)]
    for move in ("rat 5", "add 1", "add 3"):
        assert state.observed_by(1, 0, game.parse(move)) == -1
        do(state, move)
        assert [game.view(state, viewer) for viewer in (-1, 1, 2)] == before
        assert state.take_notes() == []
    assert card_names(own_of(state, 0).laid) == ["rat 5", "potion 1", "potion 3"]


@pytest.mark.rule("verhext.potion.one")
def test_one_potion_is_the_usual_rule():
    state = table("R5 P1 P2 P3 C1", "C5", "B1")
    do(state, "rat 5", "add 2")
    assert refused(state, "add 1", seat=0).code == "turn"


# zero_cards_per_round and zero_card_mode


def asked(text, won, zeros, **options):
    """Is seat 1 asked for zero cards, and how many would it spend?"""
    state = play_round(["3+", text, "0"], [7 - won, won, 0], round=6, score_cards={1: {"zeros": zeros}}, **options)
    if state.snapshot()["phase"] != "count":
        return 0
    assert state.actor() == 1
    do(state, "spend zero")
    assert score_card(state, 1)["fulfilled"] == [text]
    return zeros - score_card(state, 1)["zeros"]


@pytest.mark.rule("verhext.zero.several", "verhext.zero.missing_only", "verhext.zero.eligible", "verhext.setup.options")
@pytest.mark.parametrize(
    ("per_round", "mode", "text", "won", "zeros", "spent"),
    [
        ("any", "missing_only", "3x", 1, 2, 2),
        ("any", "missing_only", "3x", 2, 3, 1),
        ("any", "missing_only", "1x", 2, 4, 0),
        ("one", "missing_only", "3x", 2, 3, 1),
        ("one", "missing_only", "3+", 2, 1, 1),
        ("one", "missing_only", "3x", 1, 4, 0),
        ("one", "missing_only", "2+", 0, 4, 0),
        ("one", "missing_only", "2x", 3, 4, 0),
        ("any", "both_ways", "1x", 2, 1, 1),
        ("any", "both_ways", "1x", 3, 2, 2),
        ("any", "both_ways", "1x", 3, 1, 0),
        ("any", "both_ways", "2x", 5, 4, 3),
        ("any", "both_ways", "3x", 7, 4, 4),
        ("any", "both_ways", "3x", 1, 2, 2),
        ("any", "both_ways", "2+", 1, 1, 1),
        ("any", "both_ways", "2+", 3, 4, 0),
        ("any", "both_ways", "2x", 2, 4, 0),
        ("any", "both_ways", "0", 1, 4, 0),
        ("one", "both_ways", "1x", 2, 4, 1),
        ("one", "both_ways", "1x", 3, 4, 0),
        ("one", "both_ways", "1x", 0, 4, 1),
        ("one", "both_ways", "2x", 0, 4, 0),
        ("one", "both_ways", "0", 1, 4, 0),
    ],
)
def test_zero_cards_by_option(per_round, mode, text, won, zeros, spent):
    assert asked(text, won, zeros, zero_cards_per_round=per_round, zero_card_mode=mode) == spent


@pytest.mark.rule("verhext.zero.missing_only", "verhext.zero.optional")
def test_both_ways_a_kept_zero_card_leaves_the_surplus():
    state = play_round(["3+", "1x", "0"], [5, 2, 0], round=2, score_cards={1: {"zeros": 1}}, zero_card_mode="both_ways")
    do(state, "keep zero")
    assert (score_card(state, 1)["failed"], score_card(state, 1)["zeros"]) == (["1x"], 1)


@pytest.mark.rule("verhext.zero.not_hat")
def test_both_ways_covered_tricks_still_count_for_the_hat():
    state = play_round(["1x", "0", "0"], [4, 3, 0], round=4, score_cards={0: {"zeros": 3}}, zero_card_mode="both_ways")
    do(state, "spend zero")
    assert (score_card(state, 0)["fulfilled"], state.hats[0]) == (["1x"], 1)


@pytest.mark.rule("verhext.zero.not_hat", "verhext.hat.tie")
def test_both_ways_a_covered_trick_still_shares_the_most():
    state = play_round(["2x", "0", "0"], [3, 3, 1], round=4, score_cards={0: {"zeros": 1}}, zero_card_mode="both_ways")
    do(state, "spend zero")
    assert (score_card(state, 0)["fulfilled"], list(state.hats)[:3]) == (["2x"], [0, 0, 0])


# leader_by


@pytest.mark.rule("verhext.lead.first", "verhext.lead.potential", "verhext.setup.options")
@pytest.mark.parametrize(
    ("texts", "by_points", "by_number"),
    [
        (("2x", "3+", "0"), 0, 1),
        (("2+", "1x", "0"), 1, 0),
        (("3x", "3+", "3+"), 0, 0),
        (("2x", "2+", "2x"), 2, 2),
        (("1x", "1x", "1+"), 1, 1),
        (("0", "0", "0"), 2, 2),
        (("0", "1+", "0"), 1, 1),
        (("3+", "3+", "2x"), 2, 1),
    ],
)
def test_the_first_lead_by_points_or_by_number(texts, by_points, by_number):
    for leader_by, leader in (("points", by_points), ("number_first", by_number)):
        state = prophecy_phase(3, leader_by=leader_by)
        do(state, *(f"prophecy {text}" for text in texts))
        assert state.actor() == leader


# The second tie-break


@pytest.mark.rule("verhext.final.tie_exact_count", "verhext.setup.options")
@pytest.mark.parametrize(
    ("tiebreak", "places"),
    [
        # counted: fulfilled exact cards 1, 0, 1; with failed exact ones 1, 1, 2; with zeros 1, 2, 1; all fulfilled
        # and zeros 1, 4, 2
        ("exact_side", [1, 3, 1]),
        ("exact_any", [2, 2, 1]),
        ("exact_and_zeros", [2, 1, 2]),
        ("all_fulfilled", [3, 1, 2]),
    ],
)
def test_the_second_tie_break_by_option(tiebreak, places):
    """All have 2 points and no hat."""
    state = final(
        {"fulfilled": "1x", "failed": ""},
        {"fulfilled": "1+ 2+", "failed": "1x", "zeros": 2},
        {"fulfilled": "2x 1+", "failed": "3x"},
        exact_tiebreak=tiebreak,
    )
    assert state.scores() == [2, 2, 2]
    assert state.places() == places


@pytest.mark.rule("verhext.final.tie_hats", "verhext.final.tie_exact_count")
@pytest.mark.parametrize("tiebreak", ["exact_side", "exact_any", "exact_and_zeros", "all_fulfilled"])
def test_hats_come_before_it_whatever_is_counted(tiebreak):
    state = final({"fulfilled": "1x", "zeros": 3}, {"hats": 2}, {"failed": "1x"}, exact_tiebreak=tiebreak)
    assert state.places() == [2, 1, 3]


# first_holder and show_history


@pytest.mark.rule("verhext.setup.first_holder_digital")
def test_the_first_holder_concerns_round_1_only():
    state = play_round(["3+", "0", "0"], [7, 0, 0], holder=2, first_holder=2)
    assert (state.round, state.holder) == (2, 0)


@pytest.mark.rule("verhext.vis.won", "verhext.setup.options")
def test_no_rule_depends_on_the_history_shown():
    for seed in range(5):
        on, off = game.start(seed=seed), game.start(seed=seed, show_history="off")
        while not on.over:
            seat = on.actor()
            assert (off.actor(), off.moves(seat)) == (seat, on.moves(seat))
            for state in (on, off):
                state.play(seat, state.moves(seat)[-1])
        assert on.scores() == off.scores()


# Combined


@pytest.mark.rule("verhext.rebid.which", "verhext.zero.both_sides", "verhext.setup.options")
def test_double_stakes_a_rebid_and_both_ways_together():
    """The costlier of two failed 2s is out as 2x; three tricks won, the zero card takes one away: +4."""
    options = {"point_table": "double_stakes", "zero_card_mode": "both_ways", "zero_cards_per_round": "one"}
    state = prophecy_phase(3, round=4, holder=1, score_cards={1: {"failed": "2+ 2x", "zeros": 1}}, **options)
    assert state.scores()[1] == -6
    do(state, "rebid 2x")
    assert state.scores()[1] == -2
    end = play_round(
        ["0", "rebid 2x", "0"], [4, 3, 0], round=4, holder=1,
        score_cards={1: {"failed": "2+", "zeros": 1}}, **options,
    )  # fmt: skip
    do(end, "spend zero")
    assert end.scores()[1] == 4 - 2


@pytest.mark.rule("verhext.follow.potion_is_suit", "verhext.follow.base", "verhext.setup.options")
def test_any_potions_do_not_change_the_duty_to_follow():
    state = table("P1 P1 P2 R1", "P3 S1 S2 C1 C2 C3 C4", "B1", potions_per_play="any")
    lay(state, "P2+P1+P1")
    assert choices(state) == {"potion 3"}
    lay(state, "P3")
    assert choices(state) >= set(cards("B1"))
