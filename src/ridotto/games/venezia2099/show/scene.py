"""The table of Venezia 2099 as zones, pieces and actions: as everybody sees it, and what a seat sees besides.

What a seat holds tells it more about the end. So the marks on the board and all chances and averages are its own.
"""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.note import SPECTATOR
from ridotto.engine.scene import Counter, OwnScene, Piece, Scene, SeatName, Zone
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import SIGNS, TINTS, card_message, colour_message, decimal
from ridotto.games.venezia2099.show.actions import actions, card_id, steps
from ridotto.games.venezia2099.show.board import board_zone, is_asked, is_choosing_square, own_board_zone
from ridotto.games.venezia2099.show.card_effects import sinking_square
from ridotto.games.venezia2099.show.drawn_zones import PLAYED, drawn_zones, own_drawn_zones, treasure_id
from ridotto.games.venezia2099.show.forecast import Forecast
from ridotto.games.venezia2099.show.prompts import notes, own_notes, own_prompt, prompt, prompt_clause
from ridotto.games.venezia2099.show.standings import final_panels, panels
from ridotto.games.venezia2099.show.view import (
    Venezia2099Colour,
    Venezia2099Own,
    Venezia2099Public,
    Venezia2099View,
)


def waiting(public: Venezia2099Public) -> tuple[int, ...]:
    """The seats the table waits for."""
    return () if public.player is None else (public.player,)


def public_scene(public: Venezia2099Public) -> Scene:
    """The table as a spectator sees it."""
    over = public.phase == "over"
    forecast = None if over else Forecast(Venezia2099View(public))
    zones = [board_zone(public), *(colour_zone(row, forecast) for row in public.colours)]
    if public.set_aside is not None:
        zones.append(set_aside_zone(public.set_aside))
    zones += [*played_zones(public), last_played_zone(public), *drawn_zones(public, forecast)]
    return Scene(
        viewer=SPECTATOR,
        prompt=prompt(public),
        waiting=waiting(public),
        zones=tuple(zones),
        panels=final_panels(public) if over else panels(public),
        notes=notes(public),
        clause=prompt_clause(public),
    )


def own_scene(view: Venezia2099View) -> OwnScene:
    """What a seat sees besides: its cards, its moves, and what it can tell of the end. When that has come, nothing."""
    public, own = view.public, view.own
    assert own is not None
    if public.phase == "over":
        return OwnScene(own.seat)
    forecast, quiet = Forecast(view), is_choosing_square(public, own)
    zones = [own_board_zone(public, own, forecast)]
    zones += [colour_zone(row, forecast, quiet=quiet) for row in public.colours]
    if own.hand:
        zones.append(hand_zone(public, own))
    zones += own_drawn_zones(public, own, forecast)
    if not is_asked(public, own):
        return OwnScene(own.seat, tuple(zones))
    return OwnScene(
        own.seat,
        tuple(zones),
        actions=actions(public, own, forecast),
        steps=steps(public, own),
        prompt=own_prompt(public, own),
        notes=own_notes(public, own),
    )


# Colours


def colour_zone(row: Venezia2099Colour, forecast: Forecast | None, quiet: bool = False) -> Zone:
    """The dry tiles of a colour, its treasures left, and what one is worth now and on average at the end."""
    name, sign, called = c.COLOURS[row.colour], SIGNS[row.colour], colour_message(row.colour)
    counters = [Counter("dry", msg("Dry"), row.dry), Counter("worth", msg("Worth"), row.worth)]
    if forecast is not None:
        counters.append(Counter("later", msg("End"), decimal(forecast.worth(row.colour))))
    counters.append(Counter("supply", msg("Left"), row.supply))
    label = msg("treasure: {colour}", colour=called)
    treasure = Piece(treasure_id(row.colour), f"treasure-{name}", label, sign=sign, tint=TINTS[row.colour])
    return Zone(
        f"colour-{name}",
        "stack",
        msg("{sign} {colour}", sign=sign, colour=called),
        (treasure,) if row.supply else (),
        tuple(counters),
        note=None if row.supply else msg("sold out"),
        quiet=quiet,
    )


# Cards


def card_piece(card: int, zone: str, **more: Any) -> Piece:
    colour, value = card // 7, c.VALUES[1 + card % 7]
    art, called = f"prophecy-{c.COLOURS[colour]}", colour_message(colour)
    return Piece(card_id(zone, card), art, card_message(card), value, called, SIGNS[colour], TINTS[colour], **more)


def hand_zone(public: Venezia2099Public, own: Venezia2099Own) -> Zone:
    """The prophecies of a seat, lowest values first; quiet except in placement and when one must be played."""
    pieces = [
        card_piece(
            held.card,
            "hand",
            owner=own.seat,
            lit=c.PLAY + held.card in own.moves,
            move=c.CARD_NAMES[held.card],
            marks=(sinking_square(public, own.seat, held),),
        )
        for held in own.hand
    ]
    quiet = is_asked(public, own) and public.phase not in ("placement", "prophecy")
    return Zone("hand", "fan", msg("Your prophecies"), tuple(pieces), quiet=quiet)


def set_aside_zone(cards: tuple[int, ...]) -> Zone:
    pieces = tuple(card_piece(card, "set-aside") for card in cards)
    return Zone("set-aside", "row", msg("Set aside"), pieces, note=msg("Their tiles never sank."))


def played_zones(public: Venezia2099Public) -> list[Zone]:
    """The prophecies of each seat in the order played; folded."""
    seats = len(public.seats)
    by_seat: list[list[Piece]] = [[] for _ in range(seats)]
    for turn, card in enumerate(public.played):
        seat = (public.first + turn) % seats
        by_seat[seat].append(card_piece(card, f"played-{seat}", owner=seat))
    return [
        Zone(f"played-{seat}", "fan", msg("Played by {who}", who=SeatName(seat)), tuple(pieces), folded=True)
        for seat, pieces in enumerate(by_seat)
        if pieces
    ]


def last_played_zone(public: Venezia2099Public) -> Zone:
    """The prophecy played last, which lies on top of the others."""
    last = len(public.played) - 1
    seat = (public.first + last) % len(public.seats)
    cards = [card_piece(card, PLAYED, owner=seat, source=f"plate-{seat}") for card in public.played[-1:]]
    return Zone(PLAYED, "pool", msg("Played"), tuple(cards), mute=True)
