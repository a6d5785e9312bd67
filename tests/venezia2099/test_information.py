"""Who knows what (section 7)."""

import pytest
from msgspec import json

import ridotto
from tests.at_the_table import do
from tests.playing import Choices, some_states
from tests.venezia2099.table import COLOURS, VALUES, deck, game, shown, table, turn, value
from tests.venezia2099.views import by_colour, cards, coins_on, dry_squares, hand, own, public

VIEWERS = (-1, 0, 1, 2, 3)


def redeals(state, viewer, worlds=40):
    return [state.redeal(viewer, ridotto.Rng(seed)).snapshot() for seed in range(worlds)]


def views(state, viewers=VIEWERS):
    return [game.view(state, viewer) for viewer in viewers]


def cards_shown(view):
    """The prophecies that a view shows, by name; that some card was not played yet tells nothing of where it is."""
    numbers = [*view.public.played, *(view.public.set_aside or ())]
    return {*cards(numbers), *(hand(view.own) if view.own else ())}


def assert_nothing_depends_on_hidden_cards(state, viewer):
    """However the hidden cards are dealt, the view is the same."""
    for seed in range(3):
        assert game.view(state.redeal(viewer, ridotto.Rng(seed)), viewer) == game.view(state, viewer)


@pytest.mark.rule("venezia2099.info.hand_secret")
def test_a_hand_is_seen_by_its_owner_only_its_size_by_all():
    state = table(hands={0: "red 3", 1: "azure 3"})
    turn(state, "red 3")
    hands = [shown(state, seat)["hand"] for seat in range(4)]
    for viewer in VIEWERS:
        view = game.view(state, viewer)
        assert [seat.cards for seat in view.public.seats] == [8, 9, 9, 9]
        known = set(hands[viewer]) if viewer >= 0 else set()
        assert cards_shown(view) == known | {"red 3"}
        assert_nothing_depends_on_hidden_cards(state, viewer)
    assert game.view(state, -1).own is None
    assert [hand(own(state, seat)) for seat in range(4)] == hands


@pytest.mark.rule("venezia2099.info.hand_secret", "venezia2099.info.set_aside_secret")
def test_no_view_of_any_game_shows_a_hidden_card():
    for seed in range(3 if ridotto.compiled else 1):
        for state in some_states(game, Choices(seed), every=9):
            hands = [set(shown(state, seat)["hand"]) for seat in range(state.seats)]
            for viewer in range(-1, state.seats):
                known = set(state.snapshot()["played"]) | (hands[viewer] if viewer >= 0 else set())
                known |= set(state.snapshot()["set_aside"]) if state.over else set()
                assert cards_shown(game.view(state, viewer)) == known
                assert_nothing_depends_on_hidden_cards(state, viewer)


@pytest.mark.rule("venezia2099.info.hand_secret", "venezia2099.info.set_aside_secret")
def test_the_cards_still_to_come_are_listed_without_their_places():
    """A card of any hand, or set aside, is in the same list: all that are in the game, without those played."""
    for state in some_states(game, Choices(4), every=9):
        position = state.snapshot()
        left = set(deck(state.seats, position["unused"])) - set(position["played"])
        assert cards(public(state).unplayed) == sorted(
            left, key=lambda card: (value(card), COLOURS.index(card.split()[0]))
        )


@pytest.mark.rule("venezia2099.info.hand_secret")
def test_nobody_is_shown_the_moves_of_another():
    state = table(hands={0: "red 3, azure 3"})
    do(state, "stay", "no purchase")
    assert len(game.view(state, 0).moves) == 2
    assert all(game.view(state, viewer).moves == () for viewer in (-1, 1, 2, 3))


@pytest.mark.rule("venezia2099.info.set_aside_secret")
def test_the_cards_set_aside_are_known_to_nobody():
    state = table(aside="black 3, red 5")
    for viewer in VIEWERS:
        assert game.view(state, viewer).public.set_aside is None
        assert {"black 3", "red 5"}.isdisjoint(cards_shown(game.view(state, viewer)))
        assert_nothing_depends_on_hidden_cards(state, viewer)
        asides = {tuple(world["set_aside"]) for world in redeals(state, viewer)}
        assert len(asides) == 40


@pytest.mark.rule("venezia2099.info.reveal_at_end")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_when_the_game_is_over_all_see_them_and_could_have_read_them_off_the_board(players):
    state = game.start(players=players, seed=6)
    while not state.over:
        assert all(game.view(state, viewer).public.set_aside is None for viewer in range(-1, players))
        state.play(state.actor(), state.moves(state.actor())[-1])
    rows = state.snapshot()["board"]
    for viewer in range(-1, players):
        shown_to_all = game.view(state, viewer).public
        dry = {rows[int(square[1]) - 1]["abcdefgh".index(square[0])] for square in dry_squares(shown_to_all)}
        assert set(cards(shown_to_all.set_aside)) == {
            tile for tile in dry if tile != "platform" and not tile.endswith(" 2")
        }
        assert list(shown_to_all.places) == state.places()


def floors(state):
    """What everybody sees of each seat: the value below which it holds no card."""
    return [None if seat.floor is None else VALUES[1 + seat.floor] for seat in public(state).seats]


@pytest.mark.rule("venezia2099.info.floor")
def test_nobody_holds_a_card_below_the_last_he_has_played():
    state = table(played="black 3, brown 5, azure 6, red 4")
    assert floors(state) == ["3", "5", "6", "4"]
    for viewer in VIEWERS:
        for world in redeals(state, viewer):
            lowest = [min(value(card) for card in seat["hand"]) for seat in world["seats"]]
            for seat, floor in enumerate((1, 3, 4, 2)):
                assert lowest[seat] >= floor


@pytest.mark.rule("venezia2099.info.floor")
def test_before_his_first_card_a_player_may_hold_anything():
    state = table(played="black 6")
    assert floors(state) == ["6", None, None, None]
    held = {card for world in redeals(state, -1, 60) for card in world["seats"][1]["hand"]}
    assert {value(card) for card in held} == set(range(1, 8))


@pytest.mark.rule("venezia2099.info.floor")
def test_nothing_else_restricts_where_a_card_may_be():
    """Other cards of the value that was played are possible, and any card may be set aside."""
    state = table(played="black 4, brown 4")
    worlds = redeals(state, 0, 120)
    assert any("violet 4" in world["seats"][1]["hand"] for world in worlds)
    unseen = set(deck(4)) - set(state.snapshot()["played"]) - set(shown(state, 0)["hand"])
    assert {card for world in worlds for card in world["set_aside"]} == unseen


@pytest.mark.rule("venezia2099.info.floor")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_redeal_of_every_game_keeps_to_what_is_known(players):
    for seed in range(3):
        state = game.start(players=players, seed=seed)
        choice = Choices(seed)
        while not state.over:
            truth = state.snapshot()
            for viewer in range(-1, players) if choice.below(4) == 0 else ():
                world = state.redeal(viewer, ridotto.Rng(choice.below(1000)))
                made = world.snapshot()
                hidden = {"seats", "set_aside", "generator"}
                assert {k: v for k, v in made.items() if k not in hidden} == {
                    k: v for k, v in truth.items() if k not in hidden
                }
                assert made["generator"]["key"] != truth["generator"]["key"]
                assert viewer < 0 or made["seats"][viewer] == truth["seats"][viewer]
                assert game.view(world, viewer) == game.view(state, viewer)
            moves = state.moves(state.actor())
            state.play(state.actor(), moves[choice.below(len(moves))])


@pytest.mark.rule("venezia2099.info.public")
def test_everything_else_is_open_to_all():
    state = table(
        turns=8,
        pawns={0: "d4 - a7", 1: "e5 b7 c7"},
        coins_on={"d4": 3},
        seats={0: {"coins": 8, "treasures": {"red": 1}, "gondolas": 1}, 1: {"coins": 9, "treasures": {"red": 1}}},
    )
    do(state, "walk 1")
    full = state.snapshot()
    for seen in [view.public for view in views(state)]:
        assert cards(seen.played) == full["played"]
        assert coins_on(seen) == {"d4": 3}
        assert [list(seat.pawns) for seat in seen.seats] == [seat["pawns"] for seat in full["seats"]]
        assert [seat.coins for seat in seen.seats] == [8, 9, 10, 10]
        assert [seat.gondolas for seat in seen.seats] == [1, 2, 2, 2]
        assert [seat.treasures[3] for seat in seen.seats] == [1, 1, 0, 0]
        assert [seat.cards for seat in seen.seats] == [7, 7, 7, 7]
        assert (seen.turn, seen.player, seen.phase, seen.chosen) == (0, 0, "walk", 0)
        assert seen.first == 0
        assert by_colour(seen, "supply")["red"] == 8


@pytest.mark.rule("venezia2099.info.public")
def test_the_view_is_the_same_for_all_but_for_what_is_ones_own():
    for state in some_states(game, Choices(2), every=11):
        shared = [game.view(state, viewer).public for viewer in range(-1, state.seats)]
        assert all(part == shared[0] for part in shared)


def test_both_parts_of_a_view_survive_json():
    for state in some_states(game, Choices(3), every=11):
        for part in (public(state), *(own(state, seat) for seat in range(state.seats))):
            assert json.decode(json.encode(part), type=type(part)) == part
