"""What the table of Venezia 2099 shows: section 13 of its specification."""

import random

import pytest
from msgspec.structs import replace

import ridotto
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099 import names as n
from tests.venezia2099 import views
from tests.venezia2099.scenes import (
    BEN,
    CLEO,
    GAME,
    NAMES,
    PAWNS,
    ROUND,
    counters,
    do,
    hints,
    names,
    notes,
    piece,
    position,
    scene,
    table,
    text_of,
    value,
    zone,
)

TABLES: list[tuple[int, dict[str, str]]] = [(players, {}) for players in GAME.players]
TABLES += [(2, {"gondola_move": "extra"}), (5, {"gondola_move": "extra", "rescue_to_platform": "false"})]


def moments(players, options, seed):
    """Every decision of a game played by dice, and its end."""
    dice = random.Random(seed)
    state = GAME.start(players, seed, **options)
    while not state.over:
        yield state
        actor = state.actor()
        state.play(actor, dice.choice(state.moves(actor)))
    yield state


# Every scene


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_legal_move_is_offered_once_and_piece_ids_are_unique(players, options):
    for state in moments(players, options, players):
        actor = state.actor()
        shown = scene(state, actor)
        ids = [piece.id for part in shown.zones for piece in part.pieces]
        assert len(ids) == len(set(ids))
        known = {*ids, None}
        assert all(piece.on in known for part in shown.zones for piece in part.pieces if piece.on)
        if not state.over:
            assert [GAME.parse(action.move) for action in shown.actions] == state.moves(actor)
            assert {action.take for action in shown.actions} | {action.put for action in shown.actions} <= known
            assert len({text_of(action.name) for action in shown.actions}) == len(shown.actions)
            assert scene(state, (actor + 1) % players).actions == scene(state, -1).actions == ()


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_scene_is_the_same_in_every_world_the_viewer_cannot_tell_apart(players, options):
    rng = ridotto.Rng(players)
    for place, state in enumerate(moments(players, options, players)):
        viewer = place % (players + 1) - 1
        assert scene(state.redeal(viewer, rng, recall=False), viewer) == scene(state, viewer)


# The board


def test_colours_are_told_apart_without_colours():
    assert len(set(n.SIGNS)) == len(set(n.TINTS)) == c.COLOUR_COUNT
    assert all(len(sign) == 1 for sign in n.SIGNS)
    assert len({art[:2] for art in (*c.COLOURS, "platform", "water")}) == 8


def test_a_tile_shows_its_colour_its_value_and_its_coins():
    shown = scene(table(played=ROUND, coins_on={"d4": 1}, things={1: {"coins": 12, "treasures": {"red": 1}}}), 2)
    tile, coins = piece(shown, "board.d4"), piece(shown, "coins.d4")
    assert (text_of(tile.name), tile.text, tile.sign, tile.tint, tile.at) == ("red 5", "5", "■", "red", "d4")
    assert (coins.on, coins.text, coins.sign, text_of(coins.name)) == ("board.d4", "1", "●", "coins: 1")
    assert text_of(piece(shown, "board.a7").name) == "platform"


def test_water_shows_what_it_was_and_which_tile_sank_last():
    shown = scene(table(played=["brown 4", "green 5"], turn=2, first=0), 0)
    brown, green = piece(shown, "board.c2"), piece(shown, "board.d6")
    assert (text_of(brown.name), brown.art, brown.sign, brown.text, brown.tint) == (
        "water, once brown 4", "water-brown", n.SIGNS[1], "4", "water",
    )  # fmt: skip
    assert ([text_of(mark) for mark in brown.marks], [text_of(mark) for mark in green.marks]) == ([], ["sank last"])
    assert (piece(shown, "waves.c2").text, piece(shown, "waves.d6").text) == ("", "*")


def test_pawns_stand_on_their_tiles_under_the_number_they_move_by():
    pawn = piece(scene(table(), 0), "pawn.1.3")
    assert (pawn.on, pawn.at, pawn.owner, pawn.text, text_of(pawn.name)) == ("board.e7", "e7", 1, "3", "Ben's pawn 3")


def test_only_the_viewer_sees_which_tiles_its_own_cards_will_sink():
    def doomed(viewer):
        return {part.at for part in zone(scene(table(), viewer), "board").pieces if part.art == "sign-doom"}

    assert {"b1", "b4", "d4"} <= doomed(0)
    assert len(doomed(0)) == 12
    assert "c2" in doomed(1) - doomed(0)
    assert doomed(-1) == set()


@pytest.mark.rule("venezia2099.info.floor")
def test_tiles_below_every_other_floor_are_marked_as_safe():
    def safe(viewer, played):
        shown = scene(table(played=played, turn=len(played) % 3), viewer)
        return {part.at for part in zone(shown, "board").pieces if part.art == "sign-anchor"}

    assert safe(0, ["violet 3"]) == set()
    low = ["violet 3", "brown 4", "green 5"]
    assert safe(0, low) == {"b2", "b3", "b6"}  # the 3s; Anna holds black 3 and red 3 herself
    assert safe(1, low) == set()  # Anna may hold any 3
    assert safe(2, ["red 4", *low[1:]]) == {"b1", "b2", "b3", "b4", "b5", "b6"}


# The panels and the colours


def test_a_panel_shows_everything_that_lies_open():
    shown = scene(table(played=ROUND, coins_on={"d4": 1}, things={0: {"coins": 12, "treasures": {"red": 1}}}), -1)
    assert counters(shown, 0) == {
        "coins": 12, "treasures": "∞- ♪- ◊- ■1 ≡- ▲-", "gondolas": 2, "pawns": 4, "cards": 11, "floor": "3",
        "score": 36,
    }  # fmt: skip
    assert [text_of(mark) for mark in shown.panels[0].marks] == ["began"]
    assert counters(scene(table(), 0), 0)["floor"] == "–"


def test_the_colour_table_shows_dry_tiles_worth_and_supply():
    for state in moments(4, {}, 4):
        shown = scene(state, -1)
        for colour, name in enumerate(c.COLOURS):
            row = {counter.id: value(counter) for counter in zone(shown, f"colour-{name}").counters}
            later = row.pop("later", None)
            assert (later is None) == state.over
            assert row == {
                "dry": state.remaining(colour), "worth": state.worth(colour), "supply": state.supply[colour],
            }  # fmt: skip


def test_what_a_treasure_will_be_worth_depends_on_the_cards_in_hand():
    """Anna holds four red cards and one azure card."""
    anna, nobody = scene(table(), 0), scene(table(), -1)
    assert [value(zone(anna, f"colour-{name}").counters[2]) for name in ("red", "azure")] == ["4.4", "3.3"]
    assert [value(zone(nobody, f"colour-{name}").counters[2]) for name in ("red", "azure")] == ["3.6", "3.6"]


def test_a_colour_that_is_sold_out_says_so():
    view = views.view(table(), 0)
    colours = tuple(replace(row, supply=0) if c.COLOURS[row.colour] == "red" else row for row in view.public.colours)
    red = zone(GAME.scene(replace(view, public=replace(view.public, colours=colours))), "colour-red")
    assert (text_of(red.note), red.pieces, red.counters[-1].value) == ("sold out", (), 0)


def test_two_players_see_the_five_colours_they_use():
    shown = scene(GAME.start(2, 1, unused_colour="red"), 0)
    assert [part.id for part in shown.zones if part.kind == "stack"] == [
        f"colour-{colour}" for colour in c.COLOURS if colour != "red"
    ]
    assert str(counters(shown, 0)["treasures"]).count("-") == 5


# The hand


def test_the_hand_is_sorted_by_value_and_the_lowest_cards_are_lit_when_one_is_played():
    hand = zone(scene(table(phase="prophecy"), 0), "hand")
    assert [text_of(card.name) for card in hand.pieces][:3] == ["black 3", "red 3", "red 5"]
    assert [card.lit for card in hand.pieces] == [True, True] + [False] * 10
    assert not any(card.lit for card in zone(scene(table(), 0), "hand").pieces)


def test_under_a_card_stands_the_square_it_sinks_and_who_is_there():
    hand = zone(scene(table(), 0), "hand")
    assert [text_of(mark) for card in hand.pieces[:3] for mark in card.marks] == ["b1 Ben", "on b4", "d4 you!"]


def test_played_prophecies_can_be_looked_up():
    shown = scene(table(played=[*ROUND, "red 3"], turn=1), 1)
    assert [text_of(card.name) for card in zone(shown, "played-0").pieces] == ["violet 3", "red 3"]
    assert text_of(zone(shown, "played-0").name) == "Played by Anna"
    assert zone(shown, "played-0").folded


# What is asked and offered


def test_placing_counts_the_pawns():
    state = GAME.start(4, 1, first_player=0)
    do(state, "a1", "b1", "c1", "d1")
    assert text_of(scene(state, 0).prompt) == "Place pawn 2 of 3."
    assert text_of(scene(state, 1).prompt) == "Anna is placing a pawn."


def test_the_first_step_names_pawns_by_square_and_says_what_they_can_hope_for():
    shown = scene(table(), 0)
    assert text_of(shown.prompt) == "Step 1 of 3: move a pawn, or stay where you are."
    assert names(shown)["stay"] == "stay"
    assert names(shown)["walk 1"] == "walk with pawn 1 from d4"
    assert names(shown)["gondola 2"] == "gondola for pawn 2 on a7 (2 left)"
    assert [hint for n in (1, 2, 3, 4) for hint in hints(shown, f"walk {n}")] == [
        "here: scores 5 points now and your prophecy sinks it",
        "here: never sinks, scores nothing",
        "here: scores 16 points now and has a 20% chance of staying dry",
        "here: scores 4 points now and has a 20% chance of staying dry",
    ]
    pawns = {f"pawn.0.{n}" for n in (1, 2, 3, 4)}
    assert {action.take for action in shown.actions} == {*pawns, "gondola.2", None}
    assert {action.put for action in shown.actions if action.take == "gondola.2"} == pawns


def test_with_extra_rides_the_first_step_goes_on():
    shown = scene(table(options={"gondola_move": "extra"}), 0)
    assert text_of(shown.prompt) == "Step 1 of 3: walk once, ride by gondola as often as you can, or go on."
    assert names(shown)["stay"] == "go on to step 2"


def test_a_walk_shows_its_targets_with_price_points_and_chances():
    state = table(played=ROUND, coins_on={"e4": 1}, things={0: {"coins": 12, "treasures": {"red": 1}}})
    do(state, "walk 1")
    shown = scene(state, 0)
    assert text_of(shown.prompt) == "Where should pawn 1 walk from d4?"
    assert names(shown)["e4"] == "to e4 (red 6)"
    assert hints(shown, "e4") == ["red costs 2", "scores 6 points now", "has a 21% chance of staying dry"]
    assert hints(shown, "g7") == ["never sinks, scores nothing"]
    put = {action.put for action in shown.actions}
    assert "board.e4" in put
    assert "board.a1" not in put
    assert {action.take for action in shown.actions} == {"pawn.0.1"}


def test_a_ride_may_go_anywhere():
    state = table()
    do(state, "gondola 1")
    assert text_of(scene(state, 0).prompt) == "Where does the gondola take pawn 1? Any free square will do."
    assert len(scene(state, 0).actions) == 64 - 12


def test_purchases_show_price_worth_and_what_is_to_be_expected():
    paid = {0: {"coins": 12, "treasures": {"red": 1}}, 1: {"coins": 11, "treasures": {"red": 1}}}
    state = table(played=ROUND, coins_on={"d4": 3}, things=paid)
    do(state, "stay")
    shown = scene(state, 0)
    assert text_of(shown.prompt) == "Step 2 of 3: buy a treasure? You have 12 coins."
    assert list(names(shown).values()) == [
        "do not buy", "buy red on d4 for 4", "buy azure on h3 for 1", "buy green on c6 for 1",
    ]  # fmt: skip
    assert hints(shown, "no purchase") == ["you keep 12 coins"]
    assert hints(shown, "buy 3") == ["worth 1 now, 3.1 at the end on average"]


def test_a_prophecy_shows_what_sinks_and_who_falls():
    paid = {1: {"coins": 12, "treasures": {"black": 1}}, 2: {"coins": 11, "treasures": {"black": 1}}}
    state = table(played=ROUND, coins_on={"b1": 3}, things=paid)
    do(state, "stay", "no purchase")
    shown = scene(state, 0)
    assert text_of(shown.prompt) == "Step 3 of 3: play a prophecy of your lowest value, 3."
    assert hints(shown, "black 3") == ["b1 sinks", "Ben's pawn 1 falls in", "3 coins are lost"]
    assert hints(shown, "red 3") == ["b4 sinks"]
    assert notes(shown) == ["black 3 on b1: Ben's pawn 1 falls in and 3 coins are lost."]


def test_a_prophecy_that_changes_the_worth_of_a_colour_says_so():
    pawns = [["b1", "g8", "h8"], ["a7", "b7", "c7"], ["d7", "e7", "f7"], ["g7", "h7", "a8"]]
    for sunk, change in (
        ("red 7", ["red treasures: 1 → 2"]),  # red has four dry tiles, then three
        ("green 7", []),  # five, then four
    ):
        played = ["violet 3", "red 4", "red 5", "red 6", "brown 3", sunk, "azure 5", "azure 6"]
        state = position(["red 3"], [], [], [], pawns=pawns, phase="prophecy", played=played)
        assert hints(scene(state, 0), "red 3") == ["b4 sinks", *change]


@pytest.mark.rule("venezia2099.gondola.rescue_any_turn")
def test_the_owner_of_a_fallen_pawn_is_told_in_anybodys_turn():
    state = table(phase="prophecy")
    do(state, "black 3")
    shown = scene(state, 1)
    assert text_of(shown.prompt) == "Your pawn 1 is in the water: choose a square or let it drown."
    assert notes(shown) == ["Anna has played black 3."]
    assert shown.waiting == (1,)
    assert [text_of(mark) for mark in piece(shown, "pawn.1.1").marks] == ["in the water"]
    assert names(shown)["let drown"] == "let it drown"
    assert hints(shown, "let drown") == ["you keep 2 gondolas"]
    other = scene(state, 0)
    assert text_of(other.prompt) == "Ben has a pawn in the water and may rescue it."
    assert [text_of(mark) for mark in other.panels[0].marks] == ["began", "active"]


@pytest.mark.rule("venezia2099.gondola.rescue_optional")
def test_whatever_drowns_an_own_pawn_by_choice_is_asked_once_more_and_nothing_else_is():
    state = table(phase="prophecy")
    do(state, "black 3")
    [asked] = [action for action in scene(state, 1).actions if action.confirm]
    assert (asked.move, text_of(asked.confirm)) == ("let drown", "Let pawn 1 drown? It won't come back.")
    assert text_of(asked.commit) == "Let pawn 1 drown"
    for state in moments(4, {}, 1):
        if not state.over:
            shown = scene(state, state.actor())
            falls = {
                action.move for action in shown.actions if any("your pawn" in text_of(hint) for hint in action.hints)
            }
            asked_of = {action.move for action in shown.actions if action.confirm}
            chosen = falls if len(shown.actions) > 1 else set()
            assert asked_of == ({"let drown"} if state.phase == c.RESCUING else chosen)


@pytest.mark.rule("venezia2099.prophecy.lowest")
def test_a_prophecy_that_drowns_an_own_pawn_says_so_on_its_button():
    pawns = [["b1", "g8", "h8"], ["a7", "b7", "c7"], ["d7", "e7", "f7"], ["g7", "h7", "a8"]]
    both = position(["black 3", "red 3"], ["black 4"], ["red 4"], ["green 4"], pawns=pawns, phase="prophecy")
    asked = {action.move: action for action in scene(both, 0).actions}
    assert text_of(asked["black 3"].confirm) == "Your own pawn 1 is on b1. Play black 3 anyway?"
    assert text_of(asked["black 3"].commit) == "Play black 3: b1 sinks"
    assert asked["red 3"].confirm is None
    forced = position(["black 3"], ["black 4"], ["red 4"], ["green 4"], pawns=pawns, phase="prophecy")
    assert [action.confirm for action in scene(forced, 0).actions] == [None]


@pytest.mark.rule("venezia2099.gondola.ride_target")
def test_a_gondola_that_was_taken_asks_for_its_pawn():
    [step] = scene(table(), 0).steps
    assert text_of(step.prompt) == "Which pawn takes the gondola? It can go to any free square."
    riding = [action for action in scene(table(), 0).actions if action.take == step.take]
    assert [text_of(action.commit) for action in riding] == [f"Take the gondola with pawn {n}" for n in (1, 2, 3, 4)]


def test_the_last_turn_is_announced():
    view = views.view(table(), 0)

    def notes_with(**changed):
        first, *others = view.public.seats
        return notes(GAME.scene(replace(view, public=replace(view.public, seats=(replace(first, **changed), *others)))))

    assert notes_with() == []
    assert notes_with(cards=1)[0] == "This is your last turn: leftover gondolas score nothing."
    assert notes_with(cards=1, gondolas=0)[0] == "This is your last turn."


@pytest.mark.slow
@pytest.mark.rule("venezia2099.info.forced_not_flagged")
@pytest.mark.rule("venezia2099.flow.always_asked")
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_only_a_step_without_a_choice_is_obvious_and_everybody_can_tell(players, options):
    answered = set()
    for seed in range(4):
        for state in moments(players, options, seed):
            obvious = {GAME.automatic_move(GAME.view(state, viewer)) for viewer in range(-1, players)}
            assert len(obvious) == 1
            (move,) = obvious
            forced = state.phase in (c.CHOOSING, c.BUYING) and len(state.moves(state.player)) == 1
            assert (move is not None) == forced
            assert move is None or state.moves(state.player) == [move]
            answered.add(move)
    assert {None, c.NO_BUY} <= answered


def test_whoever_has_walked_and_has_no_gondola_left_goes_on_to_buy():
    state = table(options={"gondola_move": "extra"}, walked=True, things={0: {"gondolas": 0}})
    assert GAME.automatic_move(GAME.view(state, -1)) == c.NO_MOVE


def test_nobody_else_is_told_whether_a_prophecy_was_forced():
    """Anna may choose between two 3s, or has one: the others see the same."""
    choice = table(phase="prophecy")
    forced = position(["black 3", "red 4", "red 5"], BEN, CLEO, pawns=PAWNS, phase="prophecy")
    assert [len(state.moves(0)) for state in (choice, forced)] == [2, 1]
    for viewer in (-1, 2):
        assert scene(choice, viewer) == scene(forced, viewer)


@pytest.mark.parametrize(("move", "phrase"), [("c4", "to c4"), ("stay", "stay"), ("walk 2", "walk with pawn 2"),
                                              ("gondola 3", "gondola for pawn 3"), ("no purchase", "do not buy"),
                                              ("buy 4", "buy where pawn 4 stands"), ("azure X", "azure X"),
                                              ("let drown", "let it drown")])  # fmt: skip
def test_every_move_has_words(move, phrase):
    assert text_of(GAME.move_name(GAME.parse(move))) == phrase


def test_names_of_people_stand_in_sentences():
    assert text_of(scene(table(), 2).prompt) == f"{NAMES[0]} may move a pawn."
