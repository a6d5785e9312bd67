"""The redeal is fair: every deal that fits what a viewer knows comes equally often."""

import pytest

import ridotto
from ridotto.engine.conformance import Broken
from ridotto.games.venezia2099.rules.rules import Venezia2099
from tests.at_the_table import state_of
from tests.playing import Choices
from tests.seeds import check_fairness
from tests.venezia2099.table import deck, game, position, value
from tests.venezia2099.worlds import bits, floors, hands_of, worlds

SAMPLES = 20_000 if ridotto.compiled else 2_500
SPECTATOR = -1


def check(state: Venezia2099, viewer: int, recall: bool = True) -> int:
    possible = worlds(state, viewer)
    check_fairness(state, viewer, possible, SAMPLES, key=hands_of, recall=recall)
    return len(possible)


def far_apart(players: int, left: int, aside: str) -> Venezia2099:
    """Late in a game: seat 0 has played the lowest cards, the last seat the highest; `left` cards are in each hand."""
    shown = position(players)
    rest = [card for card in deck(players) if card not in aside.split(", ")]
    turns = len(rest) // players - left
    dealt = [rest[seat * (turns + left) : (seat + 1) * (turns + left)] for seat in range(players)]
    played = [dealt[seat][turn] for turn in range(turns) for seat in range(players)]
    for seat in range(players):
        shown["seats"][seat]["hand"] = dealt[seat][turns:]
    state = state_of(Venezia2099, game.load(shown | {"played": played, "turn": 0}, seed=1))
    assert len(set(floors(state))) == players
    return state


def two_players():
    return far_apart(2, 2, "black 3, brown 4, azure 5, red 6, violet X")


def three_players():
    return far_apart(3, 1, "black 3, brown 5, azure 6, red 7, violet 8, green X")


def five_players():
    return far_apart(5, 1, "black 3, azure 3, brown 5, red 6, violet 6, green 8, black X")


@pytest.mark.rule("venezia2099.info.floor", "venezia2099.info.hand_secret", "venezia2099.info.set_aside_secret")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_two_players_with_two_cards_each(viewer, recall):
    assert check(two_players(), viewer, recall) >= 3


@pytest.mark.rule("venezia2099.info.floor")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_three_players_with_one_card_each_and_floors_far_apart(viewer):
    assert check(three_players(), viewer) >= 8


@pytest.mark.rule("venezia2099.info.floor")
@pytest.mark.parametrize("viewer", [0, 3, 4])
def test_five_players_with_one_card_each(viewer):
    assert check(five_players(), viewer) >= 100


@pytest.mark.slow
@pytest.mark.rule("venezia2099.info.floor")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_the_last_rounds_of_random_games(players, seed):
    """Of all viewers and positions with three cards or fewer in the hands, the one with the most worlds."""
    state = state_of(Venezia2099, game.start(players=players, seed=seed))
    choice = Choices(10 * players + seed)
    late = []
    while not state.over:
        moves = state.moves(state.actor())
        state.play(state.actor(), moves[choice.below(len(moves))])
        if 1 <= sum(hand.bit_count() for hand in hands_of(state)) <= 3 and state.snapshot()["phase"] == "move":
            late += [(len(worlds(state, viewer)), viewer, state.copy()) for viewer in range(-1, players)]
    number, viewer, best = max((found for found in late if found[0] <= SAMPLES // 10), key=lambda found: found[:2])
    assert check(best, viewer) == number >= 2


@pytest.mark.rule("venezia2099.info.floor")
def test_a_tile_below_every_floor_is_certainly_safe():
    """Section 7: its card is set aside in every world."""
    state = three_players()
    assert value("black 3") < min(floors(state))
    for viewer in (SPECTATOR, 0, 1, 2):
        assert not any(hand & bits(["black 3"]) for world in worlds(state, viewer) for hand in world)
        for seed in range(100):
            assert "black 3" in state.redeal(viewer, ridotto.Rng(seed)).snapshot()["set_aside"]


def test_the_count_finds_an_uneven_redeal():
    """Measured against a count that is wrong, a fair redeal is not."""
    state = three_players()
    uneven = {hands: 3 if hands[2] == bits(["green X"]) else 1 for hands in worlds(state, 0)}
    with pytest.raises(Broken, match="not even"):
        check_fairness(state, 0, uneven, SAMPLES, key=hands_of)


def test_the_count_finds_an_impossible_world():
    state = three_players()
    some = dict(list(worlds(state, 0).items())[1:])
    with pytest.raises(Broken, match="impossible world"):
        check_fairness(state, 0, some, SAMPLES, key=hands_of)
