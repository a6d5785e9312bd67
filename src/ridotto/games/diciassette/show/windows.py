"""What the house needs to ask players less often in call windows of 17 Diciassette: standing orders and premoves.

See `engine/standing_orders.py`, and section 13.3 of the specification.
"""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.standing_orders import Order
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette
from ridotto.games.diciassette.show.row_totals import known_total
from ridotto.games.diciassette.show.turn_order import is_between, next_player

View = dict[str, Any]

PASS = c.PASS
ORDERS = (
    Order("round", msg("Pass until the end of this round"), one_term=True),
    Order("below", msg("Pass while the visible total is below {n}"), range(2, 41), default=12),
    Order("known", msg("Call as soon as I know it's 17 or more")),
)


def is_open(state: Diciassette) -> bool:
    """Is a call window open?"""
    return bool(state.phase == c.CALLING)


def term(state: Diciassette) -> int:
    """Standing orders for one term end with the round, as a call ends it."""
    return int(state.round)


def premoves(view: View) -> list[int]:
    """The cards that the next player may choose while others still answer; choosing one is a pass."""
    own = view["own"]
    if view["phase"] != "call" or own is None or own["answer"] == "call":
        return []
    if is_between(view) or next_player(view) != view["viewer"]:
        return []
    kinds = sorted({c.CARDS[card] for card in own["hand"]})
    return [*kinds, *(kind + c.DOWN for kind in kinds)]


def ordered_move(view: View, order: str, number: int) -> int | None:
    """What a standing order answers; None if the player must be asked."""
    if order == "round" and view["round"] == number:
        return c.PASS
    if order == "below" and view["total"] < number:
        return c.PASS
    if order == "known" and known_total(view)[0] >= c.LIMIT:
        return c.CALL
    return None
