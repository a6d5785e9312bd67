"""Actions on the Piazza of Venezia, with hints on what a move would bring: chicks, pincers, dangers."""

from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Action, SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import square_message
from ridotto.games.venezia.show.board import pigeon_id, square_id
from ridotto.games.venezia.show.move_outlook import NEIGHBOURS, Outlook

View = dict[str, Any]


def square_action(view: View, square: int, clause: str) -> Action:
    """Placing a pigeon on a square, picking a pigeon to move, or moving it to a square."""
    at = c.SQUARE_NAMES[square]
    if view["phase"] == "place":
        return Action(at, square_message(square), square_id(at), None, clause)
    if view["phase"] == "pick":
        hints = _pigeon_hints(view, Outlook(view), square)
        return Action(at, square_message(square), pigeon_id(view["viewer"], at), None, clause, hints)
    return Action(at, square_message(square), square_id(at), None, clause, _target_hints(view, square))


def _birth_hints(number: int) -> tuple[Message, ...]:
    return (msgs("{n} chick", "{n} chicks", number),) if number else ()


def _target_hints(view: View, square: int) -> tuple[Message, ...]:
    """What moving the chosen pigeon there would bring."""
    before, start = Outlook(view), c.SQUARE_OF[view["chosen"]]
    after = before.moved(start, square)
    jumps = square not in NEIGHBOURS[start]
    old = before.pinched(view["viewer"])
    new = {victim: owner for victim, owner in after.pinched(view["viewer"]).items() if victim not in old}
    return (
        *_danger_hints(view, after, square),
        *([msg("jump")] if jumps else []),
        *_birth_hints(after.births(square)),
        *(_further_jump_hints(after, square) if jumps else ()),
        *_pincer_hints(new),
    )


def _further_jump_hints(after: Outlook, square: int) -> tuple[Message, ...]:
    """The best square that further jumps lead to, if it is better than this one."""
    if square in after.tourists:
        return ()
    best = _best_square(after, after.moved(square, square).chain_targets(square))
    if best is None or after.births(best) <= after.births(square):
        return ()
    return (_reach_hint(after, best),)


def _best_square(outlook: Outlook, squares: set[int]) -> int | None:
    return max(sorted(squares), key=outlook.births, default=None)


def _reach_hint(outlook: Outlook, square: int) -> Message:
    return msgs(
        "{square}: {n} chick",
        "{square}: {n} chicks",
        outlook.births(square),
        square=c.SQUARE_NAMES[square],
    )


def _pigeon_hints(view: View, outlook: Outlook, square: int) -> tuple[Message, ...]:
    """What a pigeon brings where it is, and the best that a move could bring."""
    births_now = outlook.births(square)
    hints = [*_danger_hints(view, outlook, square), *_birth_hints(births_now)]
    reach = outlook.reach(square)
    best = _best_square(outlook, reach)
    if best is not None and outlook.births(best) > births_now:
        hints.append(_reach_hint(outlook, best))
    pinched = set(outlook.pinched(view["viewer"]))
    for end in sorted(reach):
        new = outlook.moved(square, end).pinched(view["viewer"])
        victim = next((victim for victim in new if victim not in pinched), None)
        if victim is not None:
            pinch = {"who": SeatName(new[victim]), "victim": c.SQUARE_NAMES[victim], "square": c.SQUARE_NAMES[end]}
            hints.append(msg("pinches {who} on {victim} (from {square})", **pinch))
            break
    return tuple(hints)


def _pincer_hints(pinched: dict[int, int]) -> list[Message]:
    return [
        msg("pinches {who} on {square}", who=SeatName(owner), square=c.SQUARE_NAMES[square])
        for square, owner in pinched.items()
    ]


def pinching_rivals(view: View, outlook: Outlook, square: int) -> list[tuple[int, Message]]:
    """The rivals that pinch a pigeon on this square, if it stays there until their turns (venezia.pincer.active)."""
    others = [seat for seat in range(len(view["seats"])) if seat != view["viewer"]]
    found = outlook.pinched_by(square, others)
    return [(seat, msg("between two of {who}'s pigeons", who=SeatName(seat))) for seat in found]


def _danger_hints(view: View, outlook: Outlook, square: int) -> list[Message]:
    return [message for _, message in pinching_rivals(view, outlook, square)]


# Stopping


def turn_end(view: View) -> tuple[Message, ...]:
    """What the turn brings if it ends now."""
    outlook, viewer = Outlook(view), view["viewer"]
    births, supply = outlook.all_births(viewer), view["seats"][viewer]["supply"]
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
    return (*hints, *_pincer_hints(outlook.pinched(viewer)))


def jump_end(view: View) -> tuple[Message, ...]:
    outlook, square = Outlook(view), c.SQUARE_OF[view["chosen"]]
    return (*_danger_hints(view, outlook, square), *_birth_hints(outlook.births(square)))
