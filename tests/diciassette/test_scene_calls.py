"""What the call window of 17 Diciassette asks, tells and keeps to itself, and what needs no asking."""

import pytest

import ridotto
from ridotto.engine.note import SPECTATOR
from ridotto.games.diciassette import components as c
from ridotto.rulebook import rulebook
from ridotto.translations import LANGUAGES
from tests.diciassette.scenes import (
    GAME,
    HANDS,
    call_window,
    games,
    hints,
    marks,
    notes,
    position,
    scene,
    text_of,
    zone,
)
from tests.diciassette.views import read_again

ROW = "0: 4/4 up, 1: trap down, 2: 5 down, 1: 5/5 up, 2: 3 up, 0: 2 up"


def test_the_question_names_the_last_player_the_total_and_the_priority():
    state = call_window(ROW, hands=HANDS)
    shown = [scene(state, seat) for seat in (1, 2, 3)]
    assert {text_of(part.prompt) for part in shown} == {"Anna has played. Call 17?"}
    assert {text_of(zone(part, "row").note) for part in shown} == {"visible total 14 + 2 hidden"}
    assert [notes(part)[0] for part in shown] == [
        "Your call goes first.",
        "Your call counts if Ben passes.",
        "Your call counts if Ben and Carla pass.",
    ]


def test_priority_is_clockwise_whatever_the_direction():
    state = call_window(ROW, hands=HANDS, direction="counter-clockwise")
    assert notes(scene(state, 1))[0] == "Your call goes first."
    assert hints(scene(state, 1), "pass") == ["then Dino is next"]


def test_between_two_there_is_no_question_of_priority():
    state = call_window("0: 4/4 up", hands=HANDS[:2])
    assert text_of(scene(state, 1).prompt) == "Anna has played. Call 17?"
    assert notes(scene(state, 1)) == []


def test_the_last_player_and_spectators_are_told_that_the_window_is_open():
    for viewer, who in ((0, "You have"), (SPECTATOR, "Anna has")):
        shown = scene(call_window(ROW), viewer)
        assert text_of(shown.prompt) == f"{who} played. Does anybody call 17?"
        assert shown.actions == ()
        assert shown.waiting == (1, 2)
    assert marks(scene(call_window(ROW), 1), 0) == ["played last"]


@pytest.mark.parametrize(
    ("tokens", "right", "wrong"),
    [
        ((0, 0), "right: +1 victory", "wrong: +1 penalty"),
        ((2, 0), "right: your third victory", "wrong: +1 penalty"),
        ((1, 1), "right: +1 victory", "wrong: second penalty, 1 victory lost"),
        ((0, 1), "right: +1 victory", "wrong: second penalty, both discarded"),
    ],
)
def test_a_call_says_what_it_would_bring(tokens, right, wrong):
    assert hints(scene(call_window(ROW, tokens=[(0, 0), (0, 0), tokens]), 2), "call") == [right, wrong]


@pytest.mark.rule("diciassette.settle.own_trap")
@pytest.mark.parametrize(
    ("tokens", "right", "wrong"),
    [
        ((0, 0), "right: +1 victory and +1 penalty", "wrong: no change"),
        ((2, 0), "right: your third victory and +1 penalty", "wrong: no change"),
        ((2, 1), "right: second penalty, both discarded", "wrong: no change"),
    ],
)
def test_a_call_into_an_own_trap_brings_a_penalty_too(tokens, right, wrong):
    assert hints(scene(call_window(ROW, tokens=[(0, 0), tokens]), 1), "call") == [right, wrong]


CHANGES = {
    "+1 victory": (1, 0),
    "your third victory": (1, 0),
    "+1 penalty": (0, 1),
    "+1 victory and +1 penalty": (1, 1),
    "your third victory and +1 penalty": (1, 1),
    "second penalty, both discarded": (0, -1),
    "no change": (0, 0),
}


@pytest.mark.parametrize("settlement", ["sequential", "batch"])
@pytest.mark.parametrize("traps", range(6))
@pytest.mark.parametrize("number", ["4", "5"])  # 16 and 17
def test_what_a_call_says_comes_true_if_others_have_laid_no_trap(number, traps, settlement):
    row = ", ".join([*["1: trap down"] * traps, "0: 4/4 up", "0: 4/4 up", "0: 4/4 up", f"0: {number} up"])
    for victory, penalty in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]:
        tokens = [(0, 0), (victory, penalty)]
        hands = (["5/5", "x2", "1"], ["2/2", "3", "reverse"], ["4/4", "trash", "trash"])
        state = call_window(row, tokens=tokens, hands=hands, turns=9, options={"settlement": settlement})
        verdict, hint = hints(scene(state, 1), "call")[number == "4"].split(": ")
        state.play(1, c.CALL)
        change = state.victory[1] - victory, state.penalty[1] - penalty
        assert verdict == ("right" if number == "5" else "wrong")
        if change[0] < 0:
            assert hint == f"second penalty, {-change[0]} {'victory' if change[0] == -1 else 'victories'} lost"
        else:
            assert CHANGES[hint] == change
            assert ("third" in hint) == state.over


def test_what_a_call_means_for_the_last_player_is_told_where_it_is_more_than_a_token():
    shown = scene(call_window(ROW, tokens=[(2, 1)]), 1)
    assert notes(shown)[:2] == [  # they come first: on small screens there is room for nothing else
        "A wrong call gives Anna the third victory token.",
        "A right call costs Anna a victory token.",
    ]
    assert len(notes(scene(call_window(ROW, tokens=[(2, 1)]), 0))) == 1  # Anna herself is not asked
    assert len(notes(scene(call_window(ROW, tokens=[(0, 1)]), 1))) == 2


@pytest.mark.parametrize(
    ("more", "viewer", "hint"),
    [
        ({}, 1, "then it's your turn"),
        ({}, 2, "then Ben is next"),
        ({"double": True}, 1, "then you must play two cards"),
        ({"double": True}, 2, "then Ben must play two cards"),
    ],
)
def test_a_pass_says_who_is_next(more, viewer, hint):
    assert hints(scene(call_window("0: x2 up", **more), viewer), "pass") == [hint]


def test_between_two_cards_the_second_one_comes_next():
    hands = (["5/5", "1"], *HANDS[1:3])
    state = call_window("2: x2 up, 0: 4/4 up", due=1, hands=hands, options={"call_between_double": "true"})
    shown = scene(state, 1)
    assert hints(shown, "pass") == ["then Anna plays the second card"]
    assert (marks(shown, 0), marks(shown, 1)) == (["2 cards to play, 1 left"], [])


def test_the_hand_steps_back_while_nobody_plays():
    assert zone(scene(call_window(ROW), 1), "hand").quiet
    assert not zone(scene(position(ROW), 0), "hand").quiet
    assert zone(scene(position(ROW), 1), "hand").quiet


# Secrets


@pytest.mark.rule("diciassette.call.secret")
def test_an_answer_shows_to_nobody_else():
    before = {viewer: scene(call_window(ROW, hands=HANDS), viewer) for viewer in (-1, 0, 1, 2)}
    for answer, question in (
        ("pass", "You pass. Does anybody call 17?"),
        ("call", "You call 17, unless somebody ahead of you does."),
    ):
        state = call_window(ROW, hands=HANDS)
        state.play(3, GAME.parse(answer))
        assert {viewer: scene(state, viewer) for viewer in (-1, 0, 1, 2)} == before
        own = scene(state, 3)
        assert text_of(own.prompt) == question
        assert own.actions == ()
        assert own.waiting == (1, 2)


def test_the_table_waits_for_all_who_were_asked_answered_or_not():
    state = call_window(ROW, hands=HANDS)
    state.play(1, c.PASS)
    assert [scene(state, viewer).waiting for viewer in (-1, 0, 2, 3)] == [(1, 2, 3)] * 4


# What needs no asking


@pytest.mark.parametrize(
    ("row", "viewer", "answer"),
    [
        ("0: 5/5 up, 1: 5/5 up, 2: 5 up, 0: 1 up", 1, c.PASS),  # 16
        ("0: 5/5 up, 1: 5/5 up, 2: 5 up, 0: 2 up", 1, None),  # 17
        ("0: 5/5 up, 2: 5/5 up, 0: 1 up, 2: trap down", 1, c.PASS),  # 16 at most
        ("0: 5/5 up, 2: 5/5 up, 0: 2 up, 2: trap down", 1, None),  # 17 at most
        ("0: 5/5 up, 2: 5/5 up, 0: 2 up, 2: trap down", 2, c.PASS),  # but Carla knows better
        ("0: 5/5 up, 2: 5/5 up, 0: 2 up, 2: trap down", SPECTATOR, None),
        ("", SPECTATOR, c.PASS),
    ],
)
def test_a_pass_is_obvious_where_17_is_impossible(row, viewer, answer):
    assert GAME.automatic_move(GAME.view(call_window(row), viewer)) == answer


def test_nothing_is_obvious_to_whoever_is_not_asked():
    state = call_window("0: 4/4 up", hands=HANDS)
    assert GAME.automatic_move(GAME.view(state, 0)) is None
    state.play(3, c.PASS)
    assert GAME.automatic_move(GAME.view(state, 3)) is None
    assert GAME.automatic_move(GAME.view(position("0: 4/4 up"), 0)) is None


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_what_is_obvious_is_never_wrong_and_known_from_the_view_alone(players):
    rng = ridotto.Rng(players)
    passed = hopeful = 0
    for state in games(players, range(6)):
        total = sum(c.VALUES[c.kind_of(card)] for card in state.row[: state.row_length])
        for viewer in range(-1, players):
            view = GAME.view(state, viewer)
            obvious = GAME.automatic_move(view)
            assert GAME.automatic_move(read_again(view)) == obvious
            assert GAME.automatic_move(GAME.view(state.redeal(viewer, rng), viewer)) == obvious
            if obvious is not None:
                assert state.phase == c.CALLING
                assert (obvious, total < c.LIMIT) == (c.PASS, True)
                assert viewer < 0 or c.PASS in state.moves(viewer)
                passed += 1
            hopeful += obvious is None and state.phase == c.CALLING
    assert passed > 100
    assert hopeful > 100


@pytest.mark.parametrize("players", [2, 4])
def test_a_pass_is_obvious_in_no_world_that_could_make_17(players):
    """Not in the true world, and not in any that the viewer cannot tell from it."""
    rng = ridotto.Rng(players)
    for state in games(players, range(4)):
        for viewer in range(-1, players):
            if GAME.automatic_move(GAME.view(state, viewer)) == c.PASS:
                for _ in range(4):
                    world = state.redeal(viewer, rng, recall=False)
                    assert sum(c.VALUES[c.kind_of(card)] for card in world.row[: world.row_length]) < c.LIMIT


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_and_its_refusals_link_to_the_chapter_about_calling(language):
    book = rulebook("diciassette", language)
    for clause in ("call.who", "call.pending", "call.answer_once", "call.free"):
        paragraph = book.paragraph_on(f"diciassette.{clause}")
        assert paragraph is not None
        assert paragraph.anchor == "call"


def test_call_or_pass_is_explained_when_the_house_does_not_answer_at_once():
    """In a first round everybody can see that a single card is no 17."""
    lesson = next(lesson for lesson in GAME.lessons if lesson.id == "call")
    state = GAME.start(players=3, seed=1)
    state.play(state.actor(), state.moves(state.actor())[0])
    views = [GAME.view(state, seat) for seat in state.actors()]
    assert [lesson.when(view) for view in views] == [False, False]
    assert [lesson.when(GAME.view(call_window(ROW), seat)) for seat in range(3)] == [False, True, True]
