"""The panels of the seats of Venti, and the result of the game."""

from collections.abc import Callable

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.venti import components as c
from ridotto.games.venti.names import number_text
from ridotto.games.venti.show.view import VentiPublic, VentiSeat


def panels(public: VentiPublic) -> tuple[Panel, ...]:
    return tuple(Panel(number, _counters(seat), _marks(public, number)) for number, seat in enumerate(public.seats))


def _counters(seat: VentiSeat) -> tuple[Counter, ...]:
    return (
        Counter("score", msg("Points"), seat.score, "trophy"),
        Counter("left", msg("To 20"), max(0, c.TWENTY - seat.score)),
        Counter("scored", msg("Point cards"), scored_text(seat)),
        Counter("cards", msg("Hand"), seat.cards, "cards"),
        Counter("permanent", msg("Jokers"), permanent_text(seat)),
        Counter("actions", msg("Actions"), seat.actions),
        Counter("sacrificed", msg("Sacrificed"), seat.sacrificed, "art:act-joker" if seat.sacrificed else ""),
    )


def scored_text(seat: VentiSeat) -> str:
    """The points of the point cards: `4+3+1`."""
    points = sorted((c.POINTS[card] for card in seat.points), reverse=True)
    return "+".join(map(str, points)) or "–"


def permanent_text(seat: VentiSeat) -> str:
    """The numbers of the permanent jokers, or a dash."""
    return " ".join(number_text(c.number_of(card)) for card in seat.permanent) or "–"


def turns_are_over(public: VentiPublic) -> bool:
    """Whether only the penalties for frozen cards are left."""
    return public.penalty is not None and public.penalty.cause == "still frozen"


def _marks(public: VentiPublic, seat: int) -> tuple[Message, ...]:
    found = []
    if seat == public.turn != public.player and not turns_are_over(public):
        found.append(msg("active"))
    if seat == public.first_to_ten:
        found.append(msg("first to ten"))
    if seat == public.trigger:
        found.append(msg("reached twenty"))
    if seat in public.final_queue:
        found.append(msg("one last turn"))
    return tuple(found)


# The end


def final_panels(public: VentiPublic) -> tuple[Panel, ...]:
    places, seats = public.places, public.seats
    assert places is not None
    return standings.final_panels(places, lambda seat: _final_counters(seats[seat], places[seat]))


def _final_counters(seat: VentiSeat, place: int) -> tuple[Counter, ...]:
    return (
        Counter("place", msg("Place"), place),
        Counter("score", msg("Points"), seat.score),
        Counter("scored", msg("Point cards"), scored_text(seat)),
        Counter("number", msg("Cards"), len(seat.points)),
        Counter("sacrificed", msg("Sacrificed"), seat.sacrificed),
        Counter("permanent", msg("Jokers"), permanent_text(seat)),
    )


def result_message(public: VentiPublic) -> Message:
    assert public.places is not None
    return standings.result_message(public.places, [seat.score for seat in public.seats])


def ending(public: VentiPublic) -> list[tuple[str, Message]]:
    """The lines about the end, each with its kind: why it came, which cards were still frozen, how ties were broken."""
    lines = [("cap" if public.trigger is None else "twenty", _reason(public))]
    lines += [("frozen", line) for line in _frozen(public)]
    return lines + [("equal", line) for line in _tie_breaks(public)]


def _reason(public: VentiPublic) -> Message:
    if public.trigger is None:
        return msgs(
            "Nobody has reached twenty after {n} round: the game is over.",
            "Nobody has reached twenty after {n} rounds: the game is over.",
            public.round,
        )
    return msg("{who} was the first to reach twenty.", who=SeatName(public.trigger))


def _frozen(public: VentiPublic) -> list[Message]:
    """The targets that were still frozen."""
    return [
        msg("Target {target} was still frozen, by {who}.", target=number, who=SeatName(target.freezer))
        for number, target in enumerate(public.targets, 1)
        if target.freezer is not None
    ]


def _ranking(public: VentiPublic) -> Callable[[int], tuple[int, int, int]]:
    """A function that gives a seat's criteria for the ranking, the most important first."""

    def criteria(number: int) -> tuple[int, int, int]:
        seat = public.seats[number]
        return seat.score, -len(seat.points), -seat.sacrificed

    return criteria


def deciding(public: VentiPublic) -> dict[str, int | str]:
    """By seat with a tie on points: the counter that decides its place."""
    found: dict[str, int | str] = {}
    criteria = _ranking(public)
    for group in standings.tied_groups(len(public.seats), criteria):
        for seat in group:
            alone = sum(criteria(other)[:2] == criteria(seat)[:2] for other in group) == 1
            found[str(seat)] = "number" if alone else "sacrificed"
    return found


def _tie_breaks(public: VentiPublic) -> list[Message]:
    """How ties on points were broken: venti.end.tie_cards, venti.end.tie_sacrificed, venti.end.draw."""
    lines = []
    criteria = _ranking(public)
    for group in standings.tied_groups(len(public.seats), criteria):
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
