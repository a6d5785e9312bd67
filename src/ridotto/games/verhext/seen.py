"""What a player of Verhext! has not seen yet, counted from what lies open and what is in the own hand."""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Zone
from ridotto.games.verhext import cards as c
from ridotto.games.verhext.names import suit_message
from ridotto.games.verhext.trick import cards_of

View = dict[str, Any]

OF_A_SUIT = c.DECK // len(c.SUITS)


def unseen_zones(view: View) -> list[Zone]:
    """verhext.vis.won: where past tricks may be looked up, how many of each suit are in other hands or undealt."""
    if view["own"] is None or view["phase"] not in ("prophecy", "play") or view["options"]["show_history"] != "on":
        return []
    seen = [c.suit(card) for card in _seen(view)]
    counters = tuple(
        Counter(name, suit_message(suit), OF_A_SUIT - seen.count(suit), f"art:pip-{name}")
        for suit, name in enumerate(c.SUITS)
    )
    return [Zone("unseen", "row", msg("Cards that you have not seen"), counters=counters, folded=True)]


def _seen(view: View) -> list[int]:
    own = view["own"]
    plays = [play for trick in view["tricks"] for play in trick["plays"]]
    laid = [own["laid"]] if own["laid"] else []
    held = [c.CARDS[name] for name in (view["trump"], *own["hand"])]
    return held + [card for play in (*plays, *laid) for card in cards_of(play)]
