"""Step 3: play a prophecy; tiles sink, and pawns with them."""

import pytest

import ridotto
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.playing import Choices, some_states
from tests.venezia2099.table import COLOURS, VALUES, deck, game, is_dry, shown, squares, table, turn, value
from tests.venezia2099.views import cards, coins_on, dry_squares, public


def prophesying(players=4, **given):
    """Seat 0 has neither moved nor bought."""
    state = table(players, **given)
    do(state, "stay", "no purchase")
    return state


@pytest.mark.rule("venezia2099.prophecy.lowest")
@pytest.mark.parametrize("lowest", VALUES[1:6])
def test_a_card_of_the_lowest_value_must_be_played(lowest):
    state = prophesying(hands={0: f"red {lowest}"})
    assert choices(state) == {f"red {lowest}"}
    for card in set(shown(state, 0)["hand"]) - {f"red {lowest}"}:
        refusal = refused(state, card)
        assert refusal.code == "not-lowest"
        assert refusal.clause == f"venezia2099.prophecy.{'x_highest' if card.endswith('X') else 'lowest'}"
        assert lowest in str(refusal)


@pytest.mark.rule("venezia2099.prophecy.choice")
@pytest.mark.parametrize("colours", [COLOURS[:1], COLOURS[:2], COLOURS[2:5], COLOURS])
def test_among_equal_lowest_cards_the_player_chooses(colours):
    """The other hands get what is left: here all of the 4s may be in one hand."""
    state = prophesying(hands={0: ", ".join(f"{colour} 4" for colour in colours)})
    assert choices(state) == {f"{colour} 4" for colour in colours}


@pytest.mark.rule("venezia2099.prophecy.x_highest")
def test_x_is_played_after_all_numbers():
    state = prophesying(turns=28, hands={0: "red X, black X"})
    assert choices(state) == {"red X", "black X"}
    state = prophesying(turns=28, hands={0: "red X, green 8"})
    assert choices(state) == {"green 8"}
    assert refused(state, "red X").clause == "venezia2099.prophecy.x_highest"


@pytest.mark.rule("venezia2099.prophecy.lowest", "venezia2099.prophecy.x_highest", "venezia2099.prophecy.choice")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_every_game_every_hand_is_played_from_below(players):
    order = [value(card) for card in deck(players)]
    assert order == sorted(order)
    assert deck(players)[-1].endswith("X")
    for seed in range(6 if ridotto.compiled else 2):
        state = game.start(players=players, seed=seed)
        choice = Choices(seed)
        while not state.over:
            seat = state.actor()
            if state.snapshot()["phase"] == "prophecy":
                hand = shown(state, seat)["hand"]
                assert choices(state) == {card for card in hand if value(card) == min(map(value, hand))}
            moves = state.moves(seat)
            state.play(seat, moves[choice.below(len(moves))])
        played = state.snapshot()["played"]
        first = state.snapshot()["first"]
        for seat in range(players):
            values = [value(card) for card in played[(seat - first) % players :: players]]
            assert values == sorted(values)


@pytest.mark.rule("venezia2099.prophecy.compulsory")
@pytest.mark.parametrize("move", ["stay", "no purchase", "let drown", "a1", "walk 1", "buy 1"])
def test_a_prophecy_must_be_played(move):
    state = prophesying(hands={0: "red 3"}, pawns={0: "a1 a7 b7"})
    clause = "turn.steps" if move == "walk 1" else "prophecy.compulsory"
    refusal = refused(state, move)
    assert (refusal.code, refusal.clause) == ("phase", f"venezia2099.{clause}")


@pytest.mark.rule("venezia2099.prophecy.compulsory")
def test_exactly_one_card_a_turn_and_none_is_drawn():
    state = table(3, first=1)
    sizes = [12, 12, 12]
    for n in range(36):
        seat = state.actor()
        do(state, "stay", "no purchase")
        do(state, min(choices(state)))
        sizes[seat] -= 1
        assert [len(shown(state, one)["hand"]) for one in range(3)] == sizes
        assert len(state.snapshot()["played"]) == n + 1
    assert sizes == [0, 0, 0]


@pytest.mark.rule("venezia2099.prophecy.compulsory")
def test_a_card_of_another_hand_cannot_be_played():
    state = prophesying(hands={0: "red 3", 1: "azure 3"}, aside="green 3")
    for card in ("azure 3", "green 3"):
        refusal = refused(state, card)
        assert (refusal.code, refusal.clause) == ("no-card", "venezia2099.prophecy.compulsory")


@pytest.mark.rule("venezia2099.prophecy.open")
def test_a_played_card_lies_open_for_the_rest_of_the_game():
    state = prophesying(hands={0: "red 3", 1: "azure 3"})
    do(state, "red 3")
    assert notes_of_kind(state, 5) == [(0, 7 * 3, 64 * 25 + 25)]
    turn(state, "azure 3")
    while not state.over:
        assert all(
            cards(game.view(state, viewer).public.played[:2]) == ["red 3", "azure 3"] for viewer in (-1, 0, 1, 2, 3)
        )
        state.play(state.actor(), state.moves(state.actor())[0])


@pytest.mark.rule("venezia2099.sink.flip", "venezia2099.comp.prophecies")
@pytest.mark.parametrize("card", deck(4))
def test_every_prophecy_sinks_its_tile_and_no_other(card):
    """Each is played by seat 0, who holds nothing lower."""
    late = {"3": 0, "4": 0, "5": 0, "6": 0}.get(card.split()[1], 32)
    state = prophesying(turns=late, hands={0: card})
    before = dry_squares(public(state))
    do(state, card)
    square = f"{'abcdefgh'[value(card)]}{COLOURS.index(card.split()[0]) + 1}"
    assert before - dry_squares(public(state)) == {square}


@pytest.mark.rule("venezia2099.sink.permanent")
def test_water_stays_water():
    for seed in range(3 if ridotto.compiled else 1):
        sunk: set[str] = set()
        for state in some_states(game, Choices(seed), every=1):
            water = set(squares(state.seats)) - dry_squares(public(state))
            assert water >= sunk or not water
            sunk = water


@pytest.mark.rule("venezia2099.sink.coins", "venezia2099.score.coins_on_tiles")
def test_coins_sink_with_the_tile_and_come_to_nobody():
    paid = {1: {"coins": 9, "treasures": {"red": 1}}, 2: {"coins": 8, "treasures": {"red": 1}}}
    state = table(turns=4, hands={0: "red 4"}, coins_on={"c4": 3}, seats=paid)
    turn(state, "red 4")
    assert notes_of_kind(state, 6) == [(3, 64 * 26 + 26, 0)]
    assert coins_on(public(state)) == {}
    assert [shown(state, seat)["coins"] for seat in range(4)] == [10, 9, 8, 10]


@pytest.mark.rule("venezia2099.sink.coins")
def test_coins_elsewhere_stay_and_nothing_is_told_of_none():
    state = table(turns=4, hands={0: "red 4"}, coins_on={"d4": 1}, seats={1: {"coins": 9, "treasures": {"red": 1}}})
    turn(state, "red 4")
    assert notes_of_kind(state, 6) == []
    assert coins_on(public(state)) == {"d4": 1}


@pytest.mark.rule("venezia2099.sink.pawn_falls", "venezia2099.gondola.none_left")
def test_a_pawn_sinks_with_its_tile():
    state = table(hands={0: "red 3"}, pawns={2: "b4 d1 a7"}, seats={2: {"gondolas": 2}})
    turn(state, "red 3")
    assert notes_of_kind(state, 7) == [(2, 64 * 25 + 25, 0)]
    assert state.actor() == 2
    do(state, "let drown")
    assert shown(state, 2)["pawns"] == [None, "d1", "a7"]
    assert state.actor() == 1


@pytest.mark.rule("venezia2099.sink.own_pawn")
@pytest.mark.parametrize("gondolas", [0, 2])
def test_so_does_a_pawn_of_the_player_himself(gondolas):
    """Seat 0 has used its gondola cards for rides in two earlier turns, or not at all."""
    state = table(turns=8, hands={0: "red 5"}, pawns={0: "a7 d4 b7"}, seats={0: {"gondolas": gondolas}})
    turn(state, "red 5")
    if gondolas:
        assert (state.actor(), "let drown" in choices(state)) == (0, True)
        do(state, "let drown")
    assert shown(state, 0)["pawns"] == ["a7", None, "b7"]
    assert state.actor() == 1


@pytest.mark.rule("venezia2099.sink.pawn_falls")
def test_pawns_beside_the_tile_stand():
    state = table(hands={0: "red 3"}, pawns={0: "a4 c4 b3", 1: "b5 a3 c5"})
    turn(state, "red 3")
    assert shown(state, 0)["pawns"] == ["a4", "c4", "b3"]
    assert shown(state, 1)["pawns"] == ["b5", "a3", "c5"]
    assert notes_of_kind(state, 7) == []


@pytest.mark.rule("venezia2099.sink.safe", "venezia2099.score.never_zero")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_2s_and_platforms_never_sink(players):
    assert not {f"{colour} 2" for colour in COLOURS} & set(game.move_texts)
    for seed in range(5):
        state = game.start(players=players, seed=seed)
        rows = state.snapshot()["board"]
        safe = {
            square
            for square, tile in zip(squares(players), (tile for row in rows for tile in row), strict=True)
            if tile == "platform" or tile.endswith(" 2")
        }
        while not state.over:
            state.play(state.actor(), state.moves(state.actor())[0])
            assert all(row.dry >= 1 for row in public(state).colours)
        assert all(is_dry(state, square) for square in safe)
