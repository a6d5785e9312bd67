"""The redeal is fair: every deal that fits what a viewer knows comes equally often, counted by trying all of them."""

from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from typing import Any

import pytest

import ridotto
from ridotto.engine.conformance import fair
from ridotto.games.diciassette import cards as c
from tests.diciassette.table import game, table

SAMPLES = 20_000 if ridotto.compiled else 3_000


def small(pile: str, **options: str) -> Any:
    """Seat 1 holds two hidden cards, has laid one and lost one; all others are known."""
    return table(
        "1/1 1/1 reverse", "3/3 2 trap", row="0:5- 1:5-", trashed={1: "trap"}, pile=pile, options=options, turns=8
    )


def secrets(state: Any) -> Hashable:
    """What seat 0 does not know, place by place."""
    shown = state.snapshot()
    seat = shown["seats"][1]
    return tuple(seat["hand"]), shown["row"][1]["card"], tuple(seat["trashed"]), tuple(shown["pile"])


def worlds(state: Any) -> Counter[Hashable]:
    """All ways to lay the hidden cards into their places, of which seat 0 sees the same."""
    shown = state.snapshot()
    seat = shown["seats"][1]
    public = state.hand_backs_public
    fixed = [card for card in seat["hand"] if public and c.CARDS[card] < c.CONCEALED]
    hand = [card for card in seat["hand"] if card not in fixed]
    cards = [*hand, shown["row"][1]["card"], *seat["trashed"], *shown["pile"]]
    found: Counter[Hashable] = Counter()
    for deal in permutations(cards):
        held, laid, lost, pile = deal[: len(hand)], deal[len(hand)], deal[len(hand) + 1], deal[len(hand) + 2 :]
        concealed = [laid, lost, *(held if public else ())]
        if public and shown["pile"][0] not in c.CARD_NAMES[: c.CONCEALED]:
            concealed.append(pile[0])
        if all(c.CARDS[card] >= c.CONCEALED for card in concealed) and (
            not public or c.CARDS[shown["pile"][0]] >= c.CONCEALED or pile[0] == shown["pile"][0]
        ):
            found[tuple(sorted([*fixed, *held], key=c.CARDS.__getitem__)), laid, (lost,), pile] += 1
    return found


@pytest.mark.rule("diciassette.info.hand", "diciassette.info.pile_top")
@pytest.mark.parametrize("backs", ["true", "false"])
@pytest.mark.parametrize("pile", ["4/4 2", "x2 4/4", "x2"])
def test_hidden_cards_are_dealt_evenly(pile, backs):
    state = small(pile, hand_backs_public=backs)
    assert game.view(state, 0)["pile"]["top"] == (None if backs == "false" else "4/4" if pile[0] == "4" else "back")
    fair(state, 0, worlds(state), SAMPLES, key=secrets)
