"""The rulebooks: what is said where."""

import pytest

import ridotto
from ridotto.rulebook import paragraph, rulebook
from ridotto.words import LANGUAGES

GAMES = [(game, language) for game in ridotto.games() for language in LANGUAGES]


@pytest.mark.parametrize(("game", "language"), GAMES, ids=[f"{game.slug}-{language}" for game, language in GAMES])
def test_every_option_is_explained(game, language):
    book = rulebook(game.slug, language)
    assert all(book.option(option.name) for option in game.options)
    assert book.hook
    assert "<!--" not in book.text


@pytest.mark.parametrize(("game", "language"), GAMES, ids=[f"{game.slug}-{language}" for game, language in GAMES])
def test_no_clause_is_told_by_nothing(game, language):
    book = rulebook(game.slug, language)
    clauses = {clause for told in book.paragraphs for clause in told.clauses}
    assert [clause for clause in clauses if not paragraph(game.slug, language, clause)] == []


def test_a_comment_below_a_table_speaks_of_the_table():
    table = paragraph("venezia2099", "en", "venezia2099.score.treasure")
    assert table.splitlines()[-1] == "| Points for each treasure of that colour | **6** | **3** | **2** | **1** |"


def test_a_clause_is_told_by_the_rules_proper_before_the_tips():
    assert paragraph("verhext", "en", "verhext.follow.must").startswith("If you hold the led suit")
    assert paragraph("verhext", "de", "verhext.follow.must").startswith("Hast du die angespielte Farbe")


def test_an_unknown_clause_is_told_nowhere():
    assert paragraph("verhext", "en", "verhext.follow.never") == ""
    assert rulebook("verhext", "en").option("colour") == ""


def test_a_game_in_the_making_has_an_empty_rulebook():
    assert rulebook("verhext", "eo").text == ""
