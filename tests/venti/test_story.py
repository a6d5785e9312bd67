"""What the log of Venti says."""

import pytest

import ridotto
from ridotto.engine.note import Note
from ridotto.games.venti import components as c
from ridotto.translations import Translator
from tests.venti.scenes import play, position

GAME = ridotto.game("venti")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
PAIRS = c.CARDS["0/9"]  # ?=? ?=? for 3
PAID = 4 | 4 << 5 | 7 << 10 | c.AS_NUMBER + 7 << 15


def line(note):
    kind, *numbers = note
    story = GAME.log_line(Note(-1, kind, *numbers), NAMES)
    assert story is not None
    return Translator("en").say(story, NAMES)


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ((c.GAME_BEGINS, 1), "Ben goes first."),
        ((c.ROUND_BEGINS, 3), "Round 3."),
        ((c.CHAOS_DEALT, 2), "Cleo is dealt chaos and gets another card."),
        ((c.CHAOS_MET, 1), "Chaos! The display is replaced."),
        ((c.CHAOS_MET, 2), "Chaos twice! The display is replaced."),
        ((c.RESHUFFLED, 41), "The draw pile is reshuffled (41 cards)."),
        ((c.TOOK, 0, c.CARDS["5/3"], 2), "Anna takes 5 (diamond)."),
        ((c.TOOK, 0, c.JOKER, 2), "Anna takes a joker."),
        ((c.REPLACED, 1), "Ben replaces the centre."),
        ((c.EXCHANGED, 0, 1, 2), "Anna exchanges target 2 with centre card 3."),
        (
            (c.FULFILLED, 0, PAIRS + 12 * c.TOTAL_UNIT, PAID),
            "Anna fulfils ?=? ?=? with 4, 4, 7 and joker as 7: +3 (12).",
        ),
        (
            (c.FULFILLED, 0, c.CARDS["0/1"] + 12 * c.TOTAL_UNIT, c.BY_PERMANENT + 2 | c.AS_SYMBOL + 2 << 5),
            "Anna fulfils ▲ ◆ with permanent joker 2 and joker as diamond: +1 (12).",
        ),
        ((c.FULFILLED, 0, PAIRS + 12 * c.TOTAL_UNIT, -1), "Anna fulfils ?=? ?=?: +3 (12)."),
        ((c.FROZE, 1, 0), "Ben freezes target 1."),
        ((c.ATTEMPTS, 2, 0), "Cleo tries frozen target 1."),
        ((c.COMMITTED, 2, c.CARD_CLASS[c.CARDS["0/1"]]), "Cleo puts down 0 (circle)."),
        ((c.COMMITTED, 2, c.JOKER_CLASS), "Cleo puts down a joker."),
        ((c.FAILED, 2, PAIRS + 7 * c.TOTAL_UNIT, 1), "Cleo fails at ?=? ?=?: Ben gets +3 (7)."),
        ((c.FAILED, 2, PAIRS + 7 * c.TOTAL_UNIT, 2), "Cleo fails at their own frozen card."),
        ((c.MADE_JOKER, 1, c.CARDS["5/9"]), "Ben turns 3 points into a permanent joker: 5 (diamond)."),
        ((c.MADE_ACTION, 1, c.CARDS["5/4"], 4), "Ben turns 2 points into an additional action (4 per turn)."),
        ((c.FINED, 0, c.FIRST_TO_TEN), "Anna is first to ten and pays a penalty."),
        ((c.FINED, 0, c.STILL_FROZEN), "Anna pays a penalty for a card that's still frozen."),
        ((c.FINED, 0, c.OWN_FREEZE), "Anna pays a penalty."),
        ((c.UNPUNISHED, 0, c.OWN_FREEZE), "Anna has no points to lose."),
        ((c.LOST, 0, PAIRS + 9 * c.TOTAL_UNIT), "Anna loses 3 (9)."),
        ((c.MAY_CATCH_UP, 2), "Cleo is in last place and may add up to two points."),
        ((c.CAUGHT_UP, 2, c.CARDS["2/4"] + 4 * c.TOTAL_UNIT), "Cleo, in last place, adds 2 (triangle): +2 (4)."),
        ((c.DECLINED, 2), "Cleo adds nothing more."),
        ((c.DISCARDED, 3, c.CARD_CLASS[c.CARDS["7/9"]]), "Dora discards 7 (square)."),
        ((c.DISCARDED, 3, c.JOKER_CLASS), "Dora discards a joker."),
        ((c.ENDED_TURN, 3), "Dora ends their turn."),
        ((c.REACHED_TWENTY, 0, 1), "Anna has reached twenty: 1 last turn to go."),
        ((c.REACHED_TWENTY, 0, 3), "Anna has reached twenty: 3 last turns to go."),
        ((c.GAME_ENDS, 12), "The game is over after 12 rounds."),
    ],
)
def test_the_log_says_it_in_words(note, text):
    assert line(note) == text


def test_what_the_table_shows_has_no_line():
    for kind in (c.TURNED_UP, c.REVEALED, c.PAYS, c.DECLARED, c.PAID):
        assert GAME.log_line(Note(-1, kind, 8, 1, 1), NAMES) is None


@pytest.mark.rule("venti.freeze.no_peek")
def test_the_log_never_names_what_is_or_may_be_frozen():
    """Frozen, tried in vain by its freezer, thawed and frozen again: its condition is told nowhere."""
    state = position(["0/0"], frozen={2: 0}, seats={0: {"points": ["5/4"]}})
    state.listen()
    play(state, "fulfil 2", "lose 5 (2)", "freeze 2", "exchange 1 1")
    lines = [GAME.log_line(note, NAMES) for note in state.take_notes()]
    assert not any("?=?" in Translator("en").say(line, NAMES) for line in lines if line)
    assert len([line for line in lines if line]) == 6
