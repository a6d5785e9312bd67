"""The rulebook of a game as HTML: chapters of sections with pictures, and an anchor for every paragraph.

Paragraphs are numbered within their chapter, with the same numbers in all languages: `potions-3`. The anchor of a
clause is its id.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from ridotto.engine.message import msg
from ridotto.rulebook import house_rulings, rulebook
from ridotto.translations import Translator
from ridotto.web.drawings import drawing

if TYPE_CHECKING:
    from markdown_it.token import Token

_HEADING = re.compile(r"^(.*?)(?: \{#([\w-]+)\})?$")
_CLAUSES = re.compile(r"<!-- rules: (.*?) -->")
_OPTION = re.compile(r"<!-- option: (.*?) -->")
_RECONSTRUCTED = "<!-- reconstructed -->"
PICTURE_SCHEME = "piece:"  # of pictures in Markdown: `![name](piece:drawing)`
RULINGS = "rulings"
CHAPTERS_WITHOUT_SOURCES = ("", "quick", "first", "options")
SOURCES = {  # where a rule comes from: its name and its icon
    "printed": (msg("Printed rule"), "printed"),
    "ruling": (msg("Our ruling"), "scales"),
    "partly": (msg("Partly our ruling"), "scales"),
    "rebuilt": (msg("Reconstructed"), "fragment"),
}


@dataclass(frozen=True, slots=True)
class Picture:
    art: str  # the id of the drawing
    name: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a chapter: pictures, then text."""

    pictures: tuple[Picture, ...]
    html: Markup


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, list item or table row."""

    anchor: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Variant:
    """What the rulebook knows about an option: the rule it changes, if another chapter states it."""

    anchors: Markup  # of clauses that only this option states
    clause: str
    chapter: str  # the title of the chapter that states the rule


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and the text below it. The level of main headings is 2, that of text above all headings is 0."""

    level: int
    anchor: str
    title: str
    sections: tuple[Section, ...]
    passages: tuple[Passage, ...]
    variants: dict[str, Variant] = field(default_factory=dict)  # by option, in the chapter about options


@cache
def chapters(slug: str, language: str) -> tuple[Chapter, ...]:
    """All chapters of a rulebook."""
    return tuple(_ChapterBuilder(slug, language).build())


def source_sign(kind: str, translator: Translator, target: str = "") -> Markup:
    """The icon that shows where a rule comes from; with a link if `target` is an anchor."""
    message, icon_id = SOURCES[kind]
    name = translator.say(message)
    tag, link = ("a", Markup(' href="#{}"').format(target)) if target else ("span", Markup(""))
    start = Markup('<{} class="source-sign source-{}"{} title="{}">').format(tag, kind, link, name)
    return (
        start
        + drawing("pages.svg", icon_id, "icon")
        + Markup('<span class="visually-hidden">{}</span></{}>').format(name, tag)
    )


class _ChapterBuilder:
    """Builds the chapters of one rulebook; the rulings first, since signs in other chapters link to them."""

    def __init__(self, slug: str, language: str) -> None:
        from markdown_it import MarkdownIt

        self.book = rulebook(slug, language)
        self.house_rulings = house_rulings(slug)
        self.translator = Translator(language)
        self.markdown = MarkdownIt("commonmark").enable("table")
        self.anchored: set[str] = set()  # clauses that have an anchor already
        self.explanations: dict[str, str] = {}  # of house rulings by clause: the anchor in the rulings
        self.reconstructed = {
            clause for paragraph in self.book.paragraphs if paragraph.is_reconstructed for clause in paragraph.clauses
        }
        self.titles: dict[str, str] = {}

    def build(self) -> list[Chapter]:
        tokens = self.markdown.parse(self.book.source)
        starts = [n for n, token in enumerate(tokens) if token.type == "heading_open"]
        parts = [(0, "", "", tokens[: starts[0]])] if starts[0] else []
        for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
            title, anchor = self._heading(tokens[start + 1])
            parts.append((int(tokens[start].tag[1:]), anchor, title, tokens[start + 3 : end]))
            self.titles[anchor] = title
        built = {part[1]: self._chapter(*part) for part in sorted(parts, key=lambda part: part[1] != RULINGS)}
        return [built[anchor] for _, anchor, _, _ in parts]

    def _heading(self, inline: "Token") -> tuple[str, str]:
        """The title and the anchor."""
        found = _HEADING.match(inline.content)
        assert found is not None
        return found[1], found[2] or ""

    def _chapter(self, level: int, anchor: str, title: str, tokens: "list[Token]") -> Chapter:
        passages = self._passages(tokens, anchor)
        variants = self._variants(tokens, anchor) if anchor == "options" else {}
        if variants:  # the page lists the options itself
            tokens = tokens[: next(n for n, token in enumerate(tokens) if token.type == "bullet_list_open")]
        return Chapter(level, anchor, title, tuple(self._sections(tokens, anchor)), tuple(passages), variants)

    def _passages(self, tokens: "list[Token]", anchor: str) -> list[Passage]:
        """Adds an anchor and the sign of its source to every paragraph, list item and table row."""
        found: list[tuple[Token, list[Token]]] = []
        enclosing: list[int] = []  # indices in `found`
        for n, token in enumerate(tokens):
            block, _, end = token.type.rpartition("_")
            if block in ("paragraph", "list_item", "tr") and end == "open":
                if block != "paragraph" or not enclosing:
                    found.append((token, []))
                enclosing.append(enclosing[-1] if block == "paragraph" and enclosing else len(found) - 1)
            elif block in ("paragraph", "list_item", "tr") and end == "close":
                enclosing.pop()
            elif token.type == "inline" and enclosing and tokens[n - 1].type != "th_open" and not _pictures(token):
                found[enclosing[-1]][1].append(token)
        passages: list[Passage] = []
        for block_token, texts in found:
            if not texts:
                continue
            number = f"{anchor or 'preface'}-{len(passages) + 1}"
            option = _OPTION.search(texts[0].content)
            block_token.attrs["id"] = f"option-{option[1]}" if option else number
            html = Markup(" · ").join(map(self._without_comments, texts))
            passages.append(Passage(str(block_token.attrs["id"]), html))
            if anchor not in CHAPTERS_WITHOUT_SOURCES:
                self._add_source(block_token, texts, anchor)
        return passages

    def _without_comments(self, inline: "Token") -> Markup:
        _remove_comments(inline)
        return Markup(self.markdown.renderer.render([inline], self.markdown.options, {}))

    def _add_source(self, block_token: "Token", texts: "list[Token]", anchor: str) -> None:
        """Marks what is not a printed rule."""
        clauses = [clause for text in texts for clause in _clauses_in(text.content)]
        ruled = [clause for clause in clauses if clause in self.house_rulings]
        if not ruled:
            return
        kind = "rebuilt" if self.reconstructed.intersection(ruled) else "ruling" if ruled == clauses else "partly"
        if anchor == RULINGS:
            kind = "rebuilt" if any(_RECONSTRUCTED in text.content for text in texts) else "ruling"
            for clause in ruled:
                self.explanations.setdefault(clause, str(block_token.attrs["id"]))
            if kind == "ruling" and block_token.type != "list_item_open":  # the text says where it was found
                return
        block_token.attrs["class"] = f"from-{kind}"
        target = "" if anchor == RULINGS else next(filter(None, map(self.explanations.get, ruled)), RULINGS)
        texts[-1].children = [*(texts[-1].children or []), _html(source_sign(kind, self.translator, target))]

    def _variants(self, tokens: "list[Token]", anchor: str) -> dict[str, Variant]:
        texts = [token.content for token in tokens if token.type == "inline" and _OPTION.search(token.content)]
        return {name: self._variant(text, anchor) for text in texts for name in _OPTION.findall(text)}

    def _variant(self, text: str, anchor: str) -> Variant:
        anchors = self._clause_anchors(text, anchor)
        for clause in _clauses_in(text):
            paragraph = self.book.paragraph_on(clause)
            if paragraph is not None and paragraph.anchor != anchor:
                return Variant(anchors, clause, self.titles[paragraph.anchor])
        return Variant(anchors, "", "")

    def _sections(self, tokens: "list[Token]", anchor: str) -> list[Section]:
        """Pictures start a new section."""
        sections: list[Section] = []
        pictures: tuple[Picture, ...] = ()
        text: list[Token] = []
        n = 0
        while n < len(tokens):
            found = _pictures(tokens[n + 1]) if tokens[n].type == "paragraph_open" else ()
            if found:
                if text or pictures:
                    sections.append(self._section(pictures, text, anchor))
                pictures, text = found, []
                n += 3
            else:
                text.append(tokens[n])
                n += 1
        sections.append(self._section(pictures, text, anchor))
        return sections

    def _section(self, pictures: tuple[Picture, ...], tokens: "list[Token]", anchor: str) -> Section:
        """Replaces comments by anchors: at the end of their paragraph, or before the table above them."""
        kept: list[Token] = []
        table_start = 0
        for token in tokens:
            if token.type == "table_open":
                table_start = len(kept)
                token.attrs["tabindex"] = "0"  # so that a wide table can be scrolled by keyboard
            if token.type == "html_block":
                if marks := self._marks(token.content, anchor):
                    kept.insert(table_start, _html(f'<p class="clause-anchors">{marks}</p>\n'))
                continue
            if "style" in token.attrs:  # alignment of a column; the CSP forbids inline styles
                token.attrs = {"class": str(token.attrs["style"]).removeprefix("text-align:")}
            if token.type == "inline" and (marks := self._marks(token.content, anchor)):
                token.children = [*(token.children or []), _html(marks)]
            kept.append(token)
        return Section(pictures, Markup(self.markdown.renderer.render(kept, self.markdown.options, {})))

    def _marks(self, text: str, anchor: str) -> str:
        """The anchors of the clauses that this text states, and a link to them."""
        anchors = self._clause_anchors(text, anchor)
        if not anchors:
            return ""
        clauses = re.findall(r'id="([^"]+)"', anchors)
        return anchors + Markup(' <a class="anchor" href="#{}" title="{}">§</a>').format(clauses[0], ", ".join(clauses))

    def _clause_anchors(self, text: str, anchor: str) -> Markup:
        """Anchors of the clauses that this text states, unless they have one already."""
        new = [clause for clause in _clauses_in(text) if clause not in self.anchored and self._states(anchor, clause)]
        new = list(dict.fromkeys(new))
        self.anchored.update(new)
        return Markup("").join(Markup('<span id="{}"></span>').format(clause) for clause in new)

    def _states(self, anchor: str, clause: str) -> bool:
        """Does the paragraph that states the clause belong to the chapter with this anchor?"""
        paragraph = self.book.paragraph_on(clause)
        return paragraph is not None and paragraph.anchor == anchor


def _clauses_in(text: str) -> list[str]:
    """The clauses that a text names in its comments."""
    return [clause for listed in _CLAUSES.findall(text) for clause in listed.split()]


def _html(text: str) -> "Token":
    from markdown_it.token import Token

    return Token("html_inline", "", 0, content=text)


def _remove_comments(inline: "Token") -> None:
    """Removes comments and the space before them."""
    assert inline.children is not None
    inline.children = [child for child in inline.children if child.type != "html_inline"]
    while inline.children and not inline.children[-1].content.strip() and inline.children[-1].type == "text":
        inline.children.pop()
    for last in inline.children[-1:]:
        last.content = last.content.rstrip()


def _pictures(inline: "Token") -> tuple[Picture, ...]:
    """The pictures of a paragraph that contains nothing else."""
    parts = [part for part in inline.children or [] if part.type != "softbreak"]
    if not all(part.type == "image" and str(part.attrs["src"]).startswith(PICTURE_SCHEME) for part in parts):
        return ()
    return tuple(Picture(str(part.attrs["src"]).removeprefix(PICTURE_SCHEME), part.content) for part in parts)
