"""What a player of Verhext! can work out: cards it has not seen, and suits that others have run out of."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, SeatName, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import suit_message, suits_message
from ridotto.games.verhext.show.tricks import cards_of, led_suit_of, players_of

View = dict[str, Any]

CARDS_PER_SUIT = c.DECK // len(c.SUITS)


def unseen_zones(view: View) -> list[Zone]:
    """How many cards of each suit are in other hands or undealt; only where past tricks are shown (verhext.vis.won)."""
    if view["own"] is None or view["phase"] not in ("prophecy", "play") or view["options"]["show_history"] != "on":
        return []
    seen = [c.suit(card) for card in _seen_cards(view)]
    counters = tuple(
        Counter(name, suit_message(suit), CARDS_PER_SUIT - seen.count(suit), f"art:pip-{name}")
        for suit, name in enumerate(c.SUITS)
    )
    name, note = msg("Cards you haven't seen"), _potions_played(view)
    return [Zone("unseen", "row", name, counters=counters, note=note, folded=True), *_void_zones(view)]


def _potions_played(view: View) -> Message | None:
    played = [card for trick in view["tricks"] for play in trick["plays"] for card in cards_of(play)]
    potions = [c.suit(card) for card in played].count(c.POTION)
    return (
        msgs("{n} magic potion has been played.", "{n} magic potions have been played.", potions) if potions else None
    )


def _void_zones(view: View) -> list[Zone]:
    """The suits that seats could not follow: they have none of these for the rest of the round."""
    lacking: dict[int, set[int]] = {}
    for trick in view["tricks"]:
        led = led_suit_of(trick)
        for seat, play in zip(players_of(view, trick), trick["plays"], strict=True):
            if c.suit(cards_of(play)[0]) != led:
                lacking.setdefault(seat, set()).add(led)
    lacking.pop(view["viewer"], None)
    if not lacking:
        return []
    counters = tuple(
        Counter(str(seat), msg("{who}", who=SeatName(seat)), listing([*map(suits_message, sorted(suits))]))
        for seat, suits in sorted(lacking.items())
    )
    return [Zone("voids", "row", msg("Out of these suits"), counters=counters, folded=True)]


def potions_unseen(view: View) -> int:
    """How many potions the viewer has not seen."""
    return CARDS_PER_SUIT - [c.suit(card) for card in _seen_cards(view)].count(c.POTION)


def _seen_cards(view: View) -> list[int]:
    own = view["own"] or {"hand": [], "laid": None}
    plays = [play for trick in view["tricks"] for play in trick["plays"]]
    laid = [own["laid"]] if own["laid"] else []
    held = [c.CARDS[name] for name in (view["trump"], *own["hand"])]
    return held + [card for play in (*plays, *laid) for card in cards_of(play)]
