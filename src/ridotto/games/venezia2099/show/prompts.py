"""What Venezia 2099 asks and remarks on: for everybody, and for the seat that decides."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.names import card_message
from ridotto.games.venezia2099.show.board import moving_pawn
from ridotto.games.venezia2099.show.card_effects import card_effects
from ridotto.games.venezia2099.show.standings import result_message, tie_breaks
from ridotto.games.venezia2099.show.view import Venezia2099Own, Venezia2099Public

_PROMPT_CLAUSES = {
    "placement": "setup.place_round_robin",
    "move": "move.one_pawn",
    "walk": "move.queen",
    "ride": "gondola.ride_target",
    "buy": "buy.any_own_pawn",
    "prophecy": "prophecy.lowest",
    "rescue": "gondola.rescue",
    "over": "score.total",
}


def prompt_clause(public: Venezia2099Public) -> str:
    """The clause that the prompt rests on."""
    return "venezia2099." + _PROMPT_CLAUSES[public.phase]


# For everybody


def prompt(public: Venezia2099Public) -> Message:
    """What the table waits for, or the result."""
    if public.player is None:
        return result_message(public)
    who = SeatName(public.player)
    match public.phase:
        case "placement":
            return msg("{who} is placing a pawn.", who=who)
        case "move" | "walk" | "ride":
            return msg("{who} may move a pawn.", who=who)
        case "buy":
            return msg("{who} may buy a treasure.", who=who)
        case "prophecy":
            return msg("{who} is playing a prophecy.", who=who)
        case _:
            return msg("{who} has a pawn in the water and may rescue it.", who=who)


def notes(public: Venezia2099Public) -> tuple[Message, ...]:
    return tie_breaks(public) if public.phase == "over" else ()


# For the seat that decides


def own_prompt(public: Venezia2099Public, own: Venezia2099Own) -> Message:
    seat = public.seats[own.seat]
    match public.phase:
        case "placement":
            pawn = moving_pawn(public, own.seat)
            return msg("Place pawn {n} of {pawns}.", n=pawn + 1, pawns=len(seat.pawns))
        case "move":
            if public.options["gondola_move"] == "extra":
                return msg("Step 1 of 3: walk once, ride by gondola as often as you can, or go on.")
            return msg("Step 1 of 3: move a pawn, or stay where you are.")
        case "walk":
            pawn = moving_pawn(public, own.seat)
            return msg("Where should pawn {n} walk from {square}?", n=pawn + 1, square=seat.pawns[pawn])
        case "ride":
            pawn = moving_pawn(public, own.seat)
            return msg("Where does the gondola take pawn {n}? Any free square will do.", n=pawn + 1)
        case "buy":
            return msgs(
                "Step 2 of 3: buy a treasure? You have {n} coin.",
                "Step 2 of 3: buy a treasure? You have {n} coins.",
                seat.coins,
            )
        case "prophecy":
            lowest = c.VALUES[1 + (own.moves[0] - c.PLAY) % 7]
            return msg("Step 3 of 3: play a prophecy of your lowest value, {value}.", value=lowest)
        case _:
            pawn = moving_pawn(public, own.seat)
            return msg("Your pawn {n} is in the water: choose a square or let it drown.", n=pawn + 1)


def own_notes(public: Venezia2099Public, own: Venezia2099Own) -> tuple[Message, ...]:
    match public.phase:
        case "move":
            return _last_turn(public, own)
        case "prophecy":
            return _all_card_effects(public, own)
        case "rescue" if public.turn is not None:
            played = card_message(public.played[-1])
            return (msg("{who} has played {card}.", who=SeatName(public.turn), card=played),)
        case _:
            return ()


def _last_turn(public: Venezia2099Public, own: Venezia2099Own) -> tuple[Message, ...]:
    seat = public.seats[own.seat]
    if seat.cards > 1:
        return ()
    if seat.gondolas and any(seat.pawns):
        return (msg("This is your last turn: leftover gondolas score nothing."),)
    return (msg("This is your last turn."),)


def _all_card_effects(public: Venezia2099Public, own: Venezia2099Own) -> tuple[Message, ...]:
    """What each legal prophecy would do besides sinking a tile."""
    lines = []
    for prophecy in own.hand:
        if prophecy.playable and (effects := card_effects(public, own.seat, prophecy)):
            args = {"card": card_message(prophecy.card), "square": prophecy.square}
            lines.append(msg("{card} on {square}: {losses}.", losses=listing(effects), **args))
    return tuple(lines)
