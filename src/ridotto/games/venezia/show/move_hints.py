"""Actions on the Piazza of Venezia, with hints on what a move would bring: chicks, pincers, dangers."""

from collections.abc import Iterable

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Action, SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import square_message
from ridotto.games.venezia.show.board import pigeon_id, square_id
from ridotto.games.venezia.show.effects import VeneziaEffect, VeneziaPigeon, VeneziaPincer, VeneziaTarget
from ridotto.games.venezia.show.view import VeneziaOwn, VeneziaPublic


def square_action(
    public: VeneziaPublic, own: VeneziaOwn, square: int, clause: str, effect: VeneziaEffect | None
) -> Action:
    """Placing a pigeon on a square, picking a pigeon to move, or moving it to a square."""
    at, name = c.SQUARE_NAMES[square], square_message(square)
    if isinstance(effect, VeneziaPigeon):
        return Action(at, name, pigeon_id(own.seat, square), None, clause, _pigeon_hints(public, effect))
    hints = _target_hints(public, effect) if isinstance(effect, VeneziaTarget) else ()
    return Action(at, name, square_id(square), None, clause, hints)


def danger_message(rival: int) -> Message:
    """A rival pinches a pigeon, if it stays there until the rival's turn (venezia.pincer.active)."""
    return msg("between two of {who}'s pigeons", who=SeatName(rival))


def pincer_message(pincer: VeneziaPincer) -> Message:
    return msg("pinches {who} on {square}", who=SeatName(pincer.owner), square=c.SQUARE_NAMES[pincer.square])


def _birth_hints(number: int) -> tuple[Message, ...]:
    return (msgs("{n} chick", "{n} chicks", number),) if number else ()


def _target_hints(public: VeneziaPublic, target: VeneziaTarget) -> tuple[Message, ...]:
    """What moving the chosen pigeon there would bring."""
    births = public.births[target.square]
    return (
        *map(danger_message, target.rivals),
        *([msg("jump")] if target.jump else []),
        *_birth_hints(births),
        *_better_square_hints(public, target.further, births),
        *map(pincer_message, target.pincers),
    )


def _better_square_hints(public: VeneziaPublic, squares: Iterable[int], births: int) -> tuple[Message, ...]:
    """The best of some squares, if more is born there."""
    best = max(squares, key=lambda square: public.births[square], default=None)
    if best is None or public.births[best] <= births:
        return ()
    return (msgs("{square}: {n} chick", "{square}: {n} chicks", public.births[best], square=c.SQUARE_NAMES[best]),)


def _pigeon_hints(public: VeneziaPublic, pigeon: VeneziaPigeon) -> tuple[Message, ...]:
    """What a pigeon brings where it is, and the best that a move could bring."""
    births = public.births[pigeon.square]
    hints = [
        *map(danger_message, pigeon.rivals),
        *_birth_hints(births),
        *_better_square_hints(public, pigeon.ends, births),
    ]
    for pincer in pigeon.pincers[:1]:
        pinch = {"who": SeatName(pincer.owner), "victim": c.SQUARE_NAMES[pincer.square]}
        hints.append(
            msg("pinches {who} on {victim} (from {square})", **pinch, square=c.SQUARE_NAMES[pincer.side]),
        )
    return tuple(hints)


# Stopping


def turn_end(public: VeneziaPublic, own: VeneziaOwn) -> tuple[Message, ...]:
    """What the turn brings if it ends now."""
    births, supply = public.births_of_turn, public.seats[own.seat].supply
    hints = _birth_hints(births) or (msg("no chicks"),)
    if births > supply:
        hints = (
            msgs(
                "{n} chick, only {supply} in the supply",
                "{n} chicks, only {supply} in the supply",
                births,
                supply=supply,
            ),
        )
    pinched = {pincer.square: pincer for pincer in public.pincers}
    return (*hints, *map(pincer_message, pinched.values()))


def jump_end(public: VeneziaPublic, pigeon: VeneziaPigeon) -> tuple[Message, ...]:
    """What a jumping pigeon brings where it is."""
    return (*map(danger_message, pigeon.rivals), *_birth_hints(public.births[pigeon.square]))
