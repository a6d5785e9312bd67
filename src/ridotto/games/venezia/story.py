"""The notes of Venezia as lines of the log."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.venezia import city as c
from ridotto.games.venezia.city import Told
from ridotto.games.venezia.deeds import actions, actions_shown, losses, scoring
from ridotto.games.venezia.names import place_message


def story(note: Note, names: list[str]) -> Message | None:
    """One line for each kind of note, from what the note tells to everybody who hears it."""
    kind = Told(note.kind)
    if kind <= Told.FEINT_BACK:
        return _plans(kind, note, names)
    if kind <= Told.BORN:
        return _on_the_piazza(kind, note, names)
    if kind <= Told.NO_REINFORCING:
        return actions_shown(kind, note, names)
    if kind <= Told.NO_EFFECT:
        return actions(kind, note, names[note.a], names)
    return scoring(kind, note, names)


# Plans and first cards


def _plans(kind: Told, note: Note, names: list[str]) -> Message:
    name = names[note.a % len(names)]
    match kind:
        case Told.GAME_BEGINS:
            return msg("{name} is the first start player.", name=name)
        case Told.SETTLED:
            return msg("{name} settles in {place}.", name=name, place=place_message(note.b))
        case Told.ROUND_BEGINS:
            return msg("Round {round}: {name} is the start player.", round=note.a, name=names[note.b])
        case Told.PLAN_SHOWN:
            return _plan(note, name)
        case Told.FIRST_SHOWN if note.b == c.PIAZZA:
            return msgs(
                "{name} turns up: Piazza, {n} pigeon.", "{name} turns up: Piazza, {n} pigeons.", note.c, name=name
            )
        case Told.FIRST_SHOWN:
            return msgs(
                "{name} turns up: Feint, {n} pigeon.", "{name} turns up: Feint, {n} pigeons.", note.c, name=name
            )
        case Told.PLACED:
            return msg("{name} places a pigeon on {square}.", name=name, square=c.SQUARE_NAMES[note.b])
        case Told.SPLIT:
            return msgs(
                "{name}: {n} pigeon from the Feint onto slot {slot}.",
                "{name}: {n} pigeons from the Feint onto slot {slot}.",
                note.c,
                name=name,
                slot=note.b,
            )
        case _:
            return msgs(
                "{name}: {n} pigeon from the Feint back to the reserve.",
                "{name}: {n} pigeons from the Feint back to the reserve.",
                note.b,
                name=name,
            )


def _plan(note: Note, name: str) -> Message:
    """Slots and counts in their order; which cards they are, nobody knows yet."""
    first, *others = (str(c.packed(note.c, slot)) for slot in range(1 + note.b % 4))
    told = {"name": name, "first": first}
    numbers = ", ".join(others)
    if note.b >= 4:
        if others:
            return msg(
                "Plan of {name}: first card {first}, action card, district cards {numbers}.", numbers=numbers, **told
            )
        return msg("Plan of {name}: first card {first}, action card.", **told)
    if others:
        return msg("Plan of {name}: first card {first}, district cards {numbers}.", numbers=numbers, **told)
    return msg("Plan of {name}: first card {first}.", **told)


# The Piazza


def _on_the_piazza(kind: Told, note: Note, names: list[str]) -> Message:
    square = c.SQUARE_NAMES
    match kind:
        case Told.TOURIST if note.b >= 0:
            return msg("Tourist at {square}, under a pigeon of {name}.", square=square[note.a], name=names[note.b])
        case Told.TOURIST:
            return msg("Tourist at {square}.", square=square[note.a])
        case Told.HUNTER:
            lost = losses(note.b, names)
            if not lost:
                return msg("Hunter at {square}: he hits nothing.", square=square[note.a])
            return msg("Hunter at {square}: {losses}.", square=square[note.a], losses=listing(lost))
        case Told.WALKED:
            return msg("{name} walks {start}–{end}.", name=names[note.a], start=square[note.b], end=square[note.c])
        case Told.JUMPED:
            return msg("{name} jumps {start}–{end}.", name=names[note.a], start=square[note.b], end=square[note.c])
        case Told.PINCHED:
            return msg("{name} pinches {other} on {square}.", **_pincer(note, names))
        case _ if note.b > note.c:
            return msgs(
                "{name}: {n} birth, {nest} left in the supply, {nest} to the nest.",
                "{name}: {n} births, {nest} left in the supply, {nest} to the nest.",
                note.b,
                name=names[note.a],
                nest=note.c,
            )
        case _:
            return msgs("{name}: {n} birth.", "{name}: {n} births.", note.b, name=names[note.a])


def _pincer(note: Note, names: list[str]) -> dict[str, Any]:
    return {"name": names[note.a], "other": names[note.b], "square": c.SQUARE_NAMES[note.c]}
