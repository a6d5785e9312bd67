"""A hint in words: which move, how much better than the next, and why."""

import re

import pytest

import ridotto
from ridotto.bots import bot
from ridotto.bots.hint_text import GAMES as OF_100
from ridotto.bots.hint_text import Advice, advice, called
from ridotto.bots.hints import Hint, Reason, choices, hint
from ridotto.bots.search import Budget, Search, Tried
from ridotto.engine.rng import Rng
from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import TEMPLATES
from ridotto.words import LANGUAGES, Translator

GAMES = ridotto.games()
VERHEXT = ridotto.game("verhext")
POSITIONS, SIMULATIONS = (60, 80) if ridotto.compiled else (2, 4)
FEW = Budget(simulations=SIMULATIONS)
WORDS = [Translator(language) for language in LANGUAGES]
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fred"]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def positions(game, count, players=None):
    """Moments of games between novices, every few decisions, with a seat that is asked."""
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


def in_words(state, seat, budget=FEW):
    game = state.game
    found = hint(state, seat, budget)
    return found, advice(game, found, called(game, game.scene(game.view(state, seat)).actions))


def sentences(told: Advice, words: Translator) -> list[str]:
    said = [told.than, OF_100, *(why.sentence for why in told.why), *(row.name for row in told.odds)]
    return [words.say(message, NAMES) for message in said]


@each_game
def test_every_hint_is_told_in_three_languages(game):
    for state, seat in positions(game, POSITIONS):
        _, told = in_words(state, seat)
        offered = choices(state, seat)
        assert 1 <= len(told.odds) <= 2
        assert {row.move for row in told.odds} <= offered
        assert (told.verdict == "forced") == (len(offered) == 1)
        assert all(0 <= row.of_100 <= 100 for row in told.odds)
        assert len(told.why) <= 2
        assert told.why or told.verdict in ("forced", "decided")  # they say it themselves
        english, *others = (sentences(told, words) for words in WORDS)
        for said in (english, *others):
            assert all(line and not re.search(r"[{}%]", line) for line in said)
        for said in others:
            assert all(line != told_in_english for line, told_in_english in zip(said[:2], english[:2], strict=True))


@each_game
def test_every_outcome_has_its_sentence_and_is_counted(game):
    part = game.part("bot.outcomes")
    known = part.OUTCOMES
    for state, seat in positions(game, 4):
        found = hint(state, seat, FEW)
        if len(found.tried) > 1:
            assert [reason.outcome for reason in found.reasons] == list(known)
    for name, outcome in known.items():
        assert ("{many}" in outcome.sentence.text) == outcome.counted, name
        assert ("{often}" in outcome.sentence.text) != outcome.counted, name
        said = {words.say(outcome.sentence) for words in WORDS}
        assert len(said) == len(WORDS), name


@each_game
def test_a_hint_does_not_depend_on_what_the_seat_cannot_know(game):
    changed = 0
    for number, (state, seat) in enumerate(positions(game, POSITIONS // 4 or 1)):
        swapped = state.redeal(seat, Rng(1000 + number))
        changed += swapped != state
        assert hint(state, seat, FEW, seed=5) == hint(swapped, seat, FEW, seed=5)
    assert changed


class TestComparing:
    """Rows as a search would give them."""

    def told(self, *rows: tuple[float, float], reasons: tuple[Reason, ...] = (), further: bool = True) -> Advice:
        tried = [Tried(move, 1000, share, margin) for move, (share, margin) in enumerate(rows)]
        return advice(VERHEXT, Hint(tried, reasons, further), {})

    def why(self, *reasons: Reason, further: bool = True) -> list[tuple[int, str]]:
        """Of a move that is clearly better."""
        told = self.told((0.6, 0.01), (0.4, 0.01), reasons=reasons, further=further)
        return [(why.sign, str(why.sentence)) for why in told.why]

    @pytest.mark.parametrize(
        ("best", "other", "words"),
        [
            (0.43, 0.41, "a little better than exactly 1"),
            (0.49, 0.41, "better than exactly 1"),
            (0.62, 0.41, "clearly better than exactly 1"),
        ],
    )
    def test_how_much_better_in_words(self, best, other, words):
        told = self.told((best, 0.004), (other, 0.004))
        assert (told.verdict, str(told.than)) == ("better", words)
        assert [row.of_100 for row in told.odds] == [round(100 * best), round(100 * other)]

    @pytest.mark.parametrize(
        "rows",
        [((0.43, 0.02), (0.41, 0.02)), ((0.43, 0.001), (0.423, 0.001)), ((0.4, 0.1), (0.4, 0.1))],
        ids=["within noise", "too little to speak of", "the same"],
    )
    def test_equals_are_told_as_equals(self, rows):
        told = self.told(*rows)
        assert told.verdict == "equal"
        assert str(told.than) == "or exactly 1: just as good"
        first, second = told.odds
        assert first.of_100 == second.of_100

    def test_the_only_move_is_told_as_such(self):
        told = self.told((0.4, 0.01))
        assert (told.verdict, str(told.than), len(told.odds)) == ("forced", "This is your only move.", 1)

    @pytest.mark.parametrize(
        ("share", "words"), [(1.0, "You win whatever you do."), (0.0, "You can't win this any more.")]
    )
    def test_a_position_that_is_decided(self, share, words):
        told = self.told((share, 0.001), (share, 0.001), (share, 0.002))
        assert (told.verdict, str(told.than), told.why) == ("decided", words, ())

    def test_a_move_that_may_still_win_decides_nothing(self):
        assert self.told((0.004, 0.001), (0.0, 0.001), (0.2, 0.1)).verdict == "equal"
        assert self.told((1.0, 0.001), (0.0, 0.001)).verdict == "better"

    def test_what_was_never_tried_is_not_worth_a_thought_after_a_while(self):
        rows = [Tried(0, 500, 0.4, 0.01), Tried(1, 0, 0.0, 1.0)]
        assert advice(VERHEXT, Hint(rows), {}).verdict == "alone"
        rows[0] = Tried(0, 3, 0.4, 0.5)
        assert advice(VERHEXT, Hint(rows), {}).verdict == "unsure"

    def test_the_reason_is_the_greatest_difference_for_it_and_then_one_against_it(self):
        reasons = (
            Reason("prophecy", 0.62, 0.48, sure=True),
            Reason("trick", 0.9, 0.1, sure=True),
            Reason("points", 1.2, 1.0, sure=True),
            Reason("hat", 0.1, 0.3, sure=True),
            Reason("others", 0.0, 3.0, sure=False),
        )
        hat = (-1, "You win the witch hat in 10 games out of 100 instead of 30.")
        prophecy = (1, "Your prophecy comes true in 62 games out of 100 instead of 48.")
        assert self.why(*reasons) == [prophecy, hat]
        assert self.why(*reasons[:3]) == [prophecy, (0, "You win this trick in 90 games out of 100 instead of 10.")]

    def test_what_is_sure_comes_before_what_chance_may_have_done(self):
        unsure, sure = Reason("others", 0.0, 3.0, sure=False), Reason("points", 1.3, 1.0, sure=True)
        assert self.why(unsure, sure) == [(1, "Your points this round, on average: 1.3 instead of 1.0.")]

    def test_what_chance_may_have_done_is_told_as_such(self):
        assert self.why(Reason("prophecy", 0.62, 0.48, sure=False)) == [
            (1, "Your prophecy comes true in perhaps 62 games out of 100 instead of 48.")
        ]
        assert self.why(Reason("points", 1.5, 1.0, sure=False)) == [
            (1, "Your points this round, on average: perhaps 1.5 instead of 1.0.")
        ]

    def test_what_may_speak_against_it_is_no_reason_unless_it_is_sure(self):
        later = (1, "It only pays off later in the game.")
        assert self.why(Reason("prophecy", 0.4, 0.6, sure=False)) == [later]
        against = (-1, "Your prophecy comes true in 40 games out of 100 instead of 60.")
        assert self.why(Reason("prophecy", 0.4, 0.6, sure=True)) == [later, against]

    def test_nothing_pays_off_later_where_the_game_was_watched_to_its_end(self):
        nothing = Reason("prophecy", 0.61, 0.6, sure=False), Reason("points", 1.2, 1.1, sure=True)
        assert self.why(*nothing, further=True) == [(1, "It only pays off later in the game.")]
        assert self.why(*nothing, further=False) == [(0, "Your prophecy comes true in about 61 games out of 100.")]

    def test_nothing_is_told_twice(self):
        against = (-1, "Your prophecy comes true in 40 games out of 100 instead of 60.")
        prophecy, points = Reason("prophecy", 0.4, 0.6, sure=True), Reason("points", 1.2, 1.1, sure=True)
        assert self.why(prophecy, further=False) == [against]
        assert self.why(prophecy, points, further=False) == [(0, "Your points this round, on average: 1.2."), against]

    def test_two_numbers_that_look_alike_are_no_difference(self):
        game = ridotto.game("diciassette")
        tried = [Tried(0, 1000, 0.6, 0.01), Tried(1, 1000, 0.4, 0.01)]
        told = advice(game, Hint(tried, (Reason("others", 0.26, 0.34, sure=True),), further=True), {})
        assert [why.outcome for why in told.why] == ["later"]

    def test_one_game_is_one_game(self):
        assert self.why(Reason("loss", 0.01, 0.3, sure=True)) == [
            (1, "You lose points this round in 1 game out of 100 instead of 30.")
        ]

    def test_of_equals_it_is_told_what_both_come_to(self):
        told = self.told((0.4, 0.01), (0.4, 0.01), reasons=(Reason("prophecy", 0.62, 0.58, sure=True),))
        assert [str(why.sentence) for why in told.why] == ["Your prophecy comes true in about 60 games out of 100."]

    @pytest.mark.parametrize(
        ("reasons", "said"),
        [
            ((Reason("prophecy", 0.0, 0.0, sure=False),), "Your prophecy comes true in hardly any games."),
            ((Reason("points", 0.0, 0.0, sure=False),), "Your points this round, on average: 0.0."),
            (
                (Reason("prophecy", 0.0, 0.0, sure=False), Reason("points", -1.5, -1.3, sure=False)),
                "Your points this round, on average: −1.4.",
            ),
        ],
    )
    def test_of_equals_that_come_to_little_that_is_told(self, reasons, said):
        told = self.told((0.4, 0.01), (0.4, 0.01), reasons=reasons)
        assert [str(why.sentence) for why in told.why] == [said]


@pytest.mark.skipif(not ridotto.compiled, reason="takes thousands of simulations")
def test_two_cards_of_the_same_number_are_equally_good():
    """Which of them pays makes no difference."""
    for state, seat in positions(ridotto.game("venti"), 300, players=2):
        best = [row.move for row in hint(state, seat, Budget(simulations=1500)).rivals]
        taken = [state.centre[move - c.DRAW] for move in best if c.DRAW <= move < c.REPLACE]
        if len(taken) == 2 and taken[0] < c.JOKER and len({card // TEMPLATES for card in taken}) == 1:
            _, told = in_words(state, seat, Budget(simulations=3000))
            assert told.verdict == "equal"
            return
    raise AssertionError("there were never two of the same")


@pytest.mark.skipif(not ridotto.compiled, reason="takes thousands of simulations")
def test_that_a_call_would_be_wrong_is_the_reason_to_pass():
    game = ridotto.game("diciassette")
    for state, seat in positions(game, 300):
        if game.parse("call") in state.moves(seat):
            found, told = in_words(state, seat, Budget(simulations=2000))
            if told.verdict == "better" and game.text(found.tried[0].move) == "pass":
                why = told.why[0]
                assert (why.outcome, why.sign) in (("wrong", 1), ("penalty", 1))
                assert why.other > 0.5 > why.best
                return
    raise AssertionError("passing was never better")


def test_the_two_best_are_tried_as_often():
    state = VERHEXT.start(seed=1)
    search = Search(state, state.actor(), seed=2)
    search.run(Budget(simulations=SIMULATIONS), thorough=True)
    best, other, *_ = search.tried()
    search.compare(best.move, other.move, 4 * SIMULATIONS)
    visits = {row.move: row.visits for row in search.tried()}
    assert visits[best.move] - best.visits + visits[other.move] - other.visits in (4 * SIMULATIONS, 4 * SIMULATIONS - 1)
    assert abs(visits[best.move] - visits[other.move]) <= 1


def test_watching_teaches_the_search_nothing():
    state = VERHEXT.start(seed=1)
    search = Search(state, state.actor(), seed=2)
    search.run(Budget(simulations=SIMULATIONS), thorough=True)
    before = search.tried()
    horizon = VERHEXT.part("bot.outcomes").horizon(state.seats)
    watched = [search.trees[0].watch(before[0].move, number, horizon) for number in (7, 7, 8)]
    assert search.tried() == before
    first, again, other = ([*notes] for _, notes, _ in watched)
    assert first == again != other
    assert any(note.kind == horizon.kind for note in first)
