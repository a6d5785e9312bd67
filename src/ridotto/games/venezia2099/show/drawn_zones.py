"""Zones that only the drawn table of Venezia 2099 shows: piles, treasures, gondolas, prices and points.

Other zones say the same in words, so these are mute. They are made from one viewer's view, like the others.
"""

from typing import Any

from ridotto.engine.message import msg, msgs
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import colour_message, tile_message
from ridotto.games.venezia2099.show.board import is_asked, lit_squares, points_on, price_on, survival, tile_id, tile_on
from ridotto.games.venezia2099.show.forecast import CARD_OF_TILE, Forecast
from ridotto.games.venezia2099.show.standings import pawn_term

View = dict[str, Any]

PLAYED, USED_GONDOLAS = "played", "used-gondolas"


def treasure_id(colour: int) -> str:
    """The piece that stands for the treasures left of a colour."""
    return f"colour-{c.COLOURS[colour]}.treasure"


def gondola_id(number: int) -> str:
    return f"gondola.{number}"


def drawn_zones(view: View, forecast: Forecast) -> list[Zone]:
    seats = range(len(view["seats"]))
    zones = [turn_zone(view), signs_zone(view), used_gondolas_zone(view)]
    zones += [standing_tiles_zone(view, forecast, c.COLOURS.index(name)) for name in view["colours"]]
    zones += [treasures_zone(view, seat) for seat in seats]
    if view["phase"] == "over":
        return [*zones, *(score_zone(view, seat) for seat in seats)]
    if view["own"] is not None:
        zones.append(gondolas_zone(view))
    return zones


def turn_zone(view: View) -> Zone:
    """The phase, the starting player, whose turn it is, the turns left, and the number of cards set aside."""
    cards = sum(tile in CARD_OF_TILE for row in view["tiles"] for tile in row)
    counters = (
        Counter("phase", msg("Phase"), view["phase"]),
        Counter("first", msg("Starting player"), view["first"]),
        Counter("turn", msg("Turn"), -1 if view["turn"] is None else view["turn"]),
        Counter("played", msg("Played"), len(view["played"])),
        Counter("to-come", msg("To come"), view["turns"] - len(view["played"])),
        Counter("aside", msg("Set aside"), cards - view["turns"]),
        Counter("scale", msg("Points per treasure, by dry tiles of its colour"), treasure_scale()),
    )
    return Zone("turn", "pool", msg("Turn"), counters=counters, mute=True)


def treasure_scale() -> str:
    """`1: 6 · 2: 3 · 3: 2 · 4+: 1`."""
    last = c.TREASURE_WORTH.index(1)
    return " · ".join(f"{dry}{'+' * (dry == last)}: {c.TREASURE_WORTH[dry]}" for dry in range(1, last + 1))


# On the board


def signs_zone(view: View) -> Zone:
    """The price of a treasure where the viewer may buy one; at the end, what the pawns score."""
    if view["phase"] == "over":
        return Zone("signs", "pool", msg("Points"), tuple(pawn_point_pieces(view)), mute=True)
    offered = sorted(lit_squares(view)) if view["phase"] == "buy" else []
    pieces = [price_piece(view, square) for square in offered]
    return Zone("signs", "pool", msg("Prices"), tuple(pieces), mute=True)


def price_piece(view: View, square: str) -> Piece:
    price = price_on(view, square)
    name = msgs("a treasure here costs {n} coin", "a treasure here costs {n} coins", price)
    return Piece(f"price.{square}", "price", name, str(price), at=square, on=tile_id(square), lit=True)


def pawn_point_pieces(view: View) -> list[Piece]:
    found = []
    for seat, given in enumerate(view["seats"]):
        for square in given["pawns"]:
            if square is not None:
                points = points_on(view, square)
                name = msgs("{n} point", "{n} points", points)
                at = {"at": square, "on": tile_id(square), "owner": seat}
                found.append(Piece(f"gain.{square}", "gain", name, f"+{points}", **at))
    return found


# The tiles of a colour


def standing_tiles_zone(view: View, forecast: Forecast, colour: int) -> Zone:
    """The tiles of a colour from 2 to X, and the range of what a treasure may be worth at the end."""
    row = [tile for tile in sorted({tile for line in view["tiles"] for tile in line}) if tile // 8 == colour]
    standing = {tile_on(view, square) for square in view["dry"]}
    over = view["phase"] == "over"
    pips = [tile_pip(tile, tile in standing, None if over else forecast) for tile in row]
    counters = () if over else (Counter("range", msg("Possible"), worth_range(forecast, colour)),)
    return Zone(f"stands-{c.COLOURS[colour]}", "row", colour_message(colour), tuple(pips), counters, mute=True)


def worth_range(forecast: Forecast, colour: int) -> str:
    """`1–3`."""
    possible = [c.TREASURE_WORTH[1 + left] for left in forecast.survivors(colour)]
    low, high = min(possible), max(possible)
    return f"{low}–{high}" if low < high else str(low)


def tile_fate(forecast: Forecast, tile: int) -> str:
    """What the viewer knows about a dry tile: doomed, safe or still up."""
    if forecast.sinks_by_own_card(tile):
        return "doomed"
    return "safe" if tile not in CARD_OF_TILE or forecast.is_safe(tile) else "up"


def tile_pip(tile: int, stands: bool, forecast: Forecast | None) -> Piece:
    """A tile in the row of its colour, and its chance to stay dry while the game goes on."""
    value = c.VALUES[tile % 8]
    art = "gone" if not stands else "safe" if forecast is None else tile_fate(forecast, tile)
    marks = (survival(forecast, tile),) if stands and forecast is not None else ()
    return Piece(f"pip.{c.COLOURS[tile // 8]}.{value}", art, tile_message(tile), value, marks=marks)


# Treasures and gondolas of the players


def treasures_zone(view: View, seat: int) -> Zone:
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
        for colour, owned in enumerate(view["seats"][seat]["treasures"])
        for number in range(owned)
    ]
    return Zone(
        f"hoard-{seat}", "pool", msg("{who}'s treasures", who=SeatName(seat)), tuple(pieces), seat=seat, mute=True
    )


def gondolas_zone(view: View) -> Zone:
    """The viewer's gondola cards; the top one is taken for a ride."""
    seat = view["viewer"]
    left = view["seats"][seat]["gondolas"]
    rides = is_asked(view) and any(c.GONDOLA <= move < c.NO_BUY for move in view["moves"])
    name = msg("gondola")
    pieces = [
        Piece(gondola_id(number), "gondola", name, owner=seat, lit=rides and number == left, sink=USED_GONDOLAS)
        for number in range(1, left + 1)
    ]
    return Zone("ferry", "row", msg("Your gondolas"), tuple(pieces), seat=seat, mute=True)


def used_gondolas_zone(view: View) -> Zone:
    pieces = [
        Piece(
            f"used.{seat}.{number + 1}",
            "gondola",
            msg("{who}'s gondola", who=SeatName(seat)),
            owner=seat,
            source=origin,
        )
        for seat, given in enumerate(view["seats"])
        for number, origin in enumerate([f"plate-{seat}"] * (c.GONDOLAS_EACH - given["gondolas"]))
    ]
    return Zone(USED_GONDOLAS, "pool", msg("Used gondolas"), tuple(pieces), mute=True)


# The end


def score_zone(view: View, seat: int) -> Zone:
    """What a seat scores for its treasures, each of its pawns and its coins."""
    given = view["seats"][seat]
    pawns = list(zip(given["pawns"], given["pawn_points"], strict=True))
    counters = [
        Counter("treasures", msg("Treasure points"), given["treasure_points"]),
        Counter("pawns", msg("Pawns"), sum(given["pawn_points"])),
        Counter("coins", msg("Coins"), given["coins"]),
        Counter("score", msg("Points"), given["score"]),
        *(Counter(f"pawn-{n + 1}", msg("Pawn"), pawn_term(view, *pawn)) for n, pawn in enumerate(pawns)),
    ]
    pieces = [final_tile_piece(view, seat, number, square) for number, (square, _) in enumerate(pawns)]
    return Zone(f"tally-{seat}", "row", msg("Points"), tuple(pieces), tuple(counters), seat=seat, mute=True)


def final_tile_piece(view: View, seat: int, pawn: int, square: str | None) -> Piece:
    """The tile on which a pawn ends, or `drowned`."""
    id = f"tally.{seat}.{pawn + 1}"
    if square is None:
        return Piece(id, "lost", msg("drowned"))
    tile = tile_on(view, square)
    if tile == c.PLATFORM:
        return Piece(id, "platform", tile_message(tile))
    return Piece(id, c.COLOURS[tile // 8], tile_message(tile), c.VALUES[tile % 8])
