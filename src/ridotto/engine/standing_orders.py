"""Windows and standing orders.

A window is a question to all seats at once, answered in secret, before the game goes on: does anybody interrupt? With a
standing order, a player answers it in advance. A game with windows sets `has_windows` and has a module
`show/windows.py` with:

- `PASS`: the move of a player who does not interrupt.
- `is_open(state)`: whether a window is open.
- `term(state)`: a number that changes when somebody has interrupted; an order with `one_term` ends then.
- `premoves(view)`: the moves that the viewer may choose in advance, in case nobody interrupts and it is asked next.
- `ORDERS`: the standing orders that players may give.
- `ordered_move(view, order, number)`: the move that a standing order makes in this view; None if it does not decide.

The rules do not know standing orders: they open every window and receive ordinary moves.
"""

from dataclasses import dataclass

from msgspec import Struct

from ridotto.engine.message import Message


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a player may give. It is valid until revoked, or for one term."""

    name: str
    title: Message  # with `{n}` if the order has a number
    numbers: range = range(0)  # the allowed numbers; empty if the order has none
    default: int = 0
    one_term: bool = False


class HeldAnswers(Struct, frozen=True, gc=False):
    """What the house holds back for a seat, as move texts: part of the `OwnView` of a game with windows, as `held`.

    Its `PublicView` has the seats that want to be asked everything as `insisting`. Both are None without a house.
    """

    given: str | None = None  # its answer
    ahead: str | None = None  # its move for after the window; "": it may choose one
    dropped: str | None = None  # such a move that became impossible
