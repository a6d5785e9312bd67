"""The typed views of Venti: what they say about moves is what happens, and what everybody sees is made once."""

from typing import Any

import msgspec
import pytest

from ridotto.games.venti import components as c
from ridotto.games.venti.rules.matching import missing
from ridotto.games.venti.show import scene
from tests.playing import Choices, some_states
from tests.venti.table import game, own_view, public_view, table

STATES = [state for seed in range(3) for state in some_states(game, Choices(seed), 5)]


def unused(state: Any, seat: int) -> dict[str, set[str]]:
    """The cards of a seat by place, without those that are paid already."""
    shown = state.snapshot()
    cards, payment = shown["seats"][seat], shown["payment"] or {"paid": []}
    held = {"hand": cards["hand"] + cards["secret"], "points": cards["points"], "permanent": cards["permanent"]}
    return {place: {*names} - {*payment["paid"]} for place, names in held.items()}


def place_of(move: str) -> str | None:
    """Where the card comes from that a move uses."""
    places = {"card": "hand", "joker": "points", "action": "points", "lose": "points", "permanent": "permanent"}
    return places.get(move.split()[0])


def by_number(cards: list[int]) -> tuple[list[int], int]:
    """How many cards there are of each number, and how many jokers."""
    numbers = [c.number_of(card) for card in cards if card < c.JOKER]
    return [numbers.count(number) for number in range(8)], len(cards) - len(numbers)


def test_both_parts_survive_json():
    for state in STATES:
        for part in (public_view(state), *(own_view(state, seat) for seat in range(state.seats))):
            assert msgspec.json.decode(msgspec.json.encode(part), type=type(part)) == part


def test_everybody_is_shown_the_same_public_part():
    for state in STATES[::7]:
        assert all(public_view(state, seat) == public_view(state) for seat in range(state.seats))


@pytest.mark.rule("venti.pile.lowest_id")
def test_a_view_names_the_card_that_each_move_uses():
    used = set()
    for state in STATES:
        if state.over:
            continue
        seat = state.actor()
        own, before = own_view(state, seat), unused(state, seat)
        for move, card in zip(own.moves, own.cards, strict=True):
            place = place_of(game.text(move))
            assert (card is None) == (place is None)
            if card is None or place is None:
                continue
            after = state.copy()
            after.play(seat, move)
            assert c.CARD_NAMES[card] in before[place]
            stays = place == "permanent" and after.snapshot()["payment"] is None
            assert (c.CARD_NAMES[card] in unused(after, seat)[place]) == stays
            used.add(place)
    assert used == {"hand", "points", "permanent"}


@pytest.mark.rule("venti.fulfil.payable", "venti.fulfil.value_dead")
def test_a_seat_is_told_what_it_lacks():
    for state in STATES:
        public = public_view(state)
        paid = public.payment.paid if public.payment else ()
        for seat in range(state.seats):
            own = own_view(state, seat)
            cards = [card for card in (*own.hand, *public.seats[seat].permanent) if card not in paid]

            def lacks(card: int | None, *more: int, cards: list[int] = cards) -> int | None:
                if card is None or card >= c.JOKER:
                    return None
                return missing(c.CONDITIONS[card], *by_number([*cards, *more]))

            assert own.missing == tuple(lacks(target.card) for target in public.targets)
            assert bool(own.offers) == (public.phase == "main" and public.player == seat)
            for card, offer in zip(public.centre, own.offers, strict=False):
                assert (offer is None) == (card is None)
                if offer is not None and card is not None:
                    assert offer.missing == lacks(card)
                    assert offer.with_it == tuple(lacks(target.card, card) for target in public.targets)


@pytest.mark.rule("venti.penalty.two", "venti.penalty.one")
@pytest.mark.parametrize("option", ["free", "minimal"])
@pytest.mark.parametrize("owned", ["7/0", "7/4", "7/0 7/1", "7/0 7/8", "7/0 7/4 7/8", "7/11", "7/0 7/11 7/12"])
def test_a_penalty_tells_the_least_that_is_lost_in_all(owned, option):
    state = table("", "", frozen={1: 0}, points={0: owned}, options={"penalty_choice": option})
    state.play(0, game.parse("fulfil 1"))

    def least(now: Any) -> int:
        """Minus the points that are left if the seat loses as few as possible from now on."""
        if now.snapshot()["phase"] != "penalty":
            return -int(now.scores()[0])
        return min(least(played(now, move)) for move in now.moves(0))

    def played(now: Any, move: int) -> Any:
        after = now.copy()
        after.play(0, move)
        return after

    own = own_view(state, 0)
    assert own.losses == tuple(state.scores()[0] + least(played(state, move)) for move in own.moves)
    assert option == "free" or len(set(own.losses)) == 1


def test_only_who_is_asked_sees_another_centre():
    """Other zones of a seat that everybody sees differently: its advice on targets, its point cards, what is unseen."""
    allowed = {"targets", "centre", "unseen", "chances"}
    redrawn = set()
    for state in STATES:
        public = public_view(state)
        everybody = {zone.id for zone in scene.public_scene(public).zones}
        for seat in range(state.seats):
            own = scene.own_scene(game.view(state, seat))
            again = everybody & {zone.id for zone in own.zones}
            assert again <= allowed | {f"points-{seat}", f"kept-{seat}"}
            assert "centre" not in again or (public.phase == "main" and public.player == seat)
            assert f"kept-{seat}" not in again or (public.payment and public.player == seat)
            redrawn |= again
    assert redrawn > allowed


def test_a_centre_card_flies_to_whoever_may_take_it_and_else_to_the_discards():
    """Where it lies in the hand of its new owner, it needs no place to fly to."""
    state = table("6/0 6/1", "", "", targets="0/0 2/11 3/11")
    assert [sinks(state, viewer) for viewer in (-1, 0, 1)] == [{"plate-0"}, {"discards"}, {"plate-0"}]
    state.play(0, game.parse("fulfil 1"))
    assert [sinks(state, viewer) for viewer in (-1, 0, 1)] == [{"discards"}] * 3


def sinks(state: Any, viewer: int) -> set[str]:
    """Where the centre cards fly to when they leave."""
    shown = game.scene(game.view(state, viewer))
    return {piece.sink for zone in shown.zones if zone.id == "centre" for piece in zone.pieces}
