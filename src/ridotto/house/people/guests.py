"""Names and masks of guests and bots."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from unicodedata import category, normalize

from ridotto.engine.match import is_valid_holder
from ridotto.engine.message import msg
from ridotto.house.people.lookalikes import look_alike, without_decorations
from ridotto.house.refusals import Refused

BOT = "bot:"  # how names of bots begin in a match; the level follows
DEFAULT_LEVEL = "casual"
LEVEL_NAMES = {
    "novice": msg("novice"),
    "casual": msg("casual player"),
    "expert": msg("expert"),
    "master": msg("master"),
    "random": msg("random"),
}
# Names of bots. Each wears the mask of its name, so no guest at the same table may wear that mask.
CHARACTERS = ("Colombina", "Pantalone", "Brighella", "Pulcinella", "Arlecchino", "Balanzone", "Rosaura", "Tartaglia")
# Masks of guests. The first six, one for each chair of the largest table, are not masks of bots.
MASKS = ("bauta", "medico", "gatta", "volto", "sole", "jolly", "colombina", "arlecchino")
MAX_NAME_LENGTH = 24  # characters of a guest's name
MAX_ACCENTS = 3  # combining marks in a name, besides those that belong to a letter
BLANK_CHARACTERS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)  # invisible, but `isprintable` says otherwise


def is_name(text: str) -> bool:
    """Can this be the name of a person at the terminal? A number is more likely an answer than a name."""
    return is_valid_holder(text) and not text.startswith(BOT) and not text.isdigit()


def clean_name(text: str) -> str:
    """The name of a guest, normalized and with single spaces; refuses invisible characters and bad lengths."""
    text = normalize("NFC", text.strip())
    is_visible = all(
        (letter.isprintable() or category(letter) == "Zs") and letter not in BLANK_CHARACTERS for letter in text
    )
    name = " ".join(text.split())
    if len(name) - len(without_decorations(name)) > MAX_ACCENTS:
        raise Refused(
            "bad-name", msg("A name can have at most {max} accents and other marks on its letters.", max=MAX_ACCENTS)
        )
    if not (is_visible and len(name) <= MAX_NAME_LENGTH and any(letter.isalnum() for letter in name)):
        wanted = msg(
            "A name needs a letter or a digit and at most {max} characters, none of them invisible.",
            max=MAX_NAME_LENGTH,
        )
        raise Refused("bad-name", wanted)
    if name.casefold().startswith(BOT):
        raise Refused("bad-name", msg("A name that starts with {start} is for bots only.", start=BOT))
    return name


def require_mask(mask: str) -> None:
    if mask not in MASKS:
        raise Refused("bad-mask", msg("Unknown mask (choose from: {known}).", known=", ".join(MASKS)))


def require_own_mask(mask: str, owners: Mapping[str, str]) -> None:
    """Refuses a mask that somebody else at the table wears; `owners`: their names, by mask."""
    if mask in owners:
        raise Refused("mask-taken", msg("{name} is already wearing this mask: choose another one.", name=owners[mask]))


def require_own_name(name: str, others: Iterable[str]) -> None:
    """Refuses a name that equals, or looks like, the name of somebody else at the table."""
    for other in others:
        if name.casefold() == other.casefold():
            raise Refused("name-taken", msg("Somebody at this table is already called {name}.", name=name))
        if look_alike(name, other):
            raise Refused(
                "name-taken", msg("This name looks too much like {name}, who is already at this table.", name=other)
            )


def shown_names(holders: Sequence[str], masks: Collection[str] = ()) -> list[str]:
    """The names that a table shows. A bot gets the name of a character whose name and mask no person there has."""
    people = {holder.casefold() for holder in holders}
    confusable = [holder for holder in holders if not holder.isascii()]
    characters = iter(
        character
        for character in CHARACTERS
        if character.casefold() not in people
        and mask_of(character) not in masks
        and not any(look_alike(character, holder) for holder in confusable)
    )
    return [next(characters) if holder.startswith(BOT) else holder for holder in holders]


def mask_of(character: str) -> str:
    """The mask of a bot with this name."""
    return character.lower()
