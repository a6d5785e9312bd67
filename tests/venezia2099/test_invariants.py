"""What holds in every position (section 5.4 of the specification), at every table."""

import pytest

from ridotto.games.venezia2099 import tiles as t
from tests.playing import Choices, some_options
from tests.venezia2099.table import game

CITY = {2: 30, 3: 48, 4: 48, 5: 48}
DRY_AT_THE_END = {2: 10, 3: 12, 4: 12, 5: 13}
CARDS = {2: 25, 3: 42, 4: 42, 5: 42}


def dry_city(state):
    return {state.tile[square] for square in range(64) if state.dry >> square & 1} - {t.PLATFORM}


def check(state, lost, gondolas_used):
    """One position; `lost` coins have gone down so far."""
    seats = range(state.seats)
    assert len(dry_city(state)) == CITY[state.seats] - state.sunk
    held = sum(state.coins[seat] for seat in seats)
    assert held + sum(state.coins_on) + lost == state.seats * (t.DEALT[state.seats] + 1)
    for square, coins in enumerate(state.coins_on):
        assert coins in (0, 1, 3, 7, 15)
        assert not coins or (state.dry >> square & 1 and state.tile[square] < t.PLATFORM)
    for colour in range(6):
        if colour != state.unused:
            assert state.supply[colour] + sum(state.treasures[seat][colour] for seat in seats) == t.TREASURES
            assert state.dry >> state.where[8 * colour] & 1
            assert state.remaining(colour) >= 1
    fallen = (state.player, state.chosen) if state.phase == t.RESCUING else None
    squares = [
        state.pawn[seat][pawn]
        for seat in seats
        for pawn in range(t.MOST_PAWNS)
        if state.pawn[seat][pawn] >= 0 and (seat, pawn) != fallen
    ]
    assert len(squares) == len(set(squares))
    assert sum(1 << square for square in squares) == state.pawns
    assert not state.pawns & ~state.dry
    assert sum(state.gondolas[seat] for seat in seats) + gondolas_used == 2 * state.seats
    for seat in seats:
        assert all(card % 7 >= state.lower_bound(seat) for card in t.listed(state.hands[seat]))
    cards = [card for seat in seats for card in t.listed(state.hands[seat])]
    cards += [state.played[i] for i in range(state.sunk)] + t.listed(state.cards_set_aside())
    assert len(cards) == len(set(cards)) == CARDS[state.seats]


@pytest.mark.rule(
    "venezia2099.score.never_zero", "venezia2099.sink.safe", "venezia2099.turn.count", "venezia2099.end.trigger"
)
@pytest.mark.parametrize("players", game.players)
def test_the_invariants_hold_in_random_games(players):
    choice = Choices(players)
    for seed in range(4):
        state = game.start(players=players, seed=seed, **some_options(game, players, choice))
        state.listen()
        lost = used = turns = 0
        while not state.over:
            check(state, lost, used)
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])
            for note in state.told():
                lost += note.a if note.kind == t.COINS_LOST else 0
                used += note.kind in (t.RODE, t.RESCUED)
                turns += note.kind == t.PROPHECY_PLAYED
        check(state, lost, used)
        assert turns == state.sunk == players * t.DEALT[players]
        assert len(dry_city(state)) == DRY_AT_THE_END[players]
        above = {tile for tile in dry_city(state) if tile % 8}
        assert above == {t.named_by(card) for card in t.listed(state.cards_set_aside())}
