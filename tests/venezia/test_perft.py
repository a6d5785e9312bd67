"""Perft: the number of different sequences of decisions from a position, to a small depth."""

from math import comb, perm

import pytest

from tests.at_the_table import choices, do
from tests.playing import Choices, perft
from tests.venezia.table import DISTRICTS, SQUARES, districts, family, game, phase, planned, planning, table
from tests.venezia.worlds import plans


def settled(players):
    state = game.start(players=players, seed=1)
    do(state, *DISTRICTS[:players])
    return state


def chains():
    """Pigeons close together: walks, jumps, chains, a pincer."""
    return table("pick", family(piazza="3C 4D 6D 8E"), family(piazza="5D 6E 4F 7F"), tourists="5F 2B", hunters="10A")


def evening():
    """Every seat has an action card and something to choose."""
    return districts(
        family("piazza, vespa, castello 1", castello=2, san_polo=1, reserve=5),
        family("piazza, moving_house", castello=3, san_michele=1),
        family("piazza, carrier, giudecca 1, san_polo", san_giorgio=2, reserve=5),
    )


COUNTED = {
    "start of 2": (lambda: game.start(players=2, seed=1), [7, 42, 84, 756, 6384, 43008]),
    "start of 3": (lambda: game.start(players=3, seed=1), [7, 42, 210, 420, 3780, 31920]),
    "start of 4": (lambda: game.start(players=4, seed=1), [7, 42, 210, 840, 1680, 15120]),
    "first plan": (lambda: settled(2), [2, 18, 152, 1024, 11280, 77200]),
    "second plan": (
        lambda: planning(family(reserve=3, played="hawk_card"), family(), round=3),
        [2, 16, 144, 1088, 6912, 27648],
    ),
    "placing": (lambda: planned("piazza 2", "piazza 1"), [79, 6162, 474474]),
    "feint": (
        lambda: planned("feint 4, castello, san_polo, giudecca", "feint 2, castello, san_marco"),
        [5, 17, 48, 138, 1242, 10881],
    ),
    "on the Piazza": (chains, [5, 34, 144, 869, 3254, 16698]),
    "three tourists, two hunters": (
        lambda: table("pick", family(piazza="3C 4C"), family(piazza="4D"), options={"tourists": 3, "hunters": 2}),
        [3, 18, 42, 188, 701, 4231],
    ),
    "gathering": (
        lambda: districts(family("piazza, family_gathering", castello=2, san_polo=3), family()),
        [3, 8, 33, 223, 1789, 12798],
    ),
    "action cards": (evening, [2, 8, 36, 144, 480, 1920]),
    "clergy": (
        lambda: districts(family("piazza, clergy_card"), family("piazza, catcher_card", castello=3)),
        [7, 49, 343, 686, 5488, 49392],
    ),
    "recover and fetch": (
        lambda: districts(family(played="vespa crumbs", san_giorgio=2), family(san_michele=3), round=5),
        [3, 9, 18, 162, 1458, 12312],
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_there_are_as_many_sequences_as_ever(name):
    build, counts = COUNTED[name]
    assert [perft(build(), depth) for depth in range(1, len(counts) + 1)] == counts


# The same by other ways


@pytest.mark.rule("venezia.setup.home")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_homes_are_chosen_one_after_the_other_among_seven(players):
    state = game.start(players=players, seed=1)
    assert perft(state, players) == perm(7, players)


@pytest.mark.rule("venezia.first.place", "venezia.first.onepersquare")
def test_three_pigeons_are_placed_on_79_78_and_77_squares():
    assert perft(planned("piazza 2", "piazza 1"), 3) == 79 * 78 * 77


def ways_to_plan(state, seat):
    """Counted decision by decision."""
    total = 0
    for move in state.moves(seat):
        after = state.copy()
        after.play(seat, move)
        total += ways_to_plan(after, seat) if seat in after.actors() else 1
    return total


@pytest.mark.rule(
    "venezia.plan.five", "venezia.plan.districts.number", "venezia.plan.pigeons.split", "venezia.plan.limit"
)
@pytest.mark.parametrize(
    ("reserve", "hand", "standing"),
    [(0, [], ""), (1, [], ""), (2, ["vespa"], ""), (2, [], "1A 2A 3A 4A 5A 6A 7A 8A 9A")],
)
def test_a_seat_has_as_many_plans_as_the_specification_allows(reserve, hand, standing):
    played = [game.text(3 + card) for card in range(8) if game.text(3 + card) not in hand]
    state = planning(family(reserve=reserve, played=" ".join(played), piazza=standing), family(), round=11)
    listed = sum(1 for _ in plans(reserve, hand, len(standing.split())))
    assert ways_to_plan(state, 0) == listed
    if not standing:
        ways = sum(perm(8, cards) * comb(reserve + cards + 1, cards + 1) for cards in range(4))
        assert listed == 2 * (1 + len(hand)) * ways


# Moves on the Piazza, by columns and rows


def at(name):
    return int(name[:-1]), "ABCDEFGH".index(name[-1])


def whole_moves(start, birds, tourists, hunters):
    """How many ways one pigeon has to walk, or to jump once or several times and then to stop."""
    board = {at(name) for name in SQUARES} - {(8, 6)}
    others = birds - {start}
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]

    def lands(square):
        return square in board - others - hunters

    def jump(square, been):
        total = 0
        for x, y in steps:
            over, landing = (square[0] + x, square[1] + y), (square[0] + 2 * x, square[1] + 2 * y)
            if over in others - tourists and lands(landing) and landing not in been:
                total += 1  # and stop there
                if landing not in tourists:
                    total += jump(landing, been | {landing})
        return total

    return sum(lands((start[0] + x, start[1] + y)) for x, y in steps) + jump(start, {start})


def ways_to_move(state, name):
    """The same, decision by decision; a decision that is not asked counts as made."""
    state = state.copy()
    do(state, name)
    if phase(state) not in ("move", "jump"):
        return 1
    total, stack = 0, [state]
    while stack:
        here = stack.pop()
        for move in choices(here):
            after = here.copy()
            do(after, move)
            if move != "stop" and phase(after) == "jump":
                stack.append(after)
            else:
                total += 1
    return total


@pytest.mark.rule("venezia.move.walk", "venezia.jump.basic", "venezia.jump.chain", "venezia.jump.norevisit")
@pytest.mark.parametrize("seed", range(12))
def test_a_pigeon_has_as_many_moves_as_counted_by_columns_and_rows(seed):
    """18 pigeons close together around two tourists."""
    choice = Choices(seed)
    near = [f"{column}{row}" for row in "BCDEFG" for column in range(2, 9) if f"{column}{row}" != "8G"]
    birds: list[str] = []
    while len(birds) < 18:
        birds.append(near.pop(choice.below(len(near))))
    tourists = [birds[choice.below(18)], near[choice.below(len(near))]]
    state = table(
        "pick", family(piazza=" ".join([*birds[:9], "10H"])), family(piazza=" ".join(birds[9:])),
        tourists=" ".join(tourists), hunters="10B",
    )  # fmt: skip
    movable = choices(state) - {"stop"}
    squares = {at(name) for name in [*birds, "10H"]}
    for name in [*birds[:9], "10H"]:
        ways = whole_moves(at(name), squares, {at(name) for name in tourists}, {(10, 1)})
        assert (name in movable) == (ways > 0)
        if ways:
            assert ways_to_move(state, name) == ways
