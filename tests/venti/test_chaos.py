"""Chaos cards."""

import pytest

from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti
from tests.at_the_table import do, notes_of_kind, state_of
from tests.playing import Choices
from tests.venti.table import actions, centre, discards, frozen, game, hand, hoarded, pile, points, table, targets

NEW = "5/0 5/1 5/2 5/3 6/0 6/1 6/2"


@pytest.mark.rule("venti.chaos.effect", "venti.chaos.swept", "venti.chaos.discard")
def test_chaos_replaces_the_whole_display():
    state = table("", "", top=f"x1 {NEW} 7/0")
    do(state, "draw 1")
    assert (centre(state), targets(state)) == ("5/0 5/1 5/2 5/3", "6/0 6/1 6/2")
    assert discards(state) == "0/2 0/3 1/1 2/11 3/11 4/11 x1"
    assert (pile(state)[0], notes_of_kind(state, c.CHAOS_MET)) == ("7/0", [(1, 0, 0)])


@pytest.mark.rule("venti.chaos.effect", "venti.setup.four_plus")
def test_with_four_players_nine_cards_are_replaced():
    state = table("", "", "", "", top=f"x2 {NEW} 7/0 7/1 7/2")
    do(state, "draw 1")
    assert (centre(state), targets(state)) == ("5/0 5/1 5/2 5/3 6/0", "6/1 6/2 7/0 7/1")


@pytest.mark.rule("venti.freeze.chaos", "venti.chaos.effect")
def test_chaos_leaves_frozen_targets_alone():
    state = table("", "", frozen={2: 1}, top=f"x1 {NEW}")
    do(state, "draw 1")
    assert (targets(state), frozen(state)) == ("6/0 3/11 6/1", {2: 1})
    assert "3/11" not in discards(state)


@pytest.mark.rule("venti.chaos.effect", "venti.chaos.swept")
def test_chaos_met_in_the_middle_of_a_refill_sweeps_what_is_new_already():
    state = table("", "", top=f"7/0 7/1 x1 {NEW}")
    do(state, "replace")
    assert centre(state) == "5/0 5/1 5/2 5/3"
    assert discards(state) == "0/1 0/2 0/3 1/1 2/11 3/11 4/11 7/0 7/1 x1"


@pytest.mark.rule("venti.chaos.swept", "venti.chaos.effect")
def test_jokers_are_swept_like_other_cards():
    state = table("", "", centre="j1 0/2 0/3 1/1", targets="j2 2/11 3/11", top=f"x1 {NEW}")
    do(state, "draw 2")
    assert discards(state) == "0/3 1/1 2/11 3/11 j1 j2 x1"


@pytest.mark.rule("venti.chaos.chain", "venti.chaos.discard")
@pytest.mark.parametrize("between", ["", "7/0", "7/0 7/1 7/2 7/3 7/4"])
def test_a_second_chaos_card_replaces_everything_again(between):
    state = table("", "", top=f"x2 {between} x1 {NEW}")
    do(state, "draw 1")
    assert (centre(state), targets(state)) == ("5/0 5/1 5/2 5/3", "6/0 6/1 6/2")
    assert discards(state).split() == ["0/2", "0/3", "1/1", "2/11", "3/11", "4/11", *between.split(), "x1", "x2"]
    assert notes_of_kind(state, c.CHAOS_MET) == [(2, 0, 0)]


@pytest.mark.rule("venti.chaos.chain", "venti.pile.order")
@pytest.mark.parametrize("order", [f"x1 7/0 x2 {NEW}", f"7/0 x2 x1 {NEW}", f"x1 x2 {NEW}"])
def test_what_is_told_does_not_depend_on_when_chaos_came(order):
    state = table("", "", frozen={2: 1}, top=order)
    do(state, "replace")
    notes = [(note.kind, note.a) for note in state.take_notes() if note.kind != c.REPLACED]
    assert notes == [(c.CHAOS_MET, 2), *((c.TURNED_UP, place) for place in (0, 1, 2, 3, 5, 7))]


@pytest.mark.rule("venti.chaos.chain")
def test_a_chaos_card_after_the_last_gap_waits():
    state = table("", "", top="7/0 x1")
    do(state, "draw 1")
    assert (centre(state), pile(state)[0], notes_of_kind(state, c.CHAOS_MET)) == ("7/0 0/2 0/3 1/1", "x1", [])


@pytest.mark.rule("venti.chaos.aside", "venti.pile.reshuffle")
def test_a_chaos_card_at_work_is_not_shuffled_in():
    """The pile ends with it: the swept cards are the new pile, and it is not among them."""
    for seed in range(30):
        state = hoarded("", "", centre="0/1 0/2 0/3 1/1", targets="2/11 3/11 4/11")
        shown = state.snapshot() | {"pile": ["chaos 1"], "discards": ["chaos 2"], "generator": None}
        state = state_of(Venti, game.load(shown, seed=seed))
        state.listen()
        do(state, "draw 1")
        assert sorted(f"{centre(state)} {targets(state)}".split()) == ["-", "0/2", "0/3", "1/1", "2/11", "3/11", "4/11"]
        assert (discards(state), pile(state)) == ("x1 x2", [])
        assert targets(state).split()[-1] == "-"
        assert notes_of_kind(state, c.CHAOS_MET) == [(2, 0, 0)]  # each once, however it was shuffled


@pytest.mark.rule("venti.chaos.no_cost")
def test_chaos_costs_no_action_and_takes_nothing_back():
    state = table("5/4", "", top=f"x1 {NEW}", points={0: "7/0"}, permanent={0: "7/1"}, extra={0: "7/4"})
    do(state, "draw 1")
    assert (state.actor(), actions(state)) == (0, (1, 4))
    assert (hand(state, 0), points(state, 0)) == ("0/1 5/4", "7/0")
    shown = state.snapshot()["seats"][0]
    assert (shown["permanent"], shown["extra"]) == (["7/1"], ["7/4"])


@pytest.mark.rule("venti.chaos.no_cost", "venti.fulfil.refill")
def test_chaos_after_a_fulfilment_leaves_the_points():
    state = table("6/4 6/5", "", targets="0/0 2/11 3/11", top="x1 5/0 5/1 5/2 5/3 6/0 6/1 6/2", used=2)
    do(state, "fulfil 1", "declare 6", "card 6 (2)", "card 6 (2)")
    assert (points(state, 0), targets(state), state.actor()) == ("0/0", "6/0 6/1 6/2", 1)


@pytest.mark.rule("venti.chaos.never_kept")
@pytest.mark.parametrize("players", [2, 6])
def test_no_chaos_card_ever_lies_in_a_hand_or_in_the_display(players):
    """They are in one of the two piles, all the time, through two hundred replacements."""
    choice, met = Choices(players), 0
    state = state_of(Venti, game.start(players=players, seed=5))
    state.listen()
    while not state.over and met < 8:
        moves = state.moves(state.actor())
        replace = game.parse("replace")
        state.play(state.actor(), replace if replace in moves else moves[choice.below(len(moves))])
        met += sum(chaos for chaos, _, _ in notes_of_kind(state, c.CHAOS_MET))
        lying = [*state.pile[: state.pile_size], *c.cards_in(state.discards)]
        assert {c.CHAOS, c.CHAOS + 1} <= set(lying)
    assert met >= 8
