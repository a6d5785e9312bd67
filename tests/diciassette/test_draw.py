"""Drawing: refills, reshuffles, and when nothing is left."""

from collections import Counter
from typing import Any

import pytest

import ridotto
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette
from tests.at_the_table import do, notes_of_kind
from tests.diciassette.table import ANY_HANDS, all_in_row, call, game, hands, lay, nobody_calls, row, table
from tests.diciassette.views import public_of

ANY = "1/1 1/1 1/1"


def empty_pile(hand: str, **given: Any) -> Diciassette:
    """Seat 0 has the turn, there is no pile, and all that is not named is discarded."""
    return table(hand, ANY, "2/2 2/2 2/2", **{"pile": "", **given})


@pytest.mark.rule("diciassette.draw.one", "diciassette.draw.refill")
def test_as_many_are_drawn_as_were_played():
    state = table("4/4 2/2 trap", *ANY_HANDS[1:3], top="5/5 3 x2")
    do(state, "trap up")
    assert hands(state)[0] == ["2/2", "4/4", "5/5"]
    state = table("4/4 2/2 trap", *ANY_HANDS[1:3], row="2:x2", due=2, top="5/5 3 x2")
    do(state, "4/4 up")
    assert hands(state)[0] == ["2/2", "trap"]
    do(state, "trap up")
    assert hands(state)[0] == ["2/2", "5/5", "3"]


@pytest.mark.rule("diciassette.draw.refill")
def test_after_a_shortage_a_hand_is_filled_up_to_three():
    """Seat 0 has one card left; its trash brings two cards back, and it draws three."""
    state = all_in_row("trash", "2/2", "3/3 3/3 3/3", pile="x2", turn=2, phase="call")
    nobody_calls(state)
    do(state, "trash up")
    assert len(hands(state)[0]) == 3
    assert Counter(hands(state)[0]) == Counter(["x2", "trash", "trap"])
    assert hands(state)[1] == ["2/2"]  # others draw in their own turns


@pytest.mark.rule("diciassette.draw.refill")
def test_nobody_draws_more_than_three():
    state = table("4/4 2/2 trap", *ANY_HANDS[1:3])
    lay(state, "trap up", "1/1 up", "1/1 up")
    assert [len(hand) for hand in hands(state)] == [3, 3, 3]


@pytest.mark.rule("diciassette.draw.reshuffle")
def test_without_a_pile_the_discards_are_shuffled_and_drawn_from():
    state = empty_pile("4/4 4/4 4/4", row="2:5")
    discards = Counter(state.snapshot()["discards"])
    do(state, "4/4 up")
    shown = state.snapshot()
    drawn = Counter(shown["seats"][0]["hand"]) - Counter(["4/4", "4/4"])
    assert drawn.total() == 1
    assert Counter(shown["pile"]) + drawn == discards
    assert shown["discards"] == []
    assert notes_of_kind(state, c.RESHUFFLED) == [(discards.total(), 0, 0)]


@pytest.mark.rule("diciassette.draw.reshuffle")
def test_a_reshuffle_is_even():
    """Three discards, of which one is drawn: each as often as the others, and each order of the rest."""
    games = 1200 if ridotto.compiled else 600
    start = all_in_row("4/4 4/4 4/4", ANY, "2/2 2/2 2/2", discards="1 reverse x2", turn=2, phase="call").snapshot()
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(games):
        state = game.load({**start, "generator": None}, seed=seed)
        nobody_calls(state)
        do(state, "4/4 up")
        found[hands(state)[0][2], *state.snapshot()["pile"]] += 1
    assert len(found) == 6
    assert all(abs(times - games / 6) < 5 * (games / 6) ** 0.5 for times in found.values())


@pytest.mark.rule("diciassette.draw.reshuffle_scope")
def test_a_reshuffle_takes_all_discards_face_down_ones_too_but_no_row_and_no_hand():
    state = empty_pile("4/4 4/4 4/4", row="2:5 1:trap-", trashed={0: "2 x2", 2: "trap"})
    before = state.snapshot()
    do(state, "4/4 up")
    shown = state.snapshot()
    assert [seat["trashed"] for seat in shown["seats"]] == [[], [], []]
    assert row(state) == "2:5 1:trap- 0:4/4"
    assert hands(state)[1:] == [seat["hand"] for seat in before["seats"][1:]]
    all_discards = Counter([*before["discards"], "2", "x2", "trap"])
    assert Counter(shown["pile"]) + Counter(hands(state)[0]) - Counter(["4/4", "4/4"]) == all_discards


@pytest.mark.rule("diciassette.draw.reshuffle_scope", "diciassette.info.pile_top")
def test_the_last_card_of_the_pile_is_drawn_without_a_reshuffle():
    state = empty_pile("4/4 4/4 4/4", row="2:5", pile="x2")
    do(state, "4/4 up")
    shown = state.snapshot()
    assert shown["pile"] == []
    assert shown["discards"] != []
    assert notes_of_kind(state, c.RESHUFFLED) == []
    views = [public_of(state, viewer) for viewer in (-1, 0, 1, 2)]
    assert [(public.pile, public.pile_top) for public in views] == [(0, None)] * 4


@pytest.mark.rule("diciassette.draw.reshuffle_scope", "diciassette.double.draw_two")
def test_a_reshuffle_in_the_middle_of_a_refill():
    """The first of two cards comes from the old pile, the second from the new one."""
    state = empty_pile("4/4 5/5 trash", row="1:3/3 2:x2", due=2, pile="x2", trashed={1: "trap"})
    discards = Counter([*state.snapshot()["discards"], "trap", "trash", "5/5"])
    do(state, "5/5 down")
    assert (hands(state)[0], notes_of_kind(state, c.RESHUFFLED)) == (["4/4", "trash"], [])
    do(state, "trash up")  # on its own first card; both may come back
    hand = Counter(hands(state)[0])
    assert hand.total() == 3
    assert hand - Counter(["4/4", "x2"]) + Counter(state.snapshot()["pile"]) == discards
    assert notes_of_kind(state, c.RESHUFFLED) == [(discards.total(), 0, 0)]
    assert state.snapshot()["discards"] == []


@pytest.mark.rule("diciassette.draw.reshuffle_scope")
def test_cards_trashed_in_this_very_turn_may_come_back():
    """Two cards are discarded by this trash and no others: one of them is drawn."""
    drawn = set()
    for seed in range(20):
        start = all_in_row("trash 4/4 4/4", ANY, "2/2 2/2 2/2", turn=2, phase="call").snapshot()
        state = game.load({**start, "generator": None}, seed=seed)
        nobody_calls(state)
        do(state, "trash up")
        (card,) = Counter(hands(state)[0]) - Counter(["4/4", "4/4"])
        drawn.add(card)
        assert Counter([card, *state.snapshot()["pile"]]) == Counter(["trash", "trap"])
    assert drawn == {"trash", "trap"}


@pytest.mark.rule("diciassette.draw.nothing_left")
def test_with_neither_pile_nor_discards_nothing_is_drawn_and_play_goes_on():
    state = all_in_row("4/4 4/4 4/4", ANY, "2/2 2/2 2/2", turn=2, phase="call")
    nobody_calls(state)
    do(state, "4/4 up")
    assert hands(state)[0] == ["4/4", "4/4"]
    assert notes_of_kind(state, c.DREW) == notes_of_kind(state, c.RESHUFFLED) == []
    nobody_calls(state)
    assert state.actors() == [1]
    lay(state, "1/1 up", "2/2 up")
    assert hands(state) == [["4/4", "4/4"], ["1/1", "1/1"], ["2/2", "2/2"]]


@pytest.mark.rule("diciassette.draw.nothing_left")
def test_what_there_is_is_drawn_even_if_it_does_not_fill_the_hand():
    state = all_in_row("4/4 4/4 4/4", ANY, "2/2 2/2 2/2", pile="5", turn=2, phase="call", double=True)
    nobody_calls(state)
    do(state, "4/4 up", "4/4 up")
    assert hands(state)[0] == ["4/4", "5"]


@pytest.mark.rule("diciassette.round.hands_first", "diciassette.round.discard")
def test_the_row_is_no_part_of_a_reshuffle_by_the_last_draw_of_the_round():
    state = empty_pile("4/4 4/4 4/4", row="2:5 0:5 1:5 2:trap-")
    do(state, "4/4 up")
    call(state, 1)
    shown = state.snapshot()
    assert shown["discards"] == ["4/4", "5", "5", "5", "trap"]
    assert not {"5"} & {*shown["pile"], *(card for hand in hands(state) for card in hand)}
