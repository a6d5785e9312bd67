"""The cards that a viewer of 17 Diciassette has seen go, and those it has not seen yet: for whoever asks."""

from collections import Counter as Tally
from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Piece, Zone
from ridotto.games.diciassette import cards as c
from ridotto.games.diciassette.names import ARTS, BACK, card_message

View = dict[str, Any]


def seen_zones(view: View) -> list[Zone]:
    """Discards that everybody has seen, if they are listed; what one has hidden oneself one may always look up."""
    listed = view["discards"]["known"]
    own = view["own"]["trashed"] if view["own"] else []
    zones = []
    if listed or own:
        zones.append(discards_zone(listed or [], own))
    if listed is not None:
        zones.append(unseen_zone(view))
    return zones


def discards_zone(listed: list[str], own: list[str]) -> Zone:
    pieces = [
        Piece(f"seen.{card.replace('/', '-')}.{place}", ARTS.get(c.CARDS[card], "number"), card_message(c.CARDS[card]))
        for place, card in enumerate(listed, 1)
    ]
    for place, card in enumerate(own, 1):
        name = msg("{card}, hidden by you", card=card_message(c.CARDS[card]))
        pieces.append(Piece(f"seen.own.{card}.{place}", ARTS.get(c.CARDS[card], "number"), name))
    return Zone("seen", "pool", msg("Discarded cards you know"), tuple(pieces), folded=True)


def unseen_zone(view: View) -> Zone:
    """How many of each kind may still lie hidden, be held by others, or come from the pile."""
    own = view["own"] or {"hand": [], "trashed": []}
    laid = [card["card"] for card in view["row"] if card["card"] != BACK]
    seen = Tally([*view["discards"]["known"], *laid, *own["hand"], *own["trashed"]])
    counters = tuple(
        Counter(f"unseen.{name}", card_message(kind), c.COPIES[kind] - seen[name])
        for name, kind in c.CARDS.items()
        if kind >= c.CONCEALED
    )
    return Zone("unseen", "pool", msg("Cards with a neutral back not seen yet"), (), counters, folded=True)
