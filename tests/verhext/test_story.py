"""What the log of Verhext! says, and what of it may be looked up."""

import random

import pytest

import ridotto
from ridotto.engine.note import Note
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext
from ridotto.translations import Translator
from tests.at_the_table import state_of

GAME = ridotto.game("verhext")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
B5_P2 = 2 * 9 + 4 + 1 + 256


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ((c.ROUND_BEGINS, 3, c.CARDS["rat 4"], 0), "Round 3: rats are trump (rat 4). Anna has the crystal ball."),
        ((c.PROPHESIED, 1, 4, 1), "Ben tries again with at least 2."),
        ((c.PROPHESIED, 1, 0, 0), "Ben predicts 0 tricks."),
        ((c.LEADS_FIRST, 0, 6), "Anna leads the first trick (highest prophecy: worth 6 points)."),
        ((c.LEADS_FIRST, 0, 3, 1), "Anna leads the first trick (highest prophecy)."),
        ((c.PLAYED, 2, B5_P2), "Cleo plays witch broom 5 + potion +2 = witch broom 7."),
        ((c.PLAYED, 2, 1), "Cleo plays rat 1."),
        ((c.TRICK_WON, 2, 2), "Cleo takes the trick (2 so far)."),
        (
            (c.TRICK_TIED, 3, B5_P2, 0b1010),
            "Ben and Dora tie with witch broom 7: nobody wins the trick, Dora leads next.",
        ),
        ((c.PLAY_ENDS, 0b0010, 6), "Ben is out of cards: the round ends after 6 tricks."),
        ((c.PLAY_ENDS, 0b1011, 1), "Anna, Ben and Dora are out of cards: the round ends after 1 trick."),
        ((c.ZERO_DECIDED, 3, 1), "Dora uses a zero card."),
        ((c.ZERO_DECIDED, 3, 2), "Dora uses 2 zero cards."),
        ((c.ZERO_DECIDED, 3, 0), "Dora uses no zero cards."),
        ((c.JUDGED, 1, 0, 1), "Ben predicted 0 tricks and won none: a zero card for later."),
        ((c.JUDGED, 1, 0, 0), "Ben predicted 0 tricks but won some: the card goes back."),
        ((c.HAT_WON, 0, 4), "Anna gets the witch hat (4 tricks)."),
        ((c.HAT_BOXED, 3, 0b0011), "Anna and Ben have 3 tricks each: the witch hat goes into the box."),
        ((c.HAT_BOXED, 0, 0b1111), "Nobody won a trick: the witch hat goes into the box."),
        ((c.STACK_EMPTY, 3), "Stack 3 is empty: the game ends."),
        ((c.GAME_ENDS, 7), "The game is over after 7 rounds."),
    ],
)
def test_the_log_says_it_in_words(note, line):
    kind, *numbers = note
    story = GAME.log_line(Note(-1, kind, *numbers), NAMES)
    assert story is not None
    assert Translator("en").say(story, NAMES) == line


def plays_recalled(history, seed):
    """At every decision of two rounds: how many plays may be looked up, and how many have been made."""
    state = state_of(Verhext, GAME.deal(4, seed, GAME.validate_options(4, {"show_history": history}), listen=True))
    dice = random.Random(seed)
    log = []
    while state.round < 3:
        log += state.take_notes()
        shown = [note for note in GAME.readable_notes(state, log) if note.kind == c.PLAYED]
        yield state, len(shown), sum(note.kind == c.PLAYED for note in log)
        actor = state.actor()
        state.play(actor, dice.choice(state.moves(actor)))


def test_without_history_the_log_names_only_the_plays_of_the_last_trick_and_the_current_one():
    finished = 0
    for state, shown, made in plays_recalled("off", 3):
        finished = max(finished, state.trick)
        assert shown == (made if made <= 4 else 4 + state.played)
    assert finished > 3


def test_with_history_the_whole_log_can_be_looked_up():
    assert all(shown == made for _, shown, made in plays_recalled("on", 3))


def test_without_history_a_tie_long_ago_does_not_tell_its_cards_either():
    off = GAME.start(4, 1, show_history="off")
    tie, won = Note(-1, c.TRICK_TIED, 3, B5_P2, 0b1010), Note(-1, c.TRICK_WON, 2, 1)
    assert GAME.readable_notes(off, [won, tie]) == [won, tie]
    assert GAME.readable_notes(off, [tie, won, won]) == [won, won]
    assert GAME.readable_notes(GAME.start(4, 1), [tie, won, won]) == [tie, won, won]


@pytest.mark.rule("verhext.lead.potential")
@pytest.mark.parametrize(
    ("leader_by", "line"),
    [
        ("points", "Cleo leads the first trick (highest prophecy: worth 2 points)."),
        ("number_first", "Ben leads the first trick (highest prophecy)."),
    ],
)
def test_the_log_says_why_somebody_leads_by_the_rules_of_this_table(leader_by, line):
    state = GAME.start(3, 1, leader_by=leader_by, first_holder=0)
    state.listen()
    for prophecy in ("1+", "2+", "1x"):
        state.play(state.actor(), GAME.parse(f"prophecy {prophecy}"))
    lines = [
        Translator("en").say(line, NAMES)
        for _, line in GAME.log_lines(GAME.readable_notes(state, state.take_notes()), NAMES)
    ]
    assert lines[-1] == line


def test_every_kind_of_note_has_a_line():
    for kind in c.VerhextNote:
        assert GAME.log_line(Note(-1, kind, 1, 1, 1), NAMES) is not None
