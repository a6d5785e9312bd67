"""The panels of the seats of Venezia 2099, and the result of the game."""

from typing import Any

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import SIGNS
from ridotto.games.venezia2099.show.board import tile_on

View = dict[str, Any]


def panels(view: View) -> tuple[Panel, ...]:
    return tuple(Panel(seat, _counters(view, seat), _marks(view, seat)) for seat in range(len(view["seats"])))


def _counters(view: View, number: int) -> tuple[Counter, ...]:
    seat = view["seats"][number]
    return (
        Counter("coins", msg("Coins"), seat["coins"], "coin"),
        Counter("treasures", msg("Treasures"), _by_colour(view, seat["treasures"])),
        Counter("gondolas", msg("Gondolas"), seat["gondolas"], "art:sign-gondola"),
        Counter("pawns", msg("Pawns"), len(_living(seat)), "art:sign-pawn"),
        Counter("cards", msg("Cards"), seat["cards"], "cards"),
        Counter("floor", msg("From"), seat["floor"] or "–"),
        Counter("score", msg("Points"), seat["score"], "trophy"),
    )


def _by_colour(view: View, numbers: list[int]) -> str:
    """`∞2 ♪- ◊1`: colour by colour, in the order of the colour table."""
    used = [(sign, n) for sign, colour, n in zip(SIGNS, c.COLOURS, numbers, strict=True) if colour in view["colours"]]
    return " ".join(f"{sign}{n or '-'}" for sign, n in used)


def _living(seat: dict[str, Any]) -> list[str]:
    return [square for square in seat["pawns"] if square is not None]


def _marks(view: View, seat: int) -> tuple[Message, ...]:
    marks = []
    if seat == view["first"]:
        marks.append(msg("begins") if view["phase"] == "placement" else msg("began"))
    if seat == view["turn"] != view["player"]:
        marks.append(msg("active"))
    return tuple(marks)


# The end


def final_panels(view: View) -> tuple[Panel, ...]:
    return standings.final_panels(view["places"], lambda seat: _final_counters(view, seat))


def _final_counters(view: View, number: int) -> tuple[Counter, ...]:
    seat = view["seats"][number]
    worth = [view["colours"][colour]["worth"] if colour in view["colours"] else 0 for colour in c.COLOURS]
    treasures = [owned * each for owned, each in zip(seat["treasures"], worth, strict=True)]
    return (
        Counter("place", msg("Place"), view["places"][number]),
        Counter("treasures", msg("Treasure points"), f"{_by_colour(view, treasures)} = {seat['treasure_points']}"),
        Counter("pawns", msg("Pawns"), _pawn_terms(view, seat)),
        Counter("coins", msg("Coins"), seat["coins"]),
        Counter("score", msg("Points"), seat["score"]),
    )


def _pawn_terms(view: View, seat: dict[str, Any]) -> str:
    """`8 + 0 + 2×4 = 16`: pawn by pawn, twice the dry tiles of the colour on an X."""
    terms = []
    for square, points in zip(seat["pawns"], seat["pawn_points"], strict=True):
        if square is not None:
            terms.append(pawn_term(view, square, points))
    return f"{' + '.join(terms)} = {sum(seat['pawn_points'])}" if terms else "0"


def pawn_term(view: View, square: str | None, points: int) -> str:
    """`8`; twice the dry tiles of the colour on an X, `2×4`."""
    on_x = square is not None and tile_on(view, square) % 8 == c.X_VALUE
    return f"2×{points // 2}" if on_x else str(points)


def result_message(view: View) -> Message:
    return standings.result_message(view["places"], [seat["score"] for seat in view["seats"]])


def tie_breaks(view: View) -> tuple[Message, ...]:
    """How ties on points were broken: by points from pawns, or not at all."""

    def ranking_key(seat: int) -> tuple[int, int]:
        given = view["seats"][seat]
        return given["score"], sum(given["pawn_points"])

    lines = []
    for group in standings.tied_groups(len(view["seats"]), ranking_key):
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
