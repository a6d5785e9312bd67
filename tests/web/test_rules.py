"""The rules pages: what prompts and refusals rest on is told there."""

import pytest

import ridotto
from ridotto.web.leaves import chapters
from ridotto.words import LANGUAGES
from tests.playing import Choices, some_states
from tests.web.test_faces import page_of, some_moments

GAMES = [game.slug for game in ridotto.games()]


def anchors(slug, language):
    """The clauses that can be jumped to on a rules page."""
    html = "".join(leaf.html for chapter in chapters(slug, language) for leaf in chapter.leaves)
    return {part.partition('"')[0] for part in html.split(' id="')[1:]}


@pytest.mark.parametrize("slug", GAMES)
class TestPrompts:
    def test_every_prompt_rests_on_a_clause_that_is_told_in_every_language(self, slug):
        game, asked = ridotto.game(slug), {}
        for state in some_states(game, Choices(3), every=5):
            for viewer in (-1, *state.actors()):
                scene = game.scene(game.view(state, viewer))
                asked.setdefault(scene.clause, scene.prompt)
        assert len(asked) > 2
        for language in LANGUAGES:
            assert {clause: prompt for clause, prompt in asked.items() if clause not in anchors(slug, language)} == {}

    def test_it_is_a_press_away(self, slug):
        table = next(some_moments(slug, ridotto.game(slug).usual, 9))
        for viewer in (-1, 0):
            [link] = [given for _, given in page_of(table, viewer).elements if given.get("class") == "the-rule"]
            assert link["href"] == f"/rules/{slug}#{table.sight(viewer).scene.clause}"
            assert (link["target"], link["title"]) == ("rules", "The rule")
