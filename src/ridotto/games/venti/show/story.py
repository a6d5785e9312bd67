"""The log of Venti: notes as sentences.

A target is named by its place only, until somebody gets it. Players must remember what was frozen, so an old line must
not name it (section 7 of the specification).
"""

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.venti import components as c
from ridotto.games.venti.components import VentiNote
from ridotto.games.venti.names import card_message, condition_text, number_message, resource_message


def log_line(note: Note, names: list[str]) -> Message | None:
    """The line for a note. None for cards turned up and the steps of a payment, which are seen on the table."""
    match VentiNote(note.kind):
        case VentiNote.GAME_BEGINS:
            return msg("{name} goes first.", name=names[note.a])
        case VentiNote.ROUND_BEGINS:
            return msg("Round {round}.", round=note.a)
        case VentiNote.REACHED_TWENTY if note.b == 0:
            return msg("{name} has reached twenty: no more turns.", name=names[note.a])
        case VentiNote.REACHED_TWENTY:
            return msgs(
                "{name} has reached twenty: {n} last turn to go.",
                "{name} has reached twenty: {n} last turns to go.",
                note.b,
                name=names[note.a],
            )
        case VentiNote.GAME_ENDS:
            return msgs("The game is over after {n} round.", "The game is over after {n} rounds.", note.a)
        case VentiNote.CHAOS_DEALT:
            return msg("{name} is dealt chaos and gets another card.", name=names[note.a])
        case VentiNote.CHAOS_MET:
            twice = note.a > 1
            return msg("Chaos twice! The display is replaced.") if twice else msg("Chaos! The display is replaced.")
        case VentiNote.RESHUFFLED:
            return msgs("The draw pile is reshuffled ({n} card).", "The draw pile is reshuffled ({n} cards).", note.a)
        case VentiNote.TURNED_UP | VentiNote.REVEALED | VentiNote.PAYS | VentiNote.DECLARED | VentiNote.PAID:
            return None
    return _action(note, names[note.a]) or _frozen(note, names) or _points(note, names[note.a])


def _action(note: Note, name: str) -> Message | None:
    match VentiNote(note.kind):
        case VentiNote.TOOK:
            if note.b >= c.JOKER:
                return msg("{name} takes a joker.", name=name)
            return msg("{name} takes {card}.", name=name, card=card_message(note.b))
        case VentiNote.REPLACED:
            return msg("{name} replaces the centre.", name=name)
        case VentiNote.EXCHANGED:
            return msg(
                "{name} exchanges target {target} with centre card {n}.", name=name, target=note.b + 1, n=note.c + 1
            )
        case VentiNote.FULFILLED:
            return _fulfilled(note, name)
        case VentiNote.MADE_JOKER:
            card = number_message(c.number_of(note.b))
            return msgs(
                "{name} turns {n} point into a permanent joker: {card}.",
                "{name} turns {n} points into a permanent joker: {card}.",
                c.POINTS[note.b],
                name=name,
                card=card,
            )
        case VentiNote.MADE_ACTION:
            return msgs(
                "{name} turns {n} point into an additional action ({actions} per turn).",
                "{name} turns {n} points into an additional action ({actions} per turn).",
                c.POINTS[note.b],
                name=name,
                actions=note.c,
            )
        case VentiNote.DISCARDED:
            if note.b == c.JOKER_CLASS:
                return msg("{name} discards a joker.", name=name)
            return msg("{name} discards {card}.", name=name, card=number_message(note.b // 4))
        case VentiNote.ENDED_TURN:
            return msg("{name} ends their turn.", name=name)
    return None


def _fulfilled(note: Note, name: str) -> Message:
    total, card = divmod(note.b, c.TOTAL_UNIT)
    args = {"name": name, "condition": condition_text(card), "points": c.POINTS[card], "total": total}
    if note.c < 0:
        return msg("{name} fulfils {condition}: +{points} ({total}).", **args)
    paid = listing([resource_message(note.c >> 5 * i & 31) for i in range(c.CONDITIONS[card].slots)])
    return msg("{name} fulfils {condition} with {paid}: +{points} ({total}).", paid=paid, **args)


def _frozen(note: Note, names: list[str]) -> Message | None:
    name = names[note.a]
    match VentiNote(note.kind):
        case VentiNote.FROZE:
            return msg("{name} freezes target {target}.", name=name, target=note.b + 1)
        case VentiNote.ATTEMPTS:
            return msg("{name} tries frozen target {target}.", name=name, target=note.b + 1)
        case VentiNote.COMMITTED:
            if note.b == c.JOKER_CLASS:
                return msg("{name} puts down a joker.", name=name)
            return msg("{name} puts down {card}.", name=name, card=number_message(note.b // 4))
        case VentiNote.FAILED:
            return _failed(note, names)
    return None


def _failed(note: Note, names: list[str]) -> Message:
    name = names[note.a]
    if note.a == note.c:
        return msg("{name} fails at their own frozen card.", name=name)
    total, card = divmod(note.b, c.TOTAL_UNIT)
    return msg(
        "{name} fails at {condition}: {freezer} gets +{points} ({total}).",
        name=name,
        condition=condition_text(card),
        freezer=names[note.c],
        points=c.POINTS[card],
        total=total,
    )


def _points(note: Note, name: str) -> Message | None:
    total, card = divmod(note.b, c.TOTAL_UNIT)
    match VentiNote(note.kind):
        case VentiNote.FINED if note.b == c.FIRST_TO_TEN:
            return msg("{name} is first to ten and pays a penalty.", name=name)
        case VentiNote.FINED if note.b == c.STILL_FROZEN:
            return msg("{name} pays a penalty for a card that's still frozen.", name=name)
        case VentiNote.FINED:
            return msg("{name} pays a penalty.", name=name)
        case VentiNote.UNPUNISHED:
            return msg("{name} has no points to lose.", name=name)
        case VentiNote.LOST:
            return msg("{name} loses {points} ({total}).", name=name, points=c.POINTS[card], total=total)
        case VentiNote.MAY_CATCH_UP:
            return msg("{name} is in last place and may add up to two points.", name=name)
        case VentiNote.CAUGHT_UP:
            return msg(
                "{name}, in last place, adds {card}: +{points} ({total}).",
                name=name,
                card=card_message(card),
                points=c.POINTS[card],
                total=total,
            )
        case VentiNote.DECLINED:
            return msg("{name} adds nothing more.", name=name)
    return None
