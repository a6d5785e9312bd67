"""Hints in words: the best move, how it compares to the second best, and why."""

import re

import pytest

import ridotto
from ridotto.bots import bot
from ridotto.bots.hint_text import GAMES as OF_100
from ridotto.bots.hint_text import HintText, action_names, hint_text
from ridotto.bots.hints import Hint, Reason, hint, offered_moves
from ridotto.bots.search import Budget, MoveStats, Search
from ridotto.engine.rng import Rng
from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import TEMPLATES
from ridotto.translations import LANGUAGES, Translator

GAMES = ridotto.all_games()
VERHEXT = ridotto.game("verhext")
POSITIONS, SIMULATIONS = (60, 80) if ridotto.compiled else (2, 4)
FEW = Budget(simulations=SIMULATIONS)
TRANSLATORS = [Translator(language) for language in LANGUAGES]
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fred"]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def positions(game, count, players=None):
    """Positions from games between novices, every few decisions, with a seat that owes a decision."""
    found, seed = 0, 0
    while found < count:
        seed += 1
        state, dice, novice = game.start(players=players, seed=seed), Rng(seed), bot("novice")
        step = 0
        while not state.over and found < count:
            seat = state.actors()[step % len(state.actors())]
            if step % 7 == seed % 7:
                found += 1
                yield state, seat
            state.play(seat, novice.choose(state.redeal(seat, dice), seat, dice))
            step += 1


def hint_in_words(state, seat, budget=FEW):
    game = state.game
    found = hint(state, seat, budget)
    return found, hint_text(game, found, action_names(game, game.scene(game.view(state, seat)).actions))


def sentences(text: HintText, translator: Translator) -> list[str]:
    messages = [text.than, OF_100, *(why.sentence for why in text.why), *(row.name for row in text.odds)]
    return [translator.say(message, NAMES) for message in messages]


@each_game
def test_hints_are_translated(game):
    for state, seat in positions(game, POSITIONS):
        _, text = hint_in_words(state, seat)
        offered = offered_moves(state, seat)
        assert 1 <= len(text.odds) <= 2
        assert {row.move for row in text.odds} <= offered
        assert (text.verdict == "forced") == (len(offered) == 1)
        assert all(0 <= row.of_100 <= 100 for row in text.odds)
        assert len(text.why) <= 2
        assert text.why or text.verdict in ("forced", "decided")  # no reasons needed
        english, *others = (sentences(text, translator) for translator in TRANSLATORS)
        for lines in (english, *others):
            assert all(line and not re.search(r"[{}%]", line) for line in lines)
        for lines in others:
            assert all(line != original for line, original in zip(lines[:2], english[:2], strict=True))


@each_game
def test_every_outcome_is_measured_and_has_a_sentence(game):
    outcomes = game.module("bot.outcomes").OUTCOMES
    for state, seat in positions(game, 4):
        found = hint(state, seat, FEW)
        if len(found.moves) > 1:
            assert [reason.outcome for reason in found.reasons] == list(outcomes)
    for name, outcome in outcomes.items():
        assert ("{many}" in outcome.sentence.text) == outcome.is_count, name
        assert ("{often}" in outcome.sentence.text) != outcome.is_count, name
        sentences = {translator.say(outcome.sentence) for translator in TRANSLATORS}
        assert len(sentences) == len(TRANSLATORS), name


@each_game
def test_a_hint_does_not_depend_on_what_the_seat_cannot_know(game):
    changed = 0
    for number, (state, seat) in enumerate(positions(game, POSITIONS // 4 or 1)):
        swapped = state.redeal(seat, Rng(1000 + number))
        changed += swapped != state
        assert hint(state, seat, FEW, seed=5) == hint(swapped, seat, FEW, seed=5)
    assert changed


class TestTexts:
    """Hints made of statistics as a search would return them."""

    def text(self, *rows: tuple[float, float], reasons: tuple[Reason, ...] = (), game_goes_on: bool = True) -> HintText:
        moves = [MoveStats(move, 1000, share, margin) for move, (share, margin) in enumerate(rows)]
        return hint_text(VERHEXT, Hint(moves, reasons, game_goes_on), {})

    def why(self, *reasons: Reason, game_goes_on: bool = True) -> list[tuple[int, str]]:
        """The reasons for a move that is clearly better."""
        text = self.text((0.6, 0.01), (0.4, 0.01), reasons=reasons, game_goes_on=game_goes_on)
        return [(why.sign, str(why.sentence)) for why in text.why]

    @pytest.mark.parametrize(
        ("best", "other", "comparison"),
        [
            (0.43, 0.41, "a little better than exactly 1"),
            (0.49, 0.41, "better than exactly 1"),
            (0.62, 0.41, "clearly better than exactly 1"),
        ],
    )
    def test_a_comparison_depends_on_the_lead(self, best, other, comparison):
        text = self.text((best, 0.004), (other, 0.004))
        assert (text.verdict, str(text.than)) == ("better", comparison)
        assert [row.of_100 for row in text.odds] == [round(100 * best), round(100 * other)]

    @pytest.mark.parametrize(
        "rows",
        [((0.43, 0.02), (0.41, 0.02)), ((0.43, 0.001), (0.423, 0.001)), ((0.4, 0.1), (0.4, 0.1))],
        ids=["within the margins", "too small a lead", "the same"],
    )
    def test_insignificant_and_small_leads_mean_equally_good(self, rows):
        text = self.text(*rows)
        assert text.verdict == "equal"
        assert str(text.than) == "or exactly 1: just as good"
        first, second = text.odds
        assert first.of_100 == second.of_100

    def test_the_only_move(self):
        text = self.text((0.4, 0.01))
        assert (text.verdict, str(text.than), len(text.odds)) == ("forced", "This is your only move.", 1)

    @pytest.mark.parametrize(
        ("share", "sentence"), [(1.0, "You win whatever you do."), (0.0, "You can't win this any more.")]
    )
    def test_a_decided_position(self, share, sentence):
        text = self.text((share, 0.001), (share, 0.001), (share, 0.002))
        assert (text.verdict, str(text.than), text.why) == ("decided", sentence, ())

    def test_a_position_is_not_decided_while_a_move_may_still_win(self):
        assert self.text((0.004, 0.001), (0.0, 0.001), (0.2, 0.1)).verdict == "equal"
        assert self.text((1.0, 0.001), (0.0, 0.001)).verdict == "better"

    def test_a_move_that_was_never_tried_is_ruled_out_after_a_while(self):
        rows = [MoveStats(0, 500, 0.4, 0.01), MoveStats(1, 0, 0.0, 1.0)]
        assert hint_text(VERHEXT, Hint(rows), {}).verdict == "alone"
        rows[0] = MoveStats(0, 3, 0.4, 0.5)
        assert hint_text(VERHEXT, Hint(rows), {}).verdict == "unsure"

    def test_the_largest_difference_for_the_move_comes_first_then_one_against_it(self):
        reasons = (
            Reason("prophecy", 0.62, 0.48, is_significant=True),
            Reason("trick", 0.9, 0.1, is_significant=True),
            Reason("points", 1.2, 1.0, is_significant=True),
            Reason("hat", 0.1, 0.3, is_significant=True),
            Reason("others", 0.0, 3.0, is_significant=False),
        )
        hat = (-1, "You win the witch hat in 10 games out of 100 instead of 30.")
        prophecy = (1, "Your prophecy comes true in 62 games out of 100 instead of 48.")
        assert self.why(*reasons) == [prophecy, hat]
        assert self.why(*reasons[:3]) == [prophecy, (0, "You win this trick in 90 games out of 100 instead of 10.")]

    def test_significant_differences_come_first(self):
        insignificant, significant = (
            Reason("others", 0.0, 3.0, is_significant=False),
            Reason("points", 1.3, 1.0, is_significant=True),
        )
        assert self.why(insignificant, significant) == [(1, "Your points this round, on average: 1.3 instead of 1.0.")]

    def test_insignificant_differences_say_perhaps(self):
        assert self.why(Reason("prophecy", 0.62, 0.48, is_significant=False)) == [
            (1, "Your prophecy comes true in perhaps 62 games out of 100 instead of 48.")
        ]
        assert self.why(Reason("points", 1.5, 1.0, is_significant=False)) == [
            (1, "Your points this round, on average: perhaps 1.5 instead of 1.0.")
        ]

    def test_only_significant_differences_are_told_against_a_move(self):
        later = (1, "It only pays off later in the game.")
        assert self.why(Reason("prophecy", 0.4, 0.6, is_significant=False)) == [later]
        against = (-1, "Your prophecy comes true in 40 games out of 100 instead of 60.")
        assert self.why(Reason("prophecy", 0.4, 0.6, is_significant=True)) == [later, against]

    def test_nothing_pays_off_later_if_the_playouts_reach_the_end_of_the_game(self):
        reasons = Reason("prophecy", 0.61, 0.6, is_significant=False), Reason("points", 1.2, 1.1, is_significant=True)
        assert self.why(*reasons, game_goes_on=True) == [(1, "It only pays off later in the game.")]
        assert self.why(*reasons, game_goes_on=False) == [(0, "Your prophecy comes true in about 61 games out of 100.")]

    def test_no_outcome_is_told_twice(self):
        against = (-1, "Your prophecy comes true in 40 games out of 100 instead of 60.")
        prophecy, points = (
            Reason("prophecy", 0.4, 0.6, is_significant=True),
            Reason("points", 1.2, 1.1, is_significant=True),
        )
        assert self.why(prophecy, game_goes_on=False) == [against]
        assert self.why(prophecy, points, game_goes_on=False) == [
            (0, "Your points this round, on average: 1.2."),
            against,
        ]

    def test_numbers_that_look_alike_when_rounded_are_no_difference(self):
        game = ridotto.game("diciassette")
        moves = [MoveStats(0, 1000, 0.6, 0.01), MoveStats(1, 1000, 0.4, 0.01)]
        text = hint_text(game, Hint(moves, (Reason("others", 0.26, 0.34, is_significant=True),), game_goes_on=True), {})
        assert [why.outcome for why in text.why] == ["later"]

    def test_the_singular_of_games(self):
        assert self.why(Reason("loss", 0.01, 0.3, is_significant=True)) == [
            (1, "You lose points this round in 1 game out of 100 instead of 30.")
        ]

    def test_equally_good_moves_tell_their_mean(self):
        text = self.text((0.4, 0.01), (0.4, 0.01), reasons=(Reason("prophecy", 0.62, 0.58, is_significant=True),))
        assert [str(why.sentence) for why in text.why] == ["Your prophecy comes true in about 60 games out of 100."]

    @pytest.mark.parametrize(
        ("reasons", "sentence"),
        [
            ((Reason("prophecy", 0.0, 0.0, is_significant=False),), "Your prophecy comes true in hardly any games."),
            ((Reason("points", 0.0, 0.0, is_significant=False),), "Your points this round, on average: 0.0."),
            (
                (
                    Reason("prophecy", 0.0, 0.0, is_significant=False),
                    Reason("points", -1.5, -1.3, is_significant=False),
                ),
                "Your points this round, on average: −1.4.",
            ),
        ],
    )
    def test_equally_good_moves_tell_the_first_mean_that_is_not_almost_zero(self, reasons, sentence):
        text = self.text((0.4, 0.01), (0.4, 0.01), reasons=reasons)
        assert [str(why.sentence) for why in text.why] == [sentence]


@pytest.mark.skipif(not ridotto.compiled, reason="takes thousands of simulations")
def test_two_cards_of_the_same_number_are_equally_good():
    """It makes no difference which of them a player takes."""
    for state, seat in positions(ridotto.game("venti"), 300, players=2):
        best = [row.move for row in hint(state, seat, Budget(simulations=1500)).rivals]
        taken = [state.centre[move - c.DRAW] for move in best if c.DRAW <= move < c.REPLACE]
        if len(taken) == 2 and taken[0] < c.JOKER and len({card // TEMPLATES for card in taken}) == 1:
            _, text = hint_in_words(state, seat, Budget(simulations=3000))
            assert text.verdict == "equal"
            return
    raise AssertionError("no position with two cards of the same number")


@pytest.mark.skipif(not ridotto.compiled, reason="takes thousands of simulations")
def test_passing_is_better_because_a_call_would_be_wrong():
    game = ridotto.game("diciassette")
    for state, seat in positions(game, 300):
        if game.parse("call") in state.moves(seat):
            found, text = hint_in_words(state, seat, Budget(simulations=2000))
            if text.verdict == "better" and game.text(found.moves[0].move) == "pass":
                why = text.why[0]
                assert (why.outcome, why.sign) in (("wrong", 1), ("penalty", 1))
                assert why.other > 0.5 > why.best
                return
    raise AssertionError("passing was never better")


def test_compare_gives_both_moves_the_same_number_of_visits():
    state = VERHEXT.start(seed=1)
    search = Search(state, state.actor(), seed=2)
    search.run(Budget(simulations=SIMULATIONS), thorough=True)
    best, other, *_ = search.move_stats()
    search.compare(best.move, other.move, 4 * SIMULATIONS)
    visits = {row.move: row.visits for row in search.move_stats()}
    assert visits[best.move] - best.visits + visits[other.move] - other.visits in (4 * SIMULATIONS, 4 * SIMULATIONS - 1)
    assert abs(visits[best.move] - visits[other.move]) <= 1


def test_playing_a_line_does_not_change_the_search():
    state = VERHEXT.start(seed=1)
    search = Search(state, state.actor(), seed=2)
    search.run(Budget(simulations=SIMULATIONS), thorough=True)
    before = search.move_stats()
    horizon = VERHEXT.module("bot.outcomes").horizon(state.seats)
    played = [search.trees[0].play_line(before[0].move, number, horizon) for number in (7, 7, 8)]
    assert search.move_stats() == before
    first, again, other = ([*notes] for _, notes, _ in played)
    assert first == again != other
    assert any(note.kind == horizon.kind for note in first)
