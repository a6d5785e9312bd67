"""Detects names that look alike, so that nobody at a table can pose as somebody else.

Two names look alike if they have the same skeleton: letters that Unicode lists as confusable become one letter, width
and case do not matter, and decorations of letters are dropped. All scripts are allowed, and accents count.
"""

import json
from functools import cache
from importlib.resources import files
from unicodedata import category, name, normalize

PRECOMPOSED_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")  # accented letters are single characters
VARIATION_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))  # invisible


def look_alike(one: str, other: str) -> bool:
    small, other_small = one.casefold(), other.casefold()
    return small == other_small or skeleton(one) == skeleton(other) or skeleton(small) == skeleton(other_small)


def skeleton(text: str) -> str:
    """Equal for all texts that look alike."""
    classes, pairs = _confusables()
    letters = (classes.get(letter, letter) for letter in normalize("NFD", normalize("NFKC", text)))
    bare = without_decorations(normalize("NFC", "".join(letters))).casefold()
    for pair, letter in pairs.items():
        bare = bare.replace(pair, letter)
    return bare


def without_decorations(text: str) -> str:
    """The text without marks that no alphabet has on its letters. Vowel signs of other scripts stay."""
    kept, is_precomposed = [], False
    for letter in text:
        is_mark = category(letter) in ("Mn", "Me")
        if not is_mark:
            is_precomposed = name(letter, "").startswith(PRECOMPOSED_SCRIPTS)
        if not (is_mark and (is_precomposed or any(ord(letter) in block for block in VARIATION_SELECTORS))):
            kept.append(letter)
    return "".join(kept)


@cache
def _confusables() -> tuple[dict[str, str], dict[str, str]]:
    """For each confusable letter, and each confusable pair of letters (`rn`), the letter that stands for it (`m`)."""
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    alike = {_bare(text): [_bare(other["c"]) for other in others] for text, others in listed.items()}
    classes: dict[str, str] = {}
    for first in sorted(text for text in alike if len(text) == 1):
        if first in classes:
            continue
        group, unvisited = {first}, [first]
        while unvisited:
            new = {other for other in alike.get(unvisited.pop(), ()) if len(other) == 1} - group
            group |= new
            unvisited += new
        classes |= dict.fromkeys(group, min(group, key=lambda letter: (not letter.islower(), letter)))
    pairs = {
        text: classes.get(other, other)
        for text, others in alike.items()
        for other in others
        if len(text) == 2 and text.isascii() and text.isalpha() and len(other) == 1 and other.isascii()
    }
    return classes, pairs


def _bare(text: str) -> str:
    """The text without the direction marks that the list puts around right-to-left letters."""
    return text.strip("\u200e\u200f")


def prepare() -> None:
    """Reads the list of confusable letters ahead of the first comparison, which would take a moment."""
    _confusables()
