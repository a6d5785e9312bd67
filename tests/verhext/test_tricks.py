"""Following suit, winning and tying tricks, and the end of the play phase."""

import pytest

from ridotto.games.verhext.components import VerhextNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.verhext.table import cards, game, lay, table, trick
from tests.verhext.views import is_hidden


def won(state):
    return list(state.won)[: state.seats]


@pytest.mark.rule("verhext.trick.order", "verhext.setup.seats")
@pytest.mark.parametrize("leads", [0, 1, 2, 3])
def test_the_leader_plays_first_then_clockwise_one_play_each(leads):
    state = table("R1", "C1", "B1", "S1", leads=leads)
    order = []
    while not state.trick:
        order.append(state.actor())
        assert state.actors() == [state.actor()]
        state.play(state.actor(), state.moves(state.actor())[0])
    assert order == [(leads + i) % 4 for i in range(4)]


@pytest.mark.rule("verhext.trick.order")
def test_nobody_plays_out_of_turn():
    state = table("R1", "C1", "B1")
    assert (refused(state, "crow 1", seat=1).code, refused(state, "crow 1", seat=1).clause) == (
        "turn",
        "verhext.trick.order",
    )


@pytest.mark.rule("verhext.trick.lead_any", "verhext.follow.choice")
def test_the_leader_may_open_with_any_card_of_the_hand():
    state = table("R2 C4 B6 S1 S8 P1 P3", "R1", "C1", trump="S9")
    assert choices(state) == set(cards("R2 C4 B6 S1 S8 P1 P3"))


@pytest.mark.rule("verhext.follow.must", "verhext.follow.choice")
def test_who_has_the_led_suit_plays_any_card_of_it():
    state = table("B5", "B1 B9 R1 S1 P1 C1 C2", "R9", trump="S9")
    lay(state, "B5")
    assert choices(state) == {"broom 1", "broom 9"}
    error = refused(state, "rat 1")
    assert (error.code, error.clause) == ("follow", "verhext.follow.must")
    assert refused(state, "spider 1").code == "follow"
    assert refused(state, "crow 9").code == "no-card"


@pytest.mark.rule("verhext.follow.free", "verhext.follow.choice", "verhext.follow.no_duty_to_win")
def test_who_cannot_follow_may_play_anything_and_need_not_trump():
    hand = "R1 R9 C1 S1 S8 P1 P3"
    state = table("B5", hand, "R2", trump="S9")
    lay(state, "B5")
    assert choices(state) == set(cards(hand))


@pytest.mark.rule("verhext.follow.no_duty_to_win")
def test_nobody_has_to_beat_or_overtrump():
    state = table("S5 B1", "S4 S6 R1", "R9 S1 S8", trump="S9")
    lay(state, "S5")
    assert choices(state) >= {"spider 4", "spider 6"}
    lay(state, "S4")
    assert choices(state) >= {"spider 1", "spider 8"}


@pytest.mark.rule("verhext.follow.potion_is_suit")
def test_a_led_potion_is_followed_by_a_potion_as_base_card():
    state = table("P2 B1", "P1 P3 R1 S1", "C1", trump="S9")
    lay(state, "P2")
    assert choices(state) == {"potion 1", "potion 3"}
    error = refused(state, "spider 1")
    assert (error.code, error.clause) == ("follow", "verhext.follow.potion_is_suit")
    do(state, "potion 1")
    assert choices(state) == {"no potion", "add 3"}


@pytest.mark.rule("verhext.follow.potion_is_suit", "verhext.follow.free")
def test_who_has_no_potion_is_free_when_a_potion_is_led():
    state = table("P2 B1", "R1 R9 S1 S2 S3 C8 C9", "C1", trump="S9")
    lay(state, "P2")
    assert choices(state) == set(cards("R1 R9 S1 S2 S3 C8 C9"))


@pytest.mark.rule("verhext.follow.potion_not_wild")
def test_a_potion_never_stands_in_for_the_led_suit():
    """Seat 1 has a rat and must play it; seat 2 has none, and its lone potion is a discard."""
    state = table("R5", "R1 P3 C1", "P3 B1", trump="S9")
    lay(state, "R5")
    assert refused(state, "potion 3").clause == "verhext.follow.potion_not_wild"
    trick(state, "R1 P3")
    assert won(state) == [1, 0, 0]


@pytest.mark.rule("verhext.follow.potion_not_wild", "verhext.trump.potion")
def test_a_lone_potion_wins_as_trump():
    state = table("R9", "R1 C1", "P1 B1", trump="P3")
    trick(state, "R9 R1 P1")
    assert won(state) == [0, 0, 1]


@pytest.mark.rule("verhext.follow.base", "verhext.potion.attach")
def test_a_combination_follows_by_its_base_card():
    state = table("R5", "R1 P3 C1", "B1", trump="S9")
    lay(state, "R5")
    assert choices(state) == {"rat 1"} | {card for card in choices(state) if card.startswith("rat")}
    lay(state, "R1+P3")
    lay(state, "B1")
    assert won(state) == [1, 0, 0]  # rat 4 against rat 5
    assert state.snapshot()["tricks"][0]["plays"] == ["rat 5", "rat 1 + potion 3", "broom 1"]


@pytest.mark.rule("verhext.follow.led_combo")
def test_a_led_combination_asks_for_the_suit_of_its_base_card():
    state = table("B5 P2", "B1 P1 C1", "P3 R1 B2", trump="S9")
    lay(state, "B5+P2")
    assert {card.split()[0] for card in choices(state)} == {"broom"}
    lay(state, "B1")
    assert {card.split()[0] for card in choices(state)} == {"broom"}


@pytest.mark.rule("verhext.follow.led_combo")
def test_a_led_pair_of_potions_asks_for_potions():
    state = table("P1 P2 B1", "P3 R1", "C1", trump="S9")
    lay(state, "P2+P1")
    assert choices(state) == {"potion 3"}


@pytest.mark.rule("verhext.trick.win_trump")
def test_the_highest_trump_wins():
    state = table("B9", "S1 R1", "S3 C1", "B1 R9", trump="S9")
    trick(state, "B9 S1 S3 B1")
    assert won(state) == [0, 0, 1, 0]


@pytest.mark.rule("verhext.trick.win_trump", "verhext.trump.potion")
@pytest.mark.parametrize(
    ("face_up", "low", "led"),
    [("R9", "R1", "B"), ("C9", "C1", "B"), ("B9", "B1", "R"), ("S9", "S1", "B"), ("P2", "P1", "B")],
)
def test_the_lowest_trump_beats_a_12_of_the_led_suit_that_lies_there_or_comes(face_up, low, led):
    high, trumps, other = f"{led}9 P3 C2", f"{low} S3", f"{led}1 C3"
    state = table(high, trumps, other, trump=face_up)
    trick(state, f"{led}9+P3 {low} {led}1")
    assert (won(state), state.actor()) == ([0, 1, 0], 1)
    state = table(other, trumps, high, trump=face_up)
    trick(state, f"{led}1 {low} {led}9+P3")
    assert (won(state), state.actor()) == ([0, 1, 0], 1)


@pytest.mark.rule("verhext.trick.win_led", "verhext.trick.offsuit")
def test_without_trump_the_highest_of_the_led_suit_wins_whatever_else_lies_there():
    state = table("B5", "C9 P3 R1", "B6 R2", "R9 S1", trump="S9")
    trick(state, "B5 C9+P3 B6 R9")
    assert won(state) == [0, 0, 1, 0]


@pytest.mark.rule("verhext.trick.offsuit")
def test_a_12_of_another_suit_loses_to_a_led_1():
    state = table("B1 R1", "C9 P3 R2", "C1 R9", trump="S9")
    trick(state, "B1 C9+P3 C1")
    assert won(state) == [1, 0, 0]


@pytest.mark.rule("verhext.trick.pile", "verhext.trick.next_leader", "verhext.count.no_per_trick")
def test_the_winner_takes_one_trick_however_many_cards_and_leads_next():
    state = table("B5 P1 P2", "B9 P3 R1", "C1 P1 C2", trump="S9")
    trick(state, "B5+P1 B9+P3 C1+P1")
    assert won(state) == [0, 1, 0]
    assert state.actor() == 1
    assert notes_of_kind(state, VerhextNote.TRICK_WON) == [(1, 1, 0)]


@pytest.mark.rule("verhext.trick.next_leader")
def test_a_leader_who_wins_leads_again():
    state = table("R9 R8 R1", "C1", "B1", trump="S9")
    trick(state, "R9 C1 B1")
    trick(state, "R8 C2 B2")
    assert (state.actor(), won(state)) == (0, [2, 0, 0])


# Tied tricks


@pytest.mark.rule("verhext.tie.definition", "verhext.tie.nobody", "verhext.tie.leader", "verhext.trick.offsuit")
def test_the_example_of_the_rulebook():
    """Spiders are trump. Broom 5, broom 4 + 3, crow 9 + 1, broom 6 + 1: broom 7 twice, nobody wins, Enzo leads."""
    state = table("B5 R1", "B4 P3 R9", "C9 P1 S1", "B6 P1 C1", trump="S9")
    trick(state, "B5 B4+P3 C9+P1 B6+P1")
    assert won(state) == [0, 0, 0, 0]
    assert state.actor() == 3
    ((leader, _, tied),) = notes_of_kind(state, VerhextNote.TRICK_TIED)
    assert (leader, tied) == (3, 0b1010)


@pytest.mark.rule("verhext.trick.win_trump")
def test_a_humble_spider_would_have_won_it():
    state = table("B5 R1", "B4 P3 R9", "C9 P1 S1", "B6 P1 C1", trump="S9")
    trick(state, "B5 B4+P3 S1 B6+P1")
    assert won(state) == [0, 0, 1, 0]
    assert state.actor() == 2


@pytest.mark.rule("verhext.tie.definition")
def test_equal_values_below_the_top_do_not_matter():
    """Broom 7 twice, but broom 9 wins; and broom 7 twice under a trump."""
    state = table("B7 R1", "B5 P2 R9", "B9 C1", trump="S9")
    trick(state, "B7 B5+P2 B9")
    assert won(state) == [0, 0, 1]
    state = table("B7 R1", "B5 P2 R9", "S1 C1", trump="S9")
    trick(state, "B7 B5+P2 S1")
    assert won(state) == [0, 0, 1]


@pytest.mark.rule("verhext.tie.definition")
def test_equal_values_of_a_suit_that_cannot_win_do_not_matter():
    state = table("B1 R1", "C7 R9", "C5 P2 S1", trump="S9")
    trick(state, "B1 C7 C5+P2")
    assert won(state) == [1, 0, 0]


@pytest.mark.rule("verhext.tie.definition", "verhext.tie.nobody", "verhext.tie.leader")
def test_level_trumps_tie_even_if_the_led_suit_is_lower():
    state = table("B9 R1", "S5 P2 R9", "C1 S1", "S7 C9", trump="S9")
    trick(state, "B9 S5+P2 C1 S7")
    assert won(state) == [0, 0, 0, 0]
    assert state.actor() == 3


@pytest.mark.rule("verhext.tie.definition", "verhext.tie.leader")
def test_lone_potions_of_equal_value_tie():
    state = table("P2 R1", "P2 C1", "P1 B1", trump="S9")
    trick(state, "P2 P2 P1")
    assert won(state) == [0, 0, 0]
    assert state.actor() == 1


@pytest.mark.rule("verhext.tie.leader")
def test_of_three_tied_the_last_leads():
    state = table("B7 R1", "B5 P2 R9", "B6 P1 C1", "C9 S1", trump="S9")
    trick(state, "B7 B5+P2 B6+P1 C9")
    assert (won(state), state.actor()) == ([0, 0, 0, 0], 2)


@pytest.mark.rule("verhext.tie.leader")
def test_the_last_to_play_not_the_highest_seat_leads_after_a_tie():
    """Seat 3 leads; seats 3 and 1 tie: seat 1 played last."""
    state = table("C1", "B4 P3 R9", "R1", "B7 S1", trump="S9", leads=3)
    trick(state, "B7 C1 B4+P3 R1")
    assert (won(state), state.actor()) == ([0, 0, 0, 0], 1)


@pytest.mark.rule("verhext.tie.nobody")
def test_the_cards_of_a_tied_trick_are_gone_for_the_round():
    state = table("B7 R1", "B5 P2 R9", "C1", trump="S9")
    trick(state, "B7 B5+P2 C1")
    shown = state.snapshot()
    left = [card for seat in shown["seats"] for card in seat["hand"]] + shown["rest"]
    assert not {"broom 7", "broom 5", "crow 1"} & set(left)
    assert left.count("potion 2") == 2
    assert sum(seat["won"] for seat in shown["seats"]) == 0


# The end of the play phase


def burning():
    """Seat 0 adds a potion to three of its four plays and is out of cards after four tricks."""
    return table("R9 R8 R7 R6 P1 P1 P2", "C1", "B1", trump="S9")


@pytest.mark.rule("verhext.play.end", "verhext.play.trick_count", "verhext.potion.spent")
def test_the_first_empty_hand_ends_the_round_for_everybody():
    state = burning()
    trick(state, "R9+P1 C1 B1")
    trick(state, "R8+P1 C2 B2")
    trick(state, "R7+P2 C3 B3")
    assert state.round == 1
    trick(state, "R6 C4 B4")
    assert state.round == 2
    assert notes_of_kind(state, VerhextNote.PLAY_ENDS) == [(0b001, 4, 0)]


@pytest.mark.rule("verhext.play.finish_trick")
def test_the_trick_in_which_a_hand_runs_out_is_played_to_its_end():
    state = burning()
    trick(state, "R9+P1 C1 B1 R8+P1 C2 B2 R7+P2 C3 B3")
    lay(state, "R6")
    assert not state.hands[0]
    assert (state.round, state.actor()) == (1, 1)
    lay(state, "C4")
    assert (state.round, state.actor()) == (1, 2)


@pytest.mark.rule("verhext.play.leftover", "verhext.vis.leftover")
def test_leftover_cards_have_no_effect_and_all_hands_are_empty():
    """Seat 2 keeps a zero card in reserve, so the game waits in the counting phase."""
    state = table(
        "R9 R8 R7 R6 P1 P1 P2", "C1", "B1", trump="S9",
        prophecies=["3+", "0", "1x"], round=2, score_cards={2: {"zeros": 1}},
    )  # fmt: skip
    trick(state, "R9+P1 C1 B1 R8+P1 C2 B2 R7+P2 C3 B3 R6 C4 B4")
    assert state.snapshot()["phase"] == "count"
    for viewer in (-1, 0, 1, 2):
        assert [seat.cards for seat in game.view(state, viewer).public.seats] == [0, 0, 0]
        assert is_hidden(state, viewer, "crow 5")
        assert is_hidden(state, viewer, "broom 5")
    assert won(state) == [4, 0, 0]


@pytest.mark.rule("verhext.play.trick_count")
def test_seven_single_plays_make_seven_tricks():
    state = table("R1", "C1", "B1", trump="S9")
    for number in range(1, 8):
        assert state.round == 1
        trick(state, f"R{number} C{number} B{number}")
    assert state.round == 2
    assert notes_of_kind(state, VerhextNote.PLAY_ENDS) == [(0b111, 7, 0)]


@pytest.mark.rule("verhext.play.trick_count")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_random_round_has_four_to_seven_tricks(players):
    counts = {tricks for seed in range(12) for _, tricks, _ in notes_of_a_game(players, seed)}
    assert counts <= {4, 5, 6, 7}
    assert len(counts) > 2


def notes_of_a_game(players, seed):
    state = game.start(players=players, seed=seed)
    state.listen()
    step = seed
    while not state.over:
        moves = state.moves(state.actor())
        step = (step * 1103515245 + 12345) % 2**31
        state.play(state.actor(), moves[step // 65536 % len(moves)])
    return notes_of_kind(state, VerhextNote.PLAY_ENDS)
