"""What one viewer of Venezia 2099 is shown: built up from nothing (section 7 of the specification)."""

from typing import Any

from ridotto.games.venezia2099 import components as t
from ridotto.games.venezia2099.rules.rules import Venezia2099
from ridotto.games.venezia2099.rules.snapshot import PHASES, coins_on, names, pawns, played


def view(state: Venezia2099, viewer: int) -> dict[str, Any]:
    over = state.phase == t.GAME_OVER
    return {
        "unused": t.COLOURS[state.unused] if state.unused >= 0 else None,
        "tiles": tiles(state),
        "dry": [t.SQUARE_NAMES[square] for square in range(t.SQUARES) if state.dry >> square & 1],
        "coins_on": coins_on(state),
        "first": state.first,
        "phase": PHASES[state.phase],
        "turn": state.turn if state.turn >= 0 else None,
        "player": state.player if state.player >= 0 else None,
        "pawn": state.chosen + 1 if state.chosen >= 0 else None,
        "walked": bool(state.walked),
        "idle": is_idle(state),
        "turns": state.seats * t.DEALT[state.seats],
        "played": played(state),
        "colours": {name: colour_row(state, colour) for colour, name in enumerate(t.COLOURS) if colour != state.unused},
        "seats": [open_things(state, seat) for seat in range(state.seats)],
        "own": own_things(state, viewer) if viewer >= 0 else None,
        "set_aside": names(state.cards_set_aside()) if over else None,
    }


def is_idle(state: Venezia2099) -> bool:
    """Can the player on turn neither move nor buy in this step? Everybody can see that; what a hand allows, nobody."""
    return state.phase in (t.CHOOSING, t.BUYING) and len(state.moves(state.player)) == 1


def tiles(state: Venezia2099) -> list[list[int]]:
    """The numbers of the tiles as they were laid out, row by row."""
    side = t.SIDE[state.seats]
    return [[state.tile[8 * row + column] for column in range(side)] for row in range(side)]


def colour_row(state: Venezia2099, colour: int) -> dict[str, int]:
    """What a treasure of a colour would be worth now, and why."""
    return {"dry": state.remaining(colour), "worth": state.worth(colour), "supply": state.supply[colour]}


def open_things(state: Venezia2099, seat: int) -> dict[str, Any]:
    """What lies openly before a seat, and what it would score now."""
    cards = state.hands[seat].bit_count()
    has_played = cards < t.DEALT[state.seats]
    return {
        "cards": cards,
        "floor": t.VALUES[1 + state.lower_bound(seat)] if has_played else None,
        "pawns": pawns(state, seat),
        "pawn_points": [state.worth_of_pawn(seat, pawn) for pawn in range(t.PAWNS[state.seats])],
        "gondolas": state.gondolas[seat],
        "coins": state.coins[seat],
        "treasures": list(state.treasures[seat]),
        "treasure_points": state.points_of_treasures(seat),
        "score": state.scores()[seat],
    }


def own_things(state: Venezia2099, seat: int) -> dict[str, Any]:
    """What only the seat itself sees: its hand."""
    return {"hand": names(state.hands[seat])}
