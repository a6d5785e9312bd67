"""What others may have planned is drawn evenly: all worlds of small positions, counted by hand."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import ridotto
from ridotto.engine.conformance import fair
from ridotto.games.venezia import city as c
from ridotto.games.venezia.snapshot import plan
from tests.venezia.table import game, table

CARDS = c.PLACE_NAMES[: c.DISTRICT_CARDS]


def frozen_plan(state: Any, seat: int) -> tuple[Any, ...]:
    step, first, action, cards, pigeons = plan(state, seat).values()
    return step, first, action, tuple(cards), tuple(pigeons)


def counts(slots: int, most: int) -> Iterator[tuple[int, ...]]:
    """All numbers of pigeons on so many slots, `most` in all."""
    return (numbers for numbers in product(range(most + 1), repeat=slots) if sum(numbers) <= most)


def plans(reserve: int, on_piazza: int, actions: tuple[str | None, ...]) -> Iterator[tuple[Any, ...]]:
    """All complete plans, written down one by one from the rules."""
    for first, action, cards in product(c.FIRST_NAMES, actions, range(4)):
        for laid in permutations(CARDS, cards):
            for numbers in counts(1 + cards, reserve):
                if first == "feint" or numbers[0] + on_piazza <= c.ON_PIAZZA:
                    yield "complete", first, action, laid, numbers


def without_faces(complete: tuple[Any, ...]) -> tuple[Any, ...]:
    """Only how many district cards there are: a smaller number of worlds."""
    step, first, action, laid, numbers = complete
    return step, first, action, len(laid), numbers


def test_a_complete_plan_is_drawn_evenly_from_all_that_the_seat_could_have_made():
    played = "hawk_card, catcher_card, clergy_card, moving_house, vespa, crumbs"
    state = table(
        2,
        round=9,
        reserves={1: 2},
        played={1: played},
        piazza={1: "2B 4B 6B 8B 2D 4D 6D 8D 2F"},
        plans={1: "feint 0, castello 1"},
    )
    worlds: dict[Any, int] = {}
    for complete in plans(2, 9, (None, "family_gathering", "carrier")):
        worlds[without_faces(complete)] = worlds.get(without_faces(complete), 0) + 1
    for viewer in (0, -1):
        fair(state, viewer, worlds, 40_000, lambda world: without_faces(frozen_plan(world, 1)), recall=viewer == 0)


def test_the_district_cards_of_a_complete_plan_are_any_in_any_order():
    state = table(2, reserves={1: 0}, round=1, plans={1: "piazza 0, castello 0, giudecca 0"})
    worlds = dict.fromkeys(plans(0, 0, (None,)), 1)
    assert len(worlds) == 2 * (1 + 8 + 8 * 7 + 8 * 7 * 6)
    fair(state, 0, worlds, 40_000, lambda world: frozen_plan(world, 1))


def test_an_unfinished_plan_is_taken_back():
    state = table(2, plans={1: {"step": "districts", "first": "feint", "cards": ["castello"]}})
    for viewer in (0, -1):
        assert frozen_plan(state.redeal(viewer, ridotto.Rng(1)), 1) == ("first", None, None, (), ())
    assert frozen_plan(state.redeal(1, ridotto.Rng(1)), 1) == frozen_plan(state, 1)


def test_faces_that_lie_there_are_drawn_evenly_and_their_counts_stay():
    actions = [name for name in c.ACTION_NAMES if name != "crumbs"]
    state = table(
        2,
        phase="pick",
        piazza={0: "5E"},
        played={1: "crumbs"},
        plans={1: "feint 0, vespa, castello 2, san_giorgio 0"},
    )
    worlds = {(None, "feint", action, laid, (0, 2, 0)): 1 for action in actions for laid in permutations(CARDS, 2)}
    for viewer in (0, -1):
        fair(state, viewer, worlds, 30_000, lambda world: frozen_plan(world, 1))


def test_after_the_action_cards_are_turned_up_only_district_cards_are_hidden():
    state = table(
        2,
        phase="vespa from",
        places={0: "castello 1, giudecca 1"},
        plans={0: "feint 0, vespa", 1: "feint 0, hawk_card, castello 2"},
    )
    worlds = {(None, "feint", "hawk_card", (card,), (0, 2)): 1 for card in CARDS}
    fair(state, 0, worlds, 4_000, lambda world: frozen_plan(world, 1))
    assert game.view(state, 0)["seats"][1]["plan"]["action"] == "hawk_card"
