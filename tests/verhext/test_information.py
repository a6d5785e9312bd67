"""Who knows what (section 7)."""

import pytest

import ridotto
from tests.at_the_table import do
from tests.verhext.scripted_rounds import play_round
from tests.verhext.table import cards, game, lay, table, trick
from tests.verhext.views import card_names, cards_in, is_hidden, own_of, played_cards, prophecy_names

VIEWERS = (-1, 0, 1, 2)


def others(seat):
    return [viewer for viewer in VIEWERS if viewer != seat]


def redeals(state, viewer, worlds=40):
    return [state.redeal(viewer, ridotto.Rng(seed)).snapshot() for seed in range(worlds)]


def views(state, viewers=VIEWERS):
    return [game.view(state, viewer) for viewer in viewers]


@pytest.mark.rule("verhext.vis.hands")
def test_a_hand_is_seen_by_its_owner_only_its_size_by_all():
    state = table("R1 C3 B5 S7 P1 P2 P3", "R2", "C1", trump="S9")
    lay(state, "B5+P1")
    assert card_names(own_of(state, 0).hand) == cards("R1 C3 S7 P2 P3")
    for viewer in others(0):
        assert [seat.cards for seat in game.view(state, viewer).public.seats] == [5, 7, 7]
        assert is_hidden(state, viewer, "spider 7")
    assert game.view(state, -1).own is None


@pytest.mark.rule("verhext.vis.hands", "verhext.deal.rest")
def test_the_undealt_rest_is_seen_by_nobody():
    state = table("R1", "C1", "B1", trump="S9")
    rest = set(state.snapshot()["rest"])
    assert "spider 8" in rest
    for viewer, view in zip(VIEWERS, views(state), strict=True):
        assert not rest & cards_in(view)
        assert is_hidden(state, viewer, "spider 8")


@pytest.mark.rule("verhext.vis.hands")
def test_nobody_is_shown_the_moves_of_another():
    state = table("R1", "C1", "B1", trump="S9")
    assert game.view(state, 0).moves == tuple(state.moves(0)) != ()
    for viewer in others(0):
        assert game.view(state, viewer).moves == ()


@pytest.mark.rule("verhext.vis.hands")
def test_hidden_hands_really_vary_in_what_a_viewer_holds_possible():
    state = table("R1", "C1", "B1", trump="S9")
    worlds = redeals(state, 1)
    assert all(world["seats"][1]["hand"] == state.snapshot()["seats"][1]["hand"] for world in worlds)
    assert all(world["trump"] == "spider 9" for world in worlds)
    assert len({tuple(world["seats"][0]["hand"]) for world in worlds}) == len(worlds)


@pytest.mark.rule("verhext.vis.table")
def test_what_lies_on_the_table_is_open_to_all():
    state = play_round(["3+", "1x", "0"], [4, 3, 0], round=2, score_cards={2: {"failed": "2x"}})
    do(state, "prophecy 1+")
    for view in views(state):
        public = view.public
        assert card_names([public.trump]) == [state.snapshot()["trump"]]
        assert (public.stacks, public.hats_left, public.holder) == ((7, 14, 11, 7), 5, 1)
        assert prophecy_names(seat.prophecy for seat in public.seats) == [None, "1+", None]
        assert [seat.hats for seat in public.seats] == [1, 0, 0]
        assert [prophecy_names(seat.failed) for seat in public.seats] == [[], ["1x"], ["2x"]]
        assert [prophecy_names(seat.fulfilled) for seat in public.seats] == [["3+"], [], []]
        assert [seat.zeros for seat in public.seats] == [0, 0, 1]


@pytest.mark.rule("verhext.vis.table", "verhext.trick.pile")
def test_the_number_of_won_tricks_is_open():
    state = table("R9 R8 R1", "C1", "B1", trump="S9")
    trick(state, "R9 C1 B1")
    trick(state, "R8 C2 B2")
    assert all([seat.won for seat in view.public.seats] == [2, 0, 0] for view in views(state))


@pytest.mark.rule("verhext.vis.won")
def test_past_tricks_are_shown_or_only_the_last_by_option():
    for shown, tricks in (("on", 3), ("off", 2)):
        state = table("R9 R8 R1", "C1", "B1", trump="S9", show_history=shown)
        trick(state, "R9 C1 B1")
        trick(state, "R8 C2 B2")
        lay(state, "R1")
        for view in views(state):
            assert len(view.public.tricks) == tricks
            assert ("rat 9" in played_cards(view)) == (shown == "on")
            assert "rat 8" in played_cards(view)


@pytest.mark.rule("verhext.vis.leftover", "verhext.play.leftover")
def test_leftover_cards_are_shown_to_nobody_and_told_to_nobody():
    state = table(
        "R9 R8 R7 R6 P1 P1 P2", "C1", "B1", trump="S9",
        prophecies=["3+", "0", "1x"], round=2, score_cards={2: {"zeros": 1}},
    )  # fmt: skip
    trick(state, "R9+P1 C1 B1 R8+P1 C2 B2 R7+P2 C3 B3 R6 C4 B4")
    for viewer in VIEWERS:
        assert all(is_hidden(state, viewer, card) for card in cards("C5 C6 C7 B5 B6 B7"))
    worlds = redeals(state, 0)
    assert len({tuple(world["seats"][1]["leftover"]) for world in worlds}) > 20
    twin = state.redeal(0, ridotto.Rng(3))
    twin.listen()
    state.take_notes()
    for one in (state, twin):
        do(one, "keep zero")
    assert [note for note in state.take_notes() if note.kind] == [note for note in twin.take_notes() if note.kind]


@pytest.mark.rule("verhext.vis.pending")
def test_a_base_card_without_its_potion_step_is_known_to_its_owner_only():
    state = table("B5 P2 R1", "B6", "C1", trump="S9")
    before = views(state, others(0))
    do(state, "broom 5")
    assert views(state, others(0)) == before
    assert state.take_notes() == []
    own = own_of(state, 0)
    assert card_names(own.laid) == ["broom 5"]
    assert "broom 5" not in card_names(own.hand)
    assert game.view(state, 0).public.seats[0].cards == 7


@pytest.mark.rule("verhext.vis.pending")
def test_for_everybody_else_the_play_has_not_begun():
    """A re-deal for another viewer puts the player back to the start of his play."""
    state = table("B5 P2 R1", "B6", "C1", trump="S9")
    do(state, "broom 5")
    for viewer in others(0):
        for world in redeals(state, viewer, 10):
            assert (world["laid"], world["turn"], len(world["seats"][0]["hand"])) == (None, 0, 7)
    assert all(world["laid"] == "broom 5" for world in redeals(state, 0, 5))


@pytest.mark.rule("verhext.vis.pending", "verhext.potion.simultaneous")
def test_others_see_nothing_of_a_base_card_and_then_the_whole_play():
    state = table("B5 P2 R1", "B6", "C1", trump="S9")
    base = game.parse("broom 5")
    assert state.observed_by(0, 0, base) == base
    assert state.observed_by(1, 0, base) == state.observed_by(-1, 0, game.parse("rat 1")) == -1
    do(state, "broom 5")
    seen = [state.observed_by(1, 0, game.parse(text)) for text in ("no potion", "add 2")]
    assert len({*seen, -1}) == 3


@pytest.mark.rule("verhext.vis.declined")
def test_a_declined_potion_leaves_no_trace():
    """Broom 5 from a hand with a potion left, and from one without: all others see, hear and count the same."""
    offered = table("B5 B1 B2 B3 B4 R1 P2", "C1", "S1", trump="S9")
    never = table("B5 B1 B2 B3 B4 R1 R2", "C1", "S1", trump="S9")
    alike = never.observed_by(1, 0, game.parse("broom 5"))
    do(offered, "broom 5")
    assert offered.observed_by(1, 0, game.parse("no potion")) == alike
    do(offered, "no potion")
    do(never, "broom 5")
    assert offered.take_notes() == never.take_notes()
    assert views(offered, others(0)) == views(never, others(0))


@pytest.mark.rule("verhext.vis.voids")
def test_who_does_not_follow_has_none_of_that_suit_for_the_rest_of_the_round():
    state = table("R9 R8 B1", "C1 C2 S1", "R1 B2", trump="S9")
    trick(state, "R9 C1 R1")
    lay(state, "R8")
    for viewer in (-1, 0, 2):
        hands = [world["seats"][1]["hand"] for world in redeals(state, viewer)]
        assert not any(card.startswith("rat") for hand in hands for card in hand)
        assert {card.split()[0] for hand in hands for card in hand} == {"crow", "broom", "spider", "potion"}


@pytest.mark.rule("verhext.vis.voids")
def test_after_a_potion_lead_it_means_no_potion_at_all():
    state = table("P1 B1", "C1", "R1", trump="S9")
    trick(state, "P1 C1 R1")
    for world in redeals(state, 0):
        assert not any("potion" in card for seat in (1, 2) for card in world["seats"][seat]["hand"])


@pytest.mark.rule("verhext.vis.voids")
def test_nothing_else_follows_from_a_play():
    """Seat 1 followed without a potion: it may hold any suit, and potions."""
    state = table("R9 B1", "R1 R2 C1", "R3 C9", trump="S9")
    trick(state, "R9 R1 R3")
    held = {card.split()[0] for world in redeals(state, 0, 60) for card in world["seats"][1]["hand"]}
    assert held == {"rat", "crow", "broom", "spider", "potion"}
