"""Zones that only the drawn table of Venezia 2099 shows: piles, treasures, gondolas and the final scoring.

Other zones say the same in words, so these are mute.
"""

from functools import cache

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import colour_message, tile_message
from ridotto.games.venezia2099.show.board import outlook
from ridotto.games.venezia2099.show.forecast import CARD_OF_TILE, Forecast
from ridotto.games.venezia2099.show.standings import pawn_term
from ridotto.games.venezia2099.show.view import Venezia2099Own, Venezia2099Public

PLAYED, USED_GONDOLAS = "played", "used-gondolas"


def treasure_id(colour: int) -> str:
    """The piece that stands for the treasures left of a colour."""
    return f"colour-{c.COLOURS[colour]}.treasure"


def gondola_id(number: int) -> str:
    return f"gondola.{number}"


def drawn_zones(public: Venezia2099Public, forecast: Forecast | None) -> list[Zone]:
    """What everybody sees; without a forecast when the game is over."""
    seats = range(len(public.seats))
    zones = [used_gondolas_zone(public), *standing_tiles_zones(public, forecast)]
    zones += [treasures_zone(public, seat) for seat in seats]
    if public.phase == "over":
        zones += [score_zone(public, seat) for seat in seats]
    return zones


def own_drawn_zones(public: Venezia2099Public, own: Venezia2099Own, forecast: Forecast) -> list[Zone]:
    """What one seat sees besides, or sees differently."""
    return [*standing_tiles_zones(public, forecast), gondolas_zone(public, own)]


# The tiles of a colour


def standing_tiles_zones(public: Venezia2099Public, forecast: Forecast | None) -> list[Zone]:
    city = sorted((square.tile, square.dry) for square in public.squares if square.tile != c.PLATFORM)
    return [
        standing_tiles_zone(row.colour, [tile for tile in city if tile[0] // 8 == row.colour], forecast)
        for row in public.colours
    ]


def standing_tiles_zone(colour: int, tiles: list[tuple[int, bool]], forecast: Forecast | None) -> Zone:
    """The tiles of a colour from 2 to X, and the range of what a treasure may be worth at the end."""
    if forecast is None:
        pips = [tile_pip(tile, "safe" if dry else "gone", None) for tile, dry in tiles]
        counters: tuple[Counter, ...] = ()
    else:
        pips = [
            tile_pip(tile, tile_fate(forecast, tile), forecast.percent(tile)) if dry else tile_pip(tile, "gone", None)
            for tile, dry in tiles
        ]
        counters = (Counter("range", msg("Possible"), worth_range(forecast, colour)),)
    return Zone(f"stands-{c.COLOURS[colour]}", "row", colour_message(colour), tuple(pips), counters, mute=True)


def worth_range(forecast: Forecast, colour: int) -> str:
    """`1–3`."""
    low, high = forecast.worth_range(colour)
    return f"{low}–{high}" if low < high else str(low)


def tile_fate(forecast: Forecast, tile: int) -> str:
    """What the viewer of a forecast knows about a dry tile: doomed, safe or still up."""
    if forecast.sinks_by_own_card(tile):
        return "doomed"
    return "safe" if tile not in CARD_OF_TILE or forecast.is_safe(tile) else "up"


@cache
def tile_pip(tile: int, fate: str, percent: int | None) -> Piece:
    """A tile in the row of its colour, and its chance to stay dry while the game goes on."""
    value = c.VALUES[tile % 8]
    marks = () if percent is None else (outlook(fate == "doomed", percent),)
    return Piece(f"pip.{c.COLOURS[tile // 8]}.{value}", fate, tile_message(tile), value, marks=marks)


# Treasures and gondolas of the players


def treasures_zone(public: Venezia2099Public, seat: int) -> Zone:
    """The treasures of a seat, one by one."""
    pieces = [
        Piece(
            f"hoard.{seat}.{c.COLOURS[colour]}.{number + 1}",
            f"treasure-{c.COLOURS[colour]}",
            msg("treasure: {colour}", colour=colour_message(colour)),
            at=c.COLOURS[colour],
            owner=seat,
            source=treasure_id(colour),
        )
        for colour, owned in enumerate(public.seats[seat].treasures)
        for number in range(owned)
    ]
    return Zone(
        f"hoard-{seat}", "pool", msg("{who}'s treasures", who=SeatName(seat)), tuple(pieces), seat=seat, mute=True
    )


def gondolas_zone(public: Venezia2099Public, own: Venezia2099Own) -> Zone:
    """The seat's own gondola cards; the top one is taken for a ride."""
    left = public.seats[own.seat].gondolas
    rides = any(c.GONDOLA <= move < c.NO_BUY for move in own.moves)
    name = msg("gondola")
    pieces = [
        Piece(gondola_id(number), "gondola", name, owner=own.seat, lit=rides and number == left, sink=USED_GONDOLAS)
        for number in range(1, left + 1)
    ]
    return Zone("ferry", "row", msg("Your gondolas"), tuple(pieces), seat=own.seat, mute=True)


def used_gondolas_zone(public: Venezia2099Public) -> Zone:
    pieces = [
        Piece(
            f"used.{number}.{used + 1}",
            "gondola",
            msg("{who}'s gondola", who=SeatName(number)),
            owner=number,
            source=f"plate-{number}",
        )
        for number, seat in enumerate(public.seats)
        for used in range(c.GONDOLAS_EACH - seat.gondolas)
    ]
    return Zone(USED_GONDOLAS, "pool", msg("Used gondolas"), tuple(pieces), mute=True)


# The end


def score_zone(public: Venezia2099Public, seat: int) -> Zone:
    """What a seat scores for its treasures, each of its pawns and its coins."""
    given = public.seats[seat]
    pawns = list(zip(given.pawns, given.pawn_points, strict=True))
    counters = [
        Counter("treasures", msg("Treasure points"), given.treasure_points),
        Counter("pawns", msg("Pawns"), sum(given.pawn_points)),
        Counter("coins", msg("Coins"), given.coins),
        Counter("score", msg("Points"), given.score),
        *(Counter(f"pawn-{n + 1}", msg("Pawn"), pawn_term(public, *pawn)) for n, pawn in enumerate(pawns)),
    ]
    pieces = [final_tile_piece(public, seat, number, square) for number, (square, _) in enumerate(pawns)]
    return Zone(f"tally-{seat}", "row", msg("Points"), tuple(pieces), tuple(counters), seat=seat, mute=True)


def final_tile_piece(public: Venezia2099Public, seat: int, pawn: int, square: str | None) -> Piece:
    """The tile on which a pawn ends, or `drowned`."""
    id = f"tally.{seat}.{pawn + 1}"
    if square is None:
        return Piece(id, "lost", msg("drowned"))
    tile = public.square(square).tile
    if tile == c.PLATFORM:
        return Piece(id, "platform", tile_message(tile))
    return Piece(id, c.COLOURS[tile // 8], tile_message(tile), c.VALUES[tile % 8])
