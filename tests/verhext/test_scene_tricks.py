"""What is shown of the tricks of Verhext!, and what is said about the cards one might play."""

import random

import pytest

from ridotto.games.verhext import components as c
from tests.verhext.scenes import (
    ANNA,
    BEN,
    CLEO,
    GAME,
    counters,
    hints,
    playing,
    position,
    scene,
    seat,
    text_of,
    zone,
)
from tests.verhext.table import start
from tests.verhext.views import public_of


def test_a_pair_shows_its_sum_and_the_winner():
    state = playing([{"leader": 1, "plays": ["broom 5 + potion 2", "broom 7"]}])
    trick = zone(scene(state, 0), "trick")
    base = trick.pieces[0]
    assert [text_of(mark) for mark in base.marks] == ["5 + 2 = 7", "tied"]
    assert [text_of(mark) for mark in trick.pieces[2].marks] == ["tied"]
    assert trick.pieces[1].on == base.id
    assert text_of(trick.note) == "Led: witch broom. Tied so far."


def test_the_play_that_wins_at_the_moment_is_marked():
    state = playing([{"leader": 1, "plays": ["rat 3", "rat 5"]}])
    shown = scene(state, 0)
    assert [text_of(mark) for mark in zone(shown, "trick").pieces[1].marks] == ["wins"]
    assert text_of(shown.prompt) == "Follow suit: rats were led."
    assert [piece.id for piece in zone(shown, "hand").pieces if piece.lit] == ["hand.rat-1", "hand.rat-2"]


def test_who_cannot_follow_is_told_so():
    state = playing(
        [{"leader": 1, "plays": ["broom 5", "broom 7"]}], hands=([*ANNA[:4], "crow 4", *ANNA[5:]], BEN, CLEO)
    )
    assert text_of(scene(state, 0).prompt) == "You have no witch brooms: play any card."


def test_the_last_trick_lies_open_until_one_has_played_to_the_next():
    first = {"leader": 1, "plays": ["rat 3", "rat 5", "rat 1"]}
    for plays in ([], ["rat 6"], ["rat 6", "rat 2"]):
        state = playing([first, {"leader": 2, "plays": plays}] if plays else [first])
        last = zone(scene(state, 1), "trick-1")
        assert (text_of(last.name), text_of(last.note), last.folded) == ("Last trick", "Cleo won.", False)
        assert [[text_of(mark) for mark in piece.marks] for piece in last.pieces] == [[], ["won"], []]
        assert zone(scene(state, 2), "trick-1").folded is bool(plays)
        assert zone(scene(state, -1), "trick-1").folded is (len(plays) > 1)
    state.play(1, GAME.parse("rat 4"))
    assert zone(scene(state, 1), "trick-1").folded


def test_the_last_trick_of_a_round_lies_open_while_zero_cards_are_decided():
    tricks = [
        {"leader": 1, "plays": ["rat 3", "rat 5", "rat 1 + potion 1"]},
        {"leader": 2, "plays": ["rat 6", "rat 2 + potion 1", "rat 4"]},
        {"leader": 2, "plays": ["crow 5", "crow 1 + potion 1", "crow 3"]},
        {"leader": 2, "plays": ["broom 7", "crow 2", "broom 3"]},
    ]
    seats = [
        seat(leftover=[], prophecy="1x", zeros=1),
        seat(leftover=["broom 5", "spider 2", "potion 2"], prophecy="3x"),
        seat(leftover=["broom 8", "spider 3", "potion 3"], prophecy="2+"),
    ]
    last = zone(scene(position(seats, tricks=tricks, phase="count"), 0), "trick-4")
    assert (text_of(last.name), last.folded) == ("Last trick", False)


def test_tricks_before_the_last_can_be_looked_at():
    plays = [["rat 3", "rat 5", "rat 1"], ["rat 6", "rat 2", "rat 4"]]
    shown = scene(playing([{"leader": 1, "plays": plays[0]}, {"leader": 2, "plays": plays[1]}]), 2)
    folded = {part.id: part.folded for part in shown.zones}
    assert (folded["trick-1"], folded["trick-2"]) == (True, False)
    assert text_of(zone(shown, "trick-1").name) == "Trick 1"


def test_a_card_says_how_it_would_stand():
    """Crows led, spiders are trump."""
    hand = ["crow 3", "crow 5", "crow 6", *BEN[:2], "potion 1", "potion 2"]
    anna = ["crow 4", "crow 2", "crow 1", *ANNA[:2], "potion 3", "potion 1"]
    cleo = ["crow 7", "crow 8", "crow 9", *CLEO[:2], *CLEO[3:5]]
    state = playing([{"leader": 0, "plays": ["crow 2 + potion 3"]}], (anna, hand, cleo), ("3x", "0", "0"))
    shown = scene(state, 1)
    assert hints(shown, "crow 3") == ["doesn't win"]
    assert hints(shown, "crow 5") == ["ties with Anna: nobody would win"]
    assert hints(shown, "crow 6") == ["winning so far"]
    assert [text_of(mark) for piece in zone(shown, "hand").pieces for mark in piece.marks] == ["ties", "wins"]
    state.play(1, GAME.parse("crow 3"))
    shown = scene(state, 1)
    assert hints(shown, "no potion") == ["doesn't win"]
    assert hints(shown, "add 1") == ["makes crow 4", "doesn't win"]
    assert hints(shown, "add 2") == ["makes crow 5", "ties with Anna: nobody would win"]
    state.play(1, GAME.parse("no potion"))
    assert hints(scene(state, 2), "crow 7") == ["wins the trick"]


def test_trump_beats_what_was_led():
    hand = ["crow 3", "crow 4", "spider 2", "broom 2", "broom 3", "broom 4", "potion 2"]
    shown = scene(playing([{"leader": 0, "plays": ["rat 2"]}], (ANNA, hand, CLEO), ("3x", "0", "0")), 1)
    assert hints(shown, "spider 2") == ["trump", "winning so far"]
    assert hints(shown, "crow 4") == ["doesn't win"]


def test_who_leads_is_not_told_how_a_card_would_stand():
    assert hints(scene(playing(), 1), "crow 3") == []


def test_a_potion_in_the_next_step_is_announced_if_there_is_one():
    said_next = "Next, you can add a potion to your card."
    state = playing()
    assert said_next in [text_of(note) for note in scene(state, 1).notes]
    assert scene(state, 0).notes == ()
    state.play(1, GAME.parse("broom 5"))
    assert scene(state, 1).notes == ()
    must = playing([{"leader": 1, "plays": ["potion 2", "potion 3"]}])
    assert scene(must, 0).notes == ()


def test_where_several_potions_may_be_added_the_question_is_asked_again():
    hands = (["rat 1", "rat 2", "crow 1", "potion 2", "potion 1", "potion 1", "potion 3"], BEN, CLEO)
    state = playing([], hands, ("3x", "1x", "2+"), options={"potions_per_play": "any"})
    asked = []
    for move in ("rat 1", "add 2", "add 1"):
        state.play(0, GAME.parse(move))
        shown = scene(state, 0)
        asked.append((text_of(shown.prompt), *(text_of(action.name) for action in shown.actions if action.passes)))
    assert asked == [("Add a potion?", "without potion"), *[("Add another potion?", "no more potions")] * 2]


def test_equal_potions_are_lit_together():
    hand = [*BEN[:5], "potion 2", "potion 2"]
    shown = scene(playing(hands=(ANNA, hand, CLEO)), 1)
    assert [piece.lit for piece in zone(shown, "hand").pieces if piece.art == "potion"] == [True, True]


def test_whoever_lays_a_card_sees_it_gone_from_the_hand_and_others_do_not():
    state = playing()
    state.play(1, GAME.parse("broom 5"))
    assert [counters(scene(state, viewer), 1)["cards"] for viewer in (0, 1, 2)] == [7, 6, 7]


def test_the_end_of_the_round_is_seen_coming():
    pairs = ["potion 1", "potion 1", "potion 1"]
    hand = ["rat 1", "rat 2", "crow 1", "crow 2", *pairs]
    state = playing(
        [
            {"leader": 1, "plays": ["rat 3", "rat 5", "rat 1 + potion 1"]},
            {"leader": 2, "plays": ["rat 6", "rat 2 + potion 1", "rat 4"]},
        ],
        hands=(hand, BEN, CLEO),
    )
    assert scene(state, 0).notes == ()
    state.play(2, GAME.parse("crow 5"))
    state.play(2, GAME.parse("no potion"))
    state.play(0, GAME.parse("crow 1"))
    state.play(0, GAME.parse("no potion"))
    state.play(1, GAME.parse("crow 3"))
    state.play(1, GAME.parse("no potion"))
    assert [text_of(note) for note in scene(state, 1).notes] == [
        "The round may end with this trick: Anna has only two cards left."
    ]


ANY = {"potions_per_play": "any"}


@pytest.mark.rule("verhext.play.end")
def test_where_several_potions_may_be_added_a_long_hand_may_be_gone_at_once():
    """Anna has three cards, the others five. Ben knows his own: there is one potion among them."""
    tricks = [
        {"leader": 1, "plays": ["rat 3", "rat 5", "rat 1 + potion 1"]},
        {"leader": 2, "plays": ["rat 6", "rat 2 + potion 1", "rat 4"]},
    ]
    hands = (["rat 1", "rat 2", "crow 1", "potion 2", "potion 1", "potion 1", "potion 3"], BEN, CLEO)
    assert [text_of(note) for note in scene(playing(tricks, hands), -1).notes] == []
    warned = "The round may end with this trick: with potions, {} could play all their cards at once."
    everybody = playing(tricks, hands, options=ANY)
    assert text_of(scene(everybody, -1).notes[0]) == warned.format("Anna, Ben and Cleo")
    assert text_of(scene(everybody, 1).notes[0]) == warned.format("Anna and Cleo")
    assert text_of(scene(everybody, 0).notes[0]) == warned.format("Anna, Ben and Cleo")


def test_potions_that_were_played_or_turned_up_are_in_no_hand():
    plays = ["rat 3 + potion 2 + potion 2 + potion 2", "rat 5 + potion 3 + potion 3", "rat 1" + 3 * " + potion 1"]
    hands = (
        ["rat 1", *["potion 1"] * 3, "crow 1", "crow 2", "broom 1"],
        ["rat 3", *["potion 2"] * 3, "crow 3", "broom 5", "broom 3"],
        ["rat 5", *["potion 3"] * 2, "crow 5", "broom 7", "broom 8", "spider 3"],
    )
    state = playing([{"leader": 1, "plays": plays}], hands, trump="potion 3", options=ANY)
    assert [scene(state, viewer).notes for viewer in (-1, 0, 1, 2)] == [()] * 4


def test_the_highest_play_shown_is_the_one_that_wins():
    """Of each finished trick the top that was shown is told as the winner, or as those who tied."""
    dice = random.Random(4)
    state = start(5, 4)
    state.listen()
    ties = tricks = 0
    while not state.over:
        before = state.copy()
        state.play(state.actor(), dice.choice(state.moves(state.actor())))
        for note in state.take_notes():
            if note.kind in (c.TRICK_WON, c.TRICK_TIED) and state.round == before.round:
                top = public_of(state).tricks[before.trick].top
                tied = [seat for seat in range(5) if note.c >> seat & 1]
                assert sorted(top) == (tied if note.kind == c.TRICK_TIED else [note.a])
                ties += note.kind == c.TRICK_TIED
                tricks += 1
    assert tricks > ties > 0
