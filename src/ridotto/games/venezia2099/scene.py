"""The table of Venezia 2099 as zones, pieces and actions: drawn up from what one viewer is shown, and nothing else."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, Who, Zone
from ridotto.games.venezia2099 import tiles as t
from ridotto.games.venezia2099.names import (
    SIGNS,
    TINTS,
    card_message,
    colour_message,
    move_message,
    tile_message,
)

View = dict[str, Any]


def scene(view: View) -> Scene:
    over = view["phase"] == "over"
    waiting = () if over else (view["player"],)
    zones = [board_zone(view), *(colour_zone(view, colour) for colour in view["colours"])]
    if view["own"] is not None and view["own"]["hand"]:
        zones.append(hand_zone(view))
    if over:
        zones.append(set_aside_zone(view))
    panels = tuple(panel(view, seat) for seat in range(len(view["seats"])))
    return Scene(view["viewer"], prompt(view), waiting, tuple(zones), panels, actions(view))


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return msg("The game is over.")
    if view["player"] != view["viewer"]:
        return msg("Waiting for {who}.", who=Who(view["player"]))
    match view["phase"]:
        case "placement":
            return msg("Place a pawn.")
        case "move":
            return msg("Move a pawn, or do not move.")
        case "walk" | "ride":
            return msg("Where does your pawn go?")
        case "buy":
            return msg("Buy a treasure, or nothing.")
        case "prophecy":
            return msg("Play a prophecy of your lowest value.")
        case _:
            return msg("Your pawn is in the water: choose a square or let it drown.")


# The board


def board_zone(view: View) -> Zone:
    side = len(view["tiles"])
    tiles = [tile_piece(view, row, column) for row in range(side) for column in range(side)]
    pawns = [
        pawn_piece(view, seat, pawn, square)
        for seat, open_things in enumerate(view["seats"])
        for pawn, square in enumerate(open_things["pawns"])
        if square is not None
    ]
    return Zone("board", "grid", msg("Venice"), (*tiles, *pawns), columns=side, rows=side)


def tile_piece(view: View, row: int, column: int) -> Piece:
    square = t.SQUARE_NAMES[8 * row + column]
    tile = view["tiles"][row][column]
    lit = view["own"] is not None and t.SQUARE[square] in view["own"]["moves"]
    if square not in view["dry"]:
        name = msg("water, once {tile}", tile=tile_message(tile))
        return Piece(tile_id(square), "water", name, sign="~", tint="teal", at=square)
    if tile == t.PLATFORM:
        return Piece(tile_id(square), "platform", tile_message(tile), sign="#", at=square, lit=lit)
    coins = view["coins_on"].get(square, 0)
    marks = (msg("coins: {coins}", coins=coins),) if coins else ()
    colour = tile // 8
    return Piece(
        tile_id(square), t.COLOURS[colour], tile_message(tile), t.VALUES[tile % 8], colour_message(colour),
        SIGNS[colour], TINTS[colour], square, lit=lit, marks=marks,
    )  # fmt: skip


def pawn_piece(view: View, seat: int, pawn: int, square: str) -> Piece:
    name = msg("pawn {n} of {who}", n=pawn + 1, who=Who(seat))
    text = f"{seat + 1}{'abcd'[pawn]}"
    return Piece(pawn_id(seat, pawn), "pawn", name, text, at=square, on=tile_id(square), owner=seat)


def tile_id(square: str) -> str:
    return f"board.{square}"


def pawn_id(seat: int, pawn: int) -> str:
    return f"pawn.{seat}.{pawn + 1}"


# Colours and cards


def colour_zone(view: View, colour: str) -> Zone:
    row = view["colours"][colour]
    counters = (
        Counter("dry", msg("Dry"), row["dry"]),
        Counter("worth", msg("Worth"), row["worth"]),
        Counter("supply", msg("Supply"), row["supply"]),
    )
    return Zone(f"colour-{colour}", "stack", colour_message(t.COLOURS.index(colour)), counters=counters)


def card_piece(card: int, zone: str, **more: Any) -> Piece:
    colour = card // 7
    value = t.VALUES[1 + card % 7]
    return Piece(
        f"{zone}.{t.CARD_NAMES[card].replace(' ', '-')}", f"prophecy-{t.COLOURS[colour]}", card_message(card), value,
        colour_message(colour), SIGNS[colour], TINTS[colour], **more,
    )  # fmt: skip


def hand_zone(view: View) -> Zone:
    hand = [t.CARD[name] for name in view["own"]["hand"]]
    playable = {move - t.PLAY for move in view["own"]["moves"]}
    pieces = [card_piece(card, "hand", owner=view["viewer"], lit=card in playable) for card in hand]
    return Zone("hand", "fan", msg("Your prophecies"), tuple(pieces))


def set_aside_zone(view: View) -> Zone:
    pieces = tuple(card_piece(t.CARD[name], "set-aside") for name in view["set_aside"])
    return Zone("set-aside", "row", msg("Set aside"), pieces)


# The players


def panel(view: View, seat: int) -> Panel:
    given = view["seats"][seat]
    counters = (
        Counter("coins", msg("Coins"), given["coins"]),
        Counter("gondolas", msg("Gondolas"), given["gondolas"]),
        Counter("pawns", msg("Pawns"), len([square for square in given["pawns"] if square is not None])),
        Counter("treasures", msg("Treasures"), sum(given["treasures"])),
        Counter("cards", msg("Cards"), given["cards"]),
        Counter("floor", msg("Last value"), given["floor"] or "–"),
        Counter("score", msg("Points"), given["score"]),
    )
    marks = [msg("first player")] if seat == view["first"] else []
    if view["places"] is not None:
        marks.append(msg("place {n}", n=view["places"][seat]))
    return Panel(seat, counters, tuple(marks))


# What the viewer may do


def actions(view: View) -> tuple[Action, ...]:
    if view["own"] is None:
        return ()
    offered = zip(view["own"]["moves"], view["own"]["clauses"], strict=True)
    return tuple(Action(t.MOVE_TEXTS[move], action_name(view, move), taken(view, move), None, clause)
                 for move, clause in offered)  # fmt: skip


def action_name(view: View, move: int) -> Message:
    """A square with its tile, a purchase with its price."""
    if move < t.NO_MOVE:
        tile = view["tiles"][move // 8][move % 8]
        return msg("{square}: {tile}", square=t.SQUARE_NAMES[move], tile=tile_message(tile))
    if t.BUY <= move < t.PLAY:
        square = t.SQUARE[view["seats"][view["viewer"]]["pawns"][move - t.BUY]]
        tile = view["tiles"][square // 8][square % 8]
        price = view["coins_on"].get(t.SQUARE_NAMES[square], 0) + 1
        return msg("buy {colour} for {price}", colour=colour_message(tile // 8), price=price)
    return move_message(move)


def taken(view: View, move: int) -> str | None:
    """The piece to click on; a gondola is asked for by its button."""
    if move < t.NO_MOVE:
        return tile_id(t.SQUARE_NAMES[move])
    if t.WALK <= move < t.GONDOLA:
        return pawn_id(view["viewer"], move - t.WALK)
    if t.BUY <= move < t.PLAY:
        return pawn_id(view["viewer"], move - t.BUY)
    if t.PLAY <= move < t.LET_DROWN:
        return f"hand.{t.CARD_NAMES[move - t.PLAY].replace(' ', '-')}"
    return None
