"""What the table of Venti shows in the small decisions, and at the end."""

import random

import pytest
from msgspec.structs import replace

from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import parse_condition
from ridotto.games.venti.rules.matching import missing
from ridotto.games.venti.show.actions import notes as told_at_the_end
from ridotto.games.venti.show.payment import Resources, cheapest_payment, count_jokers, covered, suggested_payment
from tests.venti.scenes import GAME, NAMES, action, counters, hints, notes, play, position, scene, text_of, zone
from tests.venti.table import own_view, public_view

HAND = ["6/0", "6/1", "3/0", "3/1", "4/0"]


# The cheapest payment


def resources(hand="", permanent="", jokers=0):
    laid, held = (tuple(text.count(str(n)) for n in range(8)) for text in (permanent, hand))
    return Resources(laid, held, jokers)


@pytest.mark.parametrize(
    ("condition", "own", "plan"),
    [
        ("4 7", resources("47", "7"), (4, c.BY_PERMANENT + 7)),
        ("4 ?", resources("4445"), (4, 5)),
        ("? 4", resources("4", jokers=1), (c.AS_ANY, 4)),
        ("D S", resources("4", jokers=1), (4, c.AS_SYMBOL + 3)),
        ("?=? 3", resources("3366", jokers=1), (6, 6, 3)),
        ("?=?=?", resources("55", "2", jokers=2), (5, 5, c.AS_NUMBER + 5)),
        ("?=? ?=?", resources("1122"), (1, 1, 2, 2)),
        ("4 4", resources("4"), None),
    ],
)
def test_permanent_jokers_pay_first_and_joker_cards_last(condition, own, plan):
    assert cheapest_payment(parse_condition(condition), own) == plan


def test_what_is_declared_and_paid_stays():
    assert cheapest_payment(parse_condition("?=? ?=?"), resources("1122", jokers=1), (2,), 1) == (2, 1, 1)
    assert cheapest_payment(parse_condition("?=? ?=?"), resources("112"), (2,), 1) == (2, 1, 1)
    assert cheapest_payment(parse_condition("?=? ?=?"), resources("112"), (3,), 1) is None


def test_slots_are_covered_as_far_as_possible():
    assert covered(parse_condition("?=?=? 7"), resources("55", "2")) == (True, True, False, False)
    assert covered(parse_condition("4 7 D"), resources("4", jokers=1)) == (True, True, False)
    dice = random.Random(5)
    for _ in range(300):
        card = dice.randrange(c.JOKER)
        own = resources("".join(dice.choices("01234567", k=5)), dice.choice("01234567"), dice.randrange(2))
        numbers = [laid + held for laid, held in zip(own.permanent, own.hand, strict=True)]
        assert covered(c.CONDITIONS[card], own).count(False) == missing(c.CONDITIONS[card], numbers, own.jokers)


# Paying


def test_numbers_to_declare_tell_their_price():
    state = play(position([*HAND, "joker 2"]), "fulfil 2")
    shown = scene(state)
    assert notes(shown) == []
    *others, whole = shown.actions
    assert (text_of(whole.name), whole.move) == ("pay like this: 3, 3, 6 and 6", "declare 3")
    assert whole.then == ("card 3 (1)", "card 3 (1)", "declare 6", "card 6 (1)", "card 6 (1)")
    assert [(action.move, [text_of(hint) for hint in action.hints]) for action in others] == [
        ("declare 3", ["without a joker card"]),
        ("declare 6", ["without a joker card"]),
        ("declare 4", ["costs 1 joker card"]),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_a_payment_all_at_once_comes_to_its_end(players):
    """And costs as many joker cards as was said."""
    dice, state, paid = random.Random(players), GAME.start(players, players), 0
    for _ in range(600):
        if state.over:
            break
        actor = state.actor()
        ways = [action for action in scene(state, actor).actions if action.then]
        if ways and dice.random() < 0.7:
            jokers = count_jokers(suggested_payment(public_view(state), own_view(state, actor)))
            before = state.scores()[actor]
            play(state, ways[0].move, *ways[0].then)
            assert [ways[0].move, *ways[0].then].count("card joker") == jokers
            assert state.scores()[actor] > before
            paid += 1
        else:
            state.play(actor, dice.choice(state.moves(actor)))
    assert paid > 5


def test_slots_are_filled_one_after_another():
    state = play(
        position([*HAND, "joker 2"], seats={0: {"permanent": ["3/9"]}}), "fulfil 2", "declare 3", "permanent 3"
    )
    shown = scene(state)
    slots = zone(shown, "payment")
    assert text_of(slots.name) == "Target 2: ?=? ?=? for 3"
    assert [(piece.text, text_of(piece.label), piece.sign) for piece in slots.pieces] == [
        ("3▲", "•••", "∞"),
        ("3", "now", ""),
        ("?", "open", ""),
        ("?", "open", ""),
    ]
    assert text_of(shown.prompt) == "Card 2 of 4 for target 2: pay with a 3."
    assert [action.move for action in shown.actions if not action.then] == ["card 3 (1)", "card joker"]
    assert "3/9" not in [piece.id for piece in zone(shown, "hand").pieces]
    assert text_of(scene(state, 1).prompt) == "Anna is paying for target 2."


def test_the_cheapest_card_comes_first():
    state = play(position(["6/0", "6/9", "joker 2"], seats={0: {"permanent": ["6/4"]}}), "fulfil 1")
    shown = scene(state)
    *others, whole = shown.actions
    assert (whole.move, whole.then) == ("permanent 6", ("card 6 (3)",))
    assert [action.move for action in others] == ["permanent 6", "card 6 (3)", "card 6 (1)", "card joker"]
    assert [text_of(hint) for hint in others[0].hints] == ["stays with you"]
    assert text_of(zone(shown, "hand").name) == "Your hand and your permanent jokers"


@pytest.mark.parametrize("more", [{}, {"first_to_ten": 1}, {"players": 2}])
def test_cards_of_one_number_and_other_points_are_choices_of_their_own(more):
    state = play(position(["6/0", "6/9", "6/4"], **more), "fulfil 1")
    offered = [text_of(action.name) for action in scene(state).actions]
    assert offered == ["6■ worth 3", "6■ worth 2", "6■ worth 1", "pay like this: 6 and 6"]
    assert GAME.automatic_move(GAME.view(state, 0)) is None


def test_nobody_is_asked_where_there_is_no_choice():
    state = play(position(["6/0", "6/1"], seats={1: {"points": ["5/1"]}}, frozen={2: 1}), "fulfil 1")
    assert GAME.automatic_move(GAME.view(state, 0)) == GAME.parse("card 6 (1)")
    assert GAME.automatic_move(GAME.view(state, -1)) is None
    assert GAME.automatic_move(GAME.view(position(HAND), 0)) is None


def test_blind_payments_end_with_turning_the_card_up():
    state = position(HAND, frozen={2: 1}, options={"frozen_attempt": "blind_commit"})
    play(state, "fulfil 2", "card 6 (1)")
    shown = scene(state)
    assert text_of(zone(shown, "payment").name) == "Put down for target 2"
    assert [piece.id for piece in zone(shown, "payment").pieces] == ["card.6-0"]
    assert text_of(action(shown, "done").name) == "that's all: turn the card up"


# Penalties and catching up


def test_a_penalty_tells_what_is_lost_in_all():
    points = {"points": ["5/9", "3/2", "3/9"]}
    state = position(["0/0"], seats={0: points}, frozen={2: 0})
    play(state, "fulfil 2")
    shown = scene(state)
    assert text_of(shown.prompt) == "You failed. Give up point cards: at least 2 points."
    assert [(action.move, hints(shown, action.move)) for action in shown.actions] == [
        ("lose 3 (3)", ["3 points lost in all"]),
        ("lose 5 (3)", ["3 points lost in all"]),
        ("lose 3 (1)", ["4 points lost in all"]),
    ]
    assert [piece.text for piece in zone(shown, "points-0").pieces] == ["+1", "+3", "+3"]
    assert text_of(scene(state, 1).prompt) == "Anna must give up point cards."


def test_the_last_may_catch_up():
    seats = {
        0: {"points": ["5/8", "5/9", "3/9"]},
        1: {"points": ["1/0"], "hand": []},
        2: {"hand": ["2/4", "2/0", "2/8"]},
    }
    state = play(position(HAND, seats=seats), "fulfil 1", "card 6 (1)", "card 6 (1)")
    assert text_of(scene(state).prompt) == "First to ten! Give up point cards: at least 2 points."
    play(state, "lose 1 (2)")
    shown = scene(state, 2)
    assert text_of(shown.prompt) == "You're in last place and may add hand cards worth up to 2 points:"
    assert [(action.move, hints(shown, action.move)) for action in shown.actions] == [
        ("card 2 (1)", ["+1: 1 point"]),
        ("card 2 (2)", ["+2: 2 points"]),
        ("done", []),
    ]
    assert [piece.lit for piece in zone(shown, "hand").pieces] == [True, True, False]
    assert text_of(scene(state, 0).prompt) == "Cleo is in last place and may add hand cards."
    assert [text_of(mark) for mark in shown.panels[0].marks] == ["active", "first to ten"]


# The end


def test_the_end_tells_reason_frozen_cards_and_places():
    points = {0: ["5/11", "5/12"], 1: ["6/11", "3/11", "7/11", "7/12", "4/11"], 2: ["3/0"]}
    seats = {seat: {"points": cards} for seat, cards in points.items()}
    state = position(["0/0"], seats=seats, trigger=1, first_to_ten=0, turn=0, starter=1, frozen={2: 2}, phase="over")
    shown = scene(state, -1)
    assert text_of(shown.prompt) == "Ben wins with 20 points."
    assert notes(shown) == [
        "Ben was the first to reach twenty.",
        "Target 2 was still frozen, by Cleo.",
    ]
    assert [panel.seat for panel in shown.panels] == [1, 0, 2]
    assert counters(shown, 1) == {
        "place": 1, "score": 20, "scored": "4+4+4+4+4", "number": 5, "sacrificed": 0, "permanent": "–",
    }  # fmt: skip


@pytest.mark.rule("venti.end.tie_cards", "venti.end.tie_sacrificed", "venti.end.draw")
@pytest.mark.parametrize(
    ("cards", "sacrificed", "line"),
    [
        ((3, 2), (0, 0), "Ben and Anna are tied on points; fewer point cards break the tie."),
        (
            (2, 2),
            (1, 0),
            "Ben and Anna are tied on points; fewer point cards break the tie, then fewer points sacrificed.",
        ),
        (
            (2, 2),
            (1, 1),
            "Anna and Ben are tied on points; those level on point cards and points sacrificed share a place.",
        ),
    ],
)
def test_equal_points_are_told_apart(cards, sacrificed, line):
    public = public_view(position([], players=2))
    seats = tuple(
        replace(seat, score=6, points=tuple(range(count)), sacrificed=given)
        for seat, count, given in zip(public.seats, cards, sacrificed, strict=True)
    )
    over = replace(public, phase="over", trigger=None, round=50, targets=(), seats=seats)
    assert [text_of(note) for note in told_at_the_end(over)] == [
        "Nobody has reached twenty after 50 rounds: the game is over.",
        line,
    ]


def test_everything_open_can_be_looked_through():
    shown = scene(position(HAND, seats={1: {"points": ["5/9"]}}))
    folded = {part.id: part for part in shown.zones if part.folded}
    assert list(folded) == ["points-1", "discarded", "unseen"]
    assert text_of(folded["points-1"].name) == f"{NAMES[1]}'s point cards"
    left = {counter.id: counter.value for counter in folded["unseen"].counters}
    assert (left["unseen.6"], left["unseen.joker"], left["unseen.chaos"]) == (10, 0, 0)
    assert left["unseen.5"] == 11
