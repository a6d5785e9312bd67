"""The call window of 17 Diciassette without tedium (13.3 of the specification): who need not be asked, and who next."""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.standing_orders import Order
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette
from ridotto.games.diciassette.show.totals import known
from ridotto.games.diciassette.show.turn_order import follower, is_between

View = dict[str, Any]

PASS = c.PASS
ORDERS = (
    Order("round", msg("Pass until the end of this round"), one_term=True),
    Order("below", msg("Pass while the visible total is below {n}"), range(2, 41), usual=12),
    Order("known", msg("Call as soon as I know it's 17 or more")),
)


def is_open(state: Diciassette) -> bool:
    return bool(state.phase == c.CALLING)


def term(state: Diciassette) -> int:
    """A call ends the round."""
    return int(state.round)


def ahead(view: View) -> list[int]:
    """The card of the next player is a pass, and may be chosen while the others still answer."""
    own = view["own"]
    if view["phase"] != "call" or own is None or own["answer"] == "call":
        return []
    if is_between(view) or follower(view) != view["viewer"]:
        return []
    kinds = sorted({c.CARDS[card] for card in own["hand"]})
    return [*kinds, *(kind + c.DOWN for kind in kinds)]


def answer(view: View, order: str, number: int) -> int | None:
    """What a standing order answers, if anything; else the player is asked."""
    if order == "round" and view["round"] == number:
        return c.PASS
    if order == "below" and view["total"] < number:
        return c.PASS
    if order == "known" and known(view)[0] >= c.LIMIT:
        return c.CALL
    return None
