"""Who plays which seat: people first, then bots."""

from collections.abc import Sequence

from ridotto.bots import bot
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.house.people.guests import BOT, DEFAULT_LEVEL, is_name
from ridotto.translations import Translator


class BadSeats(RidottoError):
    """Too many people, an invalid name, or no seat left for a requested bot."""


def assign_seats(players: int, people: int | Sequence[str], bots: str | None, translator: Translator) -> list[str]:
    """The holders of all seats: the people, then bots of the level `bots` (None: the default level).

    Raises BadSeats, also if a level is given and no seat is left for a bot.
    """
    level = DEFAULT_LEVEL if bots is None else bots
    bot(level)  # raises an error if the level is unknown
    count = people if isinstance(people, int) else len(people)
    if not 0 <= count <= players:
        raise BadSeats(msg("{people} people don't fit {players} seats.", people=count, players=players))
    if bots is not None and count == players:
        raise BadSeats(msg("People have all {players} seats: there's none left for a bot.", players=players))
    names = guest_names(people, translator) if isinstance(people, int) else [name.strip() for name in people]
    for name in names:
        if not is_name(name):
            raise BadSeats(msg("This isn't a valid name: {name}.", name=repr(name)))
    if len(set(names)) < len(names):
        raise BadSeats(msg("Everybody needs a name of their own."))
    return names + [BOT + level] * (players - len(names))


def guest_names(people: int, translator: Translator) -> list[str]:
    """Names for people who gave none."""
    if people == 1:
        return [translator.say(msg("Guest"))]
    return [translator.say(msg("Guest {n}", n=n + 1)) for n in range(people)]
