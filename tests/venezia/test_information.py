"""Who knows what (section 7), outside planning."""

import pytest

import ridotto
from ridotto.games.venezia.components import HAWK, VESPA, VeneziaNote
from tests.at_the_table import do, refused
from tests.venezia.table import ACTIONS, CARDS, SPECTATOR, asked, districts, family, game, planned, table
from tests.venezia.views import (
    action_name,
    action_names,
    flocks_of,
    grey_flocks,
    laid_actions,
    laid_districts,
    laid_first_cards,
    own_of,
    place_name,
    place_names,
    public_of,
    square_names,
)

VIEWERS = (SPECTATOR, 0, 1, 2)


def views(state, viewers=VIEWERS):
    return [game.view(state, viewer) for viewer in viewers]


def redeals(state, viewer, worlds=40):
    return [state.redeal(viewer, ridotto.Rng(seed)).snapshot() for seed in range(worlds)]


@pytest.mark.rule("venezia.info.open", "venezia.info.reserve")
def test_what_lies_on_the_table_is_open_to_all():
    state = table(
        "pick",
        family("piazza, castello 2", piazza="4C", played="vespa", score=6, reserve=7, san_polo=3, san_michele=2),
        family("feint", piazza="5F 6F", home="san_marco", score=9, san_giorgio=1),
        family(nest=0),
        start=0,
        round=4,
        grey={"giudecca": 3},
        hunters="10A",
    )
    for view in views(state):
        public, seats = view.public, view.public.seats
        assert [seat.score for seat in seats] == [6, 9, 0]
        assert [place_name(seat.home) for seat in seats] == ["cannaregio", "san_marco", "dorsoduro"]
        assert [(seat.reserve, seat.nest, seat.supply) for seat in seats] == [
            (7, 0, 25),
            (12, 0, 25),
            (12, 0, 28),
        ]
        assert [square_names(seat.piazza) for seat in seats] == [["4C"], ["5F", "6F"], []]
        assert [flocks_of(public, seat) for seat in range(3)] == [
            {"san_polo": 3, "san_michele": 2},
            {"san_giorgio": 1},
            {},
        ]
        assert [action_names(seat.played) for seat in seats] == [["vespa"], [], []]
        assert (grey_flocks(public), public.edge) == ({"giudecca": 3}, 3)
        assert (public.start, public.round, public.player) == (0, 4, 0)
        assert (square_names(public.tourists), square_names(public.hunters)) == (["1H", "2H"], ["10A"])


@pytest.mark.rule("venezia.info.hand", "venezia.plan.commit")
def test_of_laid_cards_others_see_the_number_in_each_slot_and_the_faces_turned_up_so_far():
    state = planned("piazza 1, vespa, castello 2, san_polo", "feint, crumbs, giudecca 1", "piazza")
    for view in views(state):
        assert laid_first_cards(view.public) == ["piazza", "feint", "piazza"]
        assert laid_actions(view.public) == ["back", "back", None]
        assert laid_districts(view.public) == [["back", "back"], ["back"], []]


@pytest.mark.rule("venezia.info.hand", "venezia.info.spectator")
def test_a_hand_is_seen_by_its_owner_only():
    state = planned("piazza 1, vespa, castello 2, san_polo", "feint, crumbs, giudecca 1", "piazza")
    own = own_of(state, 0)
    assert action_names(own.actions) == [card for card in ACTIONS if card != "vespa"]
    assert place_names(own.districts) == [card for card in CARDS if card not in ("castello", "san_polo")]
    other = planned("piazza 1, crumbs, giudecca 2, dorsoduro", "feint, crumbs, giudecca 1", "piazza")
    assert own_of(other, 0) != own
    for viewer in (SPECTATOR, 1, 2):
        assert game.view(state, viewer) == game.view(other, viewer)
    assert game.view(state, SPECTATOR).own is None
    assert game.view(state, SPECTATOR).moves == ()


@pytest.mark.rule("venezia.info.spectator")
def test_a_spectator_sees_what_every_player_sees():
    state = planned("piazza 1, vespa, castello 2, san_polo", "feint, crumbs, giudecca 1", "piazza")
    alike = [view.public for view in views(state)]
    assert alike.count(alike[0]) == 4


TWINS = [
    ("piazza 1, vespa, castello 2, san_polo", "piazza 1, hawk_card, giudecca 2, san_giorgio"),
    ("feint 3, crumbs, castello 2, san_polo", "feint 3, carrier, santa_croce 2, castello"),
    ("piazza 1, vespa, castello 2, san_polo 1", "piazza 1, vespa, san_polo 2, castello 1"),
]


@pytest.mark.rule("venezia.info.noleak", "venezia.info.hand", "venezia.plan.facedown")
@pytest.mark.parametrize("twins", TWINS)
def test_games_that_differ_only_in_hidden_faces_look_and_sound_alike_until_they_are_turned_up(twins):
    """Views, tables, log, options, refusals and what search sees, up to the turning up of the action cards."""
    heard = []
    for text in twins:
        state = planned(text, "piazza 2", "piazza", seed=3)
        seen = []
        while public_of(state).phase in ("place", "feint", "pick", "move", "jump"):
            found = views(state, (SPECTATOR, 1, 2))
            notes = [(note, str(game.log_line(note, ["Ada", "Bruno", "Carla"]))) for note in state.take_notes()]
            moves = [state.moves(seat) for seat in (0, 1, 2)]
            refusals = [str(refused(state, move, 2)) for move in ("castello", "vespa") if 2 not in state.actors()]
            as_seen = [state.observed_by(1, state.actor(), move) for move in state.moves(state.actor())]
            seen.append(
                (found, [repr(game.scene(view)) for view in found], notes, moves, refusals, as_seen, state.seals)
            )
            state.play(state.actor(), state.moves(state.actor())[0])
        heard.append(seen)
    assert heard[0] == heard[1]
    assert len(heard[0]) > 3


@pytest.mark.rule("venezia.info.hand", "venezia.action.reveal")
def test_action_faces_vary_in_what_others_hold_possible_until_they_are_turned_up():
    """Any card that seat 0 has not played; after the reveal it is known."""
    state = planned("piazza 1, vespa", "piazza", families=[family(played="hawk_card crumbs"), family()], round=4)
    for viewer in (SPECTATOR, 1):
        faces = {world["seats"][0]["plan"]["action"] for world in redeals(state, viewer, 80)}
        assert faces == set(ACTIONS) - {"hawk_card", "crumbs"}
    assert {world["seats"][0]["plan"]["action"] for world in redeals(state, 0)} == {"vespa"}
    state = districts(family("piazza, hawk_card"), family())
    assert {world["seats"][0]["plan"]["action"] for world in redeals(state, 1)} == {"hawk_card"}


@pytest.mark.rule("venezia.info.hand", "venezia.action.reveal")
def test_until_then_they_may_be_any_whatever_is_asked_on_the_piazza():
    plans = ("piazza, vespa, castello 1", "piazza, crumbs")
    state = table("pick", family(plans[0], piazza="2C 9H"), family(plans[1], piazza="3C 5D 7E 7G"))
    steps = [planned("feint 1, vespa, castello, san_polo", plans[1])]
    for move in ("2C", "4C", "stop"):
        steps.append(state.copy())
        do(state, move)
    assert [asked(step) for step in steps] == [("feint", 0), ("pick", 0), ("move", 0), ("jump", 0)]
    for step in steps:
        for viewer, other in ((SPECTATOR, 0), (SPECTATOR, 1), (1, 0), (0, 1)):
            faces = {world["seats"][other]["plan"]["action"] for world in redeals(step, viewer, 80)}
            assert faces == set(ACTIONS)


def turned_up(state, viewer, recall):
    """The action cards of all seats, in the worlds that a viewer holds possible; the district cards vary in them."""
    worlds = [state.redeal(viewer, ridotto.Rng(seed), recall).snapshot()["seats"] for seed in range(20)]
    others = [seat for seat in range(3) if seat != viewer]
    assert all(len({tuple(world[seat]["plan"]["cards"]) for world in worlds}) > 5 for seat in others)
    return {tuple(seat["plan"]["action"] for seat in world) for world in worlds}


@pytest.mark.rule("venezia.info.hand", "venezia.action.reveal")
@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize(
    ("card", "phase"),
    [
        ("family_gathering", "family"),
        ("hawk_card", "hawk"),
        ("catcher_card", "catcher"),
        ("clergy_card", "clergy"),
        ("moving_house", "house"),
        ("vespa", "vespa from"),
        ("carrier", "carrier slot"),
    ],
)
def test_action_cards_that_were_turned_up_stay_what_they_are_while_one_is_carried_out(card, phase, recall):
    """That of seat 0 is carried out, those of the others wait."""
    laid = [card, *[other for other in ("hawk_card", "vespa", "crumbs") if other != card][:2]]
    state = districts(*(family(f"piazza, {one}, giudecca 2, san_polo 1", castello=2, dorsoduro=1) for one in laid))
    assert asked(state) == (phase, 0)
    for viewer in VIEWERS:
        assert turned_up(state, viewer, recall) == {tuple(laid)}


@pytest.mark.rule("venezia.info.hand", "venezia.action.reveal", "venezia.reinforce.order")
@pytest.mark.parametrize("recall", [True, False])
def test_action_cards_that_were_turned_up_stay_what_they_are_while_all_reinforce(recall):
    plans = [f"piazza{action}, giudecca 2, san_polo 1" for action in (", hawk_card", ", vespa", "")]
    state = table("reinforce", *(family(text, nest=2) for text in plans))
    for seat in range(3):
        assert asked(state) == ("reinforce", seat)
        for viewer in VIEWERS:
            assert turned_up(state, viewer, recall) == {("hawk_card", "vespa", None)}
        do(state, "1")


@pytest.mark.rule("venezia.info.hand", "venezia.land.reveal")
def test_district_faces_vary_until_they_are_turned_up():
    state = districts(family("piazza, hawk_card, castello 1, san_polo 2"), family("piazza, giudecca"))
    for viewer in (SPECTATOR, 1):
        worlds = redeals(state, viewer, 200)
        assert {card for world in worlds for card in world["seats"][0]["plan"]["cards"]} == set(CARDS)
        assert all(len(set(world["seats"][0]["plan"]["cards"])) == 2 for world in worlds)
        assert all(world["seats"][0]["plan"]["pigeons"] == [0, 1, 2] for world in worlds)
    assert {tuple(world["seats"][0]["plan"]["cards"]) for world in redeals(state, 0)} == {("castello", "san_polo")}
    state = districts(family("piazza, crumbs, castello 1, san_giorgio 2"), family("piazza, castello 9", reserve=3))
    assert public_of(state).phase == "recover"
    for viewer in VIEWERS[:3]:
        assert laid_districts(game.view(state, viewer).public)[0] == ["castello", "san_giorgio"]
        assert {tuple(world["seats"][0]["plan"]["cards"]) for world in redeals(state, viewer)} == {
            ("castello", "san_giorgio")
        }


def carrier():
    """Seat 0 exchanges a card; seat 1 waits with his own action card."""
    return districts(family("piazza, carrier, castello 2, san_polo 1"), family("piazza, hawk_card"), family())


@pytest.mark.rule("venezia.card.carrier.secret", "venezia.info.noleak")
def test_others_learn_which_slot_was_exchanged_but_neither_card():
    results = []
    for card in ("giudecca", "san_giorgio"):
        state = carrier()
        do(state, "slot 4")
        assert game.view(state, 1).public.slot == 4 - 3
        assert game.view(state, 0).moves
        state.take_notes()
        seen = [state.observed_by(viewer, 0, game.parse(card)) for viewer in (SPECTATOR, 1, 2)]
        do(state, card)
        notes = state.take_notes()
        for_others = [note for note in notes if note.heard_by(1)]
        assert [(note.a, note.b) for note in for_others if note.kind == VeneziaNote.EXCHANGED] == [(0, 4)]
        assert [note.c for note in notes if note.kind == VeneziaNote.EXCHANGED_FACE and note.heard_by(0)] == [
            CARDS.index(card)
        ]
        found = views(state, (SPECTATOR, 1, 2))
        results.append((seen, for_others, found, [repr(game.scene(view)) for view in found]))
        assert place_names(own_of(state, 0).plan.cards) == ["castello", card]
    assert results[0] == results[1]
    assert len(set(results[0][0])) == 1


@pytest.mark.rule("venezia.card.carrier.secret")
def test_that_none_was_exchanged_is_seen():
    state = carrier()
    stop, slot = game.parse("stop"), game.parse("slot 3")
    assert state.observed_by(1, 0, stop) != state.observed_by(1, 0, slot)
    do(state, "stop")
    assert [
        (note.a, note.b) for note in state.take_notes() if note.kind == VeneziaNote.NO_EFFECT and note.heard_by(1)
    ] == [(0, 7)]


@pytest.mark.rule("venezia.card.carrier.secret", "venezia.info.noleak")
def test_the_new_card_shows_when_it_is_turned_up_the_old_one_never():
    """Whatever was exchanged for La Giudecca, all that follows looks and sounds alike to the others."""
    results = []
    for old in ("san_polo", "santa_croce"):
        state = districts(
            family(f"piazza, carrier, castello 2, {old} 1"), family("piazza, hawk_card"), family(san_giorgio=9)
        )
        before = [note for note in state.take_notes() if note.heard_by(1)]
        do(state, "slot 4", "giudecca", "dorsoduro")
        assert place_names(game.view(state, 1).public.seats[0].shown.cards) == ["castello", "giudecca"]
        notes = [note for note in state.take_notes() if note.heard_by(1)]
        results.append((before, notes, views(state, (SPECTATOR, 1, 2))))
        assert all(note.kind != VeneziaNote.LANDED or note.b != CARDS.index(old) for note in notes)
    assert results[0] == results[1]


@pytest.mark.rule("venezia.action.back", "venezia.info.hand")
def test_cards_that_came_back_from_a_conflict_are_known_to_all():
    state = districts(
        family("piazza, hawk_card", score=3),
        family("piazza, hawk_card", score=3),
        family("piazza, vespa", castello=1),
        round=4,
    )
    for view in views(state):
        assert [action_name(seat.shown.action) for seat in view.public.seats] == ["hawk_card", "hawk_card", "vespa"]
        assert [seat.shown.cancelled for seat in view.public.seats] == [True, True, False]
        assert laid_actions(view.public) == [None, None, "vespa"]
    do(state, "giudecca")
    assert asked(state)[0] == "plan"
    assert [seat.shown.action for seat in public_of(state).seats] == [HAWK, HAWK, VESPA]
    assert not any(seat.shown.cancelled for seat in public_of(state).seats)


@pytest.mark.rule("venezia.info.noleak")
def test_the_generator_is_shown_to_nobody_and_redeals_get_another():
    state = planned("piazza 1, vespa", "piazza")
    key = state.snapshot()["generator"]["key"]
    for view in views(state, (SPECTATOR, 0, 1)):
        assert "generator" not in str(view)
        assert key not in str(view)
    assert all(world["generator"]["key"] != key for world in redeals(state, 1, 5))
