"""The named options, each with its other value (the table at the end of section 10)."""

from collections import Counter
from random import Random

import pytest

import ridotto
from ridotto.games.diciassette import components as c
from tests.at_the_table import choices, do, notes_of_kind, refused
from tests.diciassette.table import (
    ANY_HANDS,
    all_in_row,
    call,
    call_window,
    game,
    hands,
    lay,
    nobody_calls,
    row,
    table,
    tokens,
)
from tests.diciassette.views import discards, names, own_of, public_of, seen_row, short

ANY = "1/1 1/1 1/1"


def test_the_options_and_what_is_usual():
    assert game.validate_options(4, {}) == {
        "hand_backs_public": "true",
        "call_between_double": "false",
        "trash_cancels_double": "false",
        "direction_resets": "false",
        "settlement": "sequential",
        "seen_cards_panel": "true",
    }
    for option in game.options:
        for value in option.values:
            state = game.start(players=3, seed=1, **{option.name: value})
            assert game.options_of(state)[option.name] == value == state.snapshot()["options"][option.name]


def test_an_unknown_value_is_refused_with_what_is_allowed():
    with pytest.raises(ridotto.BadOption, match="sequential, batch"):
        game.start(settlement="later")
    assert game.start(seed=1, call_between_double=True) == game.start(seed=1, call_between_double="true")


# hand_backs_public


def hidden_backs(*hands, **given):
    return table(*hands, options={"hand_backs_public": "false"}, **given)


@pytest.mark.rule("diciassette.info.hand", "diciassette.info.pile_top")
def test_backs_that_are_not_public():
    state = hidden_backs("4/4 3 trap", *ANY_HANDS[1:3], top="5/5")
    for viewer in (-1, 0, 1, 2):
        public = public_of(state, viewer)
        assert [(seat.cards, seat.backs) for seat in public.seats] == [(3, None)] * 3
        assert public.pile_top is None
    assert names(own_of(state, 0).hand) == ["4/4", "3", "trap"]


@pytest.mark.rule("diciassette.info.hand", "diciassette.info.pile_top")
def test_with_hidden_backs_any_hand_and_any_pile_looks_the_same():
    one = hidden_backs("4/4 3 trap", "1/1 1/1 2/2", "5/5 5/5 5/5", top="3/3")
    other = hidden_backs("4/4 3 trap", "x2 4 5/5", "1/1 1 trash", top="reverse")
    assert game.view(one, 0) == game.view(other, 0)
    worlds = [one.redeal(0, ridotto.Rng(seed)).snapshot() for seed in range(60)]
    two_sided = {sum("/" in card for card in world["seats"][1]["hand"]) for world in worlds}
    assert two_sided == {0, 1, 2, 3}
    assert {"/" in world["pile"][0] for world in worlds} == {True, False}


@pytest.mark.rule("diciassette.play.two_sided_either_way")
def test_with_hidden_backs_nothing_else_changes():
    """Two-sided cards of the row and the discards are known to all, covered cards to nobody else."""
    state = hidden_backs("4/4 3 trap", "trash 1/1 1/1", "2/2 2/2 2/2")
    lay(state, "4/4 down")
    assert seen_row(state, 2) == "0:4/4-"
    assert public_of(state, 2).covered == 0
    do(state, "trash up")
    assert names(public_of(state, 2).discards.known) == ["4/4", "trash"]
    assert all(state.redeal(2, ridotto.Rng(seed)).snapshot()["discards"] == ["4/4", "trash"] for seed in range(10))


# call_between_double


def between(hand="1/1 2/2 3/3", others=(ANY, "2/2 2/2 2/2"), **given):
    """Seat 0 owes two cards, and others may call between them."""
    given = {"row": "2:x2", "due": 2, "options": {"call_between_double": "true"}, **given}
    return table(hand, *others, **given)


@pytest.mark.rule("diciassette.call.window")
def test_between_the_two_cards_there_is_a_window_for_all_but_the_turn_player():
    state = between("reverse 2/2 3/3")
    do(state, "reverse up")
    shown = state.snapshot()
    assert (shown["phase"], shown["turn"], shown["due"], shown["turns"]) == ("call", 0, 1, 1)
    assert shown["direction"] == "counter-clockwise"  # after the effect of the first card
    assert state.actors() == [1, 2]
    assert refused(state, "call", 0).clause == "diciassette.call.who"
    assert refused(state, "2/2 up", 0).clause == "diciassette.call.who"
    assert public_of(state, 1).due == 1


@pytest.mark.rule("diciassette.call.window", "diciassette.double.draw_two")
def test_if_nobody_calls_between_the_second_card_follows_without_a_draw():
    state = between(top="5/5 4/4")
    do(state, "1/1 up")
    nobody_calls(state)
    shown = state.snapshot()
    assert (shown["phase"], shown["due"], shown["turns"], state.actors()) == ("play", 1, 1, [0])
    assert hands(state)[0] == ["2/2", "3/3"]
    assert choices(state) == {"2/2 up", "2/2 down", "3/3 up", "3/3 down"}
    do(state, "2/2 up")
    assert (state.snapshot()["turns"], hands(state)[0], state.actors()) == (2, ["3/3", "4/4", "5/5"], [1, 2])
    nobody_calls(state)
    assert (state.actors(), state.snapshot()["due"]) == ([1], 1)


@pytest.mark.rule("diciassette.call.window", "diciassette.settle.last_player", "diciassette.draw.refill")
def test_if_somebody_calls_between_the_second_card_is_not_played():
    state = between("5/5 x2 3/3", row="0:5/5 1:5/5 0:5/5 2:x2", top="4 5/5 trap")
    do(state, "x2 up")
    assert state.snapshot()["double"]
    call(state, 2)
    assert hands(state)[0] == ["3/3", "5/5", "4"]
    assert tokens(state) == [(1, 0), (0, 0), (0, 1)]  # 15: the turn player is the last player
    shown = state.snapshot()
    assert (shown["round"], shown["turn"], shown["due"], shown["double"], shown["turns"]) == (10, 0, 1, False, 0)
    kinds = [note.kind for note in state.take_notes()]
    assert kinds.index(c.CALLS) < kinds.index(c.DREW) < kinds.index(c.COUNTED)


@pytest.mark.rule("diciassette.round.hands_first", "diciassette.draw.reshuffle_scope")
def test_the_draw_after_a_call_between_takes_nothing_of_the_row():
    state = between("5 2/2 3/3", row="1:5 2:5 2:x2", pile="")
    do(state, "5 down")
    call(state, 1)
    assert state.snapshot()["discards"] == ["5", "5", "5", "x2"]
    assert len(hands(state)[0]) == 3


@pytest.mark.rule("diciassette.end.freeze")
def test_a_call_between_may_end_the_game():
    state = between(tokens={0: (2, 0)})
    do(state, "1/1 up")
    call(state, 1)
    assert state.over
    assert (state.snapshot()["due"], len(hands(state)[0]), row(state)) == (0, 3, "2:x2 0:1/1")
    assert game.load(state.snapshot()) == state


@pytest.mark.rule("diciassette.call.window", "diciassette.double.short_hand")
def test_where_no_second_card_follows_there_is_one_window():
    state = table(*ANY_HANDS[:3], options={"call_between_double": "true"})  # an ordinary turn
    do(state, "1/1 up")
    assert (state.snapshot()["due"], state.snapshot()["turns"]) == (0, 1)
    state = all_in_row(
        "5/5", "4/4 4/4", "3/3", turn=2, phase="call", double=True, options={"call_between_double": "true"}
    )
    turns = state.snapshot()["turns"]
    nobody_calls(state)
    do(state, "5/5 up")  # the only card
    assert (state.snapshot()["due"], state.snapshot()["turns"]) == (0, turns + 1)
    both = {"call_between_double": "true", "trash_cancels_double": "true"}
    state = between("trash 2/2 3/3", options=both)
    do(state, "trash up")  # no second card is due
    assert (state.snapshot()["due"], state.snapshot()["turns"], len(hands(state)[0])) == (0, 2, 3)


# trash_cancels_double: tests/diciassette/test_double.py has both values; here what it leaves alone


@pytest.mark.rule("diciassette.trash.reverse_target", "diciassette.trash.double_target")
def test_trash_cancels_no_reverse():
    state = table("reverse trash 2/2", *ANY_HANDS[1:4], row="3:x2", due=2, options={"trash_cancels_double": "true"})
    do(state, "reverse up", "trash up")
    nobody_calls(state)
    assert state.snapshot()["direction"] == "counter-clockwise"
    assert (state.actors(), state.snapshot()["due"]) == ([3], 1)


# direction_resets


@pytest.mark.rule("diciassette.round.direction_stays")
@pytest.mark.parametrize(("resets", "direction"), [("true", "clockwise"), ("false", "counter-clockwise")])
def test_every_round_starts_clockwise_by_the_option(resets, direction):
    state = table("reverse 1/1 1/1", *ANY_HANDS[1:4], options={"direction_resets": resets})
    do(state, "reverse up")
    assert state.snapshot()["direction"] == "counter-clockwise"
    call(state, 1)
    assert state.snapshot()["direction"] == direction
    lay(state, "1/1 up")
    assert state.actors() == [1 if resets == "true" else 3]


@pytest.mark.rule("diciassette.round.direction_stays", "diciassette.end.freeze")
def test_the_direction_is_not_reset_by_the_end_of_the_game():
    state = call_window(
        row="0:1/1", direction="counter-clockwise", tokens={0: (2, 0)}, options={"direction_resets": "true"}
    )
    call(state, 1)
    assert (state.over, state.snapshot()["direction"]) == (True, "counter-clockwise")


# settlement


@pytest.mark.rule("diciassette.penalty.sequence", "diciassette.penalty.several")
@pytest.mark.parametrize(("settlement", "after"), [("sequential", (1, 0)), ("batch", (0, 0))])
def test_the_example_of_ruling_19(settlement, after):
    row = "3:trap- 0:5/5 1:5/5 2:5/5 0:5/5"
    state = call_window(row=row, tokens={1: (0, 1)}, options={"settlement": settlement})
    call(state, 1)
    assert tokens(state) == [(0, 1), after, (0, 0), (1, 0)]
    assert notes_of_kind(state, c.SECOND_PENALTY) == [(1, 0 if settlement == "sequential" else 1, 0)]


@pytest.mark.rule("diciassette.penalty.several", "diciassette.settle.victory_cap")
def test_batch_several_pairs_go_at_the_end_and_the_cap_is_the_same():
    """Five traps of the caller himself, who is wrong: one token, seven penalties with the one he held."""
    row = " ".join(["1:trap-"] * 5 + ["0:1/1"])
    state = call_window(row=row, tokens={1: (2, 1)}, options={"settlement": "batch"})
    call(state, 1)
    assert tokens(state)[:2] == [(1, 0), (0, 1)]
    assert notes_of_kind(state, c.SECOND_PENALTY) == [(1, 1, 0)] * 3


@pytest.mark.rule("diciassette.end.check_after_settlement")
def test_batch_the_end_is_tested_when_the_pairs_are_gone():
    row = "3:trap- 0:5/5 1:5/5 2:5/5 0:5/5"
    state = call_window(row=row, tokens={1: (2, 1)}, options={"settlement": "batch"})
    call(state, 1)
    assert tokens(state)[1] == (2, 0)
    assert not state.over


# seen_cards_panel


@pytest.mark.rule("diciassette.info.public")
def test_without_the_panel_the_discards_are_only_counted():
    state = table(
        "trash 1/1 1/1", *ANY_HANDS[1:3], row="2:4", trashed={1: "trap"}, options={"seen_cards_panel": "false"}
    )
    do(state, "trash up")
    for viewer in (-1, 0, 1, 2):
        assert discards(state, viewer) == (4, [0, 1, 0], None)
    assert names(own_of(state, 1).trashed) == ["trap"]


@pytest.mark.rule("diciassette.info.public")
def test_without_the_panel_a_good_memory_still_knows_them():
    state = table("trash 1/1 1/1", *ANY_HANDS[1:3], row="2:4", options={"seen_cards_panel": "false"})
    do(state, "trash up")
    worlds = [state.redeal(1, ridotto.Rng(seed)).snapshot() for seed in range(20)]
    assert all(world["discards"] == ["4", "trash"] for world in worlds)
    shown_now = [state.redeal(1, ridotto.Rng(seed), False).snapshot() for seed in range(20)]
    assert len(Counter(card for world in shown_now for card in world["discards"])) > 4


@pytest.mark.rule("diciassette.info.public")
@pytest.mark.parametrize(("panel", "is_kept"), [("true", True), ("false", False)])
def test_without_the_panel_the_last_row_is_shown_until_the_next_turn_only(panel, is_kept):
    state = call_window(row="0:5/5 1:5/5 2:5/5 0:2-", options={"seen_cards_panel": panel})
    call(state, 2)
    for viewer in range(-1, 4):
        last = public_of(state, viewer).last
        assert last is not None
        assert short(last.row) == "0:5/5 1:5/5 2:5/5 0:2-"
    do(state, "1/1 up")
    for viewer in range(-1, 4):
        assert (public_of(state, viewer).last is not None) is is_kept
        assert ("last" in [zone.id for zone in game.scene(game.view(state, viewer)).zones]) is is_kept


@pytest.mark.parametrize("option", ["hand_backs_public", "seen_cards_panel"])
def test_what_is_shown_changes_no_rule(option):
    """The same seed and the same moves: the same game."""
    for seed in range(5):
        states = [game.start(players=4, seed=seed, **{option: value}) for value in ("true", "false")]
        chance = Random(seed)
        while not states[0].over:
            seat = states[0].actor()
            move = chance.choice(states[0].moves(seat))
            for state in states:
                state.play(seat, move)
            shown = [{**state.snapshot(), "options": None} for state in states]
            assert shown[0] == shown[1]
