"""What playing a prophecy of Venezia 2099 would do, as the seat that holds it is told."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia2099.names import colour_message
from ridotto.games.venezia2099.show.board import pawn_on
from ridotto.games.venezia2099.show.view import Venezia2099Prophecy, Venezia2099Public


def card_effects(public: Venezia2099Public, owner: int, prophecy: Venezia2099Prophecy) -> tuple[Message, ...]:
    """Whose pawn falls, which coins are lost, and how the worth of the colour changes."""
    found = []
    fallen = pawn_on(public, prophecy.square)
    if fallen is not None:
        seat, pawn = fallen
        if seat == owner:
            found.append(msg("your pawn {n} falls in", n=pawn + 1))
        else:
            found.append(msg("{who}'s pawn {n} falls in", n=pawn + 1, who=SeatName(seat)))
    coins = public.square(prophecy.square).coins
    if coins:
        found.append(msgs("{n} coin is lost", "{n} coins are lost", coins))
    worths = public.colour(prophecy.card // 7).worths
    before, after = worths[-1], worths[-2]
    if before != after:
        colour = colour_message(prophecy.card // 7)
        found.append(msg("{colour} treasures: {before} → {after}", colour=colour, before=before, after=after))
    return tuple(found)


def sinking_square(public: Venezia2099Public, owner: int, prophecy: Venezia2099Prophecy) -> Message:
    """The square that a card will sink, and whose pawn stands there."""
    fallen = pawn_on(public, prophecy.square)
    if fallen is None:
        return msg("on {square}", square=prophecy.square)
    if fallen[0] == owner:
        return msg("{square} you!", square=prophecy.square)
    return msg("{square} {who}", square=prophecy.square, who=SeatName(fallen[0]))
