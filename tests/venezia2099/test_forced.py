"""A forced prophecy looks exactly like a free one to everybody but the player."""

import pytest

import ridotto
from ridotto.engine.match import Match
from tests.at_the_table import choices, do, refused
from tests.venezia2099.table import deck, game, shown, table

OTHERS = (-1, 1, 2, 3)
THREES = ["azure 3", "green 3", "black 3", "brown 3", "violet 3"]
NAMES = ["Ada", "Bruno", "Carla", "Dino"]

pytestmark = pytest.mark.parametrize("pawns", [{}, {2: "b4 a1 c2"}, {0: "b4 a1 c2"}])  # whose pawn falls


def positions(pawns, more):
    """Seat 0 must play red 3, its only 3; and the same with more 3s in its hand, which else are set aside."""
    forced = table(hands={0: "red 3"}, aside=", ".join(THREES), pawns=pawns)
    changed = forced.snapshot()
    changed["seats"][0]["hand"][-more:] = THREES[:more]
    del changed["set_aside"]
    free = game.load(changed)
    free.listen()
    for state, number in ((forced, 1), (free, 1 + more)):
        do(state, "stay", "no purchase")
        assert len(choices(state)) == number
    return forced, free


def sights(state):
    """All that the others are shown and offered."""
    views = [game.view(state, viewer) for viewer in OTHERS]
    return [(view, repr(game.scene(view)), game.automatic_move(view)) for view in views]


@pytest.mark.rule("venezia2099.info.forced_not_flagged")
@pytest.mark.parametrize("more", [1, 2, 5])
def test_to_the_eye(pawns, more):
    forced, free = positions(pawns, more)
    assert sights(forced) == sights(free)
    for state in (forced, free):
        do(state, "red 3")
    assert sights(forced) == sights(free)


@pytest.mark.rule("venezia2099.info.forced_not_flagged")
@pytest.mark.parametrize("more", [1, 2, 5])
def test_in_the_log_and_in_what_becomes_final(pawns, more):
    heard = []
    for state in positions(pawns, more):
        do(state, "red 3")
        notes = state.take_notes()
        assert notes
        lines = [(str(game.log_line(note, NAMES)), game.weight(note)) for note in notes]
        heard.append((notes, lines, state.seals, state.actors()))
    assert heard[0] == heard[1]


@pytest.mark.rule("venezia2099.info.forced_not_flagged")
@pytest.mark.parametrize("more", [1, 2, 5])
def test_in_the_number_of_decisions_and_in_what_search_sees_of_them(pawns, more):
    asked = []
    for state in positions(pawns, more):
        seen = [state.observed_by(viewer, 0, game.parse("red 3")) for viewer in OTHERS]
        match = Match(game, seed=1, start=state.snapshot())
        match.play(0, game.parse("red 3"))
        asked.append((seen, len(match.entries), match.can_undo(0), match.state.actors()))
    assert asked[0] == asked[1]
    assert asked[0][1] == 1


@pytest.mark.rule("venezia2099.info.forced_not_flagged", "venezia2099.info.hand_secret")
@pytest.mark.parametrize("more", [1, 2, 5])
def test_in_refusals(pawns, more):
    message = [
        [str(refused(state, card, seat=seat)) for seat in (1, 2, 3) for card in deck(4)]
        for state in positions(pawns, more)
    ]
    assert message[0] == message[1]
    assert set(message[0]) == {"It's not your turn."}


@pytest.mark.rule("venezia2099.info.forced_not_flagged")
def test_to_a_redeal(pawns):
    """Before and after the card, the same dice make the same world of both."""
    forced, free = positions(pawns, 3)
    for _ in range(2):
        for viewer in OTHERS:
            worlds = [state.redeal(viewer, ridotto.Rng(7)) for state in (forced, free)]
            assert worlds[0] == worlds[1]
        if "red 3" in choices(forced):
            do(forced, "red 3")
            do(free, "red 3")


@pytest.mark.rule("venezia2099.info.forced_not_flagged", "venezia2099.flow.always_asked")
def test_the_last_card_of_a_hand_is_asked_for_too(pawns):
    state = table(turns=32, pawns=dict.fromkeys(pawns, "a1 a2 a3"))
    do(state, "stay", "no purchase")
    assert state.actors() == [0]
    assert choices(state) == set(shown(state, 0)["hand"])
    assert all(game.automatic_move(game.view(state, viewer)) is None for viewer in (0, *OTHERS))
