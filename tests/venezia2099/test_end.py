"""End of the game, scoring, ties."""

import pytest

from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia2099.table import COLOURS, deck, game, shown, table, turn
from tests.venezia2099.views import by_colour, public

# With the 2s, at the end so many tiles are dry: black 1, brown 2, azure 3, red 4, violet 1, green 1.
ASIDE = "brown 8, azure 5, azure 6, red X, red 7, red 8"


def last_turn(aside=ASIDE, pawns=None, seats=None, **given):
    """Seat 3 has the last card of all, violet X."""
    return table(4, turns=35, hands={3: "violet X"}, aside=aside, pawns=pawns, seats=seats, **given)


def finished(*args, **given):
    state = last_turn(*args, **given)
    turn(state, "violet X")
    assert state.over
    return state


def pawn_points(state, seat):
    return list(public(state).seats[seat].pawn_points)


def colours(state, entry):
    return by_colour(public(state), entry)


# The end


@pytest.mark.rule("venezia2099.end.trigger")
def test_the_game_ends_with_the_last_card_and_not_before():
    state = last_turn()
    do(state, "stay", "no purchase")
    assert not state.over
    do(state, "violet X")
    assert state.over
    assert (state.actor(), state.actors()) == (-1, [])
    assert state.snapshot()["phase"] == "over"
    for seat in range(4):
        refusal = refused(state, "stay", seat=seat)
        assert (refusal.code, refusal.clause) == ("over", "venezia2099.end.trigger")


@pytest.mark.rule("venezia2099.end.trigger", "venezia2099.turn.count")
@pytest.mark.parametrize(("players", "turns"), [(2, 20), (3, 36), (4, 36), (5, 35)])
def test_the_last_turn_is_that_of_the_player_right_of_the_first(players, turns):
    for first in range(players):
        state = table(players, turns=turns - 1, first=first)
        assert state.actor() == (first - 1) % players
        do(state, "stay", "no purchase")
        do(state, *choices(state))
        assert state.over


@pytest.mark.rule("venezia2099.end.last_rescue")
@pytest.mark.parametrize(("answer", "points"), [("g2", 8), ("h8", 0), ("let drown", 0)])
@pytest.mark.parametrize("owner", [0, 3])
def test_the_rescue_of_the_last_card_comes_before_the_scoring(owner, answer, points):
    state = last_turn(pawns={owner: "h5 a7 b7"})
    turn(state, "violet X")
    assert not state.over
    assert state.actors() == [owner]
    do(state, answer)
    assert state.over
    assert pawn_points(state, owner) == [points, 0, 0]
    assert state.scores()[owner] == 10 + points


@pytest.mark.rule("venezia2099.end.last_rescue", "venezia2099.gondola.none_left")
def test_without_a_card_the_last_pawn_to_fall_drowns_and_the_game_is_over():
    state = last_turn(pawns={0: "h5 a7 b7"}, seats={0: {"gondolas": 0}})
    turn(state, "violet X")
    assert state.over
    assert shown(state, 0)["pawns"] == [None, "a7", "b7"]
    assert [note.kind for note in state.take_notes()] == [5, 7, 9, 11]


@pytest.mark.rule("venezia2099.end.no_other_end")
def test_an_empty_supply_ends_nothing():
    """All black treasures are sold."""
    state = table(
        4,
        turns=32,
        aside="black 8, green 8, green 7, green 6, green 5, green 4",
        seats={0: {"coins": 6, "treasures": {"black": 4}}, 1: {"coins": 0, "treasures": {"black": 6}}},
    )
    assert colours(state, "supply")["black"] == 0
    turn(state, *shown(state, 0)["hand"])
    assert not state.over


# Points


@pytest.mark.rule("venezia2099.score.treasure", "venezia2099.score.count_all_dry")
def test_treasures_are_worth_6_3_2_1():
    state = finished()
    assert colours(state, "dry") == dict(zip(COLOURS, [1, 2, 3, 4, 1, 1], strict=True))
    assert colours(state, "worth") == dict(zip(COLOURS, [6, 3, 2, 1, 6, 6], strict=True))


@pytest.mark.rule("venezia2099.score.treasure")
@pytest.mark.parametrize("dry", [1, 2, 3, 4, 5, 6, 7])
def test_four_or_more_dry_tiles_make_a_treasure_worth_1(dry):
    """So many black tiles, its 2 among them, are dry; of the other colours the rest of the six set aside."""
    black = [f"black {value}" for value in ("3", "5", "6", "7", "8", "X")[: dry - 1]]
    others = [f"green {value}" for value in ("3", "5", "6", "7", "8", "X")[: 7 - dry]]
    state = finished(aside=", ".join(black + others), seats={0: {"coins": 9, "treasures": {"black": 1}}})
    assert colours(state, "dry")["black"] == dry
    assert state.scores()[0] == {1: 6, 2: 3, 3: 2}.get(dry, 1) + 9


@pytest.mark.rule("venezia2099.score.treasure")
def test_with_five_players_all_eight_tiles_of_a_colour_can_stand():
    aside = ", ".join(f"black {value}" for value in "345678X")
    state = table(5, turns=34, hands={4: "green X"}, aside=aside, pawns={0: "h1 g1 a7"})
    turn(state, "green X")
    assert colours(state, "dry") == dict(zip(COLOURS, [8, 1, 1, 1, 1, 1], strict=True))
    assert colours(state, "worth")["black"] == 1
    assert pawn_points(state, 0) == [16, 8, 0]


@pytest.mark.rule("venezia2099.score.count_all_dry")
def test_the_2_and_the_x_count_and_so_do_occupied_tiles():
    """Red: 2, 7, 8 and X are dry, with pawns on three of them."""
    state = finished(pawns={0: "a4 f4 h4", 1: "a7 b7 c7"}, seats={1: {"coins": 9, "treasures": {"red": 1}}})
    assert colours(state, "dry")["red"] == 4
    assert state.scores()[1] == 1 + 9


@pytest.mark.rule("venezia2099.score.never_zero")
def test_a_colour_of_which_all_prophecies_are_played_still_has_its_2():
    assert colours(finished(), "dry")["black"] == 1
    assert min(colours(finished(), "dry").values()) == 1


@pytest.mark.rule("venezia2099.score.pawn_number", "venezia2099.score.pawn_platform")
@pytest.mark.parametrize(
    ("square", "points"), [("a1", 2), ("d3", 5), ("e3", 6), ("f4", 7), ("g2", 8), ("g4", 8), ("h8", 0)]
)
def test_a_pawn_scores_the_number_of_its_tile(square, points):
    assert pawn_points(finished(pawns={1: f"a7 {square} b7"}), 1) == [0, points, 0]


@pytest.mark.rule("venezia2099.score.pawn_number")
@pytest.mark.parametrize("value", ["3", "4"])
def test_low_numbers_count_alike(value):
    state = finished(aside=ASIDE.replace("azure 5", f"azure {value}"), pawns={1: f"{'abc'[int(value) - 2]}3 a7 b7"})
    assert pawn_points(state, 1) == [int(value), 0, 0]


@pytest.mark.rule("venezia2099.score.pawn_x", "venezia2099.score.x_counts_itself")
@pytest.mark.parametrize(("others", "points"), [(0, 4), (1, 6), (2, 8), (3, 10), (4, 12), (5, 14)])
def test_an_x_scores_2_for_each_dry_tile_of_its_colour_and_itself(others, points):
    """Dry are the X, the 2 and so many others of red."""
    red = ["red X", *(f"red {value}" for value in "34567"[:others])]
    rest = [f"green {value}" for value in "45678"[: 5 - others]]
    assert pawn_points(finished(aside=", ".join(red + rest), pawns={2: "h4 a7 b7"}), 2) == [points, 0, 0]


@pytest.mark.rule("venezia2099.score.coins", "venezia2099.score.coins_on_tiles")
def test_coins_score_for_who_has_them_and_not_for_who_stands_on_them():
    """Seat 1 has paid 3 for two brown treasures, on brown 8, where a pawn of seat 0 stands."""
    state = finished(pawns={0: "g2 a7 b7"}, coins_on={"g2": 3}, seats={1: {"coins": 7, "treasures": {"brown": 2}}})
    assert state.scores() == [8 + 10, 2 * 3 + 7, 10, 10]


@pytest.mark.rule("venezia2099.score.nothing")
def test_unused_gondola_cards_and_removed_pawns_score_nothing():
    state = finished(pawns={0: "- - -", 1: "a7 b7 c7"}, seats={1: {"gondolas": 0}})
    assert shown(state, 0)["gondolas"] == 2
    assert state.scores() == [10, 10, 10, 10]
    assert pawn_points(state, 0) == [0, 0, 0]
    assert state.places() == [1, 1, 1, 1]


@pytest.mark.rule("venezia2099.score.total")
def test_the_total_is_treasures_pawns_and_coins_and_the_highest_wins():
    state = finished(
        pawns={0: "g2 h4 a7", 2: "a1 b7 c7"},
        seats={0: {"coins": 7, "treasures": {"black": 1, "red": 2}}, 1: {"coins": 9, "treasures": {"violet": 1}}},
    )
    assert state.scores() == [6 + 2 + 8 + 8 + 7, 6 + 9, 2 + 10, 10]
    assert state.places() == [1, 2, 3, 4]
    assert state.rewards() == [1, 0, 0, 0]


EXAMPLE_A = {
    0: {"coins": 1, "treasures": {"black": 2, "red": 1, "azure": 1}},
    1: {"coins": 0, "treasures": {"violet": 3, "brown": 3}},
    2: {"coins": 8, "treasures": {"black": 1, "azure": 1}},
}


@pytest.mark.rule("venezia2099.score.total", "venezia2099.tie.pawn_points", "venezia2099.tie.x_points_count")
def test_example_a():
    """Ada and Bruno tie at 32; Ada wins by her pawns. What they paid beyond 1 was for tiles where Carlo had bought."""
    state = finished(pawns={0: "g2 a7 h4", 1: "d3 - -"}, seats=EXAMPLE_A)
    shown_to_all = public(state)
    assert colours(state, "worth") == dict(zip(COLOURS, [6, 3, 2, 1, 6, 6], strict=True))
    assert [seat.treasure_points for seat in shown_to_all.seats[:2]] == [15, 27]
    assert [pawn_points(state, seat) for seat in (0, 1)] == [[8, 0, 8], [5, 0, 0]]
    assert state.scores()[:2] == [32, 32]
    assert tuple(state.places()) == shown_to_all.places
    assert state.places()[:2] == [1, 2]
    assert state.rewards()[:2] == [1, 0]


# Ties


@pytest.mark.rule("venezia2099.tie.pawn_points")
def test_of_equal_totals_more_points_of_pawns_win():
    """14 each: 4 of pawns and 10 coins; 2 of a pawn, 3 of a treasure and 9 coins."""
    state = finished(pawns={0: "a1 a2 b7", 1: "a3 c7 d7"}, seats={1: {"coins": 9, "treasures": {"brown": 1}}})
    assert state.scores()[:2] == [14, 2 + 9 + 3]
    assert state.places() == [1, 2, 3, 3]
    assert state.rewards() == [1, 0, 0, 0]


@pytest.mark.rule("venezia2099.tie.x_points_count")
def test_points_of_an_x_are_points_of_pawns():
    """18 each: 8 of an X and 10 coins; 6 of a pawn, 3 of a treasure and 9 coins. Without the X it were 0 against 6."""
    state = finished(pawns={0: "h4 a7 b7", 1: "e3 c7 d7"}, seats={1: {"coins": 9, "treasures": {"brown": 1}}})
    assert state.scores() == [18, 18, 10, 10]
    assert state.places() == [1, 2, 3, 3]


@pytest.mark.rule("venezia2099.tie.shared")
def test_equal_in_both_share_the_victory():
    state = finished(pawns={0: "g2 a7 b7", 1: "g4 c7 d7"})
    assert state.scores() == [18, 18, 10, 10]
    assert state.places() == [1, 1, 3, 3]
    assert state.rewards() == [0.5, 0.5, 0, 0]


@pytest.mark.rule("venezia2099.tie.places")
def test_places_are_left_out_after_shared_ones():
    state = finished(pawns={0: "a1 a7 b7", 1: "g2 c7 d7", 2: "g4 e7 f7", 3: "a2 a3 g7"})
    assert state.scores() == [12, 18, 18, 14]
    assert state.places() == [4, 1, 1, 3]


@pytest.mark.rule("venezia2099.tie.places", "venezia2099.tie.pawn_points")
def test_pawn_points_order_the_places_behind_the_winner_too():
    """Seats 1 and 2 have 14 each, seat 2 more of it by pawns."""
    state = finished(
        pawns={0: "g2 a7 b7", 1: "a1 c7 d7", 2: "a2 a3 e7"}, seats={1: {"coins": 9, "treasures": {"brown": 1}}}
    )
    assert state.scores() == [18, 14, 14, 10]
    assert state.places() == [1, 3, 2, 4]


@pytest.mark.rule("venezia2099.info.reveal_at_end")
def test_the_cards_set_aside_are_told_to_all_when_the_game_is_over():
    state = finished()
    ((low, high, _),) = notes_of_kind(state, 11)
    bits = low | high << 21
    aside = {game.text(78 + card) for card in range(42) if bits >> card & 1}
    assert aside == set(ASIDE.split(", "))
    assert aside | set(state.snapshot()["played"]) == set(deck(4))
