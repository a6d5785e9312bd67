"""What the log of 17 Diciassette says, and which of its lines stand out."""

import pytest

from ridotto.engine.note import Note
from ridotto.games.diciassette import components as c
from tests.diciassette.scenes import GAME, NAMES, text_of

FOUR, FIVE_UP = c.CARDS["4/4"], c.CARDS["5"]


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ((c.ROUND_BEGINS, 4, 1), "Ben starts round 4."),
        ((c.LAID, 0, FOUR, 0), "Anna plays a two-sided 4."),
        ((c.LAID, 0, FOUR, 1), "Anna plays a two-sided 4."),
        ((c.LAID, 0, FIVE_UP, 0), "Anna plays a one-sided 5."),
        ((c.LAID, 0, c.TRAP, 0), "Anna plays a trap."),
        ((c.LAID, 1, c.NEUTRAL, 1), "Ben plays a hidden card."),
        ((c.LAID_HIDDEN, 1, c.TRAP, 3), "Your hidden card: trap."),
        ((c.REVERSED, 2, c.CLOCKWISE), "Carla plays a change of direction: now clockwise."),
        ((c.REVERSED, 2, c.COUNTER_CLOCKWISE), "Carla plays a change of direction: now counter-clockwise."),
        ((c.TRASHED, 0, c.NEUTRAL, 1), "Anna plays trash: Ben's hidden card is gone, and nobody saw it."),
        ((c.TRASHED, 0, FOUR, 1), "Anna plays trash: Ben's two-sided 4 is gone."),
        ((c.TRASHED, 0, c.NO_CARD), "Anna plays trash on an empty row."),
        ((c.DOUBLED, 1, 2), "Ben plays x2: Carla must play two cards."),
        ((c.DOUBLED, 1, -1), "Ben plays x2: the next player must play two cards."),
        ((c.RESHUFFLED, 31), "The discard pile is reshuffled (31 cards)."),
        ((c.CALLS, 2, 1), "Carla calls 17!"),
        ((c.DEEMED_CALLER, 2, 1, 0), "Carla is out of cards and has to call 17!"),
        ((c.DEEMED_CALLER, 2, 1, 1), "The round has gone on too long: Carla has to call 17!"),
        ((c.REVEALED, 0, c.TRAP, 2), "Revealed: Anna's trap."),
        ((c.COUNTED, 16), "That makes 16: less than 17."),
        ((c.COUNTED, 17), "That makes 17: 17 or more."),
        ((c.TRAP_SPRUNG, 0, 2, 1), "Trap: Anna +1 victory, Carla +1 penalty."),
        ((c.TRAP_SPRUNG, 0, 2, 0), "Another of Anna's traps: Carla +1 penalty."),
        ((c.TRAP_SPRUNG, 2, 2, 1), "Carla falls into their own trap: +1 victory, +1 penalty."),
        ((c.TRAP_SPRUNG, 2, 2, 0), "Carla falls into another trap of their own: +1 penalty."),
        ((c.JUDGED, 2, 1, 0), "Wrong call: Ben +1 victory, Carla +1 penalty."),
        ((c.JUDGED, 2, 1, 1), "Right call: Carla +1 victory, Ben +1 penalty."),
        ((c.JUDGED, 2, 1, 2), "Wrong call: Carla +1 penalty; Ben already got a victory token this round."),
        ((c.JUDGED, 2, 1, 3), "Right call: Ben +1 penalty; Carla already got a victory token this round."),
        ((c.SECOND_PENALTY, 2, 1), "Two penalties: Carla hands them in and loses a victory token."),
        ((c.SECOND_PENALTY, 2, 0), "Two penalties: Carla hands them in, but has no victory token to lose."),
        ((c.GAME_ENDS, 5), "The game is over after 5 rounds."),
    ],
)
def test_the_log_says_it_in_words(note, line):
    kind, *numbers = note
    assert text_of(GAME.log_line(Note(-1, kind, *numbers), NAMES)) == line


@pytest.mark.parametrize(
    "note", [(c.DREW, 1, FOUR), (c.DREW, 1, c.NEUTRAL), (c.DREW_FACE, 1, c.TRASH), (c.NOBODY_CALLS, 1)]
)
def test_what_happens_after_every_card_goes_without_saying(note):
    kind, *numbers = note
    assert GAME.log_line(Note(-1, kind, *numbers), NAMES) is None


@pytest.mark.parametrize("kind", [c.REVERSE, c.TRASH, c.DOUBLE])
def test_a_card_with_an_effect_has_one_line_not_two(kind):
    assert GAME.log_line(Note(-1, c.LAID, 0, kind, 0), NAMES) is None


def test_calls_and_rounds_stand_out_and_ones_own_hidden_card_steps_back():
    weights = {kind: GAME.weight(Note(-1, kind, 1, 1, 0)) for kind in c.DiciassetteNote}
    assert {kind for kind, weight in weights.items() if weight == 2} == {
        c.ROUND_BEGINS,
        c.CALLS,
        c.DEEMED_CALLER,
        c.GAME_ENDS,
    }
    assert {kind for kind, weight in weights.items() if weight == 0} == {c.LAID_HIDDEN}


def test_every_other_kind_of_note_has_a_line():
    for kind in {*c.DiciassetteNote} - {c.DREW, c.DREW_FACE, c.NOBODY_CALLS}:
        assert GAME.log_line(Note(-1, kind, 1, 1, 1), NAMES) is not None
