"""The log of Venezia from the action cards on: cards carried out, pigeons landing, districts scored."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.note import Note
from ridotto.games.venezia import components as c
from ridotto.games.venezia.components import VeneziaNote
from ridotto.games.venezia.names import action_message, place_message


def losses(numbers: int, names: list[str]) -> list[Message]:
    """`Anna loses 2`, for everybody who loses any."""
    found = [(name, c.unpack(numbers, seat)) for seat, name in enumerate(names)]
    return [msg("{who} loses {number}", who=name, number=number) for name, number in found if number]


# Action cards


def actions_shown(kind: VeneziaNote, note: Note, names: list[str]) -> Message:
    match kind:
        case VeneziaNote.ACTION_SHOWN:
            return msg("{name} reveals {card}.", name=names[note.a], card=action_message(note.b))
        case VeneziaNote.CONFLICT_WON:
            args = {"card": action_message(note.a), "name": names[note.b], "others": _named(note.c, names)}
            return msg("{card}: {name} has fewer points than {others} and can use it.", **args)
        case VeneziaNote.CONFLICT_TIED:
            tied = {"card": action_message(note.a), "names": _named(note.b % 16, names), "points": note.c}
            if note.b < 16:
                return msg("{card} is cancelled: {names} are tied at {points} points.", **tied)
            others = _named(note.b // 16, names)
            return msg(
                "{card} is cancelled, also for {others}: {names} are tied at {points} points.", others=others, **tied
            )
        case _:
            return msg("Family Gathering: nobody reinforces this round.")


def _named(seats: int, names: list[str]) -> Any:
    return listing([names[seat] for seat in c.members(seats)])


def actions(kind: VeneziaNote, note: Note, name: str, names: list[str]) -> Message:
    where: dict[str, Any] = {"name": name, "place": place_message(note.b % c.PLACES)}
    match kind:
        case VeneziaNote.GATHERED:
            return msg("{name} calls a pigeon home from {place}.", **where)
        case VeneziaNote.REINFORCED:
            return msgs(
                "{name} reinforces {place} with {n} pigeon.",
                "{name} reinforces {place} with {n} pigeons.",
                note.c,
                **where,
            )
        case VeneziaNote.HAWK_SENT:
            return msg("{name} sends the hawk to {place}.", **where)
        case VeneziaNote.CAUGHT:
            lost = losses(note.c, names)
            if not lost:
                return msg("{name} sends the city catcher to {place}, but he catches nothing.", **where)
            return msg("{name} sends the city catcher to {place}: {losses}.", losses=listing(lost), **where)
        case VeneziaNote.GREY_SET:
            return msg("{name} puts {number} grey pigeons in {place}.", number=note.c, **where)
        case VeneziaNote.HOUSE_MOVED:
            return msg("{name} moves house from {place} to {end}.", end=place_message(note.c), **where)
        case VeneziaNote.TOOK_ALONG:
            return msgs("{name} takes {n} pigeon along.", "{name} takes {n} pigeons along.", note.c, name=name)
        case VeneziaNote.CARRIED:
            start, end = place_message(note.b // 8), place_message(note.b % 8)
            return msgs(
                "{name} takes {n} pigeon by Vespa from {start} to {end}.",
                "{name} takes {n} pigeons by Vespa from {start} to {end}.",
                note.c,
                name=name,
                start=start,
                end=end,
            )
        case VeneziaNote.CRUMBS_EATEN:
            return msgs(
                "Bread Crumbs: {n} new pigeon for {name}'s nest.",
                "Bread Crumbs: {n} new pigeons for {name}'s nest.",
                note.b,
                name=name,
            )
        case VeneziaNote.EXCHANGED:
            return msg("{name} swaps the card in slot {slot}.", name=name, slot=note.b)
        case VeneziaNote.EXCHANGED_FACE:
            return msg("Your new card in slot {slot}: {card}.", slot=note.b, card=place_message(note.c))
        case VeneziaNote.DECLINED:
            return msg("{name} keeps {card} for later.", name=name, card=action_message(note.b))
        case _:
            return msg("{card} changes nothing for {name}.", name=name, card=action_message(note.b % c.ACTION_CARDS))


# Landing and scoring


def scoring(kind: VeneziaNote, note: Note, names: list[str]) -> Message:
    match kind:
        case VeneziaNote.LANDED | VeneziaNote.TURNED_BACK:
            return landing(kind, note, names[note.a])
        case VeneziaNote.SCORED:
            args = {"place": place_message(note.a), "name": names[note.b], "points": note.c}
            return msg("{place}: {name} scores {points} points.", **args)
        case VeneziaNote.NOBODY_SCORED if note.b:
            return msg("{place}: grey pigeons lead, nobody scores.", place=place_message(note.a))
        case VeneziaNote.NOBODY_SCORED:
            return msg("{place}: tie, nobody scores.", place=place_message(note.a))
        case VeneziaNote.SCORES:
            scores = [c.MAJORITY_POINTS * c.unpack(note.a, seat) for seat in range(len(names))]
            found = [msg("{name} {points}", name=name, points=n) for name, n in zip(names, scores, strict=True)]
            return msg("Points: {scores}.", scores=listing(found))
        case VeneziaNote.RECOVERED:
            return msg("San Giorgio: {name} recovers {card}.", name=names[note.a], card=action_message(note.b))
        case VeneziaNote.FETCHED if not note.b:
            return msg("San Michele: {name} fetches no pigeons.", name=names[note.a])
        case VeneziaNote.FETCHED:
            return msgs(
                "San Michele: {name} fetches {n} pigeon.",
                "San Michele: {name} fetches {n} pigeons.",
                note.b,
                name=names[note.a],
            )
        case VeneziaNote.CHASED if note.c:
            args = {"place": place_message(note.a), "number": note.b, "grey": note.c}
            return msg("{place}: {number} pigeons are chased away, {grey} of them grey.", **args)
        case VeneziaNote.CHASED:
            return msgs(
                "{place}: {n} pigeon is chased away.",
                "{place}: {n} pigeons are chased away.",
                note.b,
                place=place_message(note.a),
            )
        case VeneziaNote.NOBODY_CHASED if note.a:
            return msgs(
                "Nobody is chased away: the fullest places have {n} pigeon each.",
                "Nobody is chased away: the fullest places have {n} pigeons each.",
                note.a,
            )
        case VeneziaNote.NOBODY_CHASED:
            return msg("Nobody is chased away: the city is empty.")
        case _ if note.b == c.BY_FIVE:
            return msg("The game ends in round {round}: five districts for one family.", round=note.a)
        case _ if note.b == c.BY_POINTS:
            return msg("The game ends in round {round}: {points} points reached.", round=note.a, points=c.POINTS_TO_WIN)
        case _:
            return msg("The game is over: round {round} was the last.", round=note.a)


def landing(kind: VeneziaNote, note: Note, name: str) -> Message:
    where: dict[str, Any] = {"name": name, "place": place_message(note.b)}
    if note.c == 0:
        return msg("{name} reveals {place}, without pigeons.", **where)
    if kind == VeneziaNote.LANDED:
        return msgs("{place}: {name} lands {n} pigeon.", "{place}: {name} lands {n} pigeons.", note.c, **where)
    return msgs(
        "{place}: the hawk turns back {name}'s pigeon.",
        "{place}: the hawk turns back {name}'s {n} pigeons.",
        note.c,
        **where,
    )
