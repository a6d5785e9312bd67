"""Snapshots: exact round trips, and refusals of positions that cannot be."""

import copy
import json
import pickle

import pytest

import ridotto
from tests.at_the_table import do
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import game, lay, position, prophecy_phase, start, table, trick


def refusal(snapshot, **changes):
    """The sentence with which a changed snapshot is refused."""
    with pytest.raises(ridotto.RidottoError) as refused:
        game.load({**snapshot, **changes})
    assert isinstance(refused.value, ridotto.BadSnapshot | ridotto.BadOption)
    return str(refused.value)


def in_seat(snapshot, seat, **changes):
    """The snapshot with one seat changed."""
    seats = copy.deepcopy(snapshot["seats"])
    seats[seat] |= changes
    return {**snapshot, "seats": seats}


def middle():
    """Two tricks are played, the third is begun."""
    state = table("R9 R8 R1 P1 P2", "C1", "B1", trump="S9")
    trick(state, "R9+P1 C1 B1 R8 C2 B2 R1")
    return state


def finished(*won, **given):
    given = {"prophecies": ["3+", "0", "0"], "round": 7, **given}
    return play_round(given.pop("prophecies"), won or (4, 2, 1), **given)


# Round trips


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"potions_per_play": "any", "zero_card_mode": "both_ways"}])
def test_every_position_of_a_game_is_given_back_exactly(players, options):
    for seed in range(3):
        state = game.start(players=players, seed=seed, **options)
        step = seed
        while True:
            shown = json.loads(json.dumps(state.snapshot()))
            assert game.load(shown) == state
            assert pickle.loads(pickle.dumps(state)) == copy.deepcopy(state) == state
            if state.over:
                break
            moves = state.moves(state.actor())
            step = (step * 1103515245 + 12345) % 2**31
            state.play(state.actor(), moves[step // 65536 % len(moves)])


def test_what_follows_from_the_rest_may_be_left_out():
    full = middle().snapshot()
    short = {key: full[key] for key in ("players", "round", "holder", "phase", "trump", "tricks")}
    short["seats"] = [{"prophecy": seat["prophecy"], "hand": seat["hand"]} for seat in full["seats"]]
    given = game.load(short, seed=7).snapshot()
    assert {**given, "generator": None} == {**full, "generator": None}
    assert given["generator"] == {"key": "07" + "00" * 31, "drawn": 0}


def test_cards_may_be_listed_in_any_order_but_failed_ones_of_a_number():
    piles = {0: {"fulfilled": "1x 1+ 3+", "failed": "2+ 2x 1+"}}
    state = prophecy_phase(3, round=7, score_cards=piles)
    shown = state.snapshot()
    hand = shown["seats"][0]["hand"][::-1]
    mixed = in_seat(shown, 0, hand=hand, fulfilled=["3+", "1+", "1x"], failed=["2+", "1+", "2x"])
    assert game.load({**mixed, "rest": shown["rest"][::-1]}) == state
    assert game.load(in_seat(shown, 0, failed=["1+", "2x", "2+"])) != state


def test_without_a_generator_and_a_seed_nobody_can_foretell_the_next_deal():
    short = prophecy_phase(3).snapshot()
    del short["generator"]
    assert game.load(short).snapshot()["generator"] != game.load(short).snapshot()["generator"]


def test_a_loaded_generator_deals_the_same_next_round():
    state = start(players=3, seed=9)
    twin = game.load(state.snapshot())
    while state.round < 3:
        move = state.moves(state.actor())[0]
        for one in (state, twin):
            one.play(one.actor(), move)
    assert state == twin


def test_a_won_game_of_seven_tricks_for_one_seat_can_be_loaded():
    state = finished(7, 0, 0)
    assert state.over
    assert game.load(state.snapshot()) == state


@pytest.mark.parametrize("answer", ["keep zero", "spend zero"])
def test_a_finished_game_with_zero_cards_in_its_last_round_can_be_loaded(answer):
    state = finished(7, 0, 0, prophecies=["3+", "1x", "0"], score_cards={1: {"zeros": 2}})
    assert game.load(state.snapshot()) == state
    do(state, answer)
    assert state.over
    assert game.load(state.snapshot()) == state


def test_the_counting_phase_remembers_who_has_answered():
    piles = {0: {"zeros": 1}, 1: {"zeros": 1}, 3: {"zeros": 1}}
    state = play_round(["2x", "2+", "3+", "1x"], [1, 1, 5, 0], holder=2, round=2, score_cards=piles)
    for answer in ("keep zero", "spend zero"):
        do(state, answer)
        assert game.load(state.snapshot()) == state


# Tricks that are put away


def put_away(viewer=1, seed=5, **options):
    """What a seat that remembers nothing makes of the fourth trick: two of the finished ones lie face down."""
    state = table("R9 R8 R7 R1 P1 P2", "C1", "B1", trump="S9", show_history="off", **options)
    trick(state, "R9+P1 C1 B1 R8 C2 B2 R7 C3 B3 R1")
    return state.redeal(viewer, ridotto.Rng(seed), recall=False)


def put_away_snapshot():
    return put_away().snapshot()


@pytest.mark.rule("verhext.vis.won")
def test_a_world_without_recall_has_no_tricks_before_the_last_and_comes_back():
    for viewer in (-1, 0, 1, 2):
        world = put_away(viewer)
        shown = world.snapshot()
        assert shown["put_away"] == 2
        assert [len(one["plays"]) for one in shown["tricks"]] == [3, 1]
        assert [seat["won"] for seat in shown["seats"]] == [3, 0, 0]
        assert game.load(shown) == world


@pytest.mark.rule("verhext.vis.won")
def test_where_nothing_is_put_away_there_is_no_such_entry():
    shown = middle().snapshot()
    assert "put_away" not in shown
    assert game.load({**shown, "put_away": 0}) == middle()


@pytest.mark.slow
@pytest.mark.parametrize("potions", ["one", "any"])
def test_such_a_world_comes_back_up_to_its_end(potions):
    for seed in range(20):
        world, step = put_away(seed=seed, potions_per_play=potions), seed
        while not world.over:
            assert game.load(json.loads(json.dumps(world.snapshot()))) == world
            moves = world.moves(world.actor())
            step = (step * 1103515245 + 12345) % 2**31
            world.play(world.actor(), moves[step // 65536 % len(moves)])
        forgotten = world.redeal(0, ridotto.Rng(seed), recall=False)
        assert game.load(forgotten.snapshot()) == forgotten


def test_tricks_are_not_put_away_where_the_history_is_shown():
    shown = put_away_snapshot()
    assert "none where the history is shown" in refusal(shown, options={**shown["options"], "show_history": "on"})


def test_the_last_finished_trick_is_not_put_away():
    shown = put_away_snapshot()
    assert "before the last finished one" in refusal(shown, tricks=shown["tricks"][1:], put_away=3)
    assert "before the last finished one" in refusal(shown, tricks=[])


@pytest.mark.parametrize("number", [-1, 6, None, True, "2"])
def test_a_number_of_tricks_put_away_that_cannot_be(number):
    assert "put_away must be a number from 0 to 5" in refusal(put_away_snapshot(), put_away=number)


@pytest.mark.parametrize(("tricks", "seat", "cards"), [(1, 0, 4), (3, 1, 5)])
def test_hands_that_the_tricks_put_away_do_not_leave(tricks, seat, cards):
    """Of seven cards one trick takes a card and perhaps a potion, three take at least three."""
    sentence = f"Seat {seat} cannot have had {cards} cards after {tricks} tricks."
    assert refusal(put_away_snapshot(), put_away=tricks) == sentence


def won(*numbers):
    """Seat 0 leads the trick after those that are put away, and wins it."""
    shown = put_away_snapshot()
    for seat, number in enumerate(numbers):
        shown["seats"][seat]["won"] = number
    return shown


@pytest.mark.parametrize("numbers", [(3, 0, 0), (2, 1, 0), (2, 0, 0), (1, 0, 1), (1, 0, 0)])
def test_tricks_put_away_may_have_been_won_by_anybody_or_tied(numbers):
    assert game.load(won(*numbers)).snapshot() == won(*numbers)


@pytest.mark.parametrize("numbers", [(0, 0, 0), (0, 1, 0), (3, 1, 0), (1, 1, 1), (4, 0, 0), (1, 0, 2)])
def test_but_not_more_of_them_than_there_are_and_the_last_by_whoever_leads_unless_it_was_tied(numbers):
    assert refusal(won(*numbers)) == "The tricks that are put away cannot have been won like this."


def test_who_has_won_what_is_put_away_must_be_told():
    shown = put_away_snapshot()
    del shown["seats"][0]["won"]
    assert "seat 0, won" in refusal(shown)


# Refusals: the cards


def test_a_card_twice():
    shown = position("R1", "C1", "B1")
    shown["seats"][1]["hand"][0] = "rat 1"
    assert "one rat 1 too many" in refusal(shown)


def test_a_card_that_is_the_trump_card():
    assert "one rat 1 too many" in refusal(position("R1", "C1", "B1"), trump="rat 1")


def test_four_equal_potions():
    shown = position("P1 P1 R1", "P1 C1", "B1")
    assert "one potion 1 too many: the game has 3" in refusal(shown, trump="potion 1")


@pytest.mark.parametrize("number", [0, 6, 8])
def test_wrong_hand_sizes(number):
    shown = position("R1", "C1", "B1")
    hand = [f"rat {value}" for value in range(1, 10)][:number]
    assert f"Seat 0 was dealt {number} cards" in refusal(in_seat(shown, 0, hand=hand))


@pytest.mark.parametrize("rest", [[], ["spider 1"], ["rat 1"] * 23])
def test_a_rest_that_does_not_add_up(rest):
    assert "The rest must be the 23 cards" in refusal(middle().snapshot(), rest=rest)


def test_unknown_cards():
    shown = position("R1", "C1", "B1")
    assert "rat 10" in refusal(shown, trump="rat 10")
    assert "Rat 1" in refusal(in_seat(shown, 0, hand=["Rat 1"]))
    assert "potion 4" in refusal(shown, rest=["potion 4"])


# Refusals: the tricks


def test_too_many_tricks():
    shown = middle().snapshot()
    eight = [{"leader": 0, "plays": ["rat 1", "crow 1", "broom 1"]}] * 8
    assert "8 tricks" in refusal(shown, tricks=eight)


@pytest.mark.parametrize("plays", [[], ["rat 9"], ["rat 9", "crow 1", "broom 1", "spider 1"]])
def test_too_few_or_too_many_plays(plays):
    shown = middle().snapshot()
    tricks = [{"leader": 0, "plays": plays}, *shown["tricks"][1:]]
    assert f"has {len(plays)} plays for 3" in refusal(shown, tricks=tricks)


def test_a_wrong_first_leader():
    state = table("R9", "C9", "B9")
    lay(state, "R9")
    shown = state.snapshot()
    shown["seats"][0]["hand"].append("rat 9")
    shown["seats"][1]["hand"].remove("crow 9")
    assert "Trick 1 cannot be led by seat 1" in refusal(shown, tricks=[{"leader": 1, "plays": ["crow 9"]}])


def test_a_wrong_leader_after_a_trick():
    """Seat 0 won the first trick; its rat 8 cannot answer a lead of seat 1."""
    state = table("R9 R8", "C1", "B1")
    trick(state, "R9 C1 B1")
    shown = state.snapshot()
    shown["tricks"].append({"leader": 1, "plays": ["crow 2"]})
    shown["seats"][1]["hand"].remove("crow 2")
    assert "Trick 2 cannot be led by seat 1" in refusal(shown)


def test_an_impossible_answer_to_a_lead():
    """Seat 1 holds rats and is said to have played a crow on a rat."""
    shown = position("R9 R1", "R5 C1", "B1")
    shown["seats"][0]["hand"].remove("rat 9")
    shown["seats"][1]["hand"].remove("crow 1")
    assert "Trick 1: seat 1 cannot play crow 1" in refusal(shown, tricks=[{"leader": 0, "plays": ["rat 9", "crow 1"]}])


def test_two_potions_on_a_card():
    shown = position("R9 P1 P2 C1", "C5", "B1")
    for card in ("rat 9", "potion 1", "potion 2"):
        shown["seats"][0]["hand"].remove(card)
    tricks = [{"leader": 0, "plays": ["rat 9 + potion 1 + potion 2"]}]
    assert "cannot play rat 9 + potion 1 + potion 2" in refusal(shown, tricks=tricks)
    assert game.load({**shown, "tricks": tricks, "options": {"potions_per_play": "any"}}).actor() == 1


def test_a_card_on_a_card():
    assert "only potions can be added" in refusal(
        middle().snapshot(), tricks=[{"leader": 0, "plays": ["rat 9 + crow 1"]}]
    )


def test_a_pair_of_potions_in_the_order_that_is_not_recorded():
    state = table("P1 P3 R1", "C1", "B1")
    lay(state, "P1+P3")
    tricks = [{"leader": 0, "plays": ["potion 1 + potion 3"]}]
    assert "potion 3 + potion 1" in refusal(state.snapshot(), tricks=tricks)


def test_cards_laid_that_no_potion_can_be_added_to():
    shown = position("R9", "C1", "B1")
    shown["seats"][0]["hand"].remove("rat 9")
    assert refusal(shown, laid="rat 9", turn=0)


def test_cards_played_before_all_prophecies_are_there():
    state = prophecy_phase(3)
    shown = state.snapshot()
    shown["seats"][0]["hand"].remove("rat 1")
    assert "before everybody has a prophecy" in refusal(shown, tricks=[{"leader": 0, "plays": ["rat 1"]}])


def test_a_round_that_is_complete_but_not_over():
    """All seven tricks are there and nobody can use a zero card: such a position never waits for anybody."""
    state = finished(4, 2, 1, round=6)
    shown = finished(4, 2, 1).snapshot()
    assert state.round == 7
    assert refusal(shown, phase="count", round=6)


# Refusals: prophecies, score cards, stacks


def test_prophecies_out_of_order():
    shown = position("R1", "C1", "B1", prophecies=[None, "1x", None])
    assert "from the holder, seat 0" in refusal(shown)


@pytest.mark.parametrize("stacks", [[8, 16, 12, 8], [6, 16, 12, 6], [6, 16, 12], "all", None])
def test_stacks_that_do_not_add_up(stacks):
    assert "[6, 16, 12, 7]" in refusal(middle().snapshot(), stacks=stacks)


def test_more_cards_of_a_number_than_there_are():
    shown = position("R1", "C1", "B1", prophecies=[None] * 3, round=7)
    many = in_seat(in_seat(shown, 0, failed=["3x"] * 5), 1, failed=["3+"] * 4)
    assert "9 prophecy cards 3; the game has 8" in refusal(many)


@pytest.mark.parametrize("number", [17, 40, 70000])
def test_far_more_cards_than_there_are(number):
    shown = position("R1", "C1", "B1", prophecies=[None] * 3, round=7)
    for pile in ("failed", "fulfilled"):
        for text in ("1x", "1+"):
            assert refusal(in_seat(shown, 0, **{pile: [text] * number}))


def test_more_cards_collected_than_rounds_played():
    shown = position("R1", "C1", "B1", prophecies=[None] * 3, round=2)
    for pile in ({"failed": ["1x", "1x"]}, {"fulfilled": ["1x", "2x"]}, {"zeros": 2}, {"zeros": 1, "failed": ["1+"]}):
        assert "collected 2 cards in 1 finished rounds" in refusal(in_seat(shown, 0, **pile))


@pytest.mark.parametrize("hats", [(3, 0, 0), (1, 1, 1), (0, 8, 0)])
def test_too_many_hats(hats):
    shown = position("R1", "C1", "B1", prophecies=[None] * 3, round=3)
    for seat, number in enumerate(hats):
        shown["seats"][seat]["hats"] = number
    assert "hats" in refusal(shown)


def test_a_0_among_the_fulfilled_or_failed_cards():
    shown = position("R1", "C1", "B1", prophecies=[None] * 3, round=3)
    for pile in ("fulfilled", "failed"):
        assert "a 0 is stored as a zero card" in refusal(in_seat(shown, 0, **{pile: ["0"]}))


@pytest.mark.parametrize(("chosen", "rebid"), [("0", True), (None, True), ("1x", 1), ("1x", None)])
def test_a_rebid_that_is_none(chosen, rebid):
    shown = position("R1", "C1", "B1", prophecies=[chosen, None, None], round=3)
    assert "new attempt" in refusal(in_seat(shown, 0, rebid=rebid))


def test_tricks_won_that_were_not():
    assert "seat 0, won" in refusal(in_seat(middle().snapshot(), 0, won=1))


def test_a_game_that_ended_before_this_round():
    piles = {0: {"failed": "3x 3x 3x 3x"}, 1: {"failed": "3x 3x 3x 3x"}}
    shown = position("R1", "C1", "B1", prophecies=[None] * 3, round=6, score_cards=piles)
    assert "Stack 3 was empty" in refusal(shown)


def test_a_finished_game_that_had_ended_before_its_last_round():
    """All eight 3s were gone after round 6, and nobody took one in round 7."""
    shown = finished(4, 2, 1, prophecies=["1+", "0", "0"]).snapshot()
    shown = in_seat(in_seat(shown, 1, failed=["3x"] * 4), 2, failed=["3x"] * 4)
    assert refusal({**shown, "stacks": [8, 15, 12, 0]})


def test_a_game_that_is_over_too_early():
    shown = finished(4, 2, 1).snapshot()
    assert "cannot be over" in refusal(shown, round=5)


def test_more_hats_than_rounds_at_the_end():
    """The last hat was boxed, so at most six were won."""
    shown = finished(3, 3, 1).snapshot()
    assert game.load(in_seat(shown, 2, hats=6)).over
    assert refusal(in_seat(shown, 2, hats=7))


def test_a_result_of_the_last_round_that_is_not_there():
    shown = finished(4, 2, 1).snapshot()
    assert refusal({**in_seat(shown, 0, fulfilled=[]), "stacks": [8, 16, 12, 8]})
    assert refusal(in_seat(shown, 0, hats=0))


def test_zero_cards_spent_that_could_not_be_there():
    """Seven rounds, six of them brought a card 1 to 3: no zero card was stored, so none was spent."""
    state = finished(7, 0, 0, prophecies=["3+", "1x", "0"], score_cards={1: {"zeros": 1}})
    do(state, "spend zero")
    shown = state.snapshot()
    assert refusal({**in_seat(shown, 1, fulfilled=["1x"] * 7), "stacks": [7, 9, 12, 7]})


def test_zero_cards_spent_before_the_counting_phase():
    for state in (prophecy_phase(3, round=3), table("R1", "C1", "B1", round=3)):
        assert refusal(in_seat({**state.snapshot(), "stacks": None}, 0, spent=1))
        shown = state.snapshot()
        del shown["stacks"]
        assert refusal(in_seat(shown, 0, spent=1))


# Refusals: the form


@pytest.mark.parametrize("snapshot", [None, [], "verhext", 7, True, {}])
def test_what_is_no_snapshot(snapshot):
    with pytest.raises(ridotto.BadSnapshot):
        game.load(snapshot)


@pytest.mark.parametrize("key", ["players", "round", "holder", "phase", "trump", "seats"])
def test_what_must_be_there(key):
    shown = middle().snapshot()
    del shown[key]
    assert repr(key) in refusal(shown)


def test_unknown_entries():
    shown = middle().snapshot()
    assert "'colour'" in refusal(shown, colour="pink")
    assert "'colour'" in refusal(in_seat(shown, 1, colour="pink"))
    assert "'colour'" in refusal(shown, tricks=[{**shown["tricks"][0], "colour": "pink"}])
    assert "'colour'" in refusal(shown, generator={"colour": "pink"})


def test_a_hand_and_leftover_cards_at_once():
    assert refusal(in_seat(middle().snapshot(), 0, leftover=[]))
    assert refusal(in_seat(finished(4, 2, 1).snapshot(), 0, hand=[]))


def test_another_game_or_version():
    shown = middle().snapshot()
    assert "expected verhext, 1" in refusal(shown, game="venti")
    assert "expected verhext, 1" in refusal(shown, rules=2)


def test_options_and_players_that_do_not_exist():
    shown = middle().snapshot()
    assert "3 to 5" in refusal(shown, players=6)
    assert "standard, double_stakes" in refusal(shown, options={"point_table": "mine"})
    assert "Unknown option" in refusal(shown, options={"speed": "fast"})
    assert "options" in refusal(shown, options=[])


@pytest.mark.parametrize(
    "generator", [{}, {"key": 7}, {"key": "07"}, {"key": "zz" * 32}, {"key": "00" * 32, "drawn": -1}]
)
def test_a_broken_generator(generator):
    assert "enerator" in refusal(middle().snapshot(), generator=generator)
