"""Positions that cannot be: turns, penalties, payments, the end."""

import pytest

from tests.at_the_table import do
from tests.venti.refusals import refusal, refused
from tests.venti.table import Snapshot, game, position, table

PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")


# Turns


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"phase": "draw"}, "phase: there is no 'draw'."),
        ({"phase": None}, "phase: there is no None."),
        ({"round": 0}, "round must be a number from 1 to 50, not 0."),
        ({"round": 51}, "round must be a number from 1 to 50, not 51."),
        ({"actions": {"used": 3}}, "All actions of the turn are used."),
        ({"actions": {"used": 4}}, "actions, used must be a number from 0 to 3, not 4."),
        ({"actions": {"used": -1}}, "actions, used must be a number from 0 to 3, not -1."),
        ({"actions": {"limit": 4}}, "The limit of actions is 3, not 4."),
        ({"actions": {"limit": 2}}, "The limit of actions is 3, not 2."),
        ({"actions": []}, "actions must be an object, not []."),
        ({"glimpse": 1}, "Target 1 was not turned down again."),
        ({"glimpse": 4}, "glimpse must be a number from 1 to 3, not 4."),
        ({"first_to_ten": 2}, "first_to_ten must be a number from 0 to 1, not 2."),
        ({"trigger": 2}, "trigger must be a number from 0 to 1, not 2."),
        ({"final_queue": [1]}, "The last turns cannot be those of seats [1]."),
        ({"final_queue": 1}, "final_queue must be a list, not 1."),
        ({"weather": "fine"}, "The snapshot has an unknown entry 'weather'."),
        ({"game": "verhext"}, "This is a snapshot of 'verhext', rules version 1; expected venti, 1."),
        ({"phase": "over"}, "The game is not over: somebody has a turn."),
        ({"phase": "hand limit"}, "Seat 0 has no card to discard."),
    ],
)
def test_a_turn_that_cannot_be(changes, message):
    assert refusal(position("", ""), **changes) == message


@pytest.mark.rule("venti.extra.now")
def test_a_limit_that_is_not_raised_yet():
    later: Snapshot = {"extra": {0: "7/4"}, "options": {"extra_action_timing": "next_turn"}}
    game.load(position("", "", **later, actions={"used": 1, "limit": 3}))
    assert "The limit of actions is 4" in refused("", "", **later, actions={"used": 0, "limit": 3})
    assert "The limit of actions is 4" in refused("", "", extra={0: "7/4"}, actions={"used": 1, "limit": 3})


def test_a_turn_that_ended_early():
    eleven = "5/0 5/1 5/2 5/3 5/4 5/5 6/0 6/1 6/2 6/3 6/4"
    assert "The turn is not over: 1 of 3 actions" in refused(eleven, "", phase="hand limit", used=1)
    game.load(position(eleven, "", phase="hand limit", used=1, options={"allow_early_end": "true"}))


@pytest.mark.rule("venti.end.last_turns.each", "venti.end.last_turns.order")
def test_last_turns_that_do_not_fit():
    def last(turn, trigger, queue, **options):
        shown = position("", "", "", "", turn=turn, trigger=trigger, final_queue=queue, first_to_ten=0, options=options)
        return game.load(shown)

    last(0, 0, [1, 2, 3])
    last(1, 0, [2, 3])
    last(3, 0, [])
    last(1, 2, [3, 0, 1])  # twenty reached in the turn of seat 1
    last(1, 0, [], final_turns="finish_round", start_player=2)
    for turn, trigger, queue in ((0, 0, [1, 2]), (1, 0, [3]), (1, 0, [2, 0]), (1, 0, [3, 2]), (0, 0, [])):
        message = refused("", "", "", "", turn=turn, trigger=trigger, final_queue=queue, first_to_ten=0)
        assert message == f"The last turns cannot be those of seats {queue}."
    given: Snapshot = {"final_queue": [3], "trigger": 0, "first_to_ten": 0, "options": {"final_turns": "finish_round"}}
    assert "last turns" in refused("", "", "", "", turn=1, **given)
    game.load(position("", "", "", "", turn=2, **given))


@pytest.mark.rule("venti.end.cap")
def test_a_round_after_the_last():
    given: Snapshot = {"trigger": 1, "final_queue": [], "points": {1: "4 4 4 4 4"}}
    game.load(position("", "", round=51, **given))
    assert "round must be a number from 1 to 51" in refused("", "", round=52, **given)
    assert "from 1 to 5, not 6" in refused("", "", round=6, options={"max_rounds": "5"})


# Penalties and the ten rule


def fined(**given):
    return position("", "", **{"points": {0: "7/4"}, "phase": "penalty", "penalty": {"for": "own freeze"}, **given})


@pytest.mark.rule("venti.penalty.none", "venti.penalty.two")
def test_penalties_that_cannot_be():
    game.load(fined())
    assert refusal(fined(), penalty=None) == "The phase penalty and the entry penalty belong together."
    assert refusal(fined(), phase="main") == "The phase penalty and the entry penalty belong together."
    assert refusal(fined(points={})) == "There is nobody who could pay the penalty."
    for due in (0, 3):
        message = refusal(fined(), penalty={"for": "own freeze", "due": due})
        assert message == f"penalty, due must be a number from 1 to 2, not {due}."
    assert "there is no 'fun'" in refusal(fined(), penalty={"for": "fun"})
    assert "the card which is still frozen" in refusal(fined(), penalty={"for": "own freeze", "target": 1})
    assert "the card which is still frozen" in refusal(fined(), penalty={"for": "still frozen"})
    assert "somebody has a turn" in refusal(fined(frozen={1: 0}), penalty={"for": "still frozen", "target": 1})


@pytest.mark.rule("venti.frozen.end")
def test_a_penalty_at_the_end_is_for_a_frozen_card():
    end = {"trigger": 1, "turn": 0, "penalty": {"for": "still frozen", "target": 2}}
    game.load(fined(**end, frozen={2: 0}))
    assert refusal(fined(**end, frozen={1: 0})) == "There is nobody who could pay the penalty."


@pytest.mark.rule("venti.frozen.fail.own.card")
def test_a_failed_attempt_leaves_its_card():
    assert "does not fit the targets" in refusal(fined(targets="j1 j2 j3"))
    assert "does not fit the targets" in refusal(fined(options={"failed_own_freeze": "discard"}))
    gone = fined(options={"failed_own_freeze": "discard"}, targets="- 2/11 3/11")
    game.load(gone)
    assert "The display has gaps" in refusal(
        gone, centre=[None, *gone["centre"][1:]], pile=[*gone["pile"], gone["centre"][0]]
    )
    message = refusal(fined(options={"failed_own_freeze": "stay_frozen"}, frozen={1: 0}))
    assert message == "Seat 0 has just seen its frozen card, but glimpse does not say so."
    game.load(fined(options={"failed_own_freeze": "stay_frozen"}, frozen={1: 0}, glimpse=1))


@pytest.mark.rule("venti.frozen.fail.own.card", "venti.turn.order")
def test_only_the_last_attempt_can_still_be_seen():
    def shown(turn, used, freezer=1):
        stays: Snapshot = {"options": {"failed_own_freeze": "stay_frozen"}, "frozen": {1: freezer}, "glimpse": 1}
        return position("", "", "", turn=turn, used=used, **stays)

    for turn, used in ((1, 1), (2, 0)):
        game.load(shown(turn, used))
    game.load(shown(0, 0, freezer=2))
    for turn, used in ((0, 0), (0, 1), (2, 1)):
        assert refusal(shown(turn, used)) == "Target 1 was not turned down again."


def nine(*moves):
    state = table("6/0 6/1", "5/0", "", targets="0/0 2/11 3/11", points={0: "7/8 7/9 7/10", 2: "1"})
    do(state, *PAIR, *moves)
    return state.snapshot()


@pytest.mark.rule("venti.ten.penalty", "venti.catch.measure")
def test_a_ten_rule_that_cannot_be():
    fine, gift = nine(), nine("lose 7 (3)")
    assert refusal(fine, first_to_ten=None) == "The ten rule is not being carried out."
    assert refusal(fine, ten={"gainer": 0, "last": 2}) == "ten, last: that cannot be seat 2."
    assert refusal(fine, ten={"gainer": 0, "last": None}) == "ten, last: that cannot be seat None."
    assert refusal(fine, ten=None) == "The ten rule does not fit the phase penalty."
    assert refusal(fine, ten={"gainer": 1, "last": 0}) == "Seat 1 was not the first to reach ten."
    assert refusal(gift, ten={"gainer": 0, "last": 1, "left": 0}) == "The ten rule does not fit the phase catch up."
    assert "ten, left must be a number from 0 to 2" in refusal(gift, ten={"gainer": 0, "last": 1, "left": 3})
    assert refusal(gift, phase="main") == "The ten rule does not fit the phase main."
    gift["seats"][1]["hand"], gift["discards"] = [], [*gift["discards"], "5/0"]
    assert refusal(gift) == "Nobody can catch up."


@pytest.mark.rule("venti.ten.penalty")
def test_a_fine_for_less_than_ten_points():
    fine = nine()
    fine["seats"][0]["points"].remove("7/8")
    fine["discards"].append("7/8")
    assert refusal(fine) == "Seat 0 has not reached ten."


@pytest.mark.rule("venti.ten.penalty", "venti.catch.limit")
def test_points_that_do_not_fit_the_ten_rule():
    def with_points(shown, points):
        moved = {card for seat in (0, 1) for card in shown["seats"][seat]["points"]} - {*points}
        shown["seats"][0]["points"] = points
        rest = [card for card in [*shown["pile"], *shown["discards"], *moved] if card not in points]
        return refusal(shown, pile=[], discards=rest)

    assert with_points(nine(), ["7/11", "7/12", "6/11", "6/8"]) == "Seat 0 had ten points before."
    assert with_points(nine("lose 7 (3)"), ["7/11", "7/12", "6/11"]) == "Seat 0 had ten points before."
    assert with_points(nine("lose 7 (3)"), ["7/11"]) == "Seat 0 has not reached ten."
    gift = nine("lose 7 (3)")
    assert refusal(gift, ten={**gift["ten"], "left": 1}) == "ten, left: seat 1 has laid down nothing."


# Payments


def paying(*moves, **given):
    state = table("6/0 6/1 6/2", "", **{"targets": "0/7 2/11 3/11", **given})
    do(state, "fulfil 1", *moves)
    return state.snapshot()


@pytest.mark.rule("venti.fulfil.pay_order", "venti.fulfil.payable")
def test_payments_that_cannot_be():
    shown = paying("declare 6", "card 6 (1)")
    assert refusal(shown, payment=None) == "A payment belongs to the phases declare, pay and commit."
    assert refusal(shown, phase="main") == "A payment belongs to the phases declare, pay and commit."
    for payment, message in (
        ({"target": 1}, "The payment does not fit the phase pay."),
        ({"target": 1, "declared": [5]}, "The payment is not possible: 'declare 5'."),
        ({"target": 1, "declared": [6], "paid": ["6/1"]}, "payment, paid: 6/1 cannot be there."),
        ({"target": 1, "declared": [6], "paid": ["5/0"]}, "5/0 is being paid: everybody has seen it."),
        ({"target": 1, "declared": [6], "paid": ["0/1"]}, "payment, paid: 0/1 cannot be there."),
        ({"target": 1, "declared": [6], "paid": ["6/0", "6/1", "6/2"]}, "payment, paid: 6/2 cannot be there."),
        ({"target": 1, "declared": [6], "paid": ["6/0", "6/0"]}, "payment, paid: 6/0 cannot be there."),
        ({"target": 1, "declared": [6, 6]}, "The payment does not fit the phase pay."),
        ({"target": 2}, "The payment is not possible: 'fulfil 2'."),
        ({"target": None}, "payment, target: this card is not being paid."),
        ({"target": 4}, "payment, target must be a number from 1 to 3, not 4."),
        ({"target": 1, "declared": [8]}, "payment, declared must be a number from 0 to 7, not 8."),
    ):
        assert refusal(shown, payment=payment) == message


@pytest.mark.rule("venti.frozen.attempt.reveal")
def test_a_frozen_card_is_turned_up_before_it_is_paid():
    shown = paying("declare 6")
    shown["targets"][0]["frozen_by"] = 1
    assert refusal(shown) == "payment, target: this card is not being paid."


def test_cards_are_committed_only_by_the_option_and_only_to_a_frozen_card():
    blind = {"options": {"frozen_attempt": "blind_commit"}}
    shown = paying("card 6 (1)", **blind, frozen={1: 1})
    assert shown["phase"] == "commit"
    game.load(shown)
    twice = {"target": 1, "paid": ["6/0", "6/0"]}
    assert refusal(shown, payment=twice) == "payment, paid: 6/0 cannot be there."
    assert refusal(shown, options={}) == "payment, target: this card is not being paid."
    shown["targets"][0]["frozen_by"] = None
    assert refusal(shown) == "payment, target: this card is not being paid."
