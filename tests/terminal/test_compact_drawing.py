"""On a terminal of 80 columns and 24 lines, scores, question and choices stay visible."""

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

import ridotto
from ridotto.bots import bot
from ridotto.engine.match import Match
from ridotto.engine.rng import Rng
from ridotto.terminal.cards import Pen
from ridotto.terminal.scene_drawing import draw
from ridotto.translations import LANGUAGES, Translator
from tests.terminal.people import Person, first_choice

WIDTH, HEIGHT = 80, 24
NAMES = ["Maximilian", "Colombina", "Pantalone", "Brighella", "Arlecchino", "Smeraldina"]


def drawn(scene, language, height=HEIGHT, terminal=True):
    paper = StringIO()
    console = Console(file=paper, width=WIDTH, height=height, force_terminal=terminal, color_system=None)
    draw(console, scene, Pen(Translator(language), NAMES), "A table")
    return paper.getvalue()


def moments(game, players):
    """The scene of the deciding seat at every decision of a match between novices."""
    state, dice, novice = game.start(players=players, seed=players), Rng(players), bot("novice")
    while not state.over:
        seat = state.actor()
        yield game.scene(game.view(state, seat))
        state.play(seat, novice.choose(state, seat, dice))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["verhext", "venezia2099"])
def test_a_whole_match_fits(slug, language):
    game, say = ridotto.game(slug), Translator(language).say
    players = game.players[-1]
    for number, scene in enumerate(moments(game, players)):
        if number % len(LANGUAGES) != list(LANGUAGES).index(language):  # each scene is drawn in one language
            continue
        lines = drawn(scene, language).splitlines()
        assert len(lines) < HEIGHT, "the last line is for the answer"
        assert max(map(cell_len, lines)) <= WIDTH
        text = " ".join(" ".join(lines).split())
        assert all(name in text for name in NAMES[:players])
        assert all(say(counter.name) in text for counter in scene.panels[0].counters)
        assert " ".join(say(scene.prompt, NAMES).split()) in text
        if len(scene.actions) <= 10:
            assert all(say(action.name, NAMES).split()[-1] in text for action in scene.actions)


def test_on_a_high_terminal_or_none_nothing_is_left_out():
    scene = next(moments(ridotto.game("venezia2099"), 5))
    assert drawn(scene, "en", height=60) == drawn(scene, "en", terminal=False)
    assert len(drawn(scene, "en", height=60).splitlines()) > HEIGHT > len(drawn(scene, "en").splitlines())


def test_in_a_match_scores_and_question_are_visible_at_every_decision():
    match = Match(ridotto.game("verhext"), 3, seed=5, holders=["Anna", "bot:novice", "bot:random"])
    person = Person(habit=first_choice, width=WIDTH, height=HEIGHT, force_terminal=True, color_system=None)
    person.sit(match)
    asked = [shown for question, shown in person.asked if question == "Anna>"]
    assert len(asked) > 30
    for shown in asked:
        screen = shown.splitlines()[1 - HEIGHT :]
        assert any("Points" in line for line in screen)
        assert sum(name in "".join(screen) for name in ("Anna", "Colombina", "Pantalone")) == 3
