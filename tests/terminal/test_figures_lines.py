"""The figures of a match in the terminal."""

import pytest

import ridotto
from ridotto.engine.figures import FigureRow, Figures
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.terminal.cards import Pen
from ridotto.terminal.figures_lines import count_lines, draw_figures, points_lines
from ridotto.translations import LANGUAGES, Translator
from tests.terminal.people import Person, first_choice
from tests.test_games_figures import played

NAMES = ["Annegret", "Bernardo", "Cleopatra", "Desdemona Maria", "Emanuel", "Friederike"]


@pytest.fixture(scope="module", params=ridotto.all_games(), ids=lambda game: game.slug)
def found(request):
    """The figures of a match with as many players as possible."""
    return played(request.param, request.param.players[-1], 3).figures()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_table_fits_a_usual_terminal(found, language):
    names = NAMES[: len(found.history[0])]
    pen = Pen(Translator(language), names)
    for width in (80, 100):
        person = Person(width=width)
        draw_figures(person.console, found, pen)
        for lines in (count_lines(found.counted, pen, width), points_lines(found, pen, width)):
            assert all(line.cell_len <= width for line in lines)
            assert all(line.plain in person.screen.splitlines() for line in lines)
        [head, *_] = count_lines(found.counted, pen, width)
        assert all(name[:7] in head.plain for name in names)


def test_numbers_stand_beside_the_last_line_of_a_wrapped_label():
    rows = [FigureRow(msg("Points"), (1, -12)), FigureRow(msg("Conditions fulfilled"), (3, "–"))]
    pen = Pen(Translator("en"), ["Anna", "Benedetto Marcello"])
    assert [line.plain for line in count_lines(rows, pen, 60)] == [
        "                      Anna  Benedetto Mar.",
        "Points                   1             −12",
        "Conditions fulfilled     3               –",
    ]
    assert [line.plain for line in count_lines(rows, pen, 26)] == [
        "            An.  Be.",
        "Points        1  −12",
        "Conditions",
        "fulfilled     3    –",
    ]


def test_points_of_many_steps_are_shown_in_several_parts():
    course = tuple((n, -n) for n in range(5))
    lines = points_lines(Figures(msg("Points"), msg("Round"), course, ()), Pen(Translator("en"), ["Anna", "Ben"]), 17)
    assert [line.plain for line in lines] == [
        "Round   0   1   2",
        "Anna    0   1   2",
        "Ben     0  −1  −2",
        "",
        "Round   3   4",
        "Anna    3   4",
        "Ben    −3  −4",
    ]


def test_the_final_table_is_shown_after_the_figures():
    person = Person(habit=first_choice)
    person.sit(Match(ridotto.game("diciassette"), 2, {}, 4, ["Anna", "bot:random"]))
    order = [person.screen.index(line) for line in ("What everybody did", "Victory tokens", " wins with 3 ", "Seed of")]
    assert order == sorted(order)
