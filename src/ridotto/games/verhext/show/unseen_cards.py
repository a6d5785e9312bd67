"""What a player of Verhext! can work out: cards it has not seen, and suits that others have run out of."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, SeatName, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import suit_message, suits_message
from ridotto.games.verhext.show.view import CARDS_PER_SUIT, VerhextOwn, VerhextPublic


def unseen_by(public: VerhextPublic, own: VerhextOwn) -> list[int]:
    """By suit: how many cards a seat has not seen."""
    held = [c.suit(card) for card in (*own.hand, *own.laid)]
    return [unseen - held.count(suit) for suit, unseen in enumerate(public.unseen)]


def unseen_zones(public: VerhextPublic, own: VerhextOwn) -> list[Zone]:
    """How many cards of each suit are in other hands or undealt; only where past tricks are shown (verhext.vis.won)."""
    if public.phase not in ("prophecy", "play") or public.options["show_history"] != "on":
        return []
    counters = tuple(
        Counter(name, suit_message(suit), unseen, f"art:pip-{name}")
        for (suit, name), unseen in zip(enumerate(c.SUITS), unseen_by(public, own), strict=True)
    )
    name, note = msg("Cards you haven't seen"), _potions_played(public)
    return [Zone("unseen", "row", name, counters=counters, note=note, folded=True), *_void_zones(public, own.seat)]


def _potions_played(public: VerhextPublic) -> Message | None:
    potions = CARDS_PER_SUIT - public.unseen[c.POTION] - (c.suit(public.trump) == c.POTION)
    return (
        msgs("{n} magic potion has been played.", "{n} magic potions have been played.", potions) if potions else None
    )


def _void_zones(public: VerhextPublic, viewer: int) -> list[Zone]:
    """The suits that other seats could not follow: they have none of these for the rest of the round."""
    counters = tuple(
        Counter(str(number), msg("{who}", who=SeatName(number)), listing([*map(suits_message, seat.voids)]))
        for number, seat in enumerate(public.seats)
        if seat.voids and number != viewer
    )
    return [Zone("voids", "row", msg("Out of these suits"), counters=counters, folded=True)] if counters else []
