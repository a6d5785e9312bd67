"""Who sits where: people first, bots on the other chairs."""

from collections.abc import Sequence

from ridotto.bots import bot
from ridotto.engine.errors import RidottoError
from ridotto.engine.match import valid_holder
from ridotto.engine.message import msg
from ridotto.words import Translator

BOT = "bot:"  # how a match names a seat that a bot holds
USUAL = "casual"  # who sits down where nobody says
LEVEL_NAMES = {
    "novice": msg("novice"),
    "casual": msg("casual player"),
    "expert": msg("expert"),
    "master": msg("master"),
    "random": msg("at random"),
}
MASKS = ("Colombina", "Pantalone", "Brighella", "Pulcinella", "Arlecchino", "Balanzone", "Rosaura", "Tartaglia")


class BadSeats(RidottoError):
    """People who cannot be seated."""


def seated(players: int, people: int | Sequence[str], bots: str | None, words: Translator) -> list[str]:
    """The holders of all seats; bots that were wished for need a seat that is left."""
    level = USUAL if bots is None else bots
    bot(level)  # refuses one that does not exist
    count = people if isinstance(people, int) else len(people)
    if not 0 <= count <= players:
        raise BadSeats(msg("There are {people} people for {players} seats.", people=count, players=players))
    if bots is not None and count == players:
        raise BadSeats(msg("People have all {players} seats: none is left for a bot.", players=players))
    names = guests(people, words) if isinstance(people, int) else [name.strip() for name in people]
    for name in names:
        if not is_name(name):
            raise BadSeats(msg("This is no name: {name}.", name=repr(name)))
    if len(set(names)) < len(names):
        raise BadSeats(msg("Everybody needs a name of their own."))
    return names + [BOT + level] * (players - len(names))


def is_name(text: str) -> bool:
    """Can a person be called so? A number is more likely to be meant as one."""
    return valid_holder(text) and not text.startswith(BOT) and not text.isdigit()


def guests(people: int, words: Translator) -> list[str]:
    """Names for people who gave none."""
    if people == 1:
        return [words.say(msg("Guest"))]
    return [words.say(msg("Guest {n}", n=n + 1)) for n in range(people)]


def shown_names(holders: Sequence[str]) -> list[str]:
    """What the table calls everybody: bots wear masks that no person at the table has."""
    masks = iter(mask for mask in MASKS if mask not in holders)
    return [next(masks) if holder.startswith(BOT) else holder for holder in holders]
