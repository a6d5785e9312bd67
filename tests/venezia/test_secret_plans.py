"""Planning is simultaneous and secret (section 5.4)."""

from itertools import permutations

import pytest
from msgspec.structs import replace

import ridotto
from ridotto.games.venezia import components as c
from tests.at_the_table import choices, do
from tests.playing import Choices
from tests.venezia.table import SPECTATOR, family, game, plan, planning
from tests.venezia.views import own_of, place_names

PLANS = {0: "piazza 3, vespa, castello 2, san_polo", 1: "feint 4, san_giorgio 5", 2: "piazza, hawk_card"}
DECISIONS = {
    0: ["piazza", "vespa", "castello", "san_polo", "stop", "3", "2", "0"],
    1: ["feint", "stop", "san_giorgio", "stop", "4", "5"],
    2: ["piazza", "hawk_card", "stop", "0"],
}


def sight(state, viewer):
    """What somebody is shown, as page and as table."""
    view = game.view(state, viewer)
    return view, repr(game.scene(view))


@pytest.mark.rule("venezia.plan.secret", "venezia.plan.facedown", "venezia.info.reserve", "venezia.info.noleak")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_until_its_plan_is_complete_the_others_see_nothing_of_a_seat(seat):
    state = planning(family(), family(), family())
    others = [viewer for viewer in (SPECTATOR, 0, 1, 2) if viewer != seat]
    before = [sight(state, viewer) for viewer in others]
    for move in DECISIONS[seat][:-1]:
        state.play(seat, game.parse(move))
        assert [sight(state, viewer) for viewer in others] == before
        assert all(note.audience & ~(1 << seat) == 0 for note in state.take_notes())


@pytest.mark.rule("venezia.plan.secret", "venezia.info.reserve", "venezia.info.hand")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_then_they_see_that_it_is_no_longer_pending_and_nothing_else(seat):
    state = planning(family(), family(), family())
    others = [viewer for viewer in (SPECTATOR, 0, 1, 2) if viewer != seat]
    before = [game.view(state, viewer) for viewer in others]
    plan(state, seat, PLANS[seat])
    for viewer, view in zip(others, before, strict=True):
        waiting = tuple(other for other in (0, 1, 2) if other != seat)
        assert game.view(state, viewer) == replace(view, public=replace(view.public, waiting=waiting))
        assert game.view(state, viewer).public.seats[seat].reserve == 12


@pytest.mark.rule("venezia.plan.secret", "venezia.info.noleak")
def test_two_plans_that_differ_look_alike():
    """Longer or shorter, with or without cards: to the others it is one decision that completes a plan."""
    seen = []
    for text in (PLANS[0], PLANS[1], "feint 12", "piazza, crumbs, giudecca 12"):
        state = planning(family(), family())
        plan(state, 0, text)
        heard = [note for note in state.take_notes() if note.audience & 0b10]
        seen.append(([sight(state, viewer) for viewer in (SPECTATOR, 1)], heard, choices(state, 1)))
    assert seen.count(seen[0]) == len(seen)


@pytest.mark.rule("venezia.plan.secret", "venezia.info.noleak")
def test_what_others_see_of_planning_decisions():
    """Nothing of a step, the same of every step that completes a plan, something else of the last of all."""
    state = planning(family(), family())
    for move in ("piazza", "feint"):
        assert state.observed_by(0, 0, game.parse(move)) == game.parse(move)
        assert state.observed_by(1, 0, game.parse(move)) == state.observed_by(SPECTATOR, 0, game.parse(move)) == -1
    do(state, "feint", "stop", "castello", "stop", "7")
    completing = {state.observed_by(1, 0, game.parse(str(number))) for number in range(6)}
    assert len(completing) == 1
    do(state, "2", "piazza", "stop", "stop")
    last = {state.observed_by(0, 1, game.parse(str(number))) for number in range(11)}
    assert len(last) == 1
    assert not last & completing
    assert -1 not in last | completing


@pytest.mark.rule("venezia.plan.independent", "venezia.plan.simultaneous")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_the_seats_makes_no_difference(order):
    usual, other = planning(family(), family(), family()), planning(family(), family(), family())
    for seat in range(3):
        plan(usual, seat, PLANS[seat])
    for seat in order:
        plan(other, seat, PLANS[seat])
    assert usual == other
    assert usual.take_notes() == other.take_notes()
    assert usual.drawn() == other.drawn()


@pytest.mark.slow
@pytest.mark.rule("venezia.plan.independent")
@pytest.mark.parametrize("seed", range(20))
def test_nor_does_any_interleaving_even_in_the_middle_of_the_phase(seed):
    choice = Choices(seed)
    left = {seat: list(moves) for seat, moves in DECISIONS.items()}
    mixed = planning(family(), family(), family())
    done: dict[int, list[str]] = {0: [], 1: [], 2: []}
    while any(left.values()):
        seat = [seat for seat in left if left[seat]][choice.below(sum(1 for moves in left.values() if moves))]
        done[seat].append(left[seat].pop(0))
        mixed.play(seat, game.parse(done[seat][-1]))
        in_turn = planning(family(), family(), family())
        for other, moves in done.items():
            for move in moves:
                in_turn.play(other, game.parse(move))
        assert mixed == in_turn
        assert [sight(mixed, viewer) for viewer in (SPECTATOR, 0)] == [
            sight(in_turn, viewer) for viewer in (SPECTATOR, 0)
        ]
    assert mixed.take_notes() == in_turn.take_notes()


@pytest.mark.rule("venezia.plan.independent")
def test_what_may_be_planned_depends_on_nobody_else():
    """Seat 1 takes the same cards, and as many pigeons."""
    alone, after = planning(family(), family()), planning(family(), family())
    plan(after, 0, PLANS[0])
    for move in DECISIONS[0][:-1]:
        assert choices(alone, 1) == choices(after, 1)
        alone.play(1, game.parse(move))
        after.play(1, game.parse(move))
    assert choices(alone, 1) == choices(after, 1)


@pytest.mark.rule("venezia.plan.independent", "venezia.chance.draw")
def test_planning_draws_nothing():
    state = planning(family(), family(), family())
    before = state.drawn()
    for seat in (0, 1):
        plan(state, seat, PLANS[seat])
    assert state.drawn() == before


@pytest.mark.rule("venezia.plan.secret")
def test_an_unfinished_plan_has_not_begun_for_the_others():
    """A redeal for them puts it back to its start; a complete one may be anything."""
    state = planning(family(), family())
    for move in DECISIONS[0][:4]:
        state.play(0, game.parse(move))
    for viewer in (SPECTATOR, 1):
        world = state.redeal(viewer, ridotto.Rng(5))
        assert world.snapshot()["seats"][0]["plan"]["step"] == "first"
    assert state.redeal(0, ridotto.Rng(5)).snapshot()["seats"][0]["plan"]["cards"] == ["castello", "san_polo"]
    for move in DECISIONS[0][4:]:
        state.play(0, game.parse(move))
    worlds = [state.redeal(1, ridotto.Rng(seed)).snapshot()["seats"][0]["plan"] for seed in range(40)]
    assert {world["step"] for world in worlds} == {"complete"}
    assert len({str(world) for world in worlds}) > 35


@pytest.mark.rule("venezia.plan.secret", "venezia.info.hand")
def test_the_owner_sees_his_plan_his_hand_and_what_is_left():
    state = planning(family(), family())
    for move in ("piazza", "vespa", "castello", "san_polo", "stop", "3"):
        state.play(0, game.parse(move))
    own = own_of(state, 0)
    assert (own.plan.step, own.plan.first, own.plan.action) == ("pigeons", c.PIAZZA, c.VESPA)
    assert (place_names(own.plan.cards), own.plan.pigeons) == (["castello", "san_polo"], (3,))
    assert own.left == 9
    assert c.VESPA not in own.actions
    assert not {"castello", "san_polo"} & set(place_names(own.districts))
    assert game.view(state, SPECTATOR).own is None
