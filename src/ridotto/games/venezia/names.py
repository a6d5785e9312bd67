"""What the places, cards and moves of Venezia are called at the table."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.games.venezia import city as c

_PLACES = (
    msg("Cannaregio"),
    msg("Castello"),
    msg("Dorsoduro"),
    msg("La Giudecca"),
    msg("San Marco"),
    msg("San Polo"),
    msg("Santa Croce"),
    msg("San Giorgio Maggiore"),
    msg("San Michele"),
)
_ACTIONS = (
    msg("Family Gathering"),
    msg("Hawk"),
    msg("City Catcher"),
    msg("Clergy"),
    msg("Moving House"),
    msg("Luigi's Vespa"),
    msg("Bread Crumbs"),
    msg("Carrier Pigeons"),
)
_FIRST = {c.PIAZZA: msg("Piazza card"), c.FEINT: msg("Feint card")}


def place_message(place: int) -> Message:
    return _PLACES[place]


def action_message(card: int) -> Message:
    return _ACTIONS[card]


def first_message(first: int) -> Message:
    return _FIRST[first]


def square_message(square: int) -> Message:
    """A square is called alike in every language."""
    return msg("{square}", square=c.SQUARE_NAMES[square])


def pigeons_message(number: int) -> Message:
    return msgs("{n} pigeon", "{n} pigeons", number)


def move_message(move: int) -> Message:
    """Any move in words, as far as they are the same whatever is asked."""
    if move == c.STOP:
        return msg("stop")
    if move < c.ACTION:
        return first_message(move)
    if move < c.PLACE:
        return action_message(move - c.ACTION)
    if move < c.SLOT:
        return place_message(move - c.PLACE)
    if move < c.NUMBER:
        return msg("slot {slot}", slot=move - c.SLOT + 3)
    if move < c.SQUARE:
        return pigeons_message(move - c.NUMBER)
    return square_message(move - c.SQUARE)
