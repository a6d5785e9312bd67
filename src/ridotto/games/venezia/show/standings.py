"""The panels of the seats of Venezia, and the result of the game."""

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.venezia import components as c
from ridotto.games.venezia.names import place_label
from ridotto.games.venezia.show.majorities import held_by, home_of
from ridotto.games.venezia.show.view import VeneziaPublic


def panels(public: VeneziaPublic) -> tuple[Panel, ...]:
    return tuple(Panel(seat, _counters(public, seat)) for seat in range(len(public.seats)))


def _counters(public: VeneziaPublic, seat: int) -> tuple[Counter, ...]:
    things = public.seats[seat]
    order = (seat - public.start) % len(public.seats) + 1
    return (
        Counter("order", msg("Order"), order),
        Counter("score", msg("Points"), things.score, "trophy"),
        Counter("led", msg("Districts"), len(held_by(public, seat)), "crown"),
        Counter("reserve", msg("Reserve"), things.reserve, "art:reserve"),
        Counter("nest", msg("Nest"), things.nest, "art:nest"),
        Counter("supply", msg("Supply"), things.supply, "art:supply"),
        Counter("piazza", msg("Piazza"), len(things.piazza)),
        Counter("home", msg("Home base"), place_label(things.home) if things.home is not None else "–"),
    )


# The end


def final_panels(public: VeneziaPublic) -> tuple[Panel, ...]:
    return standings.final_panels(_places(public), lambda seat: _final_counters(public, seat))


def _places(public: VeneziaPublic) -> tuple[int, ...]:
    assert public.places is not None
    return public.places


def _final_counters(public: VeneziaPublic, seat: int) -> tuple[Counter, ...]:
    return (
        Counter("place", msg("Place"), _places(public)[seat]),
        Counter("sum", msg("Points"), _sum(public, seat)),
        Counter("led", msg("Districts"), len(held_by(public, seat))),
        Counter("pigeons", msg("Pigeons"), in_districts(public, seat)),
        Counter("home", msg("Home base"), place_label(home_of(public, seat))),
    )


def _sum(public: VeneziaPublic, seat: int) -> str:
    """`42 + 3 + 6 = 51`: the points before the last scoring, and those for each district in it."""
    score = public.seats[seat].score
    gained = [public.city[district].points for district in held_by(public, seat)]
    return " + ".join(map(str, [score - sum(gained), *gained])) + f" = {score}" if gained else str(score)


def in_districts(public: VeneziaPublic, seat: int) -> int:
    """The number of pigeons that a seat has in all districts."""
    return sum(here.flocks[seat] for here in public.city[: c.DISTRICTS])


def conqueror(public: VeneziaPublic) -> int | None:
    """The seat that has won by five districts, or None (venezia.end.five)."""
    return _places(public).index(1) if public.ending == "five" else None


def result_message(public: VeneziaPublic) -> Message:
    winner = conqueror(public)
    if winner is not None:
        held = len(held_by(public, winner))
        return msg("{who} holds {held} of the seven districts and wins.", who=SeatName(winner), held=held)
    return standings.result_message(_places(public), [things.score for things in public.seats])


def ending(public: VeneziaPublic) -> tuple[Message, ...]:
    """Why the game is over, and how ties were broken."""
    return (_reason(public), *_tie_breaks(public))


def _reason(public: VeneziaPublic) -> Message:
    match public.ending:
        case "five":
            return msg("Five districts win the game at once, whatever the score.")
        case "fifty":
            most = c.POINTS_TO_WIN
            return msg("Somebody has {points} points: the game is over, and the most points win.", points=most)
        case _:
            return msg("Round {round} was the last: the most points win.", round=public.round)


def _tie_breaks(public: VeneziaPublic) -> list[Message]:
    """How ties were broken: by districts in the last scoring, then by pigeons in districts (venezia.end.tiebreak)."""
    found = []

    def ranking_key(seat: int) -> tuple[int, int, int]:
        bonus = c.PIGEONS * c.POINTS_TO_WIN * (seat == conqueror(public))  # points do not matter then
        return bonus + public.seats[seat].score, len(held_by(public, seat)), in_districts(public, seat)

    for group in standings.tied_groups(len(public.seats), ranking_key):
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
