"""Folded zones of 17 Diciassette: the discards that a viewer knows, and the cards it has not seen."""

from collections import Counter as Tally
from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import BACK, card_message
from ridotto.games.diciassette.show.pieces import art, copies, copy_id, piece

View = dict[str, Any]


def seen_zones(view: View) -> list[Zone]:
    """Known discards, if the table lists them; the viewer may always look up cards it laid face down itself."""
    listed = view["discards"]["known"]
    own = view["own"]["trashed"] if view["own"] else []
    zones = []
    if listed or own:
        zones.append(discards_zone(listed or [], own))
    if listed is not None:
        zones.append(unseen_zone(view))
    return zones


def discards_zone(listed: list[str], own: list[str]) -> Zone:
    pieces = [piece(card, copy_id("seen", card, copy)) for card, copy in copies(listed)]
    for card, copy in copies(own):
        name = msg("{card}, hidden by you", card=card_message(c.CARDS[card]))
        pieces.append(replace(piece(card, copy_id("seen.own", card, copy)), name=name))
    return Zone("seen", "pool", msg("Discarded cards you know"), tuple(pieces), folded=True)


def unseen_zone(view: View) -> Zone:
    """How many concealed cards of every kind may be hidden in the row, in other hands or in the pile."""
    own = view["own"] or {"hand": [], "trashed": []}
    laid = [card["card"] for card in view["row"] if card["card"] != BACK]
    seen = Tally([*view["discards"]["known"], *laid, *own["hand"], *own["trashed"]])
    counters = tuple(
        Counter(f"unseen.{name}", card_message(kind), c.COPIES[kind] - seen[name], f"art:{art(kind)}")
        for name, kind in c.CARDS.items()
        if kind >= c.CONCEALED
    )
    return Zone("unseen", "pool", msg("Unseen cards with a neutral back"), (), counters, folded=True)
