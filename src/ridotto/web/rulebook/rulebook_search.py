"""Finding words in a rulebook: the paragraphs that hold all of them, with the words marked."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup, escape

from ridotto.web.rulebook.rulebook_html import Chapter, Passage, chapters

WORDS = 8  # that are looked for, at most
SHOWN = 30  # paragraphs, at most
_UNTOUCHED = re.compile(r"(<[^>]*>|&\w+;|&#\d+;)")


@dataclass(frozen=True, slots=True)
class Found:
    """A chapter whose title or paragraphs hold all words."""

    anchor: str
    title: Markup
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What a book says about some words, from first to last, and in how many paragraphs: more than are shown."""

    chapters: tuple[Found, ...]
    count: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """A chapter as it is searched: its title and its paragraphs without tags, capitals and accents."""

    chapter: Chapter
    title: str
    texts: tuple[str, ...]


@cache
def plain(slug: str, language: str) -> dict[str, str]:
    """All paragraphs of a book by their anchors, without tags."""
    passages = (passage for chapter in chapters(slug, language) for passage in chapter.passages)
    return {passage.anchor: passage.html.striptags() for passage in passages}


@cache
def _index(slug: str, language: str) -> tuple[_Entry, ...]:
    """Made once for every book: a search looks at plain text only."""
    text = plain(slug, language)
    return tuple(
        _Entry(chapter, _folded(chapter.title), tuple(_folded(text[passage.anchor]) for passage in chapter.passages))
        for chapter in chapters(slug, language)
    )


def find(slug: str, language: str, wish: str) -> Findings:
    """What the rulebook of a game says about some words; accents and capitals do not matter."""
    words = [_folded(word) for word in wish.split()[:WORDS]]
    if not words:
        return Findings((), 0)
    longest_first = "|".join(_pattern(word) for word in sorted(words, key=len, reverse=True))
    pattern = re.compile(f"({longest_first})", re.IGNORECASE)
    found, count = [], 0
    for entry in _index(slug, language):
        passages = list(_holding(entry, words))
        shown = [_shown(passage, slug, pattern) for passage in passages[: max(0, SHOWN - count)]]
        count += len(passages)
        if shown or _holds(entry.title, words):
            found.append(Found(entry.chapter.anchor, _marked(escape(entry.chapter.title), pattern), tuple(shown)))
    return Findings(tuple(found), count)


def _holding(entry: _Entry, words: list[str]) -> Iterator[Passage]:
    for passage, text in zip(entry.chapter.passages, entry.texts, strict=True):
        if _holds(text, words):
            yield passage


def _holds(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _shown(passage: Passage, slug: str, words: re.Pattern[str]) -> Passage:
    """With the words marked; what points to another place of the book points there from anywhere."""
    html = passage.html.replace('href="#', Markup('href="/rules/{}#').format(slug))
    return Passage(passage.anchor, _marked(html, words))


def _marked(html: Markup, words: re.Pattern[str]) -> Markup:
    """Marks the words wherever they stand in text, never in a tag."""
    parts = _UNTOUCHED.split(str(html))
    for place in range(0, len(parts), 2):
        pieces = words.split(parts[place])  # every second one is a word
        pieces[1::2] = [f"<mark>{piece}</mark>" for piece in pieces[1::2]]
        parts[place] = "".join(pieces)
    return Markup("".join(parts))


def _folded(text: str) -> str:
    return "".join(_plain(text.lower()))


def _plain(letters: Iterable[str]) -> Iterator[str]:
    """Every letter without its accents."""
    return (unicodedata.normalize("NFD", letter)[0] for letter in letters)


def _pattern(word: str) -> str:
    """The word as it may stand there, accents or not."""
    accented = _accented()
    return "".join(f"[{re.escape(letter)}{accented.get(letter, '')}]" for letter in word)


@cache
def _accented() -> dict[str, str]:
    """The accented letters of Latin languages, by those they are written like."""
    found: dict[str, str] = {}
    for letter in map(chr, range(0xC0, 0x250)):
        for plain in _plain(letter):
            if plain != letter:
                found[plain] = found.get(plain, "") + letter
    return found
