"""The log in a match and in a replay: headings are bold, asides are dim and share lines."""

import pytest

import ridotto
from ridotto.engine.match import Match
from ridotto.games.verhext.components import HAT_BOXED, HAT_WON, JUDGED, PLAYED, ROUND_BEGINS, TRICK_WON
from ridotto.games.verhext.rules.rules import Verhext
from ridotto.house.people.guests import shown_names
from ridotto.terminal.replay import replay
from ridotto.translations import Translator
from tests.at_the_table import state_of
from tests.terminal.people import Person

GAME = ridotto.game("verhext")
PLAIN, BOLD, DIM, END = "", "\x1b[1m", "\x1b[2m", "\x1b[0m"


def second_round():
    match = Match(GAME, 3, {}, 4, ["Anna", "bot:random", "bot:random"])
    while (state := state_of(Verhext, match.state)).round < 2 or state.trick < 2 or state.actor() != 0:
        match.play(match.state.actor(), match.state.moves(match.state.actor())[0])
    return match


def log_in_a_match():
    person = Person("log", width=200, force_terminal=True, color_system="standard")
    person.sit(second_round())
    return person.shown_before(1)


def log_in_a_replay():
    person = Person(width=200, force_terminal=True, color_system="standard")
    replay(second_round(), Translator("en"), console=person.console)
    return person.screen


@pytest.mark.parametrize("log", [log_in_a_match, log_in_a_replay])
def test_plays_are_dim_and_rounds_are_headings(log):
    lines = log().splitlines()
    styles = {PLAYED: DIM, TRICK_WON: PLAIN, JUDGED: PLAIN, HAT_WON: PLAIN, HAT_BOXED: PLAIN, ROUND_BEGINS: BOLD}
    match = second_round()
    names = shown_names(match.holders)
    notes = [note for note in match.log(-1) if note.kind in styles]
    assert {PLAYED, TRICK_WON, JUDGED, ROUND_BEGINS} < {note.kind for note in notes}
    for note in notes:
        style = styles[note.kind]
        line = GAME.log_line(note, names)
        assert line is not None
        text = Translator("en").say(line, names)
        if style == DIM:  # shares its line with the other plays of the trick
            assert any(line.startswith(f"  {DIM}") and line.endswith(END) and text in line for line in lines)
        else:
            assert f"  {style}{text}{END if style else ''}" in lines


@pytest.mark.parametrize("log", [log_in_a_match, log_in_a_replay])
def test_the_plays_of_a_trick_share_a_line(log):
    plays = [line.count(" plays ") for line in log().splitlines() if " plays " in line]
    assert plays[0] == second_round().players


@pytest.mark.parametrize("log", [log_in_a_match, log_in_a_replay])
def test_an_empty_line_precedes_every_round_but_the_first(log):
    lines = log().splitlines()
    rounds = [i for i, line in enumerate(lines) if "Round " in line and "trump" in line]
    assert len(rounds) == 2
    assert rounds[0] == 0
    assert [i for i, line in enumerate(lines[: rounds[1]]) if not line] == [rounds[1] - 1]
