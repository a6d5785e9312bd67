"""Components, setup, and how a round begins."""

from collections import Counter

import pytest

import ridotto
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules import rules
from tests.at_the_table import choices, do, refused
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import game, prophecy_phase, start
from tests.verhext.views import public_of

PLAYERS = (3, 4, 5)


def all_cards(state):
    shown = state.snapshot()
    return [shown["trump"], *shown["rest"], *(card for seat in shown["seats"] for card in seat["hand"])]


def play_on(state, until):
    """Plays the first legal move each time."""
    while not until(state):
        seat = state.actor()
        state.play(seat, state.moves(seat)[0])


def next_round(state):
    here = state.round
    play_on(state, lambda state: state.round > here)


@pytest.mark.rule("verhext.comp.deck")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deck_has_four_suits_of_nine_and_nine_potions(players):
    deck = Counter(all_cards(game.start(players=players, seed=1)))
    plain = {f"{suit} {value}": 1 for suit in ("rat", "crow", "broom", "spider") for value in range(1, 10)}
    assert deck == plain | {"potion 1": 3, "potion 2": 3, "potion 3": 3}
    assert deck.total() == 45


@pytest.mark.rule("verhext.comp.prophecies", "verhext.setup.stacks", "verhext.bid.max", "verhext.bid.side")
@pytest.mark.parametrize("players", PLAYERS)
def test_44_prophecy_cards_lie_in_four_complete_stacks(players):
    state = game.start(players=players, seed=1)
    assert state.snapshot()["stacks"] == [8, 16, 12, 8]
    assert choices(state) == {f"prophecy {text}" for text in ("0", "1x", "1+", "2x", "2+", "3x", "3+")}


@pytest.mark.rule("verhext.comp.points")
def test_the_points_are_those_of_section_11():
    state = start(seed=1)
    printed = {text: (plus, minus) for text, plus, minus in zip(c.PROPHECIES, state.plus, state.minus, strict=True)}
    assert printed == {"0": (0, 0), "1x": (2, 1), "1+": (1, 1), "2x": (4, 2), "2+": (2, 2), "3x": (6, 3), "3+": (3, 3)}


@pytest.mark.rule("verhext.comp.points")
def test_the_points_come_from_a_replaceable_table(monkeypatch):
    """With a table in which 1+ is worth most, 1+ leads and brings those points."""
    ours = c.Points(plus=(0, 1, 9, 2, 3, 4, 5), minus=(0, 1, 1, 2, 2, 3, 3), copies=(4, 5, 6, 7))
    monkeypatch.setattr(rules, "point_tables", lambda: {"ours": ours})
    state = start(players=3, seed=0, first_holder=0)
    assert list(state.stacks) == [4, 5, 6, 7]
    do(state, "prophecy 1+", "prophecy 3x", "prophecy 3+")
    assert state.actor() == 0
    play_on(state, lambda state: state.round == 2)
    assert state.scores()[0] - state.hats[0] in (9, -1)


@pytest.mark.rule("verhext.comp.points_order")
@pytest.mark.parametrize("table", ["standard", "double_stakes"])
def test_higher_numbers_carry_more_and_exact_sides_bring_more(table):
    state = start(seed=1, point_table=table)
    plus, minus = list(state.plus), list(state.minus)
    assert plus[0] == minus[0] == 0
    for points in (plus, minus):
        exact, at_least = points[1::2], points[2::2]
        assert 0 < exact[0] < exact[1] < exact[2]
        assert 0 < at_least[0] < at_least[1] < at_least[2]
    assert all(exact > at_least for exact, at_least in zip(plus[1::2], plus[2::2], strict=True))


@pytest.mark.rule("verhext.comp.others", "verhext.setup.hats", "verhext.setup.scorecards")
@pytest.mark.parametrize("players", PLAYERS)
def test_seven_hats_one_ball_and_an_empty_score_card_each(players):
    state = game.start(players=players, seed=1)
    public = public_of(state)
    assert public.hats_left == 7
    assert public.holder in range(players)
    assert len(public.seats) == players
    assert all(seat.hats == seat.zeros == 0 for seat in public.seats)
    assert all(seat.fulfilled == seat.failed == () for seat in public.seats)
    assert state.scores() == [0] * players


@pytest.mark.rule("verhext.setup.players")
@pytest.mark.parametrize("players", [-1, 0, 1, 2, 6, 7, True, "4", 4.0, None])
def test_only_three_to_five_can_play(players):
    with pytest.raises(ridotto.BadOption, match="3 to 5"):
        game.validate_options(players, {})


@pytest.mark.rule("verhext.setup.players")
def test_three_four_and_five_can_play():
    assert list(game.players) == [3, 4, 5]
    assert [game.start(players=players, seed=1).seats for players in PLAYERS] == [3, 4, 5]
    with pytest.raises(ridotto.BadOption):
        game.start(players=2)


@pytest.mark.rule("verhext.setup.seats", "verhext.bid.order")
@pytest.mark.parametrize("players", PLAYERS)
def test_seats_rise_clockwise_and_start_again_at_0(players):
    state = prophecy_phase(players, holder=1)
    asked = []
    for _ in range(players):
        asked.append(state.actor())
        do(state, "prophecy 0")
    assert asked == [(1 + i) % players for i in range(players)]


@pytest.mark.rule("verhext.setup.stack_display")
def test_the_last_card_of_a_stack_can_be_taken_and_only_then_it_is_empty():
    """Seven of the eight 3s lie on score cards: whatever a display shows beside the stack, one is there."""
    piles = {0: {"fulfilled": "3x 3x 3x 3x"}, 1: {"failed": "3+ 3+ 3+"}}
    state = prophecy_phase(round=5, score_cards=piles)
    assert state.stacks[3] == 1
    assert {"prophecy 3x", "prophecy 3+"} < choices(state)
    do(state, "prophecy 3x")
    assert state.stacks[3] == 0
    assert not {"prophecy 3x", "prophecy 3+"} & choices(state)


@pytest.mark.rule("verhext.setup.first_holder", "verhext.setup.first_holder_digital")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_seat_of_the_oldest_can_be_given_the_ball(players):
    for seat in range(players):
        state = start(players=players, seed=1, first_holder=seat)
        assert state.holder == state.actor() == seat
        assert game.start(players=players, seed=1, first_holder=str(seat)) == state


@pytest.mark.rule("verhext.setup.first_holder_digital")
@pytest.mark.parametrize("players", PLAYERS)
def test_else_chance_gives_the_ball_to_every_seat_alike(players):
    held = Counter(start(players=players, seed=seed).holder for seed in range(200 * players))
    assert set(held) == set(range(players))
    assert all(150 < times < 250 for times in held.values())


@pytest.mark.rule("verhext.setup.first_holder_digital")
def test_a_fixed_holder_costs_no_draw():
    by_chance, fixed = game.start(seed=5), game.start(seed=5, first_holder=2)
    assert by_chance.drawn() == fixed.drawn() + 1


@pytest.mark.rule("verhext.setup.options")
@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"variant": "fast"}, "point_table, potions_per_play"),
        ({"point_table": "triple"}, "standard, double_stakes"),
        ({"potions_per_play": "two"}, "one, any"),
        ({"potions_per_play": 1}, "one, any"),
        ({"zero_cards_per_round": "none"}, "any, one"),
        ({"zero_card_mode": "surplus"}, "missing_only, both_ways"),
        ({"leader_by": "number"}, "points, number_first"),
        ({"exact_tiebreak": ""}, "exact_side, exact_any, exact_and_zeros, all_fulfilled"),
        ({"first_holder": 4}, "random, 0, 1, 2, 3"),
        ({"first_holder": -1}, "random, 0, 1, 2, 3"),
        ({"first_holder": "seat"}, "random, 0, 1, 2, 3"),
        ({"show_history": True}, "on, off"),
        ({"show_history": None}, "on, off"),
    ],
)
def test_unknown_options_and_values_are_refused_with_what_is_allowed(options, hint):
    with pytest.raises(ridotto.BadOption, match=hint):
        game.start(players=4, seed=1, **options)


@pytest.mark.rule("verhext.setup.options")
def test_every_named_option_is_there_with_its_values_the_usual_one_first():
    assert {option.name: option.values_for(3) for option in game.options} == {
        "point_table": ("standard", "double_stakes"),
        "potions_per_play": ("one", "any"),
        "zero_cards_per_round": ("any", "one"),
        "zero_card_mode": ("missing_only", "both_ways"),
        "leader_by": ("points", "number_first"),
        "exact_tiebreak": ("exact_side", "exact_any", "exact_and_zeros", "all_fulfilled"),
        "first_holder": ("random", "0", "1", "2"),
        "show_history": ("on", "off"),
    }
    for option in game.options:
        for value in option.values_for(3):
            assert game.options_of(game.start(players=3, seed=1, **{option.name: value}))[option.name] == value


@pytest.mark.rule("verhext.round.phases")
def test_a_round_is_prophecy_then_play_then_counting():
    """Seat 1 will miss one trick and owns a zero card, so the counting phase asks something."""
    state = prophecy_phase(3, round=2, score_cards={1: {"zeros": 1}})
    phases = [state.snapshot()["phase"]]
    do(state, "prophecy 3x", "prophecy 1x", "prophecy 0")
    phases.append(state.snapshot()["phase"])
    counting = play_round(["3x", "1x", "0"], [7, 0, 0], round=2, score_cards={1: {"zeros": 1}})
    phases.append(counting.snapshot()["phase"])
    do(counting, "keep zero")
    assert [*phases, counting.snapshot()["phase"]] == ["prophecy", "play", "count", "prophecy"]


@pytest.mark.rule("verhext.round.pass_ball", "verhext.end.else")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_ball_moves_one_seat_a_round_whoever_led_or_won(players):
    state = start(players=players, seed=3, first_holder=players - 1)
    holders, leaders = [state.holder], set()
    while state.round < 4:
        play_on(state, lambda state: state.phase == c.PLAY_BASE)
        leaders.add(state.actor())
        next_round(state)
        holders.append(state.holder)
    assert holders == [players - 1, 0, 1, 2]


@pytest.mark.rule("verhext.round.pass_ball")
def test_the_winner_of_all_tricks_does_not_get_the_ball():
    state = play_round(["0", "0", "3+", "0"], [0, 0, 7, 0], holder=0)
    assert (state.round, state.holder, state.actor()) == (2, 1, 1)


@pytest.mark.rule("verhext.round.full_deck", "verhext.trump.out", "verhext.deal.seven")
def test_all_45_cards_come_together_again_every_round():
    state = game.start(players=5, seed=8)
    seen = []
    for _ in range(4):
        assert Counter(all_cards(state)).total() == 45
        assert all(Counter(all_cards(state))[card] <= c.copies(c.CARDS[card]) for card in c.CARDS)
        assert [len(seat["hand"]) for seat in state.snapshot()["seats"]] == [7] * 5
        seen.append(all_cards(state))
        next_round(state)
    assert len({tuple(cards) for cards in seen}) == 4


@pytest.mark.rule("verhext.trump.draw")
def test_every_card_can_be_turned_up_and_every_suit_is_trump_alike():
    turned = Counter(game.start(players=3, seed=seed).snapshot()["trump"] for seed in range(1800))
    assert set(turned) == set(c.CARD_NAMES)
    suits = Counter({suit: sum(turned[card] for card in turned if card.startswith(suit)) for suit in c.SUITS})
    assert all(300 < suits[suit] < 420 for suit in c.SUITS)


@pytest.mark.rule("verhext.trump.out", "verhext.trump.potion")
def test_with_a_potion_turned_up_eight_potions_remain():
    seed = next(seed for seed in range(100) if game.start(seed=seed).snapshot()["trump"] == "potion 2")
    state = game.start(seed=seed)
    others = Counter(all_cards(state)[1:])
    assert (others["potion 1"], others["potion 2"], others["potion 3"]) == (3, 2, 3)


@pytest.mark.rule("verhext.deal.seven", "verhext.deal.rest")
@pytest.mark.parametrize(("players", "rest"), [(3, 23), (4, 16), (5, 9)])
def test_seven_cards_each_and_the_rest_stays_unused_all_round(players, rest):
    state = start(players=players, seed=2)
    left_over = state.snapshot()["rest"]
    assert len(left_over) == rest
    while state.round == 1:
        assert state.snapshot()["rest"] == left_over
        seat = state.actor()
        state.play(seat, state.moves(seat)[-1])


@pytest.mark.rule("verhext.round.reset")
def test_a_new_round_clears_prophecies_and_tricks_and_keeps_the_rest():
    piles = {0: {"hats": 1, "fulfilled": "2+"}, 2: {"zeros": 1}}
    state = play_round(["3+", "0", "rebid 1+", "0"], [4, 0, 3, 0], round=3, score_cards=piles)
    shown = state.snapshot()
    assert shown["round"] == 4
    assert all(seat["prophecy"] is None and not seat["rebid"] for seat in shown["seats"])
    assert all(seat["won"] == seat["spent"] == 0 for seat in shown["seats"])
    assert shown["tricks"] == []
    assert (shown["seats"][0]["hats"], shown["seats"][0]["fulfilled"]) == (2, ["2+", "3+"])
    assert (shown["seats"][2]["zeros"], shown["seats"][2]["fulfilled"], shown["seats"][2]["failed"]) == (1, ["1+"], [])
    assert shown["stacks"] == [8 - 3, 16 - 1, 12 - 1, 8 - 1]


@pytest.mark.rule("verhext.bid.mandatory")
def test_the_refusal_names_the_duty_to_choose():
    assert refused(game.start(seed=1), "no potion").clause == "verhext.bid.mandatory"
