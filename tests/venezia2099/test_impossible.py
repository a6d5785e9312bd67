"""Snapshots of positions that cannot be: each is refused with a sentence that says why."""

import copy

import pytest

import ridotto
from tests.venezia2099.table import board, game, position, table, turn


def refusal(snapshot, **changes):
    """The sentence with which a changed snapshot is refused."""
    with pytest.raises(ridotto.RidottoError) as refused:
        game.load({**snapshot, **changes})
    assert isinstance(refused.value, ridotto.BadSnapshot | ridotto.BadOption)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def in_seat(snapshot, seat, **changes):
    """The snapshot with one seat changed."""
    seats = copy.deepcopy(snapshot["seats"])
    seats[seat] |= changes
    return {**snapshot, "seats": seats}


def laid(square, tile, players=4):
    """The usual board with another tile on a square."""
    rows = board(players)
    rows[int(square[1]) - 1]["abcdefgh".index(square[0])] = tile
    return rows


# The board


def test_seventeen_platforms():
    assert refusal(position(), board=laid("d1", "platform")) == "The board must have 16 platforms, not 17."
    assert refusal(position(2), board=laid("d1", "platform", 2)) == "The board must have 6 platforms, not 7."


def test_a_tile_twice_or_missing():
    assert refusal(position(), board=laid("d1", "red X")) == "The tile red X lies on the board twice."
    assert refusal(position(), board=laid("a7", "black 5")) == "The tile black 5 lies on the board twice."


@pytest.mark.parametrize("tile", ["water", "black 9", "pink 3", "Black 5", "X", None, 7, ["black 5"]])
def test_a_tile_that_does_not_exist(tile):
    assert "board, row 1: there is no" in refusal(position(), board=laid("d1", tile))


def test_tiles_that_two_players_do_not_use():
    assert "green 3 is not used" in refusal(position(2), board=laid("a1", "green 3", 2))
    assert "black 7 is not used" in refusal(position(2), board=laid("a1", "black 7", 2))


def test_a_board_of_another_size():
    assert "The board must have 8 rows, not 6." in refusal(position(), board=board(2))
    assert "The board must have 6 rows, not 8." in refusal(position(2), board=board(4))
    rows = board(4)
    assert "board, row 3 must have 8 tiles, not 7." in refusal(position(), board=[*rows[:2], rows[2][:7], *rows[3:]])
    assert "board" in refusal(position(), board="empty")
    assert "board, row 1" in refusal(position(), board=["empty", *rows[1:]])


@pytest.mark.parametrize(
    ("players", "unused", "message"), [(4, "red", "Only two players"), (2, None, "unused"), (2, "pink", "pink")]
)
def test_a_wrong_unused_colour(players, unused, message):
    assert message in refusal(position(players), unused=unused)


def test_options_that_say_something_else():
    shown = position(2, unused="green")
    assert "the unused colour is red" in refusal(shown, options={"unused_colour": "red"})
    assert "seat 1 is the first player" in refusal(position(), options={"first_player": 1})


# Prophecies


@pytest.mark.parametrize("size", [0, 4, 8, 10])
def test_a_hand_of_four(size):
    shown = position()
    cards = (shown["seats"][0]["hand"] + shown["seats"][1]["hand"])[:size]
    message = refusal(in_seat(in_seat(shown, 0, hand=cards), 1, hand=shown["seats"][1]["hand"][1:] if size > 9 else []))
    assert message == f"Prophecies in the hand of seat 0: {size}; there must be 9."


def test_a_hand_that_does_not_fit_the_turns_played():
    shown = position(turns=5)
    assert "Prophecies in the hand of seat 1: 7; there must be 8." in refusal(
        in_seat(shown, 1, hand=shown["seats"][1]["hand"][:-1])
    )


def test_a_card_twice():
    shown = position(hands={0: "red 3", 1: "azure 3"})
    twice = in_seat(shown, 1, hand=["red 3", *shown["seats"][1]["hand"][1:]])
    assert refusal(twice) == "The prophecy red 3 is there twice."
    own = shown["seats"][0]["hand"]
    assert refusal(in_seat(shown, 0, hand=[own[1], *own[1:]])).endswith("is there twice.")
    shown = position(played="red 3, azure 3")
    assert refusal(shown, played=["red 3", "red 3"]) == "The prophecy red 3 is there twice."
    held = shown["seats"][2]["hand"]
    assert refusal(in_seat(shown, 2, hand=["red 3", *held[1:]])) == "The prophecy red 3 is there twice."


@pytest.mark.parametrize("card", ["red 2", "red 9", "platform", "gondola", "RED 3", 3, None])
def test_a_card_that_does_not_exist(card):
    shown = position()
    assert "seat 0, hand: there is no" in refusal(in_seat(shown, 0, hand=[card, *shown["seats"][0]["hand"][1:]]))
    assert "played: there is no" in refusal(position(played="red 3"), played=[card])


def test_cards_that_two_players_do_not_use():
    shown = position(2)
    for card in ("red 7", "red 8", "green 3"):
        changed = in_seat(shown, 0, hand=[card, *shown["seats"][0]["hand"][1:]])
        assert refusal(changed) == f"The prophecy {card} is not used in this game."


def test_a_card_below_what_a_seat_has_played():
    shown = position(played="red 5", hands={1: "black 3"}, aside="azure 4")
    hand = ["azure 4", *shown["seats"][0]["hand"][1:]]
    assert refusal(in_seat(shown, 0, hand=hand)) == "Seat 0 cannot hold azure 4: it has played a higher value."


def test_a_lower_card_played_after_a_higher_one():
    shown = position(2, played="red 4, azure 3, red 5, azure 4")
    message = refusal(shown, played=["red 5", "azure 3", "red 4", "azure 4"])
    assert message == "Seat 0 cannot have played red 4 after a higher value."


def test_more_cards_played_than_dealt():
    shown = table(turns=35, hands={3: "green X"})
    turn(shown, "green X")
    full = shown.snapshot()
    assert "37 prophecies are played; only 36" in refusal(full, played=[*full["played"], full["set_aside"][0]])


@pytest.mark.parametrize("aside", [[], ["red 3"] * 6, "all", [1, 2, 3, 4, 5, 6]])
def test_cards_set_aside_that_are_not(aside):
    assert "set_aside" in refusal(game.start(players=4, seed=1).snapshot(), set_aside=aside)


# Phases and turns


def test_a_turn_that_does_not_follow():
    assert "it is the turn of seat 0, not 2" in refusal(position(), turn=2)
    assert "it is the turn of seat 3, not 0" in refusal(position(turns=1, first=2), turn=0)
    assert "By the pawns placed, it is the turn of seat 1, not 0" in refusal(
        position(phase="placement", first=1), turn=0
    )


@pytest.mark.parametrize("turn", [-1, 4, None, True, "0", 0.0])
def test_a_turn_of_nobody(turn):
    assert "turn" in refusal(position(), turn=turn)


@pytest.mark.parametrize("first", [-1, 4, None, True, "0"])
def test_a_first_player_who_is_not_there(first):
    assert "first" in refusal(position(), first=first)


@pytest.mark.parametrize("player", [1, None, True])
def test_another_player_than_whose_turn_it_is(player):
    assert "player would be 0" in refusal(position(), player=player)


@pytest.mark.parametrize("phase", ["sleep", None, 3, "Move"])
def test_a_phase_that_does_not_exist(phase):
    assert "phase" in refusal(position(), phase=phase)


def test_a_game_that_cannot_be_over_or_must_be():
    assert "nobody's turn" in refusal(position(), phase="over")
    assert "cannot be over" in refusal(position(), phase="over", turn=None)
    state = table(turns=35, hands={3: "green X"})
    turn(state, "green X")
    assert "the game is over" in refusal(state.snapshot(), phase="move", turn=0, player=0)


def test_prophecies_before_all_pawns_are_placed():
    shown = position(phase="placement")
    first = shown["seats"][0]["hand"]
    assert "before all pawns are placed" in refusal(in_seat(shown, 0, hand=first[1:]), played=first[:1], turn=1)


@pytest.mark.parametrize("walked", [1, None, "yes"])
def test_walked_is_true_or_false(walked):
    assert "walked must be true or false" in refusal(position(), walked=walked)


def test_a_walk_that_does_not_matter():
    assert "where rides are extra" in refusal(position(), walked=True)
    for phase in ("buy", "prophecy"):
        assert "where rides are extra" in refusal(position(gondola_move="extra", phase=phase), walked=True)
    assert game.load({**position(gondola_move="extra"), "walked": True}).snapshot()["walked"]


# The form


@pytest.mark.parametrize("key", ["players", "board", "first", "phase", "turn", "seats"])
def test_what_must_be_there(key):
    shown = position()
    del shown[key]
    assert repr(key) in refusal(shown)


def test_unknown_entries():
    assert "'weather'" in refusal(position(), weather="wet")
    assert "'weather'" in refusal(in_seat(position(), 1, weather="wet"))
    assert "'a9'" in refusal(position(), coins_on={"a9": 1})
    assert "'pink'" in refusal(in_seat(position(), 1, treasures={"pink": 1}))


@pytest.mark.parametrize("seats", [[], "four", None, [{}] * 4, [1, 2, 3, 4]])
def test_seats_that_are_none(seats):
    assert "seat" in refusal(position(), seats=seats)


def test_another_number_of_seats():
    shown = position()
    assert "There are 3 seats for 4 players." in refusal(shown, seats=shown["seats"][:3])


def test_another_game_or_version_and_unknown_options():
    assert "expected venezia2099, 1" in refusal(position(), game="venezia")
    assert "expected venezia2099, 1" in refusal(position(), rules=2)
    assert "2 to 5" in refusal(position(), players=6)
    assert "instead, extra" in refusal(position(), options={"gondola_move": "twice"})
