"""Counting the row and handing out tokens, with the examples of section 9."""

from itertools import product

import pytest

from ridotto.games.diciassette import components as c
from tests.at_the_table import do, notes_of_kind
from tests.diciassette.table import ANY_HANDS, Tokens, call, call_window, game, table, tokens
from tests.diciassette.views import public_of, short

FOUR_FIVES = "0:5/5 1:5/5 2:5/5 3:5/5"
HIGH, LOW = f"{FOUR_FIVES} 0:1/1", "0:1/1"  # seat 0 was last


def settled(
    row: str, caller: int, before: dict[int, Tokens] | None = None, players: int = 4, **options: str
) -> list[Tokens]:
    """The tokens after a call."""
    state = call_window(players, row=row, tokens=before or {}, options=options)
    call(state, caller)
    return tokens(state)


@pytest.mark.rule("diciassette.reveal.all", "diciassette.total.sum")
def test_all_covered_cards_are_turned_over_for_everybody_and_added_up():
    state = call_window(row="0:5/5- 1:3- 2:reverse- 0:2/2 3:4")
    call(state, 1)
    notes = state.take_notes()
    shown = [note for note in notes if note.kind == c.REVEALED]
    assert [(note.a, c.CARD_NAMES[note.b], note.c) for note in shown] == [(1, "3", 1), (2, "reverse", 2)]
    assert all(note.heard_by(viewer) for note in shown for viewer in range(-1, 4))
    assert [note.a for note in notes if note.kind == c.COUNTED] == [14]
    for viewer in range(-1, 4):
        last = public_of(state, viewer).last
        assert last is not None
        assert short(last.row) == "0:5/5- 1:3- 2:reverse- 0:2/2 3:4"
        assert (last.turned, last.total, last.is_right) == ((1, 2), 14, False)


@pytest.mark.rule("diciassette.total.sum", "diciassette.total.special_zero", "diciassette.total.trap_zero")
@pytest.mark.parametrize("card", c.CARD_NAMES)
def test_every_card_counts_its_front_face_up_or_face_down(card):
    worth = int(card[0]) if card[0].isdigit() else 0
    for face in ("", "-"):
        if (card, face) != ("trash", ""):
            state = call_window(row=f"0:4/4 1:{card}{face} 2:5/5")
            call(state, 0)
            assert notes_of_kind(state, c.COUNTED) == [(9 + worth, 0, 0)]


@pytest.mark.rule("diciassette.total.threshold", "diciassette.settle.right", "diciassette.settle.wrong")
@pytest.mark.parametrize(("last", "right"), [("1/1", False), ("1", False), ("2/2", True), ("2-", True), ("5", True)])
def test_seventeen_or_more_is_right_sixteen_or_less_is_wrong(last, right):
    after = settled(f"0:5/5 1:5/5 2:5/5 3:{last}", 1)
    assert after[1] == ((1, 0) if right else (0, 1))
    assert after[3] == ((0, 1) if right else (1, 0))
    assert after[0] == after[2] == (0, 0)


@pytest.mark.rule("diciassette.reveal.no_effects")
def test_what_is_turned_over_has_no_effect():
    """A trash removes nothing, a reverse turns nothing around, an x2 binds nobody."""
    state = call_window(row="0:5/5 1:5/5 2:5/5 0:2/2 1:reverse- 2:x2- 3:trash-")
    call(state, 1)
    notes = state.take_notes()
    assert not any(note.kind in (c.REVERSED, c.DOUBLED, c.TRASHED) for note in notes)
    shown = state.snapshot()
    assert (shown["direction"], shown["due"], shown["double"]) == ("clockwise", 1, False)
    assert tokens(state) == [(0, 0), (1, 0), (0, 0), (0, 1)]


# Traps


@pytest.mark.rule("diciassette.settle.trap_victory", "diciassette.settle.trap_penalty")
def test_a_revealed_trap_pays_its_player_and_costs_the_caller():
    assert settled(f"2:trap- {HIGH}", 1) == [(0, 1), (1, 1), (1, 0), (0, 0)]
    assert settled(f"2:trap- {LOW}", 1) == [(1, 0), (0, 0), (1, 0), (0, 0)]  # two penalties: both gone


@pytest.mark.rule("diciassette.settle.trap_regardless")
@pytest.mark.parametrize("row", [HIGH, LOW])
def test_traps_work_whether_the_caller_is_right_or_wrong(row):
    state = call_window(row=f"2:trap- 3:trap- {row}", tokens={1: (2, 0)})
    call(state, 1)
    assert tokens(state)[2:] == [(1, 0), (1, 0)]
    assert notes_of_kind(state, c.TRAP_SPRUNG) == [(2, 1, 1), (3, 1, 1)]


@pytest.mark.rule("diciassette.settle.victory_cap")
def test_nobody_receives_two_victory_tokens_in_a_round():
    assert settled(f"2:trap- 2:trap- {HIGH}", 1)[2] == (1, 0)  # for two traps
    assert settled(f"1:trap- {HIGH}", 1)[1] == (1, 1)  # for a trap and a right call
    assert settled("0:trap- 2:trap- 0:1/1", 1)[0] == (1, 0)  # for a trap and as last player
    assert settled("0:trap- 0:trap- 0:trap- 0:1/1", 1, {0: (1, 0)})[0] == (2, 0)


@pytest.mark.rule("diciassette.settle.cap_counts_received", "diciassette.settle.own_trap")
def test_a_token_lost_again_was_received_all_the_same():
    """The caller's own trap brings the token, its second penalty takes it, the right call brings no other."""
    assert settled(f"1:trap- {HIGH}", 1, {1: (0, 1)}) == [(0, 1), (0, 0), (0, 0), (0, 0)]


@pytest.mark.rule("diciassette.settle.own_trap", "diciassette.settle.trap_penalty")
def test_a_callers_own_trap_counts_for_both():
    assert settled(f"1:trap- {HIGH}", 1) == [(0, 1), (1, 1), (0, 0), (0, 0)]
    assert settled(f"1:trap- {LOW}", 1) == [(1, 0), (0, 0), (0, 0), (0, 0)]  # and lost by the second penalty
    assert settled(f"1:trap- 1:trap- 1:trap- {HIGH}", 1) == [(0, 1), (0, 1), (0, 0), (0, 0)]


@pytest.mark.rule("diciassette.trap.face_down_only", "diciassette.trap.face_up", "diciassette.total.trap_zero")
def test_a_trap_face_up_is_an_ordinary_0():
    assert settled(f"2:trap {HIGH}", 1) == [(0, 1), (1, 0), (0, 0), (0, 0)]
    assert settled(f"2:trap {LOW}", 1) == [(1, 0), (0, 1), (0, 0), (0, 0)]


@pytest.mark.rule("diciassette.settle.last_player")
def test_the_last_player_is_who_took_the_last_turn_also_if_his_card_is_gone():
    state = table("trash 1/1 1/1", *ANY_HANDS[1:4], row=f"{FOUR_FIVES} 1:1/1 3:trap-")
    do(state, "trash up")
    call(state, 2)
    assert tokens(state) == [(0, 1), (0, 0), (1, 0), (0, 0)]


# Penalties


@pytest.mark.rule("diciassette.penalty.second", "diciassette.penalty.none_to_lose")
@pytest.mark.parametrize(("victory", "left"), [(0, 0), (1, 0), (2, 1)])
def test_a_second_penalty_token_costs_both_and_a_victory_token(victory, left):
    assert settled(LOW, 1, {1: (victory, 1)})[1] == (left, 0)
    assert settled(HIGH, 1, {0: (victory, 1)})[0] == (left, 0)
    state = call_window(row=LOW, tokens={1: (victory, 1)})
    call(state, 1)
    assert notes_of_kind(state, c.SECOND_PENALTY) == [(1, victory - left, 0)]


@pytest.mark.rule("diciassette.penalty.several")
@pytest.mark.parametrize(("held", "traps", "victory"), list(product((0, 1), range(6), (0, 1, 2))))
def test_several_penalties_are_received_one_by_one(held, traps, victory):
    """With p held and k received, (p + k) div 2 pairs go and cost a token each, as long as there is one."""
    received = traps + 1  # the call is wrong
    row = " ".join(["2:trap-"] * traps + [LOW])
    pairs, left = divmod(held + received, 2)
    assert settled(row, 1, {1: (victory, held)})[1] == (max(0, victory - pairs), left)


@pytest.mark.rule("diciassette.settle.order", "diciassette.penalty.sequence")
def test_tokens_are_handed_out_traps_first():
    state = call_window(row=f"2:trap- 1:trap- {HIGH}", tokens={0: (1, 1), 1: (0, 1)})
    call(state, 1)
    kinds = [c.COUNTED, c.TRAP_SPRUNG, c.SECOND_PENALTY, c.JUDGED]
    notes = [(note.kind, note.a, note.b, note.c) for note in state.take_notes() if note.kind in kinds]
    assert notes == [
        (c.COUNTED, 21, 0, 0),
        (c.TRAP_SPRUNG, 2, 1, 1),
        (c.TRAP_SPRUNG, 1, 1, 1),
        (c.SECOND_PENALTY, 1, 1, 0),
        (c.JUDGED, 1, 0, 1 + 2),
        (c.SECOND_PENALTY, 0, 1, 0),
    ]
    assert tokens(state) == [(0, 0), (0, 1), (1, 0), (0, 0)]


@pytest.mark.rule("diciassette.penalty.sequence", "diciassette.settle.order")
def test_the_order_saves_the_token_of_a_right_call():
    """V0 P1, a right call, one foreign trap: the penalties go before the token comes (ruling 19)."""
    assert settled(f"3:trap- {HIGH}", 1, {1: (0, 1)})[1] == (1, 0)


@pytest.mark.rule("diciassette.penalty.sequence")
def test_a_trap_pays_its_player_before_a_penalty_takes_effect():
    """Seat 0 was last, V0 P1, with a trap: the token comes first and goes with the second penalty."""
    assert settled(f"0:trap- {HIGH}", 1, {0: (0, 1)})[0] == (0, 0)


# The examples of section 9


@pytest.mark.rule("diciassette.settle.wrong", "diciassette.penalty.second", "diciassette.round.starter")
def test_example_a_wrong_call_with_a_second_penalty():
    state = call_window(3, row="0:5/5 2:5/5 0:5/5 1:1/1", tokens={0: (1, 1)})
    call(state, 0)
    assert tokens(state) == [(0, 0), (1, 0), (0, 0)]
    assert state.actors() == [1]


@pytest.mark.rule("diciassette.end.shared", "diciassette.settle.trap_regardless")
def test_example_two_reach_three_tokens():
    row = "3:trap- 1:5/5 2:5/5 3:5/5 0:5/5"
    state = call_window(row=row, tokens={2: (2, 0), 3: (2, 1)})
    call(state, 2)
    assert tokens(state) == [(0, 1), (0, 0), (3, 1), (3, 1)]
    assert (state.over, state.places(), state.rewards()) == (True, [4, 3, 1, 1], [0, 0, 0.5, 0.5])
    state = call_window(row=row, tokens={2: (2, 0), 3: (2, 0)})
    call(state, 2)
    assert (state.places(), state.rewards()) == ([4, 3, 2, 1], [0, 0, 0, 1])


@pytest.mark.rule("diciassette.end.check_after_settlement", "diciassette.settle.victory_cap")
def test_example_a_third_token_that_is_lost_again():
    state = call_window(row=f"1:trap- {FOUR_FIVES} 1:trap", tokens={1: (2, 1)})
    call(state, 2)
    assert tokens(state) == [(0, 0), (2, 0), (1, 1), (0, 0)]
    assert not state.over
    assert state.actors() == [2]


# Section 9 as it is written, for every row of three kinds and every stock of tokens


def section_9(tokens, traps, total, caller, last, batch):
    """The program of section 9: tokens afterwards, and who begins."""
    victory, penalty = [v for v, _ in tokens], [p for _, p in tokens]
    got = set()

    def give_v(p):
        if p not in got:
            got.add(p)
            victory[p] += 1

    def give_p(p):
        penalty[p] += 1
        if penalty[p] == 2 and not batch:
            penalty[p] = 0
            victory[p] = max(0, victory[p] - 1)

    for owner in traps:
        give_v(owner)
    for _ in traps:
        give_p(caller)
    if total >= 17:
        give_p(last)
        give_v(caller)
    else:
        give_v(last)
        give_p(caller)
    if batch:
        for p in range(len(tokens)):
            while penalty[p] >= 2:
                penalty[p] -= 2
                victory[p] = max(0, victory[p] - 1)
    return list(zip(victory, penalty, strict=True)), caller if total >= 17 else last


@pytest.mark.slow
@pytest.mark.rule("diciassette.settle.order", "diciassette.penalty.sequence", "diciassette.round.starter_several")
@pytest.mark.parametrize("settlement", ["sequential", "batch"])
@pytest.mark.parametrize("traps", ["", "0", "1", "2", "00", "01", "12", "011", "112", "0012", "01122"])
def test_every_settlement_is_that_of_section_9(traps, settlement):
    """Three players, seat 0 last, seat 1 calls: all stocks of tokens."""
    stock = list(product(range(3), range(2)))
    owners = [int(owner) for owner in traps]
    laid = " ".join(f"{owner}:trap-" for owner in owners)
    for row, total in ((f"{laid} 0:5/5 1:5/5 2:5/5 0:2", 17), (f"{laid} 0:5/5 1:5/5 2:5/5 0:1", 16)):
        start = call_window(3, row=row, options={"settlement": settlement}).snapshot()
        for before in product(stock, repeat=3):
            for seat, (victory, penalty) in zip(start["seats"], before, strict=True):
                seat |= {"victory": victory, "penalty": penalty}
            state = game.load(start)
            call(state, 1)
            after, starter = section_9(before, owners, total, 1, 0, settlement == "batch")
            assert tokens(state) == after
            assert state.over == any(victory == 3 for victory, _ in after)
            assert state.over or state.actors() == [starter]
