"""Names that look alike: nobody at a table may pass for somebody else, in whatever letters.

Two names look alike if they have the same skeleton: letters that Unicode lists as confusable become one letter, widths
and capitals no longer matter, and what merely decorates a letter is dropped. No script is banned, and accents count.
"""

import json
from functools import cache
from importlib.resources import files
from unicodedata import category, name, normalize

ALPHABETS = ("LATIN", "GREEK", "CYRILLIC")  # whose letters have their accents in one character
SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))  # they choose a variant, and cannot be seen


def look_alike(one: str, other: str) -> bool:
    small, other_small = one.casefold(), other.casefold()
    return small == other_small or skeleton(one) == skeleton(other) or skeleton(small) == skeleton(other_small)


def skeleton(text: str) -> str:
    """The same for all names that look alike."""
    classes, pairs = _confusables()
    letters = (classes.get(letter, letter) for letter in normalize("NFD", normalize("NFKC", text)))
    bare = without_decorations(normalize("NFC", "".join(letters))).casefold()
    for pair, letter in pairs.items():
        bare = bare.replace(pair, letter)
    return bare


def without_decorations(text: str) -> str:
    """Without marks that belong to no letter of its alphabet. Vowel signs, and what else scripts need, stay."""
    kept, alphabet = [], False
    for letter in text:
        mark = category(letter) in ("Mn", "Me")
        if not mark:
            alphabet = name(letter, "").startswith(ALPHABETS)
        if not (mark and (alphabet or any(ord(letter) in block for block in SELECTORS))):
            kept.append(letter)
    return "".join(kept)


@cache
def _confusables() -> tuple[dict[str, str], dict[str, str]]:
    """Which letter stands for each that looks like it, and for pairs of letters: `rn` for `m`."""
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    alike = {_bare(text): [_bare(other["c"]) for other in others] for text, others in listed.items()}
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


def _bare(text: str) -> str:
    """Without the direction marks that the list puts around letters of right-to-left scripts."""
    return text.strip("\u200e\u200f")


def prepare() -> None:
    """Reads the list, which takes a moment; otherwise the first comparison does."""
    _confusables()
