"""Draw, replace, exchange, and how the piles fill the display."""

import pytest

import ridotto
from ridotto.games.venti import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import centre, discards, game, hand, hoarded, numbers, pile, points, public_view, table, targets

# Draw


@pytest.mark.rule("venti.draw.take", "venti.draw.refill")
@pytest.mark.parametrize(("place", "after"), [(1, "5/0 0/2 0/3 1/1"), (4, "0/1 0/2 0/3 5/0")])
def test_a_centre_card_is_taken_and_the_gap_filled_at_once(place, after):
    state = table("", "", top="5/0 5/1")
    taken = centre(state).split()[place - 1]
    do(state, f"draw {place}")
    assert (hand(state, 0), centre(state), pile(state)[0]) == (taken, after, "5/1")
    assert notes_of_kind(state, c.TOOK) == [(0, c.CARDS[taken], place - 1)]


@pytest.mark.rule("venti.draw.joker")
def test_a_joker_in_the_centre_is_taken_like_any_card():
    state = table("", "", top="j1 j2")
    do(state, "draw 2")
    assert centre(state) == "0/1 j1 0/3 1/1"
    do(state, "draw 2")
    assert (hand(state, 0), centre(state)) == ("0/2 j1", "0/1 j2 0/3 1/1")


@pytest.mark.rule("venti.draw.joker", "venti.draw.no_target", "venti.exchange.joker_out")
def test_a_joker_among_the_targets_must_be_exchanged_first():
    state = table("6/0 6/1", "", targets="0/0 2/11 3/11", top="j1")
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")
    assert targets(state) == "j1 2/11 3/11"
    assert {move for move in choices(state) if move.startswith("draw")} == {f"draw {n}" for n in range(1, 5)}
    do(state, "exchange 1 3", "draw 3")
    assert hand(state, 0) == "j1"
    assert targets(state) == "0/3 2/11 3/11"


@pytest.mark.rule("venti.setup.four_plus", "venti.draw.take", "venti.exchange.swap")
def test_places_that_are_not_there_are_never_offered():
    state = table("", "", "")
    for move in ("draw 5", "exchange 1 5", "exchange 4 1", "fulfil 4", "freeze 4"):
        assert refused(state, move).code == "no-card"
    state = table("", "", "", "")
    assert choices(state) >= {"draw 5", "exchange 4 5", "freeze 4"}


# Replace


@pytest.mark.rule("venti.replace.all")
@pytest.mark.parametrize(("players", "places"), [(2, 4), (3, 4), (4, 5), (6, 5)])
def test_all_centre_cards_are_replaced(players, places):
    state = table(*[""] * players, top="5/0 5/1 5/2 5/3 5/4 5/5")
    old = centre(state)
    do(state, "replace")
    assert centre(state).split() == ["5/0", "5/1", "5/2", "5/3", "5/4"][:places]
    assert (discards(state), pile(state)[0]) == (old, f"5/{places}")
    assert notes_of_kind(state, c.REPLACED) == [(0, 0, 0)]


@pytest.mark.rule("venti.replace.all_or_none")
def test_there_is_one_way_to_replace():
    assert [move for move in game.move_texts if "replace" in move] == ["replace"]


@pytest.mark.rule("venti.replace.first_discard", "venti.pile.reshuffle", "venti.pile.lazy")
def test_the_old_cards_are_discarded_before_the_first_new_one_is_drawn():
    """No other cards are there, but chaos: the old ones come back, in another order."""
    state = hoarded("", "", centre="0/1 0/2 0/3 1/1", targets="2/11 3/11 4/11")
    do(state, "replace")
    assert set(f"{centre(state)} {targets(state)}".split()) == {"0/1", "0/2", "0/3", "1/1", "2/11", "3/11", "4/11"}
    assert discards(state) == "x1 x2"
    assert (notes_of_kind(state, c.RESHUFFLED), pile(state)) == ([(0, 0, 0)], [])


@pytest.mark.rule("venti.replace.all", "venti.pile.both_empty")
def test_a_centre_with_gaps_may_be_replaced_too():
    state = hoarded("", "", centre="0/1 - - -", targets="2/11 - -", frozen={1: 1})
    do(state, "replace")
    assert centre(state) == "0/1 - - -"


# Exchange


@pytest.mark.rule("venti.exchange.swap", "venti.exchange.no_draw")
def test_a_target_and_a_centre_card_change_places():
    state = table("", "", top="5/0")
    do(state, "exchange 2 3")
    assert (targets(state), centre(state)) == ("2/11 0/3 4/11", "0/1 0/2 3/11 1/1")
    assert (pile(state)[0], discards(state), hand(state, 0)) == ("5/0", "", "")
    view = public_view(state, 1)
    assert (view.targets[1].card, view.centre[2]) == numbers("0/3 3/11")
    assert notes_of_kind(state, c.EXCHANGED) == [(0, 1, 2)]


@pytest.mark.rule("venti.exchange.frozen", "venti.freeze.turn_down")
def test_a_frozen_target_cannot_be_exchanged():
    state = table("", "", frozen={2: 0})
    assert {move for move in choices(state) if move.startswith("exchange 2")} == set()
    assert refused(state, "exchange 2 1").clause == "venti.exchange.frozen"
    assert "exchange 1 1" in choices(state)


@pytest.mark.rule("venti.exchange.joker", "venti.exchange.joker_out")
def test_jokers_may_be_exchanged_in_any_direction():
    state = table("", "", centre="j1 j2 0/3 1/1", targets="j3 2/11 3/11")
    do(state, "exchange 1 3")  # out
    assert (targets(state), centre(state)) == ("0/3 2/11 3/11", "j1 j2 j3 1/1")
    do(state, "exchange 2 1")  # in
    assert (targets(state), centre(state)) == ("0/3 j1 3/11", "2/11 j2 j3 1/1")
    do(state, "exchange 2 2")  # against another one
    assert (targets(state), centre(state)) == ("0/3 j2 3/11", "2/11 j1 j3 1/1")
    assert state.actor() == 1


# Piles


@pytest.mark.rule("venti.pile.order", "venti.draw.refill")
def test_the_centre_is_filled_before_the_targets_from_the_first_place_on():
    """A chaos card empties all of it."""
    state = table("", "", top="x1 5/0 5/1 5/2 5/3 6/0 6/1 6/2 6/3")
    do(state, "draw 3")
    assert (centre(state), targets(state)) == ("5/0 5/1 5/2 5/3", "6/0 6/1 6/2")
    assert [place for place, _, _ in notes_of_kind(state, c.TURNED_UP)] == [0, 1, 2, 3, 5, 6, 7]


@pytest.mark.rule("venti.pile.reshuffle", "venti.pile.lazy")
def test_the_discards_are_shuffled_when_a_card_is_needed_and_not_before():
    state = table("", "", pile="5/0")
    gone = discards(state).split()
    do(state, "draw 1")
    assert (centre(state).split()[0], pile(state)) == ("5/0", [])  # empty, and left so
    assert discards(state).split() == gone
    assert notes_of_kind(state, c.RESHUFFLED) == []
    do(state, "exchange 1 1")
    assert pile(state) == []
    do(state, "draw 2")
    assert notes_of_kind(state, c.RESHUFFLED) == [(len(pile(state)), 0, 0)]
    assert game.inventory(state) == dict.fromkeys(c.CARD_NAMES, 1)
    assert set(pile(state)) < set(gone)


AT_ONCE = {"reshuffle": "at_once"}


@pytest.mark.rule("venti.pile.at_once", "venti.pile.reshuffle")
def test_by_the_option_the_discards_are_shuffled_as_soon_as_the_last_card_is_taken():
    state = table("", "", pile="5/1 5/0", options=AT_ONCE)
    gone = set(discards(state).split())
    do(state, "draw 1")
    assert (pile(state), notes_of_kind(state, c.RESHUFFLED)) == (["5/0"], [])  # one is left
    do(state, "draw 1")
    assert centre(state).split()[0] == "5/0"
    assert (set(pile(state)), discards(state)) == (gone, "")
    assert notes_of_kind(state, c.RESHUFFLED) == [(len(gone), 0, 0)]
    assert state.snapshot()["pile_known"]
    assert game.inventory(state) == dict.fromkeys(c.CARD_NAMES, 1)


@pytest.mark.rule("venti.pile.at_once", "venti.replace.first_discard")
def test_at_once_is_in_the_middle_of_a_refill_too():
    """The old centre is discarded before, and comes back with the others; the last card taken does not."""
    state = table("", "", pile="5/1 5/0", options=AT_ONCE)
    known = {*discards(state).split(), *centre(state).split()}
    do(state, "replace")
    new = centre(state).split()
    assert new[:2] == ["5/1", "5/0"]
    assert {*new[2:], *pile(state)} == known
    assert discards(state) == ""
    assert notes_of_kind(state, c.RESHUFFLED) == [(len(pile(state)), 0, 0)]


@pytest.mark.rule("venti.pile.at_once", "venti.chaos.swept", "venti.chaos.aside")
def test_what_is_discarded_later_in_the_same_step_stays_out_of_the_shuffle():
    """The last card is chaos: the discards are shuffled, then the display is swept."""
    state = table("5/9", "", pile="x1", options=AT_ONCE)
    gone, swept = set(discards(state).split()), {*centre(state).split(), *targets(state).split()}
    do(state, "draw 1")
    swept.remove("0/1")  # which was taken
    assert {*centre(state).split(), *targets(state).split(), *pile(state)} | {"x2"} == gone
    assert set(discards(state).split()) - {"x2"} == swept | {"x1"}


@pytest.mark.rule("venti.pile.at_once", "venti.fulfil.pay")
def test_what_was_paid_before_is_part_of_the_shuffle():
    state = table("6/0 6/1", "", targets="0/0 2/11 3/11", pile="5/0", options=AT_ONCE)
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")
    assert targets(state).split()[0] == "5/0"
    assert {"6/0", "6/1"} < set(pile(state))


@pytest.mark.rule("venti.pile.at_once", "venti.pile.lazy", "venti.pile.both_empty")
@pytest.mark.parametrize("options", [{}, AT_ONCE])
def test_where_nothing_was_discarded_then_the_shuffle_waits_until_a_card_is_needed(options):
    """Both chaos cards are met at an empty table; they are laid on the discard pile when the last card is gone."""
    state = hoarded("", "", centre="0/1 - - -", targets="2/11 - -", frozen={1: 1}, options=options)
    do(state, "draw 1")
    assert (pile(state), discards(state), notes_of_kind(state, c.RESHUFFLED)) == ([], "x1 x2", [(0, 0, 0)])
    do(state, "end turn")
    assert (pile(state), discards(state), notes_of_kind(state, c.RESHUFFLED)) == ([], "x1 x2", [])
    do(state, "end turn", "fulfil 1")  # fails, so there is one more gap
    assert (pile(state), discards(state), notes_of_kind(state, c.RESHUFFLED)) == ([], "x1 x2", [(0, 0, 0)])


@pytest.mark.rule("venti.pile.at_once", "venti.pile.lazy")
@pytest.mark.parametrize("options", [{}, AT_ONCE])
def test_a_position_whose_pile_is_empty_is_possible_either_way(options):
    state = table("", "", pile="", options=options)
    assert game.load(state.snapshot()) == state
    do(state, "draw 1")
    assert len(notes_of_kind(state, c.RESHUFFLED)) == 1


@pytest.mark.rule("venti.pile.at_once")
def test_everybody_knows_the_new_pile_before_it_is_needed():
    state = table("", "", "", secret={1: "7/0", 2: "7/1"}, pile="5/0", options=AT_ONCE)
    do(state, "draw 1")
    known = set(pile(state))
    for seed in range(20):
        assert set(pile(state.redeal(0, ridotto.Rng(seed)))) == known


@pytest.mark.rule("venti.pile.reshuffle")
def test_the_new_pile_is_in_no_order():
    """The next card is any of the discards."""
    found = set()
    for seed in range(60):
        state = game.load(table("", "", pile="").snapshot() | {"generator": None}, seed=seed)
        do(state, "draw 1")
        found.add(centre(state).split()[0])
    assert len(found) > 30


@pytest.mark.rule("venti.pile.both_empty")
def test_gaps_stay_open_until_there_are_cards_for_them():
    state = hoarded("6/0 6/1", "", centre="0/1 0/2 0/3 -", targets="0/0 - -", frozen={1: 1}, points={0: "5/0"})
    do(state, "draw 1")
    display = sorted(f"{centre(state)}".split())
    assert display == ["-", "-", "0/2", "0/3"]  # nothing was there but chaos
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")
    display = sorted(f"{centre(state)} {targets(state)}".split())
    assert display == ["-", "-", "-", "0/2", "0/3", "6/0", "6/1"]  # what was paid is there
    assert centre(state).count("-") == 0
    assert points(state, 0) == "0/0 5/0"


@pytest.mark.rule("venti.pile.lowest_id")
def test_of_equal_cards_the_lowest_moves():
    """Number and points are equal; the condition has no meaning there."""
    state = table("5/3 5/1 5/2 5/4", "", targets="2/3 2/11 3/11")  # 5 ?
    do(state, "fulfil 1", "card 5 (1)")
    assert state.snapshot()["payment"]["paid"] == ["5/1"]
    do(state, "card 5 (1)")
    assert (hand(state, 0), discards(state)) == ("5/3 5/4", "5/1 5/2")


@pytest.mark.rule("venti.pile.lowest_id")
def test_the_lowest_moves_in_penalties_sacrifices_and_discards_too():
    state = table("", "", points={0: "5/9 5/8 6/5 6/4 6/7"})
    do(state, "joker from 5 (3)", "action from 6 (2)")
    shown = state.snapshot()["seats"][0]
    assert (shown["permanent"], shown["extra"], shown["points"]) == (["5/8"], ["6/4"], ["5/9", "6/5", "6/7"])
    state = table("", "", frozen={1: 0}, points={0: "6/5 6/4 6/7"})
    do(state, "fulfil 1", "lose 6 (2)")
    assert (points(state, 0), discards(state)) == ("6/5 6/7", "6/4")
    state = table("5/3 5/2 6/0 6/1 6/2 6/3 6/4 6/5 6/6 6/7", "", used=2)
    do(state, "draw 1", "card 5 (1)")
    assert discards(state) == "5/2"
    state = table("6/0 6/1", "5/3 5/0", "", targets="0/0 2/11 3/11", points={0: "3 3 3", 2: "1"})
    do(state, "fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)", "lose 7 (3)", "card 5 (1)")
    assert points(state, 1) == "5/0"


@pytest.mark.rule("venti.pile.lowest_id", "venti.fulfil.pjoker")
def test_of_equal_permanent_jokers_the_lowest_is_used():
    state = table("6/0", "", targets="2/3 2/11 3/11", permanent={0: "5/9 5/1"})  # 5 ?
    do(state, "fulfil 1", "permanent 5")
    assert state.snapshot()["payment"]["paid"] == ["5/1"]
