"""The rulebook of a game as leaves of a page: chapters with pictures, where every clause has an anchor of its own."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from ridotto.rulebook import rulebook

if TYPE_CHECKING:
    from markdown_it.token import Token

_HEADING = re.compile(r"^(.*?)(?: \{#([\w-]+)\})?$")
_CLAUSES = re.compile(r"<!-- rules: (.*?) -->")
PIECE = "piece:"  # a picture of something that lies on the table


@dataclass(frozen=True, slots=True)
class Picture:
    art: str
    name: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A part of a chapter: pictures, then text."""

    pictures: tuple[Picture, ...]
    html: Markup


@dataclass(frozen=True, slots=True)
class Chapter:
    """What stands below a heading; the level of the great ones is 2, and what stands before all of them has none."""

    level: int
    anchor: str
    title: str
    leaves: tuple[Leaf, ...]


@cache
def chapters(slug: str, language: str) -> tuple[Chapter, ...]:
    """The whole book."""
    return tuple(_Binder(slug, language).bind())


class _Binder:
    """Goes through a book from the first word to the last."""

    def __init__(self, slug: str, language: str) -> None:
        self.book = rulebook(slug, language)
        from markdown_it import MarkdownIt

        self.markdown = MarkdownIt("commonmark").enable("table")
        self.placed: set[str] = set()  # clauses that have their anchor

    def bind(self) -> list[Chapter]:
        tokens = self.markdown.parse(self.book.source)
        starts = [n for n, token in enumerate(tokens) if token.type == "heading_open"]
        bound = [Chapter(0, "", "", tuple(self._leaves(tokens[: starts[0]], "")))] if starts[0] else []
        for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
            title, anchor = self._heading(tokens[start + 1])
            leaves = tuple(self._leaves(tokens[start + 3 : end], anchor))
            bound.append(Chapter(int(tokens[start].tag[1:]), anchor, title, leaves))
        return bound

    def _heading(self, inline: "Token") -> tuple[str, str]:
        found = _HEADING.match(inline.content)
        assert found is not None
        return found[1], found[2] or ""

    def _leaves(self, tokens: "list[Token]", anchor: str) -> list[Leaf]:
        """A new leaf begins wherever there are pictures."""
        leaves: list[Leaf] = []
        pictures: tuple[Picture, ...] = ()
        text: list[Token] = []
        place = 0
        while place < len(tokens):
            shown = _pictures(tokens[place + 1]) if tokens[place].type == "paragraph_open" else ()
            if shown:
                if text or pictures:
                    leaves.append(self._leaf(pictures, text, anchor))
                pictures, text = shown, []
                place += 3
            else:
                text.append(tokens[place])
                place += 1
        leaves.append(self._leaf(pictures, text, anchor))
        return leaves

    def _leaf(self, pictures: tuple[Picture, ...], tokens: "list[Token]", anchor: str) -> Leaf:
        """Comments become anchors in the paragraph they end, or before the table above where they stand alone."""
        kept: list[Token] = []
        table = 0
        for token in tokens:
            if token.type == "table_open":
                table = len(kept)
            if token.type == "html_block":
                if marks := self._anchors(token.content, anchor):
                    kept.insert(table, _html(f'<p class="marks">{marks}</p>\n'))
                continue
            if "style" in token.attrs:  # of a column: pages have no styles in them
                token.attrs = {"class": str(token.attrs["style"]).removeprefix("text-align:")}
            if token.type == "inline":
                _strip(token)
                marks = self._anchors(token.content, anchor)
                token.children = [*(token.children or []), *([_html(marks)] if marks else [])]
            kept.append(token)
        return Leaf(pictures, Markup(self.markdown.renderer.render(kept, self.markdown.options, {})))

    def _anchors(self, text: str, anchor: str) -> str:
        """Anchors of the clauses that are told here properly, and a link to them."""
        clauses = [clause for listed in _CLAUSES.findall(text) for clause in listed.split()]
        told = [clause for clause in clauses if clause not in self.placed and self._is_told(clause, anchor)]
        if not told:
            return ""
        self.placed.update(told)
        marks = Markup("").join(Markup('<span id="{}"></span>').format(clause) for clause in told)
        link = Markup(' <a class="anchor" href="#{}" title="{}">§</a>').format(told[0], ", ".join(told))
        return marks + link

    def _is_told(self, clause: str, anchor: str) -> bool:
        telling = self.book.about(clause)
        return telling is not None and telling.anchor == anchor


def _html(text: str) -> "Token":
    from markdown_it.token import Token

    return Token("html_inline", "", 0, content=text)


def _strip(inline: "Token") -> None:
    """Takes the comments out of a paragraph, and the space before them."""
    assert inline.children is not None
    inline.children = [child for child in inline.children if child.type != "html_inline"]
    for last in inline.children[-1:]:
        last.content = last.content.rstrip()


def _pictures(inline: "Token") -> tuple[Picture, ...]:
    """The pictures of a paragraph that holds nothing else."""
    parts = [part for part in inline.children or [] if part.type != "softbreak"]
    if not all(part.type == "image" and str(part.attrs["src"]).startswith(PIECE) for part in parts):
        return ()
    return tuple(Picture(str(part.attrs["src"]).removeprefix(PIECE), part.content) for part in parts)
