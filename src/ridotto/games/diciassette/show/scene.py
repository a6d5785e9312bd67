"""The table of 17 Diciassette as zones, pieces and actions, made from the view of one viewer alone."""

from typing import Any

from ridotto.engine.message import msg, msgs
from ridotto.engine.scene import Counter, Piece, Scene, Zone
from ridotto.games.diciassette.names import from_behind
from ridotto.games.diciassette.show.actions import actions, answer_zones, notes, prompt, prompt_clause
from ridotto.games.diciassette.show.call_answers import waiting
from ridotto.games.diciassette.show.hands import hand_zones
from ridotto.games.diciassette.show.pieces import piece
from ridotto.games.diciassette.show.rows import row_zones
from ridotto.games.diciassette.show.settlement import step_zones
from ridotto.games.diciassette.show.standings import final_panels, flags_zone, panels
from ridotto.games.diciassette.show.unseen_cards import seen_zones

View = dict[str, Any]


def scene(view: View) -> Scene:
    over = view["phase"] == "over"
    signs = [] if over else [flags_zone(view), *answer_zones(view)]
    zones = [*surroundings(view), *row_zones(view), *step_zones(view), *signs, *seen_zones(view), *hand_zones(view)]
    seats = final_panels(view) if over else panels(view)
    asked, offered = prompt(view), actions(view)
    return Scene(view["viewer"], asked, waiting(view), tuple(zones), seats, offered, notes(view), prompt_clause(view))


# Around the row


def surroundings(view: View) -> list[Zone]:
    """The direction of play and the piles."""
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
    """The draw pile, its top card from behind."""
    cards, top = view["pile"]["cards"], view["pile"]["top"]
    pieces = (piece(top, "pile.top"),) if top is not None else ()
    left = cards if top is None else msg("{cards}, on top {card}", cards=cards, card=from_behind(top))
    counters = Counter("cards", msg("Cards"), left), Counter("size", msg("Cards"), cards)
    return Zone("pile", "stack", msg("Draw pile"), pieces, counters, quiet=True)


def discard_zone(view: View) -> Zone:
    cards, unseen = view["discards"]["cards"], sum(view["discards"]["unknown"])
    shown = msgs("{cards}, {n} of them unseen", "{cards}, {n} of them unseen", unseen, cards=cards) if unseen else cards
    counters = (
        Counter("cards", msg("Cards"), shown),
        Counter("size", msg("Cards"), cards),
        Counter("unseen", msg("Unseen"), unseen),
    )
    return Zone("discards", "stack", msg("Discard pile"), (), counters, quiet=True)
