"""Full-text search in a rulebook: the paragraphs that contain all words, with the words marked."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup, escape

from ridotto.web.rulebook.rulebook_html import Chapter, Passage, chapters

MAX_WORDS = 8  # of a query; the rest is ignored
MAX_PASSAGES = 30  # shown; the rest is counted
_TAGS_AND_ENTITIES = re.compile(r"(<[^>]*>|&\w+;|&#\d+;)")


@dataclass(frozen=True, slots=True)
class FoundChapter:
    """A chapter whose title or paragraphs contain all words."""

    anchor: str
    title: Markup
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What was found, in the order of the rulebook."""

    chapters: tuple[FoundChapter, ...]
    count: int  # of all paragraphs that match, shown or not


@dataclass(frozen=True, slots=True)
class _IndexedChapter:
    """A chapter with its title and paragraphs without tags, capitals and accents."""

    chapter: Chapter
    title: str
    texts: tuple[str, ...]


@cache
def plain_paragraphs(slug: str, language: str) -> dict[str, str]:
    """All paragraphs of a rulebook by anchor, without tags."""
    passages = (passage for chapter in chapters(slug, language) for passage in chapter.passages)
    return {passage.anchor: passage.html.striptags() for passage in passages}


@cache
def _index(slug: str, language: str) -> tuple[_IndexedChapter, ...]:
    texts = plain_paragraphs(slug, language)
    return tuple(
        _IndexedChapter(
            chapter, _folded(chapter.title), tuple(_folded(texts[passage.anchor]) for passage in chapter.passages)
        )
        for chapter in chapters(slug, language)
    )


def search_rulebook(slug: str, language: str, query: str) -> SearchResult:
    """Searches for paragraphs with all words of a query. Ignores case and accents."""
    words = [_folded(word) for word in query.split()[:MAX_WORDS]]
    if not words:
        return SearchResult((), 0)
    longest_first = "|".join(_pattern(word) for word in sorted(words, key=len, reverse=True))
    pattern = re.compile(f"({longest_first})", re.IGNORECASE)
    found, count = [], 0
    for entry in _index(slug, language):
        matching = list(_matching_passages(entry, words))
        shown = [_shown(passage, slug, pattern) for passage in matching[: max(0, MAX_PASSAGES - count)]]
        count += len(matching)
        if shown or _contains_all(entry.title, words):
            title = _marked(escape(entry.chapter.title), pattern)
            found.append(FoundChapter(entry.chapter.anchor, title, tuple(shown)))
    return SearchResult(tuple(found), count)


def _matching_passages(entry: _IndexedChapter, words: list[str]) -> Iterator[Passage]:
    for passage, text in zip(entry.chapter.passages, entry.texts, strict=True):
        if _contains_all(text, words):
            yield passage


def _contains_all(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _shown(passage: Passage, slug: str, pattern: re.Pattern[str]) -> Passage:
    """The passage with marked words; links within the rulebook also work from other pages."""
    html = passage.html.replace('href="#', Markup('href="/rules/{}#').format(slug))
    return Passage(passage.anchor, _marked(html, pattern))


def _marked(html: Markup, pattern: re.Pattern[str]) -> Markup:
    """Marks the words in texts, but not in tags and entities."""
    parts = _TAGS_AND_ENTITIES.split(str(html))
    for n in range(0, len(parts), 2):
        pieces = pattern.split(parts[n])
        pieces[1::2] = [f"<mark>{word}</mark>" for word in pieces[1::2]]
        parts[n] = "".join(pieces)
    return Markup("".join(parts))


def _folded(text: str) -> str:
    """The text without capitals and accents."""
    return "".join(_without_accents(text.lower()))


def _without_accents(letters: Iterable[str]) -> Iterator[str]:
    """Letter by letter, so that the length stays the same."""
    return (unicodedata.normalize("NFD", letter)[0] for letter in letters)


def _pattern(word: str) -> str:
    """A regular expression for the word with or without accents."""
    accented = _accented_letters()
    return "".join(f"[{re.escape(letter)}{accented.get(letter, '')}]" for letter in word)


@cache
def _accented_letters() -> dict[str, str]:
    """The accented Latin letters by their base letter."""
    found: dict[str, str] = {}
    for letter in map(chr, range(0xC0, 0x250)):
        for base in _without_accents(letter):
            if base != letter:
                found[base] = found.get(base, "") + letter
    return found
