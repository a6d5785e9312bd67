"""The panels of the seats of Venezia 2099, and the result of the game."""

from collections.abc import Sequence

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import SIGNS
from ridotto.games.venezia2099.show.view import Venezia2099Public, Venezia2099Seat


def panels(public: Venezia2099Public) -> tuple[Panel, ...]:
    return tuple(Panel(seat, _counters(public, seat), _marks(public, seat)) for seat in range(len(public.seats)))


def _counters(public: Venezia2099Public, number: int) -> tuple[Counter, ...]:
    seat = public.seats[number]
    return (
        Counter("coins", msg("Coins"), seat.coins, "coin"),
        Counter("treasures", msg("Treasures"), _by_colour(public, seat.treasures)),
        Counter("gondolas", msg("Gondolas"), seat.gondolas, "art:sign-gondola"),
        Counter("pawns", msg("Pawns"), sum(square is not None for square in seat.pawns), "art:sign-pawn"),
        Counter("cards", msg("Cards"), seat.cards, "cards"),
        Counter("floor", msg("From"), "–" if seat.floor is None else c.VALUES[1 + seat.floor]),
        Counter("score", msg("Points"), seat.score, "trophy"),
    )


def _by_colour(public: Venezia2099Public, numbers: Sequence[int]) -> str:
    """`∞2 ♪- ◊1`: colour by colour, in the order of the colour table."""
    return " ".join(f"{SIGNS[row.colour]}{numbers[row.colour] or '-'}" for row in public.colours)


def _marks(public: Venezia2099Public, seat: int) -> tuple[Message, ...]:
    marks = []
    if seat == public.first:
        marks.append(msg("begins") if public.phase == "placement" else msg("began"))
    if seat == public.turn != public.player:
        marks.append(msg("active"))
    return tuple(marks)


# The end


def final_panels(public: Venezia2099Public) -> tuple[Panel, ...]:
    return standings.final_panels(_places(public), lambda seat: _final_counters(public, seat))


def _places(public: Venezia2099Public) -> tuple[int, ...]:
    assert public.places is not None
    return public.places


def _final_counters(public: Venezia2099Public, number: int) -> tuple[Counter, ...]:
    seat = public.seats[number]
    worths = {row.colour: row.worth for row in public.colours}
    treasures = [owned * worths.get(colour, 0) for colour, owned in enumerate(seat.treasures)]
    return (
        Counter("place", msg("Place"), _places(public)[number]),
        Counter("treasures", msg("Treasure points"), f"{_by_colour(public, treasures)} = {seat.treasure_points}"),
        Counter("pawns", msg("Pawns"), _pawn_terms(public, seat)),
        Counter("coins", msg("Coins"), seat.coins),
        Counter("score", msg("Points"), seat.score),
    )


def _pawn_terms(public: Venezia2099Public, seat: Venezia2099Seat) -> str:
    """`8 + 0 + 2×4 = 16`: pawn by pawn, twice the dry tiles of the colour on an X."""
    terms = []
    for square, points in zip(seat.pawns, seat.pawn_points, strict=True):
        if square is not None:
            terms.append(pawn_term(public, square, points))
    return f"{' + '.join(terms)} = {sum(seat.pawn_points)}" if terms else "0"


def pawn_term(public: Venezia2099Public, square: str | None, points: int) -> str:
    """`8`; twice the dry tiles of the colour on an X, `2×4`."""
    on_x = square is not None and public.square(square).tile % 8 == c.X_VALUE
    return f"2×{points // 2}" if on_x else str(points)


def result_message(public: Venezia2099Public) -> Message:
    return standings.result_message(_places(public), [seat.score for seat in public.seats])


def tie_breaks(public: Venezia2099Public) -> tuple[Message, ...]:
    """How ties on points were broken: by points from pawns, or not at all."""

    def ranking_key(seat: int) -> tuple[int, int]:
        given = public.seats[seat]
        return given.score, sum(given.pawn_points)

    lines = []
    for group in standings.tied_groups(len(public.seats), ranking_key):
        who = listing([SeatName(seat) for seat in group])
        pawns = " : ".join(str(ranking_key(seat)[1]) for seat in group)
        if len({ranking_key(seat) for seat in group}) == len(group):
            lines.append(msg("{who} are tied: points from pawns decide ({pawns}).", who=who, pawns=pawns))
        else:
            lines.append(
                msg(
                    "{who} are tied; those also level on pawns ({pawns}) share a place.",
                    who=who,
                    pawns=pawns,
                )
            )
    return tuple(lines)
