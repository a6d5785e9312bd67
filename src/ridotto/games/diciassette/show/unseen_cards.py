"""Folded zones of 17 Diciassette: the discards that are known, and the cards that are still unseen.

Everybody knows some; a seat knows its own cards besides, even those that it laid face down and somebody trashed.
"""

from collections import Counter as Tally
from collections.abc import Sequence

from msgspec.structs import replace

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import card_message
from ridotto.games.diciassette.show.pieces import art, copies, copy_id, piece
from ridotto.games.diciassette.show.view import DiciassetteOwn, DiciassettePublic


def seen_zones(public: DiciassettePublic) -> list[Zone]:
    """What everybody knows, if the table lists it."""
    listed = public.discards.known
    if listed is None:
        return []
    return [*([discards_zone(listed)] if listed else []), unseen_zone(public, listed)]


def own_seen_zones(public: DiciassettePublic, own: DiciassetteOwn) -> list[Zone]:
    """The same with what a seat knows; it may always look up cards that it laid face down itself."""
    listed, known = public.discards.known, (*own.hand, *own.hidden, *own.trashed)
    zones = [discards_zone(listed or (), own.trashed)] if own.trashed else []
    return zones if listed is None else [*zones, unseen_zone(public, listed, known)]


def discards_zone(listed: Sequence[int], own: Sequence[int] = ()) -> Zone:
    pieces = [piece(kind, copy_id("seen", kind, copy)) for kind, copy in copies(listed)]
    for kind, copy in copies(own):
        name = msg("{card}, hidden by you", card=card_message(kind))
        pieces.append(replace(piece(kind, copy_id("seen.own", kind, copy)), name=name))
    return Zone("seen", "pool", msg("Discarded cards you know"), tuple(pieces), folded=True)


def unseen_zone(public: DiciassettePublic, listed: Sequence[int], own: Sequence[int] = ()) -> Zone:
    """How many concealed cards of every kind may be hidden in the row, in other hands or in the pile."""
    seen = Tally([*listed, *(laid.kind for laid in public.row), *own])
    counters = tuple(
        Counter(f"unseen.{name}", card_message(kind), c.COPIES[kind] - seen[kind], f"art:{art(kind)}")
        for name, kind in c.CARDS.items()
        if kind >= c.CONCEALED
    )
    return Zone("unseen", "pool", msg("Unseen cards with a neutral back"), (), counters, folded=True)
