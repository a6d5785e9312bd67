"""The course of a turn and of the game, and players without pawns."""

import pytest

from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.playing import Choices
from tests.venezia2099.table import COLOURS, HAND_SIZE, game, shown, table, turn
from tests.venezia2099.views import by_colour, public

PLAYERS = (2, 3, 4, 5)
TURNS = {2: 20, 3: 36, 4: 36, 5: 35}


def pawnless(**given):
    """The last pawn of seat 1 has drowned in the first turn of seat 0 after two rounds, for want of a gondola card."""
    state = table(
        4,
        **{
            "turns": 8,
            "hands": {0: "red 5"},
            "pawns": {1: "d4 - -"},
            "seats": {1: {"gondolas": 0, "coins": 9, "treasures": {"black": 1}}},
            **given,
        },
    )
    turn(state, "red 5")
    return state


def phase(state):
    return public(state).phase


@pytest.mark.rule("venezia2099.turn.steps")
def test_a_turn_is_a_move_a_purchase_and_a_prophecy_in_this_order():
    state = table(pawns={0: "d1 a7 b7"}, hands={0: "red 3"})
    phases = []
    for move in ("walk 1", "d2", "buy 1", "red 3"):
        phases.append(phase(state))
        do(state, move)
    assert phases == ["move", "walk", "buy", "prophecy"]
    assert (phase(state), state.actor()) == ("move", 1)
    assert [note.kind for note in state.take_notes()] == [2, 4, 5]


@pytest.mark.rule("venezia2099.turn.steps")
@pytest.mark.parametrize("move", ["buy 1", "no purchase", "red 3", "let drown", "d2"])
def test_no_step_comes_before_the_first(move):
    refusal = refused(table(pawns={0: "d1 a7 b7"}, hands={0: "red 3"}), move)
    assert (refusal.code, refusal.clause) == ("phase", "venezia2099.turn.steps")


@pytest.mark.rule("venezia2099.turn.steps")
def test_the_first_two_steps_are_optional_the_third_is_not():
    state = table(hands={0: "red 3"})
    assert "stay" in choices(state)
    do(state, "stay")
    assert "no purchase" in choices(state)
    do(state, "no purchase")
    assert choices(state) == {"red 3"}


@pytest.mark.rule("venezia2099.turn.clockwise")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("first", [0, 1])
def test_turns_pass_clockwise_from_the_first_player(players, first):
    state = table(players, first=first)
    order = []
    while not state.over:
        order.append(state.actor())
        do(
            state,
            "stay",
            "no purchase",
        )
        do(state, min(choices(state)))
    assert order == [(first + i) % players for i in range(TURNS[players])]


@pytest.mark.rule("venezia2099.turn.clockwise")
def test_nobody_else_may_play():
    state = table(first=2)
    for seat in (0, 1, 3):
        refusal = refused(state, "stay", seat=seat)
        assert (refusal.code, refusal.clause) == ("turn", "venezia2099.turn.clockwise")


@pytest.mark.rule("venezia2099.turn.count")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [{}, {"gondola_move": "extra", "rescue_to_platform": False}])
def test_everybody_has_as_many_turns_as_cards_whatever_happens(players, options):
    for seed in range(4):
        state = game.start(players=players, seed=seed, **options)
        turns = [0] * players
        choice = Choices(seed)
        while not state.over:
            turns[state.actor()] += phase(state) == "prophecy"
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])
        assert turns == [HAND_SIZE[players]] * players


@pytest.mark.rule("venezia2099.turn.no_move_after_buy")
def test_a_rescue_after_step_3_is_no_move_in_that_sense():
    state = table(hands={0: "red 3"}, pawns={0: "b4 a7 b7"})
    turn(state, "red 3", "stay", "buy 1")
    assert state.actor() == 0
    do(state, "c4")
    assert shown(state, 0)["pawns"][0] == "c4"


@pytest.mark.rule("venezia2099.flow.always_asked")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_turn_asks_for_move_purchase_and_prophecy(players):
    """Also where only one answer is possible."""
    single = set()
    for seed in range(6):
        state = game.start(players=players, seed=seed)
        choice = Choices(seed)
        asked: list[str] = []
        while not state.over:
            if phase(state) in ("move", "buy", "prophecy"):
                asked.append(phase(state))
                single |= {phase(state)} if len(choices(state)) == 1 else set()
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])
        assert asked == ["move", "buy", "prophecy"] * TURNS[players]
    assert single >= {"buy", "prophecy"}


@pytest.mark.rule("venezia2099.flow.always_asked", "venezia2099.pawnless.plays_cards")
def test_a_player_without_pawns_is_asked_too():
    state = pawnless()
    assert state.actor() == 1
    assert choices(state) == {"stay"}
    do(state, "stay")
    assert choices(state) == {"no purchase"}
    do(state, "no purchase")
    hand = shown(state, 1)["hand"]
    assert choices(state) <= set(hand)
    do(state, min(choices(state)))
    assert (state.actor(), len(shown(state, 1)["hand"])) == (2, len(hand) - 1)


@pytest.mark.rule("venezia2099.pawnless.plays_cards")
def test_who_has_lost_all_pawns_is_told_to_all_once():
    state = pawnless()
    assert notes_of_kind(state, 10) == [(1, 0, 0)]
    while not state.over:
        state.play(state.actor(), state.moves(state.actor())[0])
    assert (1, 0, 0) not in notes_of_kind(state, 10)


def told_when_one_drowns(standing, gondolas):
    """Where the four pawns of seat 1 stand, as far as they do; the one on d4 drowns, with or without being asked."""
    pawns = " ".join(standing.get(pawn, "-") for pawn in range(4))
    state = table(3, turns=9, hands={0: "red 5"}, pawns={1: pawns}, seats={1: {"gondolas": gondolas}})
    turn(state, "red 5")
    if gondolas:
        do(state, "let drown")
    return [(note.kind, note.a) for note in state.take_notes() if note.kind in (9, 10)]


@pytest.mark.rule("venezia2099.pawnless.plays_cards", "venezia2099.setup.pawns")
@pytest.mark.parametrize("gondolas", [0, 2])
@pytest.mark.parametrize("last", range(4))
def test_of_four_pawns_any_may_be_the_last(last, gondolas):
    """As long as it stands, even on the first square of the board, its owner is not told to be without pawns."""
    others = [pawn for pawn in range(4) if pawn != last]
    assert told_when_one_drowns({last: "d4"} | dict(zip(others, ("a1", "a7", "h6"), strict=True)), gondolas) == [(9, 1)]
    for other in others:
        assert told_when_one_drowns({last: "a1", other: "d4"}, gondolas) == [(9, 1)]
    assert told_when_one_drowns({last: "d4"}, gondolas) == [(9, 1), (10, 1)]


@pytest.mark.rule("venezia2099.pawnless.no_treasures")
def test_a_player_without_pawns_gets_no_treasures():
    state = pawnless()
    while not state.over:
        if state.actor() == 1:
            assert not any(move.startswith(("buy", "walk", "gondola")) for move in choices(state))
        state.play(state.actor(), state.moves(state.actor())[-1])
    assert shown(state, 1)["treasures"] == {"black": 1}
    assert shown(state, 1)["coins"] == 9


@pytest.mark.rule("venezia2099.pawnless.no_treasures", "venezia2099.gondola.no_return")
def test_gondola_cards_of_a_player_without_pawns_are_dead():
    state = pawnless(seats={})
    do(state, "let drown")
    assert shown(state, 1) | {"hand": []} == {
        "pawns": [None, None, None], "gondolas": 2, "coins": 10, "treasures": {}, "hand": [],
    }  # fmt: skip
    assert state.actor() == 1
    assert choices(state) == {"stay"}
    assert refused(state, "gondola 1").clause == "venezia2099.gondola.own_pawns_only"


@pytest.mark.rule("venezia2099.pawnless.scores", "venezia2099.score.nothing")
def test_a_player_without_pawns_scores_what_he_owns():
    state = pawnless()
    while not state.over:
        state.play(state.actor(), state.moves(state.actor())[0])
    worth = by_colour(public(state), "worth")["black"]
    assert state.scores()[1] == worth + 9
    assert state.places()[1] == 1 + sum(score > state.scores()[1] for score in state.scores())


@pytest.mark.rule("venezia2099.end.no_other_end")
def test_a_game_without_any_pawn_is_played_out():
    """All pawns have drowned but one of seat 1, and that drowns now."""
    state = table(
        4,
        turns=16,
        hands={0: "red 7"},
        pawns={0: "- - -", 1: "f4 - -", 2: "- - -", 3: "- - -"},
        seats={seat: {"gondolas": 0} for seat in range(4)},
    )
    turn(state, "red 7")
    assert all(shown(state, seat)["pawns"] == [None] * 3 for seat in range(4))
    played = 17
    while not state.over:
        assert choices(state) == {"stay"}
        turn(state, min(set(shown(state, state.actor())["hand"]), key=lambda card: ("345678X".index(card[-1]), card)))
        played += 1
    assert played == 36


@pytest.mark.rule("venezia2099.end.no_other_end")
def test_a_game_without_coins_is_played_out():
    """Everybody has bought in every turn, twice for 2 coins, on tiles that have sunk since."""
    state = table(
        5,
        turns=30,
        seats={seat: {"coins": 0, "treasures": dict.fromkeys(COLOURS, 1)} for seat in range(5)},
    )
    assert not state.over
    for _ in range(5):
        do(state, "stay", "no purchase")
        do(state, min(choices(state)))
    assert state.over
