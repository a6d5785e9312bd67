"""Positions that cannot be, and what is said against them."""

import pytest

import ridotto
from tests.venezia2099.table import game, position

ROUND = "black 3, brown 3, azure 3, red 3"


def refusal(change, **given):
    """Why a position is refused after a change."""
    snapshot = position(**given)
    game.load(snapshot, seed=1)
    change(snapshot)
    with pytest.raises(ridotto.BadSnapshot) as error:
        game.load(snapshot, seed=1)
    return str(error.value)


def set_in(*path_and_value):
    *path, last, value = path_and_value

    def change(snapshot):
        for key in path:
            snapshot = snapshot[key]
        snapshot[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "given", "told"),
    [
        # the board
        (set_in("board", 0, 0, "platform"), {}, "The board must have 16 platforms, not 17."),
        (set_in("board", 0, 0, "black 3"), {}, "The tile black 3 lies on the board twice."),
        (set_in("board", 0, 0, "black 9"), {}, "board, row 1: there is no 'black 9'."),
        (set_in("board", 0, []), {}, "board, row 1 must have 8 tiles, not 0."),
        (set_in("board", []), {}, "The board must have 8 rows, not 0."),
        (set_in("board", 0, 0, "green 2"), {"players": 2}, "The tile green 2 is not used in this game."),
        (set_in("board", 0, 0, "black 7"), {"players": 2}, "The tile black 7 is not used in this game."),
        (set_in("unused", None), {"players": 2}, "unused: there is no None."),
        (set_in("unused", "red"), {}, "Only two players leave a colour unused, not 4."),
        (
            set_in("options", {"unused_colour": "red"}), {"players": 2},
            "By the options, the unused colour is red.",
        ),
        # pawns
        (set_in("seats", 0, "pawns", 0, "b1"), {"sunk": ROUND}, "A pawn stands on water: b1."),
        (set_in("seats", 0, "pawns", 0, "c4"), {"pawns": {1: "c4"}}, "Two pawns stand on c4."),
        (set_in("seats", 0, "pawns", ["a1"]), {}, "Seat 0 must have 3 pawns, not 1."),
        (set_in("seats", 0, "pawns", 0, "a7"), {"players": 2}, "seat 0, pawns: there is no 'a7'."),
        (set_in("seats", 0, "pawns", 0, None), {}, "More pawns have drowned (1) than tiles have sunk (0)."),
        # cards
        (set_in("seats", 0, "hand", []), {}, "Prophecies in the hand of seat 0: 0; there must be 9."),
        (set_in("played", ["black 3", "black 3"]), {}, "The prophecy black 3 is there twice."),
        (set_in("set_aside", ["black 3"]), {}, "By the rules, set_aside would be"),
        # the turn
        (set_in("turn", 2), {}, "By the prophecies played, it is the turn of seat 0, not 2."),
        (set_in("player", 2), {}, "By the rules, player would be 0, not 2."),
        (set_in("phase", "sleep"), {}, "phase: there is no 'sleep'."),
        (set_in("phase", "over"), {}, "It is nobody's turn when the game is over."),
        (set_in("phase", "rescue"), {}, "No pawn is in the water: no prophecy has been played."),
        (set_in("phase", "rescue"), {"sunk": ROUND, "turn": 0}, "By the prophecies played, it is the turn of seat 3"),
        (set_in("first", 1), {"first_player": 0}, "By the options, seat 0 is the first player."),
        (set_in("pawn", 1), {}, "No pawn is chosen in this phase."),
        (set_in("pawn", 4), {"phase": "walk", "pawn": 1, "pawns": {0: "a1"}}, "pawn must be a number from 1 to 3"),
        (set_in("walked", True), {}, "Only in step 1, and where rides are extra"),
        # coins, gondolas, treasures
        (set_in("coins_on", {"a7": 3}), {}, "Coins lie on a platform: a7."),
        (set_in("coins_on", {"b1": 1}), {"sunk": ROUND}, "Coins lie on water: b1."),
        (set_in("coins_on", {"c1": 2}), {}, "On a tile lie 1, 3, 7 or 15 coins, not 2."),
        (set_in("coins_on", {"c1": 1}), {}, "The coins do not add up: 0 were paid, and 1 lie on the board."),
        (set_in("seats", 0, "coins", 9), {}, "Seat 0 cannot have paid 1 for its treasures (0)."),
        (set_in("seats", 0, "coins", 11), {}, "seat 0, coins must be a number from 0 to 10, not 11."),
        (set_in("seats", 0, "gondolas", 3), {}, "seat 0, gondolas must be a number from 0 to 2, not 3."),
        (set_in("seats", 0, "gondolas", 1), {}, "More gondola cards are used than there were rides and rescues."),
        (set_in("seats", 0, "treasures", {"red": 1}), {}, "Seat 0 has more treasures (1) than it can have bought (0)."),
        (set_in("seats", 0, "treasures", {"red": 1}), {"sunk": ROUND}, "Seat 0 cannot have paid 0 for its treasures"),
        (set_in("seats", 0, "treasures", {"red": 11}), {}, "seat 0, treasures, red must be a number from 1 to 10"),
        (set_in("seats", 0, "treasures", {"pink": 1}), {}, "seat 0, treasures has an unknown entry 'pink'."),
        (set_in("seats", []), {}, "There are 0 seats for 4 players."),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(change, given, told):
    assert refusal(change, **given).startswith(told)


def placing(*squares):
    """The placement so far, in turn, from seat 0."""
    state = game.start(players=4, seed=1, first_player=0)
    snapshot = state.snapshot() | {"board": position()["board"]}
    for place, square in enumerate(squares):
        snapshot["seats"][place % 4]["pawns"][place // 4] = square
    snapshot["turn"] = snapshot["player"] = len(squares) % 4
    return snapshot


@pytest.mark.parametrize(
    ("squares", "told"),
    [
        (["c1", "d1", "e1", "f1", "c2"], "Seat 0 has placed two pawns on tiles of the same value."),
        (["c1", "d1", "c1"], "Two pawns stand on c1."),
        (["c1", None, "d1"], "Pawns are placed one after the other from the first player, seat 0."),
    ],
)
def test_an_impossible_placement_is_refused(squares, told):
    game.load(placing("c1", "d1", "e1", "f1", "b2"))
    with pytest.raises(ridotto.BadSnapshot) as error:
        game.load(placing(*squares))
    assert str(error.value) == told


@pytest.mark.rule("venezia2099.info.floor")
def test_a_card_below_the_floor_is_refused():
    def exchange(snapshot):
        """Seat 0, which has played a 4, gets a 3 for one of its cards."""
        snapshot["seats"][0]["hand"][0] = "green 3"

    sunk = f"{ROUND}, violet 3, black 4, brown 4, azure 4"
    assert refusal(exchange, sunk=sunk, turn=3, set_aside="green 3").startswith(
        "Seat 0 cannot hold green 3: it has played a higher value."
    )


def test_a_lower_value_is_not_played_after_a_higher_one():
    def exchange(snapshot):
        played = snapshot["played"]
        played[0], played[4] = played[4], played[0]

    sunk = f"{ROUND}, violet 4, black 4, brown 4, azure 4"
    assert refusal(exchange, sunk=sunk).startswith("Seat 0 cannot have played black 3 after a higher value.")


def test_what_follows_from_the_rest_may_be_left_out():
    state = game.start(players=4, seed=3)
    snapshot = state.snapshot()
    for key in ("player", "pawn", "walked", "unused", "played", "coins_on", "set_aside"):
        del snapshot[key]
    for seat in snapshot["seats"]:
        for key in ("pawns", "gondolas", "coins", "treasures"):
            del seat[key]
    assert game.load(snapshot) == state
