"""Cards, rows, turns and answers that cannot be are refused in one sentence."""

import pytest

from tests.diciassette.refusals import call_snapshot, in_seat, over_snapshot, refusal, turn_snapshot
from tests.diciassette.table import ANY_HANDS, all_in_row, game, position, row_of


def test_the_positions_themselves_are_possible():
    for shown in (turn_snapshot(), call_snapshot(), over_snapshot(), turn_snapshot(row="1:4/4 2:x2", due=2)):
        game.load(shown)


# Cards


def test_a_hand_of_four():
    assert "4 cards are too many, 3 would be the most" in refusal(
        in_seat(turn_snapshot(), 0, hand=["1/1", "1/1", "2/2", "5"])
    )


@pytest.mark.parametrize("hand", [[], ["1/1"], ["1/1", "2/2"]])
def test_a_hand_that_is_short_although_there_are_cards(hand):
    shown = turn_snapshot()
    del shown["discards"]
    assert f"Seat 1 holds {len(hand)} cards" in refusal(in_seat(shown, 1, hand=hand))


def test_a_card_too_often():
    shown = turn_snapshot()
    assert "There are 8 of 1/1; the game has 7" in refusal(shown, pile=[*shown["pile"], "1/1"])
    assert "There are 6 of trap; the game has 5" in refusal(shown, row=[*shown["row"], *row_of("1:trap-")])
    assert "There are 4 of 5; the game has 3" in refusal(in_seat(shown, 1, trashed=["5"]))


def test_a_card_that_is_missing():
    shown = turn_snapshot()
    assert "There are 4 of trap; the game has 5" in refusal(shown, pile=shown["pile"][:-1])


def test_more_cards_than_there_are():
    many = ["1/1"] * 71
    assert "pile: 71 cards are too many" in refusal(turn_snapshot(), pile=many)
    assert "discards: 71 cards are too many" in refusal(turn_snapshot(), discards=many)
    assert "trashed: 71 cards are too many" in refusal(in_seat(turn_snapshot(), 0, trashed=many))
    assert "row: 71 cards are too many" in refusal(turn_snapshot(), row=row_of("1:1/1") * 71)


@pytest.mark.parametrize("card", ["6", "1/2", "0", "joker", "", "back", "any", 5, None, True, ["5"]])
def test_unknown_cards(card):
    shown = turn_snapshot()
    for changed in (
        in_seat(shown, 0, hand=["1/1", "1/1", card]),
        in_seat(shown, 0, trashed=[card]),
        {**shown, "pile": [card]},
        {**shown, "discards": [card]},
        {**shown, "row": [{"seat": 0, "card": card, "face": "up"}]},
    ):
        assert "there is no" in refusal(changed)


def test_a_two_sided_card_that_was_trashed_unseen():
    assert "4/4 has its number on both sides" in refusal(in_seat(turn_snapshot(), 0, trashed=["4/4"]))


# The row


def test_a_trash_that_lies_face_up_in_the_row():
    assert "row, card 2: a trash laid face up does not stay" in refusal(turn_snapshot(), row=row_of("1:4/4 2:trash"))
    last = {"caller": 1, "player": 2, "row": row_of("2:trash")}
    assert "last, row, card 1: a trash" in refusal(turn_snapshot(), last=last)


@pytest.mark.parametrize(
    ("laid", "message"),
    [
        ({"seat": 3, "card": "5", "face": "up"}, "seat must be a number from 0 to 2"),
        ({"seat": -1, "card": "5", "face": "up"}, "seat must be a number from 0 to 2"),
        ({"card": "5", "face": "up"}, "seat must be a number"),
        ({"seat": 0, "card": "5", "face": "left"}, "face: there is no 'left'"),
        ({"seat": 0, "card": "5"}, "face: there is no None"),
        ({"seat": 0, "face": "up"}, "there is no None"),
        ({"seat": 0, "card": "5", "face": "up", "colour": "red"}, "unknown entry 'colour'"),
        ("5", "must be an object"),
    ],
)
def test_a_card_of_the_row_that_is_none(laid, message):
    assert message in refusal(turn_snapshot(), row=[laid])


def test_more_cards_in_the_row_than_two_a_turn():
    five = "0:4/4 1:4/4 2:4/4 0:4/4 1:4/4 2:3-"
    assert "6 cards cannot have come into the row in 2 turns" in refusal(turn_snapshot(row=five, turns=2))
    game.load(turn_snapshot(row=five, turns=3))


def test_a_call_window_after_a_turn_whose_card_is_not_there():
    """Seat 0 had the turn, but the last card is that of seat 2, and no trash was ever discarded."""
    assert "Seat 0 had the last turn, but has not laid the last card" in refusal(call_snapshot(turn=0, discards="1/1"))
    game.load(call_snapshot(turn=0, discards="1/1 trash"))


def test_a_call_window_after_a_turn_whose_player_has_not_drawn():
    for shown in (call_snapshot(turns=40), {**over_snapshot(), "turns": 40}):
        card, *others = shown["seats"][2]["hand"]
        short = in_seat(shown, 2, hand=others)
        assert "Seat 2 had the last turn, but has not drawn" in refusal(short, pile=[card, *shown["pile"]])
        assert "Seat 2 had the last turn, but has not drawn" in refusal(short, discards=[card, *shown["discards"]])
    game.load(all_in_row("4/4 4/4 4/4", "3/3 3/3 3/3", "2/2", turn=2, phase="call").snapshot())


# The discards


def test_more_covered_cards_trashed_than_there_were_trash_cards():
    shown = turn_snapshot(trashed={1: "trap 5", 2: "5"}, discards="trash trash trash")
    game.load(shown)
    shown["discards"].remove("trash")
    shown["pile"].append("trash")
    assert "3 covered cards cannot have gone with 2 trash cards" in refusal(shown)


def test_the_first_round_has_left_a_card_for_every_turn():
    """A trash on an empty row is discarded: one card at least."""
    first = position(*ANY_HANDS[:3], round=1, phase="call", turn=1, turns=1)
    assert "0 cards cannot be all that was played in 1 turns" in refusal(first)
    game.load(position(*ANY_HANDS[:3], round=1, phase="call", turn=1, turns=1, discards="trash"))
    assert "2 cards cannot be all" in refusal(turn_snapshot(round=1, turns=3))
    game.load(turn_snapshot(round=1, turns=3, discards="trash"))
    game.load(turn_snapshot(round=2, turns=3))


def test_the_first_round_turns_by_a_reverse_only():
    back = {"round": 1, "direction": "counter-clockwise"}
    assert "Nobody has changed the direction of round 1" in refusal(turn_snapshot(**back))
    assert "Nobody has changed the direction" in refusal(turn_snapshot(row="1:4/4 2:reverse-", **back))
    game.load(turn_snapshot(row="1:4/4 2:reverse", **back))
    game.load(turn_snapshot(discards="trash reverse", turns=4, **back))
    game.load(turn_snapshot(direction="counter-clockwise"))
    game.load({**all_in_row(*ANY_HANDS[:3], turn=2, phase="call").snapshot(), **back})  # reshuffled since, perhaps


# x2


def test_two_cards_are_due_after_an_x2_only():
    assert "Two cards are due without an x2" in refusal(turn_snapshot(due=2, discards="1/1"))
    assert "Two cards are due without an x2" in refusal(turn_snapshot(row="1:4/4 2:x2-", due=2, discards="1/1"))
    assert "Two cards are due without an x2" in refusal(call_snapshot(double=True, discards="1/1"))
    for possible in (
        turn_snapshot(due=2, discards="x2 trash"),
        turn_snapshot(row="1:4/4 2:x2", due=2),
        turn_snapshot(due=2),
    ):
        game.load(possible)  # the last one: trashed, and reshuffled by the next draw
    game.load(call_snapshot(double=True, discards="trash x2"))


def second(row, **given):
    """Seat 0 has laid the first of two cards."""
    return position("1/1 2/2", *ANY_HANDS[1:3], **{"row": row, "turns": 2, **given})


def test_the_second_of_two_cards_follows_an_x2():
    assert "Two cards are due without an x2" in refusal(second("2:3 0:4/4", discards="1/1"))
    assert "Two cards are due without an x2" in refusal(second("2:3", discards="trash 1/1 2"))
    for possible in (second("2:x2 0:4/4"), second("2:3 0:4/4"), second("2:3", discards="trash 1/1")):
        game.load(possible)


def test_the_first_of_two_cards_lies_there_or_was_a_trash():
    between = {"phase": "call", "due": 1, "options": {"call_between_double": "true"}}
    for window in ({}, between):
        assert "Seat 0 has laid its first card, but it is not there" in refusal(second("0:4/4 2:x2", **window))
        assert "it is not there" in refusal(second("0:4/4 2:x2", discards="x2", **window))
        game.load(second("0:4/4 2:x2 0:3-", **window))
        game.load(second("0:4/4 2:x2", discards="trash 1/1", **window))


def test_an_x2_that_is_passed_on_lies_on_the_right():
    for row in ("2:x2 0:4/4", "2:x2 0:x2-", "0:x2 2:x2", ""):
        assert "Seat 0 has laid no x2" in refusal(second(row, double=True, discards="trash"))
    assert "Two cards are due without an x2" in refusal(second("2:3 0:x2", double=True, discards="trash"))
    game.load(second("2:x2 0:x2", double=True, discards="trash"))
    game.load(second("2:3 0:x2", double=True, discards="trash x2"))


# The turn


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"due": 0}, "at least one card is due"),
        ({"due": 3}, "due must be a number from 0 to 2"),
        ({"turn": 3}, "turn must be a number from 0 to 2"),
        ({"turns": 201}, "turns must be a number from 0 to 200"),
        ({"turns": 200}, "No turn follows the last one, number 200"),
        ({"turns": 0}, "the row is empty and one card is due"),
        ({"round": 0}, "round must be a number from 1 to 100"),
        ({"round": 101}, "round must be a number from 1 to 100"),
        ({"phase": "draw"}, "phase: there is no 'draw'"),
        ({"direction": "left"}, "direction: there is no 'left'"),
        ({"double": 1}, "double must be true or false"),
        ({"double": True}, "it cannot hold three"),
        ({"double": True, "due": 2}, "The x2 before a turn of two cards is used up"),
        ({"row": "x"}, "row must be a list"),
        ({"seats": []}, "There are 0 seats for 3 players"),
        ({"seats": {}}, "seats must be a list"),
        ({"last": []}, "last must be an object"),
    ],
)
def test_a_turn_that_cannot_be(changes, message):
    assert message in refusal(turn_snapshot(), **changes)


@pytest.mark.parametrize(
    "changes", [{"due": 2}, {"double": True}, {"phase": "call", "due": 0}, {"phase": "over", "due": 0}]
)
def test_before_the_first_card_of_a_round(changes):
    shown = position(*ANY_HANDS[:3], turns=0)
    game.load(shown)
    assert "the row is empty and one card is due" in refusal(shown, **changes)


def test_before_the_first_card_of_the_game():
    assert "The round begins clockwise" in refusal(position(*ANY_HANDS[:3], round=1, direction="counter-clockwise"))
    assert "nothing is discarded" in refusal(position(*ANY_HANDS[:3], round=1, discards="1/1"))
    assert "nothing is discarded" in refusal(position(*ANY_HANDS[:3], round=1, trashed={1: "trap"}))
    game.load(position(*ANY_HANDS[:3], round=2, direction="counter-clockwise"))


def test_a_round_that_begins_counter_clockwise_where_it_is_reset():
    shown = position(*ANY_HANDS[:3], direction="counter-clockwise", options={"direction_resets": "true"})
    assert "The round begins clockwise" in refusal(shown)


def test_a_player_to_act_without_a_card():
    state = all_in_row("", "4/4", "3 2", turn=2, phase="call")
    shown = {**state.snapshot(), "phase": "play", "turn": 0, "due": 1}
    assert "Seat 0 has no card to play" in refusal(shown)


def test_a_window_between_two_cards():
    shown = position(
        "1/1 2/2", *ANY_HANDS[1:3], row="2:x2 0:4/4", phase="call", due=1, options={"call_between_double": "true"}
    )
    game.load(shown)
    assert "the option call_between_double is false" in refusal(shown, options={})
    assert "In the phase 'call' no two cards are due." in refusal(shown, due=2)
    shown["pile"].remove("5/5")
    assert "Seat 0 has laid a card and not drawn yet" in refusal(in_seat(shown, 0, hand=["1/1", "2/2", "5/5"]))


def test_a_window_between_two_cards_without_a_second_card():
    state = all_in_row("", "4/4", "3 2", turn=0, phase="call", options={"call_between_double": "true"})
    assert "Seat 0 has no second card to play" in refusal(state.snapshot(), due=1)


# Answers


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({2: "pass"}, "Seat 2 is not asked"),
        ({0: "call"}, "the call window is closed"),
        ({0: "pass", 1: "call"}, "the call window is closed"),
        ({0: "pass", 1: "pass"}, "the call window is closed"),
        ({0: "maybe"}, "answer: there is no 'maybe'"),
        ({1: 28}, "answer: there is no 28"),
    ],
)
def test_answers_that_cannot_be_open(answers, message):
    assert message in refusal(call_snapshot(answers=answers))


def test_open_answers():
    assert game.load(call_snapshot(answers={0: "pass"})).actors() == [1]
    assert game.load(call_snapshot(answers={1: "call"})).actors() == [0]


def test_an_answer_that_nobody_has_asked_for():
    assert "Seat 1 is not asked for an answer" in refusal(turn_snapshot(answers={1: "pass"}))
    assert "Seat 1 is not asked for an answer" in refusal(in_seat(over_snapshot(), 1, answer="pass"))
