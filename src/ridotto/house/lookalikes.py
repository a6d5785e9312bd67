"""Names that look alike: nobody at a table may pass for somebody else, in whatever letters.

Two names look alike if they have the same skeleton: letters that Unicode lists as confusable become one letter, widths
and capitals no longer matter, and marks that merely decorate a letter are dropped. No script is banned.
"""

import json
from functools import cache
from importlib.resources import files
from unicodedata import normalize

DECORATIONS = (range(0x300, 0x370), range(0x1AB0, 0x1B00), range(0x1DC0, 0x1E00), range(0x20D0, 0x2100))


def look_alike(one: str, other: str) -> bool:
    return one.casefold() == other.casefold() or skeleton(one) == skeleton(other)


def skeleton(name: str) -> str:
    """The same for all names that look alike."""
    classes, pairs = _confusables()
    letters = (letter for letter in normalize("NFD", normalize("NFKC", name)) if not is_decoration(letter))
    bare = "".join(classes.get(letter, letter) for letter in letters).casefold()
    for pair, letter in pairs.items():
        bare = bare.replace(pair, letter)
    return bare


def is_decoration(letter: str) -> bool:
    """Is this a mark that may be put on any letter? Vowel signs, and what else scripts cannot do without, are not."""
    return any(ord(letter) in block for block in DECORATIONS)


@cache
def _confusables() -> tuple[dict[str, str], dict[str, str]]:
    """Which letter stands for each that looks like it, and for pairs of letters: `rn` for `m`."""
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    alike = {text: [other["c"] for other in others] for text, others in listed.items()}
    classes: dict[str, str] = {}
    for first in sorted(text for text in alike if len(text) == 1):
        if first in classes:
            continue
        found, left = {first}, [first]
        while left:
            new = {other for other in alike.get(left.pop(), ()) if len(other) == 1} - found
            found |= new
            left += new
        classes |= dict.fromkeys(found, min(found, key=lambda letter: (not letter.islower(), letter)))
    pairs = {
        text: classes.get(other, other)
        for text, others in alike.items()
        for other in others
        if len(text) == 2 and text.isascii() and text.isalpha() and len(other) == 1 and other.isascii()
    }
    return classes, pairs
