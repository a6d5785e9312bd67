"""The table of 17 Diciassette as zones, pieces and actions, drawn up from what one viewer is shown."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Counter, Piece, Scene, Zone
from ridotto.games.diciassette import cards as c
from ridotto.games.diciassette.names import BACK, UNKNOWN, from_behind, total_message
from ridotto.games.diciassette.offers import actions, notes, prompt
from ridotto.games.diciassette.pieces import copies, in_hand, piece
from ridotto.games.diciassette.seen import seen_zones
from ridotto.games.diciassette.standings import call_message, final_panels, fresh, panels

View = dict[str, Any]


def waiting(view: View) -> tuple[int, ...]:
    """Whom the table waits for."""
    return tuple(view["waiting"])


def scene(view: View) -> Scene:
    over = view["phase"] == "over"
    zones = [*surroundings(view), *last_call_zones(view), row_zone(view), *seen_zones(view)]
    if view["own"] is not None:
        zones.append(hand_zone(view))
    seats = final_panels(view) if over else panels(view)
    return Scene(view["viewer"], prompt(view), waiting(view), tuple(zones), seats, actions(view), notes(view))


# Zones


def pieces_in_row(row: Sequence[dict[str, Any]], zone: str) -> tuple[Piece, ...]:
    """From left to right, each with its owner; a covered card that the viewer knows is seen through its back."""
    pieces = []
    for place, laid in enumerate(row, 1):
        card = piece(laid["card"], f"{zone}.{place}", owner=laid["seat"], marks=row_marks(laid))
        seen_through = laid.get("covered") and laid["card"] != BACK
        pieces.append(replace(card, sign=UNKNOWN, tint="dark") if seen_through else card)
    return tuple(pieces)


def row_marks(laid: dict[str, Any]) -> tuple[Message, ...]:
    """How a card lies there, if that matters."""
    if laid["face"] == "up" or laid["card"] == BACK or c.CARDS[laid["card"]] < c.CONCEALED:
        return ()
    if laid.get("covered"):
        return (msg("your trap") if laid["card"] == "trap" else msg("hidden"),)
    return (msg("was hidden"),)


def row_zone(view: View) -> Zone:
    total = total_message(view["total"], view["covered"])
    note = msg("visible total {total}", total=total) if view["phase"] != "over" else msg("total {total}", total=total)
    name = msg("Row of round {round}", round=view["round"])
    return Zone("row", "row", name, pieces_in_row(view["row"], "row"), note=note)


def surroundings(view: View) -> list[Zone]:
    """Around the row: the direction of play and the piles."""
    if view["phase"] == "over":
        return []
    clockwise = view["direction"] == "clockwise"
    shown = msg("clockwise ↻") if clockwise else msg("counter-clockwise ↺")
    arrow = Piece("direction.arrow", view["direction"], shown, sign="↻" if clockwise else "↺")
    return [
        Zone("direction", "stack", msg("Direction"), (arrow,), (Counter("way", msg("Direction"), shown),), quiet=True),
        pile_zone(view),
        discard_zone(view),
    ]


def pile_zone(view: View) -> Zone:
    """Its top card is seen from behind."""
    cards, top = view["pile"]["cards"], view["pile"]["top"]
    pieces = (piece(top, "pile.top"),) if top is not None else ()
    left = cards if top is None else msg("{cards}, on top {card}", cards=cards, card=from_behind(top))
    return Zone("pile", "stack", msg("Draw pile"), pieces, (Counter("cards", msg("Cards"), left),), quiet=True)


def discard_zone(view: View) -> Zone:
    cards, unseen = view["discards"]["cards"], sum(view["discards"]["unknown"])
    shown = msgs("{cards}, {n} of them unseen", "{cards}, {n} of them unseen", unseen, cards=cards) if unseen else cards
    return Zone("discards", "stack", msg("Discard pile"), (), (Counter("cards", msg("Cards"), shown),), quiet=True)


def last_call_zones(view: View) -> list[Zone]:
    """The row of the last round, if it may be looked at: open at first, then in few words, then folded away."""
    last, turns = view["last"], view["turns"]
    if view["phase"] == "over" or last is None:
        return []
    pieces = pieces_in_row(last["row"], "last")
    quiet = fresh(view)
    return [
        Zone(
            "last",
            "row",
            msg("Last round"),
            pieces,
            note=call_message(view),
            folded=turns > 0 and not quiet,
            quiet=quiet,
        )
    ]


def hand_zone(view: View) -> Zone:
    """The viewer's own cards; they need room when one of them is to be played."""
    hand = view["own"]["hand"]
    playing = any(move < c.PASS for move in view["moves"])
    pieces = tuple(piece(card, in_hand(card, copy), lit=playing) for card, copy in copies(hand))
    return Zone("hand", "row", msg("Your hand"), pieces, quiet=not playing)
