"""Who sees what, and who can know what (section 7)."""

import pytest
from msgspec import to_builtins

import ridotto
from ridotto.engine.view import View
from ridotto.games.venti import components as c
from ridotto.games.venti.show.view import VentiPayment
from tests.at_the_table import choices, do, notes_of_kind
from tests.venti.table import discards, game, hand, numbers, own_view, position, public_view, table

SPECTATOR = -1
VIEWERS = (SPECTATOR, 0, 1, 2)
PAIR = ("fulfil 1", "declare 6", "card 6 (1)", "card 6 (1)")


def worlds(state, viewer, recall=True, samples=40):
    """What the viewer thinks possible, as snapshots."""
    return [state.redeal(viewer, ridotto.Rng(seed), recall).snapshot() for seed in range(samples)]


def held(world, seat):
    return {*world["seats"][seat]["hand"], *world["seats"][seat]["secret"]}


def secret(*hands, **given):
    """The cards of these hands were never shown."""
    return table(*[""] * len(hands), secret=dict(enumerate(hands)), **given)


def numbers_shown(state, viewer):
    """Every number in a view that could be a card: moves and the size of the pile are none."""

    def within(part):
        if isinstance(part, dict):
            return {n for key, value in part.items() if key not in ("moves", "pile") for n in within(value)}
        if isinstance(part, list | tuple):
            return {n for value in part for n in within(value)}
        return {part} if isinstance(part, int) else set()

    return within(to_builtins(game.view(state, viewer)))


# What is shown


@pytest.mark.rule("venti.info.hand")
def test_a_hand_is_seen_by_its_owner_and_its_size_by_all():
    state = secret("5/0 5/1 j1", "6/0 6/1", "7/0")
    for viewer in VIEWERS:
        assert [seat.cards for seat in public_view(state, viewer).seats] == [3, 2, 1]
        for seat in range(3):
            cards = {c.CARDS[name] for name in held(state.snapshot(), seat)}
            assert bool(cards & numbers_shown(state, viewer)) == (seat == viewer)
    assert own_view(state, 0).hand == numbers("5/0 5/1 j1")
    assert game.view(state, SPECTATOR).own is None


@pytest.mark.rule("venti.info.hand")
def test_cards_taken_openly_are_not_shown_either():
    """Whoever wants to know them has to remember them."""
    state = table("", "", "", centre="5/9")
    do(state, "draw 1")
    assert [public_view(state, viewer).seats[0].cards for viewer in VIEWERS] == [1] * 4
    taken = [c.CARDS["5/9"] in numbers_shown(state, viewer) for viewer in VIEWERS]
    assert taken == [viewer == 0 for viewer in VIEWERS]


@pytest.mark.rule("venti.info.hand", "venti.freeze.owner.public")
def test_what_is_hidden_changes_nothing_that_is_shown():
    """Other hands, another pile, another frozen card: the same view for seat 0 and for a spectator."""
    one = secret("5/0 5/1", "6/0", "7/0", targets="0/0 2/11 3/11", frozen={1: 2})
    other = secret("5/0 5/1", "6/9", "j1", targets="0/12 2/11 3/11", frozen={1: 2}, top="x1 x2 7/9")
    for viewer in (SPECTATOR, 0):
        assert game.view(one, viewer) == game.view(other, viewer)
    assert choices(one) == choices(other)


@pytest.mark.rule("venti.info.discard", "venti.fulfil.show")
def test_everybody_may_look_through_the_discards():
    state = table("", "", "", discards="5/0 j1 x1")
    do(state, "replace")
    for viewer in VIEWERS:
        assert public_view(state, viewer).discards == numbers("0/1 0/2 0/3 1/1 5/0 j1 x1")


@pytest.mark.rule("venti.info.discard")
def test_the_order_of_the_discards_means_nothing():
    one = position("", "", discards="5/0 j1 x1")
    other = {**one, "discards": one["discards"][::-1]}
    assert game.load(one, seed=1) == game.load(other, seed=1)


@pytest.mark.rule("venti.info.extra", "venti.fulfil.score")
def test_points_jokers_and_extra_actions_are_public_with_their_cards():
    state = table("", "", "", points={1: "7/4 7/0"}, permanent={1: "7/8 7/1"}, extra={1: "6/11 5/4"})
    for viewer in VIEWERS:
        seat = public_view(state, viewer).seats[1]
        assert (seat.points, seat.score) == (numbers("7/0 7/4"), 3)
        assert (seat.permanent, seat.extra) == (numbers("7/1 7/8"), numbers("5/4 6/11"))
        assert (seat.sacrificed, seat.actions) == (4, 5)
    for world in [*worlds(state, 0), *worlds(state, 0, recall=False)]:
        assert (world["seats"][1]["extra"], world["seats"][1]["permanent"]) == (["5/4", "6/11"], ["7/1", "7/8"])


@pytest.mark.rule("venti.setup.pile", "venti.info.hand")
def test_the_pile_is_only_counted():
    one, other = table("", "", "", top="7/0 7/1"), table("", "", "", top="j1 x1")
    for viewer in VIEWERS:
        view = game.view(one, viewer)
        assert view == game.view(other, viewer)
        assert (view.public.pile, "generator" in str(view)) == (103, False)


@pytest.mark.rule("venti.info.hand")
def test_a_spectator_sees_what_all_see_and_nothing_else():
    state = secret("5/0 5/1", "6/0", "7/0", frozen={1: 2}, points={0: "7/4"})
    view = game.view(state, SPECTATOR)
    for seat in range(3):
        assert View(game.view(state, seat).public) == view


@pytest.mark.rule("venti.freeze.no_peek")
def test_no_note_names_a_target_before_it_is_fulfilled():
    """So no old line of the log has to be masked when it is frozen."""
    state = table("6/0 6/1", "", "", targets="0/0 2/11 3/11", top="5/12 7/9")
    do(state, *PAIR, "exchange 1 1", "exchange 1 1")
    numbers = {
        n for note in state.take_notes() if note.kind not in (c.FULFILLED, c.PAID) for n in (note.a, note.b, note.c)
    }
    assert c.CARDS["5/12"] not in numbers
    do(state, "freeze 1")
    assert [(note.kind, note.a, note.b, note.c) for note in state.take_notes()] == [(c.FROZE, 1, 0, 0)]


@pytest.mark.rule("venti.fulfil.show", "venti.info.hand")
def test_what_is_being_paid_is_shown_to_all():
    state = table("6/0 6/1 j1", "", "", targets="0/7 2/11 3/11")
    do(state, "fulfil 1", "declare 6", "card joker", "card 6 (1)")
    for viewer in VIEWERS:
        view = public_view(state, viewer)
        assert view.payment == VentiPayment(0, (6,), numbers("j1 6/0"))
        assert view.seats[0].cards == 3


# What can be known


@pytest.mark.rule("venti.info.hand", "venti.draw.take")
def test_only_starting_cards_are_secret_to_a_good_memory():
    state = secret("5/0", "6/0", "7/0")
    do(state, "draw 1", "draw 2", "draw 3")
    for viewer in (SPECTATOR, 1, 2):
        remembered, shown = worlds(state, viewer), worlds(state, viewer, recall=False)
        assert all({"0/1", "0/2", "0/3"} < held(world, 0) for world in remembered)
        assert len({min(held(world, 0) - {"0/1", "0/2", "0/3"}) for world in remembered}) > 10
        assert not all({"0/1", "0/2", "0/3"} < held(world, 0) for world in shown)
    assert all(held(world, 0) == {"5/0", "0/1", "0/2", "0/3"} for world in worlds(state, 0, recall=False))


@pytest.mark.rule("venti.freeze.no_peek", "venti.freeze.face_up_first")
def test_a_frozen_face_is_remembered_not_seen():
    state = table("", "", "", targets="0/0 2/11 3/11", frozen={1: 1})
    for viewer in VIEWERS:
        assert {world["targets"][0]["card"] for world in worlds(state, viewer)} == {"0/0"}
        shown = {world["targets"][0]["card"] for world in worlds(state, viewer, recall=False)}
        assert len(shown) > 20
        assert all("/" in card for card in shown)  # a number card, in any case
        assert all(world["targets"][0]["frozen_by"] == 1 for world in worlds(state, viewer, recall=False))


@pytest.mark.rule("venti.pile.reshuffle", "venti.info.discard")
def test_after_a_reshuffle_everybody_knows_which_cards_are_in_the_pile():
    state = secret("5/0", "6/0", "7/0", pile="")
    gone = {*discards(state).split()}
    do(state, "draw 1")
    shown = state.snapshot()
    assert shown["pile_known"]
    assert {name.replace("joker ", "j").replace("chaos ", "x") for name in shown["pile"]} < gone
    for viewer in VIEWERS:
        for world in worlds(state, viewer, samples=20):
            assert set(world["pile"]) == set(shown["pile"])
        assert len({tuple(world["pile"]) for world in worlds(state, viewer)}) == 40
    hands = {tuple(sorted(held(world, 2))) for world in worlds(state, 0)}
    assert hands == {("6/0",), ("7/0",)}  # the two that seat 0 has not seen


@pytest.mark.rule("venti.pile.lowest_id", "venti.info.hand")
def test_whoever_shows_a_card_has_no_lower_one_of_its_class():
    state = secret("5/2 5/3 4/0", "", "", targets="2/3 2/11 3/11")  # 5 ?
    do(state, "fulfil 1", "card 5 (1)")
    assert set(state.snapshot()["seats"][0]["barred"]) == {"5/0", "5/1"}
    for world in worlds(state, 1, samples=200):
        assert "5/2" in world["seats"][0]["hand"]
        assert not {"5/0", "5/1"} & held(world, 0)
    assert any("5/3" in held(world, 0) for world in worlds(state, 1, samples=400))


@pytest.mark.rule("venti.frozen.attempt.reveal", "venti.frozen.attempt.action", "venti.info.hand")
def test_whoever_fails_has_no_card_that_would_have_done():
    """`1 4` with an open 1: no 4, and no joker."""
    state = table("1/9", "", "", secret={0: "5/0", 1: "7/0", 2: "7/1"}, targets="0/4 2/11 3/11", frozen={1: 1})
    do(state, "fulfil 1")
    for viewer in (SPECTATOR, 1, 2):
        secrets = {world["seats"][0]["secret"][0] for world in worlds(state, viewer, samples=300)}
        assert len(secrets) > 40
        assert not {card for card in secrets if card[0] in "4j"}


@pytest.mark.rule("venti.catch.limit", "venti.info.hand")
def test_whoever_could_catch_up_and_is_not_asked_has_no_small_card():
    state = table("6/0 6/1", "", "", secret={1: "5/8 j1"}, targets="0/0 2/11 3/11", points={0: "7/8 7/9 7/10", 2: "1"})
    do(state, *PAIR, "lose 7 (3)")
    assert notes_of_kind(state, c.MAY_CATCH_UP) == [(1, 0, 0)]
    for world in worlds(state, 0, samples=100):
        assert all(c.POINTS[c.CARDS[card]] not in (1, 2) for card in held(world, 1))


@pytest.mark.rule("venti.catch.choice", "venti.info.hand")
def test_whoever_is_asked_has_a_card_that_fits():
    state = table("6/0 6/1", "", "", secret={1: "5/8 5/0"}, targets="0/0 2/11 3/11", points={0: "7/8 7/9 7/10", 2: "1"})
    do(state, *PAIR, "lose 7 (3)")
    for viewer in (SPECTATOR, 0, 2):
        for world in [*worlds(state, viewer), *worlds(state, viewer, recall=False)]:
            assert any(c.POINTS[c.CARDS[card]] in (1, 2) for card in held(world, 1))


@pytest.mark.rule("venti.fulfil.payable", "venti.info.hand")
def test_whoever_pays_can_pay_the_rest():
    state = secret("5/0 5/1 7/0", "", "", targets="0/0 2/11 3/11")
    do(state, "fulfil 1", "declare 5", "card 5 (1)")
    for recall in (True, False):
        for world in worlds(state, 1, recall, samples=100):
            others = held(world, 0) - {"5/0"}
            assert any(card[0] in "5j" for card in others)


@pytest.mark.rule("venti.info.hand")
def test_ones_own_hand_is_never_dealt_anew():
    state = secret("5/0 5/1 7/0", "6/0", "", frozen={1: 0})
    for recall in (True, False):
        assert {hand(state.redeal(0, ridotto.Rng(seed), recall), 0) for seed in range(20)} == {"5/0 5/1 7/0"}
