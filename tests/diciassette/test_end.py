"""The end of the game, winners and places."""

from itertools import product

import pytest

from ridotto.games.diciassette import components as c
from tests.at_the_table import notes_of_kind, refused
from tests.diciassette.table import all_in_row, call, call_window, hands, nobody_calls, row, tokens
from tests.diciassette.views import public_of, short

HIGH = "0:5/5 1:5/5 2:5/5 3:5/5 0:2-"  # seat 0 was last
LOW = "0:1/1"


@pytest.mark.rule("diciassette.end.three")
@pytest.mark.parametrize(("row", "winner"), [(HIGH, 2), (LOW, 0), (f"3:trap- {LOW}", 3)])
def test_who_holds_three_victory_tokens_wins(row, winner):
    state = call_window(row=row, tokens={winner: (2, 0)})
    call(state, 2)
    assert state.over
    assert state.scores()[winner] == 3
    assert state.places()[winner] == 1
    assert state.rewards() == [float(seat == winner) for seat in range(4)]
    assert notes_of_kind(state, c.GAME_ENDS) == [(9, 0, 0)]


@pytest.mark.rule("diciassette.end.three")
def test_two_are_not_enough():
    state = call_window(row=HIGH, tokens={2: (1, 0), 3: (2, 0)})
    call(state, 2)
    assert not state.over
    assert public_of(state).places is None


@pytest.mark.rule("diciassette.end.check_after_settlement")
@pytest.mark.parametrize("settlement", ["sequential", "batch"])
def test_a_third_token_that_is_lost_in_the_same_settlement_wins_nothing(settlement):
    state = call_window(row=f"0:trap- {HIGH}", tokens={0: (2, 1)}, options={"settlement": settlement})
    call(state, 2)
    assert tokens(state)[0] == (2, 0)
    assert not state.over


@pytest.mark.rule("diciassette.end.check_after_settlement")
def test_a_third_token_for_a_trap_does_not_stop_the_settlement():
    """Seat 3 has its third token by the trap; the caller gets his, and the last player his penalty, all the same."""
    state = call_window(row=f"3:trap- {HIGH}", tokens={3: (2, 0)})
    call(state, 2)
    assert tokens(state) == [(0, 1), (0, 0), (1, 1), (3, 0)]
    assert state.over


@pytest.mark.rule("diciassette.end.several")
def test_of_several_the_one_with_fewer_penalty_tokens_wins():
    state = call_window(row=f"3:trap- 1:trap- {HIGH}", tokens={2: (2, 1), 3: (2, 1), 1: (2, 0)})
    call(state, 2)
    assert tokens(state) == [(0, 1), (3, 0), (2, 1), (3, 1)]
    assert state.places() == [4, 1, 3, 2]
    assert state.rewards() == [0, 1, 0, 0]


@pytest.mark.rule("diciassette.end.shared")
@pytest.mark.parametrize("penalty", [0, 1])
def test_if_they_are_still_level_they_win_together(penalty):
    state = call_window(row=f"3:trap- 1:trap- {LOW}", tokens=dict.fromkeys((0, 1, 3), (2, penalty)))
    call(state, 2)
    assert tokens(state) == [(3, penalty), (3, penalty), (0, 1), (3, penalty)]
    assert state.places() == [1, 1, 4, 1]
    assert state.rewards() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


@pytest.mark.rule("diciassette.end.ranking")
def test_all_places_go_by_victory_tokens_then_by_fewer_penalty_tokens():
    """The hundredth round ends with every stock of tokens in seats 2 and 3."""
    for two, three in product(product(range(3), range(2)), repeat=2):
        state = call_window(row="0:1/1", round=100, tokens={2: two, 3: three})
        call(state, 1)
        held = tokens(state)
        assert held == [(1, 0), (0, 1), two, three]
        better = [sum((-v, p) < (-victory, penalty) for v, p in held) for victory, penalty in held]
        assert state.places() == [1 + number for number in better]
        winners = [place == 1 for place in state.places()]
        assert state.rewards() == pytest.approx([won / sum(winners) for won in winners])
        assert state.scores() == [victory for victory, _ in held]
        assert public_of(state).places == tuple(state.places())


@pytest.mark.rule("diciassette.end.round_cap")
def test_the_hundredth_round_is_the_last():
    state = call_window(row="0:5/5 1:1/1", round=100, tokens={2: (1, 1), 3: (1, 0)})
    call(state, 2)
    assert state.over
    assert tokens(state) == [(0, 0), (1, 0), (0, 0), (1, 0)]
    assert state.places() == [3, 1, 3, 1]
    assert state.rewards() == [0, 0.5, 0, 0.5]
    assert notes_of_kind(state, c.GAME_ENDS) == [(100, 0, 0)]


@pytest.mark.rule("diciassette.end.round_cap")
def test_the_ninety_ninth_is_followed_by_the_hundredth():
    state = call_window(row="0:5/5 1:1/1", round=99)
    call(state, 2)
    assert (state.over, state.snapshot()["round"]) == (False, 100)


@pytest.mark.rule("diciassette.end.round_cap")
def test_three_tokens_in_the_hundredth_round_win_as_always():
    state = call_window(row=HIGH, round=100, tokens={2: (2, 0), 3: (2, 0)})
    call(state, 2)
    assert state.places() == [4, 3, 1, 2]


@pytest.mark.rule("diciassette.end.freeze")
def test_when_the_game_ends_nothing_more_happens():
    laid = f"3:trap- 1:x2- {HIGH}"
    state = call_window(row=laid, tokens={2: (2, 0)}, double=True)
    held, pile = hands(state), state.snapshot()["pile"]
    call(state, 2)
    assert (state.actor(), state.actors(), state.over) == (-1, [], True)
    assert row(state) == laid
    shown = state.snapshot()
    assert (shown["phase"], shown["turn"], shown["due"], shown["double"]) == ("over", 0, 0, False)
    assert (hands(state), shown["pile"], shown["discards"]) == (held, pile, [])
    assert shown["last"] == {"caller": 2, "player": 0, "row": []}
    assert notes_of_kind(state, c.ROUND_BEGINS) == []
    for seat in range(4):
        assert state.moves(seat) == []
        for move in ("pass", "call", "1/1 up"):
            error = refused(state, move, seat)
            assert (error.code, error.clause) == ("over", "diciassette.end.freeze")


@pytest.mark.rule("diciassette.end.freeze", "diciassette.reveal.all")
def test_the_last_row_lies_there_revealed_for_all():
    state = call_window(row=f"3:trap- 1:x2- {HIGH}", tokens={2: (2, 0)})
    call(state, 2)
    for viewer in range(-1, 4):
        public = public_of(state, viewer)
        assert short(public.row) == f"3:trap- 1:x2- {HIGH}"
        assert (public.total, public.covered, public.waiting) == (22, 0, ())
        assert public.last is not None
        assert public.last.row == public.row


@pytest.mark.rule("diciassette.end.freeze", "diciassette.round.top_up")
def test_nobody_refills_after_the_end():
    state = all_in_row("5/5 5/5", "", "4/4", turn=0, phase="call", tokens={2: (2, 0)})
    nobody_calls(state)
    assert state.over
    assert hands(state) == [["5/5", "5/5"], [], ["4/4"]]
    assert state.snapshot()["discards"] == []
