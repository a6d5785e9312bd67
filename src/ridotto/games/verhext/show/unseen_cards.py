"""What a player of Verhext! can tell from what lies open and from the own hand: cards not seen, suits that ran out."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Who, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import suit_message, suits_message
from ridotto.games.verhext.show.trick import cards_of, players_of, suit_led

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
    name, note = msg("Cards you haven't seen"), _potions_played(view)
    return [Zone("unseen", "row", name, counters=counters, note=note, folded=True), *_void_zones(view)]


def _potions_played(view: View) -> Message | None:
    played = [card for trick in view["tricks"] for play in trick["plays"] for card in cards_of(play)]
    potions = [c.suit(card) for card in played].count(c.POTION)
    return (
        msgs("{n} magic potion has been played.", "{n} magic potions have been played.", potions) if potions else None
    )


def _void_zones(view: View) -> list[Zone]:
    """Who did not follow a suit has none of it for the rest of the round."""
    lacking: dict[int, set[int]] = {}
    for trick in view["tricks"]:
        led = suit_led(trick)
        for seat, play in zip(players_of(view, trick), trick["plays"], strict=True):
            if c.suit(cards_of(play)[0]) != led:
                lacking.setdefault(seat, set()).add(led)
    lacking.pop(view["viewer"], None)
    if not lacking:
        return []
    counters = tuple(
        Counter(str(seat), msg("{who}", who=Who(seat)), listing([*map(suits_message, sorted(suits))]))
        for seat, suits in sorted(lacking.items())
    )
    return [Zone("voids", "row", msg("Out of these suits"), counters=counters, folded=True)]


def potions_unseen(view: View) -> int:
    """How many potions may be anywhere, by what the viewer is shown."""
    return OF_A_SUIT - [c.suit(card) for card in _seen(view)].count(c.POTION)


def _seen(view: View) -> list[int]:
    own = view["own"] or {"hand": [], "laid": None}
    plays = [play for trick in view["tricks"] for play in trick["plays"]]
    laid = [own["laid"]] if own["laid"] else []
    held = [c.CARDS[name] for name in (view["trump"], *own["hand"])]
    return held + [card for play in (*plays, *laid) for card in cards_of(play)]
