"""Views: what one viewer may know of a position, built from nothing.

The public part is what a spectator may know. It is made once for all viewers and cannot contain a hand. The own part is
what one seat knows besides. Each game derives its parts from the two classes below.
"""

from typing import Generic, TypeVar

from msgspec import Struct

from ridotto.engine.note import SPECTATOR


class PublicView(Struct, frozen=True, gc=False):
    """What everybody may know of a position."""

    options: dict[str, str]
    places: tuple[int, ...] | None  # at the end of the game


class OwnView(Struct, frozen=True, gc=False):
    """What one seat knows besides."""

    seat: int
    moves: tuple[int, ...]  # that it may make now, ascending
    clauses: tuple[str, ...]  # the clause that allows each move


P = TypeVar("P", bound=PublicView, covariant=True)
O = TypeVar("O", bound=OwnView, covariant=True)  # noqa: E741 - the own part


class View(Struct, Generic[P, O], frozen=True, gc=False):
    """What one viewer may know: the public part, and for a seat its own part."""

    public: P
    own: O | None = None

    @property
    def viewer(self) -> int:
        """The seat, or `SPECTATOR`."""
        return SPECTATOR if self.own is None else self.own.seat

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves that the viewer may make now."""
        return () if self.own is None else self.own.moves
