"""The option frozen_attempt = blind_commit: the cards are put down before the frozen card is turned up."""

import pytest

from ridotto.games.venti import components as c
from ridotto.games.venti.show.view import VentiPayment, VentiTarget
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venti.table import (
    actions,
    discards,
    frozen,
    game,
    hand,
    numbers,
    phase,
    points,
    public_view,
    table,
    targets,
)

VIEWERS = (-1, 0, 1)


def blind(target, hand, freezer=1, **given):
    options = {"frozen_attempt": "blind_commit", **given.pop("options", {})}
    given = {"targets": f"{target} 2/11 3/11", "frozen": {1: freezer}, "options": options, **given}
    return table(hand, "", **given)


@pytest.mark.rule("venti.frozen.attempt", "venti.frozen.attempt.reveal")
def test_any_card_of_the_hand_is_put_down_one_at_a_time():
    state = blind("0/0", "6/0 6/1 5/9 j1", permanent={0: "4/0"})
    do(state, "fulfil 1")
    everything = {"card 6 (1)", "card 5 (3)", "card joker", "permanent 4", "done"}
    assert (phase(state), choices(state), frozen(state)) == ("commit", everything, {1: 1})
    assert notes_of_kind(state, c.REVEALED) == []  # nobody has looked
    do(state, "card 6 (1)", "card joker", "permanent 4")
    assert choices(state) == {"card 6 (1)", "card 5 (3)", "done"}
    for move in ("draw 1", "declare 6", "permanent 4", "card joker"):
        assert refused(state, move).code in ("phase", "no-card", "not-payable")
    for viewer in VIEWERS:
        view = public_view(state, viewer)
        assert view.payment == VentiPayment(0, (), numbers("4/0 6/0 j1"))
        assert view.targets[0] == VentiTarget(None, 1)


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.frozen.success.other", "venti.frozen.refill")
@pytest.mark.parametrize("freezer", [0, 1])
def test_what_fits_exactly_succeeds_without_further_steps(freezer):
    state = blind("0/0", "6/0 6/1 6/2", freezer, top="5/0")
    do(state, "fulfil 1", "card 6 (1)", "card 6 (1)", "done")
    assert (points(state, 0), hand(state, 0), discards(state)) == ("0/0", "6/2", "6/0 6/1")
    assert (targets(state), frozen(state), phase(state), actions(state)) == ("5/0 2/11 3/11", {}, "main", (1, 3))
    assert notes_of_kind(state, c.REVEALED) == [(0, 0, 0)]


@pytest.mark.rule("venti.fulfil.one_each", "venti.fulfil.equal", "venti.fulfil.joker.several")
@pytest.mark.parametrize(
    ("target", "committed", "succeeds"),
    [
        ("0/0", "6/0 6/1", True),  # ?=?
        ("0/0", "6/0 j1", True),
        ("0/0", "j1 j2", True),
        ("0/0", "6/0 5/0", False),
        ("0/0", "6/0 6/1 6/2", False),  # one too many
        ("0/0", "6/0", False),
        ("0/0", "", False),
        ("0/10", "2/0 5/0 7/0", True),  # 2 5 7
        ("0/10", "2/0 5/0 j1", True),
        ("0/10", "2/0 5/0 6/0", False),
        ("0/6", "5/0 5/1 7/0", True),  # ?=? S
        ("0/6", "7/0 7/1 7/2", True),
        ("0/6", "7/0 5/0 j1", True),
        ("0/6", "5/0 5/1 4/0", False),
        ("0/11", "5/0 5/1 5/2 5/3 5/4", True),  # ?=?=? ?=?
        ("0/11", "5/0 5/1 5/2 6/0 j1", True),
        ("0/11", "5/0 5/1 5/2 6/0 7/0", False),
        ("0/11", "5/0 5/1 5/2 6/0 6/1 6/2", False),
        ("0/11", "5/0 5/1 5/2 5/3 5/4 5/5 5/6", False),
    ],
)
def test_all_slots_and_nothing_left_over(target, committed, succeeds):
    state = blind(target, committed)
    do(state, "fulfil 1")
    while choices(state) - {"done"}:
        do(state, min(choices(state) - {"done"}))
    do(state, "done")
    assert (points(state, 0) == target, points(state, 1) == target) == (succeeds, not succeeds)
    assert (hand(state, 0) == "") == (succeeds or not committed)


@pytest.mark.rule("venti.fulfil.pjoker", "venti.fulfil.pjoker.keep", "venti.fulfil.pjoker.only")
def test_permanent_jokers_may_be_committed_and_stay():
    state = blind("0/0", "4/1", permanent={0: "4/0 4/9"})
    do(state, "fulfil 1", "permanent 4", "permanent 4", "done")
    assert (points(state, 0), hand(state, 0)) == ("0/0", "4/1")
    assert state.snapshot()["seats"][0]["permanent"] == ["4/0", "4/9"]
    do(state, "exchange 1 1")
    assert game.load(state.snapshot()) == state


@pytest.mark.rule("venti.frozen.fail.other", "venti.frozen.attempt.action")
def test_after_a_failure_the_cards_return_to_the_hand_and_all_have_seen_them():
    state = table(
        "",
        "",
        secret={0: "6/0 5/0 4/1"},
        targets="0/0 2/11 3/11",
        frozen={1: 1},
        options={"frozen_attempt": "blind_commit"},
    )
    do(state, "fulfil 1", "card 6 (1)", "card 5 (1)", "done")
    assert (points(state, 1), hand(state, 0), actions(state)) == ("0/0", "4/1 5/0 6/0", (1, 3))
    shown = state.snapshot()["seats"][0]
    assert (shown["hand"], shown["secret"], state.snapshot()["payment"]) == (["5/0", "6/0"], ["4/1"], None)
    do(state, "exchange 2 1", "draw 1")
    assert hand(state, 0) == "2/11 4/1 5/0 6/0"


@pytest.mark.rule("venti.frozen.fail.own", "venti.frozen.fail.own.card")
@pytest.mark.parametrize(
    ("option", "frozen_then", "shown"),
    [("thaw", {}, "0/0 2/11 3/11"), ("stay_frozen", {1: 0}, "0/0 2/11 3/11"), ("discard", {}, "5/0 2/11 3/11")],
)
def test_the_freezer_who_fails_is_fined(option, frozen_then, shown):
    state = blind("0/0", "6/0 6/1", 0, points={0: "7/4"}, top="5/0", options={"failed_own_freeze": option})
    do(state, "fulfil 1", "done")  # though the hand could have paid
    assert (phase(state), state.actor()) == ("penalty", 0)
    do(state, "lose 7 (2)")
    assert (frozen(state), targets(state), hand(state, 0)) == (frozen_then, shown, "6/0 6/1")


@pytest.mark.rule("venti.frozen.attempt.always")
def test_done_is_always_possible_and_cards_paid_openly_are_as_usual():
    state = blind("0/0", "", 1)
    do(state, "fulfil 1")
    assert choices(state) == {"done"}
    state = table("6/0 6/1", "", targets="0/0 2/11 3/11", options={"frozen_attempt": "blind_commit"})
    do(state, "fulfil 1")  # an open target
    assert phase(state) == "declare"
