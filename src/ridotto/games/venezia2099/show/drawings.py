"""What only the drawn table of Venezia 2099 shows as things: piles, treasures, gondolas, prices, traces of the score.

Words say all of it elsewhere, so these zones are mute. They are made from what one viewer is shown, like the others.
"""

from typing import Any

from ridotto.engine.message import msg, msgs
from ridotto.engine.scene import Counter, Piece, Who, Zone
from ridotto.games.venezia2099 import components as t
from ridotto.games.venezia2099.names import colour_message, tile_message
from ridotto.games.venezia2099.show.board import asked, lit_squares, points_on, price_on, survival, tile_id, tile_on
from ridotto.games.venezia2099.show.forecast import CARD_OF, Forecast
from ridotto.games.venezia2099.show.standings import pawn_term

View = dict[str, Any]

PLAYED, USED = "played", "used-gondolas"


def treasure_id(colour: int) -> str:
    """The treasures of a colour that are left."""
    return f"colour-{t.COLOURS[colour]}.treasure"


def gondola_id(number: int) -> str:
    return f"gondola.{number}"


def drawn_zones(view: View, forecast: Forecast) -> list[Zone]:
    seats = range(len(view["seats"]))
    zones = [turn_zone(view), signs_zone(view), used_zone(view)]
    zones += [stands_zone(view, forecast, t.COLOURS.index(name)) for name in view["colours"]]
    zones += [hoard_zone(view, seat) for seat in seats]
    if view["phase"] == "over":
        return [*zones, *(tally_zone(view, seat) for seat in seats)]
    if view["own"] is not None:
        zones.append(ferry_zone(view))
    return zones


def turn_zone(view: View) -> Zone:
    """What is asked, who began, whose turn it is, how far the game is, and how many cards nobody knows."""
    cards = sum(tile in CARD_OF for row in view["tiles"] for tile in row)
    counters = (
        Counter("phase", msg("Phase"), view["phase"]),
        Counter("first", msg("Starting player"), view["first"]),
        Counter("turn", msg("Turn"), -1 if view["turn"] is None else view["turn"]),
        Counter("played", msg("Played"), len(view["played"])),
        Counter("to-come", msg("To come"), view["turns"] - len(view["played"])),
        Counter("aside", msg("Set aside"), cards - view["turns"]),
        Counter("scale", msg("Points per treasure, by dry tiles of its colour"), scale()),
    )
    return Zone("turn", "pool", msg("Turn"), counters=counters, mute=True)


def scale() -> str:
    """`1: 6 · 2: 3 · 3: 2 · 4+: 1`."""
    last = t.WORTH.index(1)
    return " · ".join(f"{dry}{'+' * (dry == last)}: {t.WORTH[dry]}" for dry in range(1, last + 1))


# On the board


def signs_zone(view: View) -> Zone:
    """What a treasure costs where the viewer may buy one; in the end, what the pawns score."""
    if view["phase"] == "over":
        return Zone("signs", "pool", msg("Points"), tuple(gains(view)), mute=True)
    offered = sorted(lit_squares(view)) if view["phase"] == "buy" else []
    pieces = [price_piece(view, square) for square in offered]
    return Zone("signs", "pool", msg("Prices"), tuple(pieces), mute=True)


def price_piece(view: View, square: str) -> Piece:
    price = price_on(view, square)
    name = msgs("a treasure here costs {n} coin", "a treasure here costs {n} coins", price)
    return Piece(f"price.{square}", "price", name, str(price), at=square, on=tile_id(square), lit=True)


def gains(view: View) -> list[Piece]:
    found = []
    for seat, given in enumerate(view["seats"]):
        for square in given["pawns"]:
            if square is not None:
                points = points_on(view, square)
                name = msgs("{n} point", "{n} points", points)
                at = {"at": square, "on": tile_id(square), "owner": seat}
                found.append(Piece(f"gain.{square}", "gain", name, f"+{points}", **at))
    return found


# What still stands


def stands_zone(view: View, forecast: Forecast, colour: int) -> Zone:
    """The tiles of a colour from 2 to X, and between which worths a treasure may end."""
    row = [tile for tile in sorted({tile for line in view["tiles"] for tile in line}) if tile // 8 == colour]
    standing = {tile_on(view, square) for square in view["dry"]}
    over = view["phase"] == "over"
    pips = [pip(tile, tile in standing, None if over else forecast) for tile in row]
    counters = () if over else (Counter("range", msg("Possible"), worths(forecast, colour)),)
    return Zone(f"stands-{t.COLOURS[colour]}", "row", colour_message(colour), tuple(pips), counters, mute=True)


def worths(forecast: Forecast, colour: int) -> str:
    """`1–3`."""
    possible = [t.WORTH[1 + left] for left in forecast.survivors(colour)]
    least, most = min(possible), max(possible)
    return f"{least}–{most}" if least < most else str(least)


def fate(forecast: Forecast, tile: int) -> str:
    """What the viewer knows of a tile that stands."""
    if forecast.sinks_by_own_card(tile):
        return "doomed"
    return "safe" if tile not in CARD_OF or forecast.is_safe(tile) else "up"


def pip(tile: int, stands: bool, forecast: Forecast | None) -> Piece:
    """A tile in the row of its colour, with what may become of it while the game goes on."""
    value = t.VALUES[tile % 8]
    art = "gone" if not stands else "safe" if forecast is None else fate(forecast, tile)
    marks = (survival(forecast, tile),) if stands and forecast is not None else ()
    return Piece(f"pip.{t.COLOURS[tile // 8]}.{value}", art, tile_message(tile), value, marks=marks)


# Before the players


def hoard_zone(view: View, seat: int) -> Zone:
    """The treasures of a seat, one by one."""
    pieces = [
        Piece(
            f"hoard.{seat}.{t.COLOURS[colour]}.{number + 1}",
            f"treasure-{t.COLOURS[colour]}",
            msg("treasure: {colour}", colour=colour_message(colour)),
            at=t.COLOURS[colour],
            owner=seat,
            source=treasure_id(colour),
        )
        for colour, owned in enumerate(view["seats"][seat]["treasures"])
        for number in range(owned)
    ]
    return Zone(f"hoard-{seat}", "pool", msg("{who}'s treasures", who=Who(seat)), tuple(pieces), seat=seat, mute=True)


def ferry_zone(view: View) -> Zone:
    """The viewer's gondola cards; the top one is taken for a ride."""
    seat = view["viewer"]
    left = view["seats"][seat]["gondolas"]
    rides = asked(view) and any(t.GONDOLA <= move < t.NO_BUY for move in view["moves"])
    pieces = [
        Piece(gondola_id(number), "gondola", msg("gondola"), owner=seat, lit=rides and number == left, sink=USED)
        for number in range(1, left + 1)
    ]
    return Zone("ferry", "row", msg("Your gondolas"), tuple(pieces), seat=seat, mute=True)


def used_zone(view: View) -> Zone:
    pieces = [
        Piece(f"used.{seat}.{number + 1}", "gondola", msg("{who}'s gondola", who=Who(seat)), owner=seat, source=origin)
        for seat, given in enumerate(view["seats"])
        for number, origin in enumerate([f"plate-{seat}"] * (t.GONDOLAS - given["gondolas"]))
    ]
    return Zone(USED, "pool", msg("Used gondolas"), tuple(pieces), mute=True)


# The end


def tally_zone(view: View, seat: int) -> Zone:
    """What a seat scores for its treasures, for each of its pawns and for its coins."""
    given = view["seats"][seat]
    pawns = list(zip(given["pawns"], given["pawn_points"], strict=True))
    counters = [
        Counter("treasures", msg("Treasure points"), given["treasure_points"]),
        Counter("pawns", msg("Pawns"), sum(given["pawn_points"])),
        Counter("coins", msg("Coins"), given["coins"]),
        Counter("score", msg("Points"), given["score"]),
        *(Counter(f"pawn-{n + 1}", msg("Pawn"), pawn_term(view, *pawn)) for n, pawn in enumerate(pawns)),
    ]
    pieces = [stand_piece(view, seat, number, square) for number, (square, _) in enumerate(pawns)]
    return Zone(f"tally-{seat}", "row", msg("Points"), tuple(pieces), tuple(counters), seat=seat, mute=True)


def stand_piece(view: View, seat: int, pawn: int, square: str | None) -> Piece:
    """The tile on which a pawn stands in the end, if it does."""
    id = f"tally.{seat}.{pawn + 1}"
    if square is None:
        return Piece(id, "lost", msg("drowned"))
    tile = tile_on(view, square)
    if tile == t.PLATFORM:
        return Piece(id, "platform", tile_message(tile))
    return Piece(id, t.COLOURS[tile // 8], tile_message(tile), t.VALUES[tile % 8])
