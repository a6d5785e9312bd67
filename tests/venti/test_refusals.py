"""Every refusal has its reason and its clause; every choice has its clause."""

import pytest

from tests.at_the_table import do, refused
from tests.venti.table import game, hoarded, own_view, table

PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")


def main():
    return table(
        "5/0", "6/0", targets="j1 2/11 3/11", frozen={2: 1}, points={0: "7/4 7/0"}, permanent={0: "7/1"}, centre="0/1"
    )


@pytest.mark.parametrize(
    ("move", "code", "clause", "message"),
    [
        ("end turn", "no-pass", "turn.no_pass", "You must use all your actions."),
        ("draw 5", "no-card", "draw.take", "There's no card in that spot of the centre."),
        ("exchange 4 1", "no-card", "exchange.swap", "There's no target 4."),
        ("exchange 2 1", "frozen", "exchange.frozen", "A frozen target cannot be exchanged."),
        ("exchange 1 5", "no-card", "exchange.swap", "There's no card in that spot of the centre."),
        ("fulfil 1", "joker", "fulfil.joker_target", "A joker among the targets cannot be fulfilled."),
        ("fulfil 3", "not-payable", "fulfil.payable", "You cannot pay this target."),
        ("fulfil 4", "no-card", "fulfil.payable", "There's no target 4."),
        ("freeze 1", "joker", "freeze.no_joker", "A joker among the targets cannot be frozen."),
        ("freeze 2", "frozen", "freeze.face_up_first", "This target is frozen already."),
        ("freeze 3", "limit", "freeze.limit", "No more targets can be frozen at the moment."),
        ("freeze 4", "no-card", "freeze.turn_down", "There's no target 4."),
        ("joker from 7 (2)", "five", "joker.five", "You need at least five points for that."),
        ("action from 7 (2)", "five", "extra.five", "You need at least five points for that."),
        ("card 5 (1)", "phase", "turn.costs", "You spend cards from your hand on a target: tap the target."),
        ("permanent 7", "phase", "turn.costs", "You use a permanent joker to pay for a target: tap the target."),
        ("declare 5", "phase", "turn.costs", "Choose an action now."),
        ("lose 7 (2)", "phase", "turn.costs", "Choose an action now."),
        ("done", "phase", "turn.costs", "Choose an action now."),
    ],
)
def test_a_refused_action(move, code, clause, message):
    error = refused(main(), move)
    assert (error.code, error.clause, str(error)) == (code, f"venti.{clause}", message)


def small_steps():
    """States by the phase, with moves that are refused there."""
    paying = table("6/0 6/1 6/2 4/0", "", targets="0/7", permanent={0: "5/0"})
    do(paying, "fulfil 1")
    yield paying.copy(), "card 6 (1)", "Choose the number for the equal cards now."
    yield paying.copy(), "declare 5", "With 5 you couldn't pay the rest."
    do(paying, "declare 6")
    yield paying.copy(), "declare 6", "Choose the next card to pay with."
    yield paying.copy(), "card 4 (1)", "This card doesn't fit, or you couldn't pay the rest."
    yield paying.copy(), "card 7 (4)", "You don't have this card in your hand: 7■ worth 4."
    yield paying.copy(), "card joker", "You don't have this card in your hand: joker."
    yield paying.copy(), "permanent 5", "Your permanent joker 5 cannot be used here."
    yield paying.copy(), "permanent 6", "You have no permanent joker 6."
    blind = table("6/0", "", targets="0/7", frozen={1: 1}, options={"frozen_attempt": "blind_commit"})
    do(blind, "fulfil 1", "card 6 (1)")
    yield blind, "replace", "Put down a card now, or say you're done."
    yield blind, "card 6 (1)", "You don't have this card in your hand: 6■ worth 1."
    fined = table("", "", frozen={1: 0}, points={0: "7/4"})
    do(fined, "fulfil 1")
    yield fined, "replace", "Choose a point card to give up now."
    yield fined, "lose 6 (1)", "You don't have this point card: 6■ worth 1."
    last = table("6/0 6/1", "5/0 5/4 5/8", "", targets="0/0", points={0: "7/8 7/9 7/10", 2: "1"})
    do(last, *PAIR, "lose 7 (3)")
    yield last.copy(), "card 5 (3)", "You may only add cards worth up to 2."
    yield last.copy(), "replace", "Add a card that fits now, or say you're done."
    full = table("5/0 5/1 5/2 5/3 5/4 5/5 6/0 6/1 6/2 6/3", "", used=2)
    do(full, "draw 1")
    yield full, "replace", "Discard a hand card now."
    yield full, "card 7 (1)", "You don't have this card in your hand: 7■ worth 1."
    over = table("", "", phase="over", trigger=1, points={1: "4 4 4 4 4"})
    yield over, "replace", "The game is over."


def test_a_refused_step():
    for state, move, message in small_steps():
        assert str(refused(state, move, max(0, state.actor()))) == message


def test_an_empty_centre_cannot_be_replaced():
    state = hoarded("", "", centre="- - - -", targets="1/11 - -", frozen={1: 1})
    assert refused(state, "replace").clause == "venti.replace.all"
    assert str(refused(state, "replace")) == "The centre is empty."


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("draw 1", "draw.take"),
        ("replace", "replace.all"),
        ("exchange 1 1", "exchange.swap"),
        ("fulfil 1", "fulfil.pay"),
        ("fulfil 2", "frozen.attempt"),
        ("freeze 3", "freeze.turn_down"),
        ("joker from 7 (4)", "joker.card"),
        ("action from 7 (4)", "extra.one"),
        ("end turn", "turn.no_pass"),
    ],
)
def test_a_choice_cites_the_clause_it_rests_on(move, clause):
    state = table(
        "6/0 6/1", "", "", "", targets="0/0 2/11 3/11", frozen={2: 1}, points={0: "7/11 7/0"},
        options={"allow_early_end": "true"},
    )  # fmt: skip
    view = own_view(state, 0)
    assert view.clauses[view.moves.index(game.parse(move))] == f"venti.{clause}"
