"""The names of the places, cards and moves of Venezia."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.games.venezia import components as c

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

# Short names, for cards and the heads of lines.
_PLACE_LABELS = (*_PLACES[: c.SAN_GIORGIO], msg("San Giorgio"), _PLACES[c.SAN_MICHELE])
_ACTION_LABELS = (
    msg("Gathering"),
    msg("Hawk"),
    msg("Catcher"),
    msg("Grey ones"),
    msg("House"),
    msg("Vespa"),
    msg("Crumbs"),
    msg("Carrier"),
)
_FIRST_LABELS = {c.PIAZZA: msg("Piazza"), c.FEINT: msg("Feint")}


def place_message(place: int) -> Message:
    """The name of a place; the district San Marco is not the Piazza San Marco (venezia.board.names)."""
    return _PLACES[place]


def action_message(card: int) -> Message:
    return _ACTIONS[card]


def first_message(first: int) -> Message:
    return _FIRST[first]


def place_label(place: int) -> Message:
    """The short name of a place; `action_label` and `first_label` have those of the other cards."""
    return _PLACE_LABELS[place]


def action_label(card: int) -> Message:
    return _ACTION_LABELS[card]


def first_label(first: int) -> Message:
    return _FIRST_LABELS[first]


def text_message(card: int) -> Message:
    """What an action card does, in one line; the numbers come from actions.json."""
    number = c.CARD_PIGEONS[card]
    match card:
        case c.FAMILY:
            return msg("up to {number} of your pigeons come home; nobody reinforces", number=number)
        case c.HAWK:
            return msg("nobody lands in a district of your choice")
        case c.CATCHER:
            return msg("every family loses {number} pigeons in a district", number=number)
        case c.CLERGY:
            first, second = c.GREY_GROUPS
            return msg("puts {first} and {second} grey pigeons into districts", first=first, second=second)
        case c.HOUSE:
            return msg("a new home; up to {number} of your pigeons go along", number=number)
        case c.VESPA:
            return msg("takes up to {number} of your pigeons elsewhere", number=number)
        case c.CRUMBS:
            return msg("brings {number} new pigeons to your nest", number=number)
        case _:
            return msg("swaps one of your district cards before landing")


def square_message(square: int) -> Message:
    """A square has the same name in every language."""
    return msg("{square}", square=c.SQUARE_NAMES[square])


def pigeons_message(number: int) -> Message:
    return msgs("{n} pigeon", "{n} pigeons", number)


def move_message(move: int) -> Message:
    """Any move in words that fit every phase."""
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
