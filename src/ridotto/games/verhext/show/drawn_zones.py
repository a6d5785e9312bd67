"""Zones of Verhext! that are only drawn, since panels say the same in words: hats, score piles, prophecies, values."""

from functools import lru_cache

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Piece, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import play_value, prophecy_message, signed
from ridotto.games.verhext.show.pieces import prophecy_piece, side
from ridotto.games.verhext.show.standings import prophecy_facts, prophecy_status
from ridotto.games.verhext.show.tricks import led_suit_of, shown_trick
from ridotto.games.verhext.show.view import VerhextPublic, VerhextTrick


def drawn_zones(public: VerhextPublic) -> list[Zone]:
    seats = range(len(public.seats))
    zones = [_ball(public.holder), _hats(public), *(_pile(public, seat) for seat in seats)]
    if public.phase != "over":
        zones += (_prophecy_zone(public, seat) for seat in seats)
        if trick := shown_trick(public):
            zones.append(_trick_values(trick, c.suit(public.trump)))
    return zones


@lru_cache(5)
def _ball(holder: int) -> Zone:
    return Zone("ball", "row", msg("Crystal ball"), seat=holder, mute=True)


def _hats(public: VerhextPublic) -> Zone:
    return _hat_row(tuple(seat.hats for seat in public.seats), public.hats_left, public.phase == "over")


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


def _pile(public: VerhextPublic, seat: int) -> Zone:
    """The score pile of a seat: fulfilled and failed cards, stored zeros and hats."""
    shown = public.seats[seat]
    return _cached_pile_zone(seat, shown.fulfilled, shown.failed, shown.zeros, shown.hats, public.points)


@lru_cache(4000)
def _cached_pile_zone(
    seat: int,
    fulfilled: tuple[int, ...],
    failed: tuple[int, ...],
    zeros: int,
    hats: int,
    worth: tuple[tuple[int, int], ...],
) -> Zone:
    pile = f"pile-{seat}"
    pieces = []
    for place, prophecies in (("fulfilled", fulfilled), ("failed", failed)):
        for i, prophecy in enumerate(prophecies):
            points = worth[prophecy][place == "failed"]
            name = f"{pile}.{place}.{c.PROPHECIES[prophecy]}.{prophecies[:i].count(prophecy) + 1}"
            pieces.append(prophecy_piece(name, prophecy, (points,), at=place, owner=seat))
    pieces += (
        Piece(f"{pile}.zero.{i}", "zero", msg("zero card"), "0", at="zeros", owner=seat) for i in range(1, zeros + 1)
    )
    pieces += (Piece(f"{pile}.hat.{i}", "hat", msg("witch hat"), at="hats", owner=seat) for i in range(1, hats + 1))
    lost = sum(worth[prophecy][1] for prophecy in failed)
    counters = (Counter("failed", msg("Failed, may be tried again"), signed(lost)),) if failed else ()
    return Zone(pile, "row", msg("Collected"), tuple(pieces), counters, seat=seat, mute=True)


TRICKS = {
    "trick": msg("trick won"),
    "more": msg("trick won"),
    "over": msg("one too many"),
    "zero": msg("zero card"),
    "ghost": msg("missing trick"),
}


def _prophecy_zone(public: VerhextPublic, seat: int) -> Zone:
    """The prophecy of a seat and the tricks beside it, missing ones too."""
    facts = prophecy_facts(public, seat)
    if facts is None:
        return Zone(f"fate-{seat}", "row", msg("Prophecy"), seat=seat, mute=True)
    return _cached_prophecy_zone(seat, facts, public.seats[seat].rebid, public.points[facts[0]])


@lru_cache(4000)
def _cached_prophecy_zone(
    seat: int, facts: tuple[int, int, int, int, int], is_rebid: bool, worth: tuple[int, int]
) -> Zone:
    prophecy, won, spent, *_ = facts
    number, fate = c.number(prophecy), f"fate-{seat}"
    source = f"{'again' if is_rebid else 'stack'}-{number}.{side(prophecy)}"
    card = prophecy_piece(f"{fate}.{c.PROPHECIES[prophecy]}", prophecy, worth, owner=seat, source=source)
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


def _trick_values(trick: VerhextTrick, trump: int) -> Zone:
    """The value of every play of a trick, and how it stands. `trump` is a suit."""
    counters = []
    for play in trick.plays:
        state = "beaten" if c.suit(play.cards[0]) in (trump, led_suit_of(trick)) else "off"
        if play.seat in trick.top:
            state = "tied" if len(trick.top) > 1 else "won" if trick.ended else "winning"
        counters.append(Counter(str(play.seat), msg("Value"), play_value(play.cards), icon=state))
    return Zone("standing", "row", msg("Trick {n}", n=trick.number + 1), counters=tuple(counters), mute=True)
