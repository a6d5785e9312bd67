"""The notes of Venezia as lines of the log."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.venezia import city as c
from ridotto.games.venezia.city import Told
from ridotto.games.venezia.names import action_message, first_message, place_message


def story(note: Note, names: list[str]) -> Message | None:
    """One line for most kinds of notes, from what the note tells to everybody who hears it."""
    kind = Told(note.kind)
    if kind in (Told.TOURIST, Told.HUNTER):
        return _spun(note, names)
    if kind in (Told.CONFLICT_WON, Told.CONFLICT_TIED):
        return _conflict(note, names)
    if kind <= Told.BORN:
        return _up_to_the_piazza(kind, note, names)
    if kind <= Told.NO_EFFECT:
        return _in_the_districts(kind, note, names)
    return _scoring(kind, note, names)


def _up_to_the_piazza(kind: Told, note: Note, names: list[str]) -> Message | None:
    name, square = names[note.a % len(names)], c.SQUARE_NAMES
    match kind:
        case Told.GAME_BEGINS:
            return msg("{name} is the first start player.", name=name)
        case Told.SETTLED:
            return msg("{name} settles in {place}.", name=name, place=place_message(note.b))
        case Told.ROUND_BEGINS:
            return msg("Round {round}. {name} is the start player.", round=note.a, name=names[note.b])
        case Told.PLAN_SHOWN:
            return _plan(note, name)
        case Told.FIRST_SHOWN:
            return msg("{name} turns up: {card}.", name=name, card=first_message(note.b))
        case Told.PLACED:
            return msg("{name} places a pigeon on {square}.", name=name, square=square[note.b])
        case Told.SPLIT:
            return msgs(
                "{name} adds {n} pigeon to slot {slot}.",
                "{name} adds {n} pigeons to slot {slot}.",
                note.c,
                name=name,
                slot=note.b,
            )
        case Told.FEINT_BACK:
            return msgs(
                "{n} pigeon of {name} goes back to the reserve.",
                "{n} pigeons of {name} go back to the reserve.",
                note.b,
                name=name,
            )
        case Told.WALKED:
            return msg("{name} walks {start}-{end}.", name=name, start=square[note.b], end=square[note.c])
        case Told.JUMPED:
            return msg("{name} jumps {start}-{end}.", name=name, start=square[note.b], end=square[note.c])
        case Told.PINCHED:
            return msg("{name} pinches {other} on {square}.", name=name, other=names[note.b], square=square[note.c])
        case _:
            return msgs(
                "{name}: {n} birth, {nest} to the nest.",
                "{name}: {n} births, {nest} to the nest.",
                note.b,
                name=name,
                nest=note.c,
            )


def _plan(note: Note, name: str) -> Message:
    """Slots and counts; which cards they are, nobody knows yet."""
    numbers = ", ".join(str(c.packed(note.c, slot)) for slot in range(1 + note.b % 4))
    if note.b >= 4:
        return msg("{name} has planned with an action card. Pigeons: {numbers}.", name=name, numbers=numbers)
    return msg("{name} has planned without an action card. Pigeons: {numbers}.", name=name, numbers=numbers)


def _losses(numbers: int, names: list[str]) -> list[Message]:
    found = [(name, c.packed(numbers, seat)) for seat, name in enumerate(names)]
    return [msg("{name} {number}", name=name, number=number) for name, number in found if number]


def _spun(note: Note, names: list[str]) -> Message:
    square = c.SQUARE_NAMES[note.a]
    if note.kind == Told.TOURIST:
        if note.b < 0:
            return msg("Tourist at {square}.", square=square)
        return msg("Tourist at {square}, under a pigeon of {name}.", square=square, name=names[note.b])
    lost = _losses(note.b, names)
    if not lost:
        return msg("Hunter at {square}: he hits nothing.", square=square)
    return msg("Hunter at {square}. Pigeons lost: {lost}.", square=square, lost=listing(lost))


def _conflict(note: Note, names: list[str]) -> Message:
    card = action_message(note.a)
    if note.kind == Told.CONFLICT_WON:
        others = listing([names[seat] for seat in c.bits(note.c)])
        return msg("{card}: {name} has fewer points than {others}.", card=card, name=names[note.b], others=others)
    tied = listing([names[seat] for seat in c.bits(note.b % 16)])
    return msg("{card} cancelled: {names} tied at {points} points.", card=card, names=tied, points=note.c)


def _in_the_districts(kind: Told, note: Note, names: list[str]) -> Message | None:
    name = names[note.a]
    match kind:
        case Told.ACTION_SHOWN:
            return msg("{name} turns up: {card}.", name=name, card=action_message(note.b))
        case Told.NO_REINFORCING:
            return msg("Family Gathering: nobody reinforces in this round.")
        case Told.GATHERED:
            return msg("{name} gathers a pigeon from {place}.", name=name, place=place_message(note.b))
        case Told.REINFORCED:
            return msg("{name} reinforces {place}: {n}.", **_where(note, name))
        case Told.HAWK_SENT:
            return msg("{name} sends the hawk to {place}.", name=name, place=place_message(note.b))
        case Told.CAUGHT:
            lost = _losses(note.c, names)
            place = place_message(note.b)
            if not lost:
                return msg("{name} sends the city catcher to {place}: he catches nothing.", name=name, place=place)
            told = listing(lost)
            return msg("{name} sends the city catcher to {place}. Caught: {lost}.", name=name, place=place, lost=told)
        case Told.GREY_SET:
            return msg("{name} puts grey pigeons into {place}: {n}.", **_where(note, name))
        case Told.HOUSE_MOVED:
            start, end = place_message(note.b), place_message(note.c)
            return msg("{name} moves house from {start} to {end}.", name=name, start=start, end=end)
        case Told.TOOK_ALONG:
            return msg("{name} takes pigeons along to {place}: {n}.", **_where(note, name))
        case Told.CARRIED:
            start, end = place_message(note.b // 8), place_message(note.b % 8)
            return msg(
                "The Vespa of {name} carries {n} from {start} to {end}.", name=name, n=note.c, start=start, end=end
            )
        case Told.CRUMBS_EATEN:
            return msg("Bread crumbs: {n} into the nest of {name}.", n=note.b, name=name)
        case Told.EXCHANGED:
            return msg("{name} exchanges the card in slot {slot}.", name=name, slot=note.b)
        case Told.EXCHANGED_FACE:
            return msg("Your new card in slot {slot}: {card}.", slot=note.b, card=place_message(note.c))
        case _:
            return msg("{card} of {name} changes nothing.", card=action_message(note.b), name=name)


def _where(note: Note, name: str) -> dict[str, Any]:
    return {"name": name, "place": place_message(note.b), "n": note.c}


def _scoring(kind: Told, note: Note, names: list[str]) -> Message | None:
    match kind:
        case Told.LANDED:
            return msg("{name} lands in {place}: {n}.", **_where(note, names[note.a]))
        case Told.TURNED_BACK:
            return msg("The hawk turns back {name} at {place}: {n}.", **_where(note, names[note.a]))
        case Told.SCORED:
            return msg(
                "{place}: {name} {points} points.", place=place_message(note.a), name=names[note.b], points=note.c
            )
        case Told.RECOVERED:
            return msg("{name} recovers {card}.", name=names[note.a], card=action_message(note.b))
        case Told.FETCHED:
            return msg("{name} fetches pigeons from San Michele: {n}.", name=names[note.a], n=note.b)
        case Told.CHASED:
            return msgs(
                "{place} ({n} pigeon) is chased.",
                "{place} ({n} pigeons) is chased.",
                note.b,
                place=place_message(note.a),
            )
        case Told.NOBODY_CHASED:
            return msg("Nobody is chased.")
        case _:
            if note.b == c.BY_FIVE:
                return msg("The game ends in round {round}: five districts in one hand.", round=note.a)
            if note.b == c.BY_POINTS:
                return msg("The game ends in round {round}: 50 points.", round=note.a)
            return msg("The game ends after round {round}, the last one.", round=note.a)
