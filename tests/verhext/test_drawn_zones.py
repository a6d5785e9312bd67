"""What is drawn of Verhext!: hats, fates, piles and plays, as one seat sees them."""

import pytest

from ridotto.games.verhext.components import PROPHECIES
from ridotto.games.verhext.show.drawn_zones import _cached_prophecy_zone, _hat_row
from tests.verhext.scenes import ANNA, BEN, CLEO, bidding, playing, position, scene, seat, text_of, zone


def states(shown):
    return {counter.id: (counter.value, counter.icon) for counter in zone(shown, "standing").counters}


def test_hats_that_were_won_lie_first_then_the_boxed_ones_then_the_one_of_this_round():
    hats = _hat_row((1, 0, 2), 3, False).pieces
    assert [(hat.at, hat.owner) for hat in hats] == [
        ("won", 0), ("won", 2), ("won", 2), ("boxed", None), ("now", None), ("left", None), ("left", None),
    ]  # fmt: skip
    assert [hat.at for hat in _hat_row((3, 2), 1, True).pieces][-1] == "left"
    assert [hat.at for hat in _hat_row((4, 2), 0, True).pieces] == ["won"] * 6 + ["boxed"]


@pytest.mark.parametrize(
    ("facts", "tricks", "state"),
    [
        (("2x", 1, 0, 0, 5), ["trick", "ghost"], "short"),
        (("2x", 3, 0, 0, 5), ["trick", "trick", "over"], "past"),
        (("2+", 3, 0, 0, 5), ["trick", "trick", "more"], "there"),
        (("3x", 1, 2, 0, 0), ["trick", "zero", "zero"], "there"),
        (("1x", 2, 1, 0, 0), ["trick", "over"], "there"),
        (("0", 0, 0, 0, 5), [], "there"),
        (("0", 1, 0, 0, 5), ["over"], "past"),
    ],
)
def test_tricks_lie_beside_the_prophecy_those_that_are_missing_too(facts, tricks, state):
    sign, *counts = facts
    fate = _cached_prophecy_zone(1, (PROPHECIES.index(sign), *counts), False, (2, -1))
    assert [piece.art for piece in fate.pieces[1:]] == tricks
    assert next(counter.icon for counter in fate.counters if counter.id == "goal") == state


def test_a_prophecy_comes_from_its_stack_or_from_the_own_failed_card():
    facts = (PROPHECIES.index("2+"), 0, 0, 0, 5)
    new, again = (_cached_prophecy_zone(1, facts, rebid, (2, -2)) for rebid in (False, True))
    assert (new.pieces[0].source, again.pieces[0].source) == ("stack-2.least", "again-2.least")
    assert [counter.id for counter in again.counters if counter not in new.counters] == ["again"]


def test_every_play_says_what_it_counts_and_how_it_stands():
    """Brooms are led, spiders are trump."""
    hands = (["rat 1", *ANNA[1:4], "rat 9", "spider 1", "potion 1"], BEN, CLEO)
    shown = scene(playing([{"leader": 1, "plays": ["broom 5 + potion 2", "broom 8"]}], hands), 0)
    assert states(shown) == {"1": (7, "beaten"), "2": (8, "winning")}
    ended = [{"leader": 1, "plays": ["broom 5 + potion 2", "broom 8", "rat 9"]}]
    shown = scene(playing(ended, hands), 2)
    assert states(shown) == {"1": (7, "beaten"), "2": (8, "won"), "0": (9, "off")}
    assert {piece.sink for piece in zone(shown, "trick-1").pieces} == {"fate-2"}
    tied = [{"leader": 1, "plays": ["broom 5 + potion 2", "broom 7", "rat 9"]}]
    shown = scene(playing(tied, hands), 2)
    assert states(shown) == {"1": (7, "tied"), "2": (7, "tied"), "0": (9, "off")}
    assert {piece.sink for piece in zone(shown, "trick-1").pieces} == {"cauldron"}


def test_a_card_has_the_same_name_on_the_table_before_and_after_the_trick_ends():
    plays = ["rat 3", "rat 5", "rat 1"]
    names = [
        [piece.id for piece in zone(scene(playing([{"leader": 1, "plays": plays[:n]}]), -1), place).pieces]
        for n, place in ((2, "trick"), (3, "trick-1"))
    ]
    assert names[1][:2] == names[0]


def test_prophecies_that_would_take_the_lead_are_marked_for_whoever_chooses():
    seats = [seat(hand=ANNA, prophecy="2+"), seat(hand=BEN, failed=["1+"]), seat(hand=CLEO)]
    shown = scene(position(seats, phase="prophecy", round=3), 1)
    marked = [piece.id for part in shown.zones for piece in part.pieces if piece.sign == "♔"]
    assert marked == [
        "stack-1.exact",
        *(f"stack-{n}.{side}" for n in (2, 3) for side in ("exact", "least")),
        "again-1.exact",
    ]
    assert not any(piece.sign == "♔" for part in scene(bidding(), 2).zones for piece in part.pieces)


def test_only_own_failed_cards_can_be_tried_again_and_only_when_asked():
    state = bidding(ben={"failed": ["2x", "2x", "1+"]}, round=5)
    again = [part for part in scene(state, 1).zones if part.id.startswith("again")]
    assert [(part.id, part.counters[0].value) for part in again] == [("again-1", "−1"), ("again-2", "−2")]
    assert not any(part.id.startswith("again") for part in scene(state, 0).zones)


def test_the_ways_to_end_a_play_lie_side_by_side():
    hand = ["crow 3", "crow 5", "crow 6", *BEN[:2], "potion 1", "potion 2"]
    anna = ["crow 4", "crow 2", "crow 1", *ANNA[:2], "potion 3", "potion 1"]
    cleo = ["crow 7", "crow 8", "crow 9", *CLEO[:2], *CLEO[3:5]]
    state = playing([{"leader": 0, "plays": ["crow 2 + potion 3"]}], (anna, hand, cleo), ("3x", "0", "0"))
    state.play(1, state.game.parse("crow 3"))
    shown = scene(state, 1)
    ways = [(way.move, way.art, way.text, way.tint) for way in zone(shown, "ways").pieces]
    assert ways == [
        ("no potion", "none", "3", "grey"),
        ("add 1", "potion-1", "4", "grey"),
        ("add 2", "potion-2", "5", "purple"),
    ]
    assert [way.move for way in zone(shown, "ways").pieces] == [action.move for action in shown.actions]
    assert not any(part.id == "ways" for part in scene(state, 2).zones)


def test_a_pile_shows_what_came_true_what_did_not_zeros_and_hats():
    shown = scene(bidding(ben={"fulfilled": ["2x", "1+"], "failed": ["3+"], "zeros": 1, "hats": 1}, round=5), 0)
    pile = zone(shown, "pile-1")
    assert [(piece.at, piece.art, [text_of(mark) for mark in piece.marks]) for piece in pile.pieces] == [
        ("fulfilled", "least", ["+1"]),
        ("fulfilled", "exact", ["+4"]),
        ("failed", "least", ["−3"]),
        ("zeros", "zero", []),
        ("hats", "hat", []),
    ]
    assert pile.counters[0].value == "−3"


def test_what_is_drawn_only_is_mute():
    in_words = {"trump", "stack", "hand", "laid", "trick", "unseen", "voids"}
    for shown in (scene(bidding(), 1), scene(playing(), 1), scene(playing(), -1)):
        assert all(part.mute != (part.id.split("-")[0] in in_words) for part in shown.zones)
