"""The table of Venezia 2099 as zones, pieces and actions, made from the view of one viewer alone."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Counter, Piece, Scene, SeatName, Zone
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import SIGNS, TINTS, card_message, colour_message, decimal
from ridotto.games.venezia2099.show.actions import actions, card_id, notes, prompt, prompt_clause, square_of_card, steps
from ridotto.games.venezia2099.show.board import board_zone, is_choosing_square, pawn_on
from ridotto.games.venezia2099.show.drawn_zones import PLAYED, drawn_zones, treasure_id
from ridotto.games.venezia2099.show.forecast import Forecast
from ridotto.games.venezia2099.show.standings import final_panels, panels

View = dict[str, Any]


def waiting(view: View) -> tuple[int, ...]:
    """The seats the table waits for."""
    return () if view["phase"] == "over" else (view["player"],)


def scene(view: View) -> Scene:
    over = view["phase"] == "over"
    forecast = Forecast(view)
    zones = [board_zone(view, forecast)]
    zones += [colour_zone(view, forecast, c.COLOURS.index(name)) for name in view["colours"]]
    if view["own"] is not None and view["own"]["hand"]:
        zones.append(hand_zone(view))
    if over:
        zones.append(set_aside_zone(view))
    zones += [*played_zones(view), last_played_zone(view), *drawn_zones(view, forecast)]
    seats = final_panels(view) if over else panels(view)
    asked, offered = prompt(view), actions(view, forecast)
    rest = notes(view), prompt_clause(view), steps(view)
    return Scene(view["viewer"], asked, waiting(view), tuple(zones), seats, offered, *rest)


# Colours


def colour_zone(view: View, forecast: Forecast, colour: int) -> Zone:
    """The dry tiles of a colour, its treasures left, and what one is worth now and on average at the end."""
    row = view["colours"][c.COLOURS[colour]]
    counters = [Counter("dry", msg("Dry"), row["dry"]), Counter("worth", msg("Worth"), row["worth"])]
    if view["phase"] != "over":
        counters.append(Counter("later", msg("End"), decimal(forecast.worth(colour))))
    counters.append(Counter("supply", msg("Left"), row["supply"]))
    sign, called = SIGNS[colour], colour_message(colour)
    name = msg("{sign} {colour}", sign=sign, colour=called)
    art, label = f"treasure-{c.COLOURS[colour]}", msg("treasure: {colour}", colour=called)
    treasure = Piece(treasure_id(colour), art, label, sign=sign, tint=TINTS[colour])
    pieces = (treasure,) if row["supply"] else ()
    sold_out = None if row["supply"] else msg("sold out")
    quiet = is_choosing_square(view)
    return Zone(f"colour-{c.COLOURS[colour]}", "stack", name, pieces, tuple(counters), note=sold_out, quiet=quiet)


# Cards


def card_piece(card: int, zone: str, **more: Any) -> Piece:
    colour, value = card // 7, c.VALUES[1 + card % 7]
    art, called = f"prophecy-{c.COLOURS[colour]}", colour_message(colour)
    return Piece(card_id(zone, card), art, card_message(card), value, called, SIGNS[colour], TINTS[colour], **more)


def hand_zone(view: View) -> Zone:
    """The viewer's prophecies, lowest values first; quiet except in placement and when one must be played."""
    cards = [c.CARD_OF[name] for name in view["own"]["hand"]]
    playable = {move - c.PLAY for move in view["moves"]}
    pieces = [
        card_piece(
            card,
            "hand",
            owner=view["viewer"],
            lit=card in playable,
            move=c.CARD_NAMES[card],
            marks=(sinking_square(view, card),),
        )
        for card in cards
    ]
    quiet = view["player"] == view["viewer"] and view["phase"] not in ("placement", "prophecy")
    return Zone("hand", "fan", msg("Your prophecies"), tuple(pieces), quiet=quiet)


def sinking_square(view: View, card: int) -> Message:
    """The square that a card will sink, and whose pawn stands there."""
    square = square_of_card(view, card)
    fallen = pawn_on(view, square)
    if fallen is None:
        return msg("on {square}", square=square)
    if fallen[0] == view["viewer"]:
        return msg("{square} you!", square=square)
    return msg("{square} {who}", square=square, who=SeatName(fallen[0]))


def set_aside_zone(view: View) -> Zone:
    pieces = tuple(card_piece(c.CARD_OF[name], "set-aside") for name in view["set_aside"])
    return Zone("set-aside", "row", msg("Set aside"), pieces, note=msg("Their tiles never sank."))


def played_zones(view: View) -> list[Zone]:
    """The prophecies of each seat in the order played; folded."""
    seats = len(view["seats"])
    by_seat: list[list[Piece]] = [[] for _ in range(seats)]
    for turn, name in enumerate(view["played"]):
        seat = (view["first"] + turn) % seats
        by_seat[seat].append(card_piece(c.CARD_OF[name], f"played-{seat}", owner=seat))
    return [
        Zone(f"played-{seat}", "fan", msg("Played by {who}", who=SeatName(seat)), tuple(pieces), folded=True)
        for seat, pieces in enumerate(by_seat)
        if pieces
    ]


def last_played_zone(view: View) -> Zone:
    """The prophecy played last, which lies on top of the others."""
    last = len(view["played"]) - 1
    seat = (view["first"] + last) % len(view["seats"])
    cards = [card_piece(c.CARD_OF[name], PLAYED, owner=seat, source=f"plate-{seat}") for name in view["played"][-1:]]
    return Zone(PLAYED, "pool", msg("Played"), tuple(cards), mute=True)
