"""The rulebooks for players, in three languages. Comments in their Markdown name the clauses a paragraph states:

<!-- rules: verhext.follow.must verhext.follow.choice -->
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_COMMENT = re.compile(r"\s*<!--.*?-->")
_CLAUSES = re.compile(r"<!-- rules: (.*?) -->")
_RECONSTRUCTED = "<!-- reconstructed -->"
_OPTIONS = re.compile(r"<!-- option: (.*?) -->")
_HEADING = re.compile(r"^(#+) (.*?)(?: \{#([\w-]+)\})?$")
_PICTURE = re.compile(r"^!\[.*\]\(piece:.*\)$")
_NOT_THE_RULES_PROPER = ("quick", "first", "options", "rulings", "record")  # anchors of chapters


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph, list item, table row or whole table, without its comments."""

    anchor: str  # the id of the heading above it
    text: str
    clauses: tuple[str, ...]
    options: tuple[str, ...]
    is_reconstructed: bool = False  # not in print: the house had to reconstruct it


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    hook: str
    text: str  # Markdown without comments, pictures and anchors
    paragraphs: tuple[Paragraph, ...]  # those that name clauses or options
    minutes: str = ""  # that a game takes
    source: str = ""  # the whole Markdown

    def paragraph_on(self, clause: str) -> Paragraph | None:
        """The paragraph that states a clause; one in the rules proper comes before options, rulings and tips."""
        found = [paragraph for paragraph in self.paragraphs if clause in paragraph.clauses]
        proper = [paragraph for paragraph in found if paragraph.anchor not in _NOT_THE_RULES_PROPER]
        return next(iter(proper or found), None)

    def option_text(self, name: str) -> str:
        """The paragraph about an option of the game, or an empty text."""
        return next((paragraph.text for paragraph in self.paragraphs if name in paragraph.options), "")


@cache
def rulebook(slug: str, language: str) -> Rulebook:
    """The rulebook of a game; empty if the game has none in this language yet."""
    page = files(f"ridotto.games.{slug}").joinpath("rulebook", f"{language}.md")
    if not page.is_file():
        return Rulebook(slug, "", "", ())
    source = page.read_text("utf-8")
    _, head, body = source.split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return Rulebook(fields["title"], fields["hook"], _readable(body), tuple(_paragraphs(body)), fields["minutes"], body)


@cache
def house_rulings(slug: str) -> frozenset[str]:
    """The clauses that the printed rules leave open and the house decided: marked [D] in the specification."""
    page = files(f"ridotto.games.{slug}").joinpath("rulebook", "our_rulings.json")
    return frozenset(json.loads(page.read_text("utf-8"))) if page.is_file() else frozenset()


def clause_text(slug: str, language: str, clause: str) -> str:
    """What the rulebook says about a clause, or an empty text."""
    paragraph = rulebook(slug, language).paragraph_on(clause)
    return paragraph.text if paragraph else ""


def _readable(body: str) -> str:
    lines = []
    for line in body.splitlines():
        if _PICTURE.match(line):
            continue
        heading = _HEADING.match(line)
        lines.append(f"{heading[1]} {heading[2]}" if heading else _COMMENT.sub("", line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _paragraphs(body: str) -> list[Paragraph]:
    """The paragraphs with comments; a comment on a line of its own belongs to the table above it."""
    found = []
    anchor = ""
    table: list[str] = []
    for line in body.splitlines():
        heading = _HEADING.match(line)
        if heading:
            anchor = heading[3] or ""
        clauses = tuple(clause for listed in _CLAUSES.findall(line) for clause in listed.split())
        options = tuple(_OPTIONS.findall(line))
        text = _COMMENT.sub("", line).removeprefix("- ").strip()
        if clauses or options:
            found.append(Paragraph(anchor, text or "\n".join(table), clauses, options, _RECONSTRUCTED in line))
        if text.startswith("|"):
            table.append(text)
        elif text:
            table = []
    return found
