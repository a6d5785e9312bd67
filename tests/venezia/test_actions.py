"""Phase 3: action cards are turned up, conflicts, reinforcing, the order of things."""

import pytest

from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import (
    ACTIONS,
    DISTRICTS,
    SPECTATOR,
    all_shown,
    asked,
    districts,
    family,
    flocks,
    game,
    phase,
    shown,
    table,
)  # fmt: skip
from tests.venezia.views import action_name, action_names, laid_actions, own_of

HAWK = ACTIONS.index("hawk_card")


def laid(*cards, scores=(0, 0, 0, 0), start=0, round=9, **given):
    """These action cards, one for each seat, with these points; San Michele and a district have some of everybody."""
    families = [
        family("piazza" if card is None else f"piazza, {card}", score=score, san_polo=2, castello=2)
        for card, score in zip(cards, scores, strict=False)
    ]
    return districts(*families, start=start, round=round, **given)


@pytest.mark.rule("venezia.action.reveal", "venezia.action.conflict")
def test_all_are_turned_up_at_once_and_conflicts_settled_before_anything_is_carried_out():
    state = laid("vespa", "hawk_card", "hawk_card", scores=(0, 3, 6))
    kinds = [note.kind for note in state.take_notes()]
    assert kinds.count(VeneziaNote.ACTION_SHOWN) == 3
    assert (
        kinds.index(VeneziaNote.CONFLICT_WON)
        == max(i for i, kind in enumerate(kinds) if kind == VeneziaNote.ACTION_SHOWN) + 1
    )
    assert asked(state) == ("vespa from", 0)
    for viewer in (SPECTATOR, 0, 1, 2):
        public = game.view(state, viewer).public
        assert laid_actions(public) == ["vespa", "hawk_card", None]
        assert [action_name(seat.shown.action) for seat in public.seats] == ["vespa", "hawk_card", "hawk_card"]


@pytest.mark.rule("venezia.action.conflict", "venezia.action.conflict.score", "venezia.action.back")
@pytest.mark.parametrize(("scores", "winner"), [((6, 3, 9), 1), ((0, 3, 9), 0), ((27, 30, 24), 2), ((0, 48, 3), 0)])
def test_only_who_has_the_fewest_points_carries_it_out(scores, winner):
    state = laid("hawk_card", "hawk_card", "hawk_card", scores=scores)
    assert asked(state) == ("hawk", winner)
    losers = [seat for seat in range(3) if seat != winner]
    assert notes_of_kind(state, VeneziaNote.CONFLICT_WON) == [(HAWK, winner, sum(1 << seat for seat in losers))]
    for seat in losers:
        assert "hawk_card" in action_names(own_of(state, seat).actions)
    assert "hawk_card" not in action_names(own_of(state, winner).actions)
    do(state, "giudecca")
    assert all_shown(state, "played") == [["hawk_card"] if seat == winner else [] for seat in range(3)]


@pytest.mark.rule("venezia.action.tie", "venezia.action.back")
def test_on_a_tie_for_the_fewest_nobody_carries_it_out():
    state = laid("hawk_card", "hawk_card", scores=(12, 12))
    assert phase(state) == "plan"
    assert notes_of_kind(state, VeneziaNote.CONFLICT_TIED) == [(HAWK, 0b11, 12)]
    assert all_shown(state, "played") == [[], []]
    for seat in (0, 1):
        assert action_names(own_of(state, seat).actions) == ACTIONS


@pytest.mark.rule("venezia.action.tie", "venezia.action.tie.others")
@pytest.mark.parametrize(
    ("scores", "carried_out_by"),
    [((3, 3, 9, 0), None), ((9, 3, 3, 0), None), ((3, 9, 9, 0), 0), ((9, 9, 3, 0), 2), ((6, 6, 6, 0), None)],
)
def test_then_who_has_more_points_does_not_either(scores, carried_out_by):
    """Seat 3 has the fewest points of all, but another card."""
    state = laid("hawk_card", "hawk_card", "hawk_card", "catcher_card", scores=scores)
    assert asked(state) == (("hawk", carried_out_by) if carried_out_by is not None else ("catcher", 3))
    if carried_out_by is None:
        tied = sum(1 << seat for seat in range(3) if scores[seat] == min(scores[:3]))
        assert notes_of_kind(state, VeneziaNote.CONFLICT_TIED) == [(HAWK, tied + 16 * (0b111 & ~tied), min(scores[:3]))]


@pytest.mark.rule("venezia.action.conflict")
def test_two_conflicts_at_once_and_different_cards_in_none():
    state = laid("vespa", "hawk_card", "vespa", "hawk_card", scores=(3, 3, 0, 6))
    assert asked(state) == ("hawk", 1)
    do(state, "giudecca")
    assert asked(state) == ("vespa from", 2)


@pytest.mark.rule("venezia.action.conflict.score")
def test_the_points_are_those_before_this_rounds_scoring():
    """Seat 1 would be ahead by six after it."""
    pieces = family("piazza, hawk_card", score=3), family("piazza, hawk_card", cannaregio=3)
    assert asked(districts(*pieces, round=3)) == ("hawk", 1)


@pytest.mark.rule("venezia.action.family", "venezia.action.order", "venezia.round.clockwise")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_gathering_comes_first_then_the_cards_from_the_start_player_clockwise(start):
    state = laid("vespa", "hawk_card", "family_gathering", start=start)
    order: list[int] = []
    while phase(state) != "plan":
        if not order or order[-1] != state.actor():
            order.append(state.actor())
        do(state, "stop" if "stop" in choices(state) else min(choices(state)))
    assert order == {0: [2, 0, 1], 1: [2, 1, 0], 2: [2, 0, 1]}[start]


def nests(*more, **given):
    """Everybody may reinforce: nests of 3, 2 and 1."""
    plans = more or ("piazza", "piazza", "piazza")
    families = [family(plan, nest=3 - seat, castello=2) for seat, plan in enumerate(plans)]
    return table("reinforce", *families, **{"round": 3, **given})


@pytest.mark.rule("venezia.reinforce.may")
def test_any_number_from_the_nest_to_the_home_district():
    state = nests()
    assert choices(state) == {"0", "1", "2", "3"}
    refusal = refused(state, "4")
    assert (refusal.code, refusal.clause) == ("number", "venezia.reinforce.may")
    do(state, "2")
    assert (shown(state, 0)["nest"], flocks(state, 0)) == (1, {"cannaregio": 2, "castello": 2})
    do(state, "0")
    assert (shown(state, 1)["nest"], flocks(state, 1)) == (2, {"castello": 2})
    assert notes_of_kind(state, VeneziaNote.REINFORCED) == [(0, 0, 2)]


@pytest.mark.rule("venezia.reinforce.order", "venezia.round.clockwise")
@pytest.mark.parametrize("round", [1, 2])
@pytest.mark.parametrize("start", [0, 1, 2])
def test_one_after_the_other_from_the_start_player_in_round_1_too(start, round):
    state = nests(start=start, round=round)
    order = []
    while phase(state) == "reinforce":
        order.append(state.actor())
        do(state, "1")
    assert order == [(start + turn) % 3 for turn in range(3)]


@pytest.mark.rule("venezia.reinforce.may", "venezia.flow.forced")
def test_an_empty_nest_is_not_asked():
    state = table("reinforce", family(nest=1), family(), family(nest=1))
    do(state, "0")
    assert asked(state) == ("reinforce", 2)


@pytest.mark.rule("venezia.action.order", "venezia.reinforce.may")
def test_reinforcing_comes_before_all_other_cards():
    state = nests("piazza", "piazza, hawk_card", "piazza")
    do(state, "1", "1")
    assert asked(state) == ("reinforce", 2)
    do(state, "1")
    assert asked(state) == ("hawk", 1)


def breeding(*cards, scores=(0, 0, 0), **given):
    """Every family has two in the nest; those of seat 2 are born when it has stopped."""
    families = [
        family("piazza" if card is None else f"piazza, {card}", score=score)
        for card, score in zip(cards, scores, strict=True)
    ]
    families[0]["nest"] = families[1]["nest"] = 2
    families[2]["piazza"] = ["5C"]
    state = table("pick", *families, player=2, tourists="5D 1H", round=9, **given)
    do(state, "stop")
    return state


@pytest.mark.rule("venezia.reinforce.blocked", "venezia.card.family_gathering")
def test_in_a_round_with_a_gathering_nobody_reinforces():
    """Even if it gathers nobody."""
    state = breeding(None, "family_gathering", None)
    assert phase(state) == "plan"
    assert all_shown(state, "nest") == [0, 0, 0]
    assert all_shown(state, "reserve") == [14, 14, 14]
    kinds = [note.kind for note in state.take_notes()]
    assert VeneziaNote.NO_REINFORCING in kinds
    assert VeneziaNote.REINFORCED not in kinds


@pytest.mark.rule("venezia.reinforce.blocked")
def test_without_one_everybody_is_asked():
    state = breeding(None, "crumbs", None)
    for seat in range(3):
        assert asked(state) == ("reinforce", seat)
        do(state, "2")
    assert notes_of_kind(state, VeneziaNote.NO_REINFORCING) == []


@pytest.mark.rule("venezia.reinforce.cancelled")
def test_a_gathering_cancelled_by_a_tie_blocks_too_unless_it_is_ignored():
    cards = "family_gathering", "family_gathering", None
    blocked = breeding(*cards, scores=(3, 3, 0))
    assert phase(blocked) == "plan"
    assert notes_of_kind(blocked, VeneziaNote.NO_REINFORCING) == [(0, 0, 0)]
    assert all_shown(blocked, "played") == [[], [], []]
    ignored = breeding(*cards, scores=(3, 3, 0), options={"cancelled_gathering": "ignored"})
    assert asked(ignored) == ("reinforce", 0)
    assert notes_of_kind(ignored, VeneziaNote.NO_REINFORCING) == []


@pytest.mark.rule("venezia.reinforce.cancelled", "venezia.reinforce.blocked")
@pytest.mark.parametrize("option", ["blocks", "ignored"])
def test_where_one_of_several_gathers_everybody_is_blocked_by_either_option(option):
    cards = "family_gathering", "family_gathering", None
    state = breeding(*cards, scores=(3, 0, 0), options={"cancelled_gathering": option})
    assert phase(state) == "plan"
    assert all_shown(state, "played") == [[], ["family_gathering"], []]


@pytest.mark.rule("venezia.action.obey", "venezia.action.district")
@pytest.mark.parametrize(
    ("card", "asks"),
    [("hawk_card", "hawk"), ("catcher_card", "catcher"), ("clergy_card", "clergy"), ("moving_house", "house")],
)
def test_what_a_card_does_not_leave_free_must_be_done_and_in_a_district(card, asks):
    state = laid(card, None)
    assert asked(state) == (asks, 0)
    homes = {"cannaregio", "castello"} if card == "moving_house" else set()
    assert choices(state) == set(DISTRICTS) - homes
    assert refused(state, "stop").code == "phase"
    refusal = refused(state, "san_giorgio")
    assert (refusal.code, refusal.clause) == ("no-district", "venezia.action.district")
    assert str(refusal) == "San Giorgio Maggiore isn't a district."


@pytest.mark.rule("venezia.action.pile", "venezia.action.out")
def test_a_card_goes_to_the_open_pile_as_soon_as_it_is_carried_out():
    state = laid("hawk_card", "catcher_card")
    assert all_shown(state, "played") == [[], []]
    do(state, "giudecca")
    for viewer in (SPECTATOR, 0, 1):
        public = game.view(state, viewer).public
        assert [action_names(seat.played) for seat in public.seats] == [["hawk_card"], []]
        assert laid_actions(public) == [None, "catcher_card"]
    do(state, "giudecca")
    assert phase(state) == "plan"
    do(state, "piazza")
    assert "catcher_card" not in choices(state, 1)


@pytest.mark.rule("venezia.action.noeffect")
@pytest.mark.parametrize("card", ["family_gathering", "vespa", "crumbs", "carrier"])
def test_a_card_that_can_do_nothing_is_carried_out_all_the_same(card):
    """No pigeon in a district, no supply, no district card laid."""
    state = districts(family(f"piazza, {card}", reserve=40), family())
    assert phase(state) == "plan"
    assert shown(state, 0)["played"] == [card]
    assert (shown(state, 0)["reserve"], flocks(state, 0)) == (40, {})
