"""Snapshots whose phase, points or choices cannot be: each is refused with a sentence that says why."""

import pytest

import ridotto
from tests.venezia.table import DISTRICTS, Snapshot, family, game, position, refusal


@pytest.mark.rule("venezia.score.three", "venezia.score.six", "venezia.end.fifty")
@pytest.mark.parametrize(
    ("players", "round", "score"), [(2, 9, 4), (2, 9, 51), (2, 2, 18), (4, 2, 24), (2, 1, 3), (2, 3, 33), (3, 9, 60)]
)
def test_points_that_nobody_can_have(players, round, score):
    message = refusal("plan", family(score=score), *[family()] * (players - 1), round=round)
    assert message == f"Seat 0 cannot have {score} points in round {round}."


@pytest.mark.rule("venezia.score.six", "venezia.end.five")
def test_four_majorities_a_round_are_the_most():
    """With two players 6 + 3 x 3, with four 3 x 6 + 3."""
    for players, most in ((2, 15), (3, 18), (4, 21)):
        families = [family(score=most), *[family()] * (players - 1)]
        assert game.load(position("plan", *families, round=2)).scores()[0] == most
        assert "cannot have" in refusal("plan", family(score=most + 3), *families[1:], round=2)


@pytest.mark.rule("venezia.score.majority", "venezia.end.timing")
def test_points_that_do_not_fit_the_districts_just_scored():
    """After the scoring of a round the majorities are among the points, and no more than them were won in it."""
    five: Snapshot = dict.fromkeys(DISTRICTS[:5], 1)
    for phase, given in (
        ("fetch", {"san_michele": 1, "dorsoduro": 1}),
        ("recover", {"san_giorgio": 1, "dorsoduro": 1, "played": "vespa"}),
        ("over", five),
    ):
        assert refusal(phase, family(**given), family(), round=3) == "Seat 0 cannot have 0 points in round 3."
    assert refusal("over", family(score=60), family(), round=9) == "Seat 0 cannot have 60 points in round 9."
    assert game.load(position("over", family(score=18, **five), family(), round=3)).scores() == [18, 0]
    assert game.load(position("over", family(score=51, dorsoduro=1), family(), round=9)).scores() == [51, 0]


@pytest.mark.rule("venezia.score.majority", "venezia.score.six")
def test_points_that_all_together_cannot_have():
    """Seven districts a round: with two players 27 points at the most."""
    message = "All seats together cannot have so many points in round 2."
    assert refusal("plan", family(score=15), family(score=15), round=2) == message
    assert game.load(position("plan", family(score=15), family(score=12), round=2)).scores() == [15, 12]


@pytest.mark.rule("venezia.end.limit", "venezia.setup.options")
def test_a_round_beyond_the_last():
    assert refusal("plan", family(), family(), round=21) == "round must be a number from 1 to 20, not 21."
    assert refusal("plan", family(), family(), round=0) == "round must be a number from 1 to 20, not 0."
    assert refusal("plan", family(), family(), round=True) == "round must be a number from 1 to 20, not True."
    assert refusal("home", family(), family(), round=1) == "Nothing has happened before the first round."
    state = game.load(position("plan", family(), family(), round=4000, options={"max_rounds": 0}))
    assert state.snapshot()["round"] == 4000


@pytest.mark.rule("venezia.end.timing", "venezia.end.five", "venezia.end.fifty", "venezia.end.limit")
def test_a_game_that_should_be_over_and_one_that_cannot_be():
    five = family(score=18, places=dict.fromkeys([*DISTRICTS[:5], "san_michele"], 1))
    assert refusal("fetch", five, family(), round=9) == "The game should be over."
    assert refusal("fetch", family(san_michele=1), family(), round=20) == "The game should be over."
    message = "The game cannot be over: nobody has won, and it is not the last round."
    assert refusal("over", family(), family(), round=19) == message
    assert refusal("over", family(score=48), family(), round=19) == message
    assert game.load(position("over", family(), family(), round=20)).over


@pytest.mark.parametrize(
    ("phase", "given", "message"),
    [
        ("planning", {}, "phase: there is no 'planning'."),
        ("plan", {"start": 2}, "start must be a number from 0 to 1, not 2."),
        ("plan", {"player": 1}, "By the rules, player would be None, not 1."),
        ("plan", {"weather": "fine"}, "The snapshot has an unknown entry 'weather'."),
        ("plan", {"chosen": "castello"}, "'castello' cannot be chosen in this phase."),
        ("plan", {"chosen": "Venice"}, "chosen: there is no 'Venice'."),
        ("plan", {"number": 1}, "number must be a number from 0 to 0, not 1."),
        ("pick", {"player": 2}, "player must be a number from 0 to 1, not 2."),
        ("pick", {"player": None}, "player must be a number from 0 to 1, not None."),
        ("pick", {}, "Seat 0 has nothing to choose here."),
        ("reinforce", {}, "Seat 0 has nothing to choose here."),
        ("recover", {}, "Nobody has the majority there."),
        ("fetch", {}, "Nobody has the majority there."),
        ("place", {}, "Seat 0 has no such first card with pigeons."),
        ("plan", {"last_tourists": "1A"}, "The tourists and hunters of the last round cannot have been there."),
        (
            "plan",
            {"last_tourists": "1A 2A", "last_hunters": "2A"},
            "The tourists and hunters of the last round cannot have been there.",
        ),
    ],
)
def test_phases_that_do_not_fit(phase, given, message):
    assert refusal(phase, family(), family(), **given) == message


def test_seats_that_do_not_fit():
    snapshot = position("plan", family(), family())
    for change, message in (
        ({"players": 3}, "There are 2 seats for 3 players."),
        ({"seats": {}}, "seats must be a list, not {}."),
        ({"seats": [1, 2]}, "seat 0 must be an object, not 1."),
    ):
        with pytest.raises(ridotto.BadSnapshot) as refused:
            game.load({**snapshot, **change})
        assert str(refused.value) == message
    assert refusal("plan", family(mood="good"), family()) == "seat 0 has an unknown entry 'mood'."


# Plans


@pytest.mark.rule("venezia.plan.sequence", "venezia.plan.limit", "venezia.plan.pigeons.source")
@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("piazza 11", "seat 0, plan: 11 cannot be planned."),
        ("feint 13", "seat 0, plan: 13 cannot be planned."),
        ("piazza 5, castello 8", "seat 0, plan: 8 cannot be planned."),
        ("piazza 0, castello 12, san_polo 1", "seat 0, plan: so many pigeons cannot be planned."),
    ],
)
def test_plans_that_break_a_limit(plan, message):
    assert refusal("plan", family(plan), family()) == message


@pytest.mark.rule("venezia.plan.simultaneous", "venezia.plan.sequence")
def test_plans_whose_step_does_not_fit():
    assert refusal("plan", family("piazza"), family("feint")) == (
        "All plans are complete: the first cards are turned up."
    )
    snapshot = position("plan", family("piazza, vespa, castello 2"), family())
    for step in ("first", "action", "districts", "pigeons"):
        snapshot["seats"][0]["plan"]["step"] = step
        with pytest.raises(ridotto.BadSnapshot, match="seat 0, plan: "):
            game.load(snapshot)


@pytest.mark.rule("venezia.first.reveal")
@pytest.mark.parametrize(
    ("phase", "plans", "given", "message"),
    [
        (
            "place",
            ["piazza 1", "piazza 1"],
            {"player": 1},
            "The first card of seat 0 is carried out: there are no pigeons on it.",
        ),
        ("place", ["feint 2, castello, san_polo", "piazza"], {}, "Seat 0 has no such first card with pigeons."),
        (
            "feint",
            ["piazza 2, castello, san_polo", "piazza"],
            {"chosen": "slot 3"},
            "Seat 0 has no such first card with pigeons.",
        ),
        (
            "feint",
            ["feint 2, castello, san_polo", "piazza"],
            {"chosen": "slot 4"},
            "'slot 4' cannot be chosen in this phase.",
        ),
        ("feint", ["feint 2, castello", "piazza"], {"chosen": "slot 3"}, "'slot 3' cannot be chosen in this phase."),
        ("feint", ["feint 2, castello, san_polo", "piazza"], {}, "None cannot be chosen in this phase."),
    ],
)
def test_first_cards_that_cannot_be_asked(phase, plans, given, message):
    assert refusal(phase, *map(family, plans), **given) == message


# Action cards


@pytest.mark.rule("venezia.action.conflict", "venezia.action.order", "venezia.action.family")
@pytest.mark.parametrize(
    ("plans", "player", "message"),
    [
        (["piazza, hawk_card", "piazza, hawk_card"], 0, "Two seats cannot both carry out the same action card."),
        (["piazza", "piazza"], 0, "Seat 0 has not laid the action card that is carried out."),
        (["piazza, vespa", "piazza, hawk_card"], 1, "The action card of seat 0 is carried out: it lies there no more."),
        (
            ["piazza, hawk_card", "piazza, family_gathering"],
            0,
            "A Family Gathering is carried out before everything else.",
        ),
    ],
)
def test_action_cards_that_cannot_lie_there(plans, player, message):
    assert refusal("hawk", *map(family, plans), player=player) == message


@pytest.mark.rule("venezia.action.family", "venezia.action.pile")
def test_cards_left_over():
    message = refusal("reinforce", family("piazza, family_gathering", nest=1), family())
    assert message == "A Family Gathering is carried out before everything else."
    message = refusal("fetch", family("piazza, vespa", san_michele=1), family())
    assert message == "The action card of seat 0 is carried out: it lies there no more."
    message = refusal("reinforce", family("piazza 1", nest=1), family())
    assert message == "The first card of seat 0 is carried out: there are no pigeons on it."
    message = refusal("fetch", family("piazza, castello 2", san_michele=1), family())
    assert message == "The pigeons of seat 0 have landed: there are none on its cards."


def turned_up(card, **given):
    """A family whose action card lies there no more."""
    return family(shown={"first": "piazza", "action": card, "pigeons": [0, 0, 0, 0]}, **given)


@pytest.mark.rule("venezia.action.conflict", "venezia.action.tie", "venezia.action.back", "venezia.action.pile")
def test_cards_that_were_turned_up_and_are_in_the_wrong_place():
    message = "Seat 1 carries out this card, or has played it: vespa."
    assert refusal("reinforce", family(nest=1), turned_up("vespa"), round=3) == message
    assert refusal("reinforce", turned_up("vespa", nest=1, score=3), turned_up("vespa"), round=3) == message
    message = "Seat 1 has taken this card back, because others laid it too: vespa."
    assert refusal("reinforce", turned_up("vespa", nest=1), turned_up("vespa", played="vespa"), round=3) == message
    for state in (
        position("reinforce", family(nest=1), turned_up("vespa", played="vespa"), round=3),
        position("reinforce", turned_up("vespa", nest=1), turned_up("vespa"), round=3),
        position("fetch", family(san_michele=1), turned_up("vespa", san_giorgio=1), round=3),  # recovered
    ):
        assert game.load(state).actor() == 0


@pytest.mark.rule("venezia.reinforce.blocked", "venezia.reinforce.cancelled")
def test_reinforcing_in_a_round_with_a_gathering():
    card = "family_gathering"
    message = "Nobody reinforces in a round with a Family Gathering."
    carried_out = family(nest=1), turned_up(card, played=card)
    cancelled = turned_up(card, nest=1), turned_up(card)
    for option in ("blocks", "ignored"):
        assert refusal("reinforce", *carried_out, options={"cancelled_gathering": option}) == message
    assert refusal("reinforce", *cancelled) == message
    assert game.load(position("reinforce", *cancelled, options={"cancelled_gathering": "ignored"})).actor() == 0


@pytest.mark.rule("venezia.upkeep.hawk", "venezia.card.hawk", "venezia.card.catcher")
@pytest.mark.parametrize(("marker", "card"), [("hawk", "hawk_card"), ("catcher", "catcher_card")])
def test_a_hawk_or_catcher_whom_nobody_sent(marker, card):
    message = f"Nobody has carried out this card in this round: {card}."
    assert refusal("plan", family(played=card), family(), round=4, **{marker: "castello"}) == message
    assert refusal("fetch", family(san_michele=1), family(), **{marker: "castello"}) == message
    assert refusal(marker, family(f"piazza, {card}"), family(), **{marker: "castello"}) == message
    assert refusal("fetch", family(san_michele=1, played=card), family(), **{marker: "san_giorgio"}) == (
        f"{marker}: there is no 'san_giorgio'."
    )


@pytest.mark.rule(
    "venezia.card.vespa", "venezia.card.clergy", "venezia.card.family_gathering", "venezia.card.moving_house"
)
@pytest.mark.parametrize(
    ("phase", "card", "given", "message"),
    [
        ("vespa count", "vespa", {}, "None cannot be chosen in this phase."),
        ("vespa count", "vespa", {"chosen": "giudecca"}, "'giudecca' cannot be chosen in this phase."),
        ("vespa count", "vespa", {"chosen": "san_giorgio"}, "'san_giorgio' cannot be chosen in this phase."),
        ("vespa to", "vespa", {"chosen": "castello"}, "number must be a number from 1 to 2, not 0."),
        ("vespa to", "vespa", {"chosen": "castello", "number": 3}, "number must be a number from 1 to 2, not 3."),
        ("vespa to", "vespa", {"chosen": "san_polo", "number": 2}, "Seat 0 doesn't have that many pigeons there."),
        ("take along", "moving_house", {"chosen": "cannaregio"}, "'cannaregio' cannot be chosen in this phase."),
        ("clergy", "clergy_card", {"number": 2}, "number must be a number from 0 to 1, not 2."),
        ("clergy", "clergy_card", {"number": 1}, "Clergy: the first group of grey pigeons is placed, and no other."),
        ("family", "family_gathering", {"number": 4}, "number must be a number from 0 to 3, not 4."),
        ("family", "family_gathering", {"number": 1}, "Seat 0 doesn't have that many pigeons at home."),
        ("carrier card", "carrier", {"chosen": "slot 3"}, "'slot 3' cannot be chosen in this phase."),
    ],
)
def test_choices_within_a_card_that_cannot_be(phase, card, given, message):
    own = family(f"piazza, {card}", castello=3, san_polo=1, san_giorgio=2)
    assert refusal(phase, own, family(home="dorsoduro"), **given) == message


# What was shown last


@pytest.mark.rule("venezia.info.hand")
@pytest.mark.parametrize(
    ("phase", "plan", "shown", "message"),
    [
        ("place", "piazza 1", {"first": "feint"}, "seat 0, shown: this first card cannot have been turned up last."),
        ("plan", "", {"first": "piazza", "action": "vespa"},
         "seat 0, shown: no action card can have been turned up before round 2."),
        ("hawk", "piazza, hawk_card", {"action": "vespa"}, "seat 0, shown: another action card lies there."),
        ("place", "piazza 1", {"pigeons": [1]}, "seat 0, shown: there must be 4 numbers of pigeons, not 1."),
        ("place", "piazza 1", {"pigeons": [0, 0, 0, 2]}, "Seat 0 cannot have shown these pigeons on its cards."),
    ],
)  # fmt: skip
def test_what_cannot_have_been_shown(phase, plan, shown, message):
    assert refusal(phase, family(plan, shown=shown), family()) == message
