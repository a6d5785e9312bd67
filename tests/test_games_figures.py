"""Every game's matches in figures."""

from random import Random

import pytest

import ridotto
from ridotto.engine.match import Match
from ridotto.engine.note import EVERYBODY, SPECTATOR, Note
from ridotto.engine.public_step import PublicStep
from ridotto.games.venezia2099 import components as t
from ridotto.translations import LANGUAGES, Translator

GAMES = ridotto.all_games()
FINAL = {"diciassette"}  # nothing can be taken back
POINTS = {"diciassette": "victory"}  # what is counted, as views call it; else the score


def played(game, players, seed):
    match, chance = Match(game, players, seed=seed), Random(seed)
    while not match.over:
        seat = chance.choice(match.state.actors())
        match.play(seat, chance.choice(match.state.moves(seat)))
    return match


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
class TestEveryGame:
    def test_points_grow_from_the_start_to_the_result(self, game):
        for players in game.players:
            match = played(game, players, players)
            found = match.figures()
            assert len(set(found.history[0])) == 1
            assert found.history[-1] == tuple(match.state.scores())
            assert all(len(points) == players for points in found.history)
            assert all(len(row.values) == players for row in found.counted)
            assert all(len(row.values) == players for sheet in found.rounds for row in sheet.rows)

    def test_everybody_sees_the_points_all_the_time(self, game):
        """So that nothing is told which a spectator has not seen."""
        points = POINTS.get(game.slug, "score")
        whole = played(game, game.default_players, 11)
        again = Match(game, seed=11)
        for move in whole.decisions():
            again.play(move.seat, move.move)
            state = again.state
            assert state.scores() == [getattr(seat, points) for seat in game.view(state, SPECTATOR).public.seats]

    def test_what_only_some_have_heard_does_not_count(self, game):
        match = played(game, game.default_players, 12)
        heard = [note for notes, _ in match.public for note in notes]
        assert heard == match.log(SPECTATOR)
        assert all(note.audience == EVERYBODY for note in heard)
        assert match.figures() == game.figures(list(match.public), match.players)

    def test_what_is_told_to_nobody_else_leaves_no_mark(self, game):
        """Neither in what figures are counted from, nor in how much of it there is."""
        match = played(game, game.default_players, 13)
        assert all(notes for notes, _ in match.public)

    def test_moves_that_were_taken_back_do_not_count(self, game):
        taken_back = 0
        for seed in range(5):
            match, chance = Match(game, seed=seed), Random(seed)
            while not match.over:
                seat = chance.choice(match.state.actors())
                match.play(seat, chance.choice(match.state.moves(seat)))
                if match.can_undo(seat) and chance.random() < 0.3:
                    match.undo(seat)
                    taken_back += 1
            again = Match(game, seed=seed)
            for move in match.decisions():
                again.play(move.seat, move.move)
            assert match.figures() == again.figures()
        assert bool(taken_back) == (game.slug not in FINAL)

    def test_a_match_that_begins_in_the_midst_has_figures_too(self, game):
        whole = played(game, game.default_players, 14)
        half = Match(game, seed=14)
        for move in whole.decisions()[: len(whole.decisions()) // 2]:
            half.play(move.seat, move.move)
        rest = Match(game, seed=14, start=game.snapshot(half.state))
        while not rest.over:
            seat = rest.state.actors()[0]
            rest.play(seat, rest.state.moves(seat)[-1])
        assert rest.figures().history[-1] == tuple(rest.state.scores())

    def test_all_of_it_can_be_said_in_every_language(self, game):
        found = played(game, game.default_players, 15).figures()
        for language in LANGUAGES:
            say = Translator(language).say
            words = [say(message) for message in (found.points, found.step, *(row.name for row in found.counted))]
            assert all(words)
            if language != "en":
                assert words[2:] != [str(row.name) for row in found.counted]


def counted(slug, players, *notes):
    """The rows counted from these notes, by their English names, and the figures; every score is 0."""
    moments = [PublicStep((Note(EVERYBODY, *note),), (0,) * players) for note in notes]
    found = ridotto.game(slug).module("show.figures").figures(moments, players)
    return {str(row.name): [str(value) for value in row.values] for row in found.counted}, found


def test_verhext():
    from ridotto.games.verhext import components as c

    exact, at_least = c.PROPHECIES.index("2x"), c.PROPHECIES.index("2+")
    rows, found = counted(
        "verhext",
        3,
        (c.ROUND_BEGINS, 1, 0, 0),
        (c.PROPHESIED, 0, exact, 0),
        (c.PROPHESIED, 1, at_least, 1),
        (c.TRICK_WON, 0, 1),
        (c.TRICK_WON, 0, 2),
        (c.TRICK_TIED, 1, 0, 0b110),
        (c.PLAY_ENDS, 0b1, 3),
        (c.ZERO_DECIDED, 2, 1),
        (c.JUDGED, 0, exact, 5),
        (c.JUDGED, 1, at_least, 3),
        (c.JUDGED, 2, exact, -2),
        (c.HAT_WON, 0, 2),
        (c.ROUND_BEGINS, 2, 0, 1),
        (c.TRICK_WON, 1, 1),
    )
    assert rows == {
        "Prophecies fulfilled": ["1 of 1", "1 of 1", "0 of 1"],
        "New attempts fulfilled": ["–", "1 of 1", "–"],
        "Points from exact prophecies": ["+4", "0", "0"],
        "Points from “at least”": ["0", "+2", "0"],
        "Witch hats": ["1", "0", "0"],
        "Zero cards spent": ["0", "0", "1"],
        "Tricks won": ["2", "0", "0"],  # and nothing of the round that is going on
        "Tricks lost to a tie": ["0", "1", "1"],
    }
    assert found.history == ((0, 0, 0), (0, 0, 0))


def test_diciassette():
    from ridotto.games.diciassette import components as c

    rows, found = counted(
        "diciassette",
        3,
        (c.LAID, 0, c.NEUTRAL, 1),
        (c.LAID, 0, 3, 0),
        (c.JUDGED, 1, 0, 1),
        (c.JUDGED, 1, 2, 0),
        (c.TRAP_SPRUNG, 2, 1, 1),
        (c.SECOND_PENALTY, 1, 1),
    )
    assert rows == {
        "Right calls": ["–", "1 of 2", "–"],
        "Got away with it": ["0 of 1", "–", "1 of 1"],
        "Traps sprung on callers": ["0", "0", "1"],
        "Cards played face down": ["1", "0", "0"],
        "Victory tokens lost": ["0", "1", "0"],
    }
    assert found.goal == 3


def test_venezia_2099():
    rows, _ = counted(
        "venezia2099",
        2,
        (t.WALKED, 0, 1, 2),
        (t.RODE, 1, 1, 2),
        (t.BOUGHT, 0, 1, 2),
        (t.BOUGHT, 0, 1, 3),
        (t.FELL, 1, 3),
        (t.RESCUED, 1, 3, 4),
        (t.FELL, 0, 3),
        (t.DROWNED, 0, 3),
    )
    assert rows == {
        "Treasures bought": ["2", "0"],
        "Coins spent on them": ["5", "0"],
        "Walks": ["1", "0"],
        "Gondola rides": ["0", "1"],
        "Pawns that fell in": ["1", "1"],
        "Pawns rescued": ["0", "1"],
        "Pawns drowned": ["1", "0"],
    }


def test_a_turn_of_venezia_2099_is_over_when_the_pawn_in_the_water_is():
    rescued_last = 0
    for seed in range(12):
        match = played(ridotto.game("venezia2099"), 3, seed)
        turns = sum(note.kind == t.PROPHECY_PLAYED for note in match.log(SPECTATOR))
        found = match.figures()
        assert len(found.history) == 1 + turns
        assert found.history[-1] == tuple(match.state.scores())
        rescued_last += match.log(SPECTATOR)[-2].kind in (t.RESCUED, t.DROWNED, t.PAWNLESS)
    assert rescued_last


def test_venti():
    from ridotto.games.venti import components as c

    [one, two] = [next(card for card, worth in enumerate(c.POINTS) if worth == points) for points in (1, 2)]
    rows, found = counted(
        "venti",
        2,
        (c.ROUND_BEGINS, 1),
        (c.PAID, 0, c.JOKER_CLASS, 0),
        (c.PAID, 0, 4, 1),
        (c.PAID, 0, 4, 2),
        (c.FULFILLED, 0, two + 2 * c.TOTAL_UNIT, 0),
        (c.FROZE, 1, 0),
        (c.ATTEMPTS, 0, 0),
        (c.COMMITTED, 0, c.JOKER_CLASS),  # and back to the hand
        (c.FAILED, 0, one + c.TOTAL_UNIT, 1),
        (c.ATTEMPTS, 0, 1),
        (c.COMMITTED, 0, 4),
        (c.FULFILLED, 0, two + 4 * c.TOTAL_UNIT, -1),
        (c.ATTEMPTS, 1, 2),
        (c.FAILED, 1, -1, 1),
        (c.ATTEMPTS, 1, 2),  # and nobody knows yet
        (c.COMMITTED, 1, c.JOKER_CLASS),
        (c.ROUND_BEGINS, 2),
        (c.MADE_JOKER, 0, one),
        (c.LOST, 0, two),
        (c.CAUGHT_UP, 1, one + c.TOTAL_UNIT),
    )
    assert rows == {
        "Conditions fulfilled": ["2", "0"],
        "Points per round": ["2.0", "1.0"],  # those of whoever froze what another one failed at, too
        "Cards paid per point": ["1.0", "–"],
        "Jokers paid": ["1", "0"],
        "Targets frozen": ["0", "1"],
        "Frozen targets won": ["1 of 2", "0 of 1"],
        "Points turned into jokers and actions": ["1", "0"],
        "Points lost": ["−2", "0"],
        "Catch-up points": ["0", "+1"],
    }
    assert found.goal == 20


def test_venezia():
    from ridotto.games.venezia import components as c

    rows, found = counted(
        "venezia",
        2,
        (c.ROUND_BEGINS, 1, 0),
        (c.FIRST_SHOWN, 0, c.FEINT, 3),
        (c.FIRST_SHOWN, 1, c.PIAZZA, 3),
        (c.HUNTER, 5, 2 + (1 << 6)),
        (c.PINCHED, 0, 1, 7),
        (c.BORN, 1, 6, 6),
        (c.ACTION_SHOWN, 0, c.CATCHER, 0),
        (c.CAUGHT, 0, 3, 4 << 6),
        (c.SCORED, 2, 0, 3),
        (c.SCORED, 4, 0, 6),
        (c.ROUND_BEGINS, 2, 1),
        (c.SCORED, 4, 1, 3),
    )
    assert rows == {
        "Chicks raised": ["0", "6"],
        "Enemy pigeons pinched": ["1", "0"],
        "Lost in pincers": ["0", "1"],
        "Lost to the hunter": ["2", "1"],
        "Lost to the City Catcher": ["0", "4"],
        "Points from 3-point districts": ["3", "3"],
        "Points from 6-point districts": ["6", "0"],
        "Feints played": ["1", "0"],
        "Action cards played": ["1", "0"],
    }
    rounds = {str(sheet.title): [(str(row.name), row.values) for row in sheet.rows] for sheet in found.rounds}
    assert rounds == {
        "Round 1": [("Dorsoduro", ("+3", "")), ("San Marco", ("+6", ""))],
        "Round 2": [("San Marco", ("", "+3"))],
    }
    assert found.goal == 50
