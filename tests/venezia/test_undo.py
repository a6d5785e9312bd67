"""What may be taken back: steps of one's own plan, until it is complete; whatever all have seen is final."""

import pytest

from ridotto.engine.match import Match
from tests.venezia.table import family, game, position


def played(snapshot, *moves):
    """A match in which these moves were made from a position, by whoever was to act; and the seat of the last."""
    match = Match(game, start=snapshot, seed=1)
    for move in moves:
        seat = match.state.actor()
        match.play(seat, game.parse(move))
    return match, seat


PLANNING = position("plan", family(), family())


@pytest.mark.rule("venezia.plan.commit")
@pytest.mark.parametrize(
    "moves",
    [["piazza"], ["feint", "vespa"], ["piazza", "stop", "castello"], ["piazza", "stop", "castello", "stop", "3"]],
)
def test_a_plan_may_be_changed_until_it_is_complete(moves):
    match, seat = played(PLANNING, *moves)
    assert match.can_undo(seat)
    match.undo(seat)
    again, _ = played(PLANNING, *moves[:-1]) if moves[:-1] else (Match(game, start=PLANNING, seed=1), 0)
    assert match.state == again.state


@pytest.mark.rule("venezia.plan.commit")
def test_a_complete_plan_is_final_for_its_seat_alone():
    match, seat = played(PLANNING, "piazza", "stop", "stop", "3", "feint")
    assert seat == 1
    assert not match.can_undo(0)
    assert match.can_undo(1)


@pytest.mark.parametrize(
    ("snapshot", "moves"),
    [
        (position("home", family(), family(), round=0), ["castello"]),
        (position("place", family("piazza 2"), family()), ["4C"]),
        (position("feint", family("feint 2, castello, san_polo"), family(), chosen="slot 3"), ["1"]),
        (position("pick", family(piazza="4C 6C"), family()), ["4C", "4D"]),
        (position("pick", family(piazza="4C 6C"), family()), ["stop"]),
        (position("reinforce", family(nest=2), family(nest=1)), ["1"]),
        (position("hawk", family("piazza, hawk_card"), family("piazza, catcher_card")), ["castello"]),
    ],
)
def test_what_all_have_seen_is_final(snapshot, moves):
    match, _ = played(snapshot, *moves)
    assert not any(match.can_undo(seat) for seat in (0, 1))
