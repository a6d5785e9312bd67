"""The call window: everybody at once, in secret, and in any order (section 5.3)."""

from collections.abc import Callable
from functools import partial
from itertools import permutations, product

import pytest
from msgspec.structs import replace

import ridotto
from ridotto.engine.note import Note
from ridotto.engine.view import View
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette
from ridotto.games.diciassette.show.view import DiciassetteView
from tests.at_the_table import do, refused
from tests.diciassette.table import ANY_HANDS, all_in_row, answer, call_window, game, table

PASS, CALL = c.PASS, c.CALL
UNSEEN = -1
ROWS = {2: "0:4/4 1:trap-", 3: "0:4/4 1:3- 0:trap-", 4: "0:4/4 1:3- 2:trap-", 5: "0:4/4 4:3- 3:trap-", 6: "1:3- 0:5/5"}
LARGEST = 6 if ridotto.compiled else 4


def shortage(players):
    """Only seat 0 has three cards: after a call the row is shuffled and all refill, without one somebody may draw."""
    hands = ["5/5 5/5 5/5", "", "4/4", "3/3 2/2", "", "1/1"][:players]
    return all_in_row(*hands, discards="1 reverse", turn=0, phase="call")


def between_cards(players):
    """The option: a window after the first of two cards; if somebody calls, its player draws from a new pile."""
    state = table(
        "1/1 2/2 3/3", *ANY_HANDS[1:players], row="2:x2", due=2, pile="", options={"call_between_double": "true"}
    )
    do(state, "3/3 up")
    return state


def last_turn(players):
    return call_window(players, row=ROWS[players], turns=200, direction="counter-clockwise")


def last_round(players):
    return call_window(players, row=ROWS[players], round=100)


def listening(start):
    state = start.copy()
    state.listen()
    return state


def asked(state):
    """In order of priority."""
    return [seat % state.seats for seat in range(state.turn + 1, state.turn + state.seats)]


def decided(order, answers):
    """Clause call.decided, word by word: who calls, "nobody", or None while it is open."""
    for place, seat in enumerate(order):
        if answers.get(seat) == CALL and all(answers.get(before) == PASS for before in order[:place]):
            return seat
    return "nobody" if all(answers.get(seat) == PASS for seat in order) else None


def views(state: Diciassette) -> list[DiciassetteView]:
    return [game.view(state, viewer) for viewer in range(-1, state.seats)]


WINDOWS: dict[str, Callable[[], Diciassette]] = {
    **{f"{n} players": partial(call_window, n, row=ROWS[n]) for n in range(2, LARGEST + 1)},
    "counter-clockwise": lambda: call_window(4, row=ROWS[4], direction="counter-clockwise"),
    "shortage of 3": lambda: shortage(3),
    "shortage of 5": lambda: shortage(5),
    "between the cards": lambda: between_cards(4),
    "last turn": lambda: last_turn(4),
    "last round": lambda: last_round(4),
}


@pytest.mark.rule("diciassette.call.order_free", "diciassette.call.decided", "diciassette.call.simultaneous")
@pytest.mark.parametrize("name", WINDOWS)
def test_every_answer_in_every_order_comes_to_the_same(name):
    """The same state with the same dice, and the same notes, for all answers of all seats in all orders."""
    start = WINDOWS[name]()
    order = asked(start)
    for moves in product((PASS, CALL), repeat=len(order)):
        wanted = dict(zip(order, moves, strict=True))
        first = None
        for arrival in permutations(order):
            state = listening(start)
            given: dict[int, int] = {}
            notes: list[Note] = []
            for seat in arrival:
                if decided(order, given) is None:
                    assert state.snapshot()["phase"] == "call"
                    assert notes == []
                    state.play(seat, wanted[seat])
                    given[seat] = wanted[seat]
                    notes += state.take_notes()
            assert decided(order, given) == decided(order, wanted) is not None
            first = first or (state, notes)
            assert state == first[0]
            assert notes == first[1] != []


@pytest.mark.rule("diciassette.call.order_free")
def test_later_random_events_are_the_same():
    """Whatever the order, the hands after the reshuffle that follows the call are the same."""
    start = shortage(3)
    outcomes = []
    for arrival in permutations([(1, "pass"), (2, "call")]):
        state = start.copy()
        answer(state, arrival)
        assert state.snapshot()["generator"]["drawn"] > start.snapshot()["generator"]["drawn"]
        outcomes.append(state.snapshot())
    assert outcomes[0] == outcomes[1]


@pytest.mark.rule("diciassette.call.order_free", "diciassette.call.only_one")
def test_no_answer_of_lower_priority_leaves_a_trace():
    """Seat 3 calls; what 0 and 1 have answered before, if anything, makes no difference."""
    start = call_window(row=ROWS[4])
    outcomes = []
    for before in product((None, "pass", "call"), repeat=2):
        state = listening(start)
        answer(state, [(seat, text) for seat, text in enumerate(before) if text])
        state.play(3, CALL)
        outcomes.append((state, state.take_notes()))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert all(seat["answer"] is None for seat in outcomes[0][0].snapshot()["seats"])


@pytest.mark.rule("diciassette.call.pending", "diciassette.call.answer_once")
def test_all_owe_an_answer_at_once_and_each_of_them_one():
    state = call_window(row=ROWS[4])
    assert state.actors() == [0, 1, 3]
    state.play(1, CALL)
    assert state.actors() == [0, 3]
    for move in ("call", "pass"):
        error = refused(state, move, 1)
        assert (error.code, error.clause) == ("answered", "diciassette.call.answer_once")
    state.play(0, PASS)
    assert state.actors() == [3]
    assert [choices for choices in map(state.moves, range(4)) if choices] == [[PASS, CALL]]


@pytest.mark.rule("diciassette.call.answer_once")
def test_an_answer_is_final():
    for move in (PASS, CALL):
        state = listening(call_window(row=ROWS[4]))
        state.play(0, move)
        assert state.seals >> 0 & 1


@pytest.mark.rule("diciassette.call.decided")
def test_a_call_waits_for_those_of_higher_priority_only():
    """After seat 2, the order is 3, 0, 1."""
    state = call_window(row=ROWS[4])
    state.play(1, CALL)
    assert state.snapshot()["phase"] == "call"
    state.play(0, CALL)
    assert state.snapshot()["phase"] == "call"
    state.play(3, PASS)
    assert state.snapshot()["last"]["caller"] == 0
    state = call_window(row=ROWS[4])
    state.play(3, CALL)  # nobody is before it
    assert state.snapshot()["last"]["caller"] == 3


@pytest.mark.rule("diciassette.call.decided", "diciassette.call.when")
def test_who_has_not_answered_by_then_is_asked_no_more():
    state = call_window(row=ROWS[4])
    state.play(3, PASS)
    state.play(0, CALL)
    assert state.actors() == [2]  # the winner of a wrong call begins the next round
    for seat in (0, 1, 3):
        assert state.moves(seat) == []
        for move in ("pass", "call"):
            assert refused(state, move, seat).clause == "diciassette.call.decided"
    state = last_round(4)
    state.play(3, CALL)
    for seat in range(4):
        assert refused(state, "pass", seat).clause == "diciassette.end.freeze"


# What shows before


@pytest.mark.rule("diciassette.call.secret", "diciassette.call.simultaneous")
@pytest.mark.parametrize("name", ["2 players", "3 players", "4 players", "counter-clockwise", "between the cards"])
def test_until_the_window_is_decided_nobody_sees_whether_another_has_answered(name):
    start = WINDOWS[name]()
    order = asked(start)
    at_first = views(start)
    for moves in product((None, PASS, CALL), repeat=len(order)):
        given = {seat: move for seat, move in zip(order, moves, strict=True) if move is not None}
        if decided(order, given) is not None:
            continue
        state = listening(start)
        for seat, move in given.items():
            state.play(seat, move)
        assert state.take_notes() == []
        for viewer, view in enumerate(views(state), -1):
            if viewer not in given:
                assert view == at_first[viewer + 1]
                continue
            before, others = at_first[viewer + 1], sorted(seat for seat in order if seat != viewer)
            assert before.own is not None
            answered = {"answer": game.text(given[viewer]), "moves": (), "clauses": ()}
            assert view == View(before.public, replace(before.own, **answered, if_right=None, if_wrong=None))
            assert game.scene(view).waiting == tuple(others)


@pytest.mark.rule("diciassette.call.secret")
@pytest.mark.parametrize("name", ["3 players", "4 players"])
def test_others_see_of_an_answer_only_what_it_decides(name):
    start = WINDOWS[name]()
    order = asked(start)
    for moves in product((None, PASS, CALL), repeat=len(order)):
        given = {seat: move for seat, move in zip(order, moves, strict=True) if move is not None}
        if decided(order, given) is not None:
            continue
        state = start.copy()
        for seat, move in given.items():
            state.play(seat, move)
        for seat in set(order) - set(given):
            for move in (PASS, CALL):
                outcome = decided(order, {**given, seat: move})
                code = c.NOBODY_CALLED if outcome == "nobody" else UNSEEN if outcome is None else c.CALLED_BY + outcome
                assert [
                    state.observed_by(viewer, seat, move) for viewer in range(-1, state.seats) if viewer != seat
                ] == [code] * state.seats
                assert state.observed_by(seat, seat, move) == move


@pytest.mark.rule("diciassette.call.secret")
def test_afterwards_all_are_told_who_calls_or_that_nobody_does():
    state = call_window(row=ROWS[4])
    answer(state, [(1, "call"), (0, "pass"), (3, "pass")])
    assert [tuple(note) for note in state.take_notes() if note.kind in (c.CALLS, c.NOBODY_CALLS)] == [
        (-1, c.CALLS, 1, 2, 0)
    ]
    state = call_window(row=ROWS[4])
    answer(state, [(1, "pass"), (0, "pass"), (3, "pass")])
    assert [tuple(note) for note in state.take_notes()] == [(-1, c.NOBODY_CALLS, 2, 0, 0)]


@pytest.mark.rule("diciassette.call.secret", "diciassette.call.pending")
def test_in_what_a_viewer_holds_possible_nobody_else_has_answered():
    """A secret choice of others is taken back; one's own stays."""
    state = call_window(row=ROWS[4])
    state.play(0, CALL)
    state.play(1, PASS)
    for viewer, left in ((-1, [0, 1, 3]), (0, [1, 3]), (1, [0, 3]), (2, [0, 1, 3]), (3, [0, 1, 3])):
        for recall in (True, False):
            world = state.redeal(viewer, ridotto.Rng(1), recall)
            assert (world.actors(), world.actor()) == (left, 3)
            own = [seat["answer"] for seat in world.snapshot()["seats"]]
            assert own == [{0: "call", 1: "pass"}.get(seat) if seat == viewer else None for seat in range(4)]


# Asking one by one


@pytest.mark.rule("diciassette.call.poll_equivalent")
@pytest.mark.parametrize("name", WINDOWS)
def test_asking_one_by_one_in_order_of_priority_comes_to_the_same(name):
    start = WINDOWS[name]()
    order = asked(start)
    for moves in product((PASS, CALL), repeat=len(order)):
        at_once, one_by_one = listening(start), listening(start)
        answer(at_once, [(seat, game.text(move)) for seat, move in zip(order, moves, strict=True)][::-1])
        for seat, move in zip(order, moves, strict=True):
            assert one_by_one.actor() == seat
            assert game.view(one_by_one, seat) == game.view(start, seat)  # as if all were asked at once
            one_by_one.play(one_by_one.actor(), move)
            if move == CALL:
                break
        assert one_by_one == at_once
        assert one_by_one.take_notes() == at_once.take_notes()


@pytest.mark.rule("diciassette.call.poll_equivalent")
def test_the_first_of_those_who_have_not_answered_is_asked_first():
    state = call_window(row=ROWS[4])
    state.play(0, PASS)
    assert state.actor() == 3
    state.play(3, PASS)
    assert state.actor() == 1
