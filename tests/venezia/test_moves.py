"""The table of moves (section 5.3), their texts, and their refusals."""

import re
from pathlib import Path

import pytest

import ridotto
from tests.playing import Choices, some_states
from tests.venezia.table import ACTIONS, CARDS, SQUARES, Snapshot, family, game, table
from tests.venezia.views import own_of, public_of

SPECIFICATION = Path(__file__).parents[2] / "docs" / "rules" / "venezia.md"
KNOWN = set(re.findall(r"^- `(venezia\.[a-z_.0-9]+)`", SPECIFICATION.read_text("utf-8"), re.MULTILINE))


def test_there_are_143_moves_numbered_as_in_the_table():
    slots = ["slot 3", "slot 4", "slot 5"]
    numbers = [str(number) for number in range(41)]
    texts = ["stop", "piazza", "feint", *ACTIONS, *CARDS, *slots, *numbers, *SQUARES]
    assert list(game.move_texts) == texts
    assert len(texts) == 143
    assert [game.parse(text) for text in ("stop", "piazza", "feint")] == [0, 1, 2]
    assert (game.parse("family_gathering"), game.parse("carrier")) == (3, 10)
    assert (game.parse("cannaregio"), game.parse("san_giorgio")) == (11, 18)
    assert (game.parse("slot 3"), game.parse("slot 5")) == (19, 21)
    assert (game.parse("0"), game.parse("40")) == (22, 62)
    assert (game.parse("1A"), game.parse("10A"), game.parse("1B"), game.parse("10H")) == (63, 72, 73, 142)


STOP, NUMBERS, PLACES, ALL = [0], range(22, 63), range(11, 18), range(63, 143)
KINDS = {
    "home": PLACES, "place": ALL, "feint": NUMBERS, "pick": [*STOP, *ALL], "move": ALL, "jump": [*STOP, *ALL],
    "family": [*STOP, *PLACES], "reinforce": NUMBERS, "use": [*STOP, *range(3, 11)], "hawk": PLACES,
    "catcher": PLACES, "clergy": PLACES, "house": PLACES, "take along": range(22, 26), "vespa from": PLACES,
    "vespa count": range(23, 25), "vespa to": PLACES, "carrier slot": [*STOP, 19, 20, 21],
    "carrier card": range(11, 19), "recover": [*STOP, *range(3, 11)], "fetch": range(22, 25),
}  # fmt: skip
STEPS = {
    "first": [1, 2], "action": [*STOP, *range(3, 11)], "districts": [*STOP, *range(11, 19)], "pigeons": NUMBERS,
}  # fmt: skip


def test_moves_are_of_the_kind_that_is_asked():
    asked = set()
    for state in some_states(game, Choices(3), every=1 if ridotto.compiled else 2):
        for seat in state.actors():
            own, phase = own_of(state, seat), public_of(state).phase
            kind = str(own.plan.step) if phase == "plan" else phase
            assert set(own.moves) <= set((KINDS | STEPS)[kind])
            assert own.moves == tuple(sorted(set(own.moves)))
            asked.add(kind)
    assert len(asked) > 18


@pytest.mark.parametrize("text", ["8I", "11A", "0A", "a1", "A1", "41", "-1", "san_michele", "slot 2", "Stop", ""])
def test_what_is_no_move(text):
    with pytest.raises(ridotto.BadMoveText, match="4C"):
        game.parse(text)


def test_every_refusal_cites_a_clause_of_the_specification_in_one_sentence():
    """Every move out of place, from positions of all sizes and options."""
    cited, codes = set(), set()
    for state in some_states(game, Choices(5), every=29 if ridotto.compiled else 43):
        for seat in range(state.seats):
            legal = set(state.moves(seat))
            for move in [*(move for move in range(143) if move not in legal), -1, 143, 255]:
                with pytest.raises(ridotto.IllegalMove) as refusal:
                    state.play(seat, move)
                assert refusal.value.clause in KNOWN
                assert re.fullmatch(r"[A-Z][^\n]*\.|8G is the Campanile\.", str(refusal.value))
                cited.add(refusal.value.clause)
                codes.add(refusal.value.code)
    assert len(cited) > 12
    assert {"over", "turn", "planned", "phase", "occupied", "campanile", "no-pigeon"} <= codes


def test_every_legal_move_rests_on_a_clause_of_the_specification():
    found = set()
    for state in some_states(game, Choices(6), every=7):
        for seat in state.actors():
            own = own_of(state, seat)
            assert own.clauses == tuple(game.clause(state, seat, move) for move in own.moves)
            found |= set(own.clauses)
    assert found <= KNOWN
    assert len(found) > 12


@pytest.mark.rule("venezia.move.walk", "venezia.jump.basic", "venezia.jump.tourist")
def test_a_target_rests_on_the_rule_by_which_it_is_reached():
    state = table("move", family(piazza="4D 10H"), family(piazza="5D 4C"), tourists="6D 1H", chosen="4D")
    for target, clause in (("3D", "move.walk"), ("4B", "jump.basic"), ("6D", "jump.tourist")):
        assert game.clause(state, 0, game.parse(target)) == f"venezia.{clause}"


def refused(state, move):
    with pytest.raises(ridotto.IllegalMove) as refusal:
        state.play(state.actor(), game.parse(move))
    return refusal.value.clause, str(refusal.value)


@pytest.mark.parametrize(
    ("phase", "card", "chosen", "move", "clause", "message"),
    [
        ("fetch", "", None, "3", "score.michele.choice", "You can choose from 0 to 2 here."),
        ("take along", ", moving_house", "san_polo", "4", "card.moving_house", "You can choose from 0 to 3 here."),
        ("vespa count", ", vespa", "san_polo", "0", "card.vespa", "You can choose from 1 to 2 here."),
        ("vespa count", ", vespa", "san_polo", "3", "card.vespa", "You can choose from 1 to 2 here."),
        ("house", ", moving_house", None, "castello", "card.moving_house", "There's already a home base in Castello."),
        ("house", ", moving_house", None, "san_giorgio", "action.district", "San Giorgio Maggiore isn't a district."),
    ],
)
def test_refusals_tell_what_is_allowed_and_cite_the_rule_at_hand(phase, card, chosen, move, clause, message):
    points: Snapshot = {"score": 3} if phase == "fetch" else {}
    own = family(f"piazza{card}", san_polo=5, san_michele=5, **points)
    state = table(phase, own, family(), round=3, **({"chosen": chosen} if chosen else {}))
    assert refused(state, move) == (f"venezia.{clause}", message)


def test_san_giorgio_is_no_home():
    state = game.start(players=2, seed=1)
    assert refused(state, "san_giorgio") == ("venezia.board.places", "San Giorgio Maggiore isn't a district.")
