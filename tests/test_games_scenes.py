"""Scenes of every game explain each step: second steps have a prompt, and irreversible actions say what they do."""

from collections import Counter

import pytest

import ridotto
from ridotto.translations import Translator
from tests.playing import Choices, some_states

GAMES = pytest.mark.parametrize("game", ridotto.all_games(), ids=lambda game: game.slug)
NAMES = [f"P{seat}" for seat in range(6)]
EVERY = 7  # decisions between two looks
WITHOUT_STEPS = {"diciassette"}  # nothing is taken there that is still to be put somewhere


def text_of(message):
    return Translator("en").say(message, NAMES) if message else ""


def asked_scenes(game, seed=18):
    """Scenes of seats that are asked, at random moments of games with random options."""
    for state in some_states(game, Choices(seed), EVERY):
        for seat in () if state.over else state.actors():
            yield game.scene(game.view(state, seat))


def second_steps(scene):
    """What can be taken and must then be put somewhere; empty if it is the only choice: then the prompt is about it."""
    takes = Counter(action.take for action in scene.actions if action.take)
    if len(takes) == 1 and all(action.put for action in scene.actions if action.take):
        return set()
    return {action.take for action in scene.actions if action.put}


@GAMES
def test_what_is_taken_and_still_to_be_put_somewhere_is_asked_about(game):
    steps_seen = 0
    for scene in asked_scenes(game):
        wanted, taken = second_steps(scene), [step.take for step in scene.steps]
        assert wanted <= set(taken)
        assert set(taken) <= {action.take for action in scene.actions if action.put}
        assert len(taken) == len(set(taken))
        assert all(text_of(step.prompt) not in ("", text_of(scene.prompt)) for step in scene.steps)
        steps_seen += len(wanted)
    assert bool(steps_seen) == (game.slug not in WITHOUT_STEPS)


@GAMES
def test_a_button_that_is_for_good_says_what_happens(game):
    for scene in asked_scenes(game):
        for action in scene.actions:
            assert bool(action.confirm) <= bool(action.commit), action.move
            assert not text_of(action.commit).isdecimal()
            assert not text_of(action.name).isdecimal(), action.move


@GAMES
def test_there_is_one_way_at_most_to_do_nothing(game):
    passes = [sum(action.passes for action in scene.actions) for scene in asked_scenes(game)]
    assert set(passes) == {0, 1}


@GAMES
def test_whoever_is_not_asked_is_told_of_no_step(game):
    for state in some_states(game, Choices(19), 4 * EVERY):
        for viewer in set(range(-1, len(state.scores()))) - set(() if state.over else state.actors()):
            assert game.scene(game.view(state, viewer)).steps == ()
