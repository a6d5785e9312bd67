"""Pieces, board and setup, up to the first plan."""

from collections import Counter

import pytest

import ridotto
from ridotto.games.venezia.components import VeneziaNote
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.venezia.table import (
    ACTIONS,
    CARDS,
    DISTRICTS,
    SQUARES,
    around,
    asked,
    family,
    game,
    phase,
    shown,
    table,
)
from tests.venezia.views import action_names, flocks_of, grey_flocks, own_of, place_names, public_of

PLAYERS = (2, 3, 4)


def started(players, seed=1, **options):
    return game.start(players=players, seed=seed, **options)


@pytest.mark.rule("venezia.setup.players")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_three_or_four_play(players):
    state = started(players)
    assert len(public_of(state).seats) == state.seats == players


@pytest.mark.rule("venezia.setup.players")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 6, True, "4", 4.0])
def test_nobody_else_does(players):
    with pytest.raises(ridotto.BadOption, match=f"Venezia is for 2 to 4 players, not {players}"):
        game.start(players=players, seed=1)


@pytest.mark.rule("venezia.setup.pieces", "venezia.setup.reserve")
@pytest.mark.parametrize("players", PLAYERS)
def test_12_of_40_pigeons_are_in_the_reserve_the_others_in_the_supply(players):
    public = public_of(started(players))
    for number, seat in enumerate(public.seats):
        assert (seat.reserve, seat.supply, seat.nest, seat.score) == (12, 28, 0, 0)
        assert (seat.piazza, flocks_of(public, number), seat.home, seat.plan) == ((), {}, None, None)
    counted = game.inventory(started(players))
    assert [counted[f"pigeons of seat {seat}"] for seat in range(players)] == [40] * players


@pytest.mark.rule("venezia.setup.cards", "venezia.setup.cards.split", "venezia.setup.pieces")
@pytest.mark.parametrize("players", PLAYERS)
def test_all_have_the_same_18_cards_in_hand(players):
    """The two first cards, eight different action cards, eight district cards."""
    state = started(players)
    for seat in range(players):
        own = own_of(state, seat)
        assert action_names(own.actions) == ACTIONS
        assert place_names(own.districts) == CARDS
        assert shown(state, seat)["played"] == []
        assert 2 + len(set(own.actions)) + len(set(own.districts)) == 18
    do(state, *DISTRICTS[:players])
    assert all(choices(state, seat) == {"piazza", "feint"} for seat in range(players))


@pytest.mark.rule("venezia.setup.grey")
@pytest.mark.parametrize("players", PLAYERS)
def test_grey_pigeons_wait_at_the_board_edge_and_nobody_else_is_on_the_board(players):
    public = public_of(started(players, tourists=3, hunters=2))
    assert (public.edge, grey_flocks(public)) == (6, {})
    assert (public.tourists, public.hunters, public.hawk, public.catcher) == ((), (), None, None)


@pytest.mark.rule("venezia.setup.start")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_is_start_player_equally_often(players):
    first = Counter(public_of(started(players, seed)).start for seed in range(200 * players))
    assert set(first) == set(range(players))
    assert all(140 < times < 260 for times in first.values())


@pytest.mark.rule("venezia.setup.start")
def test_the_start_player_is_told_to_all_and_is_the_only_draw_of_the_setup():
    state = game.deal(4, 3, game.validate_options(4, {}), listen=True)
    assert notes_of_kind(state, VeneziaNote.GAME_BEGINS) == [(state.actor(), 0, 0)]
    assert state.drawn() == 1
    do(state, *DISTRICTS[:4])
    assert state.drawn() == 1


@pytest.mark.rule("venezia.setup.home", "venezia.round.clockwise")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("start", [0, 1])
def test_home_bases_from_the_start_player_clockwise_none_where_another_is(players, start):
    state = table("home", *[family()] * players, start=start, round=0)
    free = set(DISTRICTS)
    for turn, district in enumerate(["san_polo", "castello", "santa_croce", "giudecca"][:players]):
        assert asked(state) == ("home", (start + turn) % players)
        assert choices(state) == free
        do(state, district)
        free -= {district}
        assert shown(state, (start + turn) % players)["home"] == district
    assert phase(state) == "plan"
    assert public_of(state).round == 1
    assert notes_of_kind(state, VeneziaNote.ROUND_BEGINS) == [(1, start, 0)]


@pytest.mark.rule("venezia.setup.home")
def test_a_district_with_a_home_base_and_san_giorgio_are_refused():
    state = table("home", family(home="castello"), family(), round=0)
    assert str(refused(state, "castello")) == "There's already a home base in Castello."
    assert refused(state, "castello").clause == "venezia.setup.home"
    assert refused(state, "san_giorgio").code == "no-district"
    assert refused(state, "stop").clause == "venezia.setup.home"
    assert refused(state, "san_polo", seat=0).code == "turn"


@pytest.mark.rule("venezia.board.places", "venezia.board.names")
def test_seven_districts_and_other_places_that_are_none():
    """San Giorgio has a card, San Michele has none; San Marco the district is not the Piazza San Marco."""
    names = [str(game.move_name(game.parse(district))) for district in DISTRICTS]
    assert names == ["Cannaregio", "Castello", "Dorsoduro", "La Giudecca", "San Marco", "San Polo", "Santa Croce"]
    assert choices(started(2)) == set(DISTRICTS)
    assert set(CARDS) - set(DISTRICTS) == {"san_giorgio"}
    with pytest.raises(ridotto.BadMoveText):
        game.parse("san_michele")
    assert game.parse("san_marco") != game.parse("piazza")


@pytest.mark.rule("venezia.board.piazza", "venezia.first.campanile")
def test_79_squares_in_ten_columns_and_eight_rows_but_for_the_campanile():
    state = table("place", family("piazza 1"), family())
    assert choices(state) == set(SQUARES) - {"8G"}
    assert len(choices(state)) == 79
    assert game.parse("8G") == 130
    refusal = refused(state, "8G")
    assert (refusal.code, refusal.clause) == ("campanile", "venezia.first.campanile")
    assert str(refusal) == "8G is the Campanile."


@pytest.mark.rule("venezia.board.neighbours", "venezia.move.walk", "venezia.move.campanile")
@pytest.mark.parametrize("name", [one for one in SQUARES if one != "8G"])
def test_neighbours_are_up_to_eight_squares_and_the_grid_does_not_wrap_round(name):
    hunter = "1A" if name in {"10H", *around("10H")} else "10H"
    tourists = "1D 1E" if name not in ("1D", "1E") else "5D 5E"
    state = table("pick", family(piazza=name), family(), tourists=tourists, hunters=hunter)
    do(state, name)
    assert choices(state) == around(name) - {hunter}


@pytest.mark.rule("venezia.board.neighbours", "venezia.breed.next")
@pytest.mark.parametrize("name", ["1A", "10A", "1H", "10H", "1D", "10E", "5D", "5E", "7F", "9H"])
def test_the_same_squares_are_neighbours_of_a_tourist(name):
    for other in [one for one in SQUARES if one not in ("8G", name)]:
        hunter = next(one for one in ("1A", "10A", "10H") if not {name, other} & {one, *around(one)})
        tourist = next(one for one in ("4A", "4H", "7B") if not {other, hunter} & {one, *around(one)})
        state = table("pick", family(piazza=other), family(), tourists=f"{name} {tourist}", hunters=hunter)
        do(state, "stop")
        assert [born for _, born, _ in notes_of_kind(state, VeneziaNote.BORN)] == ([2] if other in around(name) else [])
