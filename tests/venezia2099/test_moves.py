"""The table of moves (section 5.3), their texts, their refusals, and the sizes the specification states."""

import re
from pathlib import Path

import pytest

import ridotto
from tests.at_the_table import choices, do
from tests.playing import Choices, some_options, some_states
from tests.venezia2099.table import COLOURS, VALUES, game, table
from tests.venezia2099.views import own, public

SPECIFICATION = Path(__file__).parents[2] / "docs" / "rules" / "venezia2099.md"


def test_there_are_121_moves_numbered_as_in_the_table():
    texts = {64: "stay", 73: "no purchase", 120: "let drown"}
    for row in range(8):
        for column in range(8):
            texts[8 * row + column] = f"{'abcdefgh'[column]}{row + 1}"
    for pawn in range(4):
        texts[65 + pawn] = f"walk {pawn + 1}"
        texts[69 + pawn] = f"gondola {pawn + 1}"
        texts[74 + pawn] = f"buy {pawn + 1}"
    for colour in range(6):
        for value in range(7):
            texts[78 + 7 * colour + value] = f"{COLOURS[colour]} {VALUES[1 + value]}"
    assert len(texts) == 121
    assert dict(enumerate(game.move_texts)) == texts


KINDS = {
    "placement": range(64),
    "walk": range(64),
    "ride": range(64),
    "move": range(64, 73),
    "buy": range(73, 78),
    "prophecy": range(78, 120),
    "rescue": [*range(64), 120],
}
MOST = {"placement": 64, "walk": 27, "ride": 61, "move": 9, "buy": 5, "prophecy": 6, "rescue": 62}
BOUND = {"instead": {2: 106, 3: 192, 4: 192, 5: 190}, "extra": {2: 134, 3: 240, 4: 244, 5: 245}}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("gondolas", ["instead", "extra"])
def test_moves_are_of_the_kind_that_is_asked_and_no_more_than_stated(players, gondolas):
    phases = set()
    for seed in range(10 if ridotto.compiled else 3):
        choice = Choices(seed)
        options = some_options(game, players, choice) | {"gondola_move": gondolas}
        state = game.start(players=players, seed=seed, **options)
        decisions = 0
        while not state.over:
            phase = public(state).phase
            moves = state.moves(state.actor())
            assert moves == sorted(set(moves))
            assert set(moves) <= set(KINDS[phase])
            assert 1 <= len(moves) <= MOST[phase]
            phases.add(phase)
            state.play(state.actor(), moves[choice.below(len(moves))])
            decisions += 1
        assert game.max_decisions(players, game.options_of(state)) == BOUND[gondolas][players] >= decisions
    assert phases == set(KINDS)


@pytest.mark.parametrize(
    ("text", "seat"), [("a9", 0), ("i1", 0), ("black 2", 0), ("walk 5", 0), ("Stay", 0), ("", 0), ("platform", 0)]
)
def test_what_is_no_move(text, seat):
    with pytest.raises(ridotto.BadMoveText, match="c4"):
        game.parse(text)


def test_every_refusal_cites_a_clause_of_the_specification_in_one_sentence():
    """Every move out of place, from positions of all sizes and options."""
    known = set(re.findall(r"^- `(venezia2099\.[a-z_.0-9]+)`", SPECIFICATION.read_text("utf-8"), re.MULTILINE))
    cited, codes = set(), set()
    for state in some_states(game, Choices(5), every=8 if ridotto.compiled else 16):
        for seat in range(state.seats):
            legal = set(state.moves(seat))
            for move in [*(move for move in range(121) if move not in legal), -1, 121, 255]:
                with pytest.raises(ridotto.IllegalMove) as refusal:
                    state.play(seat, move)
                assert refusal.value.clause in known
                assert re.fullmatch(r"[A-Z][^\n]*\.|[a-h][1-8] is water\.", str(refusal.value))
                cited.add(refusal.value.clause)
                codes.add(refusal.value.code)
    assert len(cited) > 15
    assert {"over", "turn", "phase", "water", "occupied", "line", "way", "no-card", "not-lowest"} <= codes


def test_every_legal_move_rests_on_a_clause_of_the_specification():
    known = set(re.findall(r"^- `(venezia2099\.[a-z_.0-9]+)`", SPECIFICATION.read_text("utf-8"), re.MULTILINE))
    for state in some_states(game, Choices(6), every=5):
        for seat in state.actors():
            shown = own(state, seat)
            assert list(shown.moves) == state.moves(seat)
            assert list(shown.clauses) == [game.clause(state, seat, move) for move in shown.moves]
            assert set(shown.clauses) <= known


@pytest.mark.rule("venezia2099.move.commit")
def test_a_choice_of_a_pawn_is_open_and_changes_nothing_else():
    """It is told in no note, so it can be taken back until the target is chosen; the board is as it was."""
    state = table(pawns={0: "d1 a7 b7"})
    before = state.snapshot()
    do(state, "walk 1")
    after = state.snapshot()
    assert {key for key in before if before[key] != after[key]} == {"phase", "pawn"}
    assert all(state.observed_by(viewer, 0, game.parse("d2")) == game.parse("d2") for viewer in (-1, 1, 2, 3))
    assert "d2" in choices(state)
