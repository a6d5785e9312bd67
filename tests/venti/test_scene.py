"""What the table of Venti shows: section 13 of its specification."""

import random

import pytest

from tests.venti.scenes import GAME, action, counters, hints, marks, notes, play, position, scene, text_of, zone

BUTTONS = ("replace", "end turn", "done")
HAND = ["6/0", "6/1", "3/0", "3/1", "4/0"]


# The display


def test_targets_show_condition_points_and_what_is_missing():
    shown = scene(position(HAND))
    targets = zone(shown, "targets")
    assert [(piece.at, piece.text, text_of(piece.label)) for piece in targets.pieces] == [
        ("1", "+2", "6 6"),
        ("2", "+3", "?=? ?=?"),
        ("3", "+4", "6 1 2 4"),
    ]
    assert marks(shown, "targets") == [["ready"], ["ready"], ["2 missing"]]
    assert [piece.lit for piece in targets.pieces] == [True, True, False]


def test_symbols_of_conditions_are_signs():
    shown = scene(position(HAND, targets=["0/8", "3/6", "5/7"]))
    assert [text_of(piece.label) for piece in zone(shown, "targets").pieces] == ["● ▲ ◆ ■", "?=? ●", "3 ?=?"]


def test_centre_cards_tell_which_targets_they_help_and_whether_they_could_be_paid():
    """Anna has a triangle, a diamond and a square, and pairs; she has neither 7 nor 0 nor 2."""
    assert marks(scene(position(HAND)), "centre") == [["→ 3", "payable"], [], ["payable"], ["→ 3"]]
    assert text_of(zone(scene(position(HAND)), "centre").note) == "→ helps with that target"


def test_only_who_is_asked_is_helped():
    state = position(HAND)
    for viewer in (-1, 1):
        shown = scene(state, viewer)
        assert marks(shown, "centre") == [[], [], [], []]
        assert not any(piece.lit for piece in zone(shown, "targets").pieces)
    assert marks(scene(state, -1), "targets") == [[], [], []]
    assert marks(scene(state, 1), "targets") == [["2 missing"], ["4 missing"], ["4 missing"]]


@pytest.mark.rule("venti.freeze.no_peek")
def test_a_frozen_card_is_a_back_with_the_name_of_its_freezer():
    shown = scene(position(HAND, frozen={2: 1}))
    piece = zone(shown, "targets").pieces[1]
    assert (piece.id, piece.art, piece.text, piece.owner, piece.marks) == ("frozen.2", "frozen", "?", 1, ())
    others = scene(position(HAND, targets=["1/4", "7/12", "6/12"], frozen={2: 1}))
    assert zone(others, "targets").pieces[1] == piece


def test_with_open_frozen_cards_the_face_is_shown():
    shown = scene(position(HAND, frozen={2: 1}, options={"frozen_view": "open"}))
    piece = zone(shown, "targets").pieces[1]
    assert (text_of(piece.label), piece.owner) == ("?=? ?=?", 1)
    assert marks(shown, "targets")[1] == ["frozen", "ready"]
    assert action(shown, "fulfil 2").confirm is None


def test_the_hand_is_sorted_by_number_with_its_points_as_dots():
    shown = scene(position(["7/0", "joker 2", "0/8", "3/4"]))
    hand = zone(shown, "hand")
    assert [(piece.text, text_of(piece.label)) for piece in hand.pieces] == [
        ("0●", "•••"),
        ("3▲", "••"),
        ("7■", "•"),
        ("?", "joker"),
    ]


def test_panels_show_points_jokers_and_actions():
    ben = {"points": ["5/9", "5/1"], "permanent": ["2/0", "7/1"], "extra": ["3/4"], "hand": ["0/0"]}
    shown = scene(position(HAND, seats={1: ben}))
    assert counters(shown, 1) == {
        "score": 4, "left": 16, "scored": "3+1", "cards": 1, "permanent": "2▲ 7■", "actions": 4,
            "sacrificed": 2,
    }  # fmt: skip
    assert counters(shown, 0)["permanent"] == "–"


def test_the_last_turns_are_counted_down():
    ben = {"points": ["5/11", "5/12", "6/11", "7/11", "4/11"]}
    state = position(HAND, seats={1: ben}, trigger=1, final_queue=[2], first_to_ten=0)
    shown = scene(state)
    assert notes(shown)[:2] == ["Ben has reached twenty.", "Last turns to come: Cleo."]
    assert [[text_of(mark) for mark in panel.marks] for panel in shown.panels] == [
        ["first to ten"], ["reached twenty"], ["one last turn"],
    ]  # fmt: skip
    assert hints(shown, "freeze 1") == ["if it's still frozen at the end, it costs you two points or more"]
    assert "Freeze it?" in text_of(action(shown, "freeze 1").confirm)
    assert action(scene(position(HAND)), "freeze 1").confirm is None
    last = scene(position(HAND, seats={1: ben}, trigger=1, first_to_ten=0))
    assert notes(last)[1] == "This is the last turn."


def test_in_the_last_turns_payments_are_not_talked_over():
    ben = {"points": ["5/11", "5/12", "6/11", "7/11", "4/11"]}
    state = play(position(["6/0", "6/1"], seats={1: ben}, trigger=1, final_queue=[2], first_to_ten=0), "fulfil 1")
    assert notes(scene(state)) == []
    assert "pay like this: 6 and 6" in [text_of(action.name) for action in scene(state).actions]
    assert notes(scene(play(state, state.game.text(state.moves(0)[0])))) == ["Cheapest: 6."]
    assert notes(scene(state, 2))[0] == "Ben has reached twenty."


def test_whoever_would_be_the_first_to_ten_is_warned():
    anna = {"points": ["5/11", "5/9"]}
    warning = "Target 2 makes you the first to ten: you give up two points or more."
    assert notes(scene(position(["3/0", "3/1", "4/0", "4/1"], seats={0: anna}))) == ["You can pay target 2.", warning]
    assert warning not in notes(scene(position(["3/0", "3/1", "4/0", "4/1"], seats={0: anna}, first_to_ten=1)))
    assert warning not in notes(scene(position(["3/0", "3/1", "4/0", "4/1"], seats={0: anna}, players=2)))
    assert warning not in notes(scene(position(["3/0", "3/1", "4/0", "4/1"], seats={0: {"points": ["5/11"]}})))


def test_who_was_fined_at_ten_is_named():
    shown = scene(position(HAND))
    assert text_of(zone(shown, "ten").counters[0].value) == "nobody yet"
    later = scene(position(HAND, first_to_ten=1))
    assert text_of(zone(later, "ten").counters[0].value) == "Ben"
    assert [[text_of(mark) for mark in panel.marks] for panel in later.panels] == [[], ["first to ten"], []]


def test_when_all_turns_are_over_nobody_is_on_turn():
    ben = {"points": ["5/11", "5/12", "6/11", "7/11", "4/11"]}
    fine = {"for": "still frozen", "target": 2}
    state = position(
        HAND, seats={1: ben, 2: {"points": ["2/0"]}}, trigger=1, first_to_ten=1, frozen={2: 2}, phase="penalty",
        penalty=fine,
    )  # fmt: skip
    shown = scene(state)
    assert notes(shown) == []
    assert [[text_of(mark) for mark in panel.marks] for panel in shown.panels] == [
        [], ["first to ten", "reached twenty"], [],
    ]  # fmt: skip


def test_equal_numbers_of_the_centre_are_told_apart_by_their_place():
    shown = scene(position(HAND, centre=["5/1", "joker 1", "5/0", "joker 2"]))
    assert [text_of(action(shown, f"draw {n}").name) for n in range(1, 5)] == [
        "take 5◆ (centre 1)", "take the joker (centre 2)", "take 5◆ (centre 3)", "take the joker (centre 4)",
    ]  # fmt: skip
    plain = scene(position(HAND))
    assert [text_of(action(plain, f"draw {n}").name) for n in (3, 4)] == ["take 5◆", "take the joker"]


# What is offered


def test_actions_come_in_the_order_of_their_kinds():
    state = position(HAND, seats={0: {"points": ["5/9", "5/4"]}})
    moves = [action.move for action in scene(state).actions]
    assert moves == [
        *(f"draw {n}" for n in range(1, 5)), "fulfil 1", "fulfil 2", "freeze 1", "freeze 2", "freeze 3",
        "joker from 5 (2)", "joker from 5 (3)", "action from 5 (2)", "action from 5 (3)",
        "replace", *(f"exchange {target} {n}" for target in range(1, 4) for n in range(1, 5)),
    ]  # fmt: skip


def test_names_are_short_and_tell_the_price():
    shown = scene(position(HAND, seats={0: {"points": ["5/9", "5/4"]}}))
    offered = {
        move: text_of(action(shown, move).name)
        for move in ("draw 1", "draw 4", "joker from 5 (2)", "action from 5 (3)")
    }
    assert offered == {
        "draw 1": "take 2▲",
        "draw 4": "take the joker",
        "joker from 5 (2)": "make 5◆ a joker: −2",
        "action from 5 (3)": "make 5◆ an action: −3",
    }


def test_a_card_that_completes_a_target_says_so():
    shown = scene(position(["6/0", "1/0", "2/0"], targets=["1/4", "0/9", "6/12"], centre=["6/1", "4/0", "5/0", "0/0"]))
    assert hints(shown, "draw 1") == ["lets you pay target 1"]
    assert hints(shown, "draw 2") == ["lets you pay target 3"]
    assert hints(shown, "draw 3") == []


@pytest.mark.rule("venti.ten.penalty")
def test_a_fulfilment_tells_gain_consequence_and_cheapest_payment():
    shown = scene(position([*HAND, "joker 2"], seats={0: {"points": ["5/9", "5/8", "3/9"]}}))
    assert hints(shown, "fulfil 1") == ["+2: 11 points", "first to ten: you give up two points or more", "with 6 and 6"]
    two = position(HAND, players=2, seats={0: {"points": ["5/9", "5/8", "3/9", "2/9", "2/8", "6/8"]}})
    assert hints(scene(two), "fulfil 1") == ["+2: 20 points", "starts the last turns", "with 6 and 6"]


def test_an_exchange_tells_what_could_be_paid_then():
    shown = scene(position(HAND))
    assert hints(shown, "exchange 3 1") == ["then you could pay it: +2"]
    assert hints(shown, "exchange 3 2") == []
    assert (action(shown, "exchange 3 1").take, action(shown, "exchange 3 1").put) == ("exchange.3", "card.2-5")


@pytest.mark.rule("venti.frozen.fail.other", "venti.frozen.fail.own")
def test_an_attempt_is_asked_about_once_more_with_its_price():
    shown = scene(position(HAND, frozen={2: 1}))
    assert hints(shown, "fulfil 2") == ["if you fail, Ben gets it"]
    assert text_of(action(shown, "fulfil 2").confirm) == (
        "If you can't pay target 2, Ben gets the card and its points. Try it?"
    )
    own = scene(position(HAND, frozen={2: 0}))
    assert hints(own, "fulfil 2") == ["if you fail, you give up two points or more"]
    assert text_of(action(own, "fulfil 2").confirm) == (
        "If you can't pay target 2, you give up two points or more. Try it?"
    )
    assert action(own, "fulfil 1").confirm is None


def test_seen_through_the_ice_a_failure_is_foretold():
    shown = scene(position(HAND, frozen={3: 1}, options={"frozen_view": "open"}))
    assert hints(shown, "fulfil 3") == ["2 missing", "if you fail, Ben gets it"]
    assert action(shown, "fulfil 3").confirm is not None


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 5])
def test_moves_are_offered_once_and_name_pieces_in_sight(players):
    dice = random.Random(players)
    state = GAME.start(players, players)
    for _ in range(400):
        if state.over:
            break
        actor = state.actor()
        shown = scene(state, actor)
        offered = [GAME.parse(action.move) for action in shown.actions if not action.then]
        ids = [piece.id for part in shown.zones for piece in part.pieces]
        assert len(offered) == len(set(offered))
        assert set(offered) <= set(state.moves(actor))
        assert len(ids) == len(set(ids))
        places = {*ids, *(tool.id for part in shown.zones if part.id == "deeds" for tool in part.counters)}
        assert all(action.take in places or action.then or action.move in BUTTONS for action in shown.actions)
        assert all(action.put is None or action.put in ids for action in shown.actions)
        taken = [(action.take, action.put) for action in shown.actions if action.take]
        assert len(taken) == len(set(taken))
        tapped = {action.take for action in shown.actions if action.put is None}
        assert not any(action.take in tapped for action in shown.actions if action.put)
        assert scene(state, (actor + 1) % players).actions == ()
        obvious = GAME.automatic_move(GAME.view(state, actor))
        assert obvious is None or offered == [obvious]
        state.play(actor, dice.choice(state.moves(actor)))


def test_the_order_of_a_turn_ends_with_too_many_cards():
    ten = [f"{number}/0" for number in range(8)] + ["0/1", "1/1"]
    state = play(position(ten, centre=["2/5", "4/6", "5/1", "joker 1"]), "draw 4")
    assert notes(scene(state))[-1] == "You have 1 card too many: you may keep ten at the end of your turn."
    play(state, "exchange 1 1", "exchange 1 1")
    shown = scene(state)
    assert text_of(shown.prompt) == "Discard 1 card:"
    assert notes(shown) == ["A joker stands for any card: think twice before you discard it."]
