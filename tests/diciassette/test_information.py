"""Who knows what (section 7), by the views of all seats and of a spectator, the notes, and the redeal."""

import pytest

import ridotto
from ridotto.games.diciassette import components as c
from tests.at_the_table import do
from tests.diciassette.table import (
    ANY_HANDS,
    all_in_row,
    call,
    call_window,
    game,
    hands,
    lay,
    nobody_calls,
    position,
    table,
)
from tests.diciassette.views import discards, name, names, own_of, public_of, seen_row, short, view_of

SPECTATOR = -1
VIEWERS = (SPECTATOR, 0, 1, 2)
UNSEEN = ["4", "5", "reverse", "trash", "x2", "trap"]


def redeals(state, viewer, worlds=40, recall=True):
    return [state.redeal(viewer, ridotto.Rng(seed), recall).snapshot() for seed in range(worlds)]


def heard(state, viewer):
    """What the notes since the last time have told a viewer."""
    return [tuple(note)[1:] for note in state.take_notes() if note.heard_by(viewer)]


def seen_alike(one, other, viewers):
    for viewer in viewers:
        assert game.view(one, viewer) == game.view(other, viewer)


# Hands


@pytest.mark.rule("diciassette.info.hand")
def test_of_a_hand_its_holder_sees_the_fronts_and_all_others_the_backs():
    state = table("4/4 3 trap", "1/1 1/1 5", "2/2 2/2 2/2")
    for viewer in VIEWERS:
        view = view_of(state, viewer)
        assert [names(seat.backs) for seat in view.public.seats] == [
            ["4/4", "back", "back"],
            ["1/1", "1/1", "back"],
            ["2/2", "2/2", "2/2"],
        ]
        assert [seat.cards for seat in view.public.seats] == [3, 3, 3]
        assert (view.own and names(view.own.hand)) == (None if viewer == SPECTATOR else hands(state)[viewer])


@pytest.mark.rule("diciassette.info.hand", "diciassette.components.neutral_back")
@pytest.mark.parametrize("held", UNSEEN)
def test_which_concealed_card_somebody_holds_shows_to_nobody_else(held):
    seen_alike(table(f"4/4 2 {held}", *ANY_HANDS[1:3]), table("4/4 1 3", *ANY_HANDS[1:3]), (SPECTATOR, 1, 2))


@pytest.mark.rule("diciassette.info.hand")
@pytest.mark.parametrize("backs", ["true", "false"])
@pytest.mark.parametrize("card", ["4/4", "4", "trap"])
def test_when_a_card_is_drawn_others_see_its_back_if_backs_are_public(card, backs):
    state = table("1/1 1/1 1/1", *ANY_HANDS[1:3], top=card, options={"hand_backs_public": backs})
    do(state, "1/1 up")
    notes = state.take_notes()
    kind = c.CARDS[card]
    back = c.ANY_BACK if backs == "false" else c.NEUTRAL if kind >= c.CONCEALED else kind
    for viewer in VIEWERS:
        drawn = [tuple(note)[1:] for note in notes if note.heard_by(viewer) and note.kind in (c.DREW, c.DREW_FACE)]
        told_apart = viewer == 0 and back != kind
        assert drawn == [(c.DREW, 0, back, 0)] + ([(c.DREW_FACE, 0, kind, 0)] if told_apart else [])


@pytest.mark.rule("diciassette.info.hand", "diciassette.play.face_choice")
def test_nobody_is_shown_the_moves_of_another_or_how_many_there_are():
    state = table("4/4 3 trap", *ANY_HANDS[1:3])
    assert list(own_of(state, 0).moves) == state.moves(0) != []
    for viewer in (1, 2):
        own = own_of(state, viewer)
        assert (own.moves, own.clauses, own.premoves, own.effects) == ((), (), (), ())
    assert len(state.moves(0)) != len(table("4/4 trap trap", *ANY_HANDS[1:3]).moves(0))
    seen_alike(state, table("4/4 trap trap", *ANY_HANDS[1:3]), (SPECTATOR, 1, 2))


@pytest.mark.rule("diciassette.info.hand")
def test_where_in_the_hand_a_card_was_is_not_told():
    """The oldest card or the one just drawn: the same moves, notes and views."""
    ways = []
    for hand, top in (("5 1/1 1/1", "trap"), ("1/1 1/1 trap", "5")):
        state = table(hand, *ANY_HANDS[1:3], top=top)
        do(state, "1/1 up")
        state.take_notes()
        nobody_calls(state)
        lay(state, "1/1 up", "1/1 up")
        state.take_notes()
        do(state, "5 down")
        ways.append((hands(state)[0][:2], heard(state, 1), public_of(state, 1).seats))
    assert ways[0] == ways[1]


# The pile


@pytest.mark.rule("diciassette.info.pile_top")
@pytest.mark.parametrize(("top", "shown"), [("4/4", "4/4"), ("4", "back"), ("trap", "back"), (None, None)])
def test_all_see_the_back_of_the_next_card(top, shown):
    state = table(*ANY_HANDS[:3], top=top) if top else table(*ANY_HANDS[:3], pile="", row="2:4/4")
    assert {name(public_of(state, viewer).pile_top) for viewer in VIEWERS} == {shown}


@pytest.mark.rule("diciassette.info.pile_top")
def test_nobody_sees_more_of_the_pile():
    first = position(*ANY_HANDS[:3], top="4 2/2 x2 5/5")
    other = position(*ANY_HANDS[:3], top="trap x2 4 5/5")
    other["pile"] = other["pile"][:3] + other["pile"][3:][::-1]
    seen_alike(game.load(first), game.load(other), VIEWERS)


@pytest.mark.rule("diciassette.info.pile_top")
def test_in_all_that_a_viewer_holds_possible_the_next_card_has_this_back():
    for top in ("4/4", "trap"):
        state = table("1/1 1/1 x2", "1/1 2 2/2", "3/3 5 5", top=top)
        for viewer in VIEWERS:
            tops = {world["pile"][0] for world in redeals(state, viewer)}
            assert tops == {"4/4"} if top == "4/4" else len(tops) > 4 and all("/" not in card for card in tops)
            assert len({tuple(world["pile"][1:]) for world in redeals(state, viewer)}) == 40


# Covered cards


@pytest.mark.rule("diciassette.info.own_face_down", "diciassette.play.face_choice")
@pytest.mark.parametrize("card", UNSEEN)
def test_a_covered_card_in_the_row_is_known_to_its_player_only(card):
    state = table(f"{card} 1/1 1/1", *ANY_HANDS[1:3], row="2:4/4")
    move = game.parse(f"{card} down")
    assert [state.observed_by(viewer, 0, move) for viewer in VIEWERS] == [
        c.HIDDEN_CARD,
        move,
        c.HIDDEN_CARD,
        c.HIDDEN_CARD,
    ]
    do(state, f"{card} down")
    laid = [note for note in state.take_notes() if note.kind in (c.LAID, c.LAID_HIDDEN)]
    assert [(note.kind, note.a, note.b, note.c) for note in laid if note.heard_by(1)] == [(c.LAID, 0, c.NEUTRAL, 1)]
    assert [note.b for note in laid if note.heard_by(0)] == [c.NEUTRAL, c.CARDS[card]]
    for viewer in VIEWERS:
        assert seen_row(state, viewer) == f"2:4/4 0:{card if viewer == 0 else 'back'}-"
        assert short(public_of(state, viewer).row) == "2:4/4 0:back-"


@pytest.mark.rule("diciassette.play.two_sided_either_way", "diciassette.info.public")
@pytest.mark.parametrize("move", ["4/4 up", "4/4 down", "trap up", "5 up", "trash up"])
def test_everybody_sees_any_other_card_that_is_laid_and_which_way_up(move):
    state = table("4/4 trap 5" if "trash" not in move else "trash 1/1 1/1", *ANY_HANDS[1:3], row="2:4/4")
    assert {state.observed_by(viewer, 0, game.parse(move)) for viewer in VIEWERS} == {game.parse(move)}
    do(state, move)
    kind, down = c.card_and_face(game.parse(move))
    laid = [tuple(note) for note in state.take_notes() if note.kind in (c.LAID, c.LAID_HIDDEN)]
    assert laid == [(-1, c.LAID, 0, kind, int(down))]


@pytest.mark.rule("diciassette.info.own_face_down")
def test_others_see_no_difference_between_covered_cards_from_laying_to_the_call():
    """Seat 0 lays one or the other; seat 1 trashes it or not."""
    for answer in ("1/1 up", "trash up"):
        states = []
        for card in ("5 down", "trap down"):
            state = table("5 trap 1/1", "trash 1/1 1/1", "2/2 2/2 2/2", top="3/3")
            lay(state, card)
            do(state, answer)
            states.append(state)
        one, other = states
        seen_alike(one, other, (SPECTATOR, 1, 2))
        assert heard(one, 1) == heard(other, 1)
        assert game.view(one, 0) != game.view(other, 0)


@pytest.mark.rule("diciassette.info.own_face_down", "diciassette.info.trashed")
def test_a_card_trashed_face_down_is_known_to_its_player_and_not_to_who_trashed_it():
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row="0:4/4 2:trap-", trashed={0: "5", 1: "x2"})
    do(state, "trash up")
    for viewer in VIEWERS:
        assert discards(state, viewer) == (6, [1, 1, 1], ["trash"] * 3)
    assert [names(own_of(state, seat).trashed) for seat in range(3)] == [["5"], ["x2"], ["trap"]]


@pytest.mark.rule("diciassette.info.own_face_down")
def test_it_stays_known_through_the_next_rounds():
    state = call_window(3, row="0:5/5 2:1/1", trashed={1: "trap"})
    call(state, 1)
    assert names(own_of(state, 1).trashed) == ["trap"]
    assert all(world["seats"][1]["trashed"] == ["trap"] for world in redeals(state, 1))
    assert len({world["seats"][1]["trashed"][0] for world in redeals(state, 0)}) > 3


@pytest.mark.rule("diciassette.info.own_face_down", "diciassette.draw.reshuffle_scope")
def test_after_a_reshuffle_nobody_knows_where_it_is():
    state = table("1/1 1/1 1/1", *ANY_HANDS[1:3], row="2:4/4", trashed={1: "trap"}, pile="")
    do(state, "1/1 up")
    assert own_of(state, 1).trashed == ()
    assert discards(state, 1) == (0, [0, 0, 0], [])
    places = {world["pile"].index("trap") for world in redeals(state, 1) if "trap" in world["pile"]}
    assert len(places) > 5


@pytest.mark.rule("diciassette.info.own_face_down")
def test_ones_own_covered_cards_stay_and_those_of_others_vary():
    state = table("1/1 5 x2", "1/1 1/1 4", "2/2 2/2 3", row="0:trap- 1:5- 2:4/4-", trashed={0: "4", 2: "trap"})
    for viewer in VIEWERS:
        worlds = redeals(state, viewer)
        for seat in range(3):
            in_row = {tuple(card["card"] for card in world["row"] if card["seat"] == seat) for world in worlds}
            lost = {tuple(world["seats"][seat]["trashed"]) for world in worlds}
            held = {tuple(world["seats"][seat]["hand"]) for world in worlds}
            if seat == viewer:
                assert len(in_row) == len(lost) == len(held) == 1
            else:
                assert len(held) > 5
                assert seat == 2 or len(in_row) > 3
                assert seat == 1 or len(lost) > 3
        assert all(world["row"][2] == {"seat": 2, "card": "4/4", "face": "down"} for world in worlds)
        backs = [sorted(card for card in hand if "/" in card) for hand in hands(state)]
        for world in worlds:
            assert [sorted(card for card in seat["hand"] if "/" in card) for seat in world["seats"]] == backs


# What everybody knows


@pytest.mark.rule("diciassette.info.public", "diciassette.play.owner")
def test_what_is_public():
    state = table(
        *ANY_HANDS[:3],
        row="0:4/4- 1:trap- 2:3 0:x2",
        discards="1/1 trash trash 5",
        trashed={1: "trap 5"},
        tokens={0: (1, 0), 2: (2, 1)},
        turn=1,
        due=2,
        round=7,
        direction="counter-clockwise",
    )
    for viewer in VIEWERS:
        public = public_of(state, viewer)
        assert (public.round, public.phase, public.turn, public.due) == (7, "play", 1, 2)
        assert (public.double, public.direction, public.waiting) == (False, "counter-clockwise", (1,))
        assert [(seat.victory, seat.penalty) for seat in public.seats] == [(1, 0), (0, 0), (2, 1)]
        assert short(public.row) == "0:4/4- 1:back- 2:3 0:x2"
        assert public.pile == len(state.snapshot()["pile"])
        assert discards(state, viewer) == (6, [0, 2, 0], ["1/1", "5", "trash", "trash"])
    state = table("x2 1/1 1/1", *ANY_HANDS[1:3])
    do(state, "x2 up")
    assert all(public_of(state, viewer).double for viewer in VIEWERS)


@pytest.mark.rule("diciassette.info.public")
def test_what_lay_open_is_known_until_it_is_shuffled():
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row="2:4", pile="5/5")
    do(state, "trash up")
    assert {"4", "trash"} <= set(names(public_of(state).discards.known) or ())
    for world in redeals(state, SPECTATOR):
        assert world["discards"] == state.snapshot()["discards"]


@pytest.mark.rule("diciassette.info.visible_total")
def test_the_visible_total_is_of_open_and_two_sided_cards():
    state = table(*ANY_HANDS[:3], row="0:4/4- 1:5- 2:3 0:2- 1:trap- 2:reverse")
    for viewer in VIEWERS:
        public = public_of(state, viewer)
        assert (public.total, public.covered) == (7, 3)
    own = [own_of(state, seat) for seat in range(3)]
    assert [(seat.total, seat.covered) for seat in own] == [(9, 2), (12, 1), (7, 3)]


@pytest.mark.rule("diciassette.info.spectator")
def test_a_spectator_sees_what_is_public_and_nothing_else():
    state = table("4/4 3 trap", *ANY_HANDS[1:3], row="0:x2- 1:4/4 2:5-", trashed={0: "4"})
    view = view_of(state, SPECTATOR)
    assert (view.own, view.moves) == (None, ())
    for seat in range(3):
        assert view_of(state, seat).public == view.public
    public = view.public
    kinds = [card.kind for card in public.row] + [kind for seat in public.seats for kind in seat.backs or ()]
    kinds += [*(public.discards.known or ()), *([] if public.pile_top is None else [public.pile_top])]
    assert not {"3", "4", "5", "x2", "trap"} & set(names(kinds) or ())
    worlds = [state.redeal(SPECTATOR, ridotto.Rng(seed)) for seed in range(40)]
    assert len({tuple(map(tuple, hands(world))) for world in worlds}) > 20
    assert all(view_of(world, SPECTATOR) == view for world in worlds)


@pytest.mark.rule("diciassette.info.spectator", "diciassette.info.hand")
def test_no_view_holds_the_dice_or_who_still_has_to_answer():
    view = view_of(call_window(row="2:4/4"), 0)
    parts = {*view.public.__struct_fields__, *own_of(call_window(row="2:4/4"), 0).__struct_fields__}
    assert not {"generator", "seed", "pending", "answers"} & parts
    assert view.public.waiting == public_of(call_window(row="2:4/4", answers={0: "pass"}), 0).waiting == (0, 1, 3)


# A hand that is short


@pytest.mark.rule("diciassette.info.hand")
def test_how_many_cards_somebody_holds_is_public_also_after_a_shortage():
    state = all_in_row("5 5/5", "", "4/4", turn=0, phase="call")
    for viewer in VIEWERS:
        seats = public_of(state, viewer).seats
        assert [seat.cards for seat in seats] == [2, 0, 1]
        assert [names(seat.backs) for seat in seats] == [["5/5", "back"], [], ["4/4"]]
        for world in redeals(state, viewer, 5):
            assert [len(seat["hand"]) for seat in world["seats"]] == [2, 0, 1]
