"""Lessons of first games: each comes up, cites a clause of the rulebook, and reveals no secret."""

import pytest

import ridotto
from ridotto.engine.note import SPECTATOR
from ridotto.engine.rng import Rng
from ridotto.rulebook import rulebook
from ridotto.translations import LANGUAGES
from tests.playing import Choices, some_states

GAMES = [game.slug for game in ridotto.all_games()]
MATCHES = 60  # at most


def moments(game, seed):
    """A random match at the usual table: all its positions, the last one included."""
    choice, state = Choices(seed), game.start(seed=seed)
    while not state.over:
        yield state
        seats = state.actors()
        seat = seats[choice.below(len(seats))]
        moves = state.moves(seat)
        state.play(seat, moves[choice.below(len(moves))])
    yield state


def fitting(game, state, seat):
    view = game.view(state, seat)
    return [lesson.id for lesson in game.lessons if lesson.when(view)]


@pytest.mark.parametrize("slug", GAMES)
class TestLessons:
    def test_there_are_a_few_and_the_first_is_what_it_is_about(self, slug):
        game = ridotto.game(slug)
        ids = [lesson.id for lesson in game.lessons]
        assert 8 <= len(ids) == len(set(ids)) <= 15
        assert ids[0] == "goal"
        assert fitting(game, game.start(seed=1), 0)[0] == "goal"
        assert ids[-1] == "end"

    def test_they_are_short(self, slug):
        for lesson in ridotto.game(slug).lessons:
            assert len(lesson.title.text) <= 30, lesson.id
            for text in (lesson.text, *lesson.variants.values()):
                assert 60 <= len(text.text) <= 300, lesson.id

    def test_another_text_is_for_an_option_that_is_not_as_usual(self, slug):
        game = ridotto.game(slug)
        unusual = {(option.name, value) for option in game.options for value in option.values[1:]}
        assert {variant for lesson in game.lessons for variant in lesson.variants} <= unusual

    def test_every_one_rests_on_a_clause_that_the_rulebook_tells(self, slug):
        for language in LANGUAGES:
            book = rulebook(slug, language)
            assert [
                lesson.id for lesson in ridotto.game(slug).lessons if book.paragraph_on(lesson.clause) is None
            ] == []

    def test_every_one_is_told_in_some_match(self, slug):
        """To a reader who is told one thing whenever the table changes, and none twice."""
        game = ridotto.game(slug)
        never = {lesson.id for lesson in game.lessons}
        for seed in range(MATCHES):
            lessons_shown: set[str] = set()
            for state in moments(game, seed):
                lessons_shown.update([id for id in fitting(game, state, 0) if id not in lessons_shown][:1])
            never -= lessons_shown
            if not never:
                return
        assert never == set()

    def test_the_last_word_is_about_the_end(self, slug):
        """Only then, and without a script that is what is shown."""
        game = ridotto.game(slug)
        *before, over = (fitting(game, state, 0)[-1] for state in moments(game, 7))
        assert over == "end"
        assert "end" not in before

    def test_they_tell_nothing_that_a_player_does_not_know(self, slug):
        game, dice = ridotto.game(slug), Rng(3)
        for n, state in enumerate(moments(game, 11)):
            if n % 7 == 0:
                for seat in range(state.seats):
                    assert fitting(game, state.redeal(seat, dice), seat) == fitting(game, state, seat)

    def test_they_come_up_by_what_everybody_knows(self, slug):
        """Where one person plays with bots the table rests meanwhile, and anybody may see that it does."""
        game, dice, secrets = ridotto.game(slug), Rng(5), set()
        for seed in range(4):
            for state in some_states(game, Choices(seed), 7):
                world = state.redeal(SPECTATOR, dice, recall=False)
                for seat in range(state.seats):
                    differ = set(fitting(game, state, seat)) ^ set(fitting(game, world, seat))
                    secrets |= differ
        assert secrets <= {lesson.id for lesson in game.lessons if lesson.secret}

    def test_what_only_the_player_knows_is_told_while_the_table_waits_for_that_player(self, slug):
        game = ridotto.game(slug)
        secret = {lesson.id for lesson in game.lessons if lesson.secret}
        for seed in range(4):
            for state in some_states(game, Choices(seed), 7):
                view = game.view(state, SPECTATOR)
                asked = game.automatic_move(view) is None
                waited = set(game.waiting(view.public)) & set(state.actors()) if asked else set()
                for seat in set(range(state.seats)) - waited:
                    assert secret.isdisjoint(fitting(game, state, seat))
