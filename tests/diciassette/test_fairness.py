"""The redeal is fair: every deal that fits what a viewer knows comes equally often."""

from collections import Counter

import pytest

import ridotto
from ridotto.engine.conformance import Broken
from ridotto.games.diciassette import components as c
from tests.diciassette.table import table
from tests.diciassette.worlds import PARTS, contents, worlds
from tests.seeds import check_fairness

pytestmark = pytest.mark.slow

SAMPLES = 4_000 if ridotto.compiled else 1_500
SPECTATOR = -1


def small(pile, **options):
    """Few cards are hidden: some in hands, one covered card each, a trashed one, and the pile."""
    return table(
        "1/1 1/1 reverse", "3/3 2 trap", row="0:5- 1:5-", trashed={1: "trap"}, pile=pile, options=options, turns=8
    )


def crowd(pile, discards, **options):
    """All cards that are not named lie open in the row: nothing but these can be anywhere."""
    hands = "1/1 trash trash", "3/3 2 trap", "4/4 4/4 x2"
    trashed = {1: "trap", 2: "trash"}
    named = Counter(" ".join([*hands, pile, discards, "5 5", *trashed.values()]).split())
    left = [name for kind, name in enumerate(c.CARD_NAMES) for _ in range(c.COPIES[kind] - named[name])]
    row = " ".join([*(f"{place % 3}:{card}" for place, card in enumerate(left)), "0:5-", "1:5-"])
    return table(*hands, row=row, pile=pile, trashed=trashed, options=options)


def check(state, viewer, *watched, recall=True, least=None):
    possible = worlds(state, viewer, watched, recall, least)
    check_fairness(state, viewer, possible, SAMPLES, key=lambda world: contents(world, watched), recall=recall)


@pytest.mark.rule("diciassette.info.hand", "diciassette.info.pile_top", "diciassette.info.own_face_down")
@pytest.mark.parametrize("backs", ["true", "false"])
@pytest.mark.parametrize("pile", ["4/4 2", "x2 4/4"])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_hidden_cards_are_dealt_evenly(viewer, pile, backs):
    state = small(pile, hand_backs_public=backs)
    check(state, viewer, "hand")
    check(state, viewer, "row", "trashed")
    check(state, viewer, "pile")


@pytest.mark.rule("diciassette.info.hand", "diciassette.info.trashed")
@pytest.mark.parametrize("viewer", [0, 1])
def test_all_hidden_places_at_once(viewer):
    check(small("x2 4/4"), viewer, *PARTS)


@pytest.mark.rule("diciassette.info.pile_top")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0])
def test_an_empty_pile(viewer):
    check(small(""), viewer, "hand", "row")


@pytest.mark.rule("diciassette.info.public", "diciassette.info.spectator")
@pytest.mark.parametrize("backs", ["true", "false"])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_discards_that_are_not_shown_are_dealt_too_where_nothing_is_remembered(viewer, backs):
    state = crowd("4/4 2", "trash trash 5/5", hand_backs_public=backs, seen_cards_panel="false")
    covered = {"trash": 2}  # has gone with each of the two covered discards
    check(state, viewer, "discards", "row", recall=False, least=covered)
    check(state, viewer, "trashed", "pile", recall=False, least=covered)


TWO, THREE = "1 trash", "1 trash 3/3"
DEMANDS = {  # the hand of seat 1, what lies open, and cards of which one must be among the discards that are not shown
    "its last card was a trash": (THREE, {"phase": "call", "due": 0, "discards": "trash 4/4"}, ["trash"]),
    "the first of its two cards was a trash": (TWO, {"row": "0:x2", "due": 1, "discards": "trash 4/4"}, ["trash"]),
    "it owes two cards": (THREE, {"due": 2, "discards": "trash x2"}, ["x2"]),
    "it owes the second": (TWO, {"row": "0:5 1:5", "due": 1, "discards": "trash 4/4"}, ["trash", "x2"]),
    "round 1 goes the other way": (
        *(THREE, {"round": 1, "direction": "counter-clockwise", "discards": "trash reverse"}, ["reverse"]),
    ),
}


@pytest.mark.rule("diciassette.info.public")
@pytest.mark.parametrize("backs", ["true", "false"])
@pytest.mark.parametrize("demand", DEMANDS)
def test_such_discards_agree_with_what_lies_open(demand, backs):
    hand, given, wanted = DEMANDS[demand]
    options = {"seen_cards_panel": "false", "hand_backs_public": backs}
    given = {"row": "0:5", "turn": 1, "turns": 3, "options": options, **given}
    state = table("1/1 2/2 trap", hand, "2 x2 reverse", **given)
    everything = worlds(state, 0, ("discards",), recall=False)
    possible: dict[object, int] = {}
    for name in wanted:
        possible |= worlds(state, 0, ("discards",), recall=False, least={name: 1})
    assert len(possible) < len(everything)
    check_fairness(state, 0, possible, SAMPLES, key=lambda world: contents(world, ("discards",)), recall=False)


@pytest.mark.rule("diciassette.info.public")
@pytest.mark.parametrize(("recall", "panel"), [(True, "false"), (True, "true"), (False, "true")])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_discards_that_are_shown_or_remembered_stay(viewer, recall, panel):
    state = crowd("4/4 2", "trash trash 5/5", seen_cards_panel=panel)
    check(state, viewer, "discards", "row", recall=recall)


@pytest.mark.rule("diciassette.info.hand")
def test_the_count_finds_an_uneven_redeal():
    """Measured against a count that is wrong, a fair redeal is not."""
    state = small("4/4 2")
    possible = worlds(state, 0, ("hand",))
    uneven = {world: ways * (1 + 2 * (place % 2)) for place, (world, ways) in enumerate(possible.items())}
    with pytest.raises(Broken, match="not even"):
        check_fairness(state, 0, uneven, SAMPLES, key=lambda world: contents(world, ("hand",)))


@pytest.mark.rule("diciassette.info.pile_top", "diciassette.info.hand")
def test_the_count_knows_the_backs():
    """Where backs are hidden more is possible than where they are seen."""
    state = small("4/4 2", hand_backs_public="false")
    with pytest.raises(Broken, match="impossible world"):
        check_fairness(
            state, 0, worlds(small("4/4 2"), 0, ("pile",)), SAMPLES, key=lambda world: contents(world, ("pile",))
        )
