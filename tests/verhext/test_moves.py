"""The table of moves (section 5.3), their texts, and the sizes the specification states."""

import pytest

from ridotto.games.verhext import components as c
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import game, table

SUITS = ("rat", "crow", "broom", "spider")


def test_there_are_58_moves_numbered_as_in_the_table():
    texts = {0: "prophecy 0", 52: "no potion", 56: "keep zero", 57: "spend zero"}
    for number in (1, 2, 3):
        for side, sign in enumerate("x+"):
            texts[1 + 2 * (number - 1) + side] = f"prophecy {number}{sign}"
            texts[7 + 2 * (number - 1) + side] = f"rebid {number}{sign}"
    for suit, name in enumerate(SUITS):
        for value in range(1, 10):
            texts[13 + 9 * suit + value - 1] = f"{name} {value}"
    for value in (1, 2, 3):
        texts[48 + value] = f"potion {value}"
        texts[52 + value] = f"add {value}"
    assert len(texts) == 58
    assert dict(enumerate(game.move_texts)) == texts


KINDS = {"prophecy": range(13), "base": range(13, 52), "potion": range(52, 56), "zero": range(56, 58)}
MOST = {"prophecy": 13, "base": 7, "potion": 4, "zero": 2}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_in_one_position_only_moves_of_one_kind_are_legal_and_no_more_than_stated(players):
    kinds = set()
    for seed in range(8):
        state = game.start(players=players, seed=seed)
        decisions = 0
        while not state.over:
            moves = state.moves(state.actor())
            (kind,) = {kind for kind, ids in KINDS.items() for move in moves if move in ids}
            assert moves == sorted(set(moves))
            assert 1 <= len(moves) <= MOST[kind]
            kinds.add(kind)
            state.play(state.actor(), moves[(seed + decisions * decisions) % len(moves)])
            decisions += 1
        longest = game.max_decisions(players, game.options_of(state))
        assert longest is not None
        assert decisions <= longest <= 560
    assert kinds >= {"prophecy", "base", "potion"}


def test_the_zero_decision_has_two_options():
    state = play_round(["3+", "1x", "0"], [7, 0, 0], round=2, score_cards={1: {"zeros": 1}})
    assert state.moves(1) == [c.KEEP_ZERO, c.SPEND_ZERO] == [56, 57]


def test_equal_potions_are_one_move():
    state = table("P1 P1 P1 P2 P2 P3 R1", "C1", "B1")
    assert state.moves(0) == [13, 49, 50, 51]


def test_a_single_option_is_still_asked():
    state = table("R9", "R1 C1", "B1")
    state.play(0, game.parse("rat 9"))
    only = [move for move in state.moves(1) if game.text(move) == "rat 1"]
    alone = table("R9", "R1 C1 C2 C3 C4 C5 C6", "B1")
    alone.play(0, game.parse("rat 9"))
    assert alone.moves(1) == only
    assert alone.actor() == 1
