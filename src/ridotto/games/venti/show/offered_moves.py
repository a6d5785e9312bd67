"""The moves that a seat of Venti may make, each with what the rules say of it."""

from typing import NamedTuple

from ridotto.games.venti import components as c
from ridotto.games.venti.show.pieces import card_id
from ridotto.games.venti.show.view import VentiOwn


class OfferedMove(NamedTuple):
    """A legal move."""

    number: int
    clause: str
    card: int | None  # of the seat, that it uses
    loss: int | None  # the points that the penalty costs at least

    @property
    def text(self) -> str:
        return c.MOVE_TEXTS[self.number]

    @property
    def card_id(self) -> str | None:
        """The id of the card that it uses."""
        return None if self.card is None else card_id(self.card)


def offered_moves(own: VentiOwn) -> dict[int, OfferedMove]:
    """The legal moves by number."""
    given = zip(own.moves, own.clauses, own.cards, own.losses, strict=True)
    return {move: OfferedMove(move, clause, card, loss) for move, clause, card, loss in given}
