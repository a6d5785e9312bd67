"""The redeal is fair: every plan that fits what a viewer knows comes equally often."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any

import pytest

import ridotto
from ridotto.engine.conformance import Broken
from ridotto.games.venezia.rules.rules import Venezia
from tests.at_the_table import do
from tests.seeds import check_fairness
from tests.venezia.table import ACTIONS, SPECTATOR, districts, family, plan, planned, planning
from tests.venezia.worlds import counted, faces, plan_of, plans

SAMPLES = 4_000 if ridotto.compiled else 3_000

KEYS = {
    "first and action card": lambda world: world[:2],
    "number of cards": lambda world: len(world[2]),
    "cards": lambda world: world[2][:2],
    "pigeons": lambda world: world[3],
    "first card and its pigeons": lambda world: (world[0], world[3][0]),
    "last card and its pigeons": lambda world: (world[2][-1:], world[3][-1]),
}
Key = Callable[[Any], Hashable]
NINE = "1A 2A 3A 4A 5A 6A 7A 8A 9A"


def in_short(plan: Any) -> Hashable:
    return (*plan[:2], len(plan[2]), plan[3][0])


def check(state: Venezia, viewer: int, possible: Iterator[Any], key: Key) -> None:
    """Of the plans that seat 0 may have, none comes more often than another."""
    check_fairness(state, viewer, counted(possible, key), SAMPLES, key=lambda world: key(plan_of(world, 0)))


def complete(piazza="", played=ACTIONS[2:], reserve=3):
    """Seat 0 has a complete plan, seats 1 and 2 have not."""
    hand = [card for card in ACTIONS if card not in played]
    state = planning(family(piazza=piazza, played=" ".join(played), reserve=reserve), family(), family(), round=10)
    plan(state, 0, f"feint 1, {hand[0]}, castello 1, san_polo" if hand else "feint 1, castello 1")
    state.play(1, 1)
    return state, hand


@pytest.mark.rule("venezia.plan.secret", "venezia.info.hand", "venezia.info.noleak")
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 2])
def test_a_complete_plan_may_be_any_plan(viewer, key):
    state, hand = complete()
    check(state, viewer, plans(3, hand), KEYS[key])


@pytest.mark.rule("venezia.plan.secret", "venezia.plan.limit")
@pytest.mark.parametrize(("piazza", "standing"), [(NINE, 9), (f"{NINE} 10A", 10)])
def test_the_limit_of_the_piazza_card_is_known(piazza, standing):
    state, hand = complete(piazza=piazza)
    key = KEYS["first card and its pigeons"]
    check(state, 1, plans(3, hand, standing), key)


@pytest.mark.rule("venezia.plan.secret")
@pytest.mark.parametrize(("played", "reserve"), [(ACTIONS, 0), (ACTIONS, 1), (ACTIONS[4:], 0), (ACTIONS[1:], 5)])
def test_small_reserves_and_other_hands(played, reserve):
    state, hand = complete(played=played, reserve=reserve)
    for key in (KEYS["cards"], in_short):
        check(state, 1, plans(reserve, hand), key)


def laid():
    """Phase 2: the action cards and two district cards of seats 0 and 1 lie face down."""
    families = [family(played="hawk_card crumbs vespa moving_house carrier clergy_card"), family(), family()]
    return planned("piazza 1, catcher_card, castello 1, san_polo", "feint, vespa, giudecca 3, castello", "piazza",
                   families=families, round=9)  # fmt: skip


@pytest.mark.rule("venezia.info.hand", "venezia.info.noleak", "venezia.plan.facedown")
@pytest.mark.parametrize(("viewer", "watched"), [(SPECTATOR, 0), (1, 0), (2, 0), (2, 1), (0, 1)])
def test_face_down_cards_may_be_any(viewer, watched):
    unplayed = [ACTIONS, ["family_gathering", "catcher_card"]][watched == 0]
    possible = counted(faces(unplayed, 2), lambda face: face)
    state = laid()
    for phase in ("place", "pick"):
        assert state.snapshot()["phase"] == phase
        check_fairness(state, viewer, possible, SAMPLES, key=lambda world: plan_of(world, watched)[1:3])
        do(state, "5D")


@pytest.mark.rule("venezia.info.hand", "venezia.action.reveal")
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_after_the_action_cards_are_turned_up_only_the_district_cards_are_hidden(viewer):
    state = districts(family("piazza, hawk_card, castello 2, san_polo"), family("piazza, vespa, giudecca", castello=1))
    possible = counted(faces(["hawk_card"], 2), lambda face: face)
    check_fairness(state, viewer, possible, SAMPLES, key=lambda world: plan_of(world, 0)[1:3])


@pytest.mark.rule("venezia.card.carrier.secret")
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_cards_may_be_any_before_within_and_after_an_exchange(viewer):
    """Whatever it was before, as many exchanges lead to each."""
    state = districts(family("piazza, carrier, castello 2, san_polo"), family("piazza, hawk_card"))
    possible = counted(faces(["none"], 2), lambda face: face[1])
    for move in ("slot 3", "san_giorgio", "giudecca"):
        check_fairness(state, viewer, possible, SAMPLES, key=lambda world: plan_of(world, 0)[2])
        do(state, move)


@pytest.mark.rule("venezia.info.hand")
def test_the_plans_of_two_seats_are_independent():
    possible = counted(
        ((one, two) for one in faces(["x"], 1) for two in faces(["x"], 1)), lambda pair: (pair[0][1], pair[1][1])
    )
    state = planned("piazza 1, castello 1", "piazza, castello 2", "piazza")
    check_fairness(state, 2, possible, SAMPLES, key=lambda world: (plan_of(world, 0)[2], plan_of(world, 1)[2]))


@pytest.mark.rule("venezia.plan.secret")
def test_the_count_finds_an_uneven_redeal_and_an_impossible_plan():
    """Measured against a list that is wrong, a fair redeal is not."""
    state, hand = complete()
    key = KEYS["first card and its pigeons"]
    possible = counted(plans(3, hand), key)
    uneven = {world: ways * (1 + (world[0] == "feint")) for world, ways in possible.items()}
    with pytest.raises(Broken, match="not even"):
        check_fairness(state, 1, uneven, SAMPLES, key=lambda world: key(plan_of(world, 0)))
    with pytest.raises(Broken, match="impossible world"):
        check_fairness(state, 1, counted(plans(2, hand), key), SAMPLES, key=lambda world: key(plan_of(world, 0)))
