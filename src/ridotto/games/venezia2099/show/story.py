"""The log of Venezia 2099: notes as sentences."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.components import Venezia2099Note
from ridotto.games.venezia2099.names import card_message, colour_message, site_message


def log_line(note: Note, names: list[str]) -> Message | None:
    """The line of the log for a note."""
    match Venezia2099Note(note.kind):
        case Venezia2099Note.GAME_BEGINS:
            if note.b >= 0:
                colour = colour_message(note.b)
                return msg(
                    "{name} goes first. This game is played without {colour}.", name=names[note.a], colour=colour
                )
            return msg("{name} goes first.", name=names[note.a])
        case Venezia2099Note.PLACED:
            return msg(
                "{name} places pawn {pawn} on {place}.",
                name=names[note.a],
                pawn=note.c + 1,
                place=site_message(note.b),
            )
        case Venezia2099Note.WALKED:
            return msg("{name} walks from {start} to {place}.", **_route_args(note, names))
        case Venezia2099Note.RODE:
            return msg("{name} takes the gondola from {start} to {place}.", **_route_args(note, names))
        case Venezia2099Note.BOUGHT:
            return _bought(note, names[note.a])
        case Venezia2099Note.PROPHECY_PLAYED:
            square = c.SQUARE_NAMES[c.square_of_site(note.c)]
            return msg(
                "{name} plays {card}: {square} sinks.", name=names[note.a], card=card_message(note.b), square=square
            )
        case Venezia2099Note.COINS_LOST:
            return msgs("{n} coin goes down with it.", "{n} coins go down with it.", note.a)
        case Venezia2099Note.FELL:
            return msg("{name}'s pawn falls into the water.", name=names[note.a])
        case Venezia2099Note.RESCUED:
            return msg("{name} rescues the pawn by gondola from {start} to {place}.", **_route_args(note, names))
        case Venezia2099Note.DROWNED:
            return msg("{name}'s pawn drowns.", name=names[note.a])
        case Venezia2099Note.PAWNLESS:
            return msg("{name} has no pawns left.", name=names[note.a])
        case Venezia2099Note.GAME_ENDS:
            cards = [card_message(card) for card in c.sorted_cards(note.a | note.b << 21)]
            return msg("The game is over. The prophecies set aside were: {cards}.", cards=listing(cards))


def _route_args(note: Note, names: list[str]) -> dict[str, Any]:
    return {"name": names[note.a], "start": site_message(note.b), "place": site_message(note.c)}


def _bought(note: Note, name: str) -> Message:
    return msgs(
        "{name} buys a treasure on {place} for {n} coin; {coins} is there now.",
        "{name} buys a treasure on {place} for {n} coins; {coins} are there now.",
        note.c,
        name=name,
        place=site_message(note.b),
        coins=2 * note.c - 1,
    )
