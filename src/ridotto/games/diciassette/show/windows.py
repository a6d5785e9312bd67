"""What the house needs to ask players less often in call windows of 17 Diciassette: standing orders and premoves.

See `engine/standing_orders.py`, and section 13.3 of the specification.
"""

from ridotto.engine.message import msg
from ridotto.engine.standing_orders import Order
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette
from ridotto.games.diciassette.show.call_answers import allowed_premoves
from ridotto.games.diciassette.show.view import DiciassetteView

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


def premoves(view: DiciassetteView) -> list[int]:
    """The cards that the next player may choose while others still answer; choosing one is a pass."""
    return [] if view.own is None else list(allowed_premoves(view.own))


def ordered_move(view: DiciassetteView, order: str, number: int) -> int | None:
    """What a standing order answers; None if the player must be asked."""
    if order == "round" and view.public.round == number:
        return c.PASS
    if order == "below" and view.public.total < number:
        return c.PASS
    if order == "known" and (view.own or view.public).total >= c.LIMIT:
        return c.CALL
    return None
