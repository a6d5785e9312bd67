"""The panels of the seats of Venezia, and the result of the game."""

from typing import Any

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import place_label
from ridotto.games.venezia.show.majorities import DISTRICT_NAMES, flock, held_by, worth

View = dict[str, Any]


def panels(view: View) -> tuple[Panel, ...]:
    return tuple(Panel(seat, _counters(view, seat)) for seat in range(len(view["seats"])))


def _counters(view: View, seat: int) -> tuple[Counter, ...]:
    things = view["seats"][seat]
    order = (seat - view["start"]) % len(view["seats"]) + 1
    return (
        Counter("order", msg("Order"), order),
        Counter("score", msg("Points"), things["score"], "trophy"),
        Counter("led", msg("Districts"), len(held_by(view, seat)), "crown"),
        Counter("reserve", msg("Reserve"), things["reserve"], "art:reserve"),
        Counter("nest", msg("Nest"), things["nest"], "art:nest"),
        Counter("supply", msg("Supply"), things["supply"], "art:supply"),
        Counter("piazza", msg("Piazza"), len(things["piazza"])),
        Counter("home", msg("Home base"), place_label(things["home"]) if things["home"] else "–"),
    )


# The end


def final_panels(view: View) -> tuple[Panel, ...]:
    return standings.final_panels(view["places"], lambda seat: _final_counters(view, seat))


def _final_counters(view: View, seat: int) -> tuple[Counter, ...]:
    return (
        Counter("place", msg("Place"), view["places"][seat]),
        Counter("sum", msg("Points"), _sum(view, seat)),
        Counter("led", msg("Districts"), len(held_by(view, seat))),
        Counter("pigeons", msg("Pigeons"), in_districts(view, seat)),
        Counter("home", msg("Home base"), place_label(view["seats"][seat]["home"])),
    )


def _sum(view: View, seat: int) -> str:
    """`42 + 3 + 6 = 51`: the points before the last scoring, and those for each district in it."""
    score = view["seats"][seat]["score"]
    gained = [worth(view, place, seat) for place in held_by(view, seat)]
    return " + ".join(map(str, [score - sum(gained), *gained])) + f" = {score}" if gained else str(score)


def in_districts(view: View, seat: int) -> int:
    """The number of pigeons that a seat has in all districts."""
    return sum(flock(view, place, seat) for place in DISTRICT_NAMES)


def conqueror(view: View) -> int | None:
    """The seat that holds five districts, or None (venezia.end.five)."""
    seats = range(len(view["seats"]))
    return next((seat for seat in seats if len(held_by(view, seat)) >= c.DISTRICTS_TO_WIN), None)


def result_message(view: View) -> Message:
    winner = conqueror(view)
    if winner is not None:
        return msg(
            "{who} holds {held} of the seven districts and wins.", who=SeatName(winner), held=len(held_by(view, winner))
        )
    return standings.result_message(view["places"], [things["score"] for things in view["seats"]])


def ending(view: View) -> tuple[Message, ...]:
    """Why the game is over, and how ties were broken."""
    return (_reason(view), *_tie_breaks(view))


def _reason(view: View) -> Message:
    winner = conqueror(view)
    if winner is not None:
        return msg("Five districts win the game at once, whatever the score.")
    if max(things["score"] for things in view["seats"]) >= c.POINTS_TO_WIN:
        return msg("Somebody has {points} points: the game is over, and the most points win.", points=c.POINTS_TO_WIN)
    return msg("Round {round} was the last: the most points win.", round=view["round"])


def _tie_breaks(view: View) -> list[Message]:
    """How ties were broken: by districts in the last scoring, then by pigeons in districts (venezia.end.tiebreak)."""
    found = []

    def ranking_key(seat: int) -> tuple[int, int, int]:
        bonus = c.PIGEONS * c.POINTS_TO_WIN * (seat == conqueror(view))  # points do not matter then
        return bonus + view["seats"][seat]["score"], len(held_by(view, seat)), in_districts(view, seat)

    for group in standings.tied_groups(len(view["seats"]), ranking_key):
        who = listing([SeatName(seat) for seat in group])
        numbers = {"who": who, "held": _ratio([ranking_key(seat)[1] for seat in group])}
        if len({ranking_key(seat)[1] for seat in group}) == len(group):
            found.append(msg("{who} are tied: more districts decide ({held}).", **numbers))
            continue
        numbers["pigeons"] = _ratio([ranking_key(seat)[2] for seat in group])
        if len({ranking_key(seat) for seat in group}) == len(group):
            found.append(
                msg("{who} are tied: districts decide ({held}), then the pigeons in them ({pigeons}).", **numbers)
            )
        else:
            found.append(
                msg(
                    "{who} are tied; those also level on districts ({held}) and pigeons ({pigeons}) share a place.",
                    **numbers,
                )
            )
    return found


def _ratio(numbers: list[int]) -> str:
    return " : ".join(map(str, numbers))
