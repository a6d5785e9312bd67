"""Windows: a question that all are asked at the same time, in secret, before the game goes on. Does anybody call?

A game that has them says so in its module `windows.py`:

- `PASS`: the answer of whoever does not want to interrupt.
- `is_open(state)`: is such a question open?
- `term(state)`: a number that changes when somebody has interrupted; an order for one term ends with it.
- `ahead(view)`: the moves that this viewer may choose already, for when nobody interrupts and it is asked next.
- `ORDERS`, and `answer(view, order, number)`: what a player's standing order answers, from what this player knows.

The rules know nothing of this: they open every window, and receive ordinary answers.
"""

from dataclasses import dataclass

from ridotto.engine.message import Message


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order that a player may give. It holds until it is revoked, or for one term."""

    name: str
    title: Message  # with `{n}`, where it needs a number
    numbers: range = range(0)
    usual: int = 0
    one_term: bool = False
