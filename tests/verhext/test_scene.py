"""What the table of Verhext! shows: section 13 of its specification."""

import random

import pytest
from msgspec.structs import replace

import ridotto
from ridotto.games.verhext.components import PROPHECIES
from ridotto.games.verhext.show.prompts import public_prompt
from ridotto.games.verhext.show.remarks import public_notes
from ridotto.games.verhext.show.standings import prophecy_facts, prophecy_status
from tests.verhext.scenes import (
    ANNA,
    BEN,
    CLEO,
    GAME,
    bidding,
    counters,
    hints,
    laid_in,
    playing,
    position,
    scene,
    seat,
    text_of,
    zone,
)
from tests.verhext.table import start
from tests.verhext.test_end import final
from tests.verhext.views import public_of

# Always


def test_round_hats_trump_and_stacks_lie_open():
    shown = scene(bidding(), 1)
    trump = zone(shown, "trump")
    assert [piece.id for piece in trump.pieces] == ["trump.spider-4"]
    assert [text_of(c.value) if not isinstance(c.value, int) else c.value for c in trump.counters] == ["2 of 7", 6]
    stack = zone(shown, "stack-2")
    assert [counter.value for counter in stack.counters] == [12, "+4 / −2", "+2 / −2"]


def test_the_last_card_of_a_stack_is_announced():
    threes = {"fulfilled": ["3x"] * 4}
    seats = [seat(hand=ANNA, **threes), seat(hand=BEN, fulfilled=["3+"] * 3), seat(hand=CLEO)]
    shown = scene(position(seats, phase="prophecy", round=6), 0)
    assert text_of(zone(shown, "stack-3").note) == "last card: if it's taken, the game ends after this round"
    assert "last card: the game ends after this round" in hints(shown, "prophecy 3x")
    assert "last card: the game ends after this round" not in hints(shown, "prophecy 2x")


@pytest.mark.parametrize(
    ("prophecy", "won", "goal"),
    [
        ("0", 0, "none so far"),
        ("0", 1, "one too many"),
        ("1x", 0, "needs 1 more"),
        ("1x", 1, "spot on"),
        ("1x", 3, "2 too many"),
        ("2+", 1, "needs 1 more"),
        ("2+", 3, "fulfilled"),
        ("3+", 0, "out of reach"),
    ],
)
def test_the_goal_says_what_is_missing(prophecy, won, goal):
    assert text_of(prophecy_status(PROPHECIES.index(prophecy), won, spent=0, zeros=0, reach=2)[1]) == goal


def test_a_zero_card_keeps_a_goal_in_reach():
    assert text_of(prophecy_status(PROPHECIES.index("3+"), won=0, spent=0, zeros=1, reach=2)[1]) == "needs 3 more"


@pytest.mark.parametrize(("zeros_per_round", "goal"), [("any", "needs 2 more"), ("one", "out of reach")])
def test_zero_cards_that_may_not_be_used_together_keep_nothing_in_reach(zeros_per_round, goal):
    """Two stored zeros, no trick left: where only one may be used, two missing tricks cannot be made good."""
    public = public_of(bidding())
    zeros = replace(public.seats[0], zeros=2, prophecy=PROPHECIES.index("2x"), won=0, spent=0, cards=0)
    options = public.options | {"zero_cards_per_round": zeros_per_round}
    facts = prophecy_facts(replace(public, seats=(zeros,), tricks=(), finished=7, options=options), 0)
    assert facts is not None
    assert text_of(prophecy_status(*facts)[1]) == goal


def test_a_goal_is_out_of_reach_when_the_shortest_hand_has_too_few_cards():
    """A potion in every play: Anna has three cards for the third trick, and one for the fourth."""
    tricks = [
        {"leader": 1, "plays": ["rat 3", "rat 5", "rat 1 + potion 1"]},
        {"leader": 2, "plays": ["rat 6", "rat 2 + potion 1", "rat 4"]},
    ]
    hands = (["rat 1", "rat 2", "crow 1", "crow 2", "potion 1", "potion 1", "potion 1"], BEN, CLEO)
    goals = []
    for plays in ([], ["crow 5", "crow 1 + potion 1"], ["crow 5", "crow 1 + potion 1", "crow 3"]):
        third = [{"leader": 2, "plays": plays}] if plays else []
        shown = scene(playing(tricks + third, hands, ("2x", "2x", "1+"), holder=2), -1)
        goals.append([counters(shown, seat)["goal"] for seat in range(3)])
    assert goals == [
        ["needs 2 more", "needs 2 more", "fulfilled"],
        ["out of reach", "needs 2 more", "fulfilled"],
        ["out of reach", "out of reach", "fulfilled"],
    ]


def test_panels_show_score_piles_and_counts():
    shown = scene(bidding(ben={"failed": ["2x", "1+"], "zeros": 1, "hats": 1}, round=4), 0)
    ben = counters(shown, 1)
    assert (ben["cards"], ben["score"], ben["hats"], ben["zeros"], ben["collected"]) == (7, "−2", 1, 1, "−1−2")


def test_the_collected_cards_and_the_hats_add_up_to_the_points():
    ben = counters(scene(bidding(ben={"fulfilled": ["2x", "1+"], "failed": ["3+"], "hats": 1}, round=5), 0), 1)
    assert (ben["collected"], ben["hats"], ben["score"]) == ("+1+4−3", 1, "+3")


def test_trump_and_stacks_are_always_there_and_quiet_after_the_prophecies():
    for shown, quiet in ((scene(bidding(), 0), False), (scene(playing(), 0), True)):
        zones = [part for part in shown.zones if part.id == "trump" or part.id.startswith("stack")]
        assert [part.id for part in zones] == ["trump", "stack-0", "stack-1", "stack-2", "stack-3"]
        assert all(part.quiet is quiet for part in zones)


# Prophecy phase


def test_claims_and_the_first_lead_are_told():
    shown = scene(bidding(), 1)
    assert [text_of(note) for note in shown.notes] == [
        "Predicted so far: 1 trick.",
        "As it stands, Anna would lead the first trick.",
        "Any prophecy but 0 would give you the lead.",
    ]
    assert [text_of(note) for note in scene(bidding(), 2).notes] == [text_of(note) for note in shown.notes[:2]]


def test_who_would_lead_is_found_by_the_rules_of_this_table():
    """Exactly 1 brings as much as at least 2: chosen later, it takes the lead. By number it does not."""
    seats = [seat(hand=ANNA, prophecy="2+"), seat(hand=BEN), seat(hand=CLEO)]
    chosen = [seats[0], seat(hand=BEN, prophecy="1x"), seats[2]]
    notes = {
        "points": "You would take the lead with exactly 1, exactly 2, at least 2, exactly 3 and at least 3.",
        "number_first": "You would take the lead with exactly 2, at least 2, exactly 3 and at least 3.",
    }
    for by, lead in (("points", True), ("number_first", False)):
        shown = scene(position(seats, phase="prophecy", options={"leader_by": by}), 1)
        assert text_of(shown.notes[-1]) == notes[by]
        state = position(chosen, phase="prophecy", options={"leader_by": by})
        assert GAME.view(state, 2).public.leading == lead


def test_nobody_would_lead_before_the_first_prophecy_and_after_the_last():
    nobody = position([seat(hand=hand) for hand in (ANNA, BEN, CLEO)], phase="prophecy")
    for state in (nobody, playing()):
        public = public_of(state)
        assert (public.leading, public.leading_prophecies) == (None, ())
        assert public.needed == 0
    assert scene(nobody, 0).notes == ()


@pytest.mark.parametrize(
    ("mode", "exact"), [("exact_side", 1), ("exact_any", 2), ("exact_and_zeros", 3), ("all_fulfilled", 4)]
)
def test_exact_cards_are_counted_by_the_rules_of_this_table(mode, exact):
    ben = {"fulfilled": ["1x", "2+"], "failed": ["3x"], "zeros": 2}
    state = bidding(ben=ben, round=6, options={"exact_tiebreak": mode})
    assert GAME.view(state, 0).public.seats[1].exact == exact


def test_a_new_attempt_shows_its_swing():
    shown = scene(bidding(ben={"failed": ["2x"]}), 1)
    assert hints(shown, "rebid 2x")[0] == "−2 → +4 or −2"


def test_trumps_in_the_hand_are_marked():
    hand = zone(scene(bidding(), 1), "hand")
    assert [piece.id for piece in hand.pieces if piece.marks] == ["hand.spider-2"]


def test_a_potion_to_be_added_is_no_trump():
    """It takes the suit of the card on which it lies."""
    state = playing(trump="potion 3")
    assert [piece.id for piece in zone(scene(state, 1), "hand").pieces if piece.marks] == ["hand.potion-2"]
    state.play(1, GAME.parse("broom 5"))
    assert not any(piece.marks for piece in zone(scene(state, 1), "hand").pieces)


@pytest.mark.parametrize(
    ("led", "hand", "asked", "clause"),
    [
        ("rat 1", BEN, "Follow suit: rats were led.", "verhext.follow.must"),
        ("potion 1", BEN, "Follow suit: magic potions were led.", "verhext.follow.potion_is_suit"),
        (
            "rat 1",
            ["crow 6", "crow 7", *BEN[2:]],
            "You have no rats: play any card.",
            "verhext.follow.free",
        ),
    ],
)
def test_the_prompt_rests_on_the_rule_that_it_tells(led, hand, asked, clause):
    shown = scene(playing([{"leader": 0, "plays": [led]}], (ANNA, hand, CLEO), ("3x", "0", "0")), 1)
    assert (text_of(shown.prompt), shown.clause) == (asked, clause)


# Counting cards

TRICK = {"leader": 0, "plays": ["rat 1 + potion 1"]}


def unseen(state, viewer):
    return {counter.id: counter.value for counter in zone(scene(state, viewer), "unseen").counters}


def test_cards_that_were_not_seen_are_counted():
    """Of nine of a suit: the trump, the viewer's hand and what was played are gone; a spectator is told nothing."""
    prophecies = ("3x", "0", "0")
    assert unseen(bidding(), 1) == {"rat": 7, "crow": 8, "broom": 7, "spider": 7, "potion": 8}
    state = playing([TRICK], prophecies=prophecies)
    assert unseen(state, 0) == {"rat": 7, "crow": 7, "broom": 8, "spider": 7, "potion": 8}
    assert unseen(state, 1) == {"rat": 6, "crow": 8, "broom": 7, "spider": 7, "potion": 7}
    state.play(1, GAME.parse("rat 3"))
    assert unseen(state, 1)["rat"] == 6
    assert unseen(state, 2)["rat"] == 6
    assert "unseen" not in [zone.id for zone in scene(state, -1).zones]


def test_where_past_tricks_stay_closed_nothing_is_counted():
    state = playing([TRICK], prophecies=("3x", "0", "0"), options={"show_history": "off"})
    assert not {"unseen", "voids"} & {zone.id for zone in scene(state, 1).zones}


def test_whoever_could_not_follow_has_none_of_that_suit_left():
    """Told to the others, and so is how many potions were played."""
    hands = (ANNA, [card.replace("rat", "crow") for card in BEN if card != "crow 3"] + ["broom 2"], CLEO)
    state = playing([TRICK], hands=hands, prophecies=("3x", "0", "0"))
    assert "voids" not in [zone.id for zone in scene(state, 0).zones]
    assert text_of(zone(scene(state, 1), "unseen").note) == "1 magic potion has been played."
    state.play(1, GAME.parse("crow 4"))
    state.play(1, GAME.parse("add 2"))
    voids = zone(scene(state, 2), "voids")
    assert [(text_of(void.name), text_of(void.value)) for void in voids.counters] == [("Ben", "rats")]
    assert text_of(zone(scene(state, 2), "unseen").note) == "2 magic potions have been played."
    assert "voids" not in [zone.id for zone in scene(state, 1).zones]
    assert "voids" not in [zone.id for zone in scene(state, -1).zones]


# Secrets


def test_nobody_else_sees_that_a_potion_is_being_considered():
    state = playing()
    before = [scene(state, viewer) for viewer in (-1, 0, 2)]
    state.play(1, GAME.parse("broom 5"))
    assert [scene(state, viewer) for viewer in (-1, 0, 2)] == before
    own = scene(state, 1)
    assert text_of(own.prompt) == "Add a potion?"
    assert [piece.id for piece in zone(own, "laid").pieces] == ["laid.broom-5"]
    assert hints(own, "add 2") == ["makes witch broom 7"]
    adding = next(action for action in own.actions if action.move == "add 2")
    assert text_of(adding.confirm) == "Add potion +2 to your card? It will count as witch broom 7."
    assert text_of(adding.commit) == "Add the potion: witch broom 7"
    assert next(action for action in own.actions if action.move == "no potion").confirm is None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_scene_is_the_same_in_every_world_the_viewer_cannot_tell_apart(players):
    rng = ridotto.Rng(players)
    dice = random.Random(players)
    state = start(players, players)
    while not state.over and state.round < 3:
        for viewer in range(-1, players):
            assert scene(state.redeal(viewer, rng, recall=False), viewer) == scene(state, viewer)
        actor = state.actor()
        state.play(actor, dice.choice(state.moves(actor)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_legal_move_is_offered_once_and_piece_ids_are_unique(players):
    dice = random.Random(players)
    state = GAME.start(players, players)
    while not state.over:
        actor = state.actor()
        shown = scene(state, actor)
        assert [GAME.parse(action.move) for action in shown.actions] == state.moves(actor)
        ids = [piece.id for part in shown.zones for piece in part.pieces]
        assert len(ids) == len(set(ids))
        assert all(action.take is None or action.take in ids for action in shown.actions)
        assert all(action.clause.startswith("verhext.") for action in shown.actions)
        assert scene(state, (actor + 1) % players).actions == ()
        state.play(actor, dice.choice(state.moves(actor)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_everybody_sees_is_drawn_again_only_where_a_seat_sees_it_differently(players):
    """The stacks with prophecies that take the lead, the last trick, and the panel of whoever has laid a card."""
    dice = random.Random(players)
    state = start(players, players)
    seen: set[str] = set()
    while not state.over and state.round < 4:
        shown = GAME.public_scene(public_of(state))
        zones, panels = {part.id: part for part in shown.zones}, {panel.seat: panel for panel in shown.panels}
        assert not any(piece.lit for part in shown.zones for piece in part.pieces)
        for viewer in range(players):
            own = GAME.own_scene(GAME.view(state, viewer))
            again = {part.id: part for part in own.zones if part.id in zones}
            assert all(part != zones[name] for name, part in again.items())
            assert all(panel != panels[panel.seat] and panel.seat == viewer for panel in own.panels)
            seen |= {name.split("-")[0] for name in again} | ({"panel"} if own.panels else set())
        actor = state.actor()
        state.play(actor, dice.choice(state.moves(actor)))
    assert seen == {"stack", "trick", "panel"}


# Counting and the end


def test_zero_cards_are_offered_with_their_effect():
    tricks = [
        {"leader": 1, "plays": ["rat 3", "rat 5", "rat 1 + potion 1"]},
        {"leader": 2, "plays": ["rat 6", "rat 2 + potion 1", "rat 4"]},
        {"leader": 2, "plays": ["crow 5", "crow 1 + potion 1", "crow 3"]},
        {"leader": 2, "plays": ["broom 7", "crow 2", "broom 3"]},
    ]
    laid = laid_in(tricks)
    seats = [
        seat(leftover=[], prophecy="1x", zeros=1),
        seat(leftover=[card for card in BEN if card not in laid[1]], prophecy="3x"),
        seat(leftover=[card for card in CLEO if card not in laid[2]], prophecy="2+"),
    ]
    shown = scene(position(seats, tricks=tricks, phase="count"), 0)
    assert text_of(shown.prompt) == "You predicted exactly 1. Use a zero card to make it?"
    assert [(action.move, text_of(action.name), hints(shown, action.move)) for action in shown.actions] == [
        ("keep zero", "keep the zero card", ["failed: −1"]),
        ("spend zero", "use a zero card", ["fulfilled: +2"]),
    ]


def test_the_end_tells_places_reasons_and_tie_breaks():
    public = public_of(bidding(options={"exact_tiebreak": "exact_side"}))

    def card(score, hats, exact):
        return replace(public.seats[0], score=score, hats=hats, exact=exact)

    over = replace(
        public, phase="over", turn=None, round=7, stacks=(8, 5, 5, 0), places=(3, 2, 1),
        seats=(card(7, 1, 1), card(7, 2, 1), card(7, 2, 2)),
    )  # fmt: skip
    assert text_of(public_prompt(over)) == "Cleo wins with 7 points."
    assert [text_of(note) for note in public_notes(over)] == [
        "Stack 3 is empty: the game is over.",
        "The seventh hat is gone: the game is over.",
        "Cleo, Ben and Anna are tied on points; witch hats break the tie, then exact cards.",
    ]


@pytest.mark.parametrize(
    ("mode", "column", "cards"),
    [
        ("exact_side", "Exact cards", "exact cards"),
        ("exact_any", "Exact, failed too", "exact cards (failed ones too)"),
        ("exact_and_zeros", "Exact and zeros", "exact cards and zero cards"),
        ("all_fulfilled", "Fulfilled and zeros", "fulfilled cards and zero cards"),
    ],
)
def test_the_end_names_the_cards_that_its_second_tie_break_counts(mode, column, cards):
    """Anna and Ben are level in points and hats, whatever is counted; Cleo has nothing."""
    anna, ben = {"fulfilled": "1x 1x 1+", "zeros": 1, "hats": 1}, {"fulfilled": "2x 1+", "hats": 1}
    shown = scene(final(anna, ben, {}, exact_tiebreak=mode), 0)
    [heading] = {text_of(counter.name) for panel in shown.panels for counter in panel.counters if counter.id == "exact"}
    assert heading == column
    assert text_of(shown.notes[-1]) == f"Anna and Ben are tied on points; witch hats break the tie, then {cards}."
    level = scene(final(anna, anna, {}, exact_tiebreak=mode), 0)
    assert (
        text_of(level.notes[-1])
        == f"Anna and Ben are tied on points; if hats and {cards} are equal too, they share a place."
    )


def test_the_end_lists_the_winners_first():
    state = start(4, 8)
    dice = random.Random(8)
    while not state.over:
        actor = state.actor()
        state.play(actor, dice.choice(state.moves(actor)))
    assert state.stacks[3] == 0
    shown = scene(state, -1)
    places = [counters(shown, panel.seat)["place"] for panel in shown.panels]
    assert places == sorted(places)
    assert [counters(shown, seat)["score"] for seat in range(4)] == state.scores()
