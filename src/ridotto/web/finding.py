"""Finding words in a rulebook: the paragraphs that hold all of them, with the words marked."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from ridotto.web.leaves import Chapter, Passage

WORDS = 8  # that are looked for, at most
_UNTOUCHED = re.compile(r"(<[^>]*>|&\w+;|&#\d+;)")
_ACCENTS = {"a": "aàáâä", "e": "eèéêë", "i": "iìíîï", "o": "oòóôö", "u": "uùúûü"}


@dataclass(frozen=True, slots=True)
class Found:
    """A chapter whose title or paragraphs hold all words."""

    anchor: str
    title: Markup
    passages: tuple[Passage, ...]


def find(book: str, chapters: Sequence[Chapter], wish: str) -> list[Found]:
    """What the book at this address says about some words, from first to last; accents and capitals do not matter."""
    words = [_pattern(word) for word in wish.split()[:WORDS]]
    found = []
    for chapter in chapters if words else ():
        passages = [passage for passage in chapter.passages if _holds(_text(passage.html), words)]
        if passages or _holds(chapter.title, words):
            marked = tuple(Passage(told.anchor, _marked(_led(told.html, book), words)) for told in passages)
            found.append(Found(chapter.anchor, _marked(escape(chapter.title), words), marked))
    return found


def _pattern(word: str) -> str:
    plain = (unicodedata.normalize("NFD", letter)[0] for letter in word.lower())
    return "".join(f"[{_ACCENTS[letter]}]" if letter in _ACCENTS else re.escape(letter) for letter in plain)


def _holds(text: str, words: list[str]) -> bool:
    return all(re.search(word, text, re.IGNORECASE) for word in words)


def _led(html: Markup, book: str) -> Markup:
    """What points to another place of the book points there from anywhere."""
    return html.replace('href="#', Markup('href="{}#').format(book))


def _text(html: Markup) -> str:
    return html.striptags()


def _marked(html: Markup, words: list[str]) -> Markup:
    """Marks the words wherever they stand in text, never in a tag."""
    wanted = re.compile("|".join(sorted(words, key=len, reverse=True)), re.IGNORECASE)
    parts = _UNTOUCHED.split(str(html))
    parts[::2] = [wanted.sub(r"<mark>\g<0></mark>", part) for part in parts[::2]]
    return Markup("".join(parts))
