"""A match in figures, in a terminal."""

import pytest

import ridotto
from ridotto.engine.figures import Figures, Row, figures
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.terminal.cards import Pen
from ridotto.terminal.figures_lines import counted, draw_figures, growth
from ridotto.words import LANGUAGES, Translator
from tests.terminal.people import Person, first_choice
from tests.test_games_figures import played

NAMES = ["Annegret", "Bernardo", "Cleopatra", "Desdemona Maria", "Emanuel", "Friederike"]


@pytest.fixture(scope="module", params=ridotto.games(), ids=lambda game: game.slug)
def found(request):
    """The figures of a match of as many as can play."""
    return figures(played(request.param, request.param.players[-1], 3))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_table_fits_a_usual_terminal(found, language):
    names = NAMES[: len(found.course[0])]
    pen = Pen(Translator(language), names)
    for width in (80, 100):
        person = Person(width=width)
        draw_figures(person.console, found, pen)
        for lines in (counted(found.counted, pen, width), growth(found, pen, width)):
            assert all(line.cell_len <= width for line in lines)
            assert all(line.plain in person.screen.splitlines() for line in lines)
        [head, *_] = counted(found.counted, pen, width)
        assert all(name[:7] in head.plain for name in names)


def test_numbers_stand_where_the_words_end():
    rows = [Row(msg("Points"), (1, -12)), Row(msg("Conditions fulfilled"), (3, "–"))]
    pen = Pen(Translator("en"), ["Anna", "Benedetto Marcello"])
    assert [line.plain for line in counted(rows, pen, 60)] == [
        "                      Anna  Benedetto Mar.",
        "Points                   1             −12",
        "Conditions fulfilled     3               –",
    ]
    assert [line.plain for line in counted(rows, pen, 26)] == [
        "            An.  Be.",
        "Points        1  −12",
        "Conditions",
        "fulfilled     3    –",
    ]


def test_points_of_many_steps_are_told_in_several_parts():
    course = tuple((n, -n) for n in range(5))
    told = growth(Figures(msg("Points"), msg("Round"), course, ()), Pen(Translator("en"), ["Anna", "Ben"]), 17)
    assert [line.plain for line in told] == [
        "Round   0   1   2",
        "Anna    0   1   2",
        "Ben     0  −1  −2",
        "",
        "Round   3   4",
        "Anna    3   4",
        "Ben    −3  −4",
    ]


def test_who_has_won_is_what_people_see_last():
    person = Person(habit=first_choice)
    person.sit(Match(ridotto.game("diciassette"), 2, {}, 4, ["Anna", "bot:random"]))
    order = [person.screen.index(told) for told in ("What everybody did", "Victory tokens", " wins with 3 ", "Seed of")]
    assert order == sorted(order)
