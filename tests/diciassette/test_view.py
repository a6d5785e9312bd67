"""What the rules work out for views of 17 Diciassette: effects of cards, stakes of a call, the last settlement."""

import random

import pytest

from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.components import DiciassetteNote
from ridotto.games.diciassette.rules.rules import Diciassette
from tests.at_the_table import do, state_of
from tests.diciassette.scenes import GAME, games
from tests.diciassette.table import call_window, nobody_calls, table
from tests.diciassette.views import name, own_of, public_of, read_again, view_of

VARIANTS = {"trash_cancels_double": "true", "call_between_double": "true", "settlement": "batch"}
OPTIONS = pytest.mark.parametrize("options", [{}, VARIANTS], ids=["usual", "variants"])
SETTLED = (
    DiciassetteNote.REVEALED,
    DiciassetteNote.COUNTED,
    DiciassetteNote.TRAP_SPRUNG,
    DiciassetteNote.JUDGED,
    DiciassetteNote.SECOND_PENALTY,
)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_view_is_the_same_after_json(players):
    for state in games(players, range(2)):
        for viewer in range(-1, players):
            view = view_of(state, viewer)
            assert read_again(view) == view


# Cards


def effects(state, seat):
    return {GAME.text(effect.move): effect for effect in own_of(state, seat).effects}


@pytest.mark.parametrize("players", [2, 3, 5])
@OPTIONS
def test_the_effects_of_a_card_come_true(players, options):
    cancelled = doubled = 0
    for state in games(players, range(6), **options):
        if state.phase != c.PLAYING:
            continue
        seat, before = state.turn, public_of(state)
        own = own_of(state, seat)
        assert tuple(effect.move for effect in own.effects) == own.moves
        for effect in own.effects:
            after = state.copy()
            after.play(seat, effect.move)
            public = public_of(after)
            assert (effect.total, effect.known) == (public.total, own_of(after, seat).total)
            assert (effect.next, effect.turns) == (public.next, public.next != before.next)
            assert effect.due == public.due
            assert effect.doubles == (public.double and not before.double)
            assert effect.removes == (len(public.row) < len(before.row))
            lapses = public.double < before.double or public.due < before.due - 1
            assert (effect.cancels is not None) == lapses
            cancelled += lapses
            doubled += effect.doubles
    assert doubled > 0
    assert (cancelled > 0) == bool(options)


@pytest.mark.parametrize("players", [2, 4])
@OPTIONS
def test_cards_for_after_a_window_are_those_that_the_next_player_may_lay_then(players, options):
    followed = 0
    for state in games(players, range(3), **options):
        owns = [own_of(state, seat) for seat in range(players)]
        offered = [own.seat for own in owns if own.premoves]
        between = state.phase == c.CALLING and state.cards_due
        assert offered == ([public_of(state).next] if state.phase == c.CALLING and not between else [])
        for seat in offered if not state.called else ():
            after = state.copy()
            nobody_calls(after)
            then = own_of(after, seat)
            assert (then.moves, then.effects) == (owns[seat].premoves, owns[seat].effects)
            followed += 1
    assert followed > 30


@pytest.mark.rule("diciassette.settle.victory_cap", "diciassette.settle.trap_victory")
def test_only_the_first_trap_of_a_seat_brings_a_victory_token():
    first = table("trap trap 1/1", "1/1 1/1 2/2", row="1:trap- 1:4/4")
    assert effects(first, 0)["trap down"].rewards
    assert not effects(first, 0)["trap up"].rewards
    second = table("trap 1/1 1/1", "1/1 1/1 2/2", row="0:trap- 1:4/4")
    assert not effects(second, 0)["trap down"].rewards


@pytest.mark.rule("diciassette.info.own_face_down")
def test_a_hidden_card_adds_to_the_total_that_its_player_knows():
    state = table("5 trap 1/1", "1/1 1/1 2/2", row="0:4- 1:4/4 1:5-")
    down, up = (effects(state, 0)[move] for move in ("5 down", "5 up"))
    assert (down.total, down.known) == (4, 13)
    assert (up.total, up.known) == (9, 13)


# Calls


@pytest.mark.parametrize("settlement", ["sequential", "batch"])
def test_the_stakes_of_a_call_take_other_hidden_cards_for_none(settlement):
    """With or without a trap of somebody else, they are the same; own traps count."""
    shown = {}
    for hidden in ("trap", "5"):
        state = call_window(
            3,
            row=f"0:4/4 1:trap- 2:{hidden}- 0:5/5",
            tokens={0: (1, 1), 1: (1, 1)},
            options={"settlement": settlement},
        )
        own = own_of(state, 1)
        assert own.if_right is not None
        assert own.if_wrong is not None
        shown[hidden] = own.if_right, own.if_wrong
        right, wrong = ([(seat.victory, seat.penalty) for seat in then] for then in shown[hidden])
        assert right == [(0, 0), (1, 0), (0, 0)]  # 1 has a trap of its own
        assert wrong == [(2, 1), (1, 1), (0, 0)]
    assert shown["trap"] == shown["5"]
    assert (own_of(state, 0).if_right, own_of(state, 0).if_wrong) == (None, None)


@pytest.mark.rule("diciassette.penalty.second", "diciassette.penalty.none_to_lose")
@pytest.mark.parametrize("settlement", ["sequential", "batch"])
def test_who_would_lose_a_victory_token_by_a_penalty(settlement):
    tokens = {0: (0, 0), 1: (1, 0), 2: (0, 1), 3: (1, 1)}
    state = call_window(4, row="0:4/4", tokens=tokens, options={"settlement": settlement})
    assert [seat.loses_by_penalty for seat in public_of(state).seats] == [False, False, False, True]


@pytest.mark.rule("diciassette.call.priority_clockwise")
def test_callers_are_listed_clockwise_from_the_last_player():
    for direction in ("clockwise", "counter-clockwise"):
        state = call_window(4, row="2:4/4", direction=direction)
        assert public_of(state).callers == (3, 0, 1)
        assert public_of(state).waiting == (0, 1, 3)


# The last settlement


@pytest.mark.parametrize("settlement", ["sequential", "batch"])
@pytest.mark.parametrize("players", GAME.players)
def test_the_last_settlement_is_told_as_it_was(players, settlement):
    """All but the victory tokens that second penalties cost: how many there were to lose is not known any more."""
    calls = pairs = traps = 0
    for seed in range(12):
        dice = random.Random(seed)
        state = state_of(Diciassette, GAME.start(players, seed, settlement=settlement))
        state.listen()
        while not state.over:
            passes = state.phase == c.CALLING and dice.random() < 0.8
            seat = dice.choice(state.actors())
            state.play(seat, c.PASS if passes else dice.choice(state.moves(seat)))
            told = [note for note in state.take_notes() if note.kind in SETTLED]
            if told:
                again = state.settle_again()
                assert without_losses(again) == without_losses(told)
                calls += 1
                pairs += any(note.kind == c.SECOND_PENALTY for note in told)
                traps += any(note.kind == c.TRAP_SPRUNG for note in told)
    assert min(calls, pairs, traps) > 3


def without_losses(notes):
    return [note._replace(b=0) if note.kind == c.SECOND_PENALTY else note for note in notes]


def test_the_last_call_lists_all_changes_of_tokens_in_their_order():
    state = call_window(3, row="0:4/4 1:trap- 2:5-", tokens={0: (1, 0)})
    do(state, "call")
    last = public_of(state).last
    assert last is not None
    assert (last.caller, last.player, last.turned, last.total, last.is_right) == (0, 2, (1, 2), 9, False)
    assert [name(last.row[place].kind) for place in last.turned] == ["trap", "5"]
    assert [(change.step, change.seat, change.token, change.number) for change in last.changes] == [
        ("traps", 1, "victory", 1),
        ("traps", 0, "penalty", 1),
        ("result", 2, "victory", 1),
        ("result", 0, "penalty", 1),
        ("second", 0, "penalty", -2),
    ]
