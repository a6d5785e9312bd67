"""The log of 17 Diciassette: notes as sentences."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.components import DiciassetteNote
from ridotto.games.diciassette.names import card_message

_WITH_EFFECT = {c.REVERSE, c.TRASH, c.DOUBLE}  # laid face up, these have a line for their effect


def log_line(note: Note, names: list[str]) -> Message | None:
    """One line for most kinds of notes, from what the note tells to everybody who hears it."""
    match DiciassetteNote(note.kind):
        case DiciassetteNote.ROUND_BEGINS:
            return msg("{name} starts round {round}.", name=names[note.b], round=note.a)
        case DiciassetteNote.LAID:
            return _laid(names[note.a], note.b)
        case DiciassetteNote.LAID_HIDDEN:
            return msg("Your hidden card: {card}.", card=card_message(note.b))
        case DiciassetteNote.REVERSED:
            if note.b == c.CLOCKWISE:
                return msg("{name} plays a change of direction: now clockwise.", name=names[note.a])
            return msg("{name} plays a change of direction: now counter-clockwise.", name=names[note.a])
        case DiciassetteNote.TRASHED:
            return _trashed(note, names)
        case DiciassetteNote.DOUBLED:
            if note.b < 0:
                return msg("{name} plays x2: the next player must play two cards.", name=names[note.a])
            return msg("{name} plays x2: {next} must play two cards.", name=names[note.a], next=names[note.b])
        case DiciassetteNote.DREW | DiciassetteNote.DREW_FACE | DiciassetteNote.NOBODY_CALLS:
            return None  # happens after every card, so not worth a line
        case DiciassetteNote.RESHUFFLED:
            return msgs(
                "The discard pile is reshuffled ({n} card).", "The discard pile is reshuffled ({n} cards).", note.a
            )
        case DiciassetteNote.CALLS:
            return msg("{name} calls 17!", name=names[note.a])
        case DiciassetteNote.DEEMED_CALLER:
            if note.c:
                return msg("The round has gone on too long: {name} has to call 17!", name=names[note.a])
            return msg("{name} is out of cards and has to call 17!", name=names[note.a])
        case DiciassetteNote.REVEALED:
            return msg("Revealed: {name}'s {card}.", name=names[note.a], card=card_message(note.b))
        case DiciassetteNote.COUNTED:
            if note.a >= c.LIMIT:
                return msg("That makes {total}: 17 or more.", total=note.a)
            return msg("That makes {total}: less than 17.", total=note.a)
        case DiciassetteNote.TRAP_SPRUNG:
            return _sprung(names[note.a], names[note.b], note.a == note.b, bool(note.c))
        case DiciassetteNote.JUDGED:
            return _judged(names[note.a], names[note.b], note.c)
        case DiciassetteNote.SECOND_PENALTY:
            if note.b:
                return msg("Two penalties: {name} hands them in and loses a victory token.", name=names[note.a])
            return msg("Two penalties: {name} hands them in, but has no victory token to lose.", name=names[note.a])
        case DiciassetteNote.GAME_ENDS:
            return msgs("The game is over after {n} round.", "The game is over after {n} rounds.", note.a)


def _laid(name: str, kind: int) -> Message | None:
    """The line of a card without effect. The face of a two-sided card makes no difference."""
    if kind == c.NEUTRAL:
        return msg("{name} plays a hidden card.", name=name)
    if kind in _WITH_EFFECT:
        return None
    return msg("{name} plays a {card}.", name=name, card=card_message(kind))


def _trashed(note: Note, names: list[str]) -> Message:
    name = names[note.a]
    if note.b == c.NO_CARD:
        return msg("{name} plays trash on an empty row.", name=name)
    if note.b == c.NEUTRAL:
        return msg(
            "{name} plays trash: {owner}'s hidden card is gone, and nobody saw it.", name=name, owner=names[note.c]
        )
    return msg(
        "{name} plays trash: {owner}'s {card} is gone.", name=name, owner=names[note.c], card=card_message(note.b)
    )


def _sprung(name: str, caller: str, own: bool, first: bool) -> Message:
    """The line of a trap; it also works against its owner (diciassette.settle.own_trap)."""
    if own and first:
        return msg("{name} falls into their own trap: +1 victory, +1 penalty.", name=name)
    if own:
        return msg("{name} falls into another trap of their own: +1 penalty.", name=name)
    if first:
        return msg("Trap: {name} +1 victory, {caller} +1 penalty.", name=name, caller=caller)
    return msg("Another of {name}'s traps: {caller} +1 penalty.", name=name, caller=caller)


def _judged(caller: str, last: str, judged: int) -> Message:
    right, had = judged & 1, judged & 2
    if right and had:
        return msg(
            "Right call: {last} +1 penalty; {caller} already got a victory token this round.",
            caller=caller,
            last=last,
        )
    if right:
        return msg("Right call: {caller} +1 victory, {last} +1 penalty.", caller=caller, last=last)
    if had:
        return msg(
            "Wrong call: {caller} +1 penalty; {last} already got a victory token this round.",
            caller=caller,
            last=last,
        )
    return msg("Wrong call: {last} +1 victory, {caller} +1 penalty.", caller=caller, last=last)
