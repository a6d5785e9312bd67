"""The log of Venezia: notes as sentences."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.venezia import components as c
from ridotto.games.venezia.components import VeneziaNote
from ridotto.games.venezia.names import place_message
from ridotto.games.venezia.show.story_of_actions import actions, actions_shown, landing, losses, scoring


def log_line(note: Note, names: list[str]) -> Message | None:
    """One line for each kind of note, from what the note tells to everybody who hears it."""
    kind = VeneziaNote(note.kind)
    if kind <= VeneziaNote.FEINT_BACK:
        return _plans(kind, note, names)
    if kind <= VeneziaNote.BORN:
        return _on_the_piazza(kind, note, names)
    if kind <= VeneziaNote.NO_REINFORCING:
        return actions_shown(kind, note, names)
    if kind <= VeneziaNote.NO_EFFECT or kind == VeneziaNote.DECLINED:
        return actions(kind, note, names[note.a], names)
    return scoring(kind, note, names)


# Notes that share a line


def joined_lines(notes: list[Note], names: list[str], weight: Callable[[Note], int]) -> list[tuple[int, Message]]:
    """The lines with their weights. What a family places, walks or jumps without interruption is one line."""
    lines: list[tuple[int, Message]] = []
    for (kind, seat), run in groupby(notes, key=_line_group):
        together, name = list(run), names[seat] if seat >= 0 else ""
        match kind:
            case VeneziaNote.PLACED:
                lines.append((0, _placed(together, name)))
            case VeneziaNote.WALKED:
                walks = ", ".join(_path([note]) for note in together)
                lines.append((0, msg("{name} walks {path}.", name=name, path=walks)))
            case VeneziaNote.JUMPED:
                lines += [(0, msg("{name} jumps {path}.", name=name, path=path)) for path in _jumps(together)]
            case VeneziaNote.LANDED:
                lines += _landings(together, name)
            case _:
                lines += [(weight(note), line) for note in together if (line := log_line(note, names))]
    return lines


def _line_group(note: Note) -> tuple[int, int]:
    """The kind and seat of the line that a note shares with its neighbours; -1 for a line of its own."""
    kind = VeneziaNote.LANDED if note.kind == VeneziaNote.TURNED_BACK else note.kind
    return (
        (kind, note.a)
        if kind in (VeneziaNote.PLACED, VeneziaNote.WALKED, VeneziaNote.JUMPED, VeneziaNote.LANDED)
        else (-1, -1)
    )


def _placed(notes: list[Note], name: str) -> Message:
    squares = " ".join(c.SQUARE_NAMES[note.b] for note in notes)
    return msgs(
        "{name} places {n} pigeon on the Piazza: {squares}.",
        "{name} places {n} pigeons on the Piazza: {squares}.",
        len(notes),
        name=name,
        squares=squares,
    )


def _path(notes: list[Note]) -> str:
    """`2C–4C–6E`."""
    return "–".join(c.SQUARE_NAMES[square] for square in [notes[0].b, *(note.c for note in notes)])


def _jumps(notes: list[Note]) -> list[str]:
    """The paths of one pigeon after the other."""
    chains: list[list[Note]] = []
    for note in notes:
        if chains and chains[-1][-1].c == note.b:
            chains[-1].append(note)
        else:
            chains.append([note])
    return [_path(chain) for chain in chains]


def _landings(notes: list[Note], name: str) -> list[tuple[int, Message]]:
    """A line for each card with pigeons, then one for all others."""
    lines = [(1, landing(VeneziaNote(note.kind), note, name)) for note in notes if note.c]
    empty = [place_message(note.b) for note in notes if not note.c]
    if empty:
        lines.append((0, msg("{name} reveals {places}, without pigeons.", name=name, places=listing(empty))))
    return lines


# Plans and first cards


def _plans(kind: VeneziaNote, note: Note, names: list[str]) -> Message:
    name = names[note.a % len(names)]
    match kind:
        case VeneziaNote.GAME_BEGINS:
            return msg("{name} goes first.", name=name)
        case VeneziaNote.SETTLED:
            return msg("{name} settles in {place}.", name=name, place=place_message(note.b))
        case VeneziaNote.ROUND_BEGINS:
            return msg("Round {round}: {name} is the start player.", round=note.a, name=names[note.b])
        case VeneziaNote.PLAN_SHOWN:
            return _plan(note, name)
        case VeneziaNote.FIRST_SHOWN if note.b == c.PIAZZA:
            return msgs(
                "{name} reveals Piazza with {n} pigeon.", "{name} reveals Piazza with {n} pigeons.", note.c, name=name
            )
        case VeneziaNote.FIRST_SHOWN:
            return msgs(
                "{name} reveals Feint with {n} pigeon.", "{name} reveals Feint with {n} pigeons.", note.c, name=name
            )
        case VeneziaNote.PLACED:
            return msg("{name} places a pigeon on {square}.", name=name, square=c.SQUARE_NAMES[note.b])
        case VeneziaNote.SPLIT:
            return _split(note, name)
        case _:
            return msgs(
                "{name}: {n} pigeon returns from the Feint to the reserve.",
                "{name}: {n} pigeons return from the Feint to the reserve.",
                note.b,
                name=name,
            )


def _split(note: Note, name: str) -> Message:
    arguments = {"name": name, "card": note.b - 2}
    if note.c == 0:
        return msg("{name} sends no pigeons from the Feint to district card {card}.", **arguments)
    return msgs(
        "{name} sends {n} pigeon from the Feint to district card {card}.",
        "{name} sends {n} pigeons from the Feint to district card {card}.",
        note.c,
        **arguments,
    )


def _plan(note: Note, name: str) -> Message:
    """The numbers of pigeons, slot by slot. Nobody else knows the cards yet."""
    first, *others = (str(c.unpack(note.c, slot)) for slot in range(1 + note.b % 4))
    arguments = {"name": name, "first": first}
    numbers = ", ".join(others)
    if note.b >= 4:
        if others:
            return msg(
                "{name}'s plan: first card {first}, action card, district cards {numbers}.",
                numbers=numbers,
                **arguments,
            )
        return msg("{name}'s plan: first card {first}, action card.", **arguments)
    if others:
        return msg("{name}'s plan: first card {first}, district cards {numbers}.", numbers=numbers, **arguments)
    return msg("{name}'s plan: first card {first}.", **arguments)


# The Piazza


def _on_the_piazza(kind: VeneziaNote, note: Note, names: list[str]) -> Message:
    square = c.SQUARE_NAMES
    match kind:
        case VeneziaNote.TOURIST if note.b >= 0:
            return msg("Tourist on {square}, right under {name}'s pigeon.", square=square[note.a], name=names[note.b])
        case VeneziaNote.TOURIST:
            return msg("Tourist on {square}.", square=square[note.a])
        case VeneziaNote.HUNTER:
            lost = losses(note.b, names)
            if not lost:
                return msg("Hunter on {square}: he hits nothing.", square=square[note.a])
            return msg("Hunter on {square}: {losses}.", square=square[note.a], losses=listing(lost))
        case VeneziaNote.WALKED:
            return msg("{name} walks {start}–{end}.", name=names[note.a], start=square[note.b], end=square[note.c])
        case VeneziaNote.JUMPED:
            return msg("{name} jumps {start}–{end}.", name=names[note.a], start=square[note.b], end=square[note.c])
        case VeneziaNote.PINCHED:
            return msg("{name} pinches {other} on {square}.", **_pincer(note, names))
        case _ if note.b > note.c:
            return msgs(
                "{name} raises {n} chick, but the supply has only {nest} left.",
                "{name} raises {n} chicks, but the supply has only {nest} left.",
                note.b,
                name=names[note.a],
                nest=note.c,
            )
        case _:
            return msgs("{name} raises {n} chick.", "{name} raises {n} chicks.", note.b, name=names[note.a])


def _pincer(note: Note, names: list[str]) -> dict[str, Any]:
    return {"name": names[note.a], "other": names[note.b], "square": c.SQUARE_NAMES[note.c]}
