"""The redeal is fair: every deal that fits what a viewer knows comes equally often."""

from random import Random

import pytest

import ridotto
from ridotto.engine.conformance import Broken, Trial
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.rules import Verhext
from tests.at_the_table import do, state_of
from tests.seeds import check_fairness
from tests.verhext.table import game, table, trick
from tests.verhext.worlds import hand_of, voids, worlds

SAMPLES = 20_000 if ridotto.compiled else 3_000
SPECTATOR = -1


def check(state: Verhext, viewer: int, watched: int, recall: bool = True) -> None:
    possible = worlds(state, viewer, watched)
    check_fairness(state, viewer, possible, SAMPLES, key=lambda world: hand_of(world, watched), recall=recall)


def two_cards_left():
    """Seat 1 could not follow rats and crows."""
    state = table("R1 R2 R3 C1 C2 B1 S1", "C3 C4 C5 B2 B3 S2 S3", "R4 R5 R6 C6 B4 S4 P1")
    for plays in ("R1 C3 R4", "R5 R2 C4", "R6 R3 C5", "B4 B1 B2", "C6 C1 B3"):
        trick(state, plays)
    return state


def a_card_laid():
    """Hands of different size; seat 0 has laid its crow and thinks about a potion."""
    state = table(
        "R1 R9 C1 B1 S1 P1 P2", "C2 C3 B2 B3 S2 S3 P3", "R2 R3 C4 C5 B4 S4 S5", "R4 R5 R6 B5 B6 P1 P2", trump="C9"
    )
    for plays in ("R1+P1 B2 R2 R4+P1", "B5+P2 B1 B3 B4", "R5 R9 S2 R3", "S1 S3 S4 R6"):
        trick(state, plays)
    trick(state, "C4 B6")
    do(state, "crow 1")
    return state


@pytest.mark.slow
@pytest.mark.rule("verhext.vis.voids", "verhext.vis.hands")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize(("viewer", "watched"), [(0, 1), (0, 2), (2, 1), (SPECTATOR, 1)])
def test_two_cards_left_and_a_seat_without_rats_and_crows(viewer, watched, recall):
    state = two_cards_left()
    assert voids(state, 1) == {c.SUITS.index("rat"), c.SUITS.index("crow")}
    check(state, viewer, watched, recall)


@pytest.mark.rule("verhext.vis.pending", "verhext.vis.voids")
@pytest.mark.parametrize(("viewer", "watched"), [(2, 0), (2, 1), (1, 0), (SPECTATOR, 0)])
def test_a_card_laid_but_not_shown_is_as_hidden_as_the_hand(viewer, watched):
    check(a_card_laid(), viewer, watched)


@pytest.mark.parametrize("seed", range(4))
def test_positions_late_in_a_round_of_five_with_many_voids(seed):
    """Nine cards rest, so the voids bind hard."""
    state = late(seed)
    viewer = Random(seed).randrange(5)
    watched = max(set(range(5)) - {viewer}, key=lambda seat: len(voids(state, seat)))
    check(state, viewer, watched)


def late(seed: int) -> Verhext:
    """Of a random game, the position with the most voids in which every hand is small and nobody is out."""
    trial = Trial(game, 5, {}, seed)
    state = state_of(Verhext, trial.state)
    best = (0, state.copy())
    while not state.over:
        trial.step()
        sizes = [len(hand_of(state, seat)) for seat in range(5)]
        if state.phase == c.PLAY_BASE and min(sizes) >= 1 and max(sizes) <= 3:
            found = sum(len(voids(state, seat)) for seat in range(5))
            best = max(best, (found, state.copy()), key=lambda entry: entry[0])
    assert best[0] >= 6
    return best[1]


def test_the_count_finds_an_uneven_redeal():
    """Measured against a count that is wrong, a fair redeal is not."""
    state = two_cards_left()
    possible = worlds(state, 0, 1)
    uneven = {hand: ways * (3 if hand[0] % 2 else 1) for hand, ways in possible.items()}
    with pytest.raises(Broken, match="not even"):
        check_fairness(state, 0, uneven, SAMPLES, key=lambda world: hand_of(world, 1))


def test_the_count_finds_an_impossible_world():
    state = two_cards_left()
    some = dict(list(worlds(state, 0, 1).items())[5:])
    with pytest.raises(Broken, match="impossible world"):
        check_fairness(state, 0, some, SAMPLES, key=lambda world: hand_of(world, 1))
