"""What the table of Venezia shows of plans: one's own step by step, others' only what they have laid openly."""

import pytest

from tests.venezia.scenes import GAME, cards, hints, moments, names, notes, piece, scene, table, text_of, zone, zones

LED = {1: {"places": {"castello": 2, "san_polo": 1}}, 0: {"places": {"castello": 1, "cannaregio": 2}}}


def planning(**plan):
    return scene(table("plan", seats={**LED, 0: {**LED[0], "plan": plan}}), 0)


def test_a_plan_grows_card_by_card():
    assert [part.folded for part in zones(planning(), "plan-")] == [True]
    shown = planning(step="districts", first="piazza", action="vespa", cards=["castello"])
    assert cards(shown, "plan-0") == ["Piazza", "Luigi's Vespa", "Castello"]
    assert text_of(shown.prompt) == "District card 2 of 3: which one?"
    assert text_of(zone(shown, "plan-0").note) == "left in the reserve: 12 pigeons"


def test_the_number_that_is_asked_has_a_question_mark_and_what_it_takes_to_lead():
    shown = planning(step="pigeons", first="piazza", cards=["castello", "dorsoduro"], pigeons=[5])
    assert [card.text for card in zone(shown, "plan-0").pieces] == ["5", "?", ""]
    assert text_of(shown.prompt) == "How many pigeons on the Castello card? 7 are left in your reserve."
    assert notes(shown) == ["Castello: 2 pigeons take the lead (3 points)."]
    assert names(shown)["3"] == "3 pigeons"


@pytest.mark.rule("venezia.plan.limit")
def test_the_limit_of_ten_is_said_where_it_is_felt():
    squares = [f"{column}A" for column in range(1, 5)]
    plan = {"step": "pigeons", "first": "piazza"}
    shown = scene(table("plan", seats={0: {"piazza": squares, "plan": plan}}), 0)
    assert notes(shown) == ["You may have at most 10 pigeons on the Piazza, and 4 are already there."]
    nobody_there = scene(table("plan", seats={0: {"plan": plan}}), 0)
    assert notes(nobody_there) == ["You may have at most 10 pigeons on the Piazza."]
    assert notes(scene(table("plan", seats={0: {"piazza": squares, "plan": {**plan, "first": "feint"}}}), 0)) == []
    assert notes(scene(table("plan", seats={0: {"piazza": squares, "plan": plan, "reserve": 6}}), 0)) == []


def test_first_cards_and_action_cards_say_what_they_do():
    shown = scene(table("plan", seats={0: {"piazza": ["1A"]}}), 0)
    assert hints(shown, "piazza") == ["its pigeons breed on the Piazza, 9 at most"]
    assert text_of(shown.prompt) == "Round 3: choose your first card."
    shown = planning(step="action", first="feint")
    assert hints(shown, "family_gathering") == ["up to 4 of your pigeons come home; nobody reinforces"]
    assert hints(shown, "clergy_card") == ["puts 3 and 3 grey pigeons into districts"]
    assert names(shown)["stop"] == "no action card"


def test_district_cards_say_how_many_pigeons_take_the_lead():
    shown = planning(step="districts", first="feint")
    assert hints(shown, "cannaregio") == ["you lead by 2 (3 points)"]
    assert hints(shown, "castello") == ["2 pigeons take the lead (3 points)"]
    assert hints(shown, "san_polo") == ["2 pigeons take the lead (6 points)"]
    assert hints(shown, "san_giorgio") == ["1 pigeon takes the lead"]


@pytest.mark.rule("venezia.plan.secret")
def test_nothing_is_seen_of_the_plans_of_others_before_all_are_complete():
    complete = {"step": "complete", "first": "feint", "action": "hawk_card", "cards": ["castello"], "pigeons": [3, 4]}
    state = table("plan", seats={1: {"plan": complete}})
    shown = scene(state, 0)
    assert shown.waiting == (0, 2)
    assert [part.id for part in zones(shown, "plan-")] == ["plan-0"]
    assert zones(scene(state, -1), "plan-") == []
    assert text_of(scene(state, -1).prompt) == "Anna and Cleo are still planning."
    assert cards(scene(state, 1), "plan-1") == ["Feint 3", "Hawk", "Castello 4"]


@pytest.mark.rule("venezia.plan.commit")
def test_then_slots_and_numbers_are_seen_in_their_order_and_faces_are_not():
    laid = {"first": "feint", "action": "hawk_card", "cards": ["san_polo", "castello"], "pigeons": [0, 4, 1]}
    feint = {"first": "feint", "cards": ["giudecca", "cannaregio"], "pigeons": [5, 0, 0]}
    state = table("feint", seats={0: {"plan": feint, "reserve": 7}, 1: {"plan": laid}}, chosen="slot 3")
    shown = scene(state, 0)
    assert cards(shown, "plan-1") == ["Feint", "action card", "hidden 4", "hidden 1"]
    assert piece(shown, "plan-1.3").art == "back"
    assert cards(scene(state, 1), "plan-1") == ["Feint", "Hawk", "San Polo 4", "Castello 1"]
    assert text_of(shown.prompt) == "Feint, 5 pigeons: how many to La Giudecca? The last card gets the rest."


def test_the_last_round_is_announced():
    assert notes(scene(table("plan", round=20), 0)) == ["This is the last round."]
    assert notes(scene(table("plan", round=20, options={"max_rounds": "0"}), 0)) == []


@pytest.mark.rule("venezia.action.pile")
def test_played_piles_are_in_sight_when_action_cards_are_planned():
    seats = {0: {"plan": {"step": "action", "first": "feint"}}, 2: {"played": ["vespa"]}}
    shown = scene(table("plan", seats=seats), 0)
    assert cards(shown, "played-2") == ["Luigi's Vespa"]
    assert not zone(shown, "played-2").folded
    assert zone(scene(table("plan", seats={2: seats[2]}), 0), "played-2").folded


@pytest.mark.rule("venezia.plan.commit")
def test_the_step_that_completes_a_plan_is_asked_about():
    shown = planning(step="pigeons", first="feint", action="vespa", cards=["castello", "dorsoduro"], pigeons=[5])
    offered = {action.move: action for action in shown.actions}
    assert offered["6"].confirm is offered["6"].commit is None
    assert text_of(offered["7"].confirm) == (
        "Your plan: Feint 5, Vespa, Castello 7 and Dorsoduro 0. Once it's locked in, you can't change it."
    )
    assert text_of(offered["7"].commit) == "Lock in this plan: 12 pigeons out, none left in reserve"


@pytest.mark.rule("venezia.plan.commit")
def test_the_button_that_locks_a_plan_in_counts_the_pigeons_that_stay():
    shown = planning(step="pigeons", first="feint", cards=["castello"], pigeons=[5])
    locks = {action.move: text_of(action.commit) for action in shown.actions}
    assert locks["6"] == "Lock in this plan: 11 pigeons out, 1 stays in reserve"
    assert locks["3"] == "Lock in this plan: 8 pigeons out, 4 stay in reserve"
    nobody = planning(step="pigeons", first="feint", cards=["castello"], pigeons=[0])
    assert text_of(nobody.actions[0].commit) == "Lock in this plan: no pigeons out, 12 stay in reserve"


@pytest.mark.rule("venezia.plan.commit")
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_asked_about_is_what_the_rules_take_as_complete(players):
    asked = 0
    for state in moments(players, players + 20):
        if state.snapshot()["phase"] != "plan":
            continue
        seat = state.actor()
        for action in scene(state, seat).actions:
            after = state.copy()
            after.play(seat, GAME.parse(action.move))
            complete = after.snapshot()["phase"] != "plan" or seat not in after.actors()
            assert (action.confirm is not None) == complete
            asked += complete
    assert asked > 50
