"""The notes of Venti as lines of the log. Open targets are named by their place only: they may be frozen later."""

from collections.abc import Callable

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.venti import cards as c
from ridotto.games.venti.cards import Told
from ridotto.games.venti.names import SYMBOL_NAMES, card_message, condition_text, number_message


def story(note: Note, names: list[str]) -> Message | None:
    """One line for most kinds of notes; those that only move cards have none."""
    line = _LINES.get(Told(note.kind))
    return line(note, names) if line else None


def _card(note: Note) -> int:
    """The card of a note that also tells how many points somebody has now."""
    return note.b % c.TOTAL


def _fulfilled(note: Note, names: list[str]) -> Message:
    card, name = _card(note), names[note.a]
    told = {"name": name, "condition": condition_text(card), "points": c.POINTS[card], "total": note.b // c.TOTAL}
    if note.c < 0:
        return msg("{name} fulfils {condition}: +{points} ({total}).", **told)
    paid = listing([_resource(note.c >> 5 * i & 31) for i in range(c.CONDITIONS[card].slots)])
    return msg("{name} fulfils {condition} with {paid}: +{points} ({total}).", paid=paid, **told)


def _resource(code: int) -> Message | int:
    """How a slot was paid."""
    if code < c.AS_NUMBER:
        return code
    if code < c.AS_SYMBOL:
        return msg("joker as {n}", n=code - c.AS_NUMBER)
    if code < c.AS_ANY:
        return msg("joker as {symbol}", symbol=SYMBOL_NAMES[code - c.AS_SYMBOL])
    if code < c.BY_PERMANENT:
        return msg("joker")
    return msg("permanent joker {n}", n=code - c.BY_PERMANENT)


def _failed(note: Note, names: list[str]) -> Message:
    card, name = _card(note), names[note.a]
    if note.a == note.c:
        return msg("{name} fails at the own frozen card: {condition}.", name=name, condition=condition_text(card))
    return msg(
        "{name} fails at {condition}: {freezer} +{points} ({total}).",
        name=name,
        condition=condition_text(card),
        freezer=names[note.c],
        points=c.POINTS[card],
        total=note.b // c.TOTAL,
    )


def _fined(note: Note, names: list[str]) -> Message:
    if note.b == c.FIRST_TO_TEN:
        return msg("{name} is the first to reach ten and loses at least two points.", name=names[note.a])
    if note.b == c.OWN_FREEZE:
        return msg("{name} loses at least two points.", name=names[note.a])
    return msg("{name} loses at least two points for a card that is still frozen.", name=names[note.a])


def _changed(text: str) -> Callable[[Note, list[str]], Message]:
    """A card that changes the points of somebody."""
    return lambda note, names: msg(
        text, name=names[note.a], points=c.POINTS[_card(note)], total=note.b // c.TOTAL, card=card_message(_card(note))
    )


_LINES: dict[Told, Callable[[Note, list[str]], Message]] = {
    Told.GAME_BEGINS: lambda note, names: msg("{name} begins.", name=names[note.a]),
    Told.CHAOS_DEALT: lambda note, names: msg("{name} is dealt chaos and gets another card.", name=names[note.a]),
    Told.ROUND_BEGINS: lambda note, names: msg("Round {round}.", round=note.a),
    Told.CHAOS_MET: lambda note, names: msg("Chaos! The display is replaced."),
    Told.RESHUFFLED: lambda note, names: msgs(
        "The draw pile is reshuffled ({n} card).", "The draw pile is reshuffled ({n} cards).", note.a
    ),
    Told.TOOK: lambda note, names: msg("{name} takes {card}.", name=names[note.a], card=card_message(note.b)),
    Told.REPLACED: lambda note, names: msg("{name} replaces the centre.", name=names[note.a]),
    Told.EXCHANGED: lambda note, names: msg(
        "{name} exchanges target {target} with centre card {n}.", name=names[note.a], target=note.b + 1, n=note.c + 1
    ),
    Told.PAYS: lambda note, names: msg("{name} pays for target {target}.", name=names[note.a], target=note.b + 1),
    Told.ATTEMPTS: lambda note, names: msg(
        "{name} tries the frozen target {target}.", name=names[note.a], target=note.b + 1
    ),
    Told.REVEALED: lambda note, names: msg(
        "Target {target} is turned up: {condition}.", target=note.a + 1, condition=condition_text(note.b)
    ),
    Told.DECLARED: lambda note, names: msg("{name} declares {n}.", name=names[note.a], n=note.b),
    Told.PAID: lambda note, names: msg("{name} pays: {card}.", name=names[note.a], card=card_message(note.b)),
    Told.COMMITTED: lambda note, names: msg("{name} puts down: {card}.", name=names[note.a], card=card_message(note.b)),
    Told.FULFILLED: _fulfilled,
    Told.FAILED: _failed,
    Told.FROZE: lambda note, names: msg("{name} freezes target {target}.", name=names[note.a], target=note.b + 1),
    Told.MADE_JOKER: lambda note, names: msg(
        "{name} turns {points} into a permanent joker: {card}.",
        name=names[note.a],
        points=c.POINTS[note.b],
        card=number_message(c.number_of(note.b)),
    ),
    Told.MADE_ACTION: lambda note, names: msg(
        "{name} turns {points} into an additional action ({n} per turn).",
        name=names[note.a],
        points=c.POINTS[note.b],
        n=note.c,
    ),
    Told.FINED: _fined,
    Told.UNPUNISHED: lambda note, names: msg("{name} has no points to lose.", name=names[note.a]),
    Told.LOST: _changed("{name} loses {points} ({total})."),
    Told.MAY_CATCH_UP: lambda note, names: msg("{name} is last and may lay down up to two points.", name=names[note.a]),
    Told.CAUGHT_UP: _changed("{name} lays down {card}: +{points} ({total})."),
    Told.DECLINED: lambda note, names: msg("{name} lays down nothing more.", name=names[note.a]),
    Told.DISCARDED: lambda note, names: msg("{name} discards {card}.", name=names[note.a], card=card_message(note.b)),
    Told.ENDED_TURN: lambda note, names: msg("{name} ends the turn.", name=names[note.a]),
    Told.REACHED_TWENTY: lambda note, names: msgs(
        "{name} has reached twenty: {n} last turn.",
        "{name} has reached twenty: {n} last turns.",
        note.b,
        name=names[note.a],
    ),
    Told.GAME_ENDS: lambda note, names: msgs(
        "The game ends after {n} round.", "The game ends after {n} rounds.", note.a
    ),
}
