"""The view of Venezia 2099: what one viewer may know (section 7 of the specification), built from scratch."""

from typing import Any

from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.rules.rules import Venezia2099
from ridotto.games.venezia2099.rules.snapshot import PHASES, coins_on, names, pawns, played


def view(state: Venezia2099, viewer: int) -> dict[str, Any]:
    """Everything on the table (venezia2099.info.public), and the viewer's own hand."""
    over = state.phase == c.GAME_OVER
    return {
        "unused": c.COLOURS[state.unused] if state.unused >= 0 else None,
        "tiles": tiles(state),
        "dry": [c.SQUARE_NAMES[square] for square in range(c.SQUARES) if state.dry >> square & 1],
        "coins_on": coins_on(state),
        "first": state.first,
        "phase": PHASES[state.phase],
        "turn": state.turn if state.turn >= 0 else None,
        "player": state.player if state.player >= 0 else None,
        "pawn": state.chosen + 1 if state.chosen >= 0 else None,
        "walked": bool(state.walked),
        "idle": is_idle(state),
        "turns": state.seats * c.HAND_SIZE[state.seats],
        "played": played(state),
        "colours": {name: colour_row(state, colour) for colour, name in enumerate(c.COLOURS) if colour != state.unused},
        "seats": [seat_view(state, seat) for seat in range(state.seats)],
        "own": own_view(state, viewer) if viewer >= 0 else None,
        # venezia2099.info.set_aside_secret, venezia2099.info.reveal_at_end
        "set_aside": names(state.cards_set_aside()) if over else None,
    }


def is_idle(state: Venezia2099) -> bool:
    """Whether the player on turn can only pass in step 1 or 2: public knowledge, other than what a hand allows."""
    return state.phase in (c.CHOOSING, c.BUYING) and len(state.moves(state.player)) == 1


def tiles(state: Venezia2099) -> list[list[int]]:
    """The numbers of the tiles as they were laid out, row by row."""
    side = c.BOARD_SIDE[state.seats]
    return [[state.tile[8 * row + column] for column in range(side)] for row in range(side)]


def colour_row(state: Venezia2099, colour: int) -> dict[str, int]:
    """The dry tiles of a colour, what a treasure is worth now, and the treasures left."""
    return {"dry": state.remaining(colour), "worth": state.worth(colour), "supply": state.supply[colour]}


def seat_view(state: Venezia2099, seat: int) -> dict[str, Any]:
    """What everybody sees of a seat, and what it would score now."""
    cards = state.hands[seat].bit_count()  # only the number: venezia2099.info.hand_secret
    has_played = cards < c.HAND_SIZE[state.seats]
    return {
        "cards": cards,
        "floor": c.VALUES[1 + state.lower_bound(seat)] if has_played else None,
        "pawns": pawns(state, seat),
        "pawn_points": [state.worth_of_pawn(seat, pawn) for pawn in range(c.PAWNS_EACH[state.seats])],
        "gondolas": state.gondolas[seat],
        "coins": state.coins[seat],
        "treasures": list(state.treasures[seat]),
        "treasure_points": state.points_of_treasures(seat),
        "score": state.scores()[seat],
    }


def own_view(state: Venezia2099, seat: int) -> dict[str, Any]:
    """The hand, which only its owner sees."""
    return {"hand": names(state.hands[seat])}
