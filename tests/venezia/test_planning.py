"""Phase 1: the cards of a plan and the pigeons on them."""

import pytest

from ridotto.games.venezia.components import FEINT, PIAZZA, VeneziaNote
from ridotto.games.venezia.show.view import VeneziaLaidPlan
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import (
    ACTIONS,
    CARDS,
    SPECTATOR,
    asked,
    family,
    game,
    on_cards,
    phase,
    plan,
    planned,
    planning,
    shown,
)  # fmt: skip
from tests.venezia.views import own_of, public_of

NINE = "1A 2A 3A 4A 5A 6A 7A 8A 9A"


def numbers(least, most):
    return {str(number) for number in range(least, most + 1)}


def step(state, seat=0):
    return own_of(state, seat).plan.step


@pytest.mark.rule("venezia.plan.sequence", "venezia.plan.five")
def test_first_card_action_card_three_district_cards_then_pigeons_slot_by_slot():
    state = planning()
    assert (step(state), choices(state, 0)) == ("first", {"piazza", "feint"})
    do(state, "piazza")
    assert (step(state), choices(state, 0)) == ("action", {*ACTIONS, "stop"})
    do(state, "vespa")
    assert (step(state), choices(state, 0)) == ("districts", {*CARDS, "stop"})
    do(state, "san_polo", "castello")
    assert choices(state, 0) == {*CARDS, "stop"} - {"san_polo", "castello"}
    do(state, "cannaregio")
    assert (step(state), choices(state, 0)) == ("pigeons", numbers(0, 10))
    do(state, "4")
    assert choices(state, 0) == numbers(0, 8)
    do(state, "2")
    assert choices(state, 0) == numbers(0, 6)
    do(state, "1")
    assert choices(state, 0) == numbers(0, 5)
    do(state, "0")
    assert step(state) == "complete"
    assert shown(state, 0)["plan"] == {
        "step": "complete",
        "first": "piazza",
        "action": "vespa",
        "cards": ["san_polo", "castello", "cannaregio"],
        "pigeons": [4, 2, 1, 0],
    }


@pytest.mark.rule("venezia.plan.first", "venezia.plan.first.must")
def test_one_of_the_two_first_cards_must_be_laid():
    state = planning()
    assert choices(state, 0) == {"piazza", "feint"}
    for move in ("stop", "castello", "vespa", "0"):
        refusal = refused(state, move)
        assert refusal.clause == "venezia.plan.first.must"
        assert str(refusal) == "Lay the Piazza card or the Feint card now."
    plan(state, 0, "piazza 0")
    plan(state, 1, "feint 0")
    assert notes_of_kind(state, VeneziaNote.FIRST_SHOWN) == [(0, 1, 0), (1, 2, 0)]


@pytest.mark.rule("venezia.plan.action.optional", "venezia.plan.action.hand", "venezia.action.out")
def test_any_action_card_in_hand_or_none_but_none_that_was_played():
    state = planning(family(played="hawk_card crumbs"), family(), round=4)
    do(state, "piazza")
    assert choices(state, 0) == {*ACTIONS, "stop"} - {"hawk_card", "crumbs"}
    refusal = refused(state, "crumbs")
    assert (refusal.code, refusal.clause) == ("played", "venezia.plan.action.hand")
    assert str(refusal) == "You've already played Bread Crumbs."
    do(state, "stop")
    assert step(state) == "districts"
    assert shown(state, 0)["plan"]["action"] is None


@pytest.mark.rule("venezia.plan.action.hand", "venezia.flow.forced")
def test_with_no_action_card_in_hand_none_is_asked_for():
    state = planning(family(played=" ".join(ACTIONS)), family(), round=10)
    do(state, "feint")
    assert step(state) == "districts"


@pytest.mark.rule("venezia.plan.action.round1")
def test_no_action_card_in_round_1():
    state = planning(round=1)
    for seat in (0, 1):
        state.play(seat, game.parse("piazza"))
        assert step(state, seat) == "districts"
        assert not choices(state, seat) & set(ACTIONS)
        refusal = refused(state, "hawk_card", seat)
        assert (refusal.code, refusal.clause) == ("round", "venezia.plan.action.round1")
        assert str(refusal) == "You can't lay an action card in round 1."


@pytest.mark.rule("venezia.plan.action.round1")
def test_action_cards_from_round_2_on():
    state = planned("piazza", "piazza", round=1)
    assert public_of(state).round == 2
    do(state, "piazza")
    assert choices(state, state.actor()) == {*ACTIONS, "stop"}


@pytest.mark.rule("venezia.plan.five", "venezia.plan.pigeons.notaction")
def test_one_action_card_at_the_most_and_no_pigeon_on_it():
    state = planning()
    do(state, "piazza", "vespa")
    assert refused(state, "crumbs").code == "phase"
    do(state, "castello", "stop")
    assert shown(state, 0)["plan"]["pigeons"] == []
    do(state, "3", "2")
    assert shown(state, 0)["plan"]["pigeons"] == [3, 2]  # slot 1 and slot 3


@pytest.mark.rule("venezia.plan.districts", "venezia.plan.districts.giorgio", "venezia.plan.districts.number")
@pytest.mark.parametrize("card", CARDS)
def test_each_district_card_once_that_of_san_giorgio_too(card):
    state = planning()
    do(state, "feint", "stop", card)
    assert choices(state, 0) == {*CARDS, "stop"} - {card}
    refusal = refused(state, card)
    assert (refusal.code, refusal.clause) == ("laid", "venezia.plan.districts.number")
    assert str(refusal).startswith("You've already laid ")


@pytest.mark.rule("venezia.plan.districts.giorgio", "venezia.land.reveal")
def test_pigeons_get_to_san_giorgio_by_its_card():
    state = planned("piazza, san_giorgio 2", "piazza")
    assert shown(state, 0)["places"] == {}  # chased, since nobody else is in the city
    assert (0, 7, 2) in notes_of_kind(state, VeneziaNote.LANDED)


@pytest.mark.rule("venezia.plan.districts.number")
@pytest.mark.parametrize("cards", [[], ["castello"], ["san_polo", "castello"], ["san_polo", "castello", "san_giorgio"]])
def test_none_to_three_district_cards_without_gaps_in_the_order_of_laying(cards):
    state = planning()
    plan(state, 0, ", ".join(["piazza 1", *(f"{card} {slot + 1}" for slot, card in enumerate(cards))]))
    assert shown(state, 0)["plan"]["cards"] == cards
    assert shown(state, 0)["plan"]["pigeons"] == [1, 1, 2, 3][: 1 + len(cards)]
    plan(state, 1, "piazza")
    assert shown(state, 0)["plan"]["cards"] == cards


@pytest.mark.rule("venezia.plan.pigeons.source", "venezia.plan.pigeons.split")
def test_pigeons_come_from_the_reserve_alone_in_any_number():
    """Neither nest nor supply nor board lends any."""
    state = planning(family(reserve=5, piazza="4C", castello=7), family())
    do(state, "feint", "stop", "castello", "san_polo", "stop")
    assert choices(state, 0) == numbers(0, 5)
    refusal = refused(state, "6")
    assert (refusal.code, refusal.clause) == ("number", "venezia.plan.pigeons.source")
    do(state, "0")
    assert choices(state, 0) == numbers(0, 5)
    do(state, "3")
    assert choices(state, 0) == numbers(0, 2)
    do(state, "2")
    plan(state, 1, "piazza")
    assert on_cards(state, 0) == [0, 3, 2]
    assert (shown(state, 0)["reserve"], shown(state, 0)["supply"]) == (0, 27)
    assert flocks_and_piazza(state, 0) == ({"castello": 7}, ["4C"])


def flocks_and_piazza(state, seat):
    return shown(state, seat)["places"], shown(state, seat)["piazza"]


@pytest.mark.rule("venezia.plan.pigeons.split", "venezia.flow.forced")
@pytest.mark.parametrize(
    ("decided", "pigeons"),
    [(["12"], [12, 0, 0]), (["0", "12"], [0, 12, 0]), (["0", "0", "12"], [0, 0, 12]), (["5", "7"], [5, 7, 0])],
)
def test_any_card_may_stay_empty_and_where_nothing_is_left_nothing_is_asked(decided, pigeons):
    state = planning()
    do(state, "feint", "stop", "castello", "san_polo", "stop", *decided)
    assert shown(state, 0)["plan"]["pigeons"] == pigeons
    assert state.actors() == [1]


@pytest.mark.rule("venezia.plan.limit")
@pytest.mark.parametrize(("standing", "most"), [("", 10), ("4C", 9), ("1A 2A 3A 4A 5A 6A 7A", 3), (NINE, 1)])
def test_ten_pigeons_on_the_piazza_at_the_most(standing, most):
    state = planning(family(piazza=standing), family())
    do(state, "piazza", "stop", "stop")
    assert choices(state, 0) == numbers(0, most)
    refusal = refused(state, str(most + 1))
    assert (refusal.code, refusal.clause) == ("limit", "venezia.plan.limit")
    assert str(refusal) == "You may have at most 10 pigeons on the Piazza."


@pytest.mark.rule("venezia.plan.limit", "venezia.flow.forced")
def test_with_ten_on_the_piazza_slot_1_stays_empty_without_a_question():
    state = planning(family(piazza=f"{NINE} 10A"), family())
    do(state, "piazza", "stop", "castello", "stop")
    assert shown(state, 0)["plan"]["pigeons"] == [0]
    assert choices(state, 0) == numbers(0, 12)
    do(state, "3")
    assert state.actors() == [1]


@pytest.mark.rule("venezia.plan.feint.nolimit")
@pytest.mark.parametrize("standing", ["", f"{NINE} 10A"])
def test_a_feint_card_takes_any_number(standing):
    state = planning(family(piazza=standing, reserve=20), family())
    do(state, "feint", "stop", "castello", "stop")
    assert choices(state, 0) == numbers(0, 20)


@pytest.mark.rule("venezia.plan.empty", "venezia.flow.forced")
def test_who_has_no_pigeon_in_the_reserve_plans_cards_all_the_same():
    state = planning(family(reserve=0), family())
    do(state, "feint", "crumbs", "castello", "san_polo")
    assert state.actors() == [0, 1]
    do(state, "stop")
    assert state.actors() == [1]
    assert shown(state, 0)["plan"]["pigeons"] == [0, 0, 0]
    plan(state, 1, "piazza")
    assert shown(state, 0)["nest"] == 0
    assert notes_of_kind(state, VeneziaNote.CRUMBS_EATEN) == [(0, 4, 0)]
    assert shown(state, 0)["played"] == ["crumbs"]


@pytest.mark.rule("venezia.plan.commit")
def test_a_complete_plan_is_binding():
    state = planning()
    plan(state, 0, "piazza 3, castello 2")
    assert state.actors() == [1]
    for move in ("feint", "0", "stop", "castello"):
        refusal = refused(state, move, seat=0)
        assert (refusal.code, refusal.clause) == ("planned", "venezia.plan.commit")
        assert str(refusal) == "Your plan is locked in."


@pytest.mark.rule("venezia.plan.commit", "venezia.plan.facedown", "venezia.first.reveal.together")
def test_when_all_are_complete_filled_slots_and_counts_show_but_only_the_first_cards_face_up():
    state = planned("piazza 3, hawk_card, castello 2, san_polo", "feint 4, san_giorgio 5")
    for viewer in (SPECTATOR, 0, 1):
        seats = game.view(state, viewer).public.seats
        assert seats[0].plan == VeneziaLaidPlan(PIAZZA, action="back", cards=("back", "back"), pigeons=(3, 2, 0))
        assert seats[1].plan == VeneziaLaidPlan(FEINT, action=None, cards=("back",), pigeons=(4, 5))
        assert [seat.reserve for seat in seats] == [7, 3]
    assert [own_of(state, seat).left for seat in (0, 1)] == [7, 3]
    assert notes_of_kind(state, VeneziaNote.PLAN_SHOWN) == [(0, 2 + 4, 3 + (2 << 6)), (1, 1, 4 + (5 << 6))]
    assert asked(state) == ("place", 0)


@pytest.mark.rule("venezia.plan.commit", "venezia.plan.independent", "venezia.round.clockwise")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_they_are_listed_from_the_start_player_whoever_was_quicker(start):
    state = planned("piazza 1", "piazza 2", "feint 3", start=start)
    notes, order = state.take_notes(), [(start + turn) % 3 for turn in range(3)]
    assert [note.a for note in notes if note.kind == VeneziaNote.PLAN_SHOWN] == order
    assert [note.a for note in notes if note.kind == VeneziaNote.FIRST_SHOWN] == order


@pytest.mark.rule("venezia.plan.simultaneous")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_are_asked_until_each_has_a_complete_plan(players):
    state = planning(*[family()] * players)
    waiting = list(range(players))
    assert state.actors() == waiting
    for seat in reversed(range(players)):
        assert phase(state) == "plan"
        plan(state, seat, "piazza 2")
        waiting.remove(seat)
        assert state.actors() == (waiting or [0])
    assert asked(state) == ("place", 0)


@pytest.mark.rule("venezia.plan.simultaneous")
def test_each_at_its_own_pace():
    state = planning(family(), family(), family())
    for seat, move in [(2, "feint"), (0, "piazza"), (2, "stop"), (2, "castello"), (1, "feint"), (2, "stop"), (2, "7")]:
        state.play(seat, game.parse(move))
    assert [step(state, seat) for seat in range(3)] == ["action", "action", "pigeons"]
    state.play(2, game.parse("5"))
    assert state.actors() == [0, 1]
