"""The rulebook of a game as leaves of a page: chapters with pictures, where every paragraph has an anchor of its own.

Paragraphs are numbered within their chapter, alike in all languages: `potions-3`. Clauses have their names as anchors.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from ridotto.engine.message import msg
from ridotto.rulebook import ours, rulebook
from ridotto.web.tables.template_context import drawing
from ridotto.words import Translator

if TYPE_CHECKING:
    from markdown_it.token import Token

_HEADING = re.compile(r"^(.*?)(?: \{#([\w-]+)\})?$")
_CLAUSES = re.compile(r"<!-- rules: (.*?) -->")
_OPTION = re.compile(r"<!-- option: (.*?) -->")
PIECE = "piece:"  # a picture of something that lies on the table
RULINGS = "rulings"
UNSIGNED = ("", "quick", "first", "options")  # chapters that do not say where each rule comes from
SIGNS = {  # where a rule comes from: its name, and the drawing
    "printed": (msg("Printed rule"), "printed"),
    "ruling": (msg("Our ruling"), "scales"),
    "partly": (msg("Partly our ruling"), "scales"),
    "rebuilt": (msg("Reconstructed"), "fragment"),
}


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
class Passage:
    """A paragraph, a point of a list or a row of a table, by itself."""

    anchor: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Variant:
    """What the book knows about an option: anchors of clauses that are told nowhere else, and the rule it changes."""

    anchors: Markup
    clause: str
    chapter: str  # where that rule is told


@dataclass(frozen=True, slots=True)
class Chapter:
    """What stands below a heading; the level of the great ones is 2, and what stands before all of them has none."""

    level: int
    anchor: str
    title: str
    leaves: tuple[Leaf, ...]
    passages: tuple[Passage, ...]
    variants: dict[str, Variant] = field(default_factory=dict)


@cache
def chapters(slug: str, language: str) -> tuple[Chapter, ...]:
    """The whole book."""
    return tuple(_Binder(slug, language).bind())


def sign(kind: str, words: Translator, to: str = "") -> Markup:
    """The sign that says where a rule comes from; with a link to what is said about it."""
    message, drawn = SIGNS[kind]
    name = words.say(message)
    tag, link = ("a", Markup(' href="#{}"').format(to)) if to else ("span", Markup(""))
    start = Markup('<{} class="src src-{}"{} title="{}">').format(tag, kind, link, name)
    return start + drawing("pages.svg", drawn, "icon") + Markup('<span class="sr">{}</span></{}>').format(name, tag)


class _Binder:
    """Goes through a book from the first word to the last; through the rulings first, since the rules point to them."""

    def __init__(self, slug: str, language: str) -> None:
        self.book, self.ours, self.words = rulebook(slug, language), ours(slug), Translator(language)
        from markdown_it import MarkdownIt

        self.markdown = MarkdownIt("commonmark").enable("table")
        self.placed: set[str] = set()  # clauses that have their anchor
        self.explained: dict[str, str] = {}  # clauses that are ours, and the ruling that says why
        self.rebuilt = {clause for told in self.book.paragraphs if told.rebuilt for clause in told.clauses}
        self.titles: dict[str, str] = {}

    def bind(self) -> list[Chapter]:
        tokens = self.markdown.parse(self.book.source)
        starts = [n for n, token in enumerate(tokens) if token.type == "heading_open"]
        parts = [(0, "", "", tokens[: starts[0]])] if starts[0] else []
        for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
            title, anchor = self._heading(tokens[start + 1])
            parts.append((int(tokens[start].tag[1:]), anchor, title, tokens[start + 3 : end]))
            self.titles[anchor] = title
        bound = {part[1]: self._chapter(*part) for part in sorted(parts, key=lambda part: part[1] != RULINGS)}
        return [bound[anchor] for _, anchor, _, _ in parts]

    def _heading(self, inline: "Token") -> tuple[str, str]:
        found = _HEADING.match(inline.content)
        assert found is not None
        return found[1], found[2] or ""

    def _chapter(self, level: int, anchor: str, title: str, tokens: "list[Token]") -> Chapter:
        passages = self._passages(tokens, anchor)
        variants = self._variants(tokens, anchor) if anchor == "options" else {}
        if variants:  # the house tells them itself
            tokens = tokens[: next(n for n, token in enumerate(tokens) if token.type == "bullet_list_open")]
        return Chapter(level, anchor, title, tuple(self._leaves(tokens, anchor)), tuple(passages), variants)

    def _passages(self, tokens: "list[Token]", anchor: str) -> list[Passage]:
        """Gives every paragraph, point and row its number, and the sign of where it comes from."""
        found: list[tuple[Token, list[Token]]] = []
        inside: list[int] = []
        for n, token in enumerate(tokens):
            block, _, way = token.type.rpartition("_")
            if block in ("paragraph", "list_item", "tr") and way == "open":
                if block != "paragraph" or not inside:
                    found.append((token, []))
                inside.append(inside[-1] if block == "paragraph" and inside else len(found) - 1)
            elif block in ("paragraph", "list_item", "tr") and way == "close":
                inside.pop()
            elif token.type == "inline" and inside and tokens[n - 1].type != "th_open" and not _pictures(token):
                found[inside[-1]][1].append(token)
        passages: list[Passage] = []
        for owner, texts in found:
            if not texts:
                continue
            number = f"{anchor or 'preface'}-{len(passages) + 1}"
            option = _OPTION.search(texts[0].content)
            owner.attrs["id"] = f"option-{option[1]}" if option else number
            passages.append(Passage(str(owner.attrs["id"]), Markup(" · ").join(map(self._plain, texts))))
            if anchor not in UNSIGNED:
                self._sign(owner, texts, anchor)
        return passages

    def _plain(self, inline: "Token") -> Markup:
        _strip(inline)
        return Markup(self.markdown.renderer.render([inline], self.markdown.options, {}))

    def _sign(self, owner: "Token", texts: "list[Token]", anchor: str) -> None:
        """What is not printed is never shown like print."""
        named = [clause for text in texts for clause in _named(text.content)]
        mine = [clause for clause in named if clause in self.ours]
        if not mine:
            return
        kind = "rebuilt" if self.rebuilt.intersection(mine) else "ruling" if mine == named else "partly"
        if anchor == RULINGS:
            kind = "rebuilt" if any("<!-- reconstructed -->" in text.content for text in texts) else "ruling"
            for clause in mine:
                self.explained.setdefault(clause, str(owner.attrs["id"]))
            if kind == "ruling" and owner.type != "list_item_open":  # where something else was found
                return
        owner.attrs["class"] = f"from-{kind}"
        to = "" if anchor == RULINGS else next(filter(None, map(self.explained.get, mine)), RULINGS)
        texts[-1].children = [*(texts[-1].children or []), _html(sign(kind, self.words, to))]

    def _variants(self, tokens: "list[Token]", anchor: str) -> dict[str, Variant]:
        texts = [token.content for token in tokens if token.type == "inline" and _OPTION.search(token.content)]
        return {name: self._variant(text, anchor) for text in texts for name in _OPTION.findall(text)}

    def _variant(self, text: str, anchor: str) -> Variant:
        anchors = self._anchors(text, anchor)
        for clause in _named(text):
            telling = self.book.about(clause)
            if telling is not None and telling.anchor != anchor:
                return Variant(anchors, clause, self.titles[telling.anchor])
        return Variant(anchors, "", "")

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
                token.attrs["tabindex"] = "0"  # a wide one is scrolled by keys, too
            if token.type == "html_block":
                if marks := self._marks(token.content, anchor):
                    kept.insert(table, _html(f'<p class="marks">{marks}</p>\n'))
                continue
            if "style" in token.attrs:  # of a column: pages have no styles in them
                token.attrs = {"class": str(token.attrs["style"]).removeprefix("text-align:")}
            if token.type == "inline" and (marks := self._marks(token.content, anchor)):
                token.children = [*(token.children or []), _html(marks)]
            kept.append(token)
        return Leaf(pictures, Markup(self.markdown.renderer.render(kept, self.markdown.options, {})))

    def _marks(self, text: str, anchor: str) -> str:
        """Anchors of the clauses that are told here properly, and a link to them."""
        anchors = self._anchors(text, anchor)
        if not anchors:
            return ""
        told = re.findall(r'id="([^"]+)"', anchors)
        return anchors + Markup(' <a class="anchor" href="#{}" title="{}">§</a>').format(told[0], ", ".join(told))

    def _anchors(self, text: str, anchor: str) -> Markup:
        told = [clause for clause in _named(text) if clause not in self.placed and self._is_told(clause, anchor)]
        told = list(dict.fromkeys(told))
        self.placed.update(told)
        return Markup("").join(Markup('<span id="{}"></span>').format(clause) for clause in told)

    def _is_told(self, clause: str, anchor: str) -> bool:
        telling = self.book.about(clause)
        return telling is not None and telling.anchor == anchor


def _named(text: str) -> list[str]:
    """The clauses that a text names in its comments."""
    return [clause for listed in _CLAUSES.findall(text) for clause in listed.split()]


def _html(text: str) -> "Token":
    from markdown_it.token import Token

    return Token("html_inline", "", 0, content=text)


def _strip(inline: "Token") -> None:
    """Takes the comments out of a paragraph, and the space before them."""
    assert inline.children is not None
    inline.children = [child for child in inline.children if child.type != "html_inline"]
    while inline.children and not inline.children[-1].content.strip() and inline.children[-1].type == "text":
        inline.children.pop()
    for last in inline.children[-1:]:
        last.content = last.content.rstrip()


def _pictures(inline: "Token") -> tuple[Picture, ...]:
    """The pictures of a paragraph that holds nothing else."""
    parts = [part for part in inline.children or [] if part.type != "softbreak"]
    if not all(part.type == "image" and str(part.attrs["src"]).startswith(PIECE) for part in parts):
        return ()
    return tuple(Picture(str(part.attrs["src"]).removeprefix(PIECE), part.content) for part in parts)
