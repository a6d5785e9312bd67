"""Who knows what (section 7)."""

import pytest

import ridotto
from tests.at_the_table import do
from tests.playing import Choices, some_states
from tests.venezia2099.table import deck, game, shown, table, turn, value

VIEWERS = (-1, 0, 1, 2, 3)


def redeals(state, viewer, worlds=40):
    return [state.redeal(viewer, ridotto.Rng(seed)).snapshot() for seed in range(worlds)]


def views(state, viewers=VIEWERS):
    return [game.view(state, viewer) for viewer in viewers]


def texts(thing):
    """Every text in a view."""
    if isinstance(thing, str):
        return {thing}
    parts = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list | tuple) else ()
    return {text for part in parts for text in texts(part)}


@pytest.mark.rule("venezia2099.info.hand_secret")
def test_a_hand_is_seen_by_its_owner_only_its_size_by_all():
    state = table(hands={0: "red 3", 1: "azure 3"})
    turn(state, "red 3")
    hands = [shown(state, seat)["hand"] for seat in range(4)]
    for viewer in VIEWERS:
        view = game.view(state, viewer)
        assert [seat["cards"] for seat in view["seats"]] == [8, 9, 9, 9]
        own = set(hands[viewer]) if viewer >= 0 else set()
        assert texts(view) & set(deck(4)) == own | {"red 3"}
    assert game.view(state, -1)["own"] is None
    assert [game.view(state, seat)["own"]["hand"] for seat in range(4)] == hands


@pytest.mark.rule("venezia2099.info.hand_secret", "venezia2099.info.set_aside_secret")
def test_no_view_of_any_game_shows_a_hidden_card():
    for seed in range(3 if ridotto.compiled else 1):
        for state in some_states(game, Choices(seed), every=9):
            hands = [set(shown(state, seat)["hand"]) for seat in range(state.seats)]
            for viewer in range(-1, state.seats):
                known = set(state.snapshot()["played"]) | (hands[viewer] if viewer >= 0 else set())
                known |= set(state.snapshot()["set_aside"]) if state.over else set()
                assert texts(game.view(state, viewer)) & set(deck(3)) == known


@pytest.mark.rule("venezia2099.info.hand_secret")
def test_nobody_is_shown_the_moves_of_another():
    state = table(hands={0: "red 3, azure 3"})
    do(state, "stay", "no purchase")
    assert len(game.view(state, 0)["moves"]) == 2
    assert all(game.view(state, viewer)["moves"] == [] for viewer in (1, 2, 3))


@pytest.mark.rule("venezia2099.info.set_aside_secret")
def test_the_cards_set_aside_are_known_to_nobody():
    state = table(aside="black 3, red 5")
    for viewer in VIEWERS:
        assert game.view(state, viewer)["set_aside"] is None
        assert {"black 3", "red 5"}.isdisjoint(texts(game.view(state, viewer)))
        asides = {tuple(world["set_aside"]) for world in redeals(state, viewer)}
        assert len(asides) == 40


@pytest.mark.rule("venezia2099.info.reveal_at_end")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_when_the_game_is_over_all_see_them_and_could_have_read_them_off_the_board(players):
    state = game.start(players=players, seed=6)
    while not state.over:
        assert all(game.view(state, viewer)["set_aside"] is None for viewer in range(-1, players))
        state.play(state.actor(), state.moves(state.actor())[-1])
    rows = state.snapshot()["board"]
    for viewer in range(-1, players):
        view = game.view(state, viewer)
        dry = {rows[int(square[1]) - 1]["abcdefgh".index(square[0])] for square in view["dry"]}
        assert set(view["set_aside"]) == {tile for tile in dry if tile != "platform" and not tile.endswith(" 2")}
        assert view["places"] == state.places()


@pytest.mark.rule("venezia2099.info.floor")
def test_nobody_holds_a_card_below_the_last_he_has_played():
    state = table(played="black 3, brown 5, azure 6, red 4")
    view = game.view(state, -1)
    assert [seat["floor"] for seat in view["seats"]] == ["3", "5", "6", "4"]
    for viewer in VIEWERS:
        for world in redeals(state, viewer):
            lowest = [min(value(card) for card in seat["hand"]) for seat in world["seats"]]
            for seat, floor in enumerate((1, 3, 4, 2)):
                assert lowest[seat] >= floor


@pytest.mark.rule("venezia2099.info.floor")
def test_before_his_first_card_a_player_may_hold_anything():
    state = table(played="black 6")
    view = game.view(state, -1)
    assert [seat["floor"] for seat in view["seats"]] == ["6", None, None, None]
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
    for seen in views(state):
        assert seen["played"] == full["played"]
        assert seen["coins_on"] == {"d4": 3}
        assert [seat["pawns"] for seat in seen["seats"]] == [seat["pawns"] for seat in full["seats"]]
        assert [seat["coins"] for seat in seen["seats"]] == [8, 9, 10, 10]
        assert [seat["gondolas"] for seat in seen["seats"]] == [1, 2, 2, 2]
        assert [seat["treasures"][3] for seat in seen["seats"]] == [1, 1, 0, 0]
        assert [seat["cards"] for seat in seen["seats"]] == [7, 7, 7, 7]
        assert (seen["turn"], seen["player"], seen["phase"], seen["pawn"]) == (0, 0, "walk", 1)
        assert seen["first"] == 0
        assert seen["colours"]["red"]["supply"] == 8


OWN = ("viewer", "own", "moves", "clauses")


@pytest.mark.rule("venezia2099.info.public")
def test_the_view_is_the_same_for_all_but_for_what_is_ones_own():
    for state in some_states(game, Choices(2), every=11):
        shared = [
            {key: entry for key, entry in game.view(state, viewer).items() if key not in OWN}
            for viewer in range(-1, state.seats)
        ]
        assert all(view == shared[0] for view in shared)
