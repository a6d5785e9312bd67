"""What moving on the Piazza would bring: the hints on squares and pigeons."""

from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Action, Who
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import square_message
from ridotto.games.venezia.show.board import pigeon_id, square_id
from ridotto.games.venezia.show.move_outlook import NEAR, Outlook

View = dict[str, Any]


def square_action(view: View, square: int, clause: str) -> Action:
    """A square to place a pigeon on, a pigeon to move, or where it goes."""
    at = c.SQUARE_NAMES[square]
    if view["phase"] == "place":
        return Action(at, square_message(square), square_id(at), None, clause)
    if view["phase"] == "pick":
        hints = _of_pigeon(view, Outlook(view), square)
        return Action(at, square_message(square), pigeon_id(view["viewer"], at), None, clause, hints)
    return Action(at, square_message(square), square_id(at), None, clause, _of_target(view, square))


def _births(number: int) -> tuple[Message, ...]:
    return (msgs("{n} chick", "{n} chicks", number),) if number else ()


def _of_target(view: View, square: int) -> tuple[Message, ...]:
    """What the chosen pigeon would do there."""
    before, start = Outlook(view), c.SQUARE_OF[view["chosen"]]
    after = before.moved(start, square)
    jumps = square not in NEAR[start]
    old = before.pinched(view["viewer"])
    new = {victim: owner for victim, owner in after.pinched(view["viewer"]).items() if victim not in old}
    return (
        *_danger(view, after, square),
        *([msg("jump")] if jumps else []),
        *_births(after.births(square)),
        *(_further(after, square) if jumps else ()),
        *_pincers(new),
    )


def _further(after: Outlook, square: int) -> tuple[Message, ...]:
    """The best square that more jumps lead to, if it is better than this one."""
    if square in after.tourists:
        return ()
    best = _best(after, after.moved(square, square).chain(square))
    if best is None or after.births(best) <= after.births(square):
        return ()
    return (_reaches(after, best),)


def _best(outlook: Outlook, squares: set[int]) -> int | None:
    return max(sorted(squares), key=outlook.births, default=None)


def _reaches(outlook: Outlook, square: int) -> Message:
    return msgs(
        "{square}: {n} chick",
        "{square}: {n} chicks",
        outlook.births(square),
        square=c.SQUARE_NAMES[square],
    )


def _of_pigeon(view: View, outlook: Outlook, square: int) -> tuple[Message, ...]:
    """What a pigeon has where it is, and what it could have."""
    here = outlook.births(square)
    hints = [*_danger(view, outlook, square), *_births(here)]
    reach = outlook.reach(square)
    best = _best(outlook, reach)
    if best is not None and outlook.births(best) > here:
        hints.append(_reaches(outlook, best))
    pinched = set(outlook.pinched(view["viewer"]))
    for end in sorted(reach):
        new = outlook.moved(square, end).pinched(view["viewer"])
        victim = next((victim for victim in new if victim not in pinched), None)
        if victim is not None:
            told = {"who": Who(new[victim]), "victim": c.SQUARE_NAMES[victim], "square": c.SQUARE_NAMES[end]}
            hints.append(msg("pinches {who} on {victim} (from {square})", **told))
            break
    return tuple(hints)


def _pincers(pinched: dict[int, int]) -> list[Message]:
    return [
        msg("pinches {who} on {square}", who=Who(owner), square=c.SQUARE_NAMES[square])
        for square, owner in pinched.items()
    ]


def besiegers(view: View, outlook: Outlook, square: int) -> list[tuple[int, Message]]:
    """venezia.pincer.active: whoever stands like this is lost in the turn of that family."""
    others = [seat for seat in range(len(view["seats"])) if seat != view["viewer"]]
    found = outlook.besieged_by(square, others)
    return [(seat, msg("between two of {who}'s pigeons", who=Who(seat))) for seat in found]


def _danger(view: View, outlook: Outlook, square: int) -> list[Message]:
    return [message for _, message in besiegers(view, outlook, square)]


# Stopping


def turn_end(view: View) -> tuple[Message, ...]:
    """What comes of the turn as the pigeons stand."""
    outlook, viewer = Outlook(view), view["viewer"]
    births, supply = outlook.all_births(viewer), view["seats"][viewer]["supply"]
    hints = _births(births) or (msg("no chicks"),)
    if births > supply:
        hints = (
            msgs(
                "{n} chick, only {supply} in the supply",
                "{n} chicks, only {supply} in the supply",
                births,
                supply=supply,
            ),
        )
    return (*hints, *_pincers(outlook.pinched(viewer)))


def jump_end(view: View) -> tuple[Message, ...]:
    outlook, square = Outlook(view), c.SQUARE_OF[view["chosen"]]
    return (*_danger(view, outlook, square), *_births(outlook.births(square)))
