"""Snapshots of positions that cannot be: each is refused with a sentence that says why."""

import pytest

import ridotto
from tests.venezia.table import ACTIONS, Snapshot, family, game, position, refusal

TEN = "1A 2A 3A 4A 5A 6A 7A 8A 9A 10A"


# The Piazza


@pytest.mark.rule("venezia.plan.limit")
def test_eleven_pigeons_on_the_piazza():
    assert refusal("plan", family(piazza=f"{TEN} 1B"), family()) == (
        "Seat 0 has 11 pigeons on the Piazza; 10 are allowed."
    )
    message = refusal("place", family("piazza 2", piazza="1A 2A 3A 4A 5A 6A 7A 8A 9A"), family())
    assert message == "Seat 0 would have more than 10 pigeons on the Piazza."


@pytest.mark.rule("venezia.first.onepersquare")
def test_two_pigeons_on_one_square():
    assert refusal("plan", family(piazza="4C"), family(piazza="4C")) == "Two pigeons are on 4C."
    assert refusal("plan", family(piazza="4C 4C"), family()) == "seat 0, piazza: 4C is there twice."


@pytest.mark.rule("venezia.first.campanile", "venezia.tourist.campanile", "venezia.hunter.respin")
def test_anybody_on_the_campanile():
    assert refusal("plan", family(piazza="8G"), family()) == "seat 0, piazza: 8G is the Campanile."
    pieces = family(piazza="4C"), family()
    assert refusal("pick", *pieces, tourists="8G 1A") == "tourists: 8G is the Campanile."
    assert refusal("pick", *pieces, hunters="8G") == "hunters: 8G is the Campanile."


@pytest.mark.parametrize("square", ["8I", "11A", "c4", "", "4c"])
def test_a_square_that_does_not_exist(square):
    snapshot = position("plan", family(), family())
    snapshot["seats"][0]["piazza"] = [square]
    with pytest.raises(ridotto.BadSnapshot, match="seat 0, piazza: there is no"):
        game.load(snapshot)


@pytest.mark.rule("venezia.tourist.number", "venezia.tourist.respin", "venezia.hunter.second")
@pytest.mark.parametrize(
    ("phase", "given", "message"),
    [
        ("pick", {"tourists": "1A"}, "tourists: there must be 2 in this phase, not 1."),
        ("pick", {"tourists": "1A 2A 3A"}, "tourists: there must be 2 in this phase, not 3."),
        ("pick", {"tourists": "1A 1A"}, "tourists: 1A is there twice."),
        ("pick", {"hunters": ""}, "hunters: there must be 1 in this phase, not 0."),
        ("pick", {"hunters": "1A 2A"}, "hunters: there must be 1 in this phase, not 2."),
        ("pick", {"tourists": "1A 2A", "options": {"tourists": 3}}, "tourists: there must be 3 in this phase, not 2."),
        ("pick", {"hunters": "1A", "options": {"hunters": 2}}, "hunters: there must be 2 in this phase, not 1."),
        ("plan", {"tourists": "1A 2A"}, "tourists: there must be 0 in this phase, not 2."),
        ("plan", {"hunters": "1A"}, "hunters: there must be 0 in this phase, not 1."),
        ("pick", {"tourists": "1A 2A", "hunters": "2A"}, "Nobody else can be on the square of a hunter, 2A."),
        ("pick", {"hunters": "4C"}, "Nobody else can be on the square of a hunter, 4C."),
        ("pick", {"hunters": "5D"}, "The pigeon on 4C has been in the reach of a hunter."),
    ],
)
def test_wrong_tourists_and_hunters(phase, given, message):
    assert refusal(phase, family(piazza="4C"), family(), **given) == message


@pytest.mark.rule("venezia.move.once", "venezia.jump.norevisit")
@pytest.mark.parametrize(
    ("phase", "given", "message"),
    [
        ("pick", {"moved": "5F"}, "Only pigeons of the player whose turn it is can have moved."),
        ("pick", {"moved": "7E"}, "Only pigeons of the player whose turn it is can have moved."),
        ("pick", {"been": "4C"}, "No pigeon is jumping in this phase."),
        ("pick", {"chosen": "4C"}, "'4C' cannot be chosen in this phase."),
        ("move", {}, "None cannot be chosen in this phase."),
        ("move", {"chosen": "7E"}, "'7E' cannot be chosen in this phase."),
        ("move", {"chosen": "castello"}, "'castello' cannot be chosen in this phase."),
        ("move", {"chosen": "4C", "moved": "4C"}, "The pigeon on 4C has moved already."),
        ("jump", {"chosen": "4C"}, "The pigeon on 4C cannot have been on these squares."),
        ("jump", {"chosen": "4C", "been": "4C"}, "The pigeon on 4C cannot have been on these squares."),
        ("jump", {"chosen": "4C", "been": "4C 5C"}, "The pigeon on 4C cannot have been on these squares."),
        ("jump", {"chosen": "4C", "been": "4C 8G"}, "been: 8G is the Campanile."),
        ("jump", {"chosen": "4C", "been": "4C 10G"}, "The pigeon on 4C cannot have been on these squares."),
        ("jump", {"chosen": "4C", "been": "4C 2C"}, "The pigeon on 4C cannot have been on these squares."),
        ("jump", {"chosen": "4C", "been": "4C 6E 10E"}, "The pigeon on 4C cannot have been on these squares."),
        ("over", {"moved": "4C", "round": 20}, "Only pigeons of the player whose turn it is can have moved."),
    ],
)
def test_moves_that_cannot_have_been(phase, given, message):
    assert refusal(phase, family(piazza="4C 6C"), family(piazza="7E 5D"), **given) == message


@pytest.mark.rule("venezia.jump.chain", "venezia.jump.basic")
def test_a_chain_of_jumps_is_read():
    families = family(piazza="4C 6C"), family(piazza="5D 7E 3B")
    state = game.load(position("jump", *families, chosen="4C", been="4C 6E 8E"))
    assert state.snapshot()["been"] == ["4C", "6E", "8E"]


# Pigeons


@pytest.mark.rule("venezia.flow.invariants", "venezia.setup.pieces")
@pytest.mark.parametrize(
    ("given", "pigeons"),
    [({"reserve": 12, "supply": 29}, 41), ({"supply": 27}, 39), ({"reserve": 40, "castello": 1}, 41),
     ({"reserve": 38, "piazza": "4C 5C 6C"}, 41)],
)  # fmt: skip
def test_forty_pigeons_no_more_no_less(given, pigeons):
    assert refusal("plan", family(**given), family()) == f"Seat 0 has {pigeons} pigeons; there must be 40."


def test_pigeons_on_cards_count_too():
    message = refusal("place", family("piazza 3, castello 2", reserve=36), family())
    assert message == "Seat 0 has 41 pigeons; there must be 40."


@pytest.mark.rule("venezia.card.clergy", "venezia.flow.invariants")
@pytest.mark.parametrize(
    ("grey", "message"),
    [
        ({"castello": 6, "san_polo": 3}, "There are 6 grey pigeons, not 9."),
        ({"castello": 7}, "grey, castello must be a number from 1 to 6, not 7."),
        ({"castello": 2}, "Grey pigeons stand together in groups of 3, 3."),
        ({"castello": 4}, "Grey pigeons stand together in groups of 3, 3."),
        ({"san_giorgio": 3}, "grey has an unknown entry 'san_giorgio'."),
    ],
)
def test_grey_pigeons_that_cannot_be(grey, message):
    assert refusal("plan", family(), family(), round=5, grey=grey) == message


@pytest.mark.rule("venezia.upkeep.nest", "venezia.breed.own")
def test_a_nest_before_anything_is_born():
    for phase, more in (("plan", {}), ("place", {}), ("pick", {"piazza": "4C"})):
        plan = "piazza 1" if phase == "place" else ""
        assert refusal(phase, family(plan, nest=1, **more), family()) == "Seat 0 has no pigeons in the nest yet."


@pytest.mark.rule("venezia.setup.reserve", "venezia.setup.grey")
@pytest.mark.parametrize(("phase", "round"), [("home", 0), ("plan", 1)])
def test_before_the_first_plans_are_complete_everything_is_as_at_the_start(phase, round):
    message = "Seat 0 still has 12 pigeons in the reserve, and all others in the supply."
    for given in ({"castello": 1}, {"piazza": "4C"}, {"san_michele": 1}, {"reserve": 13}):
        assert refusal(phase, family(**given), family(), round=round) == message


@pytest.mark.rule("venezia.setup.grey", "venezia.plan.action.round1")
@pytest.mark.parametrize(("phase", "round"), [("home", 0), ("plan", 1), ("plan", 2), ("reinforce", 2)])
def test_grey_pigeons_before_anybody_can_have_placed_them(phase, round):
    nest: Snapshot = {} if phase != "reinforce" else {"nest": 1}
    message = refusal(phase, family(**nest), family(), round=round, grey={"castello": 3})
    assert message == "Grey pigeons stand in districts after an action card: not before round 2."
    clergy = family("piazza, clergy_card"), family()
    assert game.load(position("clergy", *clergy, grey={"castello": 3}, number=1)).actor() == 0


# Home bases


@pytest.mark.rule("venezia.setup.home")
def test_home_bases_that_cannot_be():
    assert refusal("plan", family(home="castello"), family(home="castello")) == "Two home bases are in one district."
    assert refusal("plan", family(home=None), family()) == "Every seat must have its home base in a district."
    assert refusal("plan", family(home="san_giorgio"), family()) == "seat 0, home: there is no 'san_giorgio'."
    message = "Home bases are placed one after the other from the start player, seat 0."
    assert refusal("home", family(), family(home="castello"), round=0) == message
    assert refusal("home", family(home="san_polo"), family(home="castello"), round=0) == message


# Cards


@pytest.mark.rule("venezia.setup.cards.split", "venezia.plan.action.hand", "venezia.plan.districts.number")
@pytest.mark.parametrize("phase", ["plan", "place"])
def test_a_card_in_two_places(phase):
    first = "piazza 1" if phase == "place" else "piazza"
    message = refusal(phase, family(f"{first}, vespa", played="vespa"), family(), round=4)
    assert message == "seat 0, plan: vespa is laid and in the played pile."
    message = refusal(phase, family(f"{first}, castello, castello"), family())
    assert message == "seat 0, plan: a district card is there twice."
    assert refusal(phase, family(first, played="vespa vespa"), family(), round=4) == (
        "seat 0, played: vespa is there twice."
    )


@pytest.mark.rule("venezia.plan.five")
def test_four_district_cards():
    message = refusal("place", family("piazza 1, castello, san_polo, giudecca, san_marco"), family())
    assert message == "seat 0, plan: 4 district cards; 3 are allowed."


@pytest.mark.rule("venezia.plan.action.round1")
def test_action_cards_too_early():
    assert refusal("place", family("piazza 1, vespa"), family(), round=1) == "No action card can be laid in round 1."
    for round, played in ((1, "vespa"), (2, "vespa"), (4, "vespa crumbs carrier")):
        assert refusal("plan", family(played=played), family(), round=round) == (
            f"Seat 0 cannot have played so many action cards by round {round}."
        )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": "vespa"}, "seat 0, plan, first: there is no 'vespa'."),
        ({"first": None}, "seat 0, plan, first: there is no None."),
        ({"action": "castello"}, "seat 0, plan, action: there is no 'castello'."),
        ({"cards": ["san_michele"]}, "seat 0, plan, cards: there is no 'san_michele'."),
        ({"pigeons": [1]}, "seat 0, plan: there must be 2 numbers of pigeons, not 1."),
        ({"pigeons": [1, -1]}, "seat 0, plan, pigeons must be a number from 0 to 40, not -1."),
        ({"pigeons": [1, True]}, "seat 0, plan, pigeons must be a number from 0 to 40, not True."),
        ({"step": "complete"}, "seat 0, plan: nobody plans in this phase."),
        ({"colour": "red"}, "seat 0, plan has an unknown entry 'colour'."),
    ],
)
def test_plans_that_are_none(change, message):
    snapshot = position("place", family("piazza 1, castello 1"), family())
    snapshot["seats"][0]["plan"] |= change
    with pytest.raises(ridotto.BadSnapshot) as refused:
        game.load(snapshot)
    assert str(refused.value) == message


@pytest.mark.rule("venezia.setup.cards")
def test_there_are_eight_action_cards_and_no_other():
    assert len(ACTIONS) == 8
    assert refusal("plan", family(played="joker"), family(), round=5) == "seat 0, played: there is no 'joker'."
