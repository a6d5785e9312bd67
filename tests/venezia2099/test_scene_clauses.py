"""The rule that a choice or a refusal of Venezia 2099 sends its reader to."""

import pytest

from ridotto.rulebook import clause_text
from ridotto.translations import LANGUAGES
from tests.at_the_table import do, refused
from tests.venezia2099.table import game, table


def clauses(state):
    """The clause of every choice, without the name of the game."""
    offered = game.scene(game.view(state, state.actor())).actions
    return {action.move: action.clause.removeprefix("venezia2099.") for action in offered}


@pytest.mark.rule("venezia2099.option.gondola_extra")
def test_where_rides_are_extra_staying_and_riding_rest_on_the_option():
    extra, usual = clauses(table(gondola_move="extra")), clauses(table())
    assert {extra["stay"], extra["gondola 1"], extra["gondola 3"]} == {"option.gondola_extra"}
    assert (usual["stay"], usual["gondola 1"]) == ("turn.steps", "gondola.ride")
    assert extra["walk 1"] == usual["walk 1"] == "move.one_pawn"


def fallen(**options):
    """The first pawn of seat 2 is in the water at red 3."""
    state = table(hands={0: "red 3"}, pawns={2: "b4 a1 c2"}, **options)
    do(state, "stay", "no purchase", "red 3")
    return state


@pytest.mark.rule("venezia2099.option.rescue_city_only")
@pytest.mark.parametrize(
    ("options", "offered", "water", "occupied"),
    [
        ({}, "gondola.rescue_target", "gondola.rescue_not_back", "gondola.rescue_target"),
        ({"rescue_to_platform": False}, *["option.rescue_city_only"] * 3),
    ],
)
def test_where_a_rescue_may_go_rests_on_the_option(options, offered, water, occupied):
    state = fallen(**options)
    found = clauses(state)
    assert found.pop("let drown") == "gondola.rescue_optional"
    assert set(found.values()) == {offered}
    assert [refused(state, square).clause for square in ("b4", "a1")] == [
        f"venezia2099.{water}",
        f"venezia2099.{occupied}",
    ]


@pytest.mark.rule("venezia2099.move.one_pawn", "venezia2099.gondola.own_pawns_only")
def test_a_pawn_that_is_not_there_neither_walks_nor_rides():
    for move, clause in (("walk 4", "move.one_pawn"), ("gondola 4", "gondola.own_pawns_only")):
        refusal = refused(table(), move)
        assert (refusal.code, refusal.clause) == ("no-pawn", f"venezia2099.{clause}")
        assert str(refusal) == "Your pawn 4 isn't on the board."


@pytest.mark.rule("venezia2099.move.at_least_one")
def test_a_walk_to_where_the_pawn_is_is_none():
    state = table(pawns={0: "d4 a7 b7"})
    do(state, "walk 1")
    refusal = refused(state, "d4")
    assert (refusal.code, refusal.clause) == ("here", "venezia2099.move.at_least_one")
    assert str(refusal) == "Your pawn is already on d4: walk at least one square."
    assert refused(state, "a7").code == "occupied"


@pytest.mark.rule("venezia2099.turn.steps")
@pytest.mark.parametrize("bought", ["no purchase", "buy 1"])
@pytest.mark.parametrize("move", ["walk 1", "gondola 1"])
def test_in_step_3_it_is_too_late_to_move(bought, move):
    state = table(pawns={0: "d4 a7 b7"})
    do(state, "stay", bought)
    refusal = refused(state, move)
    assert (refusal.code, refusal.clause) == ("phase", "venezia2099.turn.steps")
    assert str(refusal) == "Play a prophecy now."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clause", ["turn.steps", "prophecy.compulsory"])
def test_the_rulebook_tells_it_in_whole_sentences(language, clause):
    text = clause_text("venezia2099", language, f"venezia2099.{clause}")
    assert text.endswith(".")
    assert not text[0].isdigit()
