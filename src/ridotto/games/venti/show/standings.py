"""The panels of the seats of Venti, and the result of the game."""

from collections.abc import Callable
from typing import Any

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.venti import components as c
from ridotto.games.venti.names import number_text

View = dict[str, Any]


def panels(view: View) -> tuple[Panel, ...]:
    return tuple(Panel(seat, _counters(view, seat), _marks(view, seat)) for seat in range(len(view["seats"])))


def _counters(view: View, number: int) -> tuple[Counter, ...]:
    seat = view["seats"][number]
    return (
        Counter("score", msg("Points"), seat["score"], "trophy"),
        Counter("left", msg("To 20"), max(0, c.TWENTY - seat["score"])),
        Counter("scored", msg("Point cards"), scored_text(seat)),
        Counter("cards", msg("Hand"), seat["cards"], "cards"),
        Counter("permanent", msg("Jokers"), permanent_text(seat)),
        Counter("actions", msg("Actions"), c.ACTIONS_PER_TURN + len(seat["extra"])),
        Counter("sacrificed", msg("Sacrificed"), seat["sacrificed"], "art:act-joker" if seat["sacrificed"] else ""),
    )


def scored_text(seat: dict[str, Any]) -> str:
    """The points of the point cards: `4+3+1`."""
    points = sorted((c.POINTS[c.CARDS[name]] for name in seat["points"]), reverse=True)
    return "+".join(map(str, points)) or "–"


def permanent_text(seat: dict[str, Any]) -> str:
    """The numbers of the permanent jokers, or a dash."""
    return " ".join(number_text(c.number_of(c.CARDS[name])) for name in seat["permanent"]) or "–"


def turns_are_over(view: View) -> bool:
    """Whether only the penalties for frozen cards are left."""
    return bool(view["penalty"] and view["penalty"]["for"] == "still frozen")


def _marks(view: View, seat: int) -> tuple[Message, ...]:
    found = []
    if seat == view["turn"] != view["player"] and not turns_are_over(view):
        found.append(msg("active"))
    if seat == view["first_to_ten"]:
        found.append(msg("first to ten"))
    if seat == view["trigger"]:
        found.append(msg("reached twenty"))
    if seat in view["final_queue"]:
        found.append(msg("one last turn"))
    return tuple(found)


# The end


def final_panels(view: View) -> tuple[Panel, ...]:
    return standings.final_panels(view["places"], lambda seat: _final_counters(view, seat))


def _final_counters(view: View, number: int) -> tuple[Counter, ...]:
    seat = view["seats"][number]
    return (
        Counter("place", msg("Place"), view["places"][number]),
        Counter("score", msg("Points"), seat["score"]),
        Counter("scored", msg("Point cards"), scored_text(seat)),
        Counter("number", msg("Cards"), len(seat["points"])),
        Counter("sacrificed", msg("Sacrificed"), seat["sacrificed"]),
        Counter("permanent", msg("Jokers"), permanent_text(seat)),
    )


def result_message(view: View) -> Message:
    return standings.result_message(view["places"], [seat["score"] for seat in view["seats"]])


def ending(view: View) -> list[tuple[str, Message]]:
    """The lines about the end, each with its kind: why it came, which cards were still frozen, how ties were broken."""
    lines = [("cap" if view["trigger"] is None else "twenty", _reason(view))]
    lines += [("frozen", line) for line in _frozen(view)]
    return lines + [("equal", line) for line in _tie_breaks(view)]


def _reason(view: View) -> Message:
    if view["trigger"] is None:
        return msgs(
            "Nobody has reached twenty after {n} round: the game is over.",
            "Nobody has reached twenty after {n} rounds: the game is over.",
            view["round"],
        )
    return msg("{who} was the first to reach twenty.", who=SeatName(view["trigger"]))


def _frozen(view: View) -> list[Message]:
    """The targets that were still frozen."""
    return [
        msg("Target {target} was still frozen, by {who}.", target=place, who=SeatName(target["frozen_by"]))
        for place, target in enumerate(view["targets"], 1)
        if target["frozen_by"] is not None
    ]


def _ranking(view: View) -> Callable[[int], tuple[int, int, int]]:
    """A function that gives a seat's criteria for the ranking, the most important first."""

    def criteria(number: int) -> tuple[int, int, int]:
        seat = view["seats"][number]
        return seat["score"], -len(seat["points"]), -seat["sacrificed"]

    return criteria


def deciding(view: View) -> dict[str, int | str]:
    """By seat with a tie on points: the counter that decides its place."""
    found: dict[str, int | str] = {}
    criteria = _ranking(view)
    for group in standings.tied_groups(len(view["seats"]), criteria):
        for seat in group:
            alone = sum(criteria(other)[:2] == criteria(seat)[:2] for other in group) == 1
            found[str(seat)] = "number" if alone else "sacrificed"
    return found


def _tie_breaks(view: View) -> list[Message]:
    """How ties on points were broken: venti.end.tie_cards, venti.end.tie_sacrificed, venti.end.draw."""
    lines = []
    criteria = _ranking(view)
    for group in standings.tied_groups(len(view["seats"]), criteria):
        who = listing([SeatName(seat) for seat in group])
        if len({criteria(seat)[1] for seat in group}) == len(group):
            lines.append(msg("{who} are tied on points; fewer point cards break the tie.", who=who))
        elif len({criteria(seat) for seat in group}) == len(group):
            lines.append(
                msg("{who} are tied on points; fewer point cards break the tie, then fewer points sacrificed.", who=who)
            )
        else:
            lines.append(
                msg(
                    "{who} are tied on points; those level on point cards and points sacrificed share a place.", who=who
                )
            )
    return lines
