"""ridotto replay."""

import pytest

import ridotto
from ridotto.engine.match import Match
from ridotto.terminal.replay import replay
from ridotto.translations import Translator
from tests.terminal.people import Person

GAME = ridotto.game("verhext")


def played(decisions=None, **options):
    """A match after some decisions (by default all), always the first legal move."""
    match = Match(GAME, 3, options, 4, ["Anna", "Ben", "Cleo"])
    while not match.over and (decisions is None or len(match.decisions()) < decisions):
        match.play(match.state.actor(), match.state.moves(match.state.actor())[0])
    return match


def replayed(match, **arguments):
    person = Person()
    replay(match, Translator("en"), console=person.console, **arguments)
    return person.screen


def test_decisions_of_a_finished_game_are_counted():
    match = played()
    assert f"Verhext!, after 30 of {len(match.decisions())} decisions" in replayed(match, to=30)
    with pytest.raises(ridotto.RidottoError, match=f"only {len(match.decisions())} decisions, not 9999"):
        replayed(match, to=9999)


def test_decisions_of_an_unfinished_game_are_not_counted():
    """Some of them are declined potions, which are secret."""
    assert "decisions" not in replayed(played(30))
    with pytest.raises(ridotto.RidottoError) as refused:
        replayed(played(30), to=31)
    assert str(refused.value) == "This game hasn't reached decision 31 yet."


def test_replaying_a_seat_of_an_unfinished_game_warns_first():
    warning = "This game isn't over: the hidden cards of Ben follow."
    shown = replayed(played(30), seat=1)
    assert shown.startswith(warning)
    assert "Your hand" in shown
    assert "isn't over" not in replayed(played(30))
    assert "isn't over" not in replayed(played(), seat=1, to=30)


def test_without_history_a_replay_does_not_show_the_plays_of_past_tricks():
    off, on = played(40, show_history="off"), played(40)
    assert off.decisions() == on.decisions()
    assert off.state.trick > 1
    assert replayed(on).count(" plays ") > 6
    assert replayed(off).count(" plays ") == 3 + off.state.played
