"""Zones of Verhext! that are only drawn, since panels say the same in words: hats, score piles, prophecies, values."""

from functools import lru_cache
from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Piece, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import play_value, prophecy_message, signed
from ridotto.games.verhext.show.pieces import prophecy_piece, side
from ridotto.games.verhext.show.standings import prophecy_facts, prophecy_status
from ridotto.games.verhext.show.tricks import cards_of, led_suit_of, players_of, shown_trick

View = dict[str, Any]


def drawn_zones(view: View) -> list[Zone]:
    seats = range(len(view["seats"]))
    zones = [_ball(view["holder"]), _hats(view), *(_pile(view, seat) for seat in seats)]
    if view["phase"] != "over":
        zones += (_prophecy_zone(view, seat) for seat in seats)
        if trick := shown_trick(view):
            zones.append(_trick_values(view, trick))
    return zones


@lru_cache(5)
def _ball(holder: int) -> Zone:
    return Zone("ball", "row", msg("Crystal ball"), seat=holder, mute=True)


def _hats(view: View) -> Zone:
    return _hat_row(tuple(seat["hats"] for seat in view["seats"]), view["hats_left"], view["phase"] == "over")


@lru_cache(2000)
def _hat_row(won: tuple[int, ...], left: int, over: bool) -> Zone:
    """The hats won, those in the box and those left; the first of those left is the hat of this round."""
    owners: list[int | None] = [seat for seat, hats in enumerate(won) for _ in range(hats)]
    boxed = c.ROUNDS - left - len(owners)
    places = ["won"] * len(owners) + ["boxed"] * boxed + ["left"] * left
    if left and not over:
        places[-left] = "now"
    owners += [None] * (boxed + left)
    hats = tuple(
        Piece(f"hats.{i}", "hat", msg("witch hat"), at=place, owner=owner)
        for i, (place, owner) in enumerate(zip(places, owners, strict=True), 1)
    )
    return Zone("hats", "row", msg("Witch hats"), hats, mute=True)


def _pile(view: View, seat: int) -> Zone:
    """The score pile of a seat: fulfilled and failed cards, stored zeros and hats."""
    shown = view["seats"][seat]
    worth = tuple(map(tuple, view["points"].values()))
    spend = seat == view["viewer"] and c.SPEND_ZERO in view["moves"]
    return _cached_pile_zone(
        seat, tuple(shown["fulfilled"]), tuple(shown["failed"]), shown["zeros"], shown["hats"], worth, spend
    )


@lru_cache(4000)
def _cached_pile_zone(
    seat: int,
    fulfilled: tuple[str, ...],
    failed: tuple[str, ...],
    zeros: int,
    hats: int,
    worth: tuple[tuple[int, int], ...],
    spend: bool,
) -> Zone:
    pile = f"pile-{seat}"
    pieces = []
    for place, signs in (("fulfilled", fulfilled), ("failed", failed)):
        for i, sign in enumerate(signs):
            prophecy = c.PROPHECIES.index(sign)
            points = worth[prophecy][place == "failed"]
            name = f"{pile}.{place}.{sign}.{signs[:i].count(sign) + 1}"
            pieces.append(prophecy_piece(name, prophecy, (points,), at=place, owner=seat))
    pieces += (
        Piece(f"{pile}.zero.{i}", "zero", msg("zero card"), "0", at="zeros", owner=seat, lit=spend)
        for i in range(1, zeros + 1)
    )
    pieces += (Piece(f"{pile}.hat.{i}", "hat", msg("witch hat"), at="hats", owner=seat) for i in range(1, hats + 1))
    lost = sum(worth[c.PROPHECIES.index(sign)][1] for sign in failed)
    counters = (Counter("failed", msg("Failed, may be tried again"), signed(lost)),) if failed else ()
    return Zone(pile, "row", msg("Collected"), tuple(pieces), counters, seat=seat, mute=True)


TRICKS = {
    "trick": msg("trick won"),
    "more": msg("trick won"),
    "over": msg("one too many"),
    "zero": msg("zero card"),
    "ghost": msg("missing trick"),
}


def _prophecy_zone(view: View, seat: int) -> Zone:
    """The prophecy of a seat and the tricks beside it, missing ones too."""
    shown = view["seats"][seat]
    if shown["prophecy"] is None:
        return Zone(f"fate-{seat}", "row", msg("Prophecy"), seat=seat, mute=True)
    return _cached_prophecy_zone(
        seat, prophecy_facts(view, seat), shown["rebid"], tuple(view["points"][shown["prophecy"]])
    )


@lru_cache(4000)
def _cached_prophecy_zone(
    seat: int, facts: tuple[str, int, int, int, int], is_rebid: bool, worth: tuple[int, ...]
) -> Zone:
    sign, won, spent, *_ = facts
    prophecy = c.PROPHECIES.index(sign)
    number, fate = c.number(prophecy), f"fate-{seat}"
    source = f"{'again' if is_rebid else 'stack'}-{number}.{side(prophecy)}"
    card = prophecy_piece(f"{fate}.{sign}", prophecy, worth, owner=seat, source=source)
    kinds = ["trick"] * min(won, number) + ["more" if card.art == "least" else "over"] * (won - number)
    if won < number:
        kinds += ["zero"] * spent + ["ghost"] * (number - won - spent)
    tricks = (Piece(f"{fate}.{i}", kind, TRICKS[kind]) for i, kind in enumerate(kinds, 1))
    state, goal = prophecy_status(*facts)
    counters = (
        Counter("prophecy", msg("Prophecy"), prophecy_message(prophecy)),
        Counter("won", msg("Tricks"), won),
        Counter("goal", msg("Goal"), goal, icon=state),
        *((Counter("again", msg("new attempt"), 1),) if is_rebid else ()),
    )
    return Zone(fate, "row", msg("Prophecy"), (card, *tricks), counters, seat=seat, mute=True)


def _trick_values(view: View, trick: dict[str, Any]) -> Zone:
    """The value of every play of a trick, and how it stands."""
    trump = c.suit(c.CARDS[view["trump"]])
    counters = []
    for seat, play in zip(players_of(view, trick), trick["plays"], strict=True):
        cards = cards_of(play)
        state = "beaten" if c.suit(cards[0]) in (trump, led_suit_of(trick)) else "off"
        if seat in trick["top"]:
            state = "tied" if len(trick["top"]) > 1 else "won" if trick["number"] < view["finished"] else "winning"
        counters.append(Counter(str(seat), msg("Value"), play_value(cards), icon=state))
    return Zone("standing", "row", msg("Trick {n}", n=trick["number"] + 1), counters=tuple(counters), mute=True)
