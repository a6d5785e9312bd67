"""Guests and bots: what they may be called, and what they wear."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from unicodedata import category, normalize

from ridotto.engine.match import valid_holder
from ridotto.engine.message import msg
from ridotto.house.people.lookalikes import look_alike, without_decorations
from ridotto.house.refusals import Refused

BOT = "bot:"  # how a match names a seat that a bot holds
USUAL = "casual"  # who sits down where nobody says
LEVEL_NAMES = {
    "novice": msg("novice"),
    "casual": msg("casual player"),
    "expert": msg("expert"),
    "master": msg("master"),
    "random": msg("random"),
}
# Bots: each wears the mask of its name, so no guest wears that one at the same table.
CHARACTERS = ("Colombina", "Pantalone", "Brighella", "Pulcinella", "Arlecchino", "Balanzone", "Rosaura", "Tartaglia")
# Guests: the first six, as many as there are chairs, are no bot's.
MASKS = ("bauta", "medico", "gatta", "volto", "sole", "jolly", "colombina", "arlecchino")
LONGEST = 24  # characters of a guest's name
MARKS = 3  # above and below its letters, besides those that belong to a letter
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")  # printable, they say


def is_name(text: str) -> bool:
    """Can a person be called so? A number is more likely to be meant as one."""
    return valid_holder(text) and not text.startswith(BOT) and not text.isdigit()


def clean_name(text: str) -> str:
    """The name a guest gave, as the house writes it: nothing in it that cannot be seen, and no space too many."""
    text = normalize("NFC", text.strip())
    seen = all((letter.isprintable() or category(letter) == "Zs") and letter not in BLANK for letter in text)
    name = " ".join(text.split())
    if len(name) - len(without_decorations(name)) > MARKS:
        raise Refused(
            "bad-name", msg("A name can have at most {most} accents and other marks on its letters.", most=MARKS)
        )
    if not (seen and len(name) <= LONGEST and any(letter.isalnum() for letter in name)):
        wanted = msg(
            "A name needs a letter or a digit and at most {most} characters, none of them invisible.",
            most=LONGEST,
        )
        raise Refused("bad-name", wanted)
    if name.casefold().startswith(BOT):
        raise Refused("bad-name", msg("A name that starts with {start} is for bots only.", start=BOT))
    return name


def demand_mask(mask: str) -> None:
    if mask not in MASKS:
        raise Refused("bad-mask", msg("Unknown mask (choose from: {known}).", known=", ".join(MASKS)))


def demand_own_mask(mask: str, worn: Mapping[str, str]) -> None:
    """Nobody wears what somebody else at the table wears; `worn`: who wears which mask."""
    if mask in worn:
        raise Refused("mask-taken", msg("{name} is already wearing this mask: choose another one.", name=worn[mask]))


def demand_own_name(name: str, others: Iterable[str]) -> None:
    """Nobody is called like somebody else at the table, nor by a name that looks the same."""
    for other in others:
        if name.casefold() == other.casefold():
            raise Refused("name-taken", msg("Somebody at this table is already called {name}.", name=name))
        if look_alike(name, other):
            raise Refused(
                "name-taken", msg("This name looks too much like {name}, who is already at this table.", name=other)
            )


def shown_names(holders: Sequence[str], worn: Collection[str] = ()) -> list[str]:
    """What the table calls everybody. Bots are characters of the comedy: no person there has the name or the mask."""
    people = {holder.casefold() for holder in holders}
    strange = [holder for holder in holders if not holder.isascii()]  # who might be taken for one of them
    characters = iter(
        character
        for character in CHARACTERS
        if character.casefold() not in people
        and mask_of(character) not in worn
        and not any(look_alike(character, holder) for holder in strange)
    )
    return [next(characters) if holder.startswith(BOT) else holder for holder in holders]


def mask_of(character: str) -> str:
    """What a bot of this name wears."""
    return character.lower()
