"""What holds at any time of any game, played at random with every option."""

import pytest

import ridotto
from ridotto.games.venti import components as c
from tests.playing import Choices, some_options
from tests.venti.table import CENTRE_CARDS, TARGET_CARDS, game, own_view, public_view

GAMES = 4 if ridotto.compiled else 1
FROZEN = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2}


def check(state):
    """The components, the limits, and who may decide."""
    players, shown = state.seats, public_view(state)
    assert game.inventory(state) == dict.fromkeys(c.CARD_NAMES, 1)
    frozen = [target for target in shown.targets if target.freezer is not None]
    assert len(frozen) <= FROZEN[players]
    assert (len(shown.centre), len(shown.targets)) == (CENTRE_CARDS[players], TARGET_CARDS[players])
    assert not any(card is not None and card >= c.CHAOS for card in shown.centre)
    for number, seat in enumerate(shown.seats):
        held = c.cards_in(state.hand[number])
        assert len(held) <= 10 + (shown.actions_used if number == shown.turn else 0)
        assert all(card < c.CHAOS for card in held)
        assert len(seat.extra) <= 2
        assert all(c.POINTS[card] >= 2 for card in seat.extra)
        points = [c.POINTS[card] for card in seat.points]
        assert seat.score == sum(points) == state.scores()[number]
        assert all(points)
    if shown.trigger is None:
        assert max(state.scores()) < 20
    assert shown.ten_ahead == (players > 2 and shown.first_to_ten is None)
    if shown.ten_ahead:
        assert max(state.scores()) < 10
    if shown.phase == "main":
        check_main(state, shown)


def check_main(state, shown):
    """The limit of actions, and the choices that are always there."""
    limit = 3 + len(shown.seats[shown.turn].extra)
    assert limit == shown.seats[shown.turn].actions
    assert shown.actions_used < shown.action_limit <= limit
    assert shown.options["extra_action_timing"] == "next_turn" or shown.action_limit == limit
    texts = {game.text(move) for move in state.moves(state.actor())}
    lying = [place for place, card in enumerate(shown.centre, 1) if card is not None]
    assert {text for text in texts if text.startswith("draw")} == {f"draw {place}" for place in lying}
    assert ("replace" in texts) == bool(lying)
    assert ("end turn" in texts) == (not lying or shown.options["allow_early_end"] == "true")
    lacks = own_view(state, shown.turn).missing
    for place, target in enumerate(shown.targets, 1):
        if target.freezer is not None:
            assert f"fulfil {place}" in texts
        else:
            assert (f"fulfil {place}" in texts) == (lacks[place - 1] == 0)


@pytest.mark.rule("venti.turn.hand_limit", "venti.freeze.limit", "venti.extra.max_two", "venti.chaos.never_kept")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_invariants_hold_in_random_play(players):
    for seed in range(GAMES):
        choice = Choices(100 * players + seed)
        options = some_options(game, players, choice) | {"max_rounds": "20"}
        state = game.start(players=players, seed=seed, **options)
        decisions = 0
        while not state.over:
            if decisions % 5 == 0:
                check(state)
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])
            decisions += 1
        check(state)
        longest = game.max_decisions(players, game.options_of(state))
        assert longest is not None
        assert decisions <= longest
        assert sum(state.rewards()) == pytest.approx(1)


@pytest.mark.rule("venti.end.winner", "venti.end.tie_cards", "venti.end.tie_sacrificed", "venti.end.places")
def test_the_ranking_follows_from_the_three_criteria():
    for seed in range(30 if ridotto.compiled else 8):
        state, choice = game.start(players=6, seed=seed, max_rounds=6), Choices(seed)
        while not state.over:
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])
        seats = public_view(state).seats
        worth = [sum(c.POINTS[card] for card in seat.permanent) for seat in seats]
        keys = [(seat.score, -len(seat.points), -worth[i]) for i, seat in enumerate(seats)]
        assert state.places() == [1 + sum(other > key for other in keys) for key in keys]


@pytest.mark.rule("venti.turn.order", "venti.end.cap")
def test_every_seat_has_its_turn_in_every_round():
    state, choice = game.start(players=5, seed=2, max_rounds=4, start_player=3), Choices(9)
    turns: list[tuple[int, int]] = []
    state.listen()
    while not state.over:
        shown = (state.snapshot()["round"], state.snapshot()["turn"])
        if not turns or turns[-1] != shown:
            turns.append(shown)
        moves = state.moves(state.actor())
        state.play(state.actor(), moves[choice.below(len(moves))])
    assert turns == [(round, (3 + seat) % 5) for round in range(1, 5) for seat in range(5)]
