"""Components and setup (sections 2 and 4)."""

from collections import Counter
from typing import Any

import pytest

import ridotto
from ridotto.games.diciassette import components as c
from tests.at_the_table import choices, do
from tests.diciassette.table import ANY_HANDS, call, call_window, game, hands, lay, nobody_calls, table, tokens
from tests.diciassette.views import name, names, public_of, seen_row

PLAYERS = range(2, 7)


@pytest.mark.rule("diciassette.components.cards", "diciassette.components.split", "diciassette.components.values")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deck_has_seventy_cards_at_every_player_count(players):
    shown = game.start(players=players, seed=1).snapshot()
    deck = Counter([*shown["pile"], *(card for seat in shown["seats"] for card in seat["hand"])])
    two_sided = {f"{number}/{number}": 7 for number in range(1, 6)}
    one_sided = {str(number): 3 for number in range(1, 6)}
    assert deck == two_sided | one_sided | dict.fromkeys(("reverse", "trash", "x2", "trap"), 5)
    assert (sum(two_sided.values()), sum(one_sided.values()), deck.total()) == (35, 15, 70)


@pytest.mark.rule("diciassette.components.values", "diciassette.total.special_zero")
def test_numbers_run_from_1_to_5_and_special_cards_count_nothing():
    assert dict(zip(c.CARD_NAMES, c.VALUES, strict=True)) == {
        "1/1": 1,
        "2/2": 2,
        "3/3": 3,
        "4/4": 4,
        "5/5": 5,
        "1": 1,
        "2": 2,
        "3": 3,
        "4": 4,
        "5": 5,
        "reverse": 0,
        "trash": 0,
        "x2": 0,
        "trap": 0,
    }


@pytest.mark.rule("diciassette.components.two_sided_same", "diciassette.components.neutral_back")
@pytest.mark.parametrize("card", c.CARD_NAMES)
def test_from_behind_two_sided_cards_show_their_number_and_all_others_the_same(card):
    state = table(f"{card} 1/1 1/1", "1/1 1/1 1/1")
    backs = names(public_of(state, 1).seats[0].backs)
    assert backs == ["1/1", "1/1", "back"] if "/" not in card else Counter(backs) == Counter([card, "1/1", "1/1"])


@pytest.mark.rule("diciassette.components.edges", "diciassette.play.two_sided_either_way")
@pytest.mark.parametrize("face", ["up", "down"])
def test_the_edge_tells_which_side_of_a_two_sided_card_lies_up(face):
    state = table("4/4 1/1 1/1", *ANY_HANDS[:2])
    do(state, f"4/4 {face}")
    for viewer in (-1, 0, 1, 2):
        assert seen_row(state, viewer) == {"up": "0:4/4", "down": "0:4/4-"}[face]
        assert public_of(state, viewer).covered == 0


@pytest.mark.rule("diciassette.components.tokens", "diciassette.tokens.unlimited")
def test_fourteen_victory_tokens_may_not_be_enough_and_more_are_handed_out():
    """Six players with two each, and five receive another one; the caller loses two."""
    state = call_window(6, row="0:trap- 1:trap- 2:trap- 3:trap- 4:1/1 5:5/5", tokens=dict.fromkeys(range(6), (2, 0)))
    call(state, 4)
    assert tokens(state) == [(3, 0), (3, 0), (3, 0), (3, 0), (0, 1), (3, 0)]
    assert sum(victory for victory, _ in tokens(state)) == 15 > 14


@pytest.mark.rule("diciassette.components.tokens")
def test_ten_penalty_tokens_are_always_enough():
    """At most one lies before each of six players while another one is handed out."""
    state = call_window(6, row="0:trap- 1:trap- 2:5/5 3:5/5 4:5/5 5:5/5", tokens=dict.fromkeys(range(6), (1, 1)))
    call(state, 2)
    assert [penalty for _, penalty in tokens(state)] == [1, 1, 1, 1, 1, 0]


@pytest.mark.rule("diciassette.setup.players")
def test_two_to_six_can_play():
    assert list(game.players) == [2, 3, 4, 5, 6]
    assert [game.start(players=players, seed=1).seats for players in PLAYERS] == [2, 3, 4, 5, 6]
    wrong: list[Any] = [-1, 0, 1, 7, True, "4", 4.0]
    for players in wrong:
        with pytest.raises(ridotto.BadOption, match="2 to 6"):
            game.start(players=players)


@pytest.mark.rule("diciassette.setup.deal", "diciassette.setup.draw_pile")
@pytest.mark.parametrize(("players", "pile"), [(2, 64), (3, 61), (4, 58), (5, 55), (6, 52)])
def test_three_cards_each_and_the_rest_is_the_pile(players, pile):
    state = game.start(players=players, seed=1)
    assert [len(hand) for hand in hands(state)] == [3] * players
    public = public_of(state)
    assert public.pile == len(state.snapshot()["pile"]) == pile
    assert public.discards.cards == 0
    assert public.row == ()


@pytest.mark.rule("diciassette.setup.draw_pile", "diciassette.info.pile_top")
def test_the_pile_lies_with_the_black_edge_up():
    for seed in range(20):
        state = game.start(players=3, seed=seed)
        top = state.snapshot()["pile"][0]
        assert name(public_of(state).pile_top) == (top if "/" in top else "back")


@pytest.mark.rule("diciassette.setup.deal")
def test_all_cards_are_shuffled_together():
    """Every kind of card is dealt as often as it is in the deck."""
    games = 1500 if ridotto.compiled else 500
    dealt = Counter(card for seed in range(games) for card in hands(game.start(players=2, seed=seed))[seed % 2])
    for card, copies in zip(c.CARD_NAMES, c.COPIES, strict=True):
        assert abs(dealt[card] - 3 * games * copies / 70) < 6 * (3 * games * copies / 70) ** 0.5


@pytest.mark.rule("diciassette.setup.tokens", "diciassette.setup.starter_tokens_back")
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_begins_with_a_token_the_starter_neither(players):
    for seed in range(10):
        state = game.start(players=players, seed=seed)
        assert tokens(state) == [(0, 0)] * players
        assert state.scores() == [0] * players


@pytest.mark.rule("diciassette.setup.starter")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_is_equally_likely_to_start(players):
    starters = Counter(game.start(players=players, seed=seed).actor() for seed in range(200 * players))
    assert set(starters) == set(range(players))
    assert all(140 < times < 260 for times in starters.values())


@pytest.mark.rule("diciassette.setup.direction", "diciassette.round.turn_reset")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_round_begins_clockwise_with_one_card_due(players):
    shown = game.start(players=players, seed=4).snapshot()
    assert (shown["direction"], shown["round"], shown["turns"]) == ("clockwise", 1, 0)
    assert (shown["phase"], shown["due"], shown["double"]) == ("play", 1, False)


@pytest.mark.rule("diciassette.setup.seats", "diciassette.turn.next")
@pytest.mark.parametrize(("direction", "step"), [("clockwise", 1), ("counter-clockwise", -1)])
@pytest.mark.parametrize("players", PLAYERS)
def test_seats_follow_each_other_around_the_table(players, direction, step):
    state = table(*ANY_HANDS[:players], direction=direction, row="0:1/1", turn=1)
    for played in range(2 * players):
        assert state.actors() == [(1 + step * played) % players]
        lay(state, min(choices(state)))


@pytest.mark.rule("diciassette.setup.first_card_reverse", "diciassette.reverse.face_up")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_reverse_as_the_very_first_card_turns_the_game_around(players):
    state = table("reverse 1/1 2/2", *ANY_HANDS[1:players], round=1)
    do(state, "reverse up")
    nobody_calls(state)
    assert state.snapshot()["direction"] == "counter-clockwise"
    assert state.actors() == [players - 1]


@pytest.mark.rule("diciassette.setup.deal", "diciassette.setup.starter")
def test_the_seed_fixes_deal_and_starter():
    assert game.start(players=4, seed=5) == game.start(players=4, seed=5)
    assert game.start(players=4, seed=5) != game.start(players=4, seed=6)
