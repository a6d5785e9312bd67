"""Who sits where: people first, bots on the other chairs."""

from collections.abc import Sequence

from ridotto.bots import bot
from ridotto.engine.errors import RidottoError
from ridotto.engine.message import msg
from ridotto.words import Translator

BOT = "bot:"  # how a match names a seat that a bot holds
MASKS = ("Colombina", "Pantalone", "Brighella", "Pulcinella", "Arlecchino", "Balanzone", "Rosaura", "Tartaglia")


class BadSeats(RidottoError):
    """People who cannot be seated."""


def seated(players: int, people: int | Sequence[str], bots: str, words: Translator) -> list[str]:
    """The holders of all seats."""
    bot(bots)  # refuses one that does not exist
    names = guests(people, words) if isinstance(people, int) else [name.strip() for name in people]
    if len(names) > players:
        raise BadSeats(msg("There are {people} people for {players} seats.", people=len(names), players=players))
    for name in names:
        if not name or not name.isprintable() or name.startswith(BOT):
            raise BadSeats(msg("This is no name: {name}.", name=repr(name)))
    if len(set(names)) < len(names):
        raise BadSeats(msg("Everybody needs a name of their own."))
    return names + [BOT + bots] * (players - len(names))


def guests(people: int, words: Translator) -> list[str]:
    """Names for people who gave none."""
    if people == 1:
        return [words.say(msg("Guest"))]
    return [words.say(msg("Guest {n}", n=n + 1)) for n in range(people)]


def shown_names(holders: Sequence[str]) -> list[str]:
    """What the table calls everybody: bots wear masks that no person at the table has."""
    masks = iter(mask for mask in MASKS if mask not in holders)
    return [next(masks) if holder.startswith(BOT) else holder for holder in holders]
