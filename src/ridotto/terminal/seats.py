"""Who sits where: people first, bots on the other chairs."""

from collections.abc import Sequence

from ridotto.bots import bot
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.house.people.guests import BOT, USUAL, is_name
from ridotto.words import Translator


class BadSeats(RidottoError):
    """People who cannot be seated."""


def seated(players: int, people: int | Sequence[str], bots: str | None, words: Translator) -> list[str]:
    """The holders of all seats; bots that were wished for need a seat that is left."""
    level = USUAL if bots is None else bots
    bot(level)  # refuses one that does not exist
    count = people if isinstance(people, int) else len(people)
    if not 0 <= count <= players:
        raise BadSeats(msg("{people} people don't fit {players} seats.", people=count, players=players))
    if bots is not None and count == players:
        raise BadSeats(msg("People have all {players} seats: there's none left for a bot.", players=players))
    names = guests(people, words) if isinstance(people, int) else [name.strip() for name in people]
    for name in names:
        if not is_name(name):
            raise BadSeats(msg("This isn't a valid name: {name}.", name=repr(name)))
    if len(set(names)) < len(names):
        raise BadSeats(msg("Everybody needs a name of their own."))
    return names + [BOT + level] * (players - len(names))


def guests(people: int, words: Translator) -> list[str]:
    """Names for people who gave none."""
    if people == 1:
        return [words.say(msg("Guest"))]
    return [words.say(msg("Guest {n}", n=n + 1)) for n in range(people)]
