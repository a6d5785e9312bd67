"""The log of Verhext!: notes as sentences."""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.verhext import components as c
from ridotto.games.verhext.components import VerhextNote
from ridotto.games.verhext.names import card_message, play_message, prophecy_message, suits_message, worth_message


def log_line(note: Note, names: list[str]) -> Message | None:
    """One line for each kind of note, from what the note tells to everybody who hears it."""
    match VerhextNote(note.kind):
        case VerhextNote.ROUND_BEGINS:
            return msg(
                "Round {round}: {suit} are trump ({card}). {name} has the crystal ball.",
                round=note.a,
                suit=suits_message(c.suit(note.b)),
                card=card_message(note.b),
                name=names[note.c],
            )
        case VerhextNote.PROPHESIED:
            prophecy = prophecy_message(note.b)
            if note.c:
                return msg("{name} tries again with {prophecy}.", name=names[note.a], prophecy=prophecy)
            return msg("{name} predicts {prophecy}.", name=names[note.a], prophecy=prophecy)
        case VerhextNote.LEADS_FIRST if note.c == c.NUMBER_FIRST:
            return msg("{name} leads the first trick (highest prophecy).", name=names[note.a])
        case VerhextNote.LEADS_FIRST:
            return msgs(
                "{name} leads the first trick (highest prophecy: worth {n} point).",
                "{name} leads the first trick (highest prophecy: worth {n} points).",
                note.b,
                name=names[note.a],
            )
        case VerhextNote.PLAYED:
            return msg("{name} plays {play}.", name=names[note.a], play=play_message(c.played_cards(note.b)))
        case VerhextNote.TRICK_WON:
            return msg("{name} takes the trick ({won} so far).", name=names[note.a], won=note.b)
        case VerhextNote.TRICK_TIED:
            return msg(
                "{names} tie with {worth}: nobody wins the trick, {name} leads next.",
                worth=worth_message(c.played_cards(note.b)),
                names=listing(seats_of(note.c, names)),
                name=names[note.a],
            )
        case VerhextNote.PLAY_ENDS:
            return _play_ends(note, names)
        case VerhextNote.ZERO_DECIDED:
            return _zero_decided(names[note.a], note.b)
        case VerhextNote.JUDGED:
            return _judged(names[note.a], note.b, note.c)
        case VerhextNote.HAT_WON:
            return msgs(
                "{name} gets the witch hat ({n} trick).",
                "{name} gets the witch hat ({n} tricks).",
                note.b,
                name=names[note.a],
            )
        case VerhextNote.HAT_BOXED:
            return _hat_boxed(note, names)
        case VerhextNote.STACK_EMPTY:
            return msg("Stack {number} is empty: the game ends.", number=note.a)
        case VerhextNote.GAME_ENDS:
            return msgs("The game is over after {n} round.", "The game is over after {n} rounds.", note.a)


def recalled(notes: list[Note], latest: bool = True) -> list[Note]:
    """The notes without the cards of tricks before the last finished one (verhext.vis.won without history).

    `latest`: do the notes reach to the end of the log? If not, no trick in them is the last one.
    """
    if not latest:
        return [note for note in notes if note.kind not in (c.PLAYED, c.TRICK_TIED)]
    ends = [i for i, note in enumerate(notes) if note.kind in (c.TRICK_WON, c.TRICK_TIED)]
    first = ends[-2] + 1 if len(ends) > 1 else 0
    return [note for i, note in enumerate(notes) if i >= first or note.kind not in (c.PLAYED, c.TRICK_TIED)]


def with_number_leads(notes: list[Note]) -> list[Note]:
    """Marks notes of the first lead, so that the log does not say that the seat leads for its points."""
    return [note._replace(c=c.NUMBER_FIRST) if note.kind == c.LEADS_FIRST else note for note in notes]


def seats_of(bits: int, names: list[str]) -> list[str]:
    """The names of the seats in a set of bits."""
    return [name for seat, name in enumerate(names) if bits >> seat & 1]


def _play_ends(note: Note, names: list[str]) -> Message:
    empty = seats_of(note.a, names)
    return msgs(
        "{names} is out of cards: the round ends {after}.",
        "{names} are out of cards: the round ends {after}.",
        len(empty),
        names=listing(empty),
        after=msgs("after {n} trick", "after {n} tricks", note.b),
    )


def _zero_decided(name: str, spent: int) -> Message:
    if not spent:
        return msg("{name} uses no zero cards.", name=name)
    return msgs("{name} uses a zero card.", "{name} uses {n} zero cards.", spent, name=name)


def _judged(name: str, prophecy: int, judged: int) -> Message:
    if prophecy == 0:
        if judged > 0:
            return msg("{name} predicted 0 tricks and won none: a zero card for later.", name=name)
        return msg("{name} predicted 0 tricks but won some: the card goes back.", name=name)
    text = prophecy_message(prophecy)
    if judged > 0:
        return msg("{name} makes {prophecy}: +{points}.", name=name, prophecy=text, points=judged - 1)
    return msg("{name} misses {prophecy}: \N{MINUS SIGN}{points}.", name=name, prophecy=text, points=-judged)


def _hat_boxed(note: Note, names: list[str]) -> Message:
    if not note.a:
        return msg("Nobody won a trick: the witch hat goes into the box.")
    return msgs(
        "{names} have {n} trick each: the witch hat goes into the box.",
        "{names} have {n} tricks each: the witch hat goes into the box.",
        note.a,
        names=listing(seats_of(note.b, names)),
    )
