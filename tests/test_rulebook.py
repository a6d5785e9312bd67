"""The rulebooks: what is said where."""

import pytest

import ridotto
from ridotto.rulebook import clause_text, house_rulings, rulebook
from ridotto.translations import LANGUAGES

GAMES = [(game, language) for game in ridotto.all_games() for language in LANGUAGES]


@pytest.mark.parametrize(("game", "language"), GAMES, ids=[f"{game.slug}-{language}" for game, language in GAMES])
def test_every_option_is_explained(game, language):
    book = rulebook(game.slug, language)
    assert all(book.option_text(option.name) for option in game.options)
    assert book.hook
    assert "<!--" not in book.text


@pytest.mark.parametrize(("game", "language"), GAMES, ids=[f"{game.slug}-{language}" for game, language in GAMES])
def test_no_clause_is_told_by_nothing(game, language):
    book = rulebook(game.slug, language)
    clauses = {clause for told in book.paragraphs for clause in told.clauses}
    assert [clause for clause in clauses if not clause_text(game.slug, language, clause)] == []


def test_a_comment_below_a_table_speaks_of_the_table():
    table = clause_text("venezia2099", "en", "venezia2099.score.treasure")
    assert table.splitlines()[-1] == "| Points for each treasure of that colour | **6** | **3** | **2** | **1** |"


def test_a_clause_is_told_by_the_rules_proper_before_the_tips():
    assert clause_text("verhext", "en", "verhext.follow.must").startswith("If you hold the led suit")
    assert clause_text("verhext", "de", "verhext.follow.must").startswith("Hast du die angespielte Farbe")


def test_an_unknown_clause_is_told_nowhere():
    assert clause_text("verhext", "en", "verhext.follow.never") == ""
    assert rulebook("verhext", "en").option_text("colour") == ""


def test_a_game_in_the_making_has_an_empty_rulebook():
    assert rulebook("verhext", "eo").text == ""


# What we decided and no owner of the box could dispute: how the program is asked, and what follows from other clauses.
UNDISPUTED = {
    "diciassette": {
        "setup.seats", "draw.refill", "call.always_opened", "call.pending", "call.answer_once", "call.decided",
        "call.order_free", "call.poll_equivalent", "round.turn_reset", "reverse.two_players", "double.short_hand",
        "end.freeze", "info.visible_total", "info.spectator",
    },
    "venezia": {
        "setup.options", "flow.sequential", "flow.forced", "flow.invariants", "plan.sequence", "plan.independent",
        "plan.empty", "first.campanile", "chance.draw", "card.carrier.secret", "chase.empty", "end.ranking",
        "info.spectator", "info.noleak",
    },
    "venezia2099": {
        "flow.always_asked", "move.no_wrap", "move.commit", "info.forced_not_flagged", "option.values",
        "option.gondola_extra", "option.rescue_city_only", "option.rescue_no_target",
    },
    "venti": {"turn.steps", "fulfil.pay_order", "pile.lowest_id", "chaos.never_kept"},
    "verhext": {
        "setup.seats", "setup.options", "round.reset", "bid.always_possible", "follow.choice", "potion.pair_order",
        "play.trick_count", "zero.eligible", "zero.timing", "vis.pending", "vis.declined", "vis.voids",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", UNDISPUTED)
def test_our_rulings_name_whatever_an_owner_could_dispute(slug, language):
    told = [told for told in rulebook(slug, language).paragraphs if told.anchor == "rulings"]
    named = {clause for paragraph in told for clause in paragraph.clauses}
    assert {clause.removeprefix(f"{slug}.") for clause in house_rulings(slug) - named} == UNDISPUTED[slug]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_printed_rule_that_we_had_to_complete_says_so(language):
    """How a bird jumps: the picture of it is lost."""
    book = rulebook("venezia", language)
    about = book.paragraph_on("venezia.jump.basic")
    assert about is not None
    assert not house_rulings("venezia").issuperset(about.clauses)
    assert house_rulings("venezia").intersection(about.clauses)
    assert [told for told in book.paragraphs if told.anchor == "rulings" and "venezia.jump.basic" in told.clauses]
